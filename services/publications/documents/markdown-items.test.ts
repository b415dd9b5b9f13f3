import { ContentItem } from '@lokalteil/contracts/content'
import { describe, expect, it } from 'vitest'
import { sanitiseItems } from '../../content/sanitise.ts'
import { toContentItems } from './markdown-items.ts'

const p = (html: string): ContentItem => ({ type: 'paragraph', html })
const ul = (...items: string[]): ContentItem => ({ type: 'list', ordered: false, items })

describe('Markdown of a document', () => {
  it.each<[string, string, ContentItem[]]>([
    ['nothing', '', []],
    ['paragraphs', 'eins\nzwei\n\ndrei', [p('eins zwei'), p('drei')]],
    ['lines', 'Verlag  \nStraße 1\\\n01234 Ort-West', [p('Verlag<br />Straße 1<br />01234 Ort-West')]],
    [
      'headings in two levels',
      '# a\n\n## b *c*\n\n### d\n\n#### e',
      [
        { type: 'heading', level: 2, text: 'a' },
        { type: 'heading', level: 2, text: 'b c' },
        { type: 'heading', level: 3, text: 'd' },
        { type: 'heading', level: 3, text: 'e' },
      ],
    ],
    [
      'emphasis',
      '*a* **b** ***c*** `d<e>`',
      [p('<em>a</em> <strong>b</strong> <em><strong>c</strong></em> <code>d&lt;e&gt;</code>')],
    ],
    [
      'paths',
      '[Kündigen](/kuendigen) [Anker](#rechte)',
      [p('<a href="/kuendigen">Kündigen</a> <a href="#rechte">Anker</a>')],
    ],
    [
      'addresses',
      '[a](https://a.example/?b=1&c=d#e)',
      [p('<a href="https://a.example/?b=1&amp;c=d#e" rel="noopener">a</a>')],
    ],
    [
      'mail and telephone',
      '[m](mailto:a@b.example) [t](tel:+4912) <a@b.example>',
      [p('<a href="mailto:a@b.example">m</a> <a href="tel:+4912">t</a> <a href="mailto:a@b.example">a@b.example</a>')],
    ],
    ['links by reference', '[a][1] b\n\n[1]: /agb', [p('<a href="/agb">a</a> b')]],
    ['emphasis in links', '[**a** b](/agb)', [p('<a href="/agb"><strong>a</strong> b</a>')]],
    ['a list', '- a\n- b\n  c', [ul('a', 'b c')]],
    ['a numbered list', '1. a\n2. b', [{ type: 'list', ordered: true, items: ['a', 'b'] }]],
    ['a list that begins later', '3. a\n4. b', [{ type: 'list', ordered: true, items: ['a', 'b'], start: 3 }]],
    ['lists in a list', '- a\n  - b\n    1. c\n- d', [ul('a<ul><li>b<ol><li>c</li></ol></li></ul>', 'd')]],
    ['paragraphs in a list', '- a\n\n  b', [ul('a<br />b')]],
    [
      'a quotation',
      '> An **wen**\n>\n> [hier](/a)',
      [
        {
          type: 'quote',
          text: 'An wen hier',
          attribution: '',
          paragraphs: ['An <strong>wen</strong>', '<a href="/a">hier</a>'],
        },
      ],
    ],
    [
      'a plain table',
      '| a | b |\n|---|---|\n| 1 & 2 | < 3 |\n| 4 |',
      [
        {
          type: 'table',
          caption: '',
          head: ['a', 'b'],
          rows: [
            ['1 & 2', '< 3'],
            ['4', ''],
          ],
        },
      ],
    ],
    [
      'a table with links',
      '| a |\n|---|\n| [x](/x) & y |',
      [{ type: 'table', caption: '', head: ['a'], rows: [['<a href="/x">x</a> &amp; y']], cells: 'html' }],
    ],
    ['signs', 'a & b < c > d "e" &copy; \\*f\\*', [p('a &amp; b &lt; c &gt; d "e" © *f*')]],
    ['code', '```\na <b>\nc\n```', [p('<code>a &lt;b&gt;<br />c</code>')]],
    ['bare addresses as text', 'https://a.example', [p('https://a.example')]],
    [
      'no marks',
      '[[PRÜFEN: stimmt das?]] Das stimmt.\n\n[[PRÜFEN: nur\ndas]]\n\n- [[PRÜFEN: x]] y',
      [p('Das stimmt.'), ul('y')],
    ],
    ['no mark that was left open', 'a\n\n[[PRÜFEN: stimmt das? Das stimmt.\n\nb', [p('a'), p('b')]],
  ])('%s', (_name, markdown, expected) => {
    const { items, findings } = toContentItems(markdown)
    expect(items).toEqual(expected)
    expect(findings).toEqual([])
    for (const item of items) ContentItem.parse(item)
    // The result passes the allow-list of the content service unchanged.
    expect(sanitiseItems(items)).toEqual(items)
  })

  it.each<[string, string, number, RegExp, ContentItem[]]>([
    ['HTML', 'a\n\n<div onclick="x()">b</div>', 3, /HTML/, [p('a'), p('&lt;div onclick="x()"&gt;b&lt;/div&gt;')]],
    ['scripts', '<script>alert(1)</script>', 1, /HTML/, [p('&lt;script&gt;alert(1)&lt;/script&gt;')]],
    ['HTML in a line', 'a\nb <b>c</b>', 2, /HTML/, [p('a b &lt;b&gt;c&lt;/b&gt;')]],
    ['script links', 'x\n[a](javascript:alert(1))', 2, /javascript:alert/, [p('x a')]],
    ['script links in disguise', '[a](&#106;avascript:x)', 1, /leads nowhere/, [p('a')]],
    ['data links', '[a](data:text/html,x)', 1, /leads nowhere/, [p('a')]],
    ['other hosts in disguise', '[a](//evil.example)', 1, /leads nowhere/, [p('a')]],
    ['backslashes', '[a](</\\evil.example>)', 1, /leads nowhere/, [p('a')]],
    ['unencrypted addresses', '[a](http://a.example)', 1, /https:/, [p('a')]],
    ['files', '[AGB](agb.md)', 1, /agb\.md/, [p('AGB')]],
    ['pictures', '![Ein Haus](haus.jpg)', 1, /picture/, [p('Ein Haus')]],
    ['lines across', 'a\n\n***\n\nb', 3, /line/, [p('a'), p('b')]],
    ['tables in lists', '- a\n\n  | b |\n  |---|\n  | c |', 3, /list/, [ul('a<br />bc')]],
    [
      'lists in quotations',
      '> a\n> - b',
      2,
      /quotation/,
      [{ type: 'quote', text: 'a b', attribution: '', paragraphs: ['a', 'b'] }],
    ],
    ['headings without words', 'a\n\n##', 3, /without words/, [p('a')]],
  ])('refuses %s', (_name, markdown, line, message, expected) => {
    const { items, findings } = toContentItems(markdown, 'documents/agb.md', 5)
    expect(items).toEqual(expected)
    expect(findings[0]).toMatchObject({ level: 'error', file: 'documents/agb.md', line: line + 4 })
    expect(`${findings[0]!.message} ${findings[0]!.remedy}`).toMatch(message)
    expect(sanitiseItems(items)).toEqual(items)
  })

  it.each([
    ['quotations', '>'.repeat(2000) + ' a'],
    ['lists', Array.from({ length: 50 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')],
    ['brackets', '['.repeat(5000)],
    ['stars', '*a **a '.repeat(3000)],
  ])('survives many %s', (_name, markdown) => {
    const started = performance.now()
    expect(() => toContentItems(markdown)).not.toThrow()
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBlocks, toTeaserHtml, toText } from './body-html.ts'
import { openBody } from './lead.ts'
import { toLink } from './links.ts'
import type { FoundPicture } from './parsed-document.ts'

const picture = (baseUrl: string): FoundPicture => ({
  baseUrl,
  cropVal: '16:9',
  altText: '',
  width: 0,
  height: 0,
  credit: '',
  caption: '',
  colour: null,
})
const blocks = (html: string, title = '') =>
  toBlocks(html, { language: 'de', title, findPicture: (image) => (image.src ? picture(image.src) : null) }).items

describe('body HTML to blocks', () => {
  it.each([
    [
      'nested sections and empty paragraphs',
      '<section class="main"><div><p></p><p> Eins </p><p>&nbsp;</p></div><p>Zwei</p></section>',
      [
        { type: 'paragraph', html: 'Eins' },
        { type: 'paragraph', html: 'Zwei' },
      ],
    ],
    [
      'text without a paragraph',
      'Eins<br><br>Zwei<br>Drei',
      [
        { type: 'paragraph', html: 'Eins' },
        { type: 'paragraph', html: 'Zwei<br>Drei' },
      ],
    ],
    [
      'inline marks, unclosed and empty ones',
      '<p>Ein <b>fettes <i>Wort</b> und <a href="https://a.example/?x=1&amp;y=2" onclick="x()">Link</a><a href="https://b.example"></a></p>',
      [
        {
          type: 'paragraph',
          html: 'Ein <b>fettes <i>Wort</i></b> und <a href="https://a.example/?x=1&amp;y=2">Link</a>',
        },
      ],
    ],
    [
      'headings',
      '<h1>Titel</h1><h2>Eins</h2><h4>Zwei</h4><p><strong>Drei steht fett</strong></p>',
      [
        { type: 'heading', level: 2, text: 'Eins' },
        { type: 'heading', level: 3, text: 'Zwei' },
        { type: 'heading', level: 3, text: 'Drei steht fett' },
      ],
    ],
    [
      'lists in lists',
      '<ol><li>Eins<ul><li>Eins a</li></ul></li><li><p>Zwei</p></li><li></li></ol>',
      [{ type: 'list', ordered: true, items: ['Eins', 'Eins a', 'Zwei'] }],
    ],
    [
      'a quotation with its author',
      '<blockquote><p>„So war es.“</p><footer>– Lena Vogt</footer></blockquote>',
      [{ type: 'quote', text: 'So war es.', attribution: 'Lena Vogt' }],
    ],
    [
      'a table with head and spans',
      '<table><caption>Stand</caption><tr><th>A</th><th>B</th></tr><tr><td colspan="2">Freitag</td></tr><tr><td>1</td></tr></table>',
      [
        {
          type: 'table',
          caption: 'Stand',
          head: ['A', 'B'],
          rows: [
            ['Freitag', ''],
            ['1', ''],
          ],
        },
      ],
    ],
    [
      'the line above a table as its caption',
      '<p>6. Spieltag:</p><table><tr><td>A</td><td>2:1</td></tr></table>',
      [{ type: 'table', caption: '6. Spieltag', head: [], rows: [['A', '2:1']] }],
    ],
    [
      'a written address as a link',
      '<p>Mehr: https://dpaq.de/x.</p>',
      [{ type: 'paragraph', html: 'Mehr: <a href="https://dpaq.de/x">dpaq.de/x</a>.' }],
    ],
    [
      'a video of a known host',
      '<iframe src="https://www.youtube-nocookie.com/embed/abc" title="Film"></iframe><iframe src="https://evil.example/x"></iframe>',
      [{ type: 'embed', vendor: 'youtube', url: 'https://www.youtube-nocookie.com/embed/abc', title: 'Film' }],
    ],
  ])('reads %s', (_case, html, expected) => {
    expect(blocks(html, 'Titel')).toEqual(expected)
  })

  it('takes caption and credit of a figure from beside the picture', () => {
    expect(
      blocks(
        '<figure><img src="https://a.example/1.jpg" alt="Haus"><div class="byline">Eva Foto/TT</div><figcaption>Ein Haus</figcaption></figure>',
      ),
    ).toEqual([
      {
        type: 'image',
        picture: { ...picture('https://a.example/1.jpg'), altText: 'Haus', caption: 'Ein Haus', credit: 'Eva Foto/TT' },
      },
    ])
  })

  it.each([
    '<script>alert(1)</script>',
    '<p onmouseover="alert(1)">Text</p>',
    '<a href="javascript:alert(1)">Text</a>',
    '<a href="java&#10;script:alert(1)">Text</a>',
    '<a href=" &#1;javascript:alert(1)">Text</a>',
    '<a href="data:text/html,<script>alert(1)</script>">Text</a>',
    '<a href="//evil.example">Text</a>',
    '<a href="/\\evil.example">Text</a>',
    '<svg onload=alert(1)><a href="x">Text</a></svg>',
    '<math><mtext></table><img src=x onerror=alert(1)></mtext></math>',
    '<style>p{background:url(javascript:alert(1))}</style><p>Text</p>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><p>alert(1)</p></template>',
    '<a href="https://a.example/&quot;onclick=&quot;alert(1)">Text</a>',
    '<object data="javascript:alert(1)"><embed src="javascript:alert(1)"></object>',
    '<form action="https://evil.example"><input name=a><button>Los</button></form>',
  ])('lets nothing active through: %s', (html) => {
    const out = JSON.stringify(blocks(html).filter((block) => block.type !== 'image'))
    expect(out).not.toMatch(/<(?!\/?(?:b|i|em|strong|a)\b|br>)/i)
    expect(out).not.toMatch(/<a (?!href=\\"(?:https?:\/\/|\/[^/\\]))/)
    expect(out).not.toMatch(/\son\w+\s*=\s*[^&]*<|javascript:/i)
    expect(out).not.toMatch(/<[^>]*\bon\w+=\w/i)
  })

  it('stays quick with a hundred thousand open tags', () => {
    const started = performance.now()
    expect(blocks(`${'<div><b><ul><li>'.repeat(25_000)}Ende`).length).toBeLessThan(10)
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('never throws and only ever writes allowed tags', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<table>',
      '<tr>',
      '<td>',
      '</td>',
      '</table>',
      '<ul>',
      '<li>',
      '</ul>',
      '<blockquote>',
      '</blockquote>',
      '<figure>',
      '<img src="https://a.example/x.jpg">',
      '<figcaption>',
      '</figure>',
      '<b>',
      '</b>',
      '<a href="javascript:x">',
      '<a href="https://x.example">',
      '</a>',
      '<script>',
      '</script>',
      '<h2>',
      '</h2>',
      '<br>',
      '<iframe src="https://vimeo.com/1">',
      '«',
      '»',
      '"',
      'Text ',
      '<',
      '&',
      '\u0000',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        for (const block of blocks(pieces.join(''))) {
          const html = block.type === 'paragraph' ? block.html : block.type === 'list' ? block.items.join('') : ''
          expect(
            html.replace(/<\/?(?:b|i|em|strong)>|<br>|<a href="(?:https?:\/\/|\/)[^"<>]*">|<\/a>/g, ''),
          ).not.toMatch(/[<>]/)
          if (block.type === 'paragraph') expect(toText(block.html)).not.toBe('')
        }
      }),
      { numRuns: 400 },
    )
  })
})

describe('links', () => {
  it.each([
    ['https://a.example/x', '', 'https://a.example/x'],
    ['/lokales', '', '/lokales'],
    ['seite.html', '', ''],
    ['seite.html', 'https://a.example/b/', 'https://a.example/b/seite.html'],
    ['//evil.example', '', ''],
    ['JAVASCRIPT:alert(1)', '', ''],
    ['java\tscript:alert(1)', 'https://a.example/', ''],
    ['mailto:x@y.de', '', ''],
    ['#oben', '', ''],
    ['https://', '', ''],
  ])('reads %s beside "%s"', (href, base, expected) => {
    expect(toLink(href, base)).toBe(expected)
  })
})

describe('the way into a text', () => {
  const lead = 'Die Stadt baut eine neue Brücke über die Aue bei Tannau.'
  const rest = 'Der Rat stimmte am Abend mit großer Mehrheit dafür.'

  it('moves the first sentence up when there is no teaser', () => {
    expect(
      openBody([{ type: 'paragraph', html: `${lead} ${rest}` }], { teaser: '', dateline: 'Tannau (dpa) - ' }),
    ).toEqual({ items: [{ type: 'paragraph', html: `Tannau (dpa) – ${rest}` }], teaserTextHtml: lead })
  })

  it('keeps the body whole when there is one', () => {
    expect(openBody([{ type: 'paragraph', html: `${lead} ${rest}` }], { teaser: 'Da', dateline: '' })).toEqual({
      items: [{ type: 'paragraph', html: `${lead} ${rest}` }],
      teaserTextHtml: 'Da',
    })
  })

  it('never cuts through a link', () => {
    const html = `Die Stadt <a href="/a">baut eine neue Brücke. Und</a> noch eine. ${rest}`
    expect(openBody([{ type: 'paragraph', html }], { teaser: '', dateline: '' })).toEqual({
      items: [{ type: 'paragraph', html }],
      teaserTextHtml: '',
    })
  })

  it('writes a teaser with allowed marks only', () => {
    expect(toTeaserHtml('<p>Eins <b>zwei</b><script>x</script></p><p>drei</p>', 'de')).toBe('Eins <b>zwei</b> drei')
  })
})

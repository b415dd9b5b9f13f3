import { describe, expect, it } from 'vitest'
import {
  openSealed,
  sanitiseHtml,
  sanitiseItems,
  sanitisePicture,
  sanitiseTeaserHtml,
  toSafeText,
  toSafeAddress,
  toSeal,
} from './sanitise.ts'
import { picture } from './content.testing.ts'

describe('HTML of paragraphs', () => {
  it.each([
    [
      'keeps the inline elements',
      '<b>a</b><i>b</i><em>c</em><strong>d</strong><sub>2</sub><sup>3</sup><code>x</code>',
      '<b>a</b><i>b</i><em>c</em><strong>d</strong><sub>2</sub><sup>3</sup><code>x</code>',
    ],
    [
      'keeps what was struck out, put in, marked',
      '<del>a</del><s>b</s><ins>c</ins><mark>d</mark>',
      '<del>a</del><s>b</s><ins>c</ins><mark>d</mark>',
    ],
    [
      'keeps links of this site',
      '<a href="/sport/fussball">x</a> <a href="#info">y</a>',
      '<a href="/sport/fussball">x</a> <a href="#info">y</a>',
    ],
    [
      'marks links to others',
      '<a href="https://a.example/b?c=1&amp;d=2" target="_blank" rel="opener" class="x">x</a>',
      '<a href="https://a.example/b?c=1&amp;d=2" rel="noopener">x</a>',
    ],
    [
      'keeps mail and telephone',
      '<a href="mailto:a@b.example">m</a><a href="tel:+49123">t</a>',
      '<a href="mailto:a@b.example">m</a><a href="tel:+49123">t</a>',
    ],
    ['drops scripts with their text', 'a<script>alert(1)</script>b', 'ab'],
    ['drops styles with their text', 'a<style>*{display:none}</style>b', 'ab'],
    ['drops handlers', '<b onclick="x()" style="color:red" id="y">a</b>', '<b>a</b>'],
    ['drops other elements and keeps their text', '<div><h1>a</h1><span>b</span></div>', 'ab'],
    [
      'drops pictures, frames, forms',
      '<img src=x onerror=alert(1)><iframe src="https://x"></iframe><form action="/x"><input name=a></form>t',
      't',
    ],
    [
      'drops vector graphics and formulas',
      '<svg><script>alert(1)</script></svg><math><mtext><script>alert(1)</script></mtext></math>t',
      't',
    ],
    [
      'drops script links, however written',
      '<a href="javascript:alert(1)">a</a><a href=" jAvAsCrIpT:alert(1)">b</a><a href="java&#10;script:alert(1)">c</a><a href="&#106;avascript:alert(1)">d</a>',
      'abcd',
    ],
    [
      'drops data and blob links',
      '<a href="data:text/html,x">a</a><a href="blob:https://x/y">b</a><a href="vbscript:x">c</a>',
      'abc',
    ],
    [
      'drops links that leave the site in disguise',
      '<a href="//evil.example">a</a><a href="/\\evil.example">b</a><a href="\\\\evil.example">c</a><a href="/&#9;/evil.example">d</a>',
      'abcd',
    ],
    [
      'drops the empty link and keeps the good one inside',
      '<a href="javascript:x"><a href="/gut">x</a></a>',
      '<a href="/gut">x</a>',
    ],
    ['closes what was left open', '<b>fett', '<b>fett</b>'],
    ['drops comments', 'a<!-- <b>x</b> -->b', 'ab'],
    ['leaves text alone', 'Preis: 3 & 4 > 2 „so“ – Größe', 'Preis: 3 & 4 > 2 „so“ – Größe'],
    ['leaves escaped text escaped', '&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['survives a broken tag', '<<b>a</b', '&lt;<b>a</b>'],
  ])('%s', (_name, html, expected) => {
    expect(sanitiseHtml(html)).toBe(expected)
    // Idempotent: sanitised text stays as it is.
    expect(sanitiseHtml(sanitiseHtml(html))).toBe(sanitiseHtml(html))
  })

  it('keeps lists inside a list entry, and only there', () => {
    const nested = 'a<ul><li>b<ol><li onclick="x()">c</li></ol></li></ul>'
    const clean = 'a<ul><li>b<ol><li>c</li></ol></li></ul>'
    expect(sanitiseItems([{ type: 'list', ordered: false, items: [nested] }])).toEqual([
      { type: 'list', ordered: false, items: [clean] },
    ])
    expect(sanitiseHtml(nested)).toBe('abc')
    expect(toSafeText(clean).split(/ +/).filter(Boolean)).toEqual(['a', 'b', 'c'])
  })

  it('cleans the cells of a table that says its cells are HTML, and leaves plain ones alone', () => {
    const dirty = '<script>x</script><a href="javascript:x">5</a> < 6'
    expect(
      sanitiseItems([
        { type: 'table', caption: '', head: [dirty], rows: [[dirty]], cells: 'html' },
        { type: 'table', caption: '', head: [dirty], rows: [[dirty]] },
      ]),
    ).toEqual([
      { type: 'table', caption: '', head: ['5 &lt; 6'], rows: [['5 &lt; 6']], cells: 'html' },
      { type: 'table', caption: '', head: [dirty], rows: [[dirty]] },
    ])
  })

  it('sanitises the paragraphs of a quotation and drops forbidden addresses', () => {
    expect(
      sanitiseItems([
        { type: 'quote', text: 'a', attribution: 'b', paragraphs: ['<b onclick="x()">a</b>'], url: 'javascript:x' },
        { type: 'quote', text: 'a', attribution: 'b', url: 'https://a.example/' },
        { type: 'heading', level: 3, text: 'a', url: '//evil.example' },
        { type: 'heading', level: 3, text: 'a', url: '/gut' },
      ]),
    ).toEqual([
      { type: 'quote', text: 'a', attribution: 'b', paragraphs: ['<b>a</b>'] },
      { type: 'quote', text: 'a', attribution: 'b', url: 'https://a.example/' },
      { type: 'heading', level: 3, text: 'a' },
      { type: 'heading', level: 3, text: 'a', url: '/gut' },
    ])
  })

  it('R3.6-04 allows less in a teaser', () => {
    expect(sanitiseTeaserHtml('<p>a <b>b</b><br>H<sub>2</sub>O <code>c</code></p>')).toBe('a <b>b</b><br />H2O c')
  })

  it('does not hang on deep nesting', () => {
    const deep = '<b>'.repeat(20_000) + 'x' + '</b>'.repeat(20_000)
    const started = performance.now()
    expect(sanitiseHtml(deep)).toContain('x')
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('addresses', () => {
  it.each([
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['https://a.example/', 'https://a.example/'],
    ['//a.example', null],
    ['/\\a', null],
    ['javascript:x', null],
    ['ftp://a.example', null],
    ['relative/path', null],
    ['', null],
    ['/a b', null],
    ['/a\u0000', null],
  ])('%j → %j', (address, expected) => {
    expect(toSafeAddress(address)).toBe(expected)
  })

  it.each([
    [picture('a'), true],
    [picture('a', { baseUrl: 'https://bilder.example/a.jpg' }), true],
    [picture('a', { baseUrl: 'http://bilder.example/a.jpg' }), false],
    [picture('a', { baseUrl: 'data:image/svg+xml,x' }), false],
    [picture('a', { baseUrl: '//bilder.example/a.jpg' }), false],
  ])('takes pictures of the store and of https addresses: %j', (given, isKept) => {
    expect(sanitisePicture(given) !== null).toBe(isKept)
  })

  it('drops an invalid colour', () => {
    expect(sanitisePicture(picture('a', { colour: 'red;background:url(x)' }))?.colour).toBeNull()
  })

  it('leaves out items with a forbidden address', () => {
    const bad = [
      { type: 'embed' as const, vendor: 'youtube' as const, url: 'javascript:x', title: '' },
      { type: 'video' as const, src: 'javascript:x', mimeType: '', poster: null, caption: '', credit: '', duration: 1 },
      { type: 'audio' as const, src: '#x', mimeType: '', title: '', duration: 1, voiceLabel: '' },
      ...[
        'javascript:x',
        'https://fremd.example/plan.pdf',
        '/plan.pdf',
        `/_media/import/ab/${'0'.repeat(32)}.mp3`,
        `/_media/import/ab/${'0'.repeat(32)}/plan.html`,
        `/_media/import/ab/${'0'.repeat(32)}/../plan.pdf`,
        `/_media/import/ab/${'0'.repeat(32)}/plan.pdf?e=1`,
      ].map((src) => ({ type: 'document' as const, src, title: 'Plan', bytes: 1 })),
      { type: 'image' as const, picture: picture('a', { baseUrl: 'x:y' }) },
      { type: 'gallery' as const, id: '1', title: '', pictures: [picture('a', { baseUrl: 'x:y' })] },
    ]
    expect(sanitiseItems([...bad, { type: 'heading', level: 2, text: 'a < b' }])).toEqual([
      { type: 'heading', level: 2, text: 'a < b' },
    ])
  })

  it('sanitises the HTML inside of boxes, lists, answers and live entries', () => {
    const dirty = '<script>x</script><b>y</b>'
    const items = sanitiseItems([
      {
        type: 'infoBox',
        title: '',
        items: [
          { type: 'paragraph', html: dirty },
          { type: 'list', ordered: true, items: [dirty] },
        ],
      },
      { type: 'list', ordered: false, items: [dirty] },
      { type: 'question', question: '', answer: [dirty] },
      { type: 'liveEntry', id: '1', label: '', time: '', headline: '', paragraphs: [dirty], isImportant: false },
    ])
    expect(JSON.stringify(items)).not.toContain('script')
    expect(JSON.stringify(items).match(/<b>y<\/b>/g)).toHaveLength(5)
  })
})

it.each([
  ['<b>a</b><br>b', 'a b'],
  ['a &amp; b', 'a & b'],
  ['1 &lt; 2', '1 < 2'],
  ['a<script>alert(1)</script> b', 'a b'],
])('takes the markup out of %j', (html, text) => {
  expect(toSafeText(html)).toBe(text)
})

it('sanitises only text without a valid seal', () => {
  const text = JSON.stringify({ a: 1 })
  let cleaned = 0
  const clean = (value: { a: number }) => (cleaned++, value)
  openSealed(text, toSeal(text), clean)
  expect(cleaned).toBe(0)
  openSealed(text, toSeal(`${text} `), clean)
  openSealed(text, '', clean)
  expect(cleaned).toBe(2)
})

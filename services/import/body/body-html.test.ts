import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBlocks, toTeaserHtml, toText } from './body-html.ts'
import { openBody } from './lead.ts'
import { toLink } from '@lokalteil/domain/reading/embed-addresses'
import type { FoundPicture } from '../parsed-document.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

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
      'the title of a work inside a sentence',
      '<p>Sie las aus <cite>Der Deich</cite> vor.</p>',
      [{ type: 'paragraph', html: 'Sie las aus <i>Der Deich</i> vor.' }],
    ],
    [
      'a quotation that names its source by its address alone',
      '<blockquote cite="https://rathaus.example/rede">Wir bauen.</blockquote><blockquote cite="urn:isbn:3">Wir warten.</blockquote>',
      [
        { type: 'quote', text: 'Wir bauen.', attribution: '', url: 'https://rathaus.example/rede' },
        { type: 'quote', text: 'Wir warten.', attribution: '' },
      ],
    ],
    [
      'lists in lists',
      '<ol><li>Eins<ul><li>Eins a</li></ul></li><li><p>Zwei</p></li><li></li></ol>',
      [{ type: 'list', ordered: true, items: ['Eins<ul><li>Eins a</li></ul>', 'Zwei'] }],
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
      'a video of a known host, and a frame of another as a link',
      '<iframe src="https://www.youtube-nocookie.com/embed/abc" title="Film"></iframe><iframe src="https://other.example/x"></iframe>',
      [
        { type: 'embed', vendor: 'youtube', url: 'https://www.youtube-nocookie.com/embed/abc', title: 'Film' },
        { type: 'embed', vendor: 'other', provider: 'other.example', url: 'https://other.example/x', title: '' },
      ],
    ],
    [
      'polls in frames, under the name of their house',
      '<iframe src="https://compass.pressekompass.net/compasses/blatt/wald-1?embed=1"></iframe><iframe src="https://pinpoll.com/tiny/48211"></iframe><iframe src="https://www.riddle.com/embed/a/372233?lazyImages=false"></iframe>',
      [
        {
          type: 'embed',
          vendor: 'other',
          provider: 'Opinary',
          url: 'https://compass.pressekompass.net/compasses/blatt/wald-1?embed=1',
          title: '',
        },
        { type: 'embed', vendor: 'other', provider: 'Pinpoll', url: 'https://pinpoll.com/tiny/48211', title: '' },
        { type: 'embed', vendor: 'other', provider: 'Riddle', url: 'https://www.riddle.com/view/372233', title: '' },
      ],
    ],
  ])('reads %s', (_case, html, expected) => {
    expect(blocks(html, 'Titel')).toEqual(expected)
  })

  it.each([
    ['&nbsp;', '620&nbsp;Punkte', '620\u00a0Punkte'],
    ['a decimal reference', '620&#160;Punkte', '620\u00a0Punkte'],
    ['a hexadecimal one', '620&#xA0;Punkte', '620\u00a0Punkte'],
    ['the character', '620\u00a0Punkte', '620\u00a0Punkte'],
    ['a thin space by name', '12&thinsp;%', '12\u2009%'],
    ['a narrow one by number', '10&#8239;€', '10\u202f€'],
    ['a narrow one in hexadecimal', '10&#x202f;€', '10\u202f€'],
    ['the narrow character', '10\u202f€', '10\u202f€'],
    ['the thin character', '12\u2009%', '12\u2009%'],
    ['behind bold', '<b>fett</b>&nbsp;weiter', '<b>fett</b>\u00a0weiter'],
    ['behind a link', '<a href="/l">Link</a>&nbsp;danach', '<a href="/l">Link</a>\u00a0danach'],
    ['before bold', 'vor&nbsp;<b>fett</b>', 'vor\u00a0<b>fett</b>'],
    ['alone in an element', 'eins<span>&nbsp;</span>zwei', 'eins\u00a0zwei'],
    ['a line separator', 'eins\u2028zwei', 'eins zwei'],
  ])('keeps a no-break space: %s', (_case, html, expected) => {
    expect(blocks(`<p>${html}</p>`)).toEqual([{ type: 'paragraph', html: expected }])
    expect(blocks(`<ul><li>${html}</li></ul>`)).toEqual([{ type: 'list', ordered: false, items: [expected] }])
  })

  it('keeps them in tables, captions, quotations, headings and teasers', () => {
    expect(
      blocks(
        '<h2>5&nbsp;%</h2><table><caption>6&#160;h</caption><tr><th>A</th><th>1&nbsp;m</th></tr><tr><td>620&nbsp;Punkte</td><td>&thinsp;</td></tr></table><blockquote>40&nbsp;Tage</blockquote><figure><img src="https://a.example/1.jpg"><figcaption>7&#8239;km</figcaption></figure>',
      ),
    ).toEqual([
      { type: 'heading', level: 2, text: '5\u00a0%' },
      { type: 'table', caption: '6\u00a0h', head: ['A', '1\u00a0m'], rows: [['620\u00a0Punkte', '']] },
      { type: 'quote', text: '40\u00a0Tage', attribution: '' },
      { type: 'image', picture: { ...picture('https://a.example/1.jpg'), caption: '7\u202fkm' } },
    ])
    expect(toTeaserHtml('12,4&nbsp;Mio. <b>x</b>&nbsp;y', 'de')).toBe('12,4\u00a0Mio. <b>x</b>\u00a0y')
  })

  /** As in a browser, white space in inline HTML collapses and no-break spaces stay. */
  it('never glues nor loses a word of running text', () => {
    const word = fc.constantFrom('Aue', '620', 'm', 'so!', 'Größe', '5', '%', '€', '–', 'a.b', 'ü')
    const gap = fc.constantFrom(
      '',
      ' ',
      '  ',
      '\n',
      '\t ',
      '&nbsp;',
      '&#160;',
      '&#xA0;',
      '&thinsp;',
      '&#8239;',
      '&#x202f;',
      '\u00a0',
      '\u2009',
      '\u202f',
      ' &nbsp;',
      '&nbsp; ',
    )
    const leaf = fc.tuple(gap, word, gap).map(([before, text, after]) => ({ html: before + text + after }))
    const { inline } = fc.letrec<{ inline: { html: string } }>((tie) => ({
      inline: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc
          .tuple(
            fc.constantFrom(
              'b',
              'strong',
              'i',
              'em',
              'sup',
              'sub',
              'del',
              's',
              'ins',
              'mark',
              'code',
              'span',
              'font',
              'small',
              'a href="https://a.example/"',
              'a href="#x"',
              'abbr title="x"',
              'u',
            ),
            fc.array(tie('inline'), { minLength: 1, maxLength: 3 }),
          )
          .map(([tag, parts]) => ({
            html: `<${tag}>${parts.map(({ html }) => html).join('')}</${tag.split(' ')[0]}>`,
          })),
      ),
    }))
    const decode = (text: string) =>
      text
        .replace(/&nbsp;|&#160;|&#xA0;/g, '\u00a0')
        .replace(/&thinsp;/g, '\u2009')
        .replace(/&#8239;|&#x202f;/g, '\u202f')
        .replace(/&amp;/g, '&')
    const shown = (html: string) =>
      decode(html.replace(/<[^>]*>/g, ''))
        .replace(/[ \t\n]+/g, ' ')
        .trim()
    fc.assert(
      fc.property(
        fc.array(inline, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('p', 'li', 'td', 'blockquote'),
        (parts, tag) => {
          const html = parts.map((part) => part.html).join('')
          const inside = {
            p: `<p>${html}</p>`,
            li: `<ul><li>${html}</li></ul>`,
            td: `<table><tr><td>${html}</td><td>z</td></tr></table>`,
            blockquote: `<blockquote>${html}</blockquote>`,
          }[tag]
          const [block] = toBlocks(inside, { language: 'en' }).items
          const written =
            block?.type === 'paragraph'
              ? block.html
              : block?.type === 'heading'
                ? block.text
                : block?.type === 'list'
                  ? block.items[0]!
                  : block?.type === 'table'
                    ? block.rows[0]![0]!
                    : block?.type === 'quote'
                      ? (block.paragraphs?.join('') ?? block.text)
                      : ''
          expect(shown(written)).toBe(shown(html))
        },
      ),
      { numRuns: propertyRuns(600) },
    )
  })

  it.each<[string, string, string]>([
    ['raised and lowered characters', '25 m<sup>2</sup> CO<sub>2</sub>', '25 m<sup>2</sup> CO<sub>2</sub>'],
    [
      'what was struck out and put in',
      '<del>5</del> <s>6</s> <strike>7</strike> <ins>8</ins>',
      '<del>5</del> <s>6</s> <s>7</s> <ins>8</ins>',
    ],
    [
      'marked words and program text',
      '<mark>neu</mark> <code>npm</code> <kbd>Strg</kbd>',
      '<mark>neu</mark> <code>npm</code> <code>Strg</code>',
    ],
    [
      'mail',
      '<a href="mailto:info@stadt.example?subject=Frage">schreiben</a>',
      '<a href="mailto:info@stadt.example?subject=Frage">schreiben</a>',
    ],
    ['telephone', '<a href="tel:+49 4321 / 99">anrufen</a>', '<a href="tel:+494321/99">anrufen</a>'],
    [
      'a blank in an address',
      '<a href="https://a.example/zwei worte.pdf">x</a>',
      '<a href="https://a.example/zwei%20worte.pdf">x</a>',
    ],
    ['a quotation in a sentence', 'Er sagt <q>gut</q>.', 'Er sagt „gut“.'],
    ['bold set with styles', 'eins <span style="font-weight: 700">zwei</span> drei', 'eins <b>zwei</b> drei'],
    ['struck out with styles', '<span style="text-decoration:line-through">alt</span> neu', '<s>alt</s> neu'],
    ['emoji that are pictures', 'Gut <img src="https://s.w.org/1f600.svg" alt="😀" class="wp-smiley"> so', 'Gut 😀 so'],
    ['lines of program text', '<pre>a  b\n  c</pre>', '<code>a\u00a0\u00a0b<br>\u00a0\u00a0c</code>'],
    [
      'lines of a poem',
      '<pre class="wp-block-verse">Am Fluss\nder <em>Abend</em></pre>',
      'Am Fluss<br>der <em>Abend</em>',
    ],
  ])('keeps %s', (_case, html, expected) => {
    expect(blocks(/^<pre/.test(html) ? html : `<p>${html}</p>`)).toEqual([{ type: 'paragraph', html: expected }])
  })

  it('names the parts that were left out, each once', () => {
    const read = (html: string, more = {}) => toBlocks(html, { language: 'de', ...more }).notes
    expect(read('<p>a <a href="seite.html">b</a> <a href="seite.html">b</a></p>')).toEqual([
      'link that leads nowhere here left out: seite.html (2 times)',
    ])
    expect(read('<h2>Jetzt <s>Montag</s> Dienstag</h2>')).toEqual(['words struck out in a heading left out: "Montag"'])
    expect(read('<form><p>Ihr Name</p></form>')).toEqual(['form left out: "Ihr Name"'])
    expect(read('<audio src="blob:x"></audio><video></video>')).toEqual([
      'sound without usable address left out: no name',
      'film without usable address left out: no name',
    ])
    expect(read('<img src="data:image/png;base64,AA" alt="Haus">', { findPicture: () => null })).toEqual([
      'picture without usable address left out: Haus',
    ])
    expect(read(`${'<div>'.repeat(500)}x`)).toEqual(['nested deeper than 400 levels: the rest was left out'])
    expect(read('<p>Nur Text mit <b>Fett</b> und <a href="https://a.example">Link</a></p>')).toEqual([])
  })

  it('finds caption and credit of a figure beside the picture', () => {
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
  ])('lets no active content through: %s', (html) => {
    const out = JSON.stringify(blocks(html).filter((block) => block.type !== 'image'))
    expect(out).not.toMatch(/<(?!\/?(?:b|i|em|strong|a|sup|sub|del|s|ins|mark|code)\b|br>)/i)
    expect(out).not.toMatch(/<a (?!href=\\"(?:https?:\/\/|\/[^/\\]))/)
    expect(out).not.toMatch(/\son\w+\s*=\s*[^&]*<|javascript:/i)
    expect(out).not.toMatch(/<[^>]*\bon\w+=\w/i)
  })

  it('stays quick with a hundred thousand open tags', () => {
    const started = performance.now()
    expect(blocks(`${'<div><b><ul><li>'.repeat(25_000)}Ende`).length).toBeLessThan(10)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('stays quick with links in links and lists in lists around long texts', () => {
    const long = 'Wort '.repeat(40_000)
    const started = performance.now()
    expect(blocks(`${'<a href="/x">'.repeat(390)}${long}`)).toHaveLength(1)
    const [list] = blocks(`${'<ul><li>x'.repeat(190)}${long}`)
    expect(list?.type === 'list' && list.items[0]!.length).toBeGreaterThan(long.length - 2)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('keeps lists five deep, and the words of deeper ones', () => {
    const [list] = blocks(`${'<ul><li>x'.repeat(8)}Ende${'</li></ul>'.repeat(8)}`)
    expect(list?.type === 'list' && list.items).toEqual([
      'x<ul><li>x<ul><li>x<ul><li>x<ul><li>x<br>x<br>x<br>xEnde</li></ul></li></ul></li></ul></li></ul>',
    ])
  })

  it('never throws and writes only allowed tags', () => {
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
            html.replace(
              /<\/?(?:b|i|em|strong|sub|sup|code|del|s|ins|mark|ul|ol|li)>|<br>|<a href="(?:https?:\/\/|\/)[^"<>]*">|<\/a>/g,
              '',
            ),
          ).not.toMatch(/[<>]/)
          if (block.type === 'paragraph') expect(toText(block.html)).not.toBe('')
        }
      }),
      { numRuns: propertyRuns(400) },
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

describe('the beginning of a text', () => {
  const lead = 'Die Stadt baut eine neue Brücke über die Aue bei Tannau.'
  const rest = 'Der Rat stimmte am Abend mit großer Mehrheit dafür.'

  it('moves the first sentence up if there is no teaser', () => {
    expect(
      openBody([{ type: 'paragraph', html: `${lead} ${rest}` }], { teaser: '', dateline: 'Tannau (dpa) - ' }),
    ).toEqual({ items: [{ type: 'paragraph', html: `Tannau (dpa) – ${rest}` }], teaserTextHtml: lead })
  })

  it('keeps the body whole if there is one', () => {
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

  it('writes a teaser with allowed markup only', () => {
    expect(toTeaserHtml('<p>Eins <b>zwei</b><script>x</script></p><p>drei</p>', 'de')).toBe('Eins <b>zwei</b> drei')
  })
})

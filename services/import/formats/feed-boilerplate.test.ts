import { describe, expect, it } from 'vitest'
import { toBlocks, toOwnWords } from '../body/body-html.ts'
import type { FoundPicture } from '../parsed-document.ts'
import { dropBoilerplate, trimBoilerplate } from './feed-boilerplate.ts'

const LINK = '<a href="https://bote.example/rat/">Rat tagt</a>'
const SITE = '<a href="https://bote.example">Bote</a>'

const PICTURE = { baseUrl: '', cropVal: '', altText: '', width: 0, height: 0, credit: '', caption: '' } as FoundPicture

describe('boilerplate at the end of a text', () => {
  it.each([
    ['the English credit', `The post ${LINK} appeared first on ${SITE}.`],
    ['the German credit', `Der Beitrag ${LINK} erschien zuerst auf ${SITE}.`],
    ['the credit of another translation', `Der Beitrag ${LINK} ist zuerst auf ${SITE} erschienen.`],
    ['a credit without links', 'Der Beitrag Rat tagt erschien zuerst auf Bote.'],
    ['a way to the rest', '<a href="https://bote.example/rat/">Weiterlesen</a>'],
    ['a way with a title', '<a href="https://bote.example/rat/">Weiterlesen „Rat tagt“</a>'],
    ['a way in English', '<a href="https://bote.example/rat/">Continue reading Rat tagt →</a>'],
    ['a way with arrows', '<a href="https://bote.example/rat/">mehr »</a>'],
    ['words alone', 'Weiterlesen …'],
    ['buttons', 'Teilen mit:'],
    ['a wait', 'Gefällt mir: Wird geladen …'],
    ['a footer', 'Dieser Eintrag wurde am 3. Mai 2026 von admin unter Allgemein veröffentlicht.'],
    ['the supplier of press releases', 'Original-Content von: Polizei Auenburg, übermittelt durch news aktuell'],
    ['nothing but a cut', '[…]'],
  ])('%s is removed as a whole', (_case, html) => {
    expect(trimBoilerplate(html)).toBe('')
    expect(dropBoilerplate([{ type: 'paragraph', html }])).toEqual([])
  })

  it.each([
    [`Der Rat hat getagt. The post ${LINK} appeared first on ${SITE}.`, 'Der Rat hat getagt.'],
    [`Der Rat hat getagt.<br><br>Der Beitrag ${LINK} erschien zuerst auf ${SITE}.`, 'Der Rat hat getagt.'],
    ['Der Rat hat am Abend […]', 'Der Rat hat am Abend …'],
    ['Der Rat hat am Abend, […]', 'Der Rat hat am Abend …'],
    ['Der Rat hat am Abend [...]', 'Der Rat hat am Abend …'],
    [`Der Rat hat am Abend […] <a href="https://b.example">Weiterlesen</a>`, 'Der Rat hat am Abend …'],
    ['Der Rat hat getagt. (mehr …)', 'Der Rat hat getagt.'],
    ['Der Rat hat getagt. <a href="https://b.example">Mehr lesen</a> »', 'Der Rat hat getagt.'],
    ['Der Rat hat getagt. <a href="https://b.example">[Weiterlesen]</a>', 'Der Rat hat getagt.'],
    ['Der Rat hat getagt. Weiterlesen →', 'Der Rat hat getagt.'],
  ])('%s', (html, kept) => {
    expect(trimBoilerplate(html)).toBe(kept)
  })

  it.each([
    'Er las den Kindern vor und wollte weiterlesen.',
    'Das kostet <a href="https://b.example">mehr als gedacht</a>',
    'Lesen Sie mehr dazu: <a href="https://b.example">Der Haushalt im Überblick</a>',
    'Die Post hat zu.',
    'The post office appeared in 1902.',
    'Der Beitrag der Stadt steigt auf 20 Euro.',
    'Der Antrag (Drucksache 12/3) ist angenommen.',
    'Sie sagte: „Da kommt noch mehr.“',
    'Im Antrag heißt es: „Die Mittel […] werden gesperrt.“',
    'Mehr Geld für Kitas',
    'Zeugen melden sich unter 0123 4567.',
  ])('%s stays', (html) => {
    expect(trimBoilerplate(html)).toBe(html)
  })

  it('is removed from lists and headings, whatever else is in them', () => {
    expect(
      dropBoilerplate([
        { type: 'heading', level: 3, text: 'Teilen mit:' },
        { type: 'list', ordered: false, items: ['Teilen', 'Drucken'] },
        { type: 'list', ordered: false, items: ['Eins', 'Drucken'] },
        { type: 'heading', level: 3, text: 'Haushalt' },
      ]),
    ).toEqual([
      { type: 'list', ordered: false, items: ['Eins'] },
      { type: 'heading', level: 3, text: 'Haushalt' },
    ])
  })

  it('is found in linear time', () => {
    const timeOf = (count: number) => {
      const started = performance.now()
      trimBoilerplate('The post x appeared first on '.repeat(count))
      trimBoilerplate('<a href="x">weiterlesen'.repeat(count))
      trimBoilerplate('[ '.repeat(count * 5))
      return performance.now() - started
    }
    // The fastest measures the code and not the load of the machine. Eight times the text: 64 times if quadratic.
    const [long, short]: number[][] = [[], []]
    const ratio = () => Math.min(...long!) / Math.min(...short!)
    for (let round = 0; round < 3 || (round < 12 && ratio() >= 24); round++) {
      short!.push(timeOf(2_500))
      long!.push(timeOf(20_000))
    }
    expect(ratio()).toBeLessThan(24)
  })
})

describe('widgets in the markup', () => {
  const read = (html: string) => {
    const { items, notes } = toBlocks(html, {
      language: 'de',
      findPicture: ({ src = '' }) => ({ ...PICTURE, baseUrl: src }),
    })
    return { shown: items.map((item) => (item.type === 'paragraph' ? item.html : item.type)), notes }
  }

  it.each([
    [
      'buttons to share',
      '<p>Text</p><div class="sharedaddy sd-sharing-enabled"><div><h3>Teilen mit:</h3><ul><li>X</li></ul></div></div><p>Ende</p>',
      ['Text', 'Ende'],
      ['share buttons left out: "Teilen mit: X"'],
    ],
    [
      'a list known by its id',
      '<p>Text</p><div id="jp-relatedposts"><a href="https://bote.example/2">Mehr</a></div>',
      ['Text'],
      ['list of other articles left out: "Mehr"'],
    ],
    [
      'links of a feed service',
      '<p>Text</p><div class="feedflare">\n<a href="http://feeds.feedburner.com/~ff/bote?a=1"><img src="http://feeds.feedburner.com/~ff/bote?d=1"></a></div>',
      ['Text'],
      ['links of the feed service left out'],
    ],
    [
      'its counter',
      'Text<img src="http://feeds.feedburner.com/~r/bote/~4/abc" height="1" width="1" alt=""/>',
      ['Text'],
      [],
    ],
    [
      'a counter of authors',
      '<p>Text<img src="https://ssl-vg03.met.vgwort.de/na/abc" width="1" height="1" alt=""></p>',
      ['Text'],
      [],
    ],
    [
      'a counter by its size, without script too',
      '<img src="https://zaehler.example/x.gif" width="1" height="1"><p>Text</p><noscript><img src="https://zaehler.example/y.gif" width="1" height="1"></noscript>',
      ['Text'],
      [],
    ],
    [
      'a count of views',
      '<p>Text</p><div class="post-views">612 Aufrufe</div>',
      ['Text'],
      ['count of views left out: "612 Aufrufe"'],
    ],
    [
      'a form to subscribe',
      '<p>Text</p><div class="subscription-widget-wrap-editor"><form><input type="email"></form></div>',
      ['Text'],
      ['call to subscribe left out'],
    ],
  ])('%s are left out and named, and are no correction', (_case, html, shown, notes) => {
    expect(read(html)).toEqual({ shown, notes })
    expect(toOwnWords(html)).toBe(shown.join(' '))
  })

  it.each([
    [
      '<p class="lead">Text &amp; mehr</p><img src="https://bote.example/bild.jpg" width="800" height="600">',
      ['Text &amp; mehr', 'image'],
    ],
    ['<figure class="wp-block-image"><img src="https://bote.example/a.jpg"></figure>', ['image']],
    ['<div class="wp-block-group"><p>eins<p>zwei</div>', ['eins', 'zwei']],
    ['<h2 id="werbung">Werbung</h2><p id="social-share">Text</p>', ['heading', 'Text']],
  ])('%s stays', (html, shown) => {
    expect(read(html)).toEqual({ shown, notes: [] })
  })

  it.each([
    ['<p>Der&nbsp;Fluss</p><p>steigt &amp; f&auml;llt</p><!-- x -->', 'Der\u00a0Fluss steigt & fällt'],
    ['a < b', 'a < b'],
    ['<script>zaehle()</script>Text', 'Text'],
  ])('the words of %s', (html, words) => {
    expect(toOwnWords(html)).toBe(words)
  })
})

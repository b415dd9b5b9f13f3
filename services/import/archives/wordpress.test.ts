import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ParsedDocument, Refusal } from '../parsed-document.ts'
import { parseNow } from '../formats/parse.ts'
import { findArchive } from './archive.ts'
import { toOneLanguage, toParagraphs, toPostHtml } from './wordpress-body.ts'

const FIXTURE = join(import.meta.dirname, 'fixtures/wordpress-export.xml')
const EXPORT = readFileSync(FIXTURE, 'utf8')
/** The first post of the example; one of its comments quotes the end of an item. */
const FIRST = /\t<item>[^]*?\n\t<\/item>/.exec(EXPORT)![0]
const NOW = new Date('2026-11-21T12:00:00Z')
const CONTEXT = { now: NOW, fallbackDate: NOW }

async function readFile(path: string) {
  const archive = await findArchive(path, statSync(path).size)
  if (archive === null) throw new Error('not recognised')
  const documents: ParsedDocument[] = []
  const refusals: Refusal[] = []
  const remarks: string[] = []
  let bytes = 0
  for await (const part of archive(CONTEXT)) {
    documents.push(...part.documents)
    refusals.push(...part.refusals)
    remarks.push(...(part.remarks ?? []))
    bytes += part.bytes
  }
  return { documents, refusals, remarks, bytes }
}

function read(content: string | Uint8Array) {
  const path = join(mkdtempSync(join(tmpdir(), 'wordpress-')), 'anything.bin')
  writeFileSync(path, content)
  return readFile(path)
}

describe('a WordPress export', () => {
  it('becomes articles with dates, authors, sections, pictures and their former addresses', async () => {
    const { documents } = await readFile(FIXTURE)
    const [market, choirs, night] = documents
    expect(documents).toHaveLength(3)
    expect(market).toMatchObject({
      sourceId: 'https://marktblatt.example/?p=101',
      title: 'Der Wochenmarkt zieht um',
      publishDate: '2019-05-03T06:00:00.000Z',
      updateDate: '2019-05-04T09:30:00.000Z',
      authors: ['Jana Wolf'],
      source: '',
      picture: { credit: 'Jana Wolf', caption: 'Der leere Kirchplatz im April.', width: 1800 },
      formerAddresses: ['/2019/05/wochenmarkt-zieht-um', '/?p=101', '/2019/05/markt-zieht-um'],
    })
    expect(choirs).toMatchObject({
      title: 'Chöre singen wieder – im Freien',
      teaserTextHtml: 'Im Park treten am Sonntag drei Chöre auf.',
      authors: ['Jana Wolf', 'Mia Adler'],
      classes: { ressorts: [{ name: 'Chöre', under: ['Vereine & Ehrenamt'] }, { name: 'Vereine & Ehrenamt' }] },
    })
    expect(night).toMatchObject({ embargo: '2026-12-05T08:00:00.000Z', formerAddresses: ['/?p=103'] })
  })

  it('keeps the text: paragraphs of the classic editor, captions, the pictures of a gallery, films, brackets', async () => {
    const { documents } = await readFile(FIXTURE)
    expect(documents[0]!.contentItems).toMatchObject([
      { type: 'paragraph', html: 'Der Rathausplatz wird gepflastert.<br>Das dauert bis in den Herbst.' },
      { type: 'image', picture: { baseUrl: expect.stringContaining('/stand.jpg'), credit: 'Emre Kaya' } },
      { type: 'heading', text: 'Was bleibt' },
      { type: 'list', items: ['Käse', 'Blumen'] },
      { type: 'paragraph', html: expect.stringMatching(/^Mehr steht \[sic\].*18 Uhr \]\]&gt; wie immer\.$/) },
      { type: 'paragraph', html: 'Montag bis Samstag' },
      { type: 'image', picture: { baseUrl: expect.stringContaining('/park-scaled.jpg'), credit: 'Mia Adler' } },
      { type: 'embed', vendor: 'youtube' },
    ])
    expect(documents[0]!.notes).toEqual([
      "code of the source's editor left out: [mein_kasten]",
      'it was pinned to the front ("sticky"), which is yours to do here',
    ])
    expect(documents[1]!.contentItems.map((item) => item.type)).toEqual(['paragraph', 'paragraph', 'paragraph'])
    expect(documents[1]!.notes).toEqual(['block that WordPress fills itself left out: latest-posts'])
  })

  it('puts drafts, pages and protected posts aside, and counts the rest', async () => {
    const { refusals, remarks, bytes } = await readFile(FIXTURE)
    expect(refusals.map(({ outcome, reason }) => [outcome, reason.slice(0, 30)])).toEqual([
      ['put-aside', 'not published in WordPress (dr'],
      ['put-aside', 'readable with a password only'],
      ['put-aside', '"Impressum" is a page, not an '],
    ])
    expect(remarks.join('\n')).toMatch(/3 files of the library[^]*nav_menu_item[^]*1 comments are not imported/)
    expect(bytes).toBeGreaterThan(9000)
  })

  it('puts posts without a text aside, also where the editor left empty paragraphs', async () => {
    const empty = ['', '<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->', '<p>&nbsp;</p><br />', '<!--more-->']
    const posts = empty.map((content, index) => post(701 + index, content))
    const { documents, refusals } = await read(site(...posts, post(790, '<p>Ein Text.</p>')))
    expect(documents.map(({ sourceId }) => sourceId)).toEqual([expect.stringContaining('790')])
    expect(refusals.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      empty.map((_content, index) => ['put-aside', `post ${701 + index} it has a headline and nothing else`]),
    )
  })

  it('is no feed: an agency that pushes it gets a hint to the command', () => {
    const { documents, refusals } = parseNow(Buffer.from(EXPORT), CONTEXT)
    expect([documents.length, refusals[0]?.reason]).toEqual([0, expect.stringContaining('npx lokalteil import')])
  })
})

/** An export of these items. */
const site = (...items: string[]) => `${EXPORT.slice(0, EXPORT.indexOf(FIRST))}${items.join('\n')}</channel></rss>`
const post = (number: number, content: string, more: Record<string, string> = {}, rest = '') => {
  const fields = {
    title: `Beitrag ${number}`,
    link: `https://marktblatt.example/beitrag-${number}/`,
    guid: `https://marktblatt.example/?p=${number}`,
    'content:encoded': `<![CDATA[${content}]]>`,
    'wp:post_id': String(number),
    'wp:post_date_gmt': '2026-11-10 09:00:00',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    ...more,
  }
  return `<item>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}${rest}</item>`
}
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
const upload = (number: number, name: string, caption: string) =>
  post(number, '', {
    'wp:post_type': 'attachment',
    'wp:attachment_url': `https://marktblatt.example/wp-content/uploads/2026/11/${name}.jpg`,
    'excerpt:encoded': caption,
  })
const HARBOUR = upload(903, 'hafen', 'Der Hafen. Foto: Ines Wolter')
const image = (attributes: string, file = 'hafen-1024x683') =>
  `<img src="https://i0.wp.com/marktblatt.example/wp-content/uploads/2026/11/${file}.jpg?ssl=1" alt="" ${attributes}/>`

describe('pictures in the text of an export', () => {
  it.each<[string, string, string[]]>([
    ['alone', `Davor.\n\n${image('class="wp-image-903"')}`, ['Der Hafen.|Ines Wolter']],
    ['in a link', `<a href="/hafen.jpg">${image('class="size-large wp-image-903"')}</a>`, ['Der Hafen.|Ines Wolter']],
    [
      'in a block',
      `<!-- wp:image {"id":903} --><figure>${image('class="wp-image-903"')}</figure><!-- /wp:image -->`,
      ['Der Hafen.|Ines Wolter'],
    ],
    [
      'with words of its own',
      `<figure>${image('class="wp-image-903"')}<figcaption>Am Abend</figcaption></figure>`,
      ['Am Abend|Ines Wolter'],
    ],
    [
      'with a credit of its own',
      `<figure>${image('class="wp-image-903"')}<figcaption>Am Abend. Foto: Archiv</figcaption></figure>`,
      ['Am Abend.|Archiv'],
    ],
    ['by its address alone', image(''), ['Der Hafen.|Ines Wolter']],
    ['with the number of another one', image('class="wp-image-903"', 'berg-1024x683'), ['|']],
    ['by a number beside it', image('data-id="903"'), ['Der Hafen.|Ines Wolter']],
    [
      'with the old attribute',
      `[caption id="a" caption="Der Hafen, 1962. Foto: Archiv"]${image('', 'alt')}[/caption]`,
      ['Der Hafen, 1962.|Archiv'],
    ],
  ])('have caption and credit of the library: %s', async (_case, content, expected) => {
    const { documents } = await read(site(post(1, `<p>Ein Satz.</p>${content}`), HARBOUR))
    const [document] = documents
    const shown = [
      document!.picture,
      ...document!.contentItems.map((item) => (item.type === 'image' ? item.picture : null)),
    ]
    expect(shown.flatMap((picture) => (picture === null ? [] : `${picture.caption}|${picture.credit}`))).toEqual(
      expected,
    )
  })

  it('in a gallery have the credit that is given for all of them', async () => {
    const inside = (file: string) => `<figure class="wp-block-image">${image('', file)}</figure>`
    const gallery = `<!-- wp:gallery --><figure class="wp-block-gallery">${inside('hafen')}${inside('berg')}<figcaption class="blocks-gallery-caption">Vom Fest. Alle Fotos: Jo Ast</figcaption></figure><!-- /wp:gallery -->`
    const { documents } = await read(site(post(1, `<p>Ein Satz.</p>${gallery}`), HARBOUR))
    expect(documents[0]!.contentItems.at(-1)).toMatchObject({
      type: 'gallery',
      title: 'Vom Fest.',
      pictures: [{ credit: 'Ines Wolter' }, { credit: 'Jo Ast' }],
    })
  })
})

describe('other parts of the export', () => {
  const itemsOf = async (...items: string[]) => {
    const { documents } = await read(site(...items))
    return documents[0]!.contentItems.map((item) => (item.type === 'paragraph' ? item.html : item.type))
  }

  it('footnotes stand below the article, in the order of the text', async () => {
    const mark = (id: string, number: number) => `<sup data-fn="${id}" class="fn"><a href="#${id}">${number}</a></sup>`
    const content = `<!-- wp:paragraph --><p>Vier Millionen.${mark('b', 1)} Und mehr.${mark('a', 2)}</p><!-- /wp:paragraph -->`
    const notes = meta('footnotes', '[{"id":"a","content":"Stand <em>2025</em>."},{"id":"b","content":"Ohne Zinsen."}]')
    const expected = ['<sup>1</sup> Ohne Zinsen.', '<sup>2</sup> Stand <em>2025</em>.']
    expect((await itemsOf(post(1, `${content}<!-- wp:footnotes /-->`, {}, notes))).slice(-2)).toEqual(expected)
    expect((await itemsOf(post(1, content, {}, notes))).slice(-2)).toEqual(expected)
  })

  it.each(['mfn', 'efn_note', 'ref'])('footnotes of plug-ins stand below the article: [%s]', async (code) => {
    const text = `Vier Millionen. [${code}]Ohne <em>Zinsen</em>.[/${code}] Und mehr.[${code}]Stand 2025.[/${code}]\n\nEnde.`
    expect((await itemsOf(post(1, text))).slice(-3)).toEqual([
      'Ende.',
      '<sup>1</sup> Ohne <em>Zinsen</em>.',
      '<sup>2</sup> Stand 2025.',
    ])
    expect((await read(site(post(1, text)))).documents[0]!.notes).toBeUndefined()
  })

  it('texts of the library and reusable blocks have one language, as posts do', async () => {
    const picture = post(
      903,
      '',
      {
        'wp:post_type': 'attachment',
        'wp:attachment_url': 'https://marktblatt.example/wp-content/uploads/2026/11/hafen.jpg',
        'excerpt:encoded': '[:de]Der Hafen. Foto: Ines Wolter[:en]The harbour. Photo: Ines Wolter[:]',
      },
      meta('_wp_attachment_image_alt', '[:en]Quay[:de]Kai[:]'),
    )
    const block = post(77, '[:de]<p>Immer wieder.</p>[:en]<p>Again.</p>[:]', { 'wp:post_type': 'wp_block' })
    const content = `<p>Eins.</p>${image('class="wp-image-903"').replace('alt=""', '')}<p>Zwei.</p><!-- wp:block {"ref":77} /-->`
    const { documents } = await read(site(post(1, content), picture, block))
    expect(documents[0]!.picture).toMatchObject({ caption: 'Der Hafen.', credit: 'Ines Wolter', altText: 'Kai' })
    expect(documents[0]!.contentItems.at(-1)).toMatchObject({ html: 'Immer wieder.' })
  })

  it('codes with an address become content of its site', async () => {
    const codes =
      '[instagram url=https://www.instagram.com/p/AbCdEf/]\n\n[soundcloud url="https://soundcloud.com/bote/rat" /]\n\n[iframe src="https://datawrapper.dwcdn.net/a1B2c/2/"]\n\n[foto url="https://marktblatt.example/a"]'
    const { documents } = await read(site(post(1, `Davor.\n\n${codes}\n\nDanach.`)))
    const short = JSON.stringify(documents[0]!.contentItems)
    for (const address of ['instagram.com/p/AbCdEf', 'soundcloud.com/bote/rat', 'datawrapper.dwcdn.net/a1B2c'])
      expect(short).toContain(address)
    expect(documents[0]!.notes).toContain("code of the source's editor left out: [foto]")
  })

  it('reusable blocks are inserted', async () => {
    const content =
      '<!-- wp:paragraph --><p>Eins.</p><!-- /wp:paragraph --><!-- wp:block {"ref":77,"content":{"a":{}}} /--><!-- wp:block {"ref":78} /-->'
    const block = post(77, '<!-- wp:paragraph --><p>Immer wieder.</p><!-- /wp:paragraph -->', {
      'wp:post_type': 'wp_block',
    })
    expect(await itemsOf(post(1, content), block)).toEqual(['Eins.', 'Immer wieder.'])
    expect((await read(site(post(1, content), block))).documents[0]!.notes).toEqual([
      'a reusable block (number 78) is not in the export',
    ])
    const circle = post(77, '<!-- wp:block {"ref":77} --><!-- wp:block {"ref":77} /--><!-- wp:block {"ref":77} /-->', {
      'wp:post_type': 'wp_block',
    })
    expect((await read(site(post(1, content), circle))).documents[0]!.notes).toContain('too many reusable blocks')
  })

  it.each<[string, string, string, string[]]>([
    ['a guest', '', '<category domain="author" nicename="cap-mara-lind">mara-lind</category>', ['Mara Lind']],
    [
      'a guest and a user',
      '',
      '<category domain="author" nicename="cap-jwolf">jwolf</category><category domain="author" nicename="cap-mara-lind">mara-lind</category>',
      ['Jana Wolf', 'Mara Lind'],
    ],
    ['a login nobody knows', '', '<category domain="author" nicename="cap-otto.x">otto.x</category>', []],
    ['a user', 'jwolf', '', ['Jana Wolf']],
    ['a user who is not in the head', 'fremd', '', []],
    ['a name', 'Mia Adler', '', ['Mia Adler']],
  ])('authors have their names: %s', async (_case, creator, terms, names) => {
    const guest = post(
      9,
      '',
      { title: 'Mara Lind', 'wp:post_type': 'guest-author' },
      meta('cap-user_login', 'mara-lind') + meta('cap-display_name', 'Mara Lind'),
    )
    const text = '<p>Ein Satz.</p>'
    const { documents, refusals } = await read(site(guest, post(1, text, { 'dc:creator': creator }, terms)))
    expect(documents[0]!.authors).toEqual(names)
    expect(documents[0]!.notes?.length ?? 0).toBe(names.length === 0 && creator + terms !== '' ? 1 : 0)
    expect(refusals).toEqual([])
  })

  it('tags of WXR 1.0 are tags', async () => {
    const { documents } = await read(
      site(post(1, '<p>A.</p>', {}, '<category domain="tag" nicename="hafen">Hafen</category>')),
    )
    expect(documents[0]!.classes.keywords).toEqual([{ code: '', name: 'Hafen' }])
  })
})

it('posts with the same guid are separate articles; the post that the guid names keeps it', async () => {
  const guid = 'https://marktblatt.example/?p=12'
  const { documents } = await read(
    site(...[11, 12, 13].map((number) => post(number, `<p>Text ${number}.</p>`, { guid }))),
  )
  expect(documents.map(({ sourceId }) => sourceId)).toEqual([`${guid}#11`, guid, `${guid}#13`])
  expect(documents[0]!.formerAddresses).toEqual(['/beitrag-11', '/?p=11'])
})

const language = (code: string, group: string) =>
  `<category domain="language" nicename="${code}">x</category><category domain="post_translations" nicename="${group}">${group}</category>`
const bogo = (locale: string, original: string) => meta('_locale', locale) + meta('_original_post', original)
const wpml = (code: string, group: string) =>
  meta('_wpml_import_language_code', code) + meta('_wpml_import_translation_group', group)

it.each<[string, [number, string][], string[], string[]]>([
  [
    'Polylang: the German one comes in and has the address of the other',
    [
      [1, language('en', 'pll_5f0')],
      [2, language('de', 'pll_5f0')],
    ],
    ['2'],
    ['1'],
  ],
  [
    'WPML',
    [
      [1, wpml('de-de', '77')],
      [2, wpml('en', '77')],
    ],
    ['1'],
    ['2'],
  ],
  [
    'Bogo',
    [
      [1, bogo('en_US', 'https://marktblatt.example/?p=2')],
      [2, bogo('de_DE', 'https://marktblatt.example/?p=2')],
    ],
    ['2'],
    ['1'],
  ],
  [
    'a copy that WPML made',
    [
      [1, ''],
      [2, meta('_icl_lang_duplicate_of', '1')],
    ],
    ['1'],
    ['2'],
  ],
  ['a copy whose original is not there', [[2, meta('_icl_lang_duplicate_of', '1')]], ['2'], []],
  [
    'without German the first one',
    [
      [1, language('fr', 'pll_6')],
      [2, language('en', 'pll_6')],
    ],
    ['1'],
    ['2'],
  ],
  [
    'an article in one language, whichever',
    [
      [1, language('en', 'pll_7')],
      [2, language('de', 'pll_8')],
    ],
    ['1', '2'],
    [],
  ],
])('an article in several languages comes in once: %s', async (_name, posts, inside, aside) => {
  const { documents, refusals } = await read(
    site(...posts.map(([number, rest]) => post(number, '<p>Text.</p>', {}, rest))),
  )
  const numberOf = (id: string) => /=(\d+)$/.exec(id)![1]
  expect(documents.map(({ sourceId }) => numberOf(sourceId))).toEqual(inside)
  expect(refusals.map(({ sourceId, outcome }) => [numberOf(sourceId), outcome])).toEqual(
    aside.map((number) => [number, 'put-aside']),
  )
})

it('the address of a translation leads to the article that comes in', async () => {
  const { documents, refusals } = await read(
    site(
      post(1, '<p>Offen.</p>', {}, language('de', 'pll_5f0')),
      post(2, '<p>Open.</p>', { link: 'https://marktblatt.example/en/open/' }, language('en', 'pll_5f0')),
      post(3, '<p>Entwurf.</p>', { 'wp:status': 'draft' }, language('de', 'pll_9')),
      post(4, '<p>Draft.</p>', {}, language('en', 'pll_9')),
    ),
  )
  expect(documents.map(({ formerAddresses }) => formerAddresses?.slice(-2))).toEqual([
    ['/?p=1', '/en/open'],
    ['/beitrag-4', '/?p=4'],
  ])
  expect(refusals.map(({ reason }) => reason)).toContain(
    '"Beitrag 2" (en) is post 1 in another language, which comes in',
  )
})

it.each([
  [language('en', 'pll_1'), 'en'],
  [bogo('en_GB', '1'), 'en-GB'],
  [language('englisch', 'pll_1'), 'de'],
  ['', 'de'],
])('an article that has no German version keeps its language: %s', async (rest, tag) => {
  const { documents } = await read(site(post(1, '<p>Text.</p>', {}, rest)))
  expect(documents[0]!.language).toBe(tag)
})

it('custom post types are articles if the command says so', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'wordpress-')), 'a.xml')
  writeFileSync(path, site(post(1, '<p>Text.</p>', { 'wp:post_type': 'nachricht' })))
  const titles = async (articleTypes: string[]) => {
    const archive = await findArchive(path, statSync(path).size)
    const found: string[] = []
    for await (const part of archive!({ ...CONTEXT, articleTypes }))
      found.push(...part.documents.map(({ title }) => title), ...part.refusals.map(({ reason }) => reason))
    return found
  }
  expect(await titles(['nachricht'])).toEqual(['Beitrag 1'])
  expect(await titles([])).toEqual([expect.stringContaining('--types nachricht')])
})

it.each([
  ['[:de]Offen[:en]Open[:]', 'Offen'],
  ['<!--:en-->Open<!--:--><!--:de-->Offen<!--:-->', 'Offen'],
  ['Neu: [:en]Open[:fr]Ouvert[:]!', 'Neu: Open!'],
  ['Plain [: text', 'Plain [: text'],
])('of a text in several languages the German one is kept: %s', (text, expected) => {
  expect(toOneLanguage(text)).toBe(expected)
})

describe('a damaged export', () => {
  it('that was cut off: complete posts come in, the rest is named', async () => {
    const { documents, refusals } = await read(EXPORT.slice(0, EXPORT.indexOf('Drei Chöre')))
    expect(documents.map(({ title }) => title)).toEqual(['Der Wochenmarkt zieht um'])
    expect(refusals).toMatchObject([{ reason: 'post 2: the file ends in the middle of it' }])
  })

  it('may be cut off in the middle of a character', async () => {
    const bytes = Buffer.from(EXPORT)
    const { documents } = await read(bytes.subarray(0, bytes.indexOf('ö', bytes.indexOf('Drei Ch')) + 1))
    expect(documents.map(({ title }) => title)).toEqual(['Der Wochenmarkt zieht um'])
  })

  it('that ends between two posts is reported as well', async () => {
    const { documents, refusals } = await read(EXPORT.slice(0, EXPORT.indexOf(FIRST) + FIRST.length))
    expect(documents).toHaveLength(1)
    expect(refusals[0]?.reason).toContain('the export is not complete')
  })

  it('loses only the broken post', async () => {
    const { documents, refusals } = await read(EXPORT.replace('<wp:post_id>101</wp:post_id>', '<wp:post_id>101'))
    expect(documents.map(({ title }) => title.slice(0, 5))).toEqual(['Chöre', 'Das P'])
    const broken = refusals.filter(({ outcome }) => outcome === undefined).map(({ reason }) => reason)
    expect(broken).toEqual([expect.stringMatching(/^XML: /)])
  })

  it.each([
    ['Windows-1252 that says UTF-8', (text: string) => Buffer.from(text.replaceAll('–', '\u0096'), 'latin1')],
    [
      'Latin-1 that says so',
      (text: string) => Buffer.from(text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'), 'latin1'),
    ],
    ['UTF-8 that says Latin-1', (text: string) => Buffer.from(text.replace('encoding="UTF-8"', 'encoding="latin1"'))],
  ])('in %s is read in its real encoding', async (_case, encode) => {
    const { documents } = await read(encode(EXPORT.replaceAll('–', '\u0096')))
    expect(documents[1]?.title).toBe('Chöre singen wieder – im Freien')
  })

  it('loses no post for one bad byte: it becomes a replacement character, with a note', async () => {
    const bytes = Buffer.from(EXPORT)
    bytes[bytes.indexOf('Rathausplatz')] = 0xfc
    const { documents } = await read(bytes)
    expect(documents).toHaveLength(3)
    expect(documents[0]!.contentItems[0]).toMatchObject({ html: expect.stringContaining('Der \ufffdathausplatz') })
    expect(documents.map(({ notes = [] }) => notes.some((note) => note.includes('not UTF-8')))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('keeps emoji as an old MySQL wrote them (CESU-8)', async () => {
    const [before, after] = EXPORT.split('Rathausplatz')
    const emoji = Buffer.from('eda0bdedb882', 'hex')
    const { documents } = await read(Buffer.concat([Buffer.from(before!), emoji, Buffer.from(after!)]))
    expect(documents[0]!.contentItems[0]).toMatchObject({ html: expect.stringContaining('Der 😂 wird') })
    expect(documents[0]!.notes?.join()).not.toContain('UTF-8')
  })

  it('is refused if it declares entities, anywhere', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    const { documents, refusals } = await read(EXPORT.replace('<rss version', `${bomb}<rss version`))
    expect([documents.length, refusals[0]?.reason]).toEqual([0, expect.stringContaining('DTD not allowed')])
  })

  it('may have a bare ampersand in a headline', async () => {
    const { documents } = await read(
      EXPORT.replace('<title><![CDATA[Der Wochenmarkt zieht um]]></title>', '<title>Markt & Tal &amp; Berg</title>'),
    )
    expect(documents[0]!.title).toBe('Markt & Tal & Berg')
  })

  it('may have markup without CDATA in its fields', async () => {
    const field =
      '<wp:postmeta><wp:meta_key>x</wp:meta_key><wp:meta_value><b>Firma & Co</b><br></wp:meta_value></wp:postmeta>'
    expect((await read(site(post(1, '<p>Text.</p>', {}, field)))).documents).toHaveLength(1)
  })

  it('may have attributes at its posts', async () => {
    const items = [post(1, '<p>Eins.</p>'), post(2, '<p>Zwei.</p>'), post(3, '<p>Drei.</p>')]
    items[0] = items[0]!.replace('<item>', '<item xmlns:x="https://x.example/">')
    items[1] = items[1]!.replace('<item>', '<item\n>')
    const { documents } = await read(site(...items))
    expect(documents.map(({ title }) => title)).toEqual(['Beitrag 1', 'Beitrag 2', 'Beitrag 3'])
  })

  it('survives characters that XML forbids', async () => {
    const { documents } = await read(EXPORT.replace('Rathausplatz', 'Rat\u000bhaus\u0008platz'))
    expect(documents[0]!.contentItems[0]).toMatchObject({ html: expect.stringContaining('Rathausplatz') })
  })

  it('skips one post that is too large, and continues', async () => {
    const large = EXPORT.replace('Käse', 'Käse '.repeat(1_200_000))
    const { documents, refusals } = await read(large)
    expect(documents).toHaveLength(2)
    expect(refusals[0]?.reason).toBe('post 1: larger than 5 MB')
  })

  it('finds the next post after a CDATA section that never ends', async () => {
    const open = FIRST.replaceAll(']]>', '')
    const plain = `<item><title>Lang</title>${'x'.repeat(3_000_000)}</item>\n`.repeat(4)
    const { documents, refusals } = await read(EXPORT.replace(FIRST, `${open}\n${plain}`))
    expect(refusals[0]?.reason).toBe('post 1: its end cannot be found')
    expect(documents.map(({ title }) => title)).toContain('Das Programm der Kulturnacht')
  })
})

it('is read in parts, far beyond the size of a document', async () => {
  const head = EXPORT.slice(0, EXPORT.indexOf(FIRST))
  const filler = `<!-- ${'x'.repeat(200_000)} -->`
  const posts = Array.from({ length: 150 }, (_, index) =>
    FIRST.replaceAll('101', String(1000 + index)).replace('<ul>', `${filler}<ul>`),
  )
  const path = join(mkdtempSync(join(tmpdir(), 'wordpress-')), 'gross.xml')
  writeFileSync(path, `${head}${posts.join('\n')}</channel></rss>`)
  const archive = await findArchive(path, statSync(path).size)
  const counts: number[] = []
  for await (const part of archive!(CONTEXT)) counts.push(part.documents.length)
  expect(counts).toEqual([50, 50, 50, 0])
}, 240_000)

describe('the text of a post', () => {
  const nobody = { findAttachment: () => undefined, listOwn: () => [] }

  it.each([
    ['Eins\n\nZwei', '<p>Eins</p>\n<p>Zwei</p>'],
    ['Eins\r\nzwei', '<p>Eins<br>zwei</p>'],
    ['<ul>\n<li>a</li>\n\n<li>b</li>\n</ul>\nEnde', '<ul>\n<li>a</li>\n\n<li>b</li>\n</ul><p>Ende</p>'],
    ['<blockquote>So\n\nist es</blockquote>', '<blockquote><p>So</p>\n<p>ist es</p></blockquote>'],
    ['<pre>a\n\nb</pre>', '<pre>a\n\nb</pre>'],
    ['<div>offen\n\nText', '<div><p>offen</p>\n<p>Text</p>'],
    ['<table><tr><td>x', '<table><tr><td>x'],
  ])('%j has the paragraphs its page showed', (text, html) => expect(toParagraphs(text)).toBe(html))

  it('takes linear time for tags that never end', () => {
    const started = performance.now()
    for (const piece of ['<ul>', '<div', '[a_b ', '<!-- wp:x ', '<h2>', '[gallery ', '[mfn]', '    '])
      toPostHtml(piece.repeat(50_000), nobody)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('shortcodes are distinguished from words in brackets', () => {
    const { html, notes } = toPostHtml(
      'Er sagte [nichts]. [foto id="3"] [box]x[/box] [trenner/] [Anm. d. Red.]',
      nobody,
    )
    expect(html).toBe('<p>Er sagte [nichts].  x  [Anm. d. Red.]</p>')
    expect(notes.map((note) => /\[\w+\]/.exec(note)?.[0])).toEqual(['[foto]', '[box]', '[trenner]'])
  })
})

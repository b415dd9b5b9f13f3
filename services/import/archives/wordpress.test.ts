import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ParsedDocument, Refusal } from '../formats/parsed-document.ts'
import { parseNow } from '../formats/parse.ts'
import { findArchive } from './archive.ts'
import { toParagraphs, toPostHtml } from './wordpress-body.ts'

const FIXTURE = join(import.meta.dirname, 'fixtures/wordpress-export.xml')
const EXPORT = readFileSync(FIXTURE, 'utf8')
/** Its first post; a comment in it quotes the end of one. */
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

  it('puts drafts, pages and secrets aside, and counts what stays behind', async () => {
    const { refusals, remarks, bytes } = await readFile(FIXTURE)
    expect(refusals.map(({ outcome, reason }) => [outcome, reason.slice(0, 30)])).toEqual([
      ['put-aside', 'not published in WordPress (dr'],
      ['put-aside', 'readable with a password only'],
      ['put-aside', '"Impressum" is a page, not an '],
    ])
    expect(remarks.join('\n')).toMatch(/3 files of the library[^]*nav_menu_item[^]*1 comments are not imported/)
    expect(bytes).toBeGreaterThan(9000)
  })

  it('is no feed: whoever pushes it is told how it comes in', () => {
    const { documents, refusals } = parseNow(Buffer.from(EXPORT), CONTEXT)
    expect([documents.length, refusals[0]?.reason]).toEqual([0, expect.stringContaining('npm run import')])
  })
})

describe('a damaged export', () => {
  it('that was cut off brings what is whole and names the rest', async () => {
    const { documents, refusals } = await read(EXPORT.slice(0, EXPORT.indexOf('Drei Chöre')))
    expect(documents.map(({ title }) => title)).toEqual(['Der Wochenmarkt zieht um'])
    expect(refusals).toMatchObject([{ reason: 'post 2: the file ends in the middle of it' }])
  })

  it('may be cut off in the middle of a character', async () => {
    const bytes = Buffer.from(EXPORT)
    const { documents } = await read(bytes.subarray(0, bytes.indexOf('ö', bytes.indexOf('Drei Ch')) + 1))
    expect(documents.map(({ title }) => title)).toEqual(['Der Wochenmarkt zieht um'])
  })

  it('that ends between two posts is told as well', async () => {
    const { documents, refusals } = await read(EXPORT.slice(0, EXPORT.indexOf(FIRST) + FIRST.length))
    expect(documents).toHaveLength(1)
    expect(refusals[0]?.reason).toContain('the export is not complete')
  })

  it('loses a broken post alone', async () => {
    const { documents, refusals } = await read(EXPORT.replace('<wp:post_id>101</wp:post_id>', '<wp:post_id>101'))
    expect(documents.map(({ title }) => title.slice(0, 5))).toEqual(['Chöre', 'Das P'])
    const broken = refusals.filter(({ outcome }) => outcome === undefined).map(({ reason }) => reason)
    expect(broken).toEqual([expect.stringMatching(/^XML: /)])
  })

  it('is refused as a whole in another encoding than it says, and nothing of it is read', async () => {
    const { documents, refusals } = await read(Buffer.from(EXPORT, 'latin1'))
    expect([documents.length, refusals.map(({ reason }) => reason)]).toEqual([
      0,
      ['WordPress export: not text in the encoding it declares'],
    ])
    const declared = Buffer.from(EXPORT.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'), 'latin1')
    expect((await read(declared)).documents[1]?.title).toBe('Chöre singen wieder – im Freien')
  })

  it('is refused where it declares entities, wherever that stands', async () => {
    const bomb = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    const { documents, refusals } = await read(EXPORT.replace('<rss version', `${bomb}<rss version`))
    expect([documents.length, refusals[0]?.reason]).toEqual([0, expect.stringContaining('DTD not allowed')])
  })

  it('survives characters that no XML may hold', async () => {
    const { documents } = await read(EXPORT.replace('Rathausplatz', 'Rat\u000bhaus\u0008platz'))
    expect(documents[0]!.contentItems[0]).toMatchObject({ html: expect.stringContaining('Rathausplatz') })
  })

  it('skips one post that is too large, and goes on', async () => {
    const large = EXPORT.replace('Käse', 'Käse '.repeat(1_200_000))
    const { documents, refusals } = await read(large)
    expect(documents).toHaveLength(2)
    expect(refusals[0]?.reason).toBe('post 1: larger than 5 MB')
  })

  it('finds the next post where a section of one never ends', async () => {
    const open = FIRST.replaceAll(']]>', '')
    const plain = `<item><title>Lang</title>${'x'.repeat(3_000_000)}</item>\n`.repeat(4)
    const { documents, refusals } = await read(EXPORT.replace(FIRST, `${open}\n${plain}`))
    expect(refusals[0]?.reason).toBe('post 1: its end cannot be found')
    expect(documents.map(({ title }) => title)).toContain('Das Programm der Kulturnacht')
  })
})

it('reads what is far larger than a document in parts', async () => {
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
}, 60_000)

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
    for (const piece of ['<ul>', '<div', '[a_b ', '<!-- wp:x ', '<h2>', '[gallery '])
      toPostHtml(piece.repeat(50_000), nobody)
    expect(performance.now() - started).toBeLessThan(10_000)
  })

  it('tells a code from a word in brackets', () => {
    const { html, notes } = toPostHtml(
      'Er sagte [nichts]. [foto id="3"] [box]x[/box] [trenner/] [Anm. d. Red.]',
      nobody,
    )
    expect(html).toBe('<p>Er sagte [nichts].  x  [Anm. d. Red.]</p>')
    expect(notes.map((note) => /\[\w+\]/.exec(note)?.[0])).toEqual(['[foto]', '[box]', '[trenner]'])
  })
})

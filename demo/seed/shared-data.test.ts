/**
 * Tests with real documents of agencies, which are not part of the repository (`../shared/data`, or the folder in
 * SHARED_DATA). Without them these tests are skipped with a message; `parse.test.ts` tests the formats without them.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { CONTENT, CONTENT_INTERNAL, IncomingDocument } from '@lokalteil/contracts/content'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentService } from '@lokalteil/services/content/app'
import type { ContentService } from '@lokalteil/services/content/app'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import type { Database } from '@lokalteil/services/platform/database'
import { createDelivery } from '@lokalteil/services/import/delivery/deliver'
import { createImporter, merge } from '@lokalteil/services/import/delivery/importer'
import type { ImportReport } from '@lokalteil/services/import/delivery/importer'
import { parseBytes } from '@lokalteil/services/import/formats/parse'
import type { ParsedDocument } from '@lokalteil/services/import/parsed-document'
import { createPictureStore } from '@lokalteil/services/import/delivery/pictures'
import { toDemoMapping } from '../demo.testing.ts'
import { listSources } from '@lokalteil/services/import/delivery/sources'

const DATA = process.env.SHARED_DATA || fileURLToPath(new URL('../../../shared/data', import.meta.url))
const isThere = existsSync(join(DATA, 'dpa-digitalwires'))
const WITH_DATA = {
  meta: { skipReason: `there are no documents of agencies at ${DATA} (SHARED_DATA names the folder)` },
}

const now = new Date('2026-11-21T09:00:00Z')
const context = { now, fallbackDate: now }
const mapping = toDemoMapping('ak')
const read = async (file: string): Promise<ParsedDocument> => {
  const { documents, refusals } = await parseBytes(readFileSync(join(DATA, file)), context)
  expect(refusals.map(({ reason }) => reason)).toEqual([])
  expect(documents).toHaveLength(1)
  return documents[0]!
}
const shapeOf = (document: ParsedDocument) => document.contentItems.map((item) => item.type)
const textOf = (document: ParsedDocument) => JSON.stringify(document.contentItems)

describe.skipIf(!isThere)('digitalwires as the agency sends them', WITH_DATA, () => {
  it('the long text: kicker, two authors, headings, links, the correction for readers', async () => {
    const document = await read('dpa-digitalwires/dw-1.json')
    expect(document).toMatchObject({
      version: 2,
      kind: 'news',
      title: '„Mythos Jungfernhäutchen“ – Zwischen Aufklärung und Kommerz',
      titlePrefix: 'Frauenrechte',
      authors: ['Marco Krefting', 'Sunrita Sen'],
      source: 'dpa',
      correction:
        'In einer früheren Version dieses Textes hieß es, Vergewaltigung in der Ehe sei bis 1992 nicht strafbar gewesen. Richtig ist aber das Jahr 1997.',
    })
    expect(textOf(document)).toContain('Waghäusel (dpa) – Die meisten Kundinnen')
    expect(textOf(document)).toContain('‚Du hast dein Hymen beschädigt‘')
    expect(textOf(document)).not.toMatch(/[«»]|Notizblock|vogler@|\+49/)
    expect(document.contentItems.filter((item) => item.type === 'heading')).toHaveLength(6)
    expect(document.contentItems.at(-1)).toMatchObject({
      type: 'list',
      items: expect.arrayContaining(['<a href="https://dpaq.de/SsgRreo">Produkte von VirginiaCare</a>']),
    })
    expect(mapping.toIncoming(document, 'ak', { isPaid: true })).toMatchObject({
      kind: 'report',
      sectionPath: 'panorama',
      contentRestriction: 'paid',
      tags: expect.arrayContaining(['150']),
    })
  })

  it('the urgent report stays free and gets its first sentence as teaser', async () => {
    const document = await read('dpa-digitalwires/eil.json')
    expect(document).toMatchObject({
      urgency: 2,
      title: 'Grünen-Spitze tritt nach Wahlniederlagen ab',
      teaserTextHtml:
        'Die Grünen-Spitze zieht nach den Misserfolgen der Partei bei mehreren Wahlen personelle Konsequenzen.',
    })
    expect(document.contentItems).toEqual([
      { type: 'paragraph', html: expect.stringMatching(/^Berlin \(dpa\) – Die Co-Vorsitzenden/) },
    ])
    expect(mapping.toIncoming(document, 'ak', { isPaid: true })).toMatchObject({
      sectionPath: 'politik/deutschland',
      contentRestriction: 'free',
    })
  })

  it('the embargoed one opens at 19.00 o’clock in Berlin', async () => {
    const document = await read('dpa-digitalwires/embargoed.json')
    expect(document).toMatchObject({
      embargo: '2025-01-23T18:00:00.000Z',
      publishDate: '2025-01-23T18:00:00.000Z',
      titlePrefix: 'Ausstellung',
    })
    expect(JSON.stringify(document)).not.toContain('Sperrfrist')
    expect(mapping.toIncoming(document, 'ak', { isPaid: false }).sectionPath).toBe('kultur')
  })

  it('the picture alone: caption without its note, credit, corrected', async () => {
    expect(await read('dpa-digitalwires/image.json')).toMatchObject({
      kind: 'picture',
      title: 'Caroline Kennedy',
      contentItems: [],
      correction: 'Die Angaben zu diesem Bild wurden nach der ersten Veröffentlichung berichtigt.',
      picture: {
        width: 2048,
        height: 1365,
        credit: 'Steve Helber/AP/dpa',
        caption: expect.stringMatching(/^Caroline Kennedy, Tochter.*Shipbuilding\.$/),
      },
    })
  })

  it('the sound alone: a title without production marks, a player, the text', async () => {
    const document = await read('dpa-digitalwires/audio.json')
    expect(document).toMatchObject({ kind: 'audio', title: 'KI-Schock aus China: Kursbeben in den USA', picture: null })
    expect(shapeOf(document)).toEqual(['audio', 'paragraph', 'paragraph'])
    expect(document.contentItems[0]).toMatchObject({
      type: 'audio',
      mimeType: 'audio/mpeg',
      src: expect.stringMatching(/^https:\/\/.*\.mp3\?/),
    })
    expect(textOf(document)).toContain('Sören Gieß berichtet aus den USA.')
    expect(textOf(document)).not.toContain('7.30 N')
  })

  it('the fact check: picture with credit, info box, bold lines as headings, links kept', async () => {
    const document = await read('dpa-digitalwires/with_infobox.json')
    expect(document.picture).toMatchObject({ credit: 'Barbara Munker/dpa', width: 2048, height: 1536 })
    expect(document.contentItems.find((item) => item.type === 'infoBox')).toMatchObject({ title: 'Links' })
    expect(
      document.contentItems
        .filter((item) => item.type === 'heading' && item.level === 3)
        .map((item) => item.type === 'heading' && item.text),
    ).toContain('Auch Bäume waren von Bränden in Los Angeles betroffen')
    expect(textOf(document)).toContain('<a href=\\"https://ghostarchive.org/archive/e2OJL\\">Post</a>')
    expect(textOf(document)).not.toContain('externalLink')
  })

  it('the sport tables', async () => {
    const document = await read('dpa-digitalwires/spe_tab.json')
    expect(document).toMatchObject({ version: 33, status: 'usable', source: 'dpa' })
    expect(shapeOf(document)).toEqual(['table', 'table', 'table'])
    const [matchday, standing, next] = document.contentItems.filter((item) => item.type === 'table')
    expect([matchday?.caption, standing?.caption, next?.caption]).toEqual(['6. Spieltag', 'Tabelle', 'Nächste Spiele'])
    expect(matchday?.rows[1]).toEqual(['FC Augsburg', '-', 'Bor. Mönchengladbach', '2:1 (1:0)'])
    expect(standing?.head).toEqual(['Platz', 'Mannschaft', 'Sp.', 'S', 'U', 'N', 'Diff.', 'Tore', 'Pkt.'])
    expect(standing?.rows).toHaveLength(18)
    expect(mapping.toIncoming(document, 'ak', { isPaid: false }).sectionPath).toBe('sport/fussball')
  })

  it('the Spanish ones stay Spanish, without the empty paragraph', async () => {
    const text = await read('dpa-digitalwires/empty_paragraph.json')
    expect(text).toMatchObject({ language: 'es', source: 'Europa Press', kind: 'news' })
    expect(textOf(text)).toContain('MADRID, 21 Nov. 2024 (Europa Press) – ')
    expect(text.contentItems.every((item) => item.type !== 'paragraph' || item.html !== '')).toBe(true)
    expect(text.title).toContain('"odio antisemita"')
    expect(await read('dpa-digitalwires/no_content.json')).toMatchObject({
      language: 'es',
      kind: 'picture',
      picture: { credit: 'Europa Press' },
    })
  })

  it('the reading list is for editors only', async () => {
    const { documents, refusals } = await parseBytes(
      readFileSync(join(DATA, 'dpa-digitalwires/lesestuecke.json')),
      context,
    )
    expect(documents).toEqual([])
    expect(refusals).toMatchObject([{ outcome: 'put-aside', reason: 'for editors: genre "Achtung"' }])
  })

  it('no text for readers counts as a note to editors, and none of their contacts is published', async () => {
    const kept: string[] = []
    for await (const source of listSources(DATA))
      for await (const part of source.read(now)) {
        for (const document of part.documents)
          expect(textOf(document)).not.toMatch(/Redaktion: [^"]{0,80}\+49|\+49 30 2852|@dpa\.com/)
        kept.push(...part.refusals.flatMap(({ outcome, sourceId }) => (outcome === 'put-aside' ? [sourceId] : [])))
      }
    expect(kept).toEqual(['urn:newsml:dpa.com:20090101:240925-930-242782'])
  })
})

describe.skipIf(!isThere)('ninjs and NewsML-G2 of other agencies', WITH_DATA, () => {
  it.each<[string, object]>([
    [
      '1.4_ninjsExComplex1.json',
      {
        kind: 'news',
        title: 'Captain of wrecked cruise ship on trial in Italy',
        authors: ['Paulo Santalucia', "Frances d'Emilio"],
        picture: { baseUrl: expect.stringMatching(/^https:.*-big\.jpg$/), credit: 'Paulo Santalucia', width: 429 },
      },
    ],
    [
      '1.4_ninjsExMediumText1.json',
      { kind: 'news', language: 'en', picture: null, publishDate: '2013-07-09T10:37:00.000Z' },
    ],
    [
      '2.1_ap_audio.json',
      {
        kind: 'audio',
        contentItems: [{ type: 'audio', duration: 7.896, mimeType: 'audio/mpeg' }],
        title: 'Next up in impeachment hearings: A parade of key witnesses',
      },
    ],
    [
      '2.1_ap_image.json',
      {
        kind: 'picture',
        picture: { width: 3000, height: 2208, credit: 'ASSOCIATED PRESS' },
        updateDate: '2019-11-15T14:39:44.000Z',
      },
    ],
    [
      '2.1_dpa_text.json',
      {
        kind: 'news',
        title: 'Faktencheck Derby-Elfmeter: Hat Schiedsrichter Zwayer recht?',
        authors: ['Christian Hollmann'],
        source: 'dpa',
        version: 2,
      },
    ],
    [
      '3.0_ninjsExSimpleText_3.json',
      { kind: 'news', language: 'en', authors: ['Paulo Santalucia', "Frances d'Emilio"] },
    ],
    [
      '3.0_ntb_text.json',
      {
        kind: 'news',
        title: 'Google har kjøpt giganttomt i Skien',
        authors: [],
        source: 'NTB',
        version: 6,
        updateDate: '2019-08-09T09:46:53.000Z',
      },
    ],
    [
      '3.0_tt_text_image_3.json',
      { kind: 'news', titlePrefix: 'Försvar', source: 'TT', picture: { credit: 'Karl Melander/TT', width: 4724 } },
    ],
  ])('ninjs %s', async (file, expected) => {
    const document = await read(join('ninjs', 'examples', file))
    expect(document).toMatchObject(expected)
    expect(JSON.stringify(document)).not.toMatch(/Noe utvidet|TURKEY OUT/)
  })

  it('NewsML-G2: the text with the picture its package names, credit from beside it', async () => {
    const document = await read(join('ninjs', 'newsml-g2', 'TT_newsmlg2_sample.xml'))
    expect(document).toMatchObject({
      title: 'Jan Guillou skriver på ny "Hamilton"-bok',
      titlePrefix: 'Litteratur',
      language: 'sv',
      urgency: 3,
      picture: { credit: 'Naina Helén Jåma/TT', width: 4928 },
    })
    expect(shapeOf(document)).toEqual(['paragraph', 'quote', 'paragraph', 'quote', 'paragraph'])
    expect(mapping.toIncoming(document, 'ak', { isPaid: false }).sectionPath).toBe('kultur/buecher')
  })
})

describe.skipIf(!isThere)('the 514 German texts', WITH_DATA, () => {
  it('become articles with a headline, a teaser and paragraphs of their own words', async () => {
    const lines = readFileSync(join(DATA, 'german-news', 'articles.jsonl'))
    const { documents, refusals } = await parseBytes(lines, context)
    expect([documents.length, refusals.length]).toEqual([514, 0])
    expect(new Set(documents.map(({ sourceId }) => sourceId)).size).toBe(514)
    const words = (text: string) => text.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
    const raw = lines
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { text: string }).text)
    documents.forEach((document, index) => {
      expect(document.title.length).toBeGreaterThan(4)
      expect(document.title.length).toBeLessThanOrEqual(101)
      const kept =
        words(
          document.contentItems
            .map((item) => (item.type === 'paragraph' ? item.html.replaceAll('&amp;', '&') : ''))
            .join(' '),
        ) +
        words(document.teaserTextHtml) +
        words(document.title)
      expect(kept).toBeGreaterThanOrEqual(words(raw[index]!))
      expect(document.title.replace(/ …$/, '')).not.toBe(document.teaserTextHtml)
    })
  })
})

describe.skipIf(!isThere)('all of it through the content service', WITH_DATA, () => {
  let database: Database
  let service: ContentService
  let client: Client<typeof CONTENT>
  const importAll = async (): Promise<ImportReport> => {
    const base = 'http://content.local/ak'
    const fetch = (request: Request) => service.app.fetch(request)
    const internal = createTestClient(CONTENT_INTERNAL, {
      fetch,
      base,
      headers: { authorization: 'Bearer key' },
    })
    const dataDir = mkdtempSync(join(tmpdir(), 'shared-data-'))
    const importer = createImporter({
      delivery: createDelivery({ publication: 'ak', carriers: ['fb'], clients: { internal }, mapping, isPaid: false }),
      pictures: createPictureStore({ dataDir, isFetching: false }),
      dataDir,
      now: () => now,
    })
    const report: ImportReport = { results: [], refusals: [], notes: [] }
    for (const folder of readdirSync(DATA)) {
      for await (const source of listSources(join(DATA, folder)))
        for await (const part of source.read(now)) if (part.isDocument) merge(report, await importer.add(part, source))
    }
    merge(report, await importer.finish())
    return report
  }

  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    service = await createContentService({ database, serviceKey: 'key', now: () => now })
    client = createTestClient(CONTENT, {
      fetch: (request) => service.app.fetch(request),
      base: 'http://content.local/ak',
    })
  })
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  it('is imported, twice without a change, and is found, listed and readable', { timeout: 240_000 }, async () => {
    const first = await importAll()
    expect(first.refusals.map(({ outcome }) => outcome)).toEqual(['put-aside'])
    expect(first.results.map(({ outcome }) => outcome)).toEqual(Array(532).fill('created'))
    const again = await importAll()
    expect(new Set(again.results.map(({ outcome }) => outcome))).toEqual(new Set(['unchanged']))

    const found = await client.searchArticles({ query: { q: 'Jungfernhäutchen Aufklärung' } })
    expect(found.ok && found.data.teasers[0]?.title).toBe('„Mythos Jungfernhäutchen“ – Zwischen Aufklärung und Kommerz')
    const sport = await client.getChannel({ params: { path: 'sport' } })
    expect(sport.ok && sport.data.total).toBe(58)
    for (const { id } of first.results) expect((await client.getArticle({ params: { id: id! } })).ok).toBe(true)
  })

  it('conforms to the contract, document by document', async () => {
    for await (const source of listSources(DATA)) {
      for await (const part of source.read(now))
        for (const document of part.documents)
          expect(IncomingDocument.safeParse(mapping.toIncoming(document, 'la', { isPaid: true })).error).toBeUndefined()
    }
  })
})

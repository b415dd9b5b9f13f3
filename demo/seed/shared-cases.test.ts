/**
 * Cases from the field at the doors of articles, redirects and tables of subscribers. Homes and jobs, sport and the e-paper have
 * theirs beside the service of their room. A file that no row of a table names fails the test.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CONTENT,
  CONTENT_INTERNAL,
  IncomingDocument,
  type ContentItem,
  type Picture,
} from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { listImportFaults } from '@lokalteil/domain/commerce/imported-contracts'
import { openSubscriberTable, TableFault } from '@lokalteil/services/commerce/imports/subscriber-table'
import { toIban } from '@lokalteil/services/commerce/payments/iban'
import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import { SEED, toFolder } from '@lokalteil/services/content/content.testing'
import { createDelivery } from '@lokalteil/services/import/delivery/deliver'
import { createImporter, emptyReport, merge } from '@lokalteil/services/import/delivery/importer'
import { createPictureStore } from '@lokalteil/services/import/delivery/pictures'
import { listSources, type SourceHints } from '@lokalteil/services/import/delivery/sources'
import type { ParseResult } from '@lokalteil/services/import/formats/parse'
import type { ParsedDocument } from '@lokalteil/services/import/parsed-document'
import {
  hasCases,
  listCaseFolders,
  listCases,
  listCodes,
  readCase,
  toCasePath,
  toTitles,
  WITH_CASES,
} from '@lokalteil/services/import/shared-cases.testing'
import type { Database } from '@lokalteil/services/platform/database'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { writeFolder } from '@lokalteil/services/publications/folder/folder.testing'
import { toRedirects } from '@lokalteil/services/publications/folder/check-redirects'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoOffersOf, toDemoMapping } from '../demo.testing.ts'

const now = new Date('2026-11-27T12:00:00Z')
const mapping = toDemoMapping('ak')

/** Where the tests of a folder's cases stand. */
const DOORS: Readonly<Record<string, string>> = {
  wxr: 'demo/seed/shared-cases.test.ts',
  ghost: 'demo/seed/shared-cases.test.ts',
  feeds: 'demo/seed/shared-cases.test.ts',
  agency: 'demo/seed/shared-cases.test.ts',
  redirects: 'demo/seed/shared-cases.test.ts',
  csv: 'demo/seed/shared-cases.test.ts',
  markets: 'rooms/markets/service/shared-cases.test.ts',
  sport: 'rooms/sport/service/shared-cases.test.ts',
  epaper: 'rooms/epaper/service/shared-cases.test.ts',
}

/** Lines of the result that must be there, as whole lines or patterns; patterns that must not. */
type Facts = { has: readonly (string | RegExp)[]; not?: readonly RegExp[] }
type Articles = Facts & {
  /** Beginnings of lines `created open`, `created 404` (hidden), `updated open`, `removed 410` …, in the order of the files. */
  came: readonly string[]
  /** Files of one case that arrive one after the other; default: all of its code, in the order of their names. */
  steps?: readonly string[]
  /** The round in which its first file arrives; default 0. */
  from?: number
  hints?: SourceHints
  /** Old addresses, and the beginning of the new one. */
  leads?: Readonly<Record<string, string>>
}

const SITE = 'https://www.werlaer-bote.example'
const UPLOADS = `${SITE}/wp-content/uploads`
const TOWN = 'https://www.tannau.example'
const OPEN = 'created open'
const HIDDEN = 'created 404'
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)
const isNamed = (title: string, author = '.*') =>
  new RegExp(`^# ${title.replace(/[\^$.*+?()[\]{}|]/g, '\\$&')} \\| ${author} \\|`)

const WXR: Readonly<Record<string, Articles>> = {
  w01: {
    came: times(2, OPEN),
    has: [],
    leads: {
      '/2026/11/beitrag-11': '/die-bruecke',
      '/?p=11': '/die-bruecke',
      '/2026/11/beitrag-12': '/der-chor',
      '/?p=12': '/der-chor',
    },
  },
  w02: { came: times(3, OPEN), has: [/Gr\ufffd+e/, /^note some bytes are not UTF-8/] },
  w02b: { came: times(2, OPEN), has: [/ 😀$/u], not: [/\ufffd/] },
  w03: {
    came: times(3, OPEN),
    has: [
      'h2 Was sich ändert',
      'h3 Das kostet der Platz',
      'h2 Der Ablauf',
      'h3 Anfahrt',
      'youtube https://www.youtube.com/watch?v=abcdefghijk',
      'youtube https://www.youtube.com/embed/abcdefghijk',
      /Fahrpläne/,
      /^Kasten/,
      /^Im Kasten/,
      `lead ${UPLOADS}/2026/11/bus.jpg | Der neue Bus. | E. Baumgart | Ein roter Bus`,
      `lead ${UPLOADS}/2026/11/spielplatz.jpg |  |  | Kinder auf der neuen Rutsche`,
      `lead ${UPLOADS}/2026/11/rathaus.jpg |  |  | Rathaus`,
      `image ${UPLOADS}/2026/11/karte.jpg |  |  | `,
    ],
    not: [/\[\/?(?:vc|et_pb|fusion|av)_/, /JTND|PHA\+/],
  },
  // A control character stands in the first post.
  w04: { came: times(2, OPEN), has: [isNamed('Zeichen im Titel'), /^Vor nach/], not: [/\p{Cc}/u] },
  w04b: { came: [OPEN], has: [/„Wir bauen“ – .*5 €…/], not: [/\p{Cc}/u] },
  w05: { came: times(3, OPEN), has: [] },
  w06: { came: times(2, OPEN), has: [isNamed('Meier & Söhne bauen um')] },
  w07: { came: [OPEN], has: [/<sup>1<\/sup> Das/, /^<sup>1<\/sup> Quelle: .* 14\.$/] },
  w09: {
    came: times(2, OPEN),
    has: [isNamed('Das Rathaus öffnet'), isNamed('Der Markt'), /ab Montag/, /beginnt/],
    not: [/\[:|<!--:|[Tt]own hall|[Mm]arket begins/],
  },
  w10: {
    hints: { articleTypes: ['nachricht'] },
    came: [OPEN],
    has: [isNamed('Artikel eigener Art'), /^put-aside .*--types/],
  },
  w11: {
    came: times(2, OPEN),
    has: [isNamed('Gastbeitrag', 'Mara Lindholm'), isNamed('Zu zweit', 'Elke Baumgart, Mara Lindholm')],
    not: [/ebaum|mara-lindholm/],
  },
  w12: {
    came: [OPEN, HIDDEN, OPEN],
    has: [/^# Ohne GMT .*2019-07-01T10:00/, /^note .*no date/, /^put-aside .*1899/],
  },
  w13: {
    came: times(2, OPEN),
    has: [
      `audio ${UPLOADS}/2026/11/rat.mp3`,
      `video ${UPLOADS}/2026/11/fest.mp4`,
      'vimeo https://vimeo.com/123456789',
      'youtube https://www.youtube.com/watch?v=abcdefghijk',
      'youtube https://www.youtube.com/watch?v=lmnopqrstuv',
      'youtube https://www.youtube.com/watch?v=wxyzabcdefg',
      'instagram https://www.instagram.com/p/AbCdEf/',
      /^note .*playlist/,
      /^note .*SoundCloud/,
      /^note .*Google Maps/,
      /^lead .*hafen.* \| Der alte Hafen, 1962\. \| Archiv \|/,
    ],
    not: [/^(?!note ).*\[\w+/],
  },
  w14: {
    came: times(2, OPEN),
    has: [
      `image ${UPLOADS}/2026/11/bus.jpg | Der erste Bus | E. Baumgart | Bus`,
      `image ${UPLOADS}/2026/11/zug.jpg | Der zweite Zug | Ines Wolter | Zug`,
      `image ${UPLOADS}/2026/11/bus.jpg | Der neue Bus. | E. Baumgart | Bus`,
      `image ${UPLOADS}/2026/11/zug.jpg | Ein Zug |  | Zug`,
    ],
  },
  w15: {
    came: [OPEN],
    has: [
      'h3 Was kostet das?',
      /neben/,
      /^lead .*bus\.jpg .*\| E\. Baumgart \|/,
      /^image .*zug\.jpg/,
      'quote Wir bleiben. | Ines Wolter, Wirtin',
      /einmal<br>/,
      /^table .*Zahlen der Stadt.*1\.200/,
      `<a href="${SITE}/plan.pdf">Der Plan</a>`,
      'youtube https://www.youtube.com/watch?v=abcdefghijk',
      `<a href="${SITE}/anmelden">Zur Anmeldung</a>`,
      'Zweite Seite.',
      '<code>a &lt; b</code>',
    ],
    not: [/wp:|Herunterladen/],
  },
  w16: {
    came: [OPEN],
    has: [
      isNamed('Schräg & quer – 😀'),
      `lead ${UPLOADS}/2012/relativ.jpg |  |  | Relativ`,
      /<br>/,
      'h2 Zwischentitel',
      'h3 Fett in der Mitte',
      'quote Ein Zitat | ',
      '- eins',
      /^- zwei<ul>/,
      /^table .*"a","b"/,
      /🎉 und :-\)/u,
    ],
    not: [/<!--|nextpage/],
  },
  w18: {
    came: [HIDDEN, OPEN],
    has: [
      /^# Geplant .*2027-02-01/,
      ...['draft', 'trash', 'pending', 'private', 'password', 'no headline', 'headline and nothing else'].map(
        (reason) => new RegExp(`^put-aside .*${reason}`),
      ),
      /^note .*sticky/,
    ],
  },
  w19: { came: times(3, OPEN), has: [/^in lokales \| Lokales, Fußball \|/, /^in \S+ \| Allgemein \|/] },
  w20: { came: [OPEN], has: [/^# Aus dem Jahr 2010 .*2010-03-04/, /^in .* \| .*\bHafen\b/] },
  w21: { came: [OPEN], has: [isNamed('Ganz'), /^refused .*ends in the middle/] },
  w22: {
    came: times(2, OPEN),
    has: [
      `image ${UPLOADS}/2026/11/hafen.jpg | Der Hafen. | Ines Wolter | Hafen`,
      `image ${UPLOADS}/2026/11/hafen.jpg | Der Hafen. | Ines Wolter | `,
      // The same picture a second time.
      /^note caption of a picture that was left out/,
    ],
  },
}

const GHOST: Readonly<Record<string, Articles>> = {
  g01: { came: [OPEN], has: [isNamed('Beitrag 1', 'Ines Wolter')], leads: { '/beitrag-1/': '/beitrag-1-' } },
  g02: { came: [OPEN], has: [isNamed('Beitrag 2', 'Ines Wolter')] },
  g03: { came: [OPEN], has: [isNamed('Beitrag 3', 'Ines Wolter')] },
  g04: { came: [OPEN], has: [isNamed('Beitrag 4', 'Ines Wolter')] },
  g05: { came: [OPEN], has: [/^# Aus Ghost 0\.4 \| Ines Wolter \| 2013-12-29/, /fett<\/(?:b|strong)>$/] },
  g06: {
    hints: { address: SITE },
    came: [OPEN],
    has: [
      'paid',
      'h3 Frage?',
      'h2 Große Überschrift',
      'h3 Das Buch',
      /^(?:lead|image) .*\/content\/images\/2026\/11\/a\.jpg/,
      /^image .*\/content\/images\/2026\/11\/b\.jpg/,
      `audio ${SITE}/content/media/2026/11/rat.mp3`,
      `video ${SITE}/content/media/2026/11/fest.mp4`,
      /^<a href="https:\/\/www\.werlaer-bote\.example\/content\/files\/2026\/11\/plan\.pdf">/,
      /^note call to subscribe/,
    ],
    not: [/kg-/, /address of the site/],
  },
  g07: { came: [OPEN], has: [/^refused .*08 .*own form/, /^refused .*09 .*own form/, /^put-aside .*newsletter only/] },
}

const linkTo = (address: string) => `<a href="${address}">Zum Originalbeitrag bei Stadt Tannau</a>`

const FEEDS: Readonly<Record<string, Articles>> = {
  f01: { came: times(3, OPEN), has: [linkTo(`${TOWN}/1`), linkTo(`${TOWN}/2`), linkTo(`${TOWN}/3`)] },
  f02: { came: [OPEN, 'unchanged open'], has: [] },
  f03: { came: times(2, OPEN), has: [linkTo(`${TOWN}/nur-guid`), linkTo(`${TOWN}/nur-guid-2`)] },
  f04: { came: [OPEN], has: [isNamed('Größe zählt'), /^Straße, Ü/] },
  f05: { came: [OPEN], has: [isNamed('Größe zählt'), /^note read as Windows-1252/] },
  f06: { came: [OPEN], has: [isNamed('Größe zählt'), /„Ähre“$/, /^note read as UTF-8/] },
  f07: { came: [OPEN], has: [isNamed('Er sagt „ja“ – 5 €')] },
  f08: { came: [OPEN], has: [isNamed('Größe')] },
  f09: { came: [OPEN], has: [isNamed('Heil'), /^refused .*a7 .*no character of UTF-8/] },
  f10: { came: [OPEN], has: [isNamed('Dvořák und Łódź'), /5 €$/] },
  f11: { came: [HIDDEN, OPEN, HIDDEN], has: [] },
  f12: {
    came: times(9, OPEN),
    has: [
      ...[
        '2021-11-18T23:45:08',
        '2026-03-20T07:15:00',
        '2026-11-19T23:00:00',
        '2026-11-20T08:00:00',
        '2026-07-06T08:00:00',
        '1970-01-01T00:00:00',
        '2026-11-20T07:00:00',
      ].map((date) => new RegExp(`^# .*${date}`)),
      /^put-aside .*d4 .*1763625600/,
      /^put-aside .*d5 .*8:00 AM/,
      /^note .*no date/,
    ],
  },
  f13: {
    came: times(8, OPEN),
    has: [
      ...['bild1.jpg', 'image?id=2', 'bild3.jpg', 'bild4.jpg', 'b6-1200.jpg', 'bild7.jpg', 'bild8.jpg'].map(
        (name) => `lead ${TOWN}/${name} |  | Stadt Tannau | `,
      ),
      `lead ${TOWN}/b5-1200.jpg | Der Hafen | I. Wolter | `,
    ],
  },
  f15: { came: [], has: [/^refused .*a web page/] },
  f16: { came: [], has: [/^refused .*a web page/] },
  f17: { came: [], has: [/^refused .*no entries/] },
  f18: {
    came: times(4, OPEN),
    has: ['Wichtig: A & B', '1 < 2 & 3 > 2', 'C++ & <T> erklärt', '„Zitat“ mit Umbruch'].map((title) => isNamed(title)),
  },
  f19: {
    came: [OPEN],
    has: [isNamed('Ohne Namensraum', 'Jan Krämer'), /^Der ganze/, `lead ${TOWN}/u1.jpg |  | Stadt Tannau | `],
  },
  f20: { came: [OPEN], has: [isNamed('Café „Anna“ – neu'), /€ … © ½ → éèç/] },
  f21: { came: [], has: [/^refused .*DTD not allowed/] },
  f22: { came: [OPEN], has: [linkTo(`${TOWN}/echt`)], not: [/utm_|feedburner/] },
  f23: { came: [OPEN], has: [isNamed('Gepackt')] },
  f25: { came: times(2, OPEN), has: [isNamed('Zahl als id'), isNamed('Ohne id'), /^put-aside .*no headline/] },
  // One address without a guid is one article; the later state wins.
  f26: { came: ['unchanged', OPEN], has: [isNamed('Zweiter Stand')] },
  f27: { came: [OPEN], has: [/^# Unfall & Stau auf der <A9> .*2026-11-20T08:00/, /^Am Morgen &amp;/] },
  f28: { came: [OPEN], has: [/<b>doppelt<\/b>/], not: [/&lt;/] },
  f29: { came: [OPEN], has: [isNamed('Alte Form', 'Ines Wolter')] },
  f30: { came: [OPEN], has: [isNamed('„Neubau“ – 5 €')] },
}

const TABLE = /^table .*Jahr/
const AGENCY: Readonly<Record<string, Articles>> = {
  a01: {
    came: [OPEN],
    has: [
      isNamed('Die Fähre fährt wieder', 'Ines Wolter'),
      'lead https://sd.werla.example/bild1.jpg | Die Fähre am Steg | Jan Krämer | Fähre',
      /^image .*bild2\.jpg/,
    ],
  },
  a02: { came: [OPEN, 'updated open'], has: [/^# Die Fähre fährt wieder – und ist ausgebucht/] },
  a03: { came: [OPEN], has: [isNamed('Aus der Liste', 'Ines Wolter')] },
  a04: { came: [HIDDEN], has: [/2026-12-24T17:00:00/] },
  a05: { came: [OPEN], has: [] },
  a06: { came: [HIDDEN], has: [/2027-01-05T05:00:00/] },
  // The article of a02, recalled by the id that it had first.
  a07: { from: 2, came: ['removed 410'], has: [] },
  a10: { came: [HIDDEN], has: [/2026-12-24T17:00:00/, TABLE] },
  a11: {
    steps: ['update-1', 'update-2', 'kill'],
    came: [OPEN, 'updated open', 'removed 410'],
    has: [isNamed('Die zweite Fassung', 'Jan Krämer'), /^correction .*berichtigt/],
  },
  a13: {
    came: [OPEN],
    has: [/^# Die Fähre fährt wieder \| {2}\|/, /^Auenburg \(wd\) – /],
    not: [/wolter\.ines|^Extra$|09:00/],
  },
}

const ARTICLES = { wxr: WXR, ghost: GHOST, feeds: FEEDS, agency: AGENCY }
const ARTICLE_ROWS = Object.entries(ARTICLES).flatMap(([folder, rows]) =>
  Object.entries(rows).map(([code, row]) => ({ folder, code, row })),
)

/** Findings of `publication check`, and targets of old addresses after `apply`. */
type Redirects = { found: readonly string[]; leads: Readonly<Record<string, string>> }
const REDIRECTS: Readonly<Record<string, Redirects>> = {
  r01: {
    found: [],
    leads: { '/straße-gesperrt': '/lokales', '/stra%C3%9Fe-gesperrt/': '/lokales', '/müller': '/impressum' },
  },
  r02: {
    found: [],
    leads: {
      '/artikel.php?id=123': '/lokales',
      '/artikel.php?id=124&utm_source=x': '/impressum',
      '/index.php?view=article&option=com_content&id=7': '/lokales',
      '/?cat=5': '/lokales',
    },
  },
  r03: { found: ['error 1 the columns have no names'], leads: {} },
  r04: {
    found: ['error 5 the status is neither 301 nor 410'],
    leads: {
      '/alt,zwei': '/impressum',
      '/sagt-"ja"': '/impressum',
      '/drei': '/impressum',
      '/Fünf%20Leer': '/impressum',
      '/GROSS': '/impressum',
    },
  },
}

/** Beginnings of the lines of `customers import --dry-run`: line, id, `read` or the wrong columns; `refused`: the file. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  c01: ['3 1: read'],
  c02: ['2 2: read Jürgen Größe, Öhrstraße 1'],
  c04: ['2 5: read Änne'],
  c05: ['2 6: read'],
  c06: ['4 7: read'],
  c07: [
    '2 10: read',
    '3 11: email',
    '4 12: start; price; payment',
    '5 13: email',
    '6 14: postcode',
    '7 15: read',
    '8 16: read',
    '9 17: read',
    '10 18: read',
    '11 19: start',
    '12 20: start',
    '13 21: read',
    '14 22: iban',
    '15 23: payment',
    '16 24: mandate_date',
    '17 25: iban; mandate; mandate_date',
    '18 26: read',
    '19 27: read',
    '20 28: read',
    '22 29: offer',
    '23 30: next_debit',
    '24 31: start',
    '25 32: start',
    '26 33: email',
    '27 34: read Eva Müller',
    '28 35: payment',
    '29 36: payment',
    '30 10: id',
    '31 37: offer',
    '32 38: read',
    '33 39: postcode',
    '34 40: postcode',
  ],
  c08: ['2 50: read Jan Klein, Dr.'],
  c09: ['refused line 3'],
}
const toRows = <Row>(folder: string, rows: Readonly<Record<string, Row>>) =>
  Object.entries(rows).map(([code, row]) => ({ folder, code, row }))

describe.skipIf(!hasCases)('cases from the field', WITH_CASES, () => {
  let database: Database
  let service: ContentService
  const came = new Map<string, string[]>()
  const lines = new Map<string, string[]>()
  const clientOf = <C extends typeof CONTENT | typeof CONTENT_INTERNAL>(contract: C, publication = 'ak') =>
    createTestClient(contract, {
      fetch: (request) => service.app.fetch(request),
      base: `http://content.local/${publication}`,
      headers: { authorization: 'Bearer key' },
    })

  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    service = await createContentService({ database, serviceKey: 'key', now: () => now })
    const dataDir = mkdtempSync(join(tmpdir(), 'shared-cases-'))
    for (let round = 0; round < 3; round++) await importRound(round, dataDir)
    rmSync(dataDir, { recursive: true })
  }, 240_000)
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  /** Imports one file of each case as `import read` does: together, because a delivery takes longer than its documents. */
  async function importRound(round: number, dataDir: string): Promise<void> {
    const importer = createImporter({
      delivery: createDelivery({
        publication: 'ak',
        carriers: [],
        clients: { internal: clientOf(CONTENT_INTERNAL) },
        mapping,
        isPaid: false,
      }),
      pictures: createPictureStore({ dataDir, isFetching: false }),
      dataDir,
      now: () => now,
      isKeeping: false,
    })
    const report = emptyReport()
    const from: { code: string; document: ParsedDocument }[] = []
    for (const { folder, code, row } of ARTICLE_ROWS) {
      const file = listSteps(folder, code, row)[round - (row.from ?? 0)]
      if (file === undefined) continue
      const said = lines.get(code) ?? []
      lines.set(code, said)
      for await (const part of readParts(file, row.hints)) {
        from.push(...part.documents.map((document) => ({ code, document })))
        said.push(...part.documents.flatMap(toLines), ...toRemarks(part))
        merge(report, await importer.add(part, { name: file, folder: null }))
      }
    }
    merge(report, await importer.finish())
    expect(report.results).toHaveLength(from.length)
    const content = clientOf(CONTENT)
    const states = await Promise.all(
      report.results.map(async ({ id }) => {
        const article = id === null ? null : await content.getArticle({ params: { id } })
        return article === null ? '' : article.ok ? ' open' : ` ${article.status}`
      }),
    )
    for (const [index, { outcome }] of report.results.entries()) {
      const { code, document } = from[index]!
      came.set(code, [...(came.get(code) ?? []), `${outcome}${states[index]}`])
      const incoming = mapping.toIncoming(document, 'ak', { isPaid: false })
      expect([code, IncomingDocument.safeParse(incoming).error]).toEqual([code, undefined])
    }
  }

  it('each folder has its door', () => {
    expect(listCaseFolders().toSorted()).toEqual(Object.keys(DOORS).toSorted())
    const root = new URL('../../', import.meta.url)
    // The tests of a removed room are gone with it.
    const isRemoved = (test: string) => !existsSync(new URL(test.split('/').slice(0, 2).join('/'), root))
    const missing = Object.values(DOORS).filter((test) => !isRemoved(test) && !existsSync(new URL(test, root)))
    expect(missing).toEqual([])
  })

  it.each(Object.entries({ ...ARTICLES, redirects: REDIRECTS, csv: TABLES }))(
    'every case of %s has a row',
    (folder, rows) => {
      const { there, expected } = listCodes(folder)
      expect(Object.keys(rows).toSorted()).toEqual(there)
      expect(there).toEqual(expect.arrayContaining(expected))
    },
  )

  it.each(toTitles(ARTICLE_ROWS))('%s', async (_title, { code, row }) => {
    expect(came.get(code) ?? []).toEqual(row.came)
    checkFacts(lines.get(code) ?? [], row)
    const content = clientOf(CONTENT)
    for (const [address, target] of Object.entries(row.leads ?? {})) {
      const found = await content.getRedirect({ query: { address } })
      expect([address, found.ok && found.data.target]).toEqual([address, expect.stringContaining(target)])
    }
  })

  it.each(toTitles(toRows('redirects', REDIRECTS)))('%s', async (_title, { code, row }) => {
    const [file = ''] = listCases('redirects', code)
    const root = await writeFolder()
    copyFileSync(toCasePath(file), join(root, 'redirects.csv'))
    const { findings } = await readFolder(root).finally(() => rmSync(root, { recursive: true }))
    const said = findings.filter((finding) => finding.file === 'redirects.csv')
    expect(said.map(({ level, line, message }) => `${level} ${line} ${message}`)).toEqual(row.found)

    await service.savePublication({ ...toFolder(SEED, 'fb'), redirects: toRedirects(readCase(file)) })
    const content = clientOf(CONTENT, 'fb')
    for (const [address, target] of Object.entries(row.leads)) {
      const found = await content.getRedirect({ query: { address } })
      expect([address, found.ok && found.data.target]).toEqual([address, target])
    }
  })

  it.each(toTitles(toRows('csv', TABLES)))('%s', async (_title, { code, row }) => {
    const said = await judgeTable(readCase(listCases('csv', code)[0]!))
    expect(said.map((line, index) => line.slice(0, row[index]?.length))).toEqual(row)
  })
})

/** Judges each line as the door of subscribers does, which also looks at accounts. */
async function judgeTable(bytes: Uint8Array): Promise<string[]> {
  const offers = demoOffersOf('ak') ?? []
  const said: string[] = []
  try {
    const table = await openSubscriberTable(bytes)
    for await (const { line, read } of table.lines()) {
      if (read.kind === 'faulty') {
        said.push(`${line} ${read.id}: ${toColumns(read.faults)}`)
        continue
      }
      const { contract } = read
      const offer = offers.find(({ id }) => id === contract.offer) ?? null
      const faults = listImportFaults(contract, offer, '2026-11-27')
      if (contract.iban !== '' && toIban(contract.iban) === null) faults.push({ column: 'iban', message: '' })
      const { id, firstName, lastName, street } = contract
      said.push(
        `${line} ${id}: ${faults.length === 0 ? `read ${firstName} ${lastName}, ${street}` : toColumns(faults)}`,
      )
    }
  } catch (error) {
    if (!(error instanceof TableFault)) throw error
    said.push(`refused ${error.message.replace(/^After /, '')}`)
  }
  return said
}

const toColumns = (faults: readonly { column: string }[]): string => faults.map(({ column }) => column).join('; ')

function listSteps(folder: string, code: string, { steps }: Articles): string[] {
  const files = listCases(folder, code)
  return steps === undefined ? files : steps.map((step) => files.find((file) => file.includes(step))!)
}

async function* readParts(file: string, hints: SourceHints | undefined): AsyncGenerator<ParseResult> {
  for await (const source of listSources(toCasePath(file), hints)) yield* source.read(now)
}

function checkFacts(lines: readonly string[], { has, not = [] }: Facts): void {
  const isThere = (fact: string | RegExp) =>
    lines.some((line) => (typeof fact === 'string' ? line === fact : fact.test(line)))
  const missing = has.filter((fact) => !isThere(fact)).map(String)
  const wrong = lines.filter((line) => not.some((fact) => fact.test(line)))
  expect({ missing, wrong, lines: missing.length + wrong.length === 0 ? [] : lines }).toEqual({
    missing: [],
    wrong: [],
    lines: [],
  })
}

const toRemarks = ({ refusals, remarks = [], documents }: ParseResult): string[] => [
  ...refusals.map(({ outcome = 'refused', sourceId, reason }) => `${outcome} ${sourceId} ${reason}`),
  ...[...remarks, ...documents.flatMap(({ notes = [] }) => notes)].map((note) => `note ${note}`),
]

function toLines(document: ParsedDocument): string[] {
  const { title, authors, publishDate, correction, picture, contentItems, classes, contentRestriction } = document
  const { sectionPath } = mapping.toIncoming(document, 'ak', { isPaid: false })
  const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')
  return [
    `# ${title} | ${authors.join(', ')} | ${publishDate}`,
    `in ${sectionPath} | ${namesOf(classes.ressorts)} | ${namesOf(classes.keywords)}`,
    ...(contentRestriction === undefined ? [] : [contentRestriction]),
    ...(correction === '' ? [] : [`correction ${correction}`]),
    ...(picture === null ? [] : [`lead ${toPictureLine(picture)}`]),
    ...contentItems.flatMap(toItemLines),
  ]
}

const toPictureLine = ({ baseUrl, caption, credit, altText }: Picture): string =>
  `${baseUrl} | ${caption} | ${credit} | ${altText}`

function toItemLines(item: ContentItem): string[] {
  switch (item.type) {
    case 'paragraph':
      return [item.html]
    case 'heading':
      return [`h${item.level} ${item.text}`]
    case 'image':
      return [`image ${toPictureLine(item.picture)}`]
    case 'gallery':
      return [`gallery ${item.title}`, ...item.pictures.map((one) => `image ${toPictureLine(one)}`)]
    case 'embed':
      return [`${item.vendor} ${item.url}`]
    case 'audio':
    case 'video':
      return [`${item.type} ${item.src}`]
    case 'quote':
      return [`quote ${item.text} | ${item.attribution}`]
    case 'list':
      return item.items.map((one) => `- ${one}`)
    default:
      return [`${item.type} ${JSON.stringify(item)}`]
  }
}

/** Cases from the field: homes and jobs of feeds, sent to the door for agencies. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { createImportApp } from '@lokalteil/services/import/app'
import {
  hasCases,
  listCases,
  listCodes,
  readCase,
  toTitles,
  WITH_CASES,
} from '@lokalteil/services/import/shared-cases.testing'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import type { Database } from '@lokalteil/services/platform/database'
import { NO_PICTURES_SHOWN } from '@lokalteil/services/platform/reader-pictures'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MARKETS, type Listing, type ListingFacts } from '../contract/markets.ts'
import { createMarketService, type MarketService } from './app.ts'

const KEY = 'k'.repeat(40)
const now = new Date('2026-11-27T12:00:00Z')

type Row = {
  /** Codes of the files that arrive one after the other; default: the row's own. */
  after?: string
  /** Outcome of each document, in the order of the answer: `created 200` (the page is there), `removed`, `refused` … */
  came: readonly string[]
  /** Facts about listings on pages by their title, which is `*` where it does not matter. */
  shown?: Readonly<Record<string, object>>
  /** The title of the answer where nothing could be used. */
  says?: RegExp
}

const OPEN = 'created 200'
const pay = (fromEuros: number | null, toEuros: number | null, per: string, note = '') => ({
  pay: {
    fromCents: fromEuros === null ? null : fromEuros * 100,
    toCents: toEuros === null ? null : toEuros * 100,
    per,
    note,
  },
})
const SALARIES = [
  pay(45_000, 55_000, 'jahr'),
  pay(15.5, null, 'stunde'),
  pay(null, null, 'monat', '35k–40k EUR'),
  pay(null, null, 'monat', 'E 9a TVöD'),
  pay(3100, 3600, 'monat'),
  pay(50_000, 60_000, 'jahr'),
  pay(null, 70_000, 'jahr'),
  pay(556, null, 'monat'),
  pay(1218, 1268, 'monat'),
  pay(14, null, 'stunde'),
  pay(4000, null, 'monat'),
  pay(null, null, 'monat', 'VB'),
  pay(40_000, null, 'jahr'),
  pay(3500, null, 'monat'),
  pay(2800, 3200, 'monat'),
]
const TITLES = [
  'Verkäufer/in',
  'Koch:Köchin',
  'Pflegefachkraft (gn)',
  'Bäcker (w/m/x)',
  'Elektriker*in',
  'Mitarbeiter:innen Lager',
  'Erzieher (m, w, d)',
  'Fachkraft [all genders]',
  'Azubi Kaufmann / Kauffrau',
  'Kraftfahrer – m/w/d',
  'Pflegedienstleitung (m/w/d)',
  'Ärztin oder Arzt',
  'Servicekraft (m/w/d)',
  'BUSFAHRER (W/M/D)',
  'Mitarbeiter_innen',
  'Bürokauffrau (m/w/d)',
  'Reinigungskraft m/w',
  'Zimmermann/-frau (Vollzeit)',
]
const times = <T>(count: number, value: T): T[] => Array<T>(count).fill(value)
const home = (facts: Partial<ListingFacts>) => ({ facts })

const ROWS: Readonly<Record<string, Row>> = {
  j01: { came: [OPEN, 'end'], shown: { 'Koch (m/w/d)': { facts: { employer: 'Gasthof Aue' } } } },
  j02: { came: [OPEN, 'end'], shown: { 'Koch (m/w/d)': { facts: { employer: 'Gasthof Aue' } } } },
  j03: {
    came: [OPEN, OPEN, 'end'],
    shown: { 'Kellner (m/w/d)': { validUntil: expect.stringMatching(/^2026-12-05T/) } },
  },
  j04: {
    came: [OPEN, 'end', 'updated 200', 'end'],
    shown: { 'Konditor (m/w/d)': { facts: pay(2900, null, 'monat') } },
  },
  j05: {
    came: [...times(15, OPEN), 'end'],
    shown: Object.fromEntries(SALARIES.map((facts, index) => [`Stelle ${index} (m/w/d)`, { facts }])),
  },
  j06: { came: [...times(18, OPEN), 'end'], shown: Object.fromEntries(TITLES.map((title) => [title, {}])) },
  j07: { came: ['refused'], says: /without jobs/ },
  j08: { came: [OPEN, OPEN, OPEN, 'end', 'refused'] },
  j09: { came: ['refused'], says: /<workzag-jobs>/ },
  o01: {
    came: [OPEN, 'end'],
    shown: { 'Haus ohne freigegebene Adresse': { place: { name: 'Auenburg', district: '' } } },
  },
  // Null is "auf Anfrage".
  o02: { came: [OPEN], shown: { Villa: home({ deal: 'kaufen', cents: null }) } },
  o04: { came: ['unchanged'] },
  o04b: { after: 'o02', came: ['*', 'removed'] },
  o05: { came: [OPEN], shown: { 'Gemütliche 2½-Zimmer-Wohnung': { text: expect.stringMatching(/m²\n\n- K/) } } },
  o06: {
    came: [OPEN, OPEN, OPEN, 'refused'],
    shown: {
      'Haus mit 1-Werten': home({ deal: 'kaufen', type: 'haus' }),
      Garage: home({ deal: 'mieten', type: 'stellplatz' }),
      Acker: home({ deal: 'kaufen', type: 'grundstueck' }),
    },
  },
  o07: { came: [OPEN], shown: { 'Mit Namensraum': {} } },
  o08: { came: ['unchanged', 'unchanged'] },
  o09: {
    came: [OPEN],
    shown: { 'Neuer Ausweis': { facts: { energy: { carrier: 'Fernwärme', certificate: 'bedarf', class: 'A+' } } } },
  },
}

describe.skipIf(!hasCases)('cases from the field', WITH_CASES, () => {
  let database: Database
  let service: MarketService
  let door: ReturnType<typeof createImportApp>
  const toService = {
    fetch: (request: Request) => Promise.resolve(service.app.fetch(request)),
    base: 'http://markets.local/ak',
    headers: { authorization: `Bearer ${KEY}` },
  }
  const pages = createTestClient(MARKETS, toService)

  beforeAll(async () => {
    database = await openEmptyDatabase(createTestDatabase)
    service = await createMarketService({
      database,
      serviceKey: KEY,
      secret: KEY,
      queueMail: () => Promise.reject(new Error('No mail is sent here')),
      giveUpPurchase: null,
      pictures: NO_PICTURES_SHOWN,
      now: () => now,
    })
    const internal = createTestClient(CONTENT_INTERNAL, {
      fetch: async () => new Response('{}', { status: 404 }),
      base: 'http://content.local/ak',
    })
    door = createImportApp({
      clientsOf: () => ({ internal }),
      roomsOf: () => toService,
      key: KEY,
      dataDir: mkdtempSync(join(tmpdir(), 'market-cases-')),
      now: () => now,
    })
  }, 240_000)
  afterAll(async () => {
    await service?.close()
    await database?.close()
  })

  type Answer = { title?: string; results: { sourceId: string; outcome: string; id: string | null }[] }
  async function send(file: string): Promise<Answer> {
    const answer = await door.request('/documents?publication=ak', {
      method: 'POST',
      body: new Uint8Array(readCase(file)),
      headers: { 'content-type': 'application/xml', authorization: `Bearer ${KEY}` },
    })
    return (await answer.json()) as Answer
  }
  /** Null: the answer names no page. */
  async function find(path: string | null): Promise<Listing | number | null> {
    const [id] = /\d+$/.exec(path ?? '') ?? []
    if (id === undefined) return null
    const market = path!.startsWith('/jobs') ? 'job' : 'home'
    const found = await pages.getListing({ params: { market, id } })
    return found.ok ? found.data : found.status
  }

  it('every case has a row', () => {
    const { there, expected } = listCodes('markets')
    expect(Object.keys(ROWS).toSorted()).toEqual(there)
    expect(there).toEqual(expect.arrayContaining(expected))
  })

  it.each(toTitles(Object.entries(ROWS).map(([code, row]) => ({ folder: 'markets', code, row }))))(
    '%s',
    async (_title, { code, row }) => {
      const codes = row.after === undefined ? [code] : [row.after, code]
      const came: string[] = []
      const shown = new Map<string, Listing>()
      for (const file of codes.flatMap((one) => listCases('markets', one))) {
        const { title = '', results } = await send(file)
        if (row.says) expect(title).toMatch(row.says)
        for (const { sourceId, outcome, id } of results) {
          const listing = await find(id)
          if (listing !== null && typeof listing !== 'number') shown.set(listing.title, listing)
          const state = listing === null ? '' : ` ${typeof listing === 'number' ? listing : 200}`
          came.push(sourceId.endsWith(' whole') ? 'end' : `${outcome}${state}`)
        }
      }
      expect(came.map((one, index) => (row.came[index] === '*' ? '*' : one))).toEqual(row.came)
      for (const [title, facts] of Object.entries(row.shown ?? {})) {
        expect([...shown.keys()]).toContain(title)
        expect(shown.get(title)).toMatchObject(facts)
      }
      // No page has a street, a point on the map or an address of the provider.
      expect(JSON.stringify([...shown.values()])).not.toMatch(/Lindenweg|51\.35|@aukamp/)
    },
  )
})

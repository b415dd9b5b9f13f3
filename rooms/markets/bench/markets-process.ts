/** Runs in its own process: fills a database with listings, loads them again as after a start, and searches. */
import { createClient } from '@lokalteil/contracts/kernel/client'
import { MARKETS, type IncomingListing } from '../contract/markets.ts'
import { HOMES, JOBS } from '../demo/words.ts'
import { TOWNS } from '../demo/places.ts'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { openDatabase } from '@lokalteil/services/platform/database'
import { NO_PICTURES_SHOWN } from '@lokalteil/services/platform/reader-pictures'
import { createMarketService } from '../service/app.ts'
import { sql } from 'kysely'
import { median, quantile } from '@lokalteil/bench/figures'

export type MarketFindings = {
  searches: number
  median: number
  p95: number
  worst: string
  /** Processor milliseconds of all threads for each search. */
  cpu: number
  bare: number
  bareCpu: number
  loadMs: number
  memoryMb: number
  takenPerSecond: number
}

const BATCH = 500
const ROUNDS = 4

const [count = '100000', url = ''] = process.argv.slice(2)
setPublications([{ code: 'ak', name: 'Bench', hosts: ['ak.localhost'] } as never])
const database = await openDatabase(url === '' ? {} : { url })
const open = () =>
  createMarketService({
    database,
    serviceKey: 'k'.repeat(40),
    secret: 's'.repeat(40),
    queueMail: async () => {},
    giveUpPurchase: null,
    pictures: NO_PICTURES_SHOWN,
    checkAnswers: false,
  })

let seed = 11
const below = (most: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * most)
}
const one = <T>(list: readonly T[]): T => list[below(list.length)]!

function toListing(index: number): IncomingListing {
  const town = one(TOWNS.ak)
  const at = new Date(Date.UTC(2026, 10, 1) - below(60 * 86_400_000)).toISOString()
  const common = {
    source: `feed ${index % 20}`,
    sourceId: String(index),
    updated: at,
    published: at,
    validUntil: null,
    place: {
      name: town.name,
      district: town.districts.length === 0 ? '' : one(town.districts),
      postalCode: town.postalCode,
    },
    coordinates:
      below(10) < 8
        ? { latitude: town.latitude + below(100) / 1000, longitude: town.longitude + below(100) / 1000 }
        : null,
    pictures: [],
    provider: `Anbieter ${below(300)}`,
    address: '',
    contact: { name: '', email: null },
  }
  if (index % 2 === 0) {
    const model = one(HOMES)
    const rooms = 1 + below(6)
    return {
      ...common,
      title: `${one(model.titles).replace('{rooms}', String(rooms)).replace('{floor}', '')} ${index}`,
      text: Array.from({ length: 8 }, () => one(model.sentences)).join(' '),
      facts: {
        kind: 'home',
        deal: one(['mieten', 'kaufen']),
        type: model.type,
        cents: (200 + below(2000)) * 100,
        extraCents: null,
        deposit: '',
        commission: '',
        rooms,
        area: 20 + below(180),
        plotArea: null,
        floor: '',
        availableFrom: '',
        features: model.features.filter(() => below(2) === 0),
        energy: { certificate: 'bedarf', value: 100, carrier: '', class: 'C', built: 1980 },
      },
    }
  }
  const model = one(JOBS)
  return {
    ...common,
    title: `${model.title} ${index}`,
    text: [...model.tasks, ...model.needs].join(' '),
    facts: {
      kind: 'job',
      employer: `${one(model.employers)} ${below(400)}`,
      field: model.field,
      contract: model.contract,
      hours: [...model.hours],
      remote: model.remote,
      start: '',
      pay: { fromCents: 300_000, toCents: null, per: 'monat', note: '' },
    },
  }
}

const SEARCHES: readonly (readonly ['home' | 'job', string])[] = [
  ['home', ''],
  ['home', 'angebot=mieten'],
  ['home', 'angebot=mieten&art=wohnung&zimmer=3'],
  ['home', 'art=wohnung&art=haus&preis-bis=900&merkmal=balkon'],
  ['home', 'angebot=kaufen&flaeche=100&merkmal=garten&merkmal=keller&sortierung=preis'],
  ['home', 'ort=auenburg&umkreis=5&angebot=mieten'],
  ['home', 'ort=tannau&umkreis=50&sortierung=naehe'],
  ['home', 'q=balkon'],
  ['home', 'q=altbau+hohe+decken&angebot=mieten'],
  ['home', 'preis-ab=500&preis-bis=700&zimmer=2&sortierung=flaeche'],
  ['job', ''],
  ['job', 'feld=pflege-gesundheit'],
  ['job', 'feld=it&homeoffice=teilweise&homeoffice=ganz'],
  ['job', 'vertrag=unbefristet&zeit=teilzeit'],
  ['job', 'ort=hafenrode&umkreis=20&zeit=vollzeit'],
  ['job', 'q=pflege'],
  ['job', 'q=elektro&ort=auenburg&umkreis=50'],
  ['job', 'vertrag=ausbildung&feld=produktion&feld=handwerk'],
]
const PLACE = {
  latitude: 51.34,
  longitude: 11.42,
  towns: [
    { name: 'Auenburg', km: 0 },
    { name: 'Hafenrode', km: 22 },
  ],
}

try {
  const filling = await open()
  const total = Number(count)
  const began = performance.now()
  for (let start = 0; start < total; start += BATCH)
    await filling.take('ak', {
      kind: 'listings',
      listings: Array.from({ length: Math.min(BATCH, total - start) }, (_, index) => toListing(start + index)),
    })
  const takenPerSecond = (total * 1000) / (performance.now() - began)
  await filling.close()

  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const service = await open()
  const client = createClient(MARKETS, {
    fetch: (request) => Promise.resolve(service.app.fetch(request)),
    base: 'http://markets.local/ak',
    timeout: 120_000,
  })
  const ask = async (market: 'home' | 'job', query: string) => {
    const place = query.includes('ort=') ? PLACE : null
    const found = await client.search({ params: { market }, body: { query, place } })
    if (!found.ok) throw new Error(`${query}: ${found.problem.code}`)
    return found.data
  }
  const loading = performance.now()
  await ask('home', '')
  await ask('job', '')
  const loadMs = performance.now() - loading
  const memoryMb = (process.memoryUsage().rss - before) / 1e6

  const times: { query: string; ms: number }[] = []
  const cpuBefore = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++)
    for (const [market, query] of SEARCHES) {
      const started = performance.now()
      await ask(market, query)
      times.push({ query: `${market} ${query}`, ms: performance.now() - started })
    }
  const cpu = process.cpuUsage(cpuBefore)
  const milliseconds = times.map(({ ms }) => ms)

  const bare: number[] = []
  const bareBefore = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await sql`select body->'facts'->>'type', count(*) from markets.listings where publication = 'ak' and market = 'home'
      and state = 'live' and body->'facts'->>'deal' = 'mieten' group by 1`.execute(database.db)
    bare.push(performance.now() - started)
  }
  const bareCpu = process.cpuUsage(bareBefore)
  const findings: MarketFindings = {
    searches: times.length,
    median: median(milliseconds),
    p95: quantile(milliseconds, 0.95),
    worst: times.toSorted((a, b) => b.ms - a.ms)[0]!.query,
    cpu: (cpu.user + cpu.system) / 1000 / times.length,
    bare: median(bare),
    bareCpu: (bareCpu.user + bareCpu.system) / 1000 / ROUNDS,
    loadMs,
    memoryMb,
    takenPerSecond,
  }
  process.stdout.write(JSON.stringify(findings))
  await service.close()
} finally {
  await database.close()
}

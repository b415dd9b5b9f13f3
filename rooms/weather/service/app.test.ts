import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { WEATHER, WeatherReport } from '../contract/weather.ts'
import { CONDITIONS } from '../domain/conditions.ts'
import { toDayKey } from '@lokalteil/domain/german'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { createWeatherService, type WeatherService } from './app.ts'
import { toStationAnswer } from './dwd.testing.ts'
import { toSampleWeather } from './sample-weather.ts'
import { toSunAndMoon } from './sun-and-moon.ts'

const NOW = new Date('2026-11-23T08:00:00Z')
const MINUTE = 60_000
const START = Date.parse('2026-11-22T23:00:00Z')
const PLACE = { latitude: 51.2, longitude: 10.4 }

const POLLEN = JSON.stringify({
  last_update: '2026-11-23 11:00 Uhr',
  content: [
    {
      region_id: 50,
      region_name: 'Brandenburg und Berlin',
      partregion_id: -1,
      partregion_name: '',
      Pollen: { Erle: { today: '1', tomorrow: '1-2' } },
    },
  ],
})

type Reply = { status: number; body?: string; headers?: Record<string, string> }

describe.each(ENGINES)('the weather on %s', (engine) => {
  let test: TestDatabase
  let source: Server
  let base: string
  let asked: { path: string; etag: string | undefined }[] = []
  let reply: (path: string) => Reply | 'hang' = () => ({ status: 200 })
  let clock = NOW
  const services: WeatherService[] = []
  const errors: string[] = []

  const sound = (path: string): Reply => ({
    status: 200,
    body: path.startsWith('/pollen') ? POLLEN : JSON.stringify(toStationAnswer(START)),
    headers: { etag: '"1"' },
  })
  const open = async (isAsked = true, stations = ['10865']) => {
    const service = await createWeatherService({
      database: test.database,
      dwd: isAsked ? { url: base, pollenUrl: `${base}/pollen.json` } : null,
      listStations: () => stations,
      now: () => clock,
      checkAnswers: true,
      onError: (error) => errors.push(String(error)),
    })
    services.push(service)
    return service
  }
  const read = async (service: WeatherService, query: object = { station: '10865', pollenRegion: 50 }, code = 'ak') => {
    const client = createTestClient(WEATHER, {
      fetch: (request) => service.app.fetch(request),
      base: `http://weather.local/${code}`,
    })
    const found = await client.getWeather({ params: { place: 'talheim' }, query: { ...PLACE, ...query } })
    if (!found.ok) throw new Error(`${found.status} ${found.problem.code}`)
    return found.data
  }
  const later = (minutes: number) => (clock = new Date(clock.getTime() + minutes * MINUTE))

  beforeAll(async () => {
    test = await openTestDatabase(engine, createTestDatabase)
    source = createServer((request, response) => {
      const path = request.url ?? ''
      asked.push({ path, etag: request.headers['if-none-match'] })
      const answer = reply(path)
      if (answer === 'hang') return
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })
    await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
    base = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
    await open()
  })
  afterAll(async () => {
    source.closeAllConnections()
    source.close()
    await test.drop()
  })
  beforeEach(async () => {
    clock = NOW
    asked = []
    errors.length = 0
    reply = sound
    await sql`delete from weather.documents`.execute(test.database.db)
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close()
  })

  it('has only sun and moon before the first report, and then answers with the time of the report', async () => {
    const service = await open()
    expect((await read(service)).report).toBe(null)
    expect((await read(service)).sky.sunrise).toMatch(/^2026-11-23T06:/)
    await service.poll()
    later(5)
    const { report } = await read(service)
    expect(report).toMatchObject({ at: NOW.toISOString(), source: { isSample: false } })
    expect(report!.hours[0]!.temperature).toBe(3.5)
    expect(report!.pollen).toMatchObject({ region: 'Brandenburg und Berlin', plants: [{ name: 'Erle' }] })
    expect((await read(service, { station: '10865', pollenRegion: 99 })).report!.pollen).toBe(null)
    expect((await read(service, {})).report).toBe(null)
    expect((await read(service, { station: '99999' })).report).toBe(null)
  })

  it('polls a station once in fifteen minutes for all processes, and then with a conditional request', async () => {
    const [one, two] = [await open(), await open()]
    await Promise.all([one.poll(), two.poll(), one.poll()])
    later(14)
    await two.poll()
    expect(asked.map(({ path }) => path).toSorted()).toEqual([
      '/pollen.json',
      '/stationOverviewExtended?stationIds=10865',
    ])
    later(1)
    reply = () => ({ status: 304 })
    await two.poll()
    expect(asked.slice(2).map(({ etag }) => etag)).toEqual(['"1"', '"1"'])
    expect((await read(one)).report).toMatchObject({ at: clock.toISOString() })
  })

  it.each<[string, () => Reply | 'hang']>([
    ['an error', () => ({ status: 500 })],
    ['a page', () => ({ status: 200, body: '<html>' })],
    ['half an answer', () => ({ status: 200, body: '{"10865":{"forecast1":' })],
    ['another shape', () => ({ status: 200, body: '{"10865":{"forecast1":{"start":"x"}}}' })],
    ['too much', () => ({ status: 200, body: 'x'.repeat(3_000_001) })],
    ['a redirect into the own network', () => ({ status: 302, headers: { location: 'http://10.0.0.1/' } })],
  ])('keeps the last report when %s comes', async (_what, broken) => {
    const service = await open()
    await service.poll()
    later(20)
    reply = broken
    await service.poll()
    expect((await read(service)).report).toMatchObject({ at: NOW.toISOString() })
    expect(errors).toHaveLength(2)
    later(20)
    reply = sound
    await service.poll()
    expect((await read(service)).report).toMatchObject({ at: clock.toISOString() })
  })

  it('aborts a pending request when the process ends', async () => {
    const service = await open()
    reply = () => 'hang'
    const polling = service.poll()
    await expect.poll(() => asked.length).toBe(1)
    await service.close()
    await polling
    expect((await read(service)).report).toBe(null)
  })

  it('makes no request without a configured URL, and marks sample weather', async () => {
    const service = await open(false)
    await service.poll()
    const { report } = await read(service)
    expect([asked, report!.source]).toEqual([[], { name: 'Beispieldaten', url: null, isSample: true }])
  })

  it('answers 404 for an unknown publication', async () => {
    const service = await open()
    await expect(read(service, {}, 'zz')).rejects.toThrow('404 NOT_FOUND')
  })
})

describe('sample weather', () => {
  const days = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(2026, 0, 1, 9) + index * 86_400_000))

  it('is complete, within its bounds, and begins with today, on every day of a year', () => {
    for (const now of days) {
      const report = toSampleWeather('talheim', now)
      WeatherReport.parse(report)
      expect([report.hours.length, report.days.length]).toEqual([72, 10])
      expect(report.days[0]!.day).toBe(toDayKey(now))
      expect(toDayKey(new Date(report.hours[0]!.at))).toBe(toDayKey(now))
      expect(toDayKey(new Date(Date.parse(report.hours[0]!.at) - 1))).not.toBe(toDayKey(now))
      for (const { min, max } of report.days) expect(min).toBeLessThan(max)
    }
  })

  it('is the same on every call for a place and day, and differs between places', () => {
    const [today, tomorrow] = [days[10]!, days[11]!]
    expect(toSampleWeather('talheim', today).days[1]).toEqual(toSampleWeather('talheim', tomorrow).days[0])
    expect(toSampleWeather('talheim', today).days).not.toEqual(toSampleWeather('tannau', today).days)
  })

  it('R1-77 has every condition in a year, snow in winter and thunder in summer', () => {
    const seen = days.map((now) => ({ month: now.getUTCMonth(), ...toSampleWeather('talheim', now).days[0]! }))
    expect(new Set(seen.map(({ condition }) => condition))).toEqual(new Set(CONDITIONS))
    const monthsOf = (wanted: string) =>
      new Set(seen.flatMap(({ condition, month }) => (condition === wanted ? month : [])))
    for (const month of [5, 6, 7]) expect(monthsOf('snow').has(month)).toBe(false)
    for (const month of [11, 0, 1]) expect(monthsOf('thunder').has(month)).toBe(false)
    const mean = (months: readonly number[]) => {
      const found = seen.filter(({ month }) => months.includes(month))
      return found.reduce((sum, { min, max }) => sum + (min + max) / 2, 0) / found.length
    }
    expect(mean([6])).toBeGreaterThan(mean([0]) + 12)
  })
})

it.each([
  ['a day in November', '2026-11-23T08:00:00Z', '2026-11-23T06:', '2026-11-23T15:'],
  ['the night before midnight in Germany', '2026-06-20T22:30:00Z', '2026-06-21T03:', '2026-06-21T19:'],
  ['the day clocks go forward', '2026-03-29T05:00:00Z', '2026-03-29T05:', '2026-03-29T17:'],
])('the sun of %s is that of the day in Germany', (_what, now, rise, set) => {
  const { sunrise, sunset } = toSunAndMoon(new Date(now), 51.2, 10.4)
  expect([sunrise?.slice(0, rise.length), sunset?.slice(0, set.length)]).toEqual([rise, set])
})

it('moonrise and moonset lie on that day in German time, or are null', () => {
  for (let index = 0; index < 60; index += 1) {
    const now = new Date(Date.UTC(2026, 9, 1, 10) + index * 86_400_000)
    const { moonrise, moonset } = toSunAndMoon(now, 51.2, 10.4)
    for (const moment of [moonrise, moonset])
      if (moment !== null) expect(toDayKey(new Date(moment))).toBe(toDayKey(now))
  }
  // Full moon on 24 November 2026.
  expect(Math.abs(toSunAndMoon(new Date('2026-11-24T15:00:00Z'), 51.2, 10.4).moonPhase - 0.5)).toBeLessThan(0.02)
})

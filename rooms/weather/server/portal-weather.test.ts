/** The weather in a whole portal: sample weather, another service, an outage, the room switched off. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SEED } from '@lokalteil/services/content/content.testing'
import type { PlaceWeather } from '../contract/weather.ts'
import { CONDITIONS, CONDITION_WORDS } from '../domain/conditions.ts'
import { toSampleWeather } from '../service/sample-weather.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { WEATHER_ICONS } from '../app/weather-icons.ts'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'

const NOW = new Date('2026-11-23T12:10:00Z')
const SKY = { sunrise: null, sunset: null, moonrise: null, moonset: null, moonPhase: 0.5 }
const portals: TestPortal[] = []

let source: Server
const asked: string[] = []
let answer: (path: string) => { status: number; body?: PlaceWeather | string } | 'hang'

beforeAll(async () => {
  source = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status, body = '' } = answerOf(request.url ?? '') ?? {}
    if (status === undefined) return
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  source.closeAllConnections()
  source.close()
})
afterEach(async () => {
  for (const portal of portals.splice(0)) await portal.close()
})

const answerOf = (path: string) => {
  const given = answer(path)
  return given === 'hang' ? null : given
}
const open = async (env: Record<string, string> = {}) => {
  const portal = await openTestPortal({ seed: SEED, now: NOW, env })
  portals.push(portal)
  return portal
}
/** A portal with a publisher's own weather service. */
const openElsewhere = () => open({ WEATHER_URL: `http://127.0.0.1:${(source.address() as AddressInfo).port}/w` })
const toReport = (change: (report: NonNullable<PlaceWeather['report']>) => void = () => {}): PlaceWeather => {
  const report = toSampleWeather('auenburg', NOW)
  report.source = { name: 'Wetterdienst', url: 'https://wetter.example/', isSample: false }
  change(report)
  return { sky: SKY, report }
}
const lineOf = (html: string) => /<ul[^>]*><li><a href="\/wetter">.*?<\/a>/.exec(html)?.[0] ?? null

it('R1-78 shows each place of the publication at its path, and marks sample weather', async () => {
  const portal = await open()
  const page = await portal.html('/wetter')
  expect(page).toContain('Beispieldaten')
  expect(page).toMatch(/-?\d+ °C/)
  expect(page).toContain('<link rel="canonical" href="http://localhost:3000/wetter"')
  expect(await portal.html('/wetter/talheim')).toContain('Wetter in Talheim')
  expect(await portal.html('/wetter/auenburg')).toContain('href="http://localhost:3000/wetter"')
  expect((await portal.get('/wetter/moorbeck')).status).toBe(404)
  expect((await portal.get('/wetter/moorbeck', { publication: 'fb' })).status).toBe(200)
  expect((await portal.get('/wetter/__proto__')).status).toBe(404)
  expect((await portal.get('/wetter/talheim/x')).status).toBe(404)
  // Outside the demo no other page shows sample weather.
  expect(lineOf(await portal.html('/impressum'))).toBe(null)
  expect((await (await portal.get('/api/weather?place=tannau')).json()).place).toEqual({ id: 'tannau', name: 'Tannau' })
  expect((await portal.get('/api/weather?place=moorbeck')).status).toBe(404)
  expect((await portal.get('/api/weather?place=%3Cb%3E')).status).toBe(400)
  expect(await (await portal.get('/api/weather-line?place=talheim')).json()).toEqual({ line: null })
  expect((await portal.get('/api/weather-line?place=moorbeck')).status).toBe(404)
  expect((await portal.get('/api/weather-line')).status).toBe(400)
})

it('R1-77 calls another service, whose outage affects only the weather', async () => {
  answer = () => 'hang'
  const portal = await openElsewhere()
  const page = await portal.get('/wetter')
  expect([page.status, await page.text()]).toEqual([
    200,
    expect.stringContaining('Zurzeit liegen keine Wetterdaten vor'),
  ])
  const other = await portal.get('/impressum')
  expect([other.status, lineOf(await other.text())]).toEqual([200, null])

  answer = () => ({
    status: 200,
    body: toReport(({ days }) => {
      for (const [index, condition] of CONDITIONS.entries())
        Object.assign(days[index]!, { condition, words: CONDITION_WORDS[condition] })
    }),
  })
  const later = (minutes: number) => (portal.clock.now = new Date(portal.clock.now.getTime() + minutes * 60_000))
  later(5)
  const sound = await portal.html('/wetter/talheim')
  expect(asked.at(-1)).toBe('/w/ak/places/talheim?latitude=51.18&longitude=11.3')
  expect(sound).toContain('<a href="https://wetter.example/">Wetterdienst</a>')
  expect(sound).not.toContain('Beispieldaten')
  for (const condition of CONDITIONS)
    expect(sound).toMatch(
      new RegExp(
        `<svg[^>]*aria-label="${CONDITION_WORDS[condition]}"[^>]*><use href="[^"]*#${WEATHER_ICONS[condition]}"`,
      ),
    )
  expect(lineOf(await portal.html('/agb'))).toMatch(/Auenburg −?\d+ °C, [A-Za-zäöü ]+<\/a>/)
  expect((await portal.get('/__services/weather/docs')).status).toBe(404)

  answer = () => ({ status: 503 })
  later(10)
  expect(await portal.html('/wetter/talheim')).toContain('Wetterdienst')
  later(26 * 60)
  await portal.html('/wetter/talheim')
  await expect.poll(() => portal.html('/wetter/talheim?nocache=1')).toContain('älter als ein Tag')
  expect(lineOf(await portal.html('/kuendigen'))).toBe(null)
})

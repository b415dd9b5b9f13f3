import { toSampleWeather } from '../service/sample-weather.ts'
import type { Site } from '@lokalteil/contracts/content'
import type { WeatherView } from '../contract/calls.ts'
import type { PlaceWeather } from '../contract/weather.ts'
import { CONDITIONS } from '../domain/conditions.ts'
import { expect, it } from 'vitest'
import { WEATHER_ICONS } from '../app/weather-icons.ts'
import { createRoomSettings } from '@lokalteil/web/server/rendering/rooms/room-settings'
import { withLines } from '@lokalteil/web/server/rendering/utility-lines'
import { toWeatherLine } from './weather-line.ts'
import { createWeatherSource } from './weather-source.ts'

const NOW = new Date('2026-11-23T12:10:00Z')
const SKY = { sunrise: null, sunset: null, moonrise: null, moonset: null, moonPhase: 0.5 }
const SOUND: PlaceWeather = { sky: SKY, report: toSampleWeather('talheim', NOW) }
const PLACE = { place: 'talheim', latitude: 51, longitude: 11 }

function open(isOn = true) {
  let time = NOW.getTime()
  let asked = 0
  let answer: () => Promise<object> = async () => ({ ok: true, data: SOUND })
  const rooms = createRoomSettings()
  rooms.set({
    identity: { code: 'ak' },
    places: {
      regions: [{ id: 'huegelland', name: 'Hügelland', places: [{ id: 'talheim', name: 'Talheim', places: [] }] }],
    },
    rooms: isOn ? { weather: { places: [PLACE] } } : {},
  } as never)
  const errors: unknown[] = []
  const source = createWeatherSource({
    rooms,
    weatherOf: () =>
      ({
        getWeather: () => {
          asked += 1
          return answer()
        },
      }) as never,
    now: () => time,
    onError: (error) => errors.push(error),
  })
  return {
    source,
    errors,
    asked: () => asked,
    later: (seconds: number) => void (time += seconds * 1000),
    answer: (next: () => Promise<object>) => void (answer = next),
  }
}

it('makes one request for all callers (single flight), at most once a minute', async () => {
  const { source, asked, later } = open()
  await Promise.all([source.read('ak', null), source.read('ak', 'talheim'), source.read('ak', null)])
  later(59)
  expect(await source.read('ak', null)).toMatchObject({ place: { name: 'Talheim' }, report: SOUND.report })
  expect(asked()).toBe(1)
  later(2)
  await source.read('ak', null)
  expect(asked()).toBe(2)
})

it.each([
  ['refuses', async () => ({ ok: false, status: 500, problem: { code: 'INTERNAL' } })],
  ['breaks', () => Promise.reject(new Error('away'))],
])('a service that %s keeps the last answer, and is not called again at once', async (_what, broken) => {
  const { source, asked, later, answer, errors } = open()
  answer(broken)
  expect(await source.read('ak', null)).toMatchObject({ sky: null, report: null })
  expect(await source.read('ak', null)).toMatchObject({ report: null })
  expect([asked(), errors.length]).toEqual([1, 1])
  later(11)
  answer(async () => ({ ok: true, data: SOUND }))
  expect((await source.read('ak', null))!.report).toEqual(SOUND.report)
  later(61)
  answer(broken)
  await source.read('ak', null)
  expect((await source.read('ak', null))!.report).toEqual(SOUND.report)
})

it.each([
  ['a room that is off', false, null],
  ['another place', true, 'tannau'],
  ['a name of every object', true, 'constructor'],
])('has nothing for %s', async (_what, isOn, place) => {
  const { source, asked } = open(isOn)
  expect(await source.read('ak', place)).toBe(null)
  expect([source.peek('zz'), asked()]).toEqual([null, 0])
})

const SITE = {
  menuHandles: { utilityBarMenuHandle: 'bar' },
  menus: {
    bar: [
      { label: 'Wetter', target: '/wetter', children: [] },
      { label: 'Suche', target: '/suche', children: [] },
    ],
  },
} as unknown as Site
const labelsOf = (view: WeatherView | null, isDemo = false, site = SITE) =>
  (withLines(site, [toWeatherLine(view, { now: NOW, isDemo })]).menus.bar ?? []).map(({ label, icon }) =>
    icon === undefined ? label : `${icon}: ${label}`,
  )
const toView = (change: (report: NonNullable<WeatherView['report']>) => void): WeatherView => {
  const report = structuredClone(SOUND.report!)
  Object.assign(
    report.hours.find(({ at }) => at === '2026-11-23T12:00:00.000Z')!,
    {
      temperature: -0.2,
      condition: 'fog',
      words: 'Nebel',
    },
  )
  change(report)
  const place = { id: 'talheim', name: 'Talheim' }
  return { places: [place], place, sky: SKY, report }
}

const REAL = toView(({ source }) => (source.isSample = false))
it.each<[string, WeatherView | null, string[], boolean?]>([
  ['made up, in the demo', toView(() => {}), ['fog: Talheim 0 °C, Nebel', 'Suche'], true],
  ["made up, in a publisher's paper", toView(() => {}), ['Wetter', 'Suche']],
  ['real', REAL, ['fog: Talheim 0 °C, Nebel', 'Suche']],
  ['of four hours', toView((report) => (report.at = '2026-11-23T08:00:00.000Z')), ['Wetter', 'Suche'], true],
  ['without the present hour', toView((report) => (report.hours = [])), ['Wetter', 'Suche'], true],
  ['nobody knows', { ...toView(() => {}), report: null }, ['Wetter', 'Suche']],
  ['of a room that is off', null, ['Wetter', 'Suche']],
])('the line of weather: %s', (_what, view, labels, isDemo) => expect(labelsOf(view, isDemo)).toEqual(labels))

it.each(CONDITIONS)('R1-77 the line of %s has its icon', (condition) =>
  expect(
    labelsOf(
      toView(({ hours }) => hours.forEach((hour) => (hour.condition = condition))),
      true,
    )[0],
  ).toMatch(new RegExp(`^${WEATHER_ICONS[condition]}: `)),
)

it('a site without a utility bar stays as it is', () => {
  const bare = { ...SITE, menuHandles: { ...SITE.menuHandles, utilityBarMenuHandle: '' } }
  const line = toWeatherLine(
    toView(() => {}),
    { now: NOW, isDemo: true },
  )
  expect(withLines(bare, [line])).toBe(bare)
})

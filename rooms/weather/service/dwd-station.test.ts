import { WeatherReport } from '../contract/weather.ts'
import { expect, it } from 'vitest'
import { readPollen } from './dwd-pollen.ts'
import { readStation } from './dwd-station.ts'
import { toStationAnswer, type StationAnswer } from './dwd.testing.ts'

const START = Date.parse('2026-11-22T23:00:00Z')
const read = (change: (station: StationAnswer) => void = () => {}) => {
  const answer = toStationAnswer(START)
  change(answer['10865']!)
  return readStation(answer, '10865')
}
const NOTHING = 32_767

it('converts hours, days and warnings to common units', () => {
  const report = read()!
  expect(() => WeatherReport.parse({ ...report, at: '2026-11-23T08:00:00.000Z', pollen: null })).not.toThrow()
  expect([report.hours.length, report.days.length, report.warnings.length]).toEqual([72, 10, 1])
  expect(report.hours[0]).toEqual({
    at: '2026-11-22T23:00:00.000Z',
    temperature: 3.5,
    condition: 'rain',
    words: 'Regen',
    rain: 0.4,
    rainProbability: null,
    humidity: 81,
    wind: null,
  })
  expect(report.days[0]).toMatchObject({
    day: '2026-11-23',
    min: 2.1,
    max: 7.4,
    condition: 'rain',
    rain: 3.2,
    wind: { speed: 14.8, gust: 33.3, direction: 270 },
  })
  expect(report.warnings[0]).toEqual({
    level: 2,
    headline: 'Amtliche WARNUNG vor MARKANTEM STURM',
    text: 'Es treten Böen um 70 km/h auf.',
    instruction: 'Sichern Sie lose Gegenstände.',
    from: '2026-11-23T11:00:00.000Z',
    until: '2026-11-23T17:00:00.000Z',
  })
  expect(report.source).toMatchObject({ name: 'Deutscher Wetterdienst', isSample: false })
})

it('shorter series of any length end with the third day', () => {
  const rains = (series: number[]) =>
    read((station) => (station.forecast1.precipitationTotal = series))!.hours.map(({ rain }) => rain)
  const early = rains([70, ...Array<number>(71).fill(0)])
  expect([early[0], early[71]]).toEqual([7, 0])
  const late = rains([0, 50])
  expect([late[69], late[70], late[71]]).toEqual([null, 0, 5])
  const longer = rains([90, 90, 10, ...Array<number>(71).fill(0)])
  expect([longer[0], longer[1]]).toEqual([1, 0])
})

it('32767 means no reading: an hour without temperature is left out, other values become null', () => {
  const report = read(({ forecast1, days }) => {
    forecast1.temperature[0] = NOTHING
    forecast1.icon[1] = NOTHING
    forecast1.precipitationTotal[1] = NOTHING
    forecast1.humidity = null
    days[1]!.temperatureMax = NOTHING
    days[2]!.windSpeed = NOTHING
  })!
  expect(report.hours[0]).toMatchObject({ at: '2026-11-23T00:00:00.000Z', condition: null, words: '', rain: null })
  expect(report.hours.every(({ humidity }) => humidity === null)).toBe(true)
  expect(report.days.map(({ day }) => day)).not.toContain('2026-11-24')
  expect(report.days[1]!.wind).toBe(null)
})

it('sunshine of a day is the sum of its series; today’s is unknown', () => {
  const { days } = read(({ forecast1, forecast2, days: given }) => {
    forecast1.sunshine = Array<number>(72).fill(100)
    forecast2.sunshine = Array<number>(8).fill(600)
    for (const day of given) day.sunshine = 0
    given[0]!.sunshine = 1200
  })!
  expect(days.slice(0, 5).map(({ sunshine }) => sunshine)).toEqual([120, 240, 240, 480, null])
})

it('hours are consecutive on the day when clocks go back', () => {
  const start = Date.parse('2026-10-24T22:00:00Z')
  const report = readStation(toStationAnswer(start), '10865')!
  const times = report.hours.map(({ at }) => Date.parse(at))
  expect(times.every((time, index) => time === start + index * 3_600_000)).toBe(true)
})

it.each([
  ['Amtliche WARNUNG vor FROST', 1, 1],
  ['Amtliche WARNUNG vor MARKANTEM GLATTEIS', 1, 2],
  ['Amtliche UNWETTERWARNUNG vor ORKANBÖEN', 1, 3],
  ['Amtliche EXTREME UNWETTERWARNUNG vor HAGEL', 3, 4],
  ['Amtliche WARNUNG vor HITZE', 50, 2],
  ['VORABINFORMATION', -1, 1],
])('"%s" of level %i is shown as %i', (headline, level, shown) =>
  expect(read(({ warnings }) => Object.assign(warnings[0] as object, { headline, level }))!.warnings[0]!.level).toBe(
    shown,
  ),
)

it('a warning without text or start is left out; its end may be missing', () => {
  const report = read((station) => {
    const warning = station.warnings[0] as object
    station.warnings = [
      { ...warning, headline: '', event: '' },
      { ...warning, start: null },
      { ...warning, end: null },
      'x',
    ]
  })!
  expect(report.warnings.map(({ until }) => until)).toEqual([null])
})

it.each([
  ['nothing', {}],
  ['null', null],
  ['a text', 'x'],
  ['another station', { '10147': {} }],
  ['an empty station', { '10865': {} }],
  ['a station without a beginning', { '10865': { forecast1: { timeStep: 3_600_000 } } }],
  ['no reading at all', { '10865': { forecast1: { start: START, timeStep: 3_600_000, temperature: [NOTHING] } } }],
])('%s gives no report', (_what, answer) => expect(readStation(answer, '10865')).toBe(null))

it('an inherited property is no station', () => expect(readStation(toStationAnswer(START), 'constructor')).toBe(null))

it('reads the pollen forecast by the numbers of its regions', () => {
  const regions = readPollen(POLLEN)!
  expect(regions['50']).toEqual({
    region: 'Brandenburg und Berlin',
    day: '2026-03-04',
    plants: [
      { name: 'Erle', today: 2.5, tomorrow: 3 },
      { name: 'Gräser', today: 0, tomorrow: null },
    ],
  })
  expect(regions['11']!.region).toBe('Schleswig-Holstein und Hamburg, Inseln und Marschen')
  expect(Object.keys(regions)).toEqual(['11', '50'])
})

it.each([
  [null],
  [{}],
  [{ last_update: 'gestern', content: [] }],
  [{ last_update: '2026-13-40 11:00 Uhr', content: [] }],
])('%j is no pollen forecast', (answer) => expect(readPollen(answer)).toBe(null))

const POLLEN = {
  name: 'Pollenflug-Gefahrenindex',
  last_update: '2026-03-04 11:00 Uhr',
  content: [
    {
      region_id: 10,
      region_name: 'Schleswig-Holstein und Hamburg',
      partregion_id: 11,
      partregion_name: 'Inseln und Marschen',
      Pollen: { Hasel: { today: '1', tomorrow: '1', dayafter_to: '1' } },
    },
    {
      region_id: 50,
      region_name: 'Brandenburg und Berlin',
      partregion_id: -1,
      partregion_name: '',
      Pollen: {
        Graeser: { today: '0', tomorrow: '-1', dayafter_to: '-1' },
        Erle: { today: '2-3', tomorrow: '3', dayafter_to: '3' },
        Esche: { today: '-1', tomorrow: '0', dayafter_to: '0' },
      },
    },
    { region_id: 'x' },
  ],
}

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONDITION_WORDS, CONDITIONS, toSky } from './conditions.ts'
import { toDegrees, toFelt, toFreshness, toMoonName, toWindName } from './readings.ts'

it.each([
  [1, 'sun', 'sonnig'],
  [2, 'sun', 'leicht bewölkt'],
  [3, 'clouds', 'bewölkt'],
  [4, 'clouds', 'bedeckt'],
  [5, 'fog', 'Nebel'],
  [8, 'rain', 'Regen'],
  [12, 'rain', 'Regen, vereinzelt Schnee'],
  [13, 'snow', 'Schneeregen'],
  [15, 'snow', 'Schneefall'],
  [17, 'rain', 'Hagel'],
  [18, 'rain', 'leichte Schauer'],
  [23, 'snow', 'Schneeschauer'],
  [26, 'thunder', 'Gewitter'],
  [30, 'thunder', 'Gewitter mit starkem Hagel'],
  [31, 'clouds', 'windig'],
] as const)('R1-77 the number %i is %s, %s', (icon, condition, words) =>
  expect(toSky(icon)).toEqual({ condition, words }),
)

it('R1-77 the numbers 1 to 31 have a sky, others do not, and all six conditions occur', () => {
  const known = Array.from({ length: 31 }, (_, index) => toSky(index + 1)!.condition)
  expect(new Set(known)).toEqual(new Set(CONDITIONS))
  expect(Object.keys(CONDITION_WORDS)).toEqual([...CONDITIONS])
  expect([0, 32, -1, 1.5, 32_767, Number.NaN, null].map(toSky)).toEqual(Array(7).fill(null))
})

it.each([
  [0, 'fresh'],
  [180, 'fresh'],
  [181, 'old'],
  [24 * 60, 'old'],
  [24 * 60 + 1, 'ended'],
  [-60, 'fresh'],
] as const)('a reading of %i minutes ago is %s', (minutes, freshness) => {
  const now = new Date('2026-11-23T12:00:00Z')
  expect(toFreshness(new Date(now.getTime() - minutes * 60_000), now)).toBe(freshness)
})

describe('the felt temperature', () => {
  it.each([
    [0, 20, null, -5],
    [-10, 30, null, -20],
    [10, 4, null, 10],
    [10, null, null, 10],
    [20, 60, 90, 20],
    [32, 5, 70, 40],
    [32, 5, null, 32],
    [27, 5, 40, 27],
  ])('%i °C with wind %s and humidity %s is %i °C', (temperature, wind, humidity, felt) =>
    expect(Math.round(toFelt(temperature, wind, humidity))).toBe(felt),
  )

  it('wind never makes it warmer, humidity in heat never colder', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(
        fc.integer({ min: -40, max: 45 }),
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 0, max: 100 }),
        (t, wind, humidity) => {
          const felt = toFelt(t, wind, humidity)
          expect(Number.isFinite(felt) && (t <= 10 ? felt <= t : felt >= t)).toBe(true)
        },
      ),
    )
  })
})

it.each([
  [0, 'Nord'],
  [22, 'Nord'],
  [23, 'Nordost'],
  [270, 'West'],
  [338, 'Nord'],
  [360, 'Nord'],
  [-90, 'West'],
])('wind of %i° comes from %s', (degrees, name) => expect(toWindName(degrees)).toBe(name))

it.each([
  [0, 'Neumond'],
  [0.1, 'zunehmende Sichel'],
  [0.25, 'erstes Viertel'],
  [0.35, 'zunehmender Mond'],
  [0.5, 'Vollmond'],
  [0.53, 'Vollmond'],
  [0.6, 'abnehmender Mond'],
  [0.75, 'letztes Viertel'],
  [0.9, 'abnehmende Sichel'],
  [0.99, 'Neumond'],
  [1, 'Neumond'],
])('the phase %s is %s', (phase, name) => expect(toMoonName(phase)).toBe(name))

it.each([
  [-0.4, '0'],
  [-0.6, '−1'],
  [21.5, '22'],
])('%s °C is written %s', (temperature, written) => expect(toDegrees(temperature)).toBe(written))

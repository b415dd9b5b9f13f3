import { expect, it } from 'vitest'
import { composeHoroscope } from './compose.ts'
import { shiftDay } from './days.ts'
import { SENTENCES, type SentenceKind } from './sentences.ts'
import { findSign, SIGNS } from './signs.ts'

const KINDS = Object.keys(SENTENCES) as SentenceKind[]
const DAYS = Array.from({ length: 400 }, (_, index) => shiftDay('2026-06-01', index))

it.each(KINDS)('has forty different complete sentences of %s that address the reader', (kind) => {
  expect(SENTENCES[kind].length).toBeGreaterThanOrEqual(40)
  expect(new Set(SENTENCES[kind]).size).toBe(SENTENCES[kind].length)
  for (const sentence of SENTENCES[kind]) expect(sentence).toMatch(/^[A-ZÄÖÜ].{20,140}[.!?]$/)
})

it.each(['ak', 'fb', 'ht', 'la', 'musterbote'])(
  'R1-76 the signs of %s never share a sentence on a day',
  (publication) => {
    for (const day of DAYS) {
      const all = SIGNS.map(({ key }) => composeHoroscope(publication, key, day))
      for (const kind of KINDS) expect(new Set(all.map((one) => one[kind])).size).toBe(SIGNS.length)
    }
  },
)

it.each(SIGNS.map(({ key }) => key))(
  'R1-76 %s repeats no sentence within two weeks, and no week repeats the last one',
  (sign) => {
    const all = DAYS.map((day) => composeHoroscope('ak', sign, day))
    for (const kind of ['mood', 'love', 'work'] as const)
      for (const [index, { [kind]: sentence }] of all.entries())
        expect(all.slice(index + 1, index + 14).some((other) => other[kind] === sentence)).toBe(false)
    const weeks = all.map(({ week }) => week).filter((week, index, list) => week !== list[index - 1])
    expect(weeks.length).toBeGreaterThanOrEqual(Math.floor(DAYS.length / 7))
    expect(new Set(all.map(({ mood, love, work }) => mood + love + work)).size).toBe(DAYS.length)
  },
)

it('a week has two sentences that no other sign has', () => {
  for (const day of DAYS.filter((_day, index) => index % 7 === 0)) {
    const all = SIGNS.flatMap(({ key }) => {
      const { week } = composeHoroscope('ak', key, day)
      return SENTENCES.week.filter((sentence) => week.includes(sentence))
    })
    expect([all.length, new Set(all).size]).toEqual([2 * SIGNS.length, 2 * SIGNS.length])
  }
})

it('a week begins on Monday', () => {
  const weekOf = (day: string) => composeHoroscope('ak', 'fische', day).week
  expect(weekOf('2026-11-23')).toBe(weekOf('2026-11-29'))
  expect(weekOf('2026-11-22')).not.toBe(weekOf('2026-11-23'))
})

it('is the same on every call, and differs between publications', () => {
  expect(composeHoroscope('ak', 'widder', '2026-11-23')).toEqual(composeHoroscope('ak', 'widder', '2026-11-23'))
  expect(composeHoroscope('ak', 'widder', '2026-11-23')).not.toEqual(composeHoroscope('fb', 'widder', '2026-11-23'))
})

it.each([
  ['2026-12-02', -7, '2026-11-25'],
  ['2026-03-29', 1, '2026-03-30'],
])('%s and %i days is %s', (day, days, shifted) => expect(shiftDay(day, days)).toBe(shifted))

it.each([
  ['loewe', 'Löwe'],
  ['Löwe', undefined],
  ['constructor', undefined],
])('"%s" is %s', (key, name) => expect(findSign(key)?.name).toBe(name))

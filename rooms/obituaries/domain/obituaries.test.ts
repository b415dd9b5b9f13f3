import { describe, expect, it } from 'vitest'
import { nextAnniversary, yearsSince } from './anniversary.ts'
import { checkCondolence, checkSignature, withoutContacts } from './condolences.ts'
import { computePrice, type ObituaryPrices } from './obituary-price.ts'
import { findLifeFault, formatLifeDate, isLifeDate, readPeriod, toDays, toPersonKey, toYears } from './obituaries.ts'

describe('dates of a life (R1-79)', () => {
  it.each([
    ['1941-03-12', true],
    ['1941', true],
    ['1941-02-30', false],
    ['12.03.1941', false],
    ['1941-3-12', false],
  ])('%s is a date of a life: %s', (text, isOne) => expect(isLifeDate(text)).toBe(isOne))

  it.each<[string | null, string | null, 'born' | 'died' | null]>([
    ['1941-03-12', '2026-11-18', null],
    [null, null, null],
    ['1941', '1940', 'born'],
    ['2030', null, 'born'],
    ['1941', '2026-11-25', 'died'],
    ['1941', '2026', null],
  ])('%s to %s: %s', (born, died, fault) => expect(findLifeFault({ born, died }, '2026-11-24')).toBe(fault))

  it('are written in German format', () => {
    expect(formatLifeDate('1941-03-12')).toBe('12. März 1941')
    expect(formatLifeDate('1941')).toBe('1941')
    expect(toYears({ born: '1941-03-12', died: '2026' })).toBe('1941–2026')
    expect(toYears({ born: null, died: '2026' })).toBe('† 2026')
    expect(toYears({ born: null, died: null })).toBe('')
  })

  it('a person is identified by name and day of death, in any spelling', () => {
    const key = (name: string, died: string | null, born: string | null = null, notice = 'n1') =>
      toPersonKey({ name, born, died }, notice)
    expect(key('Dr. Jürgen Groß', '2026-11-18')).toBe(key('Juergen Gross', '2026-11-18', '1941'))
    expect(key('Jürgen Groß', '2026-11-18')).not.toBe(key('Jürgen Groß', '2026-11-19'))
    expect(key('Jürgen Groß', null)).not.toBe(key('Jürgen Groß', null, null, 'n2'))
    expect(key('Jürgen Groß', null, '1941')).toBe(key('Jürgen Groß', null, '1941', 'n2'))
  })

  it.each([
    ['7', { from: '2026-11-17', until: null }],
    ['2025', { from: '2025-01-01', until: '2025-12-31' }],
    ['99', { from: null, until: null }],
    ['', { from: null, until: null }],
  ])('the time %s', (text, days) => expect(toDays(readPeriod(text), '2026-11-24')).toEqual(days))
})

describe('condolences (R1-79)', () => {
  it.each<[string, ReturnType<typeof checkCondolence>['fault']]>([
    ['In stiller Trauer, deine Nachbarn aus der Nummer 12.', null],
    ['Am 24.11.2026 um 14 Uhr denken wir an dich. 3.000 Schritte, 1941–2026.', null],
    [' \u200b ', 'empty'],
    ['x'.repeat(1501), 'too_long'],
    ['Schreibt mir: hanna@beispiel.de', 'contact'],
    ['hanna (at) beispiel.de', 'contact'],
    ['Mehr auf https://boese.example', 'too_many_links'],
    ['Ruft an: 0151 2345 6789', 'contact'],
    ['Traueradresse: Lindenstraße 4a', 'address'],
    ['Am Weg 12, wie immer', 'address'],
    ['04109 Auenburg', 'address'],
  ])('%s: %s', (text, fault) => expect(checkCondolence(text).fault).toBe(fault))

  it('a signature is one line', () =>
    expect(checkSignature(' Familie\nBrandt ')).toEqual({ text: 'Familie Brandt', fault: null }))

  it('a notice loses the lines with contact data; a chapel keeps its street', () => {
    expect(withoutContacts('Hanna und Karl\nTraueradresse: Lindenweg 4, 04109 Auenburg\nTel. 0341 1234567')).toEqual({
      text: 'Hanna und Karl',
      removed: 2,
    })
    expect(withoutContacts('14 Uhr, Friedhofskapelle, Bergstraße 3\nTel. 0341 1234567', true)).toEqual({
      text: '14 Uhr, Friedhofskapelle, Bergstraße 3',
      removed: 1,
    })
  })
})

describe('the anniversary', () => {
  it.each<[string | null, string, string | null]>([
    ['2026-11-18', '2026-11-20T10:00:00Z', '2027-11-18T07:00:00.000Z'],
    ['2020-06-01', '2026-05-31T12:00:00Z', '2026-06-01T06:00:00.000Z'],
    ['2020-06-01', '2026-06-01T06:00:00Z', '2027-06-01T06:00:00.000Z'],
    ['2024-02-29', '2026-01-01T00:00:00Z', '2026-02-28T07:00:00.000Z'],
    ['2024-02-29', '2027-03-01T00:00:00Z', '2028-02-29T07:00:00.000Z'],
    ['2026', '2026-11-20T10:00:00Z', null],
    [null, '2026-11-20T10:00:00Z', null],
  ])('of %s after %s: %s', (died, after, at) =>
    expect(nextAnniversary(died, new Date(after))?.toISOString() ?? null).toBe(at),
  )

  it('counts years', () => expect(yearsSince('2020-06-01', new Date('2026-06-01T06:00:00Z'))).toBe(6))
})

const PRICES: ObituaryPrices = {
  sizes: [
    { id: 'klein', name: 'Klein', cents: 4900, letters: 100 },
    { id: 'gross', name: 'Groß', cents: 9900, letters: 400 },
  ],
  extra: { letters: 50, cents: 500 },
  sceneCents: 1500,
  durations: [
    { days: 30, cents: 0 },
    { days: 365, cents: 2900 },
  ],
}
const TEXT = {
  layout: 'classic',
  symbol: 'cross',
  quote: '',
  intro: '',
  text: '',
  mourners: '',
  ceremony: '',
  remark: '',
} as const

describe('the price of a notice', () => {
  it.each<[string, number, string, 'cross' | 'sea', number | null]>([
    ['klein', 30, 'x'.repeat(90), 'cross', 4900],
    ['klein', 30, 'x'.repeat(91), 'cross', 5400],
    ['klein', 30, 'x'.repeat(140), 'cross', 5400],
    ['klein', 30, 'x'.repeat(141), 'cross', 5900],
    ['gross', 365, 'x'.repeat(141), 'sea', 9900 + 1500 + 2900],
    ['riesig', 30, '', 'cross', null],
    ['klein', 31, '', 'cross', null],
  ])('%s for %d days', (size, days, text, symbol, cents) =>
    expect(
      computePrice(PRICES, { size, days, name: 'Karl Grau!', text: { ...TEXT, text, symbol } })?.cents ?? null,
    ).toBe(cents),
  )
})

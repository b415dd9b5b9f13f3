import { describe, expect, it } from 'vitest'
import {
  berlinHour,
  formatAge,
  formatDate,
  formatDateTime,
  formatDay,
  formatListStamp,
  formatShortMoment,
  formatLongDate,
  formatTime,
  joinNames,
  toAuthorName,
  toBerlinIso,
  toDayKey,
  toWeekday,
  toReadingMinutes,
} from './german.ts'
import { formatBytes, formatDuration, formatNumber, formatPrice, formatRating } from './german-numbers.ts'
import { compareGerman, foldGerman, slugOf, toInitial } from './german-text.ts'

const march = new Date('2024-03-05T08:05:00Z')
/** In Berlin already the next day, month and year. */
const newYear = new Date('2024-12-31T23:30:00Z')

describe('dates', () => {
  it.each([
    ['R9-07', formatDate, march, '05.03.2024'],
    ['R9-07', formatDate, newYear, '01.01.2025'],
    ['R1-02 R9-08', formatLongDate, march, '5. März 2024'],
    ['R9-09', formatTime, march, '09:05'],
    ['R9-09', formatTime, newYear, '00:30'],
    ['R1-02', formatDay, march, 'Dienstag, 5. März 2024'],
    ['R1-02', formatDateTime, march, '5. März 2024, 09:05 Uhr'],
    ['for machines', toBerlinIso, march, '2024-03-05T09:05:00+01:00'],
    ['summer time', toBerlinIso, new Date('2024-07-01T22:30:00.750Z'), '2024-07-02T00:30:00+02:00'],
    ['before 1893', toBerlinIso, new Date('1871-01-18T12:00:00Z'), '1871-01-18T12:53:28+00:53'],
    ['day of Berlin', toDayKey, newYear, '2025-01-01'],
  ])('%s formats in German: %o', (_ids, format, date, text) => {
    expect(format(date)).toBe(text)
  })

  it('agrees with the system’s time zone data, from 1996 to 2040', () => {
    const system = new Intl.DateTimeFormat('de-DE', {
      timeZone: 'Europe/Berlin',
      hourCycle: 'h23',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    const end = Date.UTC(2041, 0, 1)
    // Hours in the weeks of a change, days between.
    for (let time = Date.UTC(1995, 11, 30); time < end; time += isNearChange(time) ? 3_600_000 : 86_400_000) {
      const date = new Date(time)
      expect(`${formatDate(date)}, ${formatTime(date)}`).toBe(system.format(date))
    }
  })

  it.each([
    ['2024-03-04', 1],
    ['2024-03-09', 6],
    ['2024-03-10', 7],
    ['2024-12-30', 1],
    ['2025-01-01', 3],
  ])('R1-03 the week begins on Monday: %s is day %i of it', (day, weekday) => {
    expect(toWeekday(day)).toBe(weekday)
  })

  it.each([
    ['2024-03-05T08:05:00Z', '2024-03-05T08:05:30Z', 'gerade eben', '09:05 Uhr'],
    ['2024-03-05T08:05:00Z', '2024-03-05T08:06:00Z', 'vor 1 Minute', '09:05 Uhr'],
    ['2024-03-05T08:05:00Z', '2024-03-05T08:17:59Z', 'vor 12 Minuten', '09:05 Uhr'],
    ['2024-03-05T08:05:00Z', '2024-03-05T09:05:00Z', 'heute, 09:05 Uhr', '09:05 Uhr'],
    ['2024-03-05T08:05:00Z', '2024-03-05T22:59:00Z', 'heute, 09:05 Uhr', '09:05 Uhr'],
    ['2024-03-05T08:05:00Z', '2024-03-05T23:01:00Z', 'gestern, 09:05 Uhr', 'gestern, 09:05'],
    ['2024-03-05T08:05:00Z', '2024-03-07T08:05:00Z', '5. März 2024', '05.03.2024'],
    ['2024-03-05T22:58:00Z', '2024-03-05T23:02:00Z', 'vor 4 Minuten', 'gestern, 23:58'],
    ['2024-03-30T12:00:00Z', '2024-03-31T12:00:00Z', 'gestern, 13:00 Uhr', 'gestern, 13:00'],
    ['2024-03-05T09:05:00Z', '2024-03-05T08:05:00Z', 'heute, 10:05 Uhr', '10:05 Uhr'],
  ])('R1-02 %s seen at %s: %s', (date, now, age, stamp) => {
    expect(formatAge(new Date(date), new Date(now))).toBe(age)
    expect(formatListStamp(new Date(date), new Date(now))).toBe(stamp)
  })

  it('R9-54 reads the hour in Berlin', () => {
    expect([berlinHour(newYear), berlinHour(new Date('2024-07-01T10:00:00Z'))]).toEqual([0, 12])
  })

  it('gives an empty text for an invalid date, instead of failing the page', () => {
    const none = new Date('kein Datum')
    const all = [formatDate, formatLongDate, formatTime, formatDay, formatDateTime, toBerlinIso, toDayKey]
    expect(all.map((format) => format(none)).join('')).toBe('')
    expect(formatAge(none, march) + formatListStamp(march, none)).toBe('')
  })
})

describe('names and numbers', () => {
  it.each([
    [[], ''],
    [['A'], 'A'],
    [['A', 'B'], 'A und B'],
    [['A', 'B', 'C'], 'A, B und C'],
    [['A', ' ', 'C'], 'A und C'],
  ])('R2.12-08 joins %o as %j', (names, text) => {
    expect(joinNames(names)).toBe(text)
  })

  it.each([
    [{ prename: 'Lena', surname: 'Vogt' }, 'Lena Vogt'],
    [{ prename: 'Lena', surname: 'Vogt', shortname: 'lv' }, 'Lena Vogt (lv)'],
    [{ prename: '', surname: 'dpa', shortname: '' }, 'dpa'],
    [{ prename: '', surname: '', shortname: 'red' }, '(red)'],
  ])('R2.12-11 names %o %j', (author, name) => {
    expect(toAuthorName(author)).toBe(name)
  })

  it('writes numbers as the system does', () => {
    const number = new Intl.NumberFormat('de-DE')
    const rating = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
    const price = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' })
    const values = Array.from(
      { length: 400 },
      (_, index) => (index % 2 === 0 ? 1 : -1) * 1.37 ** (index % 60) * (index / 7),
    )
    for (const value of [...values, 1, 0.5, 2.5, 0.0625, 1.005, 999.9995, 1000, 999_999, 1_000_000]) {
      expect([formatNumber(value), formatRating(value), formatPrice(value)]).toEqual(
        [number.format(value), rating.format(value), price.format(value / 100)].map((text) =>
          /[1-9]/.test(text) ? text : text.replace('-', ''),
        ),
      )
    }
    expect([formatNumber(Number.NaN), formatRating(Infinity), formatPrice(Number.NaN)]).toEqual(['', '', ''])
  })

  it('writes numbers, ratings, prices and durations in German', () => {
    expect(formatNumber(1234567.5)).toBe('1.234.567,5')
    expect(formatRating(4)).toBe('4,0')
    expect(formatPrice(129_090)).toBe('1.290,90\u00a0€')
    expect([formatDuration(245), formatDuration(3845), formatDuration(Number.NaN)]).toEqual(['4:05', '1:04:05', '0:00'])
    expect([0, 345_400, 2_345_678, 30_000_000, 1_250_000_000].map(formatBytes)).toEqual(
      ['1 kB', '345 kB', '2,3 MB', '30 MB', '1,3 GB'].map((size) => size.replace(' ', '\u00a0')),
    )
    expect([0, 40, 345, 2300].map(toReadingMinutes)).toEqual([0, 1, 2, 10])
  })
})

describe('comparing', () => {
  it.each([
    ['Größe & Straße: Ça va?', 'groesse-strasse-ca-va'],
    ['  --- ', ''],
    ['Mu\u0308ller', 'mueller'],
    ['ÄÖÜ', 'aeoeue'],
    ['Łódź 2024', 'lodz-2024'],
    ['ein sehr langer Titel '.repeat(9), 'ein-sehr-langer-titel-ein-sehr-langer-titel-ein-sehr-langer-titel-ein-sehr'],
    ['x'.repeat(100), 'x'.repeat(80)],
    ['😀', ''],
  ])('turns %j into the slug %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('treats all spellings of one word as equal', () => {
    expect(new Set(['Müller', 'MUELLER', 'Mu\u0308ller', 'mueller'].map(foldGerman)).size).toBe(1)
    expect(foldGerman('Straße')).toBe(foldGerman('STRASSE'))
    expect(foldGerman('Ärger')).not.toBe(foldGerman('Arger'))
  })

  it('sorts umlauts beside their vowels and lists names under plain letters', () => {
    const sorted = ['Anker', 'Ärger', 'äsche', 'Azur', 'Zorn']
    expect(sorted.toReversed().sort(compareGerman)).toEqual(sorted)
    expect(['Özil', 'von Arnim', '3sat', ''].map(toInitial)).toEqual(['O', 'V', '#', '#'])
  })
})

/** The last week of March and October. */
function isNearChange(time: number): boolean {
  const date = new Date(time)
  return [2, 9].includes(date.getUTCMonth()) && date.getUTCDate() >= 24
}

describe('the times above a text', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const published = new Date('2026-11-27T17:17:00Z')
  it.each([
    ['of this year', published, undefined, '27.11., 18:17'],
    ['changed on the same day', new Date('2026-11-27T17:40:00Z'), published, '18:40'],
    ['changed on the next day', new Date('2026-11-27T23:05:00Z'), published, '28.11., 00:05'],
    ['of another year', new Date('2025-12-31T22:59:00Z'), undefined, '31.12.2025, 23:59'],
    ['of the new year in Berlin', new Date('2025-12-31T23:01:00Z'), undefined, '01.01., 00:01'],
    ['that are none', new Date(Number.NaN), undefined, ''],
  ])('%s', (_name, date, sameDay, text) => {
    expect(formatShortMoment(date, now, sameDay)).toBe(text)
  })
})

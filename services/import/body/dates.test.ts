import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from './dates.ts'

const EVENING = '2026-11-21T17:30:00.000Z'

describe('spellings of dates', () => {
  it.each([
    // ISO 8601
    '2026-11-21T17:30:00Z',
    '2026-11-21t17:30:00z',
    '2026-11-21T18:30:00+01:00',
    '2026-11-21T18:30:00+0100',
    '2026-11-21T18:30+01',
    '2026-11-21T18:30:00.000+01:00',
    '2026-11-21 18:30:00 +0100',
    '2026-11-21T18:30:00',
    '2026-11-21 18:30',
    '2026-11-21 18:30 MEZ',
    '2026-11-21T18:30:00 Europe/Berlin',
    '20261121T173000Z',
    // RFC 822, 850, 1123, 2822, asctime
    'Sat, 21 Nov 2026 18:30:00 +0100',
    'Sat, 21 Nov 2026 18:30:00 +0100 (CET)',
    'Sat, 21 Nov 26 17:30:00 GMT',
    '21 Nov 26 17:30 UT',
    'Sat, 21 Nov 2026 17:30:00 UTC',
    'Sat, 21 Nov 2026 17:30:00 Z',
    'Sat, 21 Nov 2026 12:30:00 EST',
    'Sat, 21 Nov 2026 09:30:00 PST',
    'Sat, 21 Nov 2026 18:30:00 CET',
    'Sat, 21 Nov 2026 18:30:00 MEZ',
    'Sat, 21 Nov 2026 19:30:00 CEST',
    'Sat,21 Nov 2026 18:30:00',
    'Sat Nov 21 2026 18:30:00 GMT+0100 (Mitteleuropäische Normalzeit)',
    'Saturday, 21-Nov-26 17:30:00 GMT',
    'Sat Nov 21 18:30:00 2026',
    'Sat Nov 21 17:30:00 2026 GMT',
    'November 21, 2026 6:30 pm',
    'Sat, November 21st, 2026 at 6:30 PM',
    // German
    '21.11.2026 18:30',
    '21.11.26 18:30',
    '21.11.2026, 18.30 Uhr',
    '21.11.2026 - 18:30 Uhr',
    '21.11.2026 | 18:30',
    '21.11.2026 18:30:00 MEZ',
    '21. 11. 2026 18:30',
    'Sa, 21. November 2026 um 18.30 Uhr',
    'Sa., 21.11.2026 18:30 Uhr',
    'Samstag, den 21. November 2026, 18:30 Uhr',
    'Samstag, 21. November 2026 - 18:30',
    '21. Nov. 2026 18:30',
    '21 November 2026 18:30',
    'Sa, 21 Nov 2026 18:30:00 MEZ',
    '21.\u00a0November\u00a02026, 18:30\u00a0Uhr',
  ])('%s', (text) => {
    expect(toInstant(text)).toBe(EVENING)
  })

  it.each([
    ['21. Nov. 2026', '2026-11-20T23:00:00.000Z'],
    ['2026-11-21', '2026-11-20T23:00:00.000Z'],
    ['1. Mai 2026', '2026-04-30T22:00:00.000Z'],
    ['3. März 2026 7 Uhr', '2026-03-03T06:00:00.000Z'],
    ['3. Mrz 2026 7 Uhr', '2026-03-03T06:00:00.000Z'],
    ['2. Jänner 2026', '2026-01-01T23:00:00.000Z'],
    ['21.07.2026 18:30', '2026-07-21T16:30:00.000Z'],
    ['21.07.2026 18:30 MESZ', '2026-07-21T16:30:00.000Z'],
    ['21.07.2026 18:30 MEZ', '2026-07-21T17:30:00.000Z'],
    ['21 Nov 49 12:00 GMT', '2049-11-21T12:00:00.000Z'],
    ['21 Nov 50 12:00 GMT', '1950-11-21T12:00:00.000Z'],
    ['2026-11-21T24:00:00Z', '2026-11-22T00:00:00.000Z'],
    ['2028-02-29', '2028-02-28T23:00:00.000Z'],
    ['November 21, 2026 12:05 am', '2026-11-20T23:05:00.000Z'],
    // Daylight saving time: an ambiguous hour is the first one, a missing hour is one hour later.
    ['25.10.2026 02:30', '2026-10-25T00:30:00.000Z'],
    ['29.03.2026 02:30', '2026-03-29T01:30:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(toInstant(text)).toBe(instant)
  })

  it.each([
    '',
    'heute',
    'gestern, 18:30 Uhr',
    'vor 3 Stunden',
    '21/11/2026',
    '11/21/2026 18:30',
    '2026',
    '2026-13-45T99:00:00Z',
    '2026-02-30',
    '30.02.2026',
    '29.02.2027',
    '32. Mai 2026',
    '21. Foobar 2026',
    '21.11.2026 25:00',
    '21.11.2026 18:61',
    'Sat, 21 Nov 2026 18:30:00 XYZ',
    'Sat, 21 Nov 2026 18:30:00 +99:99',
    '2026-11-21T18:30:00 irgendwas',
    'November 21, 2026 13:30 pm',
    '0000-00-00 00:00:00',
    'Thu, 01 Jan 1698 00:00:00 GMT',
    `21.11.2026${' '.repeat(200)}`,
  ])('%j is none', (text) => {
    expect(toInstant(text)).toBeNull()
  })

  it.each([[null], [undefined], [7], [{}], [new Date()]])('%o is none', (value) => {
    expect(toInstant(value)).toBeNull()
  })
})

const pad = (number: number) => String(number).padStart(2, '0')
const ENGLISH = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const WEEKDAYS = ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa']
const GERMAN = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]
/** Whole minutes from 1970 to 2069, the span of two-digit years. */
const minutes = fc.integer({ min: 0, max: Date.UTC(2069, 11, 31) / 60_000 }).map((minute) => new Date(minute * 60_000))
const offsets = fc.integer({ min: -12 * 4, max: 14 * 4 }).map((quarters) => quarters * 15)
const inZone = (date: Date, offset: number) => new Date(date.getTime() + offset * 60_000)
const toOffset = (offset: number, colon = '') =>
  `${offset < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(offset) / 60))}${colon}${pad(Math.abs(offset) % 60)}`

describe('every instant comes back from every spelling', () => {
  it('with an offset', () => {
    fc.assert(
      fc.property(minutes, offsets, (date, offset) => {
        const local = inZone(date, offset)
        const [y, mo, d] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()]
        const time = `${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}`
        for (const text of [
          `${y}-${pad(mo + 1)}-${pad(d)}T${time}:00${toOffset(offset, ':')}`,
          `${d} ${ENGLISH[mo]} ${y} ${time} ${toOffset(offset)}`,
          `${pad(d)}.${pad(mo + 1)}.${y} ${time} Uhr ${toOffset(offset, ':')}`,
        ])
          expect([text, toInstant(text)]).toEqual([text, date.toISOString()])
      }),
    )
  })

  it('in Berlin without one, except for the hour that occurs twice', () => {
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Berlin',
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    fc.assert(
      fc.property(minutes, (date) => {
        const local = clock.format(date)
        const isTwice = clock.format(new Date(date.getTime() - 3_600_000)) === local
        const [y, mo, d] = local.slice(0, 10).split('-').map(Number) as [number, number, number]
        const time = local.slice(11, 16)
        const weekday = WEEKDAYS[new Date(`${local.slice(0, 10)}T12:00:00Z`).getUTCDay()]!
        const expected = (isTwice ? new Date(date.getTime() - 3_600_000) : date).toISOString()
        for (const text of [
          local,
          `${d}.${mo}.${y}, ${time} Uhr`,
          `${weekday}, ${d}. ${GERMAN[mo - 1]} ${y} um ${time.replace(':', '.')} Uhr`,
          `${weekday}, ${pad(d)} ${ENGLISH[mo - 1]} ${y} ${time}:00`,
        ])
          expect([text, toInstant(text)]).toEqual([text, expected])
      }),
    )
  })

  it('never throws and never guesses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = toInstant(text)
        expect(read === null || new Date(read).toISOString() === read).toBe(true)
      }),
    )
  })
})

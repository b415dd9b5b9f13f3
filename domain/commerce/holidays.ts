/**
 * Public holidays of the German states, for legal periods (§ 193 BGB): a period that would end on a Saturday, a Sunday
 * or a holiday at the place of the declaration ends on the next working day. Holidays of single towns count for their
 * whole state, and without a known state the holidays of all states count: the longer period favours the reader. Bank
 * holidays stand in `billing.ts`.
 */
import { addDays, type Day } from './subscriptions.ts'

/** ISO 3166-2, without 'DE-'. */
export const FEDERAL_STATES = [
  'BW',
  'BY',
  'BE',
  'BB',
  'HB',
  'HH',
  'HE',
  'MV',
  'NI',
  'NW',
  'RP',
  'SL',
  'SN',
  'ST',
  'SH',
  'TH',
] as const
export type FederalState = (typeof FEDERAL_STATES)[number]

const EVERYWHERE = FEDERAL_STATES.join(' ')

/** Month and day → the states with this holiday. */
const FIXED: Readonly<Record<string, string>> = {
  '01-01': EVERYWHERE,
  '01-06': 'BW BY ST',
  '03-08': 'BE MV',
  '05-01': EVERYWHERE,
  '08-08': 'BY',
  '08-15': 'BY SL',
  '09-20': 'TH',
  '10-03': EVERYWHERE,
  '10-31': 'BB HB HH MV NI SH SN ST TH',
  '11-01': 'BW BY NW RP SL',
  '12-25': EVERYWHERE,
  '12-26': EVERYWHERE,
}

/** Days after Easter Sunday: Good Friday, Easter Monday, Ascension, Whit Monday, Corpus Christi. */
const AFTER_EASTER: Readonly<Record<number, string>> = {
  [-2]: EVERYWHERE,
  1: EVERYWHERE,
  39: EVERYWHERE,
  50: EVERYWHERE,
  60: 'BW BY HE NW RP SL SN TH',
}

/** Holidays of a single year. */
const ONCE: Readonly<Record<string, string>> = { '2025-05-08': 'BE', '2028-06-17': 'BE' }

/** `state` null: unknown. */
export function isHoliday(day: Day, state: FederalState | null): boolean {
  const year = Number(day.slice(0, 4))
  const easter = toEasterSunday(year)
  const afterEaster = Math.round((Date.parse(day) - Date.parse(easter)) / 86_400_000)
  const where = [
    FIXED[day.slice(5)],
    AFTER_EASTER[afterEaster],
    ONCE[day],
    day === toRepentanceDay(year) ? 'SN' : undefined,
  ]
  return where.some((states) => states !== undefined && (state === null || states.split(' ').includes(state)))
}

/** The day itself if it is a working day, else the next working day. */
export function toWorkingDay(day: Day, state: FederalState | null): Day {
  let found = day
  while ([0, 6].includes(new Date(`${found}T00:00:00Z`).getUTCDay()) || isHoliday(found, state))
    found = addDays(found, 1)
  return found
}

/** The algorithm of Gauss and Butcher. */
export function toEasterSunday(year: number): Day {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return `${year}-${String(Math.floor(f / 31)).padStart(2, '0')}-${String((f % 31) + 1).padStart(2, '0')}`
}

/** Repentance Day: the Wednesday before 23 November. */
function toRepentanceDay(year: number): Day {
  const weekday = new Date(`${year}-11-23T00:00:00Z`).getUTCDay()
  return addDays(`${year}-11-23`, -((weekday + 4) % 7 || 7))
}

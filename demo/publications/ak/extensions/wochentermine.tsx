/** Weekly events in town: the next dates, from the list in front.yaml. */
import { BlockHeading, defineBlock, useMoment } from '@lokalteil/web/app/extension'
import * as z from 'zod/mini'
import css from './wochentermine.module.css'

const WEEKDAYS = ['sonntag', 'montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag'] as const
const DAY_MS = 24 * 3_600_000

const Options = z.object({
  /** Number of dates shown. */
  count: z._default(z.int().check(z.minimum(1), z.maximum(12)), 4),
  entries: z
    .array(
      z.object({
        weekday: z.enum(WEEKDAYS),
        time: z.string().check(z.maxLength(30)),
        what: z.string().check(z.maxLength(60)),
        place: z.string().check(z.maxLength(60)),
      }),
    )
    .check(z.minLength(1), z.maxLength(30)),
})

const toDay = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
})
const toWeekday = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'Europe/Berlin' })

export default defineBlock({
  name: 'wochentermine',
  options: Options,
  Component({ heading, options: { entries, count } }) {
    const { now } = useMoment()
    const days = Array.from({ length: 7 }, (_, ahead) => new Date(Date.parse(now) + ahead * DAY_MS))
    const next = days.flatMap((day) =>
      entries
        .filter(({ weekday }) => weekday === toWeekday.format(day).toLowerCase())
        .map((entry) => ({ ...entry, day: toDay.format(day) })),
    )
    return (
      <>
        <BlockHeading title={heading} target="" />
        <ul className={css.entries}>
          {next.slice(0, count).map(({ day, time, what, place }) => (
            <li key={`${day} ${what} ${place}`} className={css.entry}>
              <span className={css.day}>{day}</span>
              <span className={css.what}>{what}</span>
              <span>
                {time}, {place}
              </span>
            </li>
          ))}
        </ul>
      </>
    )
  },
})

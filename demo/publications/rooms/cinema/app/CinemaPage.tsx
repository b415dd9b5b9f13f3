/** The programme of the next days, a list for each day. */
import { askRoom, definePage, toLoaded, useMoment } from '@lokalteil/web/app/extension'
import type { CINEMA_CALLS } from '../contract/cinema.ts'
import { cinemaTexts } from './cinema-texts.ts'
import css from './Cinema.module.css'
import { ShowingList } from './ShowingList.tsx'

const toDay = new Intl.DateTimeFormat('de-DE', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const toKey = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })

export const page = definePage({
  path: '/kino',
  title: cinemaTexts.title,
  description: cinemaTexts.description,
  load: async (context) => toLoaded(await askRoom<typeof CINEMA_CALLS>(context)('GET /api/rooms/cinema/programme')),
  Component({ data: { house, showings } }) {
    const { now } = useMoment()
    const today = toKey.format(new Date(now))
    if (showings.length === 0) return <p>{cinemaTexts.empty}</p>
    return (
      <>
        <p className={css.house}>{cinemaTexts.house(house)}</p>
        <ol className={css.days}>
          {[...Map.groupBy(showings, ({ day }) => day)].map(([day, ofDay]) => (
            <li key={day} className={css.day}>
              <h2 className={css.heading}>{toName(day, today)}</h2>
              <ShowingList showings={ofDay} />
            </li>
          ))}
        </ol>
      </>
    )
  },
})

function toName(day: string, today: string): string {
  const name = toDay.format(new Date(`${day}T00:00:00Z`))
  return day === today ? `Heute, ${name}` : name
}

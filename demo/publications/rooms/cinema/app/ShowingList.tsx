import type { Showing } from '../contract/cinema.ts'
import { cinemaTexts } from './cinema-texts.ts'
import css from './Cinema.module.css'

export function ShowingList({ showings }: { showings: readonly Showing[] }) {
  return (
    <ul className={css.showings}>
      {showings.map(({ time, film, hall, note }) => (
        <li key={`${time} ${hall} ${film}`} className={css.showing}>
          <span className={css.time}>{cinemaTexts.at(time)}</span>
          <span className={css.film}>{film}</span>
          <span className={css.more}>{[hall, note].filter((text) => text !== '').join(' · ')}</span>
        </li>
      ))}
    </ul>
  )
}

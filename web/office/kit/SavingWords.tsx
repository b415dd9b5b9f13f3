/** How far a draft is saved, beside the title of its screen. */
import { SAVING } from '../messages/article.ts'
import { exactTime } from './moments.ts'
import type { SavingState } from './saving.ts'
import css from './screen.module.css'

/** `unchanged`: said of a draft that was not changed here. */
export function SavingWords({ state, unchanged }: { state: SavingState; unchanged: string }) {
  const words =
    state.kind === 'saved'
      ? state.at === null
        ? unchanged
        : SAVING.saved(exactTime(state.at))
      : state.kind === 'refused'
        ? SAVING.edited
        : SAVING[state.kind]
  return (
    <span className={css.saved} data-state={state.kind} role={state.kind === 'waiting' ? 'status' : undefined}>
      {words}
    </span>
  )
}

/** The line with the result of an action. */
import { Icon } from './Icon.tsx'
import css from './Status.module.css'

export type Outcome = { kind: 'none' } | { kind: 'busy' | 'good' | 'bad'; text: string }

/** Always in the page, so that screen readers announce changes (live region). */
export function Status({ outcome }: { outcome: Outcome }) {
  return (
    <p role="status" className={css.status} data-kind={outcome.kind}>
      {outcome.kind === 'good' && <Icon name="check" size="1.1em" />}
      {outcome.kind === 'bad' && <Icon name="alert" size="1.1em" />}
      {outcome.kind === 'none' ? '' : outcome.text}
    </p>
  )
}

/** A section of the account with its heading, and the line with the result of an action. */
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import css from './Account.module.css'

export function Section({
  id,
  title,
  tone,
  children,
}: {
  id: string
  title: string
  tone?: 'alert'
  children: ReactNode
}) {
  return (
    <section id={id} className={css.section} aria-labelledby={`${id}-title`} data-tone={tone}>
      <h2 id={`${id}-title`} className={css.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  )
}

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

/** The text of a field; '' for a file or a missing field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

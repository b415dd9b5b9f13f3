/** A section of the account with its heading. */
import type { ReactNode } from 'react'
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

/** The text of a field; '' for a file or a missing field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** A stream of articles grouped by day. */
import type { ReactNode } from 'react'
import type { Teaser } from '@lokalteil/contracts/content'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import { useMoment } from '../../page/portal.ts'
import { groupByDay } from './group-by-day.ts'
import css from './Days.module.css'

export function Days({
  teasers,
  children,
}: {
  teasers: readonly Teaser[]
  children: (entries: readonly Teaser[]) => ReactNode
}) {
  const { now } = useMoment()
  return groupByDay(teasers, new Date(now)).map(({ key, label, nearness, entries }) => (
    <section key={key} className={css.day} aria-labelledby={`tag-${key}`}>
      <h2 className={css.date} id={`tag-${key}`}>
        {nearness !== null && <span className={css.near}>{teaserTexts.days[nearness]}</span>}
        <time dateTime={key}>{label}</time>
      </h2>
      {children(entries)}
    </section>
  ))
}

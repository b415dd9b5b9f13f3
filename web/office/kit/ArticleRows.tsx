/** Articles as dense rows: state, title, section, who and when. */
import type { ReactNode } from 'react'
import type { ArticleRow } from '@lokalteil/contracts/office/values'
import { ROWS, STATES } from '../messages/articles.ts'
import { shortMoment } from './moments.ts'
import { pathOf } from './routes.ts'
import css from './ArticleRows.module.css'

/** The desk's and the public state in words. */
export function stateOf({ desk, shown, scheduledFor }: Pick<ArticleRow, 'desk' | 'shown' | 'scheduledFor'>): string {
  if (desk === 'dropped') return STATES.dropped
  if (shown === 'never') return STATES[desk]
  if (shown === 'scheduled')
    return scheduledFor === null ? STATES.scheduled : ROWS.scheduledFor(shortMoment(scheduledFor))
  return shown === 'changed' && desk === 'review' ? `${STATES.changed}, ${STATES.review}` : STATES[shown]
}

function signOf({ desk, shown, hasUpdate, isRecalled }: ArticleRow): string {
  if (isRecalled) return '!'
  if (hasUpdate) return '⇅'
  if (desk === 'dropped' || shown === 'withdrawn') return '×'
  if (shown === 'scheduled') return '◷'
  if (shown === 'online') return '●'
  if (shown === 'changed') return '◐'
  return desk === 'draft' ? '○' : desk === 'review' ? '◔' : '◉'
}

export function ArticleRows({
  code,
  rows,
  label,
  renderLeading,
  isSelected,
}: {
  code: string
  rows: readonly ArticleRow[]
  label: string
  /** Before each row, such as a box to select it. */
  renderLeading?: (row: ArticleRow) => ReactNode
  isSelected?: (row: ArticleRow) => boolean
}) {
  return (
    <ul className={css.rows} aria-label={label}>
      {rows.map((row) => (
        <li key={row.id} className={css.row} data-selected={isSelected?.(row) === true || undefined}>
          {renderLeading?.(row)}
          <span
            className={css.sign}
            aria-hidden="true"
            data-state={row.isRecalled ? 'withdrawn' : row.hasUpdate ? 'update' : row.shown}
          >
            {signOf(row)}
          </span>
          <a
            className={css.title}
            href={pathOf({ screen: 'article', code, id: row.id })}
            data-row={row.id}
            data-untitled={row.title === '' || undefined}
          >
            {row.title === '' ? ROWS.untitled : row.title}
          </a>
          <span className={css.marks}>
            {row.contentRestriction === 'paid' && <span>{ROWS.paid}</span>}
            {row.hasUpdate && (
              <span className={row.isRecalled ? css.recall : css.update}>
                {row.isRecalled ? ROWS.recall : ROWS.update}
              </span>
            )}
            {row.notes > 0 && <span className={css.notes}>{ROWS.notes(row.notes)}</span>}
          </span>
          <span className={css.section}>{row.sectionPath}</span>
          <span className={css.state}>{stateOf(row)}</span>
          <span className={css.who}>{whoOf(row)}</span>
          <time className={css.time} dateTime={row.changedAt}>
            {shortMoment(row.changedAt)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function whoOf({ present, changedBy, source }: ArticleRow): ReactNode {
  const writer = present.find(({ hasPen }) => hasPen)
  if (writer !== undefined)
    return (
      <span className={css.pen} title={ROWS.writes(writer.person.name)}>
        {writer.person.name} ✎
      </span>
    )
  if (present.length > 0)
    return (
      <span title={ROWS.reads(present[0]!.person.name)}>{present.map(({ person }) => person.name).join(', ')}</span>
    )
  return changedBy?.name ?? source
}

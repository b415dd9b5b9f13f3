/** The breadcrumb of a page in the tree of sections. */
import { teaserTexts } from '../../messages/reading/teaser.ts'
import css from './Breadcrumb.module.css'

export function Breadcrumb({ entries }: { entries: readonly { label: string; target: string }[] }) {
  if (entries.length === 0) return null
  return (
    <nav aria-label={teaserTexts.breadcrumb}>
      <ol className={css.breadcrumb}>
        {entries.map((entry) => (
          <li key={entry.target}>
            <a href={entry.target}>{entry.label}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

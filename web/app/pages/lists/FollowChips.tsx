/** Links to regions and tags, each with the button that follows it. */
import { FollowButton } from '../../features/bookmark/FollowButton.tsx'
import css from './FollowChips.module.css'

export type FollowChip = { id: string; label: string; target: string }

export function FollowChips({ label, entries }: { label: string; entries: readonly FollowChip[] }) {
  if (entries.length === 0) return null
  return (
    <nav aria-label={label}>
      <ul className={css.chips}>
        {entries.map(({ id, label: name, target }) => (
          <li key={id} className={css.chip}>
            <a href={target}>{name}</a>
            <FollowButton id={id} name={name} text="" />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A title that links to its target, unless that is the current page (2.13, S2.13-03). */
import { isCurrentPath } from '@lokalteil/domain/routing/paths'
import { useMoment } from '../../page/portal.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './SectionHeader.module.css'

export function SectionHeader({ title, target, level = 'h2' }: { title: string; target: string; level?: 'h1' | 'h2' }) {
  const { path } = useMoment()
  if (title === '') return null
  const Level = level
  const isLink = target !== '' && !isCurrentPath(target, path)
  return (
    <div className={css.header}>
      <Level className={css.title}>
        {isLink ? (
          <a href={target}>
            {title}
            <Icon name="chevron-right" size="0.85em" />
          </a>
        ) : (
          title
        )}
      </Level>
    </div>
  )
}

/** "Plus" with a lock, open for readers with access; both have the same size, and the server draws the closed one. */
import { useSession, type ArticleTags } from '../../browser/session/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { teaserTexts } from '../../messages/reading/teaser.ts'
import css from './Teaser.module.css'

export function PlusMark({ id, tags }: { id: string; tags: ArticleTags }) {
  const isOpen = useSession((session) => session.isReadable?.(session, { id, tags }) === true)
  const label = teaserTexts.plusLabels[isOpen ? 1 : 0]
  return (
    <span className={css.plus} title={label} data-open={isOpen || undefined}>
      <Icon name={isOpen ? 'unlocked' : 'lock'} size="0.95em" label={label} />
      {teaserTexts.plus}
    </span>
  )
}

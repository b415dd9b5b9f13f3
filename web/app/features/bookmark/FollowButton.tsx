/** Follows a region or a tag (4.3): beside its name on its own page, on its articles and authors. */
import { bookmarkTexts } from '../../messages/reading/bookmark.ts'
import { MarkButton } from './MarkButton.tsx'

export function FollowButton({
  id,
  name,
  isFollowed,
  text,
}: {
  id: string
  name: string
  isFollowed?: boolean
  /** Default: a text that names the action; '' shows only the icon. */ text?: string
}) {
  return (
    <MarkButton
      mark={`f:${id}`}
      data-follow={id}
      label={bookmarkTexts.followOf(name)}
      icons={['plus', 'check']}
      isSet={isFollowed}
      variant={text === '' ? undefined : 'pill'}
    >
      {text === '' ? null : (text ?? bookmarkTexts.follow)}
    </MarkButton>
  )
}

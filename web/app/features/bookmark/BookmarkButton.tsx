/** The bookmark button of teasers and articles (4.3). */
import { bookmarkTexts } from '../../messages/reading/bookmark.ts'
import { MarkButton } from './MarkButton.tsx'

export function BookmarkButton({
  articleId,
  title,
  hasLabel,
  isSaved,
}: {
  articleId: string
  title: string
  hasLabel?: boolean
  isSaved?: boolean
}) {
  return (
    <MarkButton
      mark={articleId}
      data-bookmark={articleId}
      label={bookmarkTexts.add(title)}
      icons={['bookmark', 'bookmark-filled']}
      isSet={isSaved}
      variant={hasLabel ? 'label' : undefined}
    >
      {hasLabel && <span>{bookmarkTexts.short}</span>}
    </MarkButton>
  )
}

/** A teaser with its bookmark button: features do not know one another, pages put them together. */
import { BookmarkButton } from '../../features/bookmark/BookmarkButton.tsx'
import { Teaser, type TeaserProps } from '../../features/teaser/Teaser.tsx'

export function BookmarkableTeaser(props: Omit<TeaserProps, 'bookmark' | 'shownAttributes'>) {
  return (
    <Teaser
      {...props}
      shownAttributes={['bookmark']}
      bookmark={<BookmarkButton articleId={props.teaser.documentId} title={props.teaser.title} />}
    />
  )
}

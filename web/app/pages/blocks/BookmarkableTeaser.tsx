/** A teaser with its bookmark button: features do not import each other, so pages combine them. */
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

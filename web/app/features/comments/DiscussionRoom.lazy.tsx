/** The contents under an article, in a chunk of its own: reviews of the tested product, and comments. */
import type { Article, TestReport } from '@lokalteil/contracts/content'
import type { Discussion as DiscussionData } from '@lokalteil/contracts/community'
import { toPersonName } from '@lokalteil/domain/german'
import { Discussion } from './Discussion.tsx'
import type { FirstComments } from './first-comments.ts'
import { holdHeight } from './hold-height.ts'
import { Reviews } from './Reviews.tsx'
import type { Ahead } from './use-discussion.ts'

/** Milliseconds; on a slow connection the placeholder is drawn first. */
const TOGETHER_MS = 100

export async function openRoom(asked: Promise<FirstComments> | undefined) {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TOGETHER_MS))
  return { DiscussionRoom, holdHeight, first: (await Promise.race([asked, late])) ?? asked }
}

/** `discussion`: the server's state; undefined: unknown, so it is loaded. */
export type RoomProps = {
  article: Pick<Article, 'id' | 'authors'> | TestReport
  discussion: DiscussionData | undefined
}

function DiscussionRoom({ article, discussion, first }: RoomProps & { first: Ahead }) {
  const hasReviews = discussion === undefined ? 'product' in article : discussion.reviews !== null
  return (
    <>
      {hasReviews && <Reviews articleId={article.id} />}
      {discussion?.comments !== null && (
        <Discussion
          key={article.id}
          articleId={article.id}
          authors={article.authors.filter(({ urlPath }) => urlPath !== '').map((author) => toPersonName(author))}
          initial={null}
          first={first}
          {...(discussion === undefined ? {} : { count: discussion.comments.count })}
        />
      )}
    </>
  )
}

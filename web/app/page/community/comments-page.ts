/**
 * Data of the page of an article's comments and reviews, used by the page's `load` and by the answer to its plain form.
 */
import type { CommentPage, ReviewPage } from '@lokalteil/contracts/community'
import type { Article, TestReport } from '@lokalteil/contracts/content'
import { toPersonName } from '@lokalteil/domain/german'

export const REVIEW_ACTIONS = { save: 'bewerten', withdraw: 'loeschen' } as const

export type ReviewForm = {
  values: { stars: string; text: string; name: string }
  /** Null: nothing was refused. */
  code: string | null
  outcome: 'saved' | 'pending' | 'withdrawn' | null
}
export const NO_REVIEW: ReviewForm = { values: { stars: '', text: '', name: '' }, code: null, outcome: null }

export type DiscussionRead = {
  article: Article | TestReport
  comments: CommentPage
  /** Null: the article cannot be reviewed. */
  reviews: ReviewPage | null
}

export type CommentsData = {
  article: Pick<Article, 'id' | 'path' | 'title' | 'breadcrumb' | 'publishDate'> & { authors: string[] }
  comments: CommentPage
  reviews: { page: ReviewPage; form: ReviewForm } | null
}

export function toCommentsData({ article, comments, reviews }: DiscussionRead, form: ReviewForm): CommentsData {
  const { id, path, title, breadcrumb, publishDate, authors } = article
  return {
    article: {
      id,
      path,
      title,
      breadcrumb,
      publishDate,
      authors: authors.filter(({ urlPath }) => urlPath !== '').map((author) => toPersonName(author)),
    },
    comments,
    reviews: reviews === null ? null : { page: reviews, form },
  }
}

/**
 * The comments of an article on a page of their own: rendered as everybody may see them, for search engines, readers
 * without scripts, and links. Never cached, so a removed comment is gone with the next request.
 */
import type { CommentPage, ReviewPage } from '@lokalteil/contracts/community'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { createBrowserFetch, type ContentApi, type Read } from '../../page/content-api.ts'
import {
  NO_REVIEW,
  toCommentsData,
  type CommentsData,
  type DiscussionRead,
} from '../../page/community/comments-page.ts'
import { PlainReviews } from '../../features/comments/PlainReviews.tsx'
import { Discussion } from '../../features/comments/Discussion.tsx'
import { commentTexts as texts, reviewTexts } from '../../messages/community/comments.ts'
import { Pagination } from '../blocks/Pagination.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import css from './CommentsPage.module.css'

export const toCommentsPath = (articleId: string, page: number): string =>
  page <= 1 ? `/kommentare/${articleId}` : `/kommentare/${articleId}/${page}`

function CommentsPageView({ data: { article, comments, reviews } }: PageProps<'kommentare', CommentsData>) {
  return (
    <>
      <PageHead
        title={texts.pageTitle(article.title)}
        breadcrumb={[
          ...article.breadcrumb.map((section) => ({ label: section.displayName, target: `/${section.path}` })),
          { label: article.title, target: article.path },
        ]}
      >
        <p>
          <a href={article.path}>{texts.toArticle}</a>
        </p>
      </PageHead>
      {reviews !== null && (
        <section className={`page ${css.comments}`} aria-label={reviewTexts.title}>
          <PlainReviews articleId={article.id} reviews={reviews.page} form={reviews.form} />
        </section>
      )}
      <section id="kommentare" className={`page ${css.comments}`} aria-label={texts.title}>
        <Discussion
          key={`${article.id} ${comments.page}`}
          articleId={article.id}
          authors={article.authors}
          initial={comments}
          pagination={
            <Pagination
              page={comments.page}
              pages={comments.pages}
              toPath={(page) => toCommentsPath(article.id, page)}
            />
          }
        />
      </section>
    </>
  )
}

export const page = definePage<'kommentare', CommentsData>('kommentare', {
  async load({ id, page: wanted }, { community, content }) {
    const read = await (community === undefined
      ? readInBrowser(content, id, wanted ?? 1)
      : community.listComments(id, wanted ?? 1))
    if (!read.ok) return read.status === 404 ? { kind: 'missing' } : { kind: 'unavailable', status: read.status }
    const { comments } = read.data
    if (comments.page > comments.pages) return { kind: 'missing' }
    return { kind: 'ok', data: toCommentsData(read.data, NO_REVIEW) }
  },
  Page: CommentsPageView,
  title: ({ article }) => ({ title: texts.pageTitle(article.title) }),
})

async function readInBrowser(content: ContentApi, id: string, wanted: number): Promise<Read<DiscussionRead>> {
  const call = `/api/community/articles/${encodeURIComponent(id)}`
  const [found, comments] = await Promise.all([
    content.getArticle({ id }),
    createBrowserFetch()(`${call}/comments?page=${wanted}`),
  ])
  const article = found.ok || found.status !== 404 ? found : await content.getTestReport({ id })
  if (!article.ok) return article
  if (!comments.ok) return comments
  const reviews =
    'product' in article.data && wanted === 1 ? await createBrowserFetch()(`${call}/reviews?page=1`) : null
  return {
    ok: true,
    data: {
      article: article.data,
      comments: comments.data as CommentPage,
      reviews: reviews?.ok === true ? (reviews.data as ReviewPage) : null,
    },
  }
}

/** The comments of an article on a page of their own: rendered with what everybody may see, for search engines, for readers
 * without scripts, and for links. Never stored: what moderation takes away is gone with the next request. */
import type { Article } from '@lokalteil/contracts/content'
import type { CommentPage } from '@lokalteil/contracts/community'
import { toPersonName } from '@lokalteil/domain/german'
import type { PageProps } from '../../page/page.ts'
import { definePage } from '../../page/define-page.ts'
import { createBrowserFetch, type ContentApi, type Read } from '../../page/content-api.ts'
import { Discussion } from '../../features/comments/Discussion.tsx'
import { commentTexts as texts } from '../../messages/community/comments.ts'
import { Pagination } from '../blocks/Pagination.tsx'
import { PageHead } from '../lists/PageHead.tsx'
import css from './CommentsPage.module.css'

export type CommentsData = {
  article: Pick<Article, 'id' | 'path' | 'title' | 'breadcrumb' | 'publishDate'> & { authors: string[] }
  comments: CommentPage
}

export const toCommentsPath = (articleId: string, page: number): string =>
  page <= 1 ? `/kommentare/${articleId}` : `/kommentare/${articleId}/${page}`

function CommentsPageView({ data: { article, comments } }: PageProps<'kommentare', CommentsData>) {
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
    const { article, comments } = read.data
    if (comments.page > comments.pages) return { kind: 'missing' }
    const { path, title, breadcrumb, publishDate, authors } = article
    const names = authors.filter(({ urlPath }) => urlPath !== '').map((author) => toPersonName(author))
    return {
      kind: 'ok',
      data: { article: { id: article.id, path, title, breadcrumb, publishDate, authors: names }, comments },
    }
  },
  Page: CommentsPageView,
  title: ({ article }) => ({ title: texts.pageTitle(article.title) }),
})

async function readInBrowser(
  content: ContentApi,
  id: string,
  wanted: number,
): Promise<Read<{ article: Article; comments: CommentPage }>> {
  const [article, comments] = await Promise.all([
    content.getArticle({ id }),
    createBrowserFetch()(`/api/community/articles/${encodeURIComponent(id)}/comments?page=${wanted}`),
  ])
  if (!article.ok) return article
  if (!comments.ok) return comments
  return { ok: true, data: { article: article.data, comments: comments.data as CommentPage } }
}

/** Metadata of an article's comments, by schema.org; visible ones only. */
import type { Comment } from '@lokalteil/contracts/community'
import { toBerlinIso } from '@lokalteil/domain/german'
import type { ToMeta } from '../../page/page.ts'
import { commentTexts as texts } from '../../messages/community/comments.ts'
import { toBreadcrumbList } from '../structured-data.ts'
import { toNeighbours } from '../structured-lists.ts'
import type { CommentsData } from '../../page/community/comments-page.ts'

export const commentsMeta: ToMeta<CommentsData, 'kommentare'> = ({ article, comments }, _route, { origin }) => ({
  description: texts.pageDescription(article.title),
  ...toNeighbours(`/kommentare/${article.id}`, comments.page, comments.pages, origin),
  jsonLd: [
    {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      '@id': origin + article.path,
      url: origin + article.path,
      headline: article.title.slice(0, 110),
      datePublished: toBerlinIso(new Date(article.publishDate)),
      commentCount: comments.discussion.comments?.count ?? 0,
      comment: comments.threads.filter(isVisible).map((thread) => ({
        ...toNode(thread, article.path, origin),
        comment: thread.replies.filter(isVisible).map((reply) => toNode(reply, article.path, origin)),
      })),
    },
    toBreadcrumbList(
      [
        ...article.breadcrumb.map((section) => ({ label: section.displayName, path: `/${section.path}` })),
        { label: article.title, path: article.path },
        { label: texts.title, path: `/kommentare/${article.id}` },
      ],
      origin,
    ),
  ],
})

const isVisible = ({ state }: Pick<Comment, 'state'>) => state === 'visible'

function toNode({ id, name, text, at, editedAt, up, down }: Comment, path: string, origin: string) {
  return {
    '@type': 'Comment',
    '@id': `${origin}${path}#kommentar-${id}`,
    url: `${origin}${path}#kommentar-${id}`,
    text,
    author: { '@type': 'Person', name: name === '' ? texts.gone : name },
    dateCreated: toBerlinIso(new Date(at)),
    dateModified: editedAt === null ? undefined : toBerlinIso(new Date(editedAt)),
    upvoteCount: up,
    downvoteCount: down,
  }
}

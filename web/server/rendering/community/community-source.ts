/**
 * Discussions for pages and routes. The part shown on an article page is cached for some seconds, the same for all. A
 * failed service never blocks an article.
 */
import type { ArticleFacts, COMMUNITY, Discussion } from '@lokalteil/contracts/community'
import type { Article, TestReport } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { toPersonName } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { LRUCache } from 'lru-cache'
import type { CommunityApi } from '../../../app/page/community/community-api.ts'
import type { ContentApi, Read } from '../../../app/page/content-api.ts'
import type { RoomSettings } from '../rooms/room-settings.ts'

export type CommunityClient = Client<typeof COMMUNITY>

export type CommunitySource = {
  of: (code: PublicationCode) => CommunityApi
  /** For routes; null where comments and reviews are off. */
  clientOf: (code: PublicationCode) => CommunityClient | null
  /** Loads an article that may be discussed. */
  findArticle: (
    code: PublicationCode,
    id: string,
  ) => Promise<Read<{ article: Article | TestReport; facts: ArticleFacts }>>
  /** Called after a change in an article's discussion. */
  forget: (code: PublicationCode, article: string) => void
}

export type CommunitySourceOptions = {
  rooms: Pick<RoomSettings, 'community'>
  /** Null: there is no service. */
  communityOf: ((code: PublicationCode) => CommunityClient) | null
  contentOf: (code: PublicationCode) => Pick<ContentApi, 'getArticle' | 'getTestReport'>
  onError: (reason: string, publication: PublicationCode) => void
  now: () => number
}

const FRESH_MS = 10_000
const MOST_KEPT = 5000
const OFF = { ok: false, status: 404 } as const

export function createCommunitySource(options: CommunitySourceOptions): CommunitySource {
  const { rooms, communityOf, contentOf, onError, now } = options
  const discussions = new LRUCache<string, { until: number; found: Promise<Discussion | null> }>({ max: MOST_KEPT })

  const clientOf = (code: PublicationCode) =>
    rooms.community(code) === null || communityOf === null ? null : communityOf(code)

  async function ask(
    code: PublicationCode,
    client: CommunityClient,
    article: Article | TestReport,
  ): Promise<Discussion | null> {
    const found = await client.getDiscussion({ body: { article: toFacts(article) } })
    if (found.ok) return found.data
    onError(`${found.status} ${found.problem.code}`, code)
    return null
  }

  async function findArticle(code: PublicationCode, id: string) {
    const content = contentOf(code)
    const article = await content.getArticle({ id })
    const found = article.ok || !isAbsent(article.status) ? article : await content.getTestReport({ id })
    if (!found.ok) return { ok: false as const, status: isAbsent(found.status) ? 404 : found.status }
    return { ok: true as const, data: { article: found.data, facts: toFacts(found.data) } }
  }

  function of(code: PublicationCode): CommunityApi {
    const client = clientOf(code)
    return {
      async getDiscussion(article) {
        if (client === null) return null
        const key = `${code} ${article.id}`
        const known = discussions.get(key)
        if (known !== undefined && now() < known.until) return known.found
        const found = ask(code, client, article)
        discussions.set(key, { until: now() + FRESH_MS, found })
        return found
      },
      async listComments(articleId, page) {
        if (client === null) return OFF
        const found = await findArticle(code, articleId)
        if (!found.ok) return found
        const { article, facts } = found.data
        const comments = await client.listComments({ body: { article: facts, viewer: null, page } })
        if (!comments.ok) return comments
        const reviews =
          facts.isTestReport && page === 1 ? await client.listReviews({ body: { article: facts, viewer: null } }) : null
        return {
          ok: true,
          data: { article, comments: comments.data, reviews: reviews?.ok === true ? reviews.data : null },
        }
      },
      async getReplyMails(token) {
        if (client === null || token === '') return 'invalid'
        const found = await client.getReplyMails({ body: { token } })
        return found.ok ? found.data.state : found.status === 400 ? 'invalid' : 'unavailable'
      },
    }
  }

  return { of, clientOf, findArticle, forget: (code, article) => void discussions.delete(`${code} ${article}`) }
}

const isAbsent = (status: number) => status === 404 || status === 410

function toFacts(article: Article | TestReport): ArticleFacts {
  return {
    id: article.id,
    path: article.path,
    title: article.title,
    section: article.section.path,
    publishDate: article.publishDate,
    comments: article.comments,
    isTestReport: 'product' in article,
    authors: article.authors
      .filter(({ urlPath }) => urlPath !== '')
      .map((author) => ({ path: author.urlPath, name: toPersonName(author) }))
      .slice(0, 20),
  }
}

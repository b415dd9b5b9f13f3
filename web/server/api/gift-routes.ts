/**
 * The same-origin calls about gift links and extended access (contract `GIFT_CALLS`; S3.11-03, S4.5-04, S4.6-01).
 * Promises: only a plus reader with a live session can make a gift, only of a paid article of this publication, and only
 * that reader sees or revokes it; the holder of a token may read its scope or article, which opens nothing; an assertion is
 * decided on the server like any other access.
 */
import { Hono } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Article, TestReport } from '@lokalteil/contracts/content'
import { GIFT_CALLS, type GIFTS } from '@lokalteil/contracts/gifts'
import { isPaid } from '@lokalteil/domain/access/content-restriction'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { ANONYMOUS_READER } from '@lokalteil/domain/access/roles'
import type { ContentApi } from '../../app/page/content-api.ts'
import { toAccessPrincipal } from '../access/access-questions.ts'
import type { AccessOf } from '../access/article-access.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { refusal, reply, toRefusal, toReply, type RequestContext, type PortalApi, type Reply } from './portal-api.ts'
import type { Sessions } from '../session/session.ts'

export type GiftRoutesOptions = {
  portalApi: PortalApi
  sessions: Pick<Sessions, 'read'>
  linksOf: (publication: PublicationCode) => Client<typeof GIFTS>
  contentOf: (publication: PublicationCode) => Pick<ContentApi, 'getArticle' | 'getTestReport'>
  accessOf: (publication: PublicationCode) => AccessOf
  originOf: (publication: PublicationCode) => string
  onTrouble: (what: string, reason: string) => void
}

const VALIDATION_FAILED = 'Error while validating the link token'

export function createGiftRoutes(options: GiftRoutesOptions): Hono<PortalEnv> {
  const { portalApi, sessions, linksOf, contentOf } = options
  const app = new Hono<PortalEnv>()

  async function readArticle(
    publication: PublicationCode,
    id: string,
  ): Promise<Article | TestReport | 'missing' | 'unavailable'> {
    const content = contentOf(publication)
    const article = await content.getArticle({ id })
    if (article.ok) return article.data
    const report = await content.getTestReport({ id })
    if (report.ok) return report.data
    return [article.status, report.status].every((status) => status === 404 || status === 410)
      ? 'missing'
      : 'unavailable'
  }

  const notThere = (found: 'missing' | 'unavailable'): Reply<never> =>
    found === 'missing'
      ? refusal(404, 'NOT_FOUND', 'There is no such article')
      : refusal(503, 'UNAVAILABLE', 'The articles cannot be read', { retryAfter: '5' })

  portalApi.serve(app, GIFT_CALLS.giveArticle, { as: 'reader' }, async ({ body, principal }) => {
    const { publication, sub, flags } = principal
    // Plus readers can read every article, so no further check is needed (S3.11-03).
    if (!flags.isPlusUser) return refusal(403, 'PLUS_ONLY', 'Only plus readers give articles away')
    const article = await readArticle(publication, body.articleId)
    if (typeof article === 'string') return notThere(article)
    if (!isPaid(article.contentRestriction)) return refusal(422, 'NOT_PAID', 'Everybody may read this article')
    return toReply(await linksOf(publication).giveArticle({ params: { sub }, body }))
  })

  portalApi.serve(app, GIFT_CALLS.listGifts, { as: 'reader' }, async ({ principal: { publication, sub } }) =>
    toReply(await linksOf(publication).listGifts({ params: { sub } })),
  )

  portalApi.serve(app, GIFT_CALLS.revokeGift, { as: 'reader' }, async ({ params, principal }) =>
    toReply(await linksOf(principal.publication).revokeGift({ params: { sub: principal.sub, id: params.id } })),
  )

  async function verify(context: RequestContext, token: string) {
    const found = await linksOf(context.publication).verify({ body: { token } })
    if (found.ok) return found.data
    options.onTrouble(VALIDATION_FAILED, `${found.status} ${found.problem.code}`)
    return toRefusal(found)
  }

  portalApi.serve(app, GIFT_CALLS.validateToken, { as: 'anyone' }, async ({ body, context }) => {
    const found = await verify(context, body.token)
    return 'kind' in found ? found : reply({ scope: found.scope })
  })

  portalApi.serve(app, GIFT_CALLS.verifyToken, { as: 'anyone' }, async ({ body, context }) => {
    const found = await verify(context, body.token)
    return 'kind' in found ? found : reply({ articleId: found.articleId, tokenType: found.tokenType })
  })

  portalApi.serve(app, GIFT_CALLS.askExtendedAccess, { as: 'anyone' }, async ({ body, context }) => {
    const { articleId, ...parameters } = body
    const locked = reply({ unlocked: false })
    const article = await readArticle(context.publication, articleId)
    // A missing article is answered as locked (S4.5-04).
    if (typeof article === 'string') return locked
    const session = await sessions.read(context.publication, context.cookies)
    const own = toAccessPrincipal({
      session,
      cookies: context.cookies,
      userAgent: context.origin.userAgent,
      referrer: null,
      origin: options.originOf(context.publication),
      query: new URLSearchParams(parameters),
    })
    if (own.assertion === null) return locked
    const { access } = await options.accessOf(context.publication)(
      session.kind === 'reader' ? session.flags : ANONYMOUS_READER,
      own,
    )(article)
    return reply({ unlocked: !access.isLocked })
  })

  return app
}

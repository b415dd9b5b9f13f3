/**
 * Comments and reviews on the publication's own origin. The writer is the session's reader, with the present address of the
 * account. Author and section come from the article, never from the request. Answers are private and never stored, so that a
 * comment that waits for moderation does not reach a cache.
 */
import { Hono, type Context } from 'hono'
import type { ArticleFacts, Reader } from '@lokalteil/contracts/community'
import { PORTAL, REPLY_MAILS_OFF } from '@lokalteil/contracts/portal'
import { toPersonName } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from '../../../app/page/content-api.ts'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { CommunityClient, CommunitySource } from '../../rendering/rooms/community-source.ts'
import type { Pages } from '../../rendering/pages.ts'
import type { SsoClient } from '../../session/own-sign-on.ts'
import { readPerson } from '../person.ts'
import {
  NO_STORE,
  notLoggedIn,
  refusal,
  reply,
  toRefusal,
  toReply,
  toResponse,
  type PortalApi,
  type Principal,
  type Reply,
  type RequestContext,
} from '../portal-api.ts'
import { mandatorOf } from '../routes.ts'
import { REVIEW_FORM, takeReview, type ReviewActions } from './review-form.ts'

export type CommunityRoutesOptions = {
  portalApi: PortalApi
  community: CommunitySource
  contentOf: (mandator: Mandator) => Pick<ContentApi, 'listAuthors'>
  /** Null with a publisher's own provider. */
  ssoOf: ((mandator: Mandator) => SsoClient) | null
  renderAnswer: Pages['renderAnswer']
  secret: string
}

/** Long, because it is a table of endpoints. */
export function createCommunityRoutes(options: CommunityRoutesOptions): Hono<PortalEnv> {
  const { portalApi, community, contentOf, ssoOf, secret } = options
  const app = new Hono<PortalEnv>()
  const requesterOf = ({ origin }: RequestContext) => toRequester(secret, 'community', toNetwork(origin.address))

  async function withClient<T>(
    mandator: Mandator,
    work: (client: CommunityClient) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    const client = community.clientOf(mandator)
    return client === null ? refusal(404, 'NOT_FOUND', 'Nobody writes comments here') : work(client)
  }

  function withArticle<T>(
    mandator: Mandator,
    id: string,
    work: (client: CommunityClient, article: ArticleFacts) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    return withClient(mandator, async (client) => {
      const found = await community.findArticle(mandator, id)
      if (found.ok) return work(client, found.data.facts)
      return found.status === 404
        ? refusal(404, 'NOT_FOUND', 'No such article')
        : refusal(503, 'UNAVAILABLE', 'The articles do not answer', { retryAfter: '5' })
    })
  }

  async function withReader<T>(principal: Principal, work: (reader: Reader) => Promise<Reply<T>>): Promise<Reply<T>> {
    const person = await readPerson(principal, ssoOf)
    if (person.kind === 'refusal') return person
    const { sub, email, isEmailVerified } = person.data
    return work({ sub, email, isEmailVerified })
  }

  portalApi.serve(app, PORTAL.listComments, { as: 'reader-or-guest' }, ({ context, principal, params, query }) =>
    withArticle(context.mandator, params.id, async (client, article) =>
      toReply(await client.listComments({ body: { article, viewer: principal?.sub ?? null, ...query } })),
    ),
  )
  portalApi.serve(app, PORTAL.listReplies, { as: 'reader-or-guest' }, ({ context, principal, params, query }) =>
    withArticle(context.mandator, params.id, async (client, article) =>
      toReply(
        await client.listReplies({
          params: { comment: params.comment },
          body: { article, viewer: principal?.sub ?? null, ...query },
        }),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.addComment, { as: 'reader' }, ({ context, principal, params, body }) =>
    withArticle(context.mandator, params.id, (client, article) =>
      withReader(principal, async (reader) =>
        toReply(await client.addComment({ body: { ...body, article, reader, requester: requesterOf(context) } })),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.editComment, { as: 'reader' }, ({ context, principal, params, body }) =>
    withArticle(context.mandator, params.id, (client, article) =>
      withReader(principal, async (reader) =>
        toReply(
          await client.editComment({
            params: { comment: params.comment },
            body: { ...body, article, reader, requester: requesterOf(context) },
          }),
        ),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.withdrawComment, { as: 'reader' }, ({ principal, params }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, async (reader) =>
        toNothing(await client.withdrawComment({ params: { comment: params.id }, body: { reader } })),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.voteComment, { as: 'reader' }, ({ context, principal, params, body }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, async (reader) =>
        toReply(
          await client.vote({
            params: { comment: params.id },
            body: { reader, value: body.value, requester: requesterOf(context) },
          }),
        ),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.markDiscussionSeen, { as: 'reader' }, ({ principal, params }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, async (reader) =>
        toNothing(await client.markSeen({ body: { article: params.id, reader } })),
      ),
    ),
  )

  portalApi.serve(app, PORTAL.listReviews, { as: 'reader-or-guest' }, ({ context, principal, params, query }) =>
    withArticle(context.mandator, params.id, async (client, article) =>
      toReply(await client.listReviews({ body: { article, viewer: principal?.sub ?? null, page: query.page } })),
    ),
  )
  portalApi.serve(app, PORTAL.saveReview, { as: 'reader' }, ({ context, principal, params, body }) =>
    withArticle(context.mandator, params.id, (client, article) =>
      withReader(principal, async (reader) =>
        toReply(await client.saveReview({ body: { ...body, article, reader, requester: requesterOf(context) } })),
      ),
    ),
  )
  portalApi.serve(app, PORTAL.withdrawReview, { as: 'reader' }, ({ principal, params }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, async (reader) =>
        toNothing(await client.withdrawReview({ body: { article: params.id, reader } })),
      ),
    ),
  )

  portalApi.serve(app, PORTAL.getMember, { as: 'reader-or-guest' }, async ({ context, principal }) => {
    if (principal === null) return reply({ state: 'anonymous' as const, member: null })
    return withClient(context.mandator, (client) =>
      withReader(principal, async (reader) => {
        const found = await client.getMember({ body: { reader } })
        if (!found.ok) return toRefusal(found)
        return reply({
          state: reader.isEmailVerified ? ('member' as const) : ('unconfirmed' as const),
          member: found.data,
        })
      }),
    )
  })
  async function saveMember(
    mandator: Mandator,
    client: CommunityClient,
    reader: Reader,
    body: { name?: string; hasReplyMails?: boolean },
  ) {
    // Readers cannot use the name of an author of the paper.
    const authors = body.name === undefined ? null : await contentOf(mandator).listAuthors()
    if (authors !== null && !authors.ok)
      return refusal(503, 'UNAVAILABLE', 'The authors do not answer', { retryAfter: '5' })
    const reserved = (authors?.data.authors ?? []).map((author) => toPersonName(author)).slice(0, 2000)
    return toReply(await client.saveMember({ body: { ...body, reader, reserved } }))
  }
  portalApi.serve(app, PORTAL.saveMember, { as: 'reader' }, ({ principal, body }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, (reader) => saveMember(principal.mandator, client, reader, body)),
    ),
  )
  portalApi.serve(app, PORTAL.listOwnTexts, { as: 'reader' }, ({ principal, query }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, async (reader) => toReply(await client.listOwn({ body: { reader, page: query.page } }))),
    ),
  )
  portalApi.serve(app, PORTAL.complain, { as: 'reader' }, ({ principal, body }) =>
    withClient(principal.mandator, (client) =>
      withReader(principal, async (reader) => toReply(await client.complain({ body: { ...body, reader } }))),
    ),
  )
  portalApi.serve(app, PORTAL.endReplyMails, { as: 'anyone' }, ({ context, body }) =>
    withClient(context.mandator, async (client) => toReply(await client.endReplyMails({ body }))),
  )
  const asReader = async <T>(context: RequestContext, work: (reader: Reader) => Promise<Reply<T>>) => {
    const principal = await portalApi.findPrincipal(context)
    if (principal.kind === 'refusal') return principal
    return principal.data === null ? notLoggedIn() : withReader(principal.data, work)
  }
  const actions: ReviewActions = {
    save: (context, id, { name, ...review }) =>
      withArticle(context.mandator, id, (client, article) =>
        asReader(context, async (reader) => {
          if (name !== '') {
            const named = await saveMember(context.mandator, client, reader, { name })
            if (named.kind === 'refusal') return named
          }
          const body = { ...review, article, reader, requester: requesterOf(context) }
          const saved = toReply(await client.saveReview({ body }))
          return saved.kind === 'refusal'
            ? saved
            : reply(saved.data.review.state === 'pending' ? ('pending' as const) : ('saved' as const))
        }),
      ),
    withdraw: (context, id) =>
      withClient(context.mandator, (client) =>
        asReader(context, async (reader) => {
          const gone = await client.withdrawReview({ body: { article: id, reader } })
          return gone.ok ? reply('withdrawn' as const) : toRefusal(gone)
        }),
      ),
  }
  app.post(REVIEW_FORM, (c) => takeReview(options, actions, c))
  app.post(REPLY_MAILS_OFF, (c) => endByOneClick(community, c))
  // A person who opens the link for mail programs is sent to the page with the button.
  app.get(REPLY_MAILS_OFF, (c) =>
    c.body(null, 303, {
      ...NO_STORE,
      location: `/kommentare/abmelden?${new URLSearchParams({ token: c.req.query('token') ?? '' })}`,
    }),
  )
  return app
}

/** One-click unsubscription (RFC 8058) by any mail program; the token names the reader. A form is redirected to its page. */
async function endByOneClick(community: CommunitySource, c: Context<PortalEnv>): Promise<Response> {
  const token = (c.req.query('token') ?? '').slice(0, 400)
  const client = community.clientOf(mandatorOf(c.req))
  if (client === null || token === '') return toResponse(refusal(404, 'INVALID_LINK', 'The link is not one of ours'))
  const ended = await client.endReplyMails({ body: { token } })
  if (!ended.ok) return toResponse(refusal(503, 'UNAVAILABLE', 'The community does not answer', { retryAfter: '60' }))
  if (ended.data.state === 'invalid') return toResponse(refusal(404, 'INVALID_LINK', 'The link is not one of ours'))
  if (c.req.query('seite') === '1')
    return c.body(null, 303, { ...NO_STORE, location: `/kommentare/abmelden?${new URLSearchParams({ token })}` })
  return c.text('ok', 200, NO_STORE)
}

function toNothing(result: Parameters<typeof toRefusal>[0] | { ok: true }): Reply<undefined> {
  return result.ok ? reply(undefined) : toRefusal(result)
}

/**
 * Comments and reviews on the publication's own origin. The writer is the session's reader, with the present address of the
 * account. Author and section come from the article, never from the request. Answers are private and never stored, so that a
 * comment that waits for moderation does not reach a cache.
 */
import { Hono, type Context } from 'hono'
import type { ArticleFacts, Reader } from '@lokalteil/contracts/community'
import { COMMUNITY_CALLS, REPLY_MAILS_OFF } from '@lokalteil/contracts/portal'
import { toPersonName } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ContentApi } from '../../../app/page/content-api.ts'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { CommunityClient, CommunitySource } from '../../rendering/community/community-source.ts'
import type { Pages } from '../../rendering/pages.ts'
import type { AccountsClient } from '../../session/own-sign-on.ts'
import { readPerson } from '../person.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toRefusal,
  toResponse,
  type PortalApi,
  type Principal,
  type Reply,
  type RequestContext,
} from '../portal-api.ts'
import { ofReader, requesterFor, serveRelays, VIEWER } from '../relay.ts'
import { publicationCodeOf } from '../routes.ts'
import { REVIEW_FORM, takeReview, type ReviewActions } from './review-form.ts'

export type CommunityRoutesOptions = {
  portalApi: PortalApi
  community: CommunitySource
  contentOf: (publication: PublicationCode) => Pick<ContentApi, 'listAuthors'>
  /** Null with a publisher's own provider. */
  accountsOf: ((publication: PublicationCode) => AccountsClient) | null
  renderAnswer: Pages['renderAnswer']
  secret: string
}

const ABSENT = refusal(404, 'NOT_FOUND', 'Nobody writes comments here')

export function createCommunityRoutes(options: CommunityRoutesOptions): Hono<PortalEnv> {
  const { portalApi, community, contentOf, accountsOf, secret } = options
  const app = new Hono<PortalEnv>()

  async function findFacts({ publication }: RequestContext, id: string): Promise<Reply<ArticleFacts>> {
    const found = await community.findArticle(publication, id)
    if (found.ok) return reply(found.data.facts)
    return found.status === 404
      ? refusal(404, 'NOT_FOUND', 'No such article')
      : refusal(503, 'UNAVAILABLE', 'The articles do not answer', { retryAfter: '5' })
  }

  async function readReader(principal: Principal): Promise<Reply<Reader>> {
    const person = await readPerson(principal, accountsOf)
    if (person.kind === 'refusal') return person
    const { sub, email, isEmailVerified } = person.data
    return reply({ sub, email, isEmailVerified })
  }

  /** Readers cannot use the name of an author of the paper. */
  async function listReserved({ publication }: RequestContext): Promise<Reply<string[]>> {
    const found = await contentOf(publication).listAuthors()
    return found.ok
      ? reply(found.data.authors.map((author) => toPersonName(author)).slice(0, 2000))
      : refusal(503, 'UNAVAILABLE', 'The authors do not answer', { retryAfter: '5' })
  }

  serveRelays({
    app,
    portalApi,
    endpoints: COMMUNITY_CALLS,
    clientOf: community.clientOf,
    absent: ABSENT,
    supplies: {
      article: ({ context, sent }) => findFacts(context, String(sent.id)),
      reader: ofReader(readReader),
      requester: requesterFor(secret, 'community'),
      reserved: ({ context, sent }) => (sent.name === undefined ? reply([]) : listReserved(context)),
      viewer: VIEWER,
    },
  })

  portalApi.serve(app, COMMUNITY_CALLS.getMember, { as: 'reader-or-guest' }, async ({ context, principal }) => {
    if (principal === null) return reply({ state: 'anonymous' as const, member: null })
    const client = community.clientOf(context.publication)
    if (client === null) return ABSENT
    const reader = await readReader(principal)
    if (reader.kind === 'refusal') return reader
    const found = await client.getMember({ body: { reader: reader.data } })
    if (!found.ok) return toRefusal(found)
    const state = reader.data.isEmailVerified ? ('member' as const) : ('unconfirmed' as const)
    return reply({ state, member: found.data })
  })

  async function saveReview(
    client: CommunityClient,
    context: RequestContext,
    id: string,
    { name, ...review }: Parameters<ReviewActions['save']>[2],
  ): ReturnType<ReviewActions['save']> {
    const article = await findFacts(context, id)
    if (article.kind === 'refusal') return article
    return portalApi.asReader(context, async (principal) => {
      const reader = await readReader(principal)
      if (reader.kind === 'refusal') return reader
      if (name !== '') {
        const reserved = await listReserved(context)
        if (reserved.kind === 'refusal') return reserved
        const named = await client.saveMember({ body: { name, reader: reader.data, reserved: reserved.data } })
        if (!named.ok) return toRefusal(named)
      }
      const requester = toRequester(secret, 'community', toNetwork(context.origin.address))
      const body = { ...review, article: article.data, reader: reader.data, requester }
      const saved = await client.saveReview({ body })
      if (!saved.ok) return toRefusal(saved)
      return reply(saved.data.review.state === 'pending' ? ('pending' as const) : ('saved' as const))
    })
  }
  const actions: ReviewActions = {
    async save(context, id, review) {
      const client = community.clientOf(context.publication)
      return client === null ? ABSENT : saveReview(client, context, id, review)
    },
    async withdraw(context, id) {
      const client = community.clientOf(context.publication)
      if (client === null) return ABSENT
      return portalApi.asReader(context, async (principal) => {
        const reader = await readReader(principal)
        if (reader.kind === 'refusal') return reader
        const gone = await client.withdrawReview({ body: { article: id, reader: reader.data } })
        return gone.ok ? reply('withdrawn' as const) : toRefusal(gone)
      })
    },
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
  const client = community.clientOf(publicationCodeOf(c.req))
  if (client === null || token === '') return toResponse(refusal(404, 'INVALID_LINK', 'The link is not one of ours'))
  const ended = await client.endReplyMails({ body: { token } })
  if (!ended.ok) return toResponse(refusal(503, 'UNAVAILABLE', 'The community does not answer', { retryAfter: '60' }))
  if (ended.data.state === 'invalid') return toResponse(refusal(404, 'INVALID_LINK', 'The link is not one of ours'))
  if (c.req.query('seite') === '1')
    return c.body(null, 303, { ...NO_STORE, location: `/kommentare/abmelden?${new URLSearchParams({ token })}` })
  return c.text('ok', 200, NO_STORE)
}

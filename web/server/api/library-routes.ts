/**
 * The library on the portal's own origin (amendment to S7.4-01). The reader's httpOnly access token becomes the authorization of
 * the call; an authorization header of the browser is dropped; writes of other sites are refused before their body is read
 * (CSRF). Only readers of the requested publication pass. The service, ours or a publisher's, checks token, reader and
 * publication again; answers are private and set no cookies.
 */
import { Hono } from 'hono'
import { readBytes } from '@lokalteil/contracts/kernel/bounded-body'
import { createCaller, LARGEST_ANSWER, type Fetch } from '@lokalteil/contracts/kernel/client'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { PORTAL } from '@lokalteil/contracts/portal'
import { LIBRARY } from '@lokalteil/contracts/library'
import { toLibraryBase } from '@lokalteil/contracts/library/paths'
import type { PublicationCode, Publication } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import type { ContentApi } from '../../app/page/content-api.ts'
import {
  LIBRARY_MOUNT,
  type LibraryAnswer,
  type LibraryCall,
  type LibraryCallName,
  type LibraryApi,
} from '../../app/page/library-api.ts'
import { publicationCodeOf } from './routes.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { NO_STORE, notLoggedIn, refusal, reply, toResponse, type PortalApi } from './portal-api.ts'
import type { ReaderSession } from '../session/session.ts'

/** The library to which calls are forwarded. */
export type LibraryUpstream = { fetch: Fetch; base: string; isEmbedded: boolean }

export type LibraryRoutesOptions = {
  portalApi: PortalApi
  /** Null: there is no library (S5-03). */
  api: LibraryUpstream | null
  contentOf: (publication: PublicationCode) => ContentApi
}

const BODY_LIMIT = 20_000
const TIMEOUT_MS = 5000
const MOST_ARTICLES = 60
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i

const unanswered = (retryAfter: string | null) =>
  refusal(503, 'UNAVAILABLE', 'The library service does not answer', { retryAfter: retryAfter ?? '5' })

export function createLibraryRoutes({ portalApi, api, contentOf }: LibraryRoutesOptions) {
  const app = new Hono<PortalEnv>()

  portalApi.serve(app, PORTAL.listBookmarkedTagsArticles, { as: 'anyone' }, async ({ context, body }) => {
    const tags = [...new Set(body.bookmarkedTags)].join(',')
    if (tags === '') return reply([])
    const found = await contentOf(context.publication).listArticlesByTags({}, { tags, limit: MOST_ARTICLES })
    if (found.ok) return reply(found.data.teasers.map(({ documentId }) => documentId))
    return found.status === 400
      ? refusal(400, 'BAD_REQUEST', 'Too many characters of tags')
      : refusal(503, 'UNAVAILABLE', 'The content service does not answer', { retryAfter: '5' })
  })

  app.all(`${LIBRARY_MOUNT}/mandators/:publication/users/:user/*`, async (c) => {
    if (api === null) return toResponse(refusal(404, 'NOT_FOUND', 'There is no library'))
    const request = c.req.raw
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const foreign = isRead ? null : portalApi.refuseForeignWrite(c)
    if (foreign !== null) return toResponse(foreign)
    const accessToken = portalApi.accessTokenOf(c.req.header('cookie'))
    if (accessToken === null) return toResponse(notLoggedIn())
    if (c.req.param('publication') !== publicationCodeOf(c.req))
      return toResponse(refusal(404, 'OTHER_PUBLICATION', 'The session is not of this publication'))
    const body = isRead ? '' : await readText(request, BODY_LIMIT)
    if (body === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`))
    const { pathname, search } = new URL(request.url)
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      'x-request-id': c.req.header('x-request-id') ?? '',
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
    }
    try {
      const answer = await api.fetch(
        new Request(api.base + pathname.slice(LIBRARY_MOUNT.length) + search, {
          method: request.method,
          headers,
          redirect: 'error',
          ...(body === '' ? {} : { body }),
          ...(api.isEmbedded ? {} : { signal: AbortSignal.timeout(TIMEOUT_MS) }),
        }),
      )
      if (answer.status >= 500) return toResponse(unanswered(answer.headers.get('retry-after')))
      const passed = new Headers(NO_STORE)
      const retryAfter = answer.headers.get('retry-after')
      if (retryAfter !== null) passed.set('retry-after', retryAfter)
      if (answer.status === 204) return new Response(null, { status: 204, headers: passed })
      const type = answer.headers.get('content-type') ?? ''
      // Only JSON passes: any other type could run as a page on our origin.
      if (!JSON_TYPE.test(type))
        return toResponse(refusal(502, 'BROKEN_ANSWER', 'The library service answers with something that is not JSON'))
      passed.set('content-type', type)
      return new Response(await readBytes(answer, LARGEST_ANSWER), { status: answer.status, headers: passed })
    } catch {
      return toResponse(unanswered(null))
    }
  })

  /** The reader's calls for rendering; without an access token each is 401. */
  function libraryOf(publication: Publication, session: ReaderSession): LibraryApi | null {
    if (api === null) return null
    const { ssoId, accessToken } =
      session.kind === 'reader'
        ? { ssoId: session.user.ssoId, accessToken: session.accessToken }
        : { ssoId: '', accessToken: null }
    const call = createCaller(LIBRARY, {
      fetch: api.fetch,
      base: api.base + toLibraryBase(publication.code, ssoId),
      headers: { authorization: `Bearer ${accessToken ?? ''}` },
      timeout: api.isEmbedded ? 0 : TIMEOUT_MS,
    })
    const ask = async <K extends LibraryCallName>(
      name: K,
      given: LibraryCall = {},
    ): Promise<LibraryAnswer<AnswerOf<(typeof LIBRARY)[K]>>> => {
      if (accessToken === null) return { ok: false, status: 401, code: 'NOT_LOGGED_IN' }
      const result = await call(name, given)
      return result.ok
        ? { ok: true, data: result.data }
        : { ok: false, status: result.status, code: result.problem.code }
    }
    return Object.fromEntries(
      (Object.keys(LIBRARY) as LibraryCallName[]).map((name) => [name, (given?: LibraryCall) => ask(name, given)]),
    ) as LibraryApi
  }

  return { calls: app, libraryOf }
}

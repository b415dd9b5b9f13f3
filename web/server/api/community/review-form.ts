/** Reviews by a plain form (R1-63), from the session's reader like the calls. The page comes back with the result. */
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { readText } from '@lokalteil/services/platform/request-body'
import type { Context } from 'hono'
import {
  NO_REVIEW,
  REVIEW_ACTIONS,
  toCommentsData,
  type ReviewForm,
} from '../../../app/page/community/comments-page.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { CommunitySource } from '../../rendering/community/community-source.ts'
import type { Pages } from '../../rendering/pages.ts'
import { refusal, toResponse, type PortalApi, type Reply, type RequestContext } from '../portal-api.ts'

const BODY_LIMIT = 30_000
/** Path of the page with an article's comments, to which the form is posted. */
export const REVIEW_FORM = '/kommentare/:id{\\d{1,20}}'

/** The actions of the review calls for the session's reader; `name` only if the reader chose one. */
export type ReviewActions = {
  save: (
    context: RequestContext,
    article: string,
    review: { stars: number; text: string; name: string },
  ) => Promise<Reply<'saved' | 'pending'>>
  withdraw: (context: RequestContext, article: string) => Promise<Reply<'withdrawn'>>
}

type ReviewFormOptions = {
  portalApi: PortalApi
  community: Pick<CommunitySource, 'of'>
  renderAnswer: Pages['renderAnswer']
}

export async function takeReview(
  { portalApi, community, renderAnswer }: ReviewFormOptions,
  actions: ReviewActions,
  c: Context<PortalEnv>,
): Promise<Response> {
  const { path } = c.req
  const match = matchRoute(path)
  const context = portalApi.toRequestContext(c)
  if (match.kind !== 'route' || match.route.name !== 'kommentare')
    return toResponse(refusal(404, 'NOT_FOUND', 'No such form'))
  const { route } = match
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  const body = await readText(c.req.raw, BODY_LIMIT)
  if (body === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`))
  const fields = new URLSearchParams(body)
  const read = (name: string, most: number) => (fields.get(name) ?? '').trim().slice(0, most)
  const values = { stars: read('sterne', 1), text: read('text', 6000), name: read('name', 200) }
  const done = await act()
  const found = await community.of(context.publication).listComments(route.id, 1)
  if (!found.ok)
    return toResponse(
      found.status === 404
        ? refusal(404, 'NOT_FOUND', 'No such article')
        : refusal(503, 'UNAVAILABLE', 'The community does not answer', { retryAfter: '5' }),
    )
  const form: ReviewForm =
    done.kind === 'data' ? { ...NO_REVIEW, outcome: done.data } : { values, code: done.code, outcome: null }
  const answer = await renderAnswer(
    {
      path,
      publication: publicationOf(context.publication),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
      requestId: context.requestId,
    },
    route,
    toCommentsData(found.data, form),
    done.kind === 'data' ? 200 : done.status,
  )
  answer.headers.set('x-robots-tag', 'noindex')
  if (done.kind !== 'data' && done.retryAfter !== undefined) answer.headers.set('retry-after', done.retryAfter)
  return answer

  async function act(): Promise<Reply<NonNullable<ReviewForm['outcome']>>> {
    if (portalApi.isCrossOrigin(c)) return refusal(403, 'FOREIGN', 'Sent by another site')
    if (fields.get('aktion') === REVIEW_ACTIONS.withdraw) return actions.withdraw(context, route.id)
    const stars = Number(values.stars)
    if (!(stars >= 1 && stars <= 5)) return refusal(422, 'NO_STARS', 'One to five stars')
    return actions.save(context, route.id, { stars, text: values.text, name: values.name })
  }
}

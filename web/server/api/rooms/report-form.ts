/** A notice without scripts (Art. 16 DSA): the same page comes back with the receipt, or with what was wrong and all that was typed. */
import { ReportInput, Target } from '@lokalteil/contracts/community'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { readText } from '@lokalteil/services/platform/request-body'
import type { Context } from 'hono'
import type { ReportData } from '../../../app/page/rooms/community-api.ts'
import { readReport } from '../../../app/page/rooms/report-form.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { CommunitySource } from '../../rendering/rooms/community-source.ts'
import type { Pages } from '../../rendering/pages.ts'
import { refusal, toRefusal, toReply, toResponse, type PortalApi, type RequestContext } from '../portal-api.ts'

export const REPORT_FORMS = '/kommentare/melden/'
const BODY_LIMIT = 60_000

type ReportFormOptions = {
  portalApi: PortalApi
  community: Pick<CommunitySource, 'clientOf'>
  renderAnswer: Pages['renderAnswer']
}

export async function takeReport(
  { portalApi, community, renderAnswer }: ReportFormOptions,
  requesterOf: (context: RequestContext) => string,
  c: Context<PortalEnv>,
): Promise<Response> {
  const { path } = c.req
  const match = matchRoute(path)
  const context = portalApi.toRequestContext(c)
  const { mandator } = context
  const client = community.clientOf(mandator)
  if (client === null || match.kind !== 'route' || match.route.name !== 'kommentare/melden')
    return toResponse(refusal(404, 'NOT_FOUND', 'No such form'))
  const { route } = match
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  const text = await readText(c.req.raw, BODY_LIMIT)
  if (text === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`))
  const target = Target.safeParse({ kind: route.kind, id: route.id })
  if (!target.success) return toResponse(refusal(404, 'NOT_FOUND', 'No such form'))
  const found = await client.getReported({ body: { target: target.data } })
  if (!found.ok && found.status !== 404) return toResponse(toRefusal(found))
  const reported = found.ok ? found.data : null

  const show = async (form: ReportData['form'], status: number, retryAfter?: string) => {
    const data: ReportData = { target: target.data, reported, form }
    const answer = await renderAnswer(
      {
        path,
        publication: publicationOf(mandator),
        userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
        requestId: context.requestId,
      },
      route,
      data,
      status,
    )
    answer.headers.set('x-robots-tag', 'noindex')
    if (retryAfter !== undefined) answer.headers.set('retry-after', retryAfter)
    return answer
  }
  if (reported === null) return show(null, 404)
  const { values, report } = readReport(new URLSearchParams(text))
  const refuse = (code: string, status: number, retryAfter?: string) =>
    show({ kind: 'refused', values, code }, status, retryAfter)
  // Sent by another site's page: shown again, never acted on.
  if (portalApi.isCrossOrigin(c)) return refuse('FOREIGN', 403)
  const checked = ReportInput.safeParse(report)
  if (!checked.success) return refuse('BAD_REQUEST', 422)
  const sent = toReply(
    await client.report({ body: { target: target.data, report: checked.data, requester: requesterOf(context) } }),
  )
  return sent.kind === 'data'
    ? show({ kind: 'sent', number: sent.data.number }, 200)
    : refuse(sent.code, sent.status, sent.retryAfter)
}

/**
 * Reports of illegal content by any visitor (Art. 16 DSA), and complaints by the link of a mail (Art. 20). Both work as plain
 * forms, too: the page comes back with the receipt, or with faults and input. A form of another site is shown again, never
 * carried out. Answers are private and never stored.
 */
import { Hono, type Context } from 'hono'
import { ReportInput } from '@lokalteil/contracts/community/moderation'
import { PORTAL } from '@lokalteil/contracts/portal'
import { COMPLAINT_FORMS, isReportedKind, REPORT_FORMS } from '@lokalteil/domain/community/case-paths'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import { readText } from '@lokalteil/services/platform/request-body'
import { readReport, type ComplaintData, type ReportData } from '../../../app/page/community/case-forms.ts'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { Pages } from '../../rendering/pages.ts'
import type { CaseClient, CaseSource } from '../../rendering/community/case-source.ts'
import {
  refusal,
  toRefusal,
  toReply,
  toResponse,
  type PortalApi,
  type Reply,
  type RequestContext,
} from '../portal-api.ts'

const BODY_LIMIT = 60_000
const NOT_THERE = refusal(404, 'NOT_FOUND', 'The publication has no such thing')

export type CaseRoutesOptions = {
  portalApi: PortalApi
  cases: CaseSource
  renderAnswer: Pages['renderAnswer']
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

export function createCaseRoutes(options: CaseRoutesOptions): Hono<PortalEnv> {
  const { portalApi, cases } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.reportContent, { as: 'anyone' }, async ({ context, body }) => {
    const client = cases.clientOf(context.publication, body.target.kind)
    if (client === null) return NOT_THERE
    return toReply(await client.report({ body: { ...body, requester: requesterOf(options, context) } }))
  })
  portalApi.serve(app, PORTAL.getReportedContent, { as: 'anyone' }, async ({ context, params }) => {
    const client = cases.clientOf(context.publication, params.kind)
    return client === null ? NOT_THERE : toReply(await client.getReported({ body: { target: params } }))
  })
  app.post(`${REPORT_FORMS}:kind/:id`, (c) => takeForm(options, c, takeReport))
  app.post(`${COMPLAINT_FORMS}:kind/:token`, (c) => takeForm(options, c, takeComplaint))
  return app
}

const requesterOf = ({ secret }: CaseRoutesOptions, { origin }: RequestContext): string =>
  toRequester(secret, 'community', toNetwork(origin.address))

type Form = {
  route: Route
  client: CaseClient
  fields: URLSearchParams
  requester: string
  /** True if a page of another site has sent the form. */
  isForeign: boolean
}
type FormAnswer = { data: ReportData | ComplaintData; status: number; retryAfter?: string | undefined }

async function takeForm(
  options: CaseRoutesOptions,
  c: Context<PortalEnv>,
  take: (form: Form) => Promise<FormAnswer | Reply<never>>,
): Promise<Response> {
  const { portalApi, cases, renderAnswer } = options
  const { path } = c.req
  const match = matchRoute(path)
  const context = portalApi.toRequestContext(c)
  const { publication } = context
  const route = match.kind === 'route' ? match.route : null
  if (route === null || !('kind' in route) || !isReportedKind(route.kind)) return toResponse(NOT_THERE)
  const client = cases.clientOf(publication, route.kind)
  if (client === null) return toResponse(NOT_THERE)
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? ''))
    return toResponse(refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be a form'))
  const text = await readText(c.req.raw, BODY_LIMIT)
  if (text === null) return toResponse(refusal(413, 'TOO_LARGE', `The body is larger than ${BODY_LIMIT} bytes`))
  const answer = await take({
    route,
    client,
    fields: new URLSearchParams(text),
    requester: requesterOf(options, context),
    isForeign: portalApi.isCrossOrigin(c),
  })
  if ('kind' in answer) return toResponse(answer)
  const page = await renderAnswer(
    {
      path,
      publication: publicationOf(publication),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 500),
      requestId: context.requestId,
    },
    route,
    answer.data,
    answer.status,
  )
  page.headers.set('x-robots-tag', 'noindex')
  if (answer.retryAfter !== undefined) page.headers.set('retry-after', answer.retryAfter)
  return page
}

async function takeReport({ route, client, fields, requester, isForeign }: Form): Promise<FormAnswer | Reply<never>> {
  if (route.name !== 'melden' || !isReportedKind(route.kind)) return NOT_THERE
  const target = { kind: route.kind, id: route.id }
  const found = await client.getReported({ body: { target } })
  if (!found.ok && found.status !== 404) return toRefusal(found)
  const reported = found.ok ? found.data : null
  if (reported === null) return { data: { target, reported, form: null }, status: 404 }
  const { values, report } = readReport(fields)
  const refuse = (code: string, status: number, retryAfter?: string): FormAnswer => ({
    data: { target, reported, form: { kind: 'refused', values, code } },
    status,
    retryAfter,
  })
  if (isForeign) return refuse('FOREIGN', 403)
  const checked = ReportInput.safeParse(report)
  if (!checked.success) return refuse('BAD_REQUEST', 422)
  const sent = toReply(await client.report({ body: { target, report: checked.data, requester } }))
  return sent.kind === 'data'
    ? { data: { target, reported, form: { kind: 'sent', number: sent.data.number } }, status: 200 }
    : refuse(sent.code, sent.status, sent.retryAfter)
}

async function takeComplaint({
  route,
  client,
  fields,
  requester,
  isForeign,
}: Form): Promise<FormAnswer | Reply<never>> {
  if (route.name !== 'widerspruch' || !isReportedKind(route.kind)) return NOT_THERE
  const { kind, token } = route
  const found = await client.getStatement({ body: { token } })
  if (!found.ok) return found.status === 400 || found.status === 404 ? NOT_THERE : toRefusal(found)
  const told = found.data
  const text = (fields.get('text') ?? '').slice(0, 6000)
  const refuse = (code: string, status: number, retryAfter?: string): FormAnswer => ({
    data: { kind, token, told, refused: { text, code } },
    status,
    retryAfter,
  })
  if (isForeign) return refuse('FOREIGN', 403)
  const sent = toReply(await client.complainByLink({ body: { token, text, requester } }))
  return sent.kind === 'data'
    ? { data: { kind, token, told: { ...told, statement: sent.data }, refused: null }, status: 200 }
    : refuse(sent.code, sent.status, sent.retryAfter)
}

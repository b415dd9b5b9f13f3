/**
 * A reader's own contracts and papers on the publication's own origin (S2.2-10, S7.5-01). Whose they are follows from the
 * httpOnly access token alone; days and amounts of a body are what the page showed and are compared by the platform. A
 * paper is a download that no other site can fetch and nobody keeps.
 */
import { Hono } from 'hono'
import type { BILLING_INTERNAL, DocumentFormat } from '@lokalteil/contracts/billing'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { DOCUMENT_PATH, PORTAL, type ContractsView } from '@lokalteil/contracts/portal'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Log } from '../http/log.ts'
import { isForeign } from './contract-routes.ts'
import type { Config } from '../config/config.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toRefusal,
  toResponse,
  unavailable,
  type RequestContext,
  type PortalApi,
  type Reply,
} from './portal-api.ts'
import type { Sessions } from '../session/session.ts'

type Platform = Client<typeof BILLING_INTERNAL>
type Params = { sub: string; id: string }

export type BillingCallsOptions = {
  config: Pick<Config, 'origins'>
  portalApi: PortalApi
  sessions: Pick<Sessions, 'authorise'>
  platformOf: (mandator: Mandator) => Platform
  log: Log
}

const FORMATS: readonly string[] = ['pdf', 'zugferd', 'xrechnung', 'txt'] satisfies DocumentFormat[]

/** Contracts and papers of a reader; null: a platform that keeps none, or does not answer. */
export async function readContracts(platform: Platform, sub: string): Promise<ContractsView | null> {
  const [contracts, documents] = await Promise.all([
    platform.listContracts({ params: { sub } }),
    platform.listDocuments({ params: { sub } }),
  ])
  return contracts.ok && documents.ok ? { contracts: contracts.data, documents: documents.data } : null
}

export function createBillingRoutes({
  config,
  portalApi,
  sessions,
  platformOf,
  log,
}: BillingCallsOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()

  async function asOwner<T>(
    { mandator, cookies }: RequestContext,
    work: (platform: Platform, sub: string) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    const found = await sessions.authorise(mandator, cookies)
    if (found.kind === 'unavailable') return unavailable()
    if (found.kind === 'anonymous')
      return refusal(401, 'NOT_LOGGED_IN', 'There is no living session behind the cookies')
    return work(platformOf(mandator), found.ssoId)
  }

  /** Answers everything anew: one change may show in several places. */
  function change<T, More extends object>(
    context: RequestContext,
    id: string,
    ask: (platform: Platform, params: Params) => Promise<Result<T>>,
    toMore: (data: T) => More,
  ): Promise<Reply<ContractsView & More>> {
    return asOwner(context, async (platform, sub) => {
      const done = await ask(platform, { sub, id })
      if (!done.ok) {
        if (done.status === 404) log('warn', 'contract-refused', { mandator: context.mandator, sub, id })
        return toRefusal(done)
      }
      const view = await readContracts(platform, sub)
      return view === null
        ? refusal(503, 'UNAVAILABLE', 'The change was made, but cannot be shown', { retryAfter: '5' })
        : reply({ ...view, ...toMore(done.data) })
    })
  }
  const none = () => ({})

  portalApi.serve(app, PORTAL.cancelContract, ({ context, params, body }) =>
    change(context, params.id, (platform, of) => platform.cancelContract({ params: of, body }), none),
  )
  portalApi.serve(app, PORTAL.undoCancellation, ({ context, params }) =>
    change(context, params.id, (platform, of) => platform.undoCancellation({ params: of }), none),
  )
  portalApi.serve(app, PORTAL.pauseContract, ({ context, params, body }) =>
    change(context, params.id, (platform, of) => platform.pauseContract({ params: of, body }), none),
  )
  portalApi.serve(app, PORTAL.resumeContract, ({ context, params }) =>
    change(context, params.id, (platform, of) => platform.resumeContract({ params: of }), none),
  )
  portalApi.serve(app, PORTAL.changePlan, ({ context, params, body }) =>
    change(context, params.id, (platform, of) => platform.changePlan({ params: of, body }), none),
  )
  portalApi.serve(app, PORTAL.undoPlanChange, ({ context, params }) =>
    change(context, params.id, (platform, of) => platform.undoPlanChange({ params: of }), none),
  )
  portalApi.serve(app, PORTAL.changePayment, ({ context, params, body }) =>
    change(
      context,
      params.id,
      (platform, of) => platform.changePayment({ params: of, body }),
      ({ outcome, redirectUrl }) => ({ outcome, redirectUrl }),
    ),
  )
  portalApi.serve(app, PORTAL.payOpen, ({ context, params }) =>
    change(
      context,
      params.id,
      (platform, of) => platform.payOpen({ params: of }),
      ({ outcome, redirectUrl }) => ({ outcome, redirectUrl }),
    ),
  )

  app.get(DOCUMENT_PATH.replace('{number}', ':number').replace('{format}', ':format'), async (c) => {
    const context = portalApi.toRequestContext(c)
    const { number = '', format = '' } = c.req.param() as { number?: string; format?: string }
    // Nothing is written, but nobody else should make a reader's browser fetch a paper with an address on it.
    if (isForeign(c.req.raw.headers, config.origins[context.mandator]))
      return toResponse(refusal(403, 'FORBIDDEN', 'Asked by another site'))
    if (!FORMATS.includes(format) || !/^[A-Z]{1,2}-\d{4}-(?:\d{6,9}|[A-Z0-9]{4}-[A-Z0-9]{4})$/.test(number))
      return toResponse(refusal(404, 'NOT_FOUND', 'No such paper'))
    const answer = await asOwner(context, async (platform, sub) => {
      const found = await platform.getDocument({ params: { sub, number, format: format as DocumentFormat } })
      return found.ok ? reply(found.data) : toRefusal(found)
    })
    if (answer.kind === 'refusal') return toResponse(answer)
    const { fileName, mediaType, base64 } = answer.data
    return new Response(Buffer.from(base64, 'base64'), {
      headers: {
        ...NO_STORE,
        'content-type': mediaType,
        'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
      },
    })
  })

  return app
}

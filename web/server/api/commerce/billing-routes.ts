/**
 * A reader's contracts and documents on the publication's own origin (S2.2-10, S7.5-01). Only the httpOnly access token says
 * whose they are; days and amounts in a body are those that the page showed, and commerce compares them. A document is a
 * download that other sites cannot fetch and caches do not store.
 */
import { Hono } from 'hono'
import type { BILLING_INTERNAL, DocumentFormat } from '@lokalteil/contracts/commerce/billing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { CONTRACTS_ENDPOINTS, DOCUMENT_PATH, type ContractsView } from '@lokalteil/contracts/portal'
import { INVOICE_NUMBER } from '@lokalteil/domain/commerce/invoices'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
import type { Log } from '../../http/log.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import {
  refusal,
  reply,
  toFileResponse,
  toRefusal,
  toResponse,
  type FileAnswer,
  type PortalApi,
  type Reply,
} from '../portal-api.ts'
import { serveRelays, SUB, type Answers } from '../relay.ts'

type Platform = Client<typeof BILLING_INTERNAL>

export type BillingRoutesOptions = {
  portalApi: PortalApi
  platformOf: (mandator: Mandator) => Platform
  log: Log
}

const FORMATS: readonly string[] = ['pdf', 'zugferd', 'xrechnung', 'txt'] satisfies DocumentFormat[]

/** Contracts and documents of a reader; null: the publisher's own commerce has none, or there is no answer. */
export async function readContracts(platform: Platform, sub: string): Promise<ContractsView | null> {
  const [contracts, documents] = await Promise.all([
    platform.listContracts({ params: { sub } }),
    platform.listDocuments({ params: { sub } }),
  ])
  return contracts.ok && documents.ok ? { contracts: contracts.data, documents: documents.data } : null
}

/** Number of an order: `A-2026-7Q4F-MX2D`. */
const ORDER_PAPER = /^[A-Z]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/

export function createBillingRoutes({ portalApi, platformOf, log }: BillingRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()

  serveRelays({
    app,
    portalApi,
    endpoints: CONTRACTS_ENDPOINTS,
    clientOf: platformOf,
    supplies: { sub: SUB },
    // Answers all contracts again, because one change may show in several places.
    async finish(done: Answers<typeof CONTRACTS_ENDPOINTS>, { principal, sent }) {
      const { mandator, sub } = principal!
      if (!done.ok) {
        if (done.status === 404) log('warn', 'contract-refused', { mandator, sub, id: sent.id })
        return toRefusal(done)
      }
      const view = await readContracts(platformOf(mandator), sub)
      if (view === null)
        return refusal(503, 'UNAVAILABLE', 'The change was made, but cannot be shown', { retryAfter: '5' })
      if (!('outcome' in done.data)) return reply(view)
      const { outcome, redirectUrl } = done.data
      return reply({ ...view, outcome, redirectUrl })
    },
  })

  app.get(toHonoPath(DOCUMENT_PATH), async (c) => {
    const context = portalApi.toRequestContext(c)
    const { number = '', format = '' } = c.req.param() as { number?: string; format?: string }
    // A read, but refused cross-origin: no other site may make the browser fetch a document with an address.
    if (portalApi.isCrossOrigin(c)) return toResponse(refusal(403, 'FORBIDDEN', 'Asked by another site'))
    if (!FORMATS.includes(format) || !(INVOICE_NUMBER.test(number) || ORDER_PAPER.test(number)))
      return toResponse(refusal(404, 'NOT_FOUND', 'No such paper'))
    const answer = await portalApi.asReader(context, async ({ mandator, sub }): Promise<Reply<FileAnswer>> => {
      const params = { sub, number, format: format as DocumentFormat }
      const found = await platformOf(mandator).getDocument({ params })
      if (!found.ok) return toRefusal(found)
      const { fileName, mediaType, base64 } = found.data
      return reply({ fileName, mediaType, body: Buffer.from(base64, 'base64') })
    })
    return toFileResponse(answer)
  })

  return app
}

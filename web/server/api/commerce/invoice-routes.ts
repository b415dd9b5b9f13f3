/**
 * Invoices and order confirmations of a reader as files (S2.2-10, S7.5-01): a download that other sites cannot fetch and
 * caches do not store. Only the httpOnly access token says whose they are.
 */
import { Hono } from 'hono'
import type { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import type { DocumentFormat } from '@lokalteil/contracts/commerce/invoices'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { DOCUMENT_PATH } from '@lokalteil/contracts/portal'
import { INVOICE_NUMBER } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toHonoPath } from '@lokalteil/services/platform/endpoint-http'
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

export type InvoiceRoutesOptions = {
  portalApi: PortalApi
  platformOf: (publication: PublicationCode) => Pick<Client<typeof BILLING_INTERNAL>, 'getDocument'>
}

const FORMATS: readonly string[] = ['pdf', 'zugferd', 'xrechnung', 'txt'] satisfies DocumentFormat[]
/** Number of an order: `A-2026-7Q4F-MX2D`. */
const ORDER_PAPER = /^[A-Z]-\d{4}-[A-Z0-9]{4}-[A-Z0-9]{4}$/

export function createInvoiceRoutes({ portalApi, platformOf }: InvoiceRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()

  app.get(toHonoPath(DOCUMENT_PATH), async (c) => {
    const context = portalApi.toRequestContext(c)
    const { number = '', format = '' } = c.req.param() as { number?: string; format?: string }
    // A read, but refused cross-origin: no other site may make the browser fetch a document with an address.
    if (portalApi.isCrossOrigin(c)) return toResponse(refusal(403, 'FORBIDDEN', 'Asked by another site'))
    if (!FORMATS.includes(format) || !(INVOICE_NUMBER.test(number) || ORDER_PAPER.test(number)))
      return toResponse(refusal(404, 'NOT_FOUND', 'No such paper'))
    const answer = await portalApi.asReader(context, async ({ publication, sub }): Promise<Reply<FileAnswer>> => {
      const params = { sub, number, format: format as DocumentFormat }
      const found = await platformOf(publication).getDocument({ params })
      if (!found.ok) return toRefusal(found)
      const { fileName, mediaType, base64 } = found.data
      return reply({ fileName, mediaType, body: Buffer.from(base64, 'base64') })
    })
    return toFileResponse(answer)
  })

  return app
}

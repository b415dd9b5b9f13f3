/**
 * A reader's contracts on the publication's own origin (S2.2-10, S7.5-01). Only the httpOnly access token says whose they
 * are; days and amounts in a body are those that the page showed, and commerce compares them.
 */
import { Hono } from 'hono'
import type { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { CONTRACTS_ENDPOINTS, type ContractsView } from '@lokalteil/contracts/portal'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Log } from '../../http/log.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import { refusal, reply, toRefusal, type PortalApi } from '../portal-api.ts'
import { serveRelays, SUB, type Answers } from '../relay.ts'

type Platform = Client<typeof BILLING_INTERNAL>

export type BillingRoutesOptions = {
  portalApi: PortalApi
  platformOf: (publication: PublicationCode) => Platform
  log: Log
}

/** Contracts and documents of a reader; null: the publisher's own commerce has none, or there is no answer. */
export async function readContracts(platform: Platform, sub: string): Promise<ContractsView | null> {
  const [contracts, documents] = await Promise.all([
    platform.listContracts({ params: { sub } }),
    platform.listDocuments({ params: { sub } }),
  ])
  return contracts.ok && documents.ok ? { contracts: contracts.data, documents: documents.data } : null
}

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
      const { publication, sub } = principal!
      if (!done.ok) {
        if (done.status === 404) log('warn', 'contract-refused', { publication, sub, id: sent.id })
        return toRefusal(done)
      }
      const view = await readContracts(platformOf(publication), sub)
      if (view === null)
        return refusal(503, 'UNAVAILABLE', 'The change was made, but cannot be shown', { retryAfter: '5' })
      if (!('outcome' in done.data)) return reply(view)
      const { outcome, redirectUrl } = done.data
      return reply({ ...view, outcome, redirectUrl })
    },
  })

  return app
}

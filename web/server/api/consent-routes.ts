/** Receipts for consent on the publication's own origin (R7.7-06), for readers with and without an account. */
import { Hono } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONSENT } from '@lokalteil/contracts/consent'
import { CONSENT_ENDPOINTS } from '@lokalteil/contracts/portal'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { PortalEnv } from '../http/portal-env.ts'
import type { PortalApi } from './portal-api.ts'
import { requesterFor, serveRelays, SUB, VIEWER } from './relay.ts'

export type ConsentRoutesOptions = {
  portalApi: PortalApi
  consentOf: (publication: PublicationCode) => Client<typeof CONSENT>
  /** Key of the hash under which networks are counted. */
  secret: string
}

export function createConsentRoutes({ portalApi, consentOf, secret }: ConsentRoutesOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  serveRelays({
    app,
    portalApi,
    endpoints: CONSENT_ENDPOINTS,
    clientOf: consentOf,
    supplies: { sub: SUB, viewer: VIEWER, requester: requesterFor(secret, 'consent') },
  })
  return app
}

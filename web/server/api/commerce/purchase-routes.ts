/**
 * Buying a seller's basket on the publication's own origin (R1-84), with the same rules as orders. The buyer is the reader of the
 * session, or a guest with the typed address; lines and prices come from the seller, never from the body.
 */
import { Hono } from 'hono'
import type { PURCHASES_INTERNAL, PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { PORTAL } from '@lokalteil/contracts/portal'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { toNetwork, toRequester } from '../../http/client-address.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import { identifyBuyer, toOrderRefusal, type SsoOf } from './buyers.ts'
import { refusal, reply, toReply, type PortalApi, type PortalCall, type Reply } from '../portal-api.ts'

export type PurchaseRoutesOptions = {
  portalApi: PortalApi
  ssoOf: SsoOf
  platformOf: (mandator: Mandator) => Client<typeof PURCHASES_INTERNAL>
  /** Key of the hash under which IP addresses are counted. */
  secret: string
}

export function createPurchaseRoutes(options: PurchaseRoutesOptions): Hono<PortalEnv> {
  const { portalApi, platformOf } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.quotePurchase, { as: 'reader-or-guest' }, async ({ context, principal, body }) =>
    toReply(await platformOf(context.mandator).quotePurchase({ body: { ...body, sub: principal?.sub ?? null } })),
  )
  portalApi.serve(app, PORTAL.placePurchase, { as: 'reader-or-guest' }, (call) => placePurchase(options, call))
  portalApi.serve(app, PORTAL.getPurchase, { as: 'anyone' }, async ({ context, params, query }) => {
    const platform = platformOf(context.mandator)
    if (query.token !== undefined) return toReply(await platform.getPurchase({ params, query: { token: query.token } }))
    const found = await portalApi.findPrincipal(context)
    if (found.kind === 'refusal') return found
    if (found.data === null) return refusal(404, 'NOT_FOUND', 'No such purchase')
    return toReply(await platform.getPurchase({ params, query: { sub: found.data.sub } }))
  })
  portalApi.serve(app, PORTAL.listPurchases, { as: 'reader' }, async ({ context, principal }) =>
    toReply(await platformOf(context.mandator).listPurchases({ params: { sub: principal.sub } })),
  )
  return app
}

async function placePurchase(
  { ssoOf, platformOf, secret }: PurchaseRoutesOptions,
  { context, principal, body: { email, ...asked } }: PortalCall<typeof PORTAL.placePurchase, 'reader-or-guest'>,
): Promise<Reply<PurchaseView>> {
  const platform = platformOf(context.mandator)
  const { idempotencyKey: _key, ...content } = asked
  const identified = await identifyBuyer(ssoOf, {
    context,
    principal,
    email,
    buyer: asked.buyer,
    hasAcceptedTerms: asked.consents.terms,
    check: (typed) => platform.checkGuestPurchase({ body: { ...content, email: typed } }),
  })
  if (identified.kind === 'refusal') return identified
  const { sub, ...who } = identified.data
  const requester = toRequester(secret, 'order', toNetwork(context.origin.address))
  const placed = await platform.placePurchase(
    { params: { sub }, body: { ...asked, ...who, requester } },
    { headers: { 'x-request-id': context.requestId } },
  )
  return placed.ok ? reply(placed.data) : toOrderRefusal(placed)
}

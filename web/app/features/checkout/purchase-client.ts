/** Calls of the checkout for a basket: the same as for an offer, with the same failures. */
import type { PurchaseQuote, PurchaseView } from '@lokalteil/contracts/commerce/purchases'
import { session } from '../../browser/session/session.ts'
import { createPortalClient, type PortalClient } from '../../page/portal-client.ts'
import { toPlaceResult, toUnreachable, type CheckoutCalls } from './order-client.ts'

const TIMEOUT_MS = 20_000
/** Milliseconds; banks may be slow. */
const ORDER_TIMEOUT_MS = 60_000

export type PurchaseCalls = CheckoutCalls<PurchaseQuote, PurchaseView>

function createPurchaseClient(client: PortalClient, seller: string): PurchaseCalls {
  return {
    async quote(reference) {
      const result = await client.call('POST /api/purchase/quote', {
        timeoutMs: TIMEOUT_MS,
        body: { seller, reference },
      })
      if (result.kind === 'ok') return { kind: 'ok', quote: result.data }
      if (result.kind !== 'refused') return toUnreachable(result)
      if (result.status === 404 || result.code === 'NOT_AVAILABLE') return { kind: 'unknown-offer' }
      return result.status === 409 ? { kind: 'not-selling' } : toUnreachable(result)
    },
    async place({ offerId: reference, voucherCode: _none, recipient = null, ...body }) {
      const as = body.email === undefined ? 'reader' : 'anyone'
      const asked = { as, timeoutMs: ORDER_TIMEOUT_MS, body: { ...body, recipient, seller, reference } } as const
      return toPlaceResult(await client.call('POST /api/purchase', asked))
    },
    async read(number, token) {
      const options = { timeoutMs: TIMEOUT_MS, params: { number }, query: { token } }
      const result = await client.call('GET /api/purchase/{number}', options)
      if (result.kind === 'ok') return { kind: 'ok', order: result.data }
      const isMissing = result.kind === 'refused' && [400, 404, 422].includes(result.status)
      return isMissing ? { kind: 'missing' } : toUnreachable(result)
    },
  }
}

export const purchaseCalls = (seller: string): PurchaseCalls =>
  createPurchaseClient(createPortalClient({ renew: () => session.refresh(true).catch(() => false) }), seller)

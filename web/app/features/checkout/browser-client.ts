/** The checkout's environment in a browser: calls with this session, idempotency keys, pauses, redirects. */
import { session } from '../../browser/session/session.ts'
import { createPortalClient } from '../../page/portal-client.ts'
import { createOrderClient, createPurchaseClient } from './order-client.ts'

const createClient = () => createPortalClient({ renew: () => session.refresh(true).catch(() => false) })

export const orderCalls = () => createOrderClient(createClient())
export const purchaseCalls = (seller: string) => createPurchaseClient(createClient(), seller)

/** `crypto.randomUUID` exists on secure origins only. */
export function createOrderKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Navigates to this site or a payment provider; any other address is ignored. */
export function leaveFor(address: string): void {
  if (!URL.canParse(address, location.href)) return
  const url = new URL(address, location.href)
  if (url.protocol === 'https:' || url.origin === location.origin) location.assign(url)
}

/**
 * Calls of the pages for codes, invitations and seats. Promises: never throws; an expired session is renewed once and
 * the call repeated (safe, because a call without a session did nothing); when the session is over, the login opens.
 */
import { session } from '../../browser/session/session.ts'
import { portalClient, type PortalClient, type PortalResult } from '../../page/portal-client.ts'

/** `code`: of the problem, or `OFFLINE` or `UNAVAILABLE`. */
export type CallResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'refused'; code: string; fields: Readonly<Record<string, string>> }

const AS_READER = { as: 'reader', timeoutMs: 30_000 } as const

export function createCodeClient({ client, onLoggedOut }: { client: PortalClient; onLoggedOut: () => void }) {
  async function settle<T>(asked: Promise<PortalResult<T>>): Promise<CallResult<T>> {
    const result = await asked
    if (result.kind === 'ok') return result
    if (result.kind !== 'refused')
      return { kind: 'refused', code: result.kind === 'offline' ? 'OFFLINE' : 'UNAVAILABLE', fields: {} }
    if (result.status === 401) onLoggedOut()
    return { kind: 'refused', code: result.code || 'UNAVAILABLE', fields: result.fields }
  }

  return {
    redeemCode: (code: string, idempotencyKey: string) =>
      settle(client.call('POST /api/mein/codes', { ...AS_READER, body: { code, idempotencyKey } })),
    sendInvitations: (emails: readonly string[]) =>
      settle(client.call('POST /api/mein/invitation/mails', { ...AS_READER, body: { emails: [...emails] } })),
    offerSeat: (subscriptionId: string, label: string) =>
      settle(client.call('POST /api/mein/household/seats', { ...AS_READER, body: { subscriptionId, label } })),
    endSeat: (seatId: string) =>
      settle(client.call('POST /api/mein/household/seats/{seatId}/end', { ...AS_READER, params: { seatId } })),
    acceptSeat: (token: string) =>
      settle(client.call('POST /api/mein/household/accept', { ...AS_READER, body: { token } })),
    leaveSeat: () => settle(client.call('POST /api/mein/household/leave', AS_READER)),
  }
}

export const codeClient = (): ReturnType<typeof createCodeClient> =>
  createCodeClient({
    client: portalClient,
    onLoggedOut: () => void session.openLogin(location.pathname + location.search).catch(() => {}),
  })

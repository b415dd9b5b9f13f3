/**
 * What the pages of codes, invitations and seats ask this site's own server to do. Promises: never throws; a session whose
 * tokens have run out is renewed once and the call sent again, which is safe because a call without a session did nothing;
 * when it is over, the login opens.
 */
import type { PORTAL } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { session } from '../../browser/session/session.ts'

type Write = 'redeemCode' | 'sendInvitations' | 'offerSeat' | 'endSeat' | 'acceptSeat' | 'leaveSeat'
type Answer<Name extends Write> = AnswerOf<(typeof PORTAL)[Name]>

/** `code`: of the problem, or `OFFLINE` and `UNAVAILABLE`. */
export type CallResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'refused'; code: string; fields: Readonly<Record<string, string>> }

export const CODE_WRITES: { readonly [Name in Write]: (typeof PORTAL)[Name]['path'] } = {
  redeemCode: '/api/mein/codes',
  sendInvitations: '/api/mein/invitation/mails',
  offerSeat: '/api/mein/household/seats',
  endSeat: '/api/mein/household/seats/{seatId}/end',
  acceptSeat: '/api/mein/household/accept',
  leaveSeat: '/api/mein/household/leave',
}

/** By force: the token that was refused may still look good. */
const RENEW = '/api/validate?forceRefresh=true'
const TIMEOUT_MS = 30_000

export function createCodeClient({
  fetcher,
  isOnline,
  onLoggedOut,
}: {
  fetcher: typeof fetch
  isOnline: () => boolean
  onLoggedOut: () => void
}) {
  const init = (more: RequestInit = {}): RequestInit => ({
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...more,
  })

  async function write<Name extends Write>(
    name: Name,
    body: object = {},
    path: string = CODE_WRITES[name],
  ): Promise<CallResult<Answer<Name>>> {
    const send = () =>
      fetcher(
        path,
        init({
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    try {
      let response = await send()
      if (response.status === 401) {
        const renewed = await fetcher(RENEW, init())
        // Whoever cannot be asked has not said that the session is over.
        response = renewed.ok ? await send() : renewed.status === 401 ? response : renewed
      }
      const answer: unknown = response.status === 204 ? undefined : await response.json()
      if (response.ok) return { kind: 'ok', data: answer as Answer<Name> }
      if (response.status === 401) onLoggedOut()
      const { code, fields } = (answer ?? {}) as { code?: unknown; fields?: Record<string, string> }
      return { kind: 'refused', code: typeof code === 'string' ? code : 'UNAVAILABLE', fields: fields ?? {} }
    } catch {
      return { kind: 'refused', code: isOnline() ? 'UNAVAILABLE' : 'OFFLINE', fields: {} }
    }
  }

  return {
    redeemCode: (code: string, idempotencyKey: string) => write('redeemCode', { code, idempotencyKey }),
    sendInvitations: (emails: readonly string[]) => write('sendInvitations', { emails }),
    offerSeat: (subscriptionId: string, label: string) => write('offerSeat', { subscriptionId, label }),
    endSeat: (seatId: string) =>
      write('endSeat', {}, CODE_WRITES.endSeat.replace('{seatId}', encodeURIComponent(seatId))),
    acceptSeat: (token: string) => write('acceptSeat', { token }),
    leaveSeat: () => write('leaveSeat'),
  }
}

export const codeClient = (): ReturnType<typeof createCodeClient> =>
  createCodeClient({
    fetcher: (...asked) => fetch(...asked),
    isOnline: () => navigator.onLine,
    onLoggedOut: () => void session.openLogin(location.pathname + location.search).catch(() => {}),
  })

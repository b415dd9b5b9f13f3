/**
 * What a reader asks for about a contract. Promises: never throws; a session whose tokens have run out is renewed once; an
 * amount and a day go along as they were shown, and the server refuses others. After a change of roles the session is
 * asked for anew, so that articles open or close without a reload.
 */
import type { PORTAL } from '@lokalteil/contracts/portal'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { session } from '../../browser/session/session.ts'
import { CONTRACT_REFUSALS, type ContractRefusal } from '../../messages/contracts.ts'

type Write =
  | 'cancelContract'
  | 'undoCancellation'
  | 'pauseContract'
  | 'resumeContract'
  | 'changePlan'
  | 'undoPlanChange'
  | 'changePayment'
  | 'payOpen'
type Answer<Name extends Write> = AnswerOf<(typeof PORTAL)[Name]>
export type ContractResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'fields'; faults: Readonly<Record<string, string>> }
  | { kind: 'refused'; reason: ContractRefusal }

export const CONTRACT_WRITES: { readonly [Name in Write]: (typeof PORTAL)[Name]['path'] } = {
  cancelContract: '/api/mein/account/contracts/{id}/cancel',
  undoCancellation: '/api/mein/account/contracts/{id}/cancel/undo',
  pauseContract: '/api/mein/account/contracts/{id}/pause',
  resumeContract: '/api/mein/account/contracts/{id}/resume',
  changePlan: '/api/mein/account/contracts/{id}/plan',
  undoPlanChange: '/api/mein/account/contracts/{id}/plan/undo',
  changePayment: '/api/mein/account/contracts/{id}/payment',
  payOpen: '/api/mein/account/contracts/{id}/pay',
}
export const toDocumentPath = (number: string, format: string): string =>
  `/api/mein/account/documents/${number}/${format}`

/** By force: the token that was refused may still look good. */
const RENEW = '/api/validate?forceRefresh=true'
/** A bank may take its time. */
const TIMEOUT_MS = 60_000

export type ContractClient = ReturnType<typeof createContractClient>

export function createContractClient({
  fetcher,
  isOnline,
  onLoggedOut,
  onChanged,
}: {
  fetcher: typeof fetch
  isOnline: () => boolean
  onLoggedOut: () => void
  onChanged: () => void
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
    id: string,
    body: object = {},
  ): Promise<ContractResult<Answer<Name>>> {
    const send = () =>
      fetcher(
        CONTRACT_WRITES[name].replace('{id}', encodeURIComponent(id)),
        init({
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    try {
      let response = await send()
      if (response.status === 401) {
        // What was refused for want of a session did nothing.
        const renewed = await fetcher(RENEW, init())
        if (renewed.ok) response = await send()
        else if (renewed.status !== 401) response = renewed
      }
      const answer: unknown = await response.json()
      if (response.status === 401) onLoggedOut()
      if (!response.ok) return toRefusal(response.status, answer)
      onChanged()
      return { kind: 'ok', data: answer as Answer<Name> }
    } catch {
      return { kind: 'refused', reason: isOnline() ? 'UNAVAILABLE' : 'OFFLINE' }
    }
  }

  return {
    cancel: (id: string, confirmedEnd: string) => write('cancelContract', id, { confirmedEnd }),
    undoCancellation: (id: string) => write('undoCancellation', id),
    pause: (id: string, months: number) => write('pauseContract', id, { months }),
    resume: (id: string) => write('resumeContract', id),
    changePlan: (id: string, offerId: string, confirmedCents: number) =>
      write('changePlan', id, { offerId, confirmedCents }),
    undoPlanChange: (id: string) => write('undoPlanChange', id),
    changePayment: (id: string, payment: object) => write('changePayment', id, { payment }),
    payOpen: (id: string) => write('payOpen', id),
  }
}

function toRefusal(status: number, answer: unknown): Exclude<ContractResult<never>, { kind: 'ok' }> {
  const { code, fields } = (answer ?? {}) as { code?: unknown; fields?: Record<string, string> }
  if (code === 'INVALID_FIELDS' && typeof fields === 'object' && fields !== null)
    return { kind: 'fields', faults: fields }
  if (typeof code === 'string' && Object.hasOwn(CONTRACT_REFUSALS, code))
    return { kind: 'refused', reason: code as ContractRefusal }
  return {
    kind: 'refused',
    reason: status === 401 ? 'NOT_LOGGED_IN' : status === 429 ? 'TOO_MANY_ATTEMPTS' : 'UNAVAILABLE',
  }
}

export const contractClient = (): ContractClient =>
  createContractClient({
    fetcher: (...asked) => fetch(...asked),
    isOnline: () => navigator.onLine,
    onLoggedOut: () => void session.openLogin(location.pathname).catch(() => {}),
    onChanged: () => void session.recheck().catch(() => {}),
  })

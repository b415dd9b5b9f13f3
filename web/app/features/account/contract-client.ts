/**
 * Calls about a reader's contracts. Promises: never throws; an expired session is renewed once; amount and day are sent
 * as they were shown, and the server refuses others. After a change of roles the session is refreshed, so that articles
 * open or lock without a reload.
 */
import type { OrderRequest } from '@lokalteil/contracts/commerce/orders'
import { session } from '../../browser/session/session.ts'
import { toReason } from '../../page/failure-reason.ts'
import { portalClient, type PortalClient, type PortalFailure, type PortalResult } from '../../page/portal-client.ts'
import { CONTRACT_REFUSALS, type ContractRefusal } from '../../messages/commerce/contracts.ts'

export type ContractResult<T> =
  | { kind: 'ok'; data: T }
  | { kind: 'fields'; faults: Readonly<Record<string, string>> }
  | { kind: 'refused'; reason: ContractRefusal }

export const toDocumentPath = (number: string, format: string): string =>
  `/api/mein/account/documents/${number}/${format}`

/** Milliseconds; banks may be slow. */
const TIMEOUT_MS = 60_000

export type ContractClient = ReturnType<typeof createContractClient>

export function createContractClient({
  client,
  onLoggedOut,
  onChanged,
}: {
  client: PortalClient
  onLoggedOut: () => void
  onChanged: () => void
}) {
  const of = (id: string) => ({ as: 'reader', timeoutMs: TIMEOUT_MS, params: { id } }) as const

  async function settle<T>(asked: Promise<PortalResult<T>>): Promise<ContractResult<T>> {
    const result = await asked
    if (result.kind === 'ok') onChanged()
    else if (result.kind === 'refused' && result.status === 401) onLoggedOut()
    return result.kind === 'ok' ? result : toRefusal(result)
  }

  return {
    cancel: (id: string, confirmedEnd: string) =>
      settle(client.call('POST /api/mein/account/contracts/{id}/cancel', { ...of(id), body: { confirmedEnd } })),
    undoCancellation: (id: string) => settle(client.call('POST /api/mein/account/contracts/{id}/cancel/undo', of(id))),
    pause: (id: string, months: number) =>
      settle(client.call('POST /api/mein/account/contracts/{id}/pause', { ...of(id), body: { months } })),
    resume: (id: string) => settle(client.call('POST /api/mein/account/contracts/{id}/resume', of(id))),
    changePlan: (id: string, offerId: string, confirmedCents: number) =>
      settle(
        client.call('POST /api/mein/account/contracts/{id}/plan', { ...of(id), body: { offerId, confirmedCents } }),
      ),
    undoPlanChange: (id: string) => settle(client.call('POST /api/mein/account/contracts/{id}/plan/undo', of(id))),
    changePayment: (id: string, payment: OrderRequest['payment']) =>
      settle(client.call('POST /api/mein/account/contracts/{id}/payment', { ...of(id), body: { payment } })),
    payOpen: (id: string) => settle(client.call('POST /api/mein/account/contracts/{id}/pay', of(id))),
  }
}

function toRefusal(failure: PortalFailure): Exclude<ContractResult<never>, { kind: 'ok' }> {
  if (failure.kind !== 'refused') return { kind: 'refused', reason: toReason(failure) }
  const { code, fields } = failure
  if (code === 'INVALID_FIELDS' && Object.keys(fields).length > 0) return { kind: 'fields', faults: fields }
  if (Object.hasOwn(CONTRACT_REFUSALS, code)) return { kind: 'refused', reason: code as ContractRefusal }
  return { kind: 'refused', reason: toReason(failure) }
}

export const contractClient = (): ContractClient =>
  createContractClient({
    client: portalClient,
    onLoggedOut: () => void session.openLogin(location.pathname).catch(() => {}),
    onChanged: () => void session.recheck().catch(() => {}),
  })

/**
 * Data and calls of the pages for the two contract rights (cancellation and withdrawal). Without JavaScript the same
 * data is sent as a plain form. Each form has an idempotency key, so sending it again after a lost answer is safe.
 */
import type { Receipt } from '@lokalteil/contracts/commerce'
import type { ContractRight, DeclarationFaults, DeclarationInput } from '@lokalteil/domain/commerce/contract-rights'
import { portalClient, toStatus, type PortalClient } from './portal-client.ts'

type ContractRefusal = 'too-many' | 'unavailable' | 'foreign'

export type ContractFormData = {
  key: string
  values: DeclarationInput
  faults: DeclarationFaults
  refusal: ContractRefusal | null
  receipt: Receipt | null
}

const CALLS = {
  cancellation: 'POST /api/contracts/cancellation',
  withdrawal: 'POST /api/contracts/withdrawal',
} as const

export function toReceiptPath(token: string): string {
  return `/api/contracts/receipts/${token}`
}

export function createBlankForm(): ContractFormData {
  return { key: createFormKey(), values: {}, faults: {}, refusal: null, receipt: null }
}

/** `crypto.randomUUID` exists on secure origins only. */
export function createFormKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export async function sendDeclaration(
  right: ContractRight,
  key: string,
  values: DeclarationInput,
  client: PortalClient = portalClient,
): Promise<ContractFormData> {
  const answer = { key, values, faults: {}, refusal: null, receipt: null }
  const result = await client.call(CALLS[right], { body: { key, values } })
  if (result.kind === 'ok') return { ...answer, receipt: result.data.receipt }
  const status = toStatus(result)
  const { faults } = (result.kind === 'refused' ? (result.body ?? {}) : {}) as { faults?: DeclarationFaults }
  if (status === 422 && faults !== undefined) return { ...answer, faults }
  return { ...answer, refusal: status === 429 ? 'too-many' : status === 403 ? 'foreign' : 'unavailable' }
}

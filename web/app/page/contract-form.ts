/**
 * What the pages of the two contract rights show and send. Without JavaScript the same data travels as a plain form; the
 * key of a form makes sending it twice the same as once, so a lost answer may be asked for again.
 */
import type { Receipt } from '@lokalteil/contracts/subscription'
import type { ContractRight, DeclarationFaults, DeclarationInput } from '@lokalteil/domain/commerce/contract-rights'

export type ContractRefusal = 'too-many' | 'unavailable' | 'foreign'

export type ContractFormData = {
  key: string
  values: DeclarationInput
  faults: DeclarationFaults
  refusal: ContractRefusal | null
  receipt: Receipt | null
}

export const CONTRACT_CALLS: Readonly<Record<ContractRight, string>> = {
  cancellation: '/api/contracts/cancellation',
  withdrawal: '/api/contracts/withdrawal',
}

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
  fetcher: typeof fetch = fetch,
): Promise<ContractFormData> {
  const answer = { key, values, faults: {}, refusal: null, receipt: null }
  try {
    const response = await fetcher(CONTRACT_CALLS[right], {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ key, values }),
    })
    const body = (await response.json()) as Partial<{ receipt: Receipt; faults: DeclarationFaults }>
    if (response.ok && body.receipt !== undefined) return { ...answer, receipt: body.receipt }
    if (response.status === 422 && body.faults !== undefined) return { ...answer, faults: body.faults }
    return {
      ...answer,
      refusal: response.status === 429 ? 'too-many' : response.status === 403 ? 'foreign' : 'unavailable',
    }
  } catch {
    return { ...answer, refusal: 'unavailable' }
  }
}

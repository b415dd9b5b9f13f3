/** What stands in the address of an order: its number, and a token that opens it without a login. */
import { ORDER_RETURN } from '@lokalteil/contracts/portal'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { CommerceContext } from '../context.ts'

export function toOrderToken({ sealing }: CommerceContext, mandator: Mandator, number: string): string {
  return sealing.digest(`order ${mandator} ${number}`).slice(0, 32)
}

/** Where the reader of a payment comes back to. */
export function toReturnPath(context: CommerceContext, mandator: Mandator, number: string): string {
  return `${ORDER_RETURN}?order=${number}&token=${toOrderToken(context, mandator, number)}`
}

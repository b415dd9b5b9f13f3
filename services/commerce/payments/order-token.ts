/** URLs of an order: they contain its number and a token that opens it without a login. */
import { ORDER_RETURN, PURCHASE_RETURN } from '@lokalteil/contracts/portal'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Charge } from './charge.ts'
import type { CommerceContext } from '../context.ts'

export function toOrderToken({ sealing }: CommerceContext, publication: PublicationCode, number: string): string {
  return sealing.digest(`order ${publication} ${number}`).slice(0, 32)
}

/** The path to which the provider sends the reader back; null: a charge without a reader, such as a renewal. */
export function toReturnPath(
  context: CommerceContext,
  { publication, orderNumber, kind }: Pick<Charge, 'publication' | 'orderNumber' | 'kind'>,
): string | null {
  if (orderNumber === null) return null
  if (kind === 'purchase') return toPurchasePath(context, publication, orderNumber)
  const token = toOrderToken(context, publication, orderNumber)
  return kind === 'first' ? `${ORDER_RETURN}?order=${orderNumber}&token=${token}` : null
}

export function toPurchasePath(context: CommerceContext, publication: PublicationCode, number: string): string {
  return `${PURCHASE_RETURN}?order=${number}&token=${toOrderToken(context, publication, number)}`
}

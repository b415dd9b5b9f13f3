/** Mails to readers about their orders: the parts that all lines share. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { Buyer, Recipient } from '@lokalteil/domain/commerce/orders'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommerceContext } from '../context.ts'
import { getSeller } from '../documents/invoice-store.ts'
import { getPaymentMethod } from '../payments/payment-method-store.ts'
import type { OrderRow, CommerceDb } from '../schema.ts'

/** A mail without its envelope. */
export type OrderMail = MailMessageInput extends infer Mail
  ? Mail extends MailMessageInput
    ? Pick<Mail, 'template' | 'data'>
    : never
  : never

/** Queues a mail; without an address (the account was erased meanwhile) it does nothing. */
export async function queueOrderMail(
  context: CommerceContext,
  { mandator: publication, email, buyer, is_guest }: OrderRow,
  mail: OrderMail,
  within: CommerceDb,
): Promise<void> {
  if (email === null || email === '') return
  const to = { address: email, name: is_guest ? '' : toBuyerName(buyer) }
  await context.queueMail({ mandator: publication as PublicationCode, to, ...mail } as MailMessageInput, within)
}

/** The contents of every confirmation (§ 312f BGB), and the seller, whose state decides the holidays. */
export async function readConfirmation(order: OrderRow, within: CommerceDb) {
  const publication = order.mandator as PublicationCode
  const method = await getPaymentMethod(publication, order.payment_method_id, within)
  const seller = await getSeller(publication, within)
  const { company = '', street = '', postcode = '', city = '', country = 'DE' } = order.buyer as Partial<Buyer>
  return {
    seller,
    shared: {
      number: order.order_number,
      placedAt: order.placed_at.toISOString(),
      customerNumber: order.customer_id,
      payment: {
        kind: method?.kind ?? 'invoice',
        label: method?.label ?? '',
        mandateReference: method?.mandateReference ?? null,
      },
      address: toAddress([company, toBuyerName(order.buyer)], { street, postcode, city, country }),
      ...toNoticeSeller(seller),
    },
  }
}

export function toAddress(
  names: readonly string[],
  { street, postcode, city, country }: Omit<Recipient, 'name'>,
): string[] {
  return [...names, street, `${postcode} ${city}`.trim(), country === 'DE' ? '' : country].filter((line) => line !== '')
}

export function toBuyerName(buyer: unknown): string {
  const { firstName = '', lastName = '' } = buyer as Partial<Buyer>
  return `${firstName} ${lastName}`.trim()
}

/** The seller's address for a declaration of withdrawal. */
function toNoticeSeller(seller: Seller | null) {
  if (seller === null) return {}
  const { company, street, postcode, town: city, country, phone, email } = seller
  return { seller: { company, address: toAddress([], { street, postcode, city, country }), phone, email } }
}

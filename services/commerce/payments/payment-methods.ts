/** Payment methods as readers type them: checked, labelled, and saved with the account encrypted. */
import { randomBytes } from 'node:crypto'
import type { PaymentMethodView } from '@lokalteil/contracts/commerce/orders'
import type { OrderFaults, PaymentInput } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommerceContext } from '../context.ts'
import type { Owner } from '../customers/customer-store.ts'
import { findOwner } from '../customers/customers.ts'
import { toLetters } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import { type PaymentMethod, toOwner } from './charge.ts'
import { checkAccount, toIbanLabel } from './iban.ts'
import { addPaymentMethod, listPaymentMethods } from './payment-method-store.ts'
import type { Provider } from './payment-providers.ts'

/** A checked payment method with its label. */
export type Way = {
  provider: Provider
  payment: PaymentInput
  iban: string | null
  label: string
  methodReference: string | null
}

/** `way` null: the provider cannot use the input. If there are `faults`, do not use `way` either. */
export function readWay(provider: Provider, payment: PaymentInput): { way: Way | null; faults: OrderFaults } {
  const { iban, faults } = checkAccount(payment)
  const method = provider.toMethodReference(payment)
  if (method === null) return { way: null, faults: { ...faults, cardNumber: 'INVALID_CARD' } }
  const label = method.label ?? (iban === null ? '' : toIbanLabel(iban))
  return { way: { provider, payment, iban, label, methodReference: method.reference }, faults }
}

/** Newest first. */
export async function listReaderMethods(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<PaymentMethodView[]> {
  const customer = await findOwner(context, publication, sub)
  if (customer === null) return []
  const methods = await listPaymentMethods(publication, customer.customerId, context.db)
  return methods.map(({ id, kind, provider, label, mandateReference, isActive }) => ({
    id,
    kind,
    provider,
    label,
    mandateReference,
    isActive,
  }))
}

/** Within the caller's transaction. */
export async function addMethod(
  context: CommerceContext,
  owner: Owner,
  way: Way,
  within: CommerceDb,
): Promise<PaymentMethod> {
  return addPaymentMethod(toMethodRow(context, owner, way), within)
}

/** The row of a payment method; the account in it is encrypted. */
export function toMethodRow(
  context: CommerceContext,
  { publication, customerId }: Owner,
  { provider, payment, iban, label, methodReference }: Way,
) {
  const id = `P-${randomBytes(12).toString('hex')}`
  return {
    mandator: publication,
    id,
    customer_id: customerId,
    kind: payment.kind,
    provider: provider.name,
    holder: payment.kind === 'sepa' ? payment.holder.trim().slice(0, 70) : '',
    label,
    sealed_account: iban === null ? null : context.sealing.seal(iban, toOwner(publication, customerId, id)),
    mandate_reference: iban === null ? null : `${publication.toUpperCase()}-M-${toLetters(12)}`,
    mandate_signed_on: iban === null ? null : context.today(),
    provider_reference: methodReference,
    is_active: true,
    created_at: context.now(),
  }
}

/**
 * The rows of an imported contract: an order without a charge, so that letters have an address and invoices a buyer; the
 * payment method; the contract, whose periods count from the first day that is paid here.
 */
import { randomBytes } from 'node:crypto'
import type { Offer } from '@lokalteil/contracts/commerce'
import {
  type ImportedContract,
  toCountedFrom,
  toImportedBuyer,
  toImportedEnd,
  toImportedPrice,
} from '@lokalteil/domain/commerce/imported-contracts'
import { type Quote, toQuote } from '@lokalteil/domain/commerce/orders'
import { type Day, dayBefore, type Subscription } from '@lokalteil/domain/commerce/subscriptions'
import { toOwner } from '../payments/charge.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { toSubscriptionRow } from '../contracts/subscription-store.ts'
import { toImportedKey } from '../orders/order-store.ts'
import { toIbanLabel } from '../payments/iban.ts'
import type { Provider } from '../payments/payment-providers.ts'

type Basis = {
  offer: Offer
  /** Null: the contract is not paid here. */
  provider: Provider | null
  iban: string | null
  /** The payment method of another contract of this customer with the same mandate. */
  sharedMethodId: string | null
}

export function toImportedRows(
  context: CommerceContext,
  owner: Owner,
  number: string,
  line: ImportedContract,
  basis: Basis,
) {
  const { publication, customerId } = owner
  const at = context.now()
  const subscriptionId = `S-${randomBytes(12).toString('hex')}`
  const terms: Offer = { ...basis.offer, trial: null, priceCents: toImportedPrice(line, basis.offer) ?? 0 }
  const method = basis.sharedMethodId === null ? toMethodRow(context, owner, line, basis) : null
  const methodId = method?.id ?? basis.sharedMethodId!
  const placedOn = line.startsOn < context.today() ? line.startsOn : context.today()
  return {
    method,
    order: {
      mandator: publication,
      order_number: number,
      customer_id: customerId,
      idempotency_key: toImportedKey(subscriptionId),
      digest: context.sealing.digest(subscriptionId),
      state: 'completed',
      offer: JSON.stringify(terms),
      quote: JSON.stringify(toImportedQuote(line, terms)),
      buyer: JSON.stringify(toImportedBuyer(line)),
      consents: JSON.stringify({ terms: false, withdrawalLapses: false, at: at.toISOString() }),
      payment_method_id: methodId,
      subscription_id: subscriptionId,
      voucher_code: null,
      email: line.email.trim(),
      is_guest: false,
      refusal: null,
      failure: null,
      placed_at: new Date(`${placedOn}T11:00:00Z`),
      changed_at: at,
    },
    contract: toContractRow(context, owner, subscriptionId, line, basis, methodId),
  }
}

/** The payment method. A contract that is not paid here has one, too, because an order must name one; it is never charged. */
function toMethodRow(
  context: CommerceContext,
  { publication, customerId }: Owner,
  line: ImportedContract,
  { provider, iban }: Basis,
) {
  const id = `P-${randomBytes(12).toString('hex')}`
  return {
    mandator: publication,
    id,
    customer_id: customerId,
    kind: line.payment === 'sepa' ? 'sepa' : 'invoice',
    provider: provider?.name ?? 'invoice',
    holder: line.payment === 'sepa' ? line.holder.trim() : '',
    label: iban === null ? '' : toIbanLabel(iban),
    sealed_account: iban === null ? null : context.sealing.seal(iban, toOwner(publication, customerId, id)),
    mandate_reference: line.payment === 'sepa' ? line.mandate : null,
    mandate_signed_on: line.payment === 'sepa' ? line.mandateSignedOn : null,
    provider_reference: null,
    is_active: provider !== null,
    created_at: context.now(),
  }
}

function toContractRow(
  context: CommerceContext,
  owner: Owner,
  id: string,
  line: ImportedContract,
  { offer, provider }: Basis,
  methodId: string,
) {
  const { kind, name, roles, periodMonths, vatPercent, termMonths, noticeMonths, renewal } = offer
  const isBilled = provider !== null
  const endsOn = toImportedEnd(line, offer)
  const isCancelled = isBilled && line.endsOn !== null && renewal === 'open-ended'
  const subscription: Subscription = {
    id,
    kind,
    productName: name,
    state: isCancelled ? 'cancelled' : 'active',
    roles: [...roles],
    coins: null,
    priceCents: toImportedPrice(line, offer),
    periodMonths: isBilled ? periodMonths : null,
    trial: null,
    startsOn: line.startsOn,
    endsOn,
    resumesOn: null,
  }
  return {
    ...toSubscriptionRow(owner, subscription, context.now()),
    vat_percent: vatPercent,
    term_months: termMonths,
    notice_months: noticeMonths,
    renewal,
    payment_method_id: isBilled ? methodId : null,
    offer_id: offer.id,
    counted_from: toCountedFrom(line, endsOn),
    bound_until: line.boundUntil,
    cancelled_on: isCancelled ? context.today() : null,
  }
}

/** The order's quote: zero now, then the next amount and its day. */
function toImportedQuote(line: ImportedContract, terms: Offer): Quote {
  const paidHereFrom: Day | null = line.nextDebitOn
  return {
    ...toQuote(terms, line.startsOn),
    lines: [],
    dueCents: 0,
    vatCents: 0,
    period: { from: line.startsOn, to: paidHereFrom === null ? line.endsOn : dayBefore(paidHereFrom) },
    next: paidHereFrom === null ? null : { on: paidHereFrom, cents: terms.priceCents },
  }
}

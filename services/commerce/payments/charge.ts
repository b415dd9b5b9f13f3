/** Types of charges and payment methods, and their conversion from rows. */
import { randomBytes } from 'node:crypto'
import type { ChargeView, PaymentProvider } from '@lokalteil/contracts/commerce/orders'
import type { ChargeKind, ChargeState, PaymentKind } from '@lokalteil/domain/commerce/orders'
import type { Day } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ChargeRow, MethodRow } from '../schema.ts'

/** The `failure` of a paid charge that must be refunded. */
export const REFUND_OWED = 'REFUND_OWED'

export type ChargeName = { publication: PublicationCode; chargeId: string }

export type Charge = ChargeName & {
  customerId: string
  subscriptionId: string
  orderNumber: string | null
  paymentMethodId: string
  kind: ChargeKind
  periodFrom: Day
  periodTo: Day | null
  amountCents: number
  refundedCents: number
  vatPercent: number
  description: string
  state: ChargeState
  dueOn: Day
  /** Number of failures. */
  attempts: number
  nextAttemptOn: Day | null
  reminders: number
  failure: string | null
  providerReference: string | null
  redirectUrl: string | null
  settledAt: Date | null
}

export type NewCharge = Pick<
  Charge,
  | 'publication'
  | 'customerId'
  | 'subscriptionId'
  | 'orderNumber'
  | 'paymentMethodId'
  | 'kind'
  | 'periodFrom'
  | 'periodTo'
  | 'amountCents'
  | 'vatPercent'
  | 'description'
  | 'dueOn'
> & { /** Paid at the test bank, without asking it. */ isPaid?: boolean }

/** A payment method, without its account: that stays encrypted, and only bank files decrypt it. */
export type PaymentMethod = {
  publication: PublicationCode
  id: string
  customerId: string
  kind: PaymentKind
  provider: PaymentProvider
  holder: string
  label: string
  mandateReference: string | null
  mandateSignedOn: Day | null
  providerReference: string | null
  /** A bank account is stored, encrypted. */
  hasAccount: boolean
  isActive: boolean
}

export function toCharge(row: ChargeRow): Charge {
  return {
    publication: row.mandator as PublicationCode,
    chargeId: row.charge_id,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    orderNumber: row.order_number,
    paymentMethodId: row.payment_method_id,
    kind: row.kind as ChargeKind,
    periodFrom: row.period_from,
    periodTo: row.period_to,
    amountCents: row.amount_cents,
    refundedCents: row.refunded_cents,
    vatPercent: row.vat_percent,
    description: row.description,
    state: row.state as ChargeState,
    dueOn: row.due_on,
    attempts: row.attempts,
    nextAttemptOn: row.next_attempt_on,
    reminders: row.reminders,
    failure: row.failure,
    providerReference: row.provider_reference,
    redirectUrl: row.redirect_url,
    settledAt: row.settled_at,
  }
}

export function toChargeRow(charge: NewCharge, at: Date) {
  const chargeId = `Z-${randomBytes(12).toString('hex')}`
  const { isPaid = false } = charge
  return {
    mandator: charge.publication,
    charge_id: chargeId,
    customer_id: charge.customerId,
    subscription_id: charge.subscriptionId,
    order_number: charge.orderNumber,
    payment_method_id: charge.paymentMethodId,
    kind: charge.kind,
    period_from: charge.periodFrom,
    period_to: charge.periodTo,
    amount_cents: charge.amountCents,
    vat_percent: charge.vatPercent,
    description: charge.description,
    state: isPaid ? 'paid' : 'due',
    due_on: charge.dueOn,
    next_attempt_on: null,
    failure: null,
    provider_reference: isPaid ? `test-${chargeId}-0` : null,
    created_at: at,
    changed_at: at,
    settled_at: isPaid ? at : null,
  }
}

export type NewChargeRow = ReturnType<typeof toChargeRow>

export function toMethod(row: MethodRow): PaymentMethod {
  return {
    publication: row.mandator as PublicationCode,
    id: row.id,
    customerId: row.customer_id,
    kind: row.kind as PaymentKind,
    provider: row.provider as PaymentProvider,
    holder: row.holder,
    label: row.label,
    mandateReference: row.mandate_reference,
    mandateSignedOn: row.mandate_signed_on,
    providerReference: row.provider_reference,
    hasAccount: row.sealed_account !== null,
    isActive: row.is_active,
  }
}

/** The owner to whom the encryption of an account is bound. */
export function toOwner(publication: string, customerId: string, methodId: string): string {
  return `${publication} ${customerId} ${methodId}`
}

export function toChargeView(charge: Charge): ChargeView {
  return {
    id: charge.chargeId,
    subscriptionId: charge.subscriptionId,
    orderNumber: charge.orderNumber,
    kind: charge.kind,
    state: charge.state,
    amountCents: charge.amountCents,
    vatPercent: charge.vatPercent,
    description: charge.description,
    periodFrom: charge.periodFrom,
    periodTo: charge.periodTo,
    dueOn: charge.dueOn,
    failure: charge.failure,
    settledAt: charge.settledAt?.toISOString() ?? null,
  }
}

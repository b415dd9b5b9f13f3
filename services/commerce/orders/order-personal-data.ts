/** Personal data in orders: export and erasure. */
import { listCharges } from '../payments/charge-store.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { forgetMethodsOf, listMethodRows } from '../payments/payment-method-store.ts'
import type { CommerceDb } from '../schema.ts'
import { forgetBuyerOf, listOrdersAsPlaced } from './order-store.ts'

export async function readPersonalData({ db }: CommerceContext, { mandator, customerId }: Owner) {
  const [orders, methods, owed] = await Promise.all([
    listOrdersAsPlaced(mandator, customerId, db),
    listMethodRows(mandator, customerId, db),
    listCharges(mandator, customerId, 500, db),
  ])
  return {
    orders: orders.map((row) => ({
      number: row.order_number,
      placedAt: row.placed_at,
      state: row.state,
      offer: row.offer,
      quote: row.quote,
      buyer: row.buyer,
      email: row.email,
      consents: row.consents,
    })),
    paymentMethods: methods.map((row) => ({
      kind: row.kind,
      holder: row.holder,
      account: row.label,
      mandate: row.mandate_reference,
      signedOn: row.mandate_signed_on,
      since: row.created_at,
    })),
    charges: owed.map(
      ({ chargeId, amountCents, refundedCents, description, state, periodFrom, periodTo, settledAt }) => ({
        chargeId,
        amountCents,
        refundedCents,
        description,
        state,
        periodFrom,
        periodTo,
        settledAt,
      }),
    ),
  }
}

/** Payments and debts stay under the number; names, addresses and bank accounts go, unless a contract still needs them. */
export async function erasePersonalData(owner: Owner, within: CommerceDb): Promise<void> {
  await forgetMethodsOf(owner, within)
  await forgetBuyerOf(owner, within)
}

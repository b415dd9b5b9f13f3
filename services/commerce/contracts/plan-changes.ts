/** Changes of plan: to a dearer one at once for money, to a cheaper one later for free. */
import type { ContractView } from '@lokalteil/contracts/commerce/billing'
import type { Offer } from '@lokalteil/contracts/commerce'
import type { Switch } from '@lokalteil/domain/commerce/billing'
import type { NewLine } from '@lokalteil/domain/commerce/invoices'
import { dayBefore } from '@lokalteil/domain/commerce/subscriptions'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { collectCharge } from '../payments/charge-collection.ts'
import { openCharge } from '../payments/charge-outcomes.ts'
import { noteCharge } from '../payments/charge-store.ts'
import { notify } from './contract-notices.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { getOffer, isSelling } from '../offers/catalogue.ts'
import type { ContractRow, CommerceDb } from '../schema.ts'
import { alter, changeRow, lockOwn } from './contract-changes.ts'
import { getPaidPeriod, hasChangedOn, isBilled, type PlannedChange, stateOf, toChange } from './contract-rows.ts'
import { quotePlan, viewContract } from './contract-view.ts'
import { listContractsOn } from './reader-contract-store.ts'
import { notFound, notPossible } from './refusals.ts'

export async function changePlan(
  context: CommerceContext,
  owner: Owner,
  id: string,
  offerId: string,
  confirmedCents: number,
): Promise<ContractView | Refusal> {
  if (!(await isSelling(context, owner.publication))) return notPossible('Data of the seller are incomplete')
  const offer = await getOffer(context, owner.publication, offerId)
  if (offer === null) return notFound()
  const planned = await context.inTransaction(async (within): Promise<{ chargeId: string | null } | Refusal> => {
    const row = await lockOwn(owner, id, within)
    if (row === null) return notFound()
    if (toChange(row) !== null || !isBilled(row)) return notPossible('Another change is waiting')
    const others = await listContractsOn(owner, offerId, within)
    if (
      others.some((one) => stateOf(one, context.today()) !== 'ended' && one.state !== 'ordered') ||
      offer.kind === 'topic' ||
      offer.kind === 'coins'
    )
      return notPossible('The reader has this already')
    const quote = quotePlan(context, row, offer, {
      paid: await getPaidPeriod(row, context.today(), within),
      hasChanged: await hasChangedOn(row, context.today(), within),
    })
    if (quote.kind === 'refused')
      return { ...notPossible('The contract cannot become this one now'), fields: { reason: quote.reason } }
    const dueCents = quote.kind === 'at-once' ? quote.dueCents : 0
    if (dueCents !== confirmedCents)
      return { ...problem(409, 'PRICE_CHANGED', 'Another amount is due'), fields: { dueCents: String(dueCents) } }
    const { priceCents, vatPercent, periodMonths, termMonths, noticeMonths, renewal, roles, name, kind } = offer
    const next: PlannedChange = {
      kind: quote.kind,
      from: quote.from,
      plan: {
        id: offer.id,
        kind,
        name,
        priceCents,
        vatPercent,
        periodMonths,
        termMonths,
        noticeMonths,
        renewal,
        roles,
      },
      dueCents,
    }
    await changeRow(context, row, { change: JSON.stringify(next) }, within)
    if (quote.kind === 'later') {
      await notify(
        context,
        row,
        '',
        { kind: 'switched', on: quote.from, until: dayBefore(quote.from), cents: priceCents, other: name },
        within,
      )
      return { chargeId: null }
    }
    return { chargeId: await openPlanCharge(context, row, offer, quote, within) }
  })
  if (isRefusal(planned)) return planned
  if (planned.chargeId !== null) {
    const charge = await collectCharge(context, { publication: owner.publication, chargeId: planned.chargeId })
    // The listeners have dropped the planned change.
    if (isRefusal(charge) || charge.state === 'cancelled' || charge.state === 'failed')
      return problem(402, 'PAYMENT_FAILED', 'The payment was refused; nothing has changed')
  }
  return viewContract(context, owner, id)
}

/** Opens the charge of a change, at most one a day (`quotePlan` refuses a second); one that failed today is opened again. */
async function openPlanCharge(
  context: CommerceContext,
  row: ContractRow,
  offer: Offer,
  quote: Extract<Switch, { kind: 'at-once' }>,
  within: CommerceDb,
): Promise<string> {
  const lines: NewLine[] = [
    { text: offer.name, from: quote.from, to: quote.to, grossCents: quote.priceCents, vatPercent: offer.vatPercent },
    ...(quote.creditCents === 0
      ? []
      : [
          {
            text: `Gutschrift für nicht genutzte Zeit: ${row.product_name}`,
            from: quote.from,
            to: (await getPaidPeriod(row, context.today(), within))?.to ?? quote.from,
            grossCents: -quote.creditCents,
            vatPercent: row.vat_percent ?? offer.vatPercent,
          },
        ]),
  ]
  const charge = await openCharge(
    context,
    {
      publication: row.mandator as PublicationCode,
      customerId: row.customer_id,
      subscriptionId: row.id,
      orderNumber: null,
      paymentMethodId: row.payment_method_id!,
      kind: 'change',
      periodFrom: quote.from,
      periodTo: quote.to,
      amountCents: quote.dueCents,
      vatPercent: offer.vatPercent,
      description: offer.name,
      dueOn: context.today(),
    },
    within,
  )
  if (!charge.isOpened) throw new Error('A change of plan was asked for twice on one day')
  await noteCharge(charge, { lines: JSON.stringify(lines) }, within)
  return charge.chargeId
}

export function undoPlanChange(context: CommerceContext, owner: Owner, id: string): Promise<ContractView | Refusal> {
  return alter(context, owner, id, async (row, within) => {
    if (toChange(row)?.kind !== 'later') return notPossible('There is no change to give up')
    await changeRow(context, row, { change: null }, within)
    return undefined
  })
}

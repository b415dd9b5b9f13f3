/** The answers of `BILLING_INTERNAL`, put together of what bills, collects and lets readers act. */
import type { RefundReason } from '@lokalteil/domain/commerce/billing'
import type { Seller } from '@lokalteil/domain/commerce/invoices'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { BankDocuments, Collection } from '../payments/bank-documents.ts'
import type { BankFiles } from '../payments/bank-file.ts'
import type { Billing } from './billing.ts'
import type { Invoices } from '../documents/invoices.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { ReaderContracts } from '../contracts/reader-contracts.ts'
import type { Refund, Refunds } from '../payments/refunds.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { TransferFiles } from '../payments/transfer-file.ts'
import type { Withdrawals } from '../contracts/withdrawals.ts'

type Parts = {
  database: Database
  billing: Billing
  invoices: Invoices
  refunds: Refunds
  withdrawals: Withdrawals
  bank: BankFiles
  transfers: TransferFiles
  documents: BankDocuments
  contracts: ReaderContracts
  ownerOf: (mandator: Mandator, params: { sub: string }) => Promise<CoinOwner>
}
type Of<P, B = undefined> = { context: Mandator; params: P; body: B }

const toRefundView = ({ refundId, customerId, amountCents, reason, state, failure, createdAt }: Refund) => ({
  id: refundId,
  customerId,
  cents: amountCents,
  reason,
  state,
  failure,
  openedAt: createdAt.toISOString(),
})

export function createBillingEndpoints({
  database,
  billing,
  invoices,
  refunds,
  withdrawals,
  bank,
  transfers,
  documents,
  contracts,
  ownerOf,
}: Parts) {
  const db = database.db as SubscriptionDb
  const toView = ({ createdAt, ...collection }: Collection) => ({ ...collection, createdAt: createdAt.toISOString() })

  async function getStatus(mandator: Mandator) {
    const [charged, contractStates, waiting, open, collections] = await Promise.all([
      db
        .selectFrom('subscription.charges')
        .select([
          'state',
          sql<number>`count(*)::int`.as('count'),
          sql<number>`coalesce(sum(amount_cents), 0)::int`.as('cents'),
        ])
        .where('mandator', '=', mandator)
        .groupBy('state')
        .execute(),
      db
        .selectFrom('subscription.subscriptions')
        .select(['state', sql<number>`count(*)::int`.as('count')])
        .where('mandator', '=', mandator)
        .where('payment_method_id', 'is not', null)
        .groupBy('state')
        .execute(),
      db
        .selectFrom('subscription.charges as c')
        .innerJoin('subscription.payment_methods as m', (join) =>
          join.onRef('m.mandator', '=', 'c.mandator').onRef('m.id', '=', 'c.payment_method_id'),
        )
        .select(sql<number>`count(*)::int`.as('count'))
        .where('c.mandator', '=', mandator)
        .where('c.state', '=', 'submitted')
        .where('m.provider', '=', 'sepa')
        .where('c.collection_id', 'is', null)
        .executeTakeFirstOrThrow(),
      refunds.listOpen(mandator),
      documents.list(mandator, 'debits'),
    ])
    return {
      charges: Object.fromEntries(charged.map(({ state, count, cents }) => [state, { count, cents }])),
      contracts: Object.fromEntries(contractStates.map(({ state, count }) => [state, count])),
      waitingForBank: waiting.count,
      refunds: open.map(toRefundView),
      collections: collections.map(toView),
    }
  }

  async function refundInvoice(
    mandator: Mandator,
    {
      invoice,
      cents,
      idempotencyKey,
      reason,
    }: { invoice: string; cents: number | null; idempotencyKey: string; reason: RefundReason },
  ) {
    const row = await db
      .selectFrom('subscription.invoices')
      .select('charge_id')
      .where('mandator', '=', mandator)
      .where('invoice_number', '=', invoice)
      .where('kind', '=', 'invoice')
      .executeTakeFirst()
    if (row === undefined) return problem(404, 'NOT_FOUND', 'No such invoice')
    const opened = await db
      .transaction()
      .execute((within) =>
        refunds.open({ mandator, chargeId: row.charge_id }, { cents, reason, key: `asked ${idempotencyKey}` }, within),
      )
    return isRefusal(opened) ? opened : toRefundView((await refunds.pay(opened)) ?? opened)
  }

  const toFile = (made: { collection: Collection; document: string } | null | Refusal) =>
    made === null || isRefusal(made) ? made : { collection: toView(made.collection), document: made.document }

  type Reader = { sub: string }
  type Contract = { sub: string; id: string }
  return {
    listContracts: async ({ context, params }: Of<Reader>) => contracts.list(await ownerOf(context, params)),
    listDocuments: async ({ context, params }: Of<Reader>) => contracts.listDocuments(await ownerOf(context, params)),
    getDocument: async ({
      context,
      params,
    }: Of<Reader & { number: string; format: 'pdf' | 'zugferd' | 'xrechnung' | 'txt' }>) =>
      contracts.getDocument(await ownerOf(context, params), params.number, params.format),
    cancelContract: async ({ context, params, body }: Of<Contract, { confirmedEnd: string }>) =>
      contracts.cancel(await ownerOf(context, params), params.id, body.confirmedEnd),
    undoCancellation: async ({ context, params }: Of<Contract>) =>
      contracts.undoCancellation(await ownerOf(context, params), params.id),
    pauseContract: async ({ context, params, body }: Of<Contract, { months: number }>) =>
      contracts.pause(await ownerOf(context, params), params.id, body.months),
    resumeContract: async ({ context, params }: Of<Contract>) =>
      contracts.resume(await ownerOf(context, params), params.id),
    changePlan: async ({ context, params, body }: Of<Contract, { offerId: string; confirmedCents: number }>) =>
      contracts.changePlan(await ownerOf(context, params), params.id, body.offerId, body.confirmedCents),
    undoPlanChange: async ({ context, params }: Of<Contract>) =>
      contracts.undoPlanChange(await ownerOf(context, params), params.id),
    changePayment: async ({
      context,
      params,
      body,
    }: Of<Contract, { payment: Parameters<ReaderContracts['changePayment']>[2] }>) =>
      contracts.changePayment(await ownerOf(context, params), params.id, body.payment),
    payOpen: async ({ context, params }: Of<Contract>) => contracts.payOpen(await ownerOf(context, params), params.id),
    saveSeller: async ({ context, body }: { context: Mandator; body: Seller }) => {
      await invoices.saveSeller(context, body)
      return undefined
    },
    getSeller: async ({ context }: { context: Mandator }) =>
      (await invoices.getSeller(context)) ?? problem(404, 'NO_SELLER', 'The publication has not said who it is'),
    runBilling: ({ context }: { context: Mandator }) => billing.run(MANDATORS.filter((one) => one === context)),
    getBillingStatus: ({ context }: { context: Mandator }) => getStatus(context),
    collectDebits: async ({ context }: { context: Mandator }) => toFile(await bank.collect(context)),
    payRefunds: async ({ context }: { context: Mandator }) => toFile(await transfers.collect(context)),
    refundInvoice: ({ context, body }: { context: Mandator; body: Parameters<typeof refundInvoice>[1] }) =>
      refundInvoice(context, body),
    withdrawOrder: async ({ context, body }: { context: Mandator; body: { order: string; declaredOn: string } }) => {
      const paid = await withdrawals.withdraw(context, body.order, body.declaredOn)
      return isRefusal(paid) ? paid : paid.map(toRefundView)
    },
    bookRefunds: async ({ context, body }: { context: Mandator; body: { refunds: string[] } }) => {
      const booked: { refund: string; outcome: 'booked' | 'known' | 'unknown' }[] = []
      for (const refundId of body.refunds)
        booked.push({ refund: refundId, outcome: await refunds.confirm({ mandator: context, refundId }) })
      return booked
    },
    getCollection: async ({ context, params }: Of<{ collectionId: string }>) => {
      const found = await documents.read(context, params.collectionId)
      return found === null
        ? problem(404, 'NOT_FOUND', 'No such file')
        : { collection: toView(found.collection), document: found.document }
    },
    bookReturns: async ({
      context,
      body,
    }: {
      context: Mandator
      body: { returns: { endToEndId: string; reason: string }[] }
    }) => {
      const booked: { endToEndId: string; outcome: 'booked' | 'known' | 'unknown' }[] = []
      for (const one of body.returns)
        booked.push({ endToEndId: one.endToEndId, outcome: await bank.bookReturn(context, one) })
      return booked
    },
    bookTransfers: async ({ context, body }: { context: Mandator; body: { invoices: string[] } }) => {
      const booked: { invoice: string; outcome: 'booked' | 'known' | 'unknown' }[] = []
      for (const invoice of body.invoices) booked.push({ invoice, outcome: await bank.bookTransfer(context, invoice) })
      return booked
    },
  }
}

/** Handlers of `BILLING_INTERNAL`: contracts for readers, payments for the office. */
import type { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import type { RefundReason } from '@lokalteil/domain/commerce/billing'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { type BoundHandlers, isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { endSeat } from '../codes/seats.ts'
import { listBookings } from '../coins/ledger-store.ts'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceContext } from '../context.ts'
import { cancelContract, pauseContract, resumeContract, undoCancellation } from '../contracts/contract-changes.ts'
import { getDocument, listDocuments } from '../office/order-documents.ts'
import { changePayment, lookForPayments, payKept, payOpen } from '../contracts/contract-payments.ts'
import { listContracts } from '../contracts/contract-view.ts'
import { changePlan, undoPlanChange } from '../contracts/plan-changes.ts'
import { withdrawOrder } from '../orders/order-withdrawals.ts'
import { MOST_BOOKINGS } from '../coins/reader-coins.ts'
import { openOwner, requireCustomer } from '../customers/customers.ts'
import { showCustomer, toRefundView } from '../office/office.ts'
import { findChargeIdOf, getSeller, saveSeller } from '../documents/invoice-store.ts'
import { type BankFile, bookReturn, bookTransfer, collectDebits, listUnfitDebits } from '../payments/bank-file.ts'
import { type Collection, listBankFiles, readBankFile } from '../payments/bank-store.ts'
import { lookForCardsOf } from '../contracts/card-setups.ts'
import { listOpenRefunds } from '../payments/refund-store.ts'
import { type Booked, confirmRefund, openRefund, payRefund } from '../payments/refunds.ts'
import { collectTransfers } from '../payments/transfer-file.ts'
import { runBillingDay } from '../billing/billing-run.ts'
import { readStatus } from '../billing/billing-store.ts'
import { countPurchases } from '../orders/order-store.ts'

type Endpoints = BoundHandlers<CommerceContext, typeof BILLING_INTERNAL, PublicationCode>

const MOST_REFUNDS = 200
const MOST_FILES = 20

/** Endpoints for readers and their own contracts. */
const READER_ENDPOINTS = {
  async listContracts(commerce, { context, params }) {
    const owner = await openOwner(commerce, context, params.sub)
    await payKept(commerce, await lookForCardsOf(commerce, owner))
    await lookForPayments(commerce, owner)
    return listContracts(commerce, owner)
  },
  listDocuments: async (commerce, { context, params }) =>
    listDocuments(commerce, await openOwner(commerce, context, params.sub)),
  getDocument: async (commerce, { context, params: { sub, number, format } }) =>
    getDocument(commerce, await openOwner(commerce, context, sub), number, format),
  cancelContract: async (commerce, { context, params: { sub, id }, body }) =>
    cancelContract(commerce, await openOwner(commerce, context, sub), id, body.confirmedEnd),
  undoCancellation: async (commerce, { context, params: { sub, id } }) =>
    undoCancellation(commerce, await openOwner(commerce, context, sub), id),
  pauseContract: async (commerce, { context, params: { sub, id }, body }) =>
    pauseContract(commerce, await openOwner(commerce, context, sub), id, body.months),
  resumeContract: async (commerce, { context, params: { sub, id } }) =>
    resumeContract(commerce, await openOwner(commerce, context, sub), id),
  changePlan: async (commerce, { context, params: { sub, id }, body }) =>
    changePlan(commerce, await openOwner(commerce, context, sub), id, body.offerId, body.confirmedCents),
  undoPlanChange: async (commerce, { context, params: { sub, id } }) =>
    undoPlanChange(commerce, await openOwner(commerce, context, sub), id),
  changePayment: async (commerce, { context, params: { sub, id }, body }) =>
    changePayment(commerce, await openOwner(commerce, context, sub), id, body.payment),
  payOpen: async (commerce, { context, params: { sub, id } }) =>
    payOpen(commerce, await openOwner(commerce, context, sub), id),
} satisfies Partial<Endpoints>

/** The same for the office, by customer number, because contracts and payments outlive the account. */
const OFFICE_ENDPOINTS = {
  showCustomer: (commerce, { context, params: { customerId } }) =>
    ofCustomer(commerce, context, customerId, (owner) => showCustomer(commerce, owner)),
  listCustomerBookings: (commerce, { context, params: { customerId } }) =>
    ofCustomer(commerce, context, customerId, (owner) => listBookings(owner, MOST_BOOKINGS, commerce.db)),
  getCustomerDocument: (commerce, { context, params: { customerId, number, format } }) =>
    ofCustomer(commerce, context, customerId, (owner) => getDocument(commerce, owner, number, format)),
  endContract: (commerce, { context, params: { customerId, id }, body }) =>
    ofCustomer(commerce, context, customerId, (owner) => cancelContract(commerce, owner, id, body.confirmedEnd)),
  keepContract: (commerce, { context, params: { customerId, id } }) =>
    ofCustomer(commerce, context, customerId, (owner) => undoCancellation(commerce, owner, id)),
  endCustomerSeat: (commerce, { context, params: { customerId, seatId } }) =>
    ofCustomer(commerce, context, customerId, (owner) => endSeat(commerce, owner, seatId)),
} satisfies Partial<Endpoints>

async function ofCustomer<T>(
  commerce: CommerceContext,
  publication: PublicationCode,
  customerId: string,
  work: (owner: Owner) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const owner = await requireCustomer(commerce, publication, customerId)
  return isRefusal(owner) ? owner : work(owner)
}

export const BILLING_ENDPOINTS: Endpoints = {
  ...READER_ENDPOINTS,
  ...OFFICE_ENDPOINTS,
  async saveSeller({ db, now }, { context, body }) {
    await saveSeller(context, body, now(), db)
    return undefined
  },
  getSeller: async ({ db }, { context }) =>
    (await getSeller(context, db)) ?? problem(404, 'NO_SELLER', 'The publication has not said who it is'),
  runBilling: (commerce, { context }) =>
    runBillingDay(
      commerce,
      listPublicationCodes().filter((one) => one === context),
    ),
  getBillingStatus: (commerce, { context }) => viewStatus(commerce, context),
  async collectDebits(commerce, { context }) {
    const made = await collectDebits(commerce, context)
    return made === null || isRefusal(made) ? made : toFileView(made)
  },
  async payRefunds(commerce, { context }) {
    const made = await collectTransfers(commerce, context)
    return made === null || isRefusal(made) ? made : toFileView(made)
  },
  refundInvoice: (commerce, { context, body }) => refundInvoice(commerce, context, body),
  async withdrawOrder(commerce, { context, body }) {
    const paid = await withdrawOrder(commerce, { publication: context, number: body.order }, body.declaredOn)
    return isRefusal(paid) ? paid : paid.map(toRefundView)
  },
  async bookRefunds(commerce, { context, body }) {
    const booked: { refund: string; outcome: Booked }[] = []
    for (const refundId of body.refunds)
      booked.push({ refund: refundId, outcome: await confirmRefund(commerce, { publication: context, refundId }) })
    return booked
  },
  async getCollection({ sealing, db }, { context, params }) {
    const found = await readBankFile(sealing, context, params.collectionId, db)
    return found === null ? problem(404, 'NOT_FOUND', 'No such file') : toFileView(found)
  },
  async bookReturns(commerce, { context, body }) {
    const booked: { endToEndId: string; outcome: Booked }[] = []
    for (const one of body.returns)
      booked.push({ endToEndId: one.endToEndId, outcome: await bookReturn(commerce, context, one) })
    return booked
  },
  async bookTransfers(commerce, { context, body }) {
    const booked: { invoice: string; outcome: Booked }[] = []
    for (const invoice of body.invoices)
      booked.push({ invoice, outcome: await bookTransfer(commerce, context, invoice) })
    return booked
  },
}

async function viewStatus(commerce: CommerceContext, publication: PublicationCode) {
  const { db } = commerce
  const [{ charges, contracts, waitingForBank }, open, collections, purchases] = await Promise.all([
    readStatus(publication, db),
    listOpenRefunds(publication, MOST_REFUNDS, db),
    listBankFiles(publication, 'debits', MOST_FILES, db),
    countPurchases(publication, db),
  ])
  const unfitForBank = waitingForBank === 0 ? [] : await listUnfitDebits(commerce, publication)
  return {
    charges: Object.fromEntries(charges.map(({ state, count, cents }) => [state, { count, cents }])),
    contracts: Object.fromEntries(contracts.map(({ state, count }) => [state, count])),
    waitingForBank,
    unfitForBank,
    refunds: open.map(toRefundView),
    collections: collections.map(toCollectionView),
    purchases,
  }
}

type InvoiceRefund = { invoice: string; cents: number | null; idempotencyKey: string; reason: RefundReason }

async function refundInvoice(
  commerce: CommerceContext,
  publication: PublicationCode,
  { invoice, cents, idempotencyKey, reason }: InvoiceRefund,
) {
  const chargeId = await findChargeIdOf(publication, invoice, commerce.db)
  if (chargeId === null) return problem(404, 'NOT_FOUND', 'No such invoice')
  const refund = { cents, reason, key: `asked ${idempotencyKey}` }
  const opened = await commerce.inTransaction((within) =>
    openRefund(commerce, { publication, chargeId }, refund, within),
  )
  return isRefusal(opened) ? opened : toRefundView((await payRefund(commerce, opened)) ?? opened)
}

function toCollectionView({ createdAt, ...collection }: Collection) {
  return { ...collection, createdAt: createdAt.toISOString() }
}

function toFileView({ collection, document }: BankFile) {
  return { collection: toCollectionView(collection), document }
}

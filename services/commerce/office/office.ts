/**
 * Work of the office: finds customers by facts that a caller on the telephone knows, corrects name and address for the next
 * invoice, marks declarations as handled. Promises: an answer has at most fifty customers; an issued invoice never changes; a
 * declaration stays as it was filed.
 */
import type { BuyerCorrection, CustomerEntry, Declared } from '@lokalteil/contracts/commerce'
import type { CustomerHoldings } from '@lokalteil/contracts/commerce/billing'
import { type Buyer, EMPTY_BUYER, toBuyer } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import { listHouseholdSeats } from '../codes/seats.ts'
import { getBalance } from '../coins/ledger-store.ts'
import type { CommerceContext } from '../context.ts'
import { listDocuments } from './order-documents.ts'
import { listContracts } from '../contracts/contract-view.ts'
import { handleDeclaration, listDeclarationsFor } from '../contracts/declaration-store.ts'
import { changeOrder, lockOrdersWithBuyer } from '../orders/order-store.ts'
import { listOpenRefunds, type Refund } from '../payments/refund-store.ts'
import { type Owner, type FoundCustomer, searchCustomers } from '../customers/customer-store.ts'
import { listPrintSubscribersOf } from '../contracts/print-subscriber-store.ts'

const MOST_REFUNDS = 50

export async function findCustomers(
  { db }: CommerceContext,
  publication: PublicationCode,
  words: string,
): Promise<CustomerEntry[]> {
  return (await searchCustomers(publication, words, db)).map(toEntry)
}

/** Looks up by customer number, not by account, because debts outlive the account. */
export async function showCustomer(context: CommerceContext, owner: Owner): Promise<CustomerHoldings | Refusal> {
  const { publication, customerId } = owner
  const { db } = context
  const found = (await searchCustomers(publication, customerId, db)).find((one) => one.customer_id === customerId)
  if (found === undefined) return problem(404, 'NO_CUSTOMER', 'Nobody has this customer number')
  const [coins, contracts, seats, refunds, print, declared, documents] = await Promise.all([
    getBalance(owner, db),
    listContracts(context, owner),
    listHouseholdSeats(context, owner),
    listOpenRefunds(publication, MOST_REFUNDS, db, customerId),
    listPrintSubscribersOf(publication, customerId, db),
    listDeclarationsFor(publication, customerId, db),
    listDocuments(context, owner),
  ])
  return {
    customer: toEntry(found),
    coins,
    contracts,
    seats,
    refunds: refunds.map(toRefundView),
    printSubscriptions: print.map(({ customerNumber, productName }) => ({ customerNumber, productName })),
    declarations: declared.declarations.map(({ right, number, receivedAt }) => ({ right, number, receivedAt })),
    documents,
  }
}

export function toRefundView({ refundId, customerId, amountCents, reason, state, failure, createdAt }: Refund) {
  const openedAt = createdAt.toISOString()
  return { id: refundId, customerId, cents: amountCents, reason, state, failure, openedAt }
}

function toEntry({ customer_id, sub, created_at, email, buyer }: FoundCustomer): CustomerEntry {
  return {
    customerId: customer_id,
    sub,
    since: new Date(created_at).toISOString(),
    email,
    name: [buyer?.firstName, buyer?.lastName].filter((name) => name !== undefined && name !== '').join(' '),
    company: buyer?.company ?? '',
    address: [buyer?.street, `${buyer?.postcode ?? ''} ${buyer?.city ?? ''}`.trim()]
      .filter((line) => line !== undefined && line !== '')
      .join(', '),
  }
}

/** Changes the buyer of all orders, for future invoices; absent fields stay as they are. */
export async function correctBuyer(
  { inTransaction, now }: CommerceContext,
  publication: PublicationCode,
  customerId: string,
  { email, ...correction }: BuyerCorrection,
): Promise<{ orders: number } | Refusal> {
  return inTransaction(async (within): Promise<{ orders: number } | Refusal> => {
    const orders = await lockOrdersWithBuyer({ publication, customerId }, within)
    if (orders.length === 0) return problem(404, 'NO_CUSTOMER', 'No customer of this number has ordered anything')
    for (const order of orders) {
      const buyer = JSON.stringify(toCorrected(order.buyer as Partial<Buyer>, correction))
      await changeOrder(order, { buyer, email: email?.trim() }, now(), within)
    }
    return { orders: orders.length }
  })
}

/** `buyer` may lack fields: name and address of an erased reader may be gone. */
function toCorrected(buyer: Partial<Buyer>, correction: Omit<BuyerCorrection, 'email'>): Buyer {
  const given = Object.entries(correction).filter(([, value]) => value !== undefined)
  return toBuyer({ ...EMPTY_BUYER, ...buyer, ...Object.fromEntries(given) })
}

/** Marks a declaration as handled. */
export async function settleDeclaration(
  { db, now }: CommerceContext,
  publication: PublicationCode,
  number: string,
  note: string,
): Promise<Declared | Refusal> {
  const handled = await handleDeclaration(publication, number, note, now(), db)
  return handled ?? problem(404, 'NOT_FOUND', 'No declaration has this number')
}

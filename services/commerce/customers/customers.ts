/** Customers: a reader gets one in each publication, created on first use. */
import { randomInt, randomUUID } from 'node:crypto'
import type { Customer } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import {
  addCustomers,
  type Owner,
  type CustomerRow,
  getCustomer,
  getSub,
  hasCustomer,
  listCustomers,
} from './customer-store.ts'

async function openCustomer(context: CommerceContext, publication: PublicationCode, sub: string): Promise<CustomerRow> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = await getCustomer(publication, sub, context.db)
    if (found !== null) return found
    // The number is taken, or a concurrent request created the customer: look again.
    await addCustomers(publication, [toNewCustomer(context, sub)], context.db)
  }
  throw new Error('No customer number was free')
}

const toNewCustomer = ({ now }: CommerceContext, sub: string) => ({
  sub,
  customerId: toCustomerId(),
  walletId: randomUUID(),
  createdAt: now(),
})

export async function viewCustomer(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<Customer> {
  const { customerId, createdAt } = await openCustomer(context, publication, sub)
  return { customerId, createdAt: createdAt.toISOString() }
}

/** Creates the customer where there is none. */
export async function openOwner(context: CommerceContext, publication: PublicationCode, sub: string): Promise<Owner> {
  return { publication, customerId: (await openCustomer(context, publication, sub)).customerId }
}

/** Null: the reader has no customer in this publication. */
export async function findOwner(
  { db }: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<Owner | null> {
  const customer = await getCustomer(publication, sub, db)
  return customer === null ? null : { publication, customerId: customer.customerId }
}

/** Customers of many readers, by `sub`; missing ones are created. */
export async function openOwners(
  context: CommerceContext,
  publication: PublicationCode,
  subs: readonly string[],
): Promise<Map<string, Owner>> {
  if (subs.length === 0) return new Map()
  const fresh = subs.map((sub) => toNewCustomer(context, sub))
  await addCustomers(publication, fresh, context.db)
  const found = await listCustomers(publication, subs, context.db)
  // Readers whose new number was taken get another one, one by one.
  for (const sub of subs)
    if (!found.has(sub)) found.set(sub, (await openCustomer(context, publication, sub)).customerId)
  return new Map([...found].map(([sub, customerId]) => [sub, { publication, customerId }]))
}

/** The customer, also one whose account was erased; refused with 404 if the number is unknown. */
export async function requireCustomer(
  { db }: CommerceContext,
  publication: PublicationCode,
  customerId: string,
): Promise<Owner | Refusal> {
  const owner = { publication, customerId }
  return (await hasCustomer(owner, db)) ? owner : noCustomer()
}

export async function findReader(
  { db }: CommerceContext,
  publication: PublicationCode,
  customerId: string,
): Promise<{ sub: string } | Refusal> {
  const sub = await getSub(publication, customerId, db)
  return sub === null ? noCustomer() : { sub }
}

function noCustomer(): Refusal {
  return problem(404, 'NO_CUSTOMER', 'Nobody has this customer number')
}

/** Nine digits without a leading zero: easy to read out on the telephone. */
function toCustomerId(): string {
  return String(randomInt(100_000_000, 1_000_000_000))
}

/**
 * Customers and what they have. Promises: a reader has one customer for each publication; roles follow from subscriptions
 * alone; coins of a package are booked with it, once.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { Customer, Subscription } from '@lokalteil/contracts/commerce'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { type Day, isGranting, listGrantedRoles } from '@lokalteil/domain/commerce/subscriptions'
import { problem, type Refusal } from '../../platform/serve.ts'
import { listShared } from '../codes/seats.ts'
import { getBalance } from '../coins/ledger-store.ts'
import { creditSpent, grantCoins } from '../coins/ledger.ts'
import type { CommerceContext } from '../context.ts'
import { getSubscription, listSubscriptions, saveSubscription } from '../contracts/subscription-store.ts'
import type { SubscriptionDb } from '../schema.ts'
import {
  addCustomers,
  type Owner,
  type CustomerRow,
  getCustomer,
  getSub,
  hasCustomer,
  listCustomers,
} from './customer-store.ts'

const WALLET_ROLE = 'WALLET_USER'
const PLUS_ROLE = 'PLUS_USER'

async function openCustomer(context: CommerceContext, mandator: Mandator, sub: string): Promise<CustomerRow> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = await getCustomer(mandator, sub, context.db)
    if (found !== null) return found
    // Taken by another reader, or made by another request: look again.
    await addCustomers(mandator, [toNewCustomer(context, sub)], context.db)
  }
  throw new Error('No customer number was free')
}

const toNewCustomer = ({ now }: CommerceContext, sub: string) => ({
  sub,
  customerId: toCustomerId(),
  walletId: randomUUID(),
  createdAt: now(),
})

export async function viewCustomer(context: CommerceContext, mandator: Mandator, sub: string): Promise<Customer> {
  const { customerId, createdAt } = await openCustomer(context, mandator, sub)
  return { customerId, createdAt: createdAt.toISOString() }
}

/** Opened where there is none. */
export async function openOwner(context: CommerceContext, mandator: Mandator, sub: string): Promise<Owner> {
  return { mandator, customerId: (await openCustomer(context, mandator, sub)).customerId }
}

/** Null: a reader nobody knows. */
export async function findOwner({ db }: CommerceContext, mandator: Mandator, sub: string): Promise<Owner | null> {
  const customer = await getCustomer(mandator, sub, db)
  return customer === null ? null : { mandator, customerId: customer.customerId }
}

/** Many at once, by `sub`. */
export async function openOwners(
  context: CommerceContext,
  mandator: Mandator,
  subs: readonly string[],
): Promise<Map<string, Owner>> {
  if (subs.length === 0) return new Map()
  const fresh = subs.map((sub) => toNewCustomer(context, sub))
  await addCustomers(mandator, fresh, context.db)
  const found = await listCustomers(mandator, subs, context.db)
  // A number that somebody else has: another one, one by one.
  for (const sub of subs) if (!found.has(sub)) found.set(sub, (await openCustomer(context, mandator, sub)).customerId)
  return new Map([...found].map(([sub, customerId]) => [sub, { mandator, customerId }]))
}

/** Also of a reader whose account was erased. */
export async function requireCustomer(
  { db }: CommerceContext,
  mandator: Mandator,
  customerId: string,
): Promise<Owner | Refusal> {
  const owner = { mandator, customerId }
  return (await hasCustomer(owner, db)) ? owner : noCustomer()
}

export async function findReader(
  { db }: CommerceContext,
  mandator: Mandator,
  customerId: string,
): Promise<{ sub: string } | Refusal> {
  const sub = await getSub(mandator, customerId, db)
  return sub === null ? noCustomer() : { sub }
}

function noCustomer(): Refusal {
  return problem(404, 'NO_CUSTOMER', 'Nobody has this customer number')
}

export async function listSubscriptionsOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
): Promise<Subscription[]> {
  const owner = await findOwner(context, mandator, sub)
  return owner === null ? [] : listSubscriptions(mandator, owner.customerId, context.db)
}

/** Of today; none for a reader nobody knows. */
export async function listRoles(context: CommerceContext, mandator: Mandator, sub: string): Promise<string[]> {
  const owner = await findOwner(context, mandator, sub)
  if (owner === null) return []
  const [subscriptions, shared, balance] = await Promise.all([
    listSubscriptions(mandator, owner.customerId, context.db),
    listShared(context, owner),
    getBalance(owner, context.db),
  ])
  const granted = listGrantedRoles([...subscriptions, ...shared], context.today())
  // Whoever ever had coins, given ones too, keeps what they opened.
  return balance === null || granted.includes(WALLET_ROLE) ? granted : [...granted, WALLET_ROLE].toSorted()
}

export async function saveSubscriptionOf(
  context: CommerceContext,
  mandator: Mandator,
  sub: string,
  subscription: Subscription,
): Promise<Refusal | undefined> {
  const owner = await openOwner(context, mandator, sub)
  const isSaved = await context.inTransaction((within) => saveWithCoins(context, owner, subscription, within))
  return isSaved ? undefined : problem(409, 'OTHER_CUSTOMER', 'The subscription is another customer’s')
}

/** Coins of a package are booked with it, once; spent ones come back to a reader who subscribes to plus. False: another customer's. */
export async function saveWithCoins(
  context: CommerceContext,
  owner: Owner,
  subscription: Subscription,
  within: SubscriptionDb,
): Promise<boolean> {
  const { mandator, customerId } = owner
  const { id, coins, productName, startsOn } = subscription
  const before = await getSubscription(mandator, id, within)
  if (!(await saveSubscription(mandator, customerId, subscription, context.now(), within))) return false
  if (!isGranting(subscription, context.today())) return true
  const about = { subscriptionId: id, name: productName }
  if (coins !== null) {
    await grantCoins(
      context,
      {
        ...owner,
        kind: 'purchase',
        count: coins,
        subject: about,
        reason: 'Coins gekauft',
        idempotencyKey: `coins ${customerId} ${id}`,
        expiresOn: toLastDayOfCoins(startsOn),
      },
      within,
    )
  }
  const isBegun = before === null || before.state === 'ordered'
  if (isBegun && isPaid(subscription) && subscription.roles.includes(PLUS_ROLE))
    await creditSpent(context, owner, about, within)
  return true
}

/** Three years, to the end of the year: as offers of coins say, and § 195, § 199 BGB. */
function toLastDayOfCoins(boughtOn: Day): Day {
  return `${Number(boughtOn.slice(0, 4)) + 3}-12-31`
}

export function isPaid({ priceCents, trial }: Subscription): boolean {
  return (priceCents ?? 0) > 0 || (trial?.priceCents ?? 0) > 0
}

/** Nine digits, never beginning with a nought: easy to read out on the telephone. */
function toCustomerId(): string {
  return String(randomInt(100_000_000, 1_000_000_000))
}

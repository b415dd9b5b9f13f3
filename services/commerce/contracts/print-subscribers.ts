/**
 * Subscribers of the printed paper, who connect their subscription with an account. Promises: one account per subscriber at a
 * time; a wrong number, a wrong postcode and another reader's number get the same answer; the office finds and ends one by its
 * number, also when the account is erased.
 */
import type { PrintSubscriber, PrintSubscription, Subscription } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Day, listGrantedRoles, toCustomerNumber, toPostcode } from '@lokalteil/domain/commerce/subscriptions'
import type { Attempt } from '../../platform/limits/limiter.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { getSubscription, listSubscriptions, saveSubscription } from './subscription-store.ts'
import { digestOf } from '../references.ts'
import { openOwner } from '../customers/customers.ts'
import type { CommerceDb } from '../schema.ts'
import {
  bindPrintSubscriber,
  deactivatePrintSubscriber,
  getPrintSubscriber,
  listBoundPrintSubscribers,
  lockPrintSubscriber,
  type PrintSubscriberRow,
  replacePrintSubscribers,
} from './print-subscriber-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rate limits: five attempts an hour for a reader (S2.2-11), twenty a day for a number, from all accounts together. */
const VERIFICATION = { reader: { most: 5, windowMs: HOUR }, number: { most: 20, windowMs: DAY } } as const

export async function verifyPrintSubscriber(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  typed: { customerNumber: string; postcode: string },
): Promise<{ roles: string[]; productName: string } | Refusal> {
  const { db } = context
  const at = context.now()
  const customerNumber = toCustomerNumber(typed.customerNumber)
  const postcode = toPostcode(typed.postcode)
  const attempts: Attempt[] = [{ key: `verification ${publication} ${digestOf(sub)}`, budget: VERIFICATION.reader }]
  if (customerNumber !== null)
    attempts.push({ key: `verified-number ${publication} ${digestOf(customerNumber)}`, budget: VERIFICATION.number })
  if ((await context.limiter.take(attempts)) !== null)
    return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts', { 'retry-after': '3600' })
  const { customerId } = await openOwner(context, publication, sub)
  const found = await context.inTransaction(async (within) => {
    const subscriber = customerNumber === null ? null : await lockPrintSubscriber(publication, customerNumber, within)
    if (subscriber === null || postcode === null || !subscriber.isActive || subscriber.postcode !== postcode)
      return null
    if (subscriber.boundCustomerId !== null && subscriber.boundCustomerId !== customerId) return null
    await bindPrintSubscriber(publication, subscriber.customerNumber, { customerId, at }, within)
    await saveSubscription(publication, customerId, toPrintAccess(subscriber, toDayKey(at)), at, within)
    return subscriber
  })
  if (found === null) return problem(422, 'NO_MATCH', 'Number and postcode belong to no subscription')
  const roles = listGrantedRoles(await listSubscriptions(publication, customerId, db), context.today())
  return { roles, productName: found.productName }
}

export async function savePrintSubscribers(
  context: CommerceContext,
  publication: PublicationCode,
  subscribers: readonly PrintSubscriber[],
): Promise<Refusal | undefined> {
  const numbers = new Set(subscribers.map(({ customerNumber }) => customerNumber))
  if (numbers.size < subscribers.length)
    return problem(422, 'NUMBER_TWICE', 'A customer number stands in the list twice')
  const at = context.now()
  await context.inTransaction(async (within) => {
    await replacePrintSubscribers(publication, subscribers, within)
    for (const subscriber of await listBoundPrintSubscribers(publication, within))
      await settleAccess(publication, subscriber, at, within)
  })
  return undefined
}

/** Opens or ends the access of the connected account, as the list says. */
async function settleAccess(
  publication: PublicationCode,
  { isActive, boundCustomerId, ...subscriber }: PrintSubscriberRow,
  at: Date,
  within: CommerceDb,
): Promise<void> {
  const access = toPrintAccess(subscriber, toDayKey(at))
  const before = await getSubscription(publication, access.id, within)
  if (before === null || boundCustomerId === null || (before.state === 'active') === isActive) return
  const yesterday = toDayKey(new Date(at.getTime() - DAY))
  const after = isActive
    ? access
    : { ...before, state: 'ended' as const, endsOn: yesterday < before.startsOn ? before.startsOn : yesterday }
  await saveSubscription(publication, boundCustomerId, after, at, within)
}

export async function showPrintSubscriber(
  { db }: CommerceContext,
  publication: PublicationCode,
  customerNumber: string,
): Promise<PrintSubscription | Refusal> {
  const found = await getPrintSubscriber(publication, customerNumber, db)
  return found === null ? noPrintSubscriber() : toPrintSubscription(found)
}

/** The list is the publisher's: the next one that has the number opens the access again. */
export async function endPrintSubscriber(
  context: CommerceContext,
  publication: PublicationCode,
  customerNumber: string,
): Promise<PrintSubscription | Refusal> {
  const ended = await context.inTransaction(async (within) => {
    const found = await lockPrintSubscriber(publication, customerNumber, within)
    if (found === null) return null
    const after = { ...found, isActive: false }
    await deactivatePrintSubscriber(publication, customerNumber, within)
    await settleAccess(publication, after, context.now(), within)
    return after
  })
  return ended === null ? noPrintSubscriber() : toPrintSubscription(ended)
}

function toPrintSubscription({ boundCustomerId, boundAt: _at, ...subscriber }: PrintSubscriberRow): PrintSubscription {
  return { ...subscriber, customerId: boundCustomerId }
}

function noPrintSubscriber(): Refusal {
  return problem(404, 'NOT_FOUND', 'No subscriber of the printed paper has this number')
}

function toPrintAccess(
  subscriber: Pick<PrintSubscriber, 'customerNumber' | 'productName' | 'roles'>,
  startsOn: Day,
): Subscription {
  return {
    id: `print-${subscriber.customerNumber}`,
    kind: 'print',
    productName: subscriber.productName,
    state: 'active',
    roles: subscriber.roles,
    coins: null,
    priceCents: null,
    periodMonths: null,
    trial: null,
    startsOn,
    endsOn: null,
    resumesOn: null,
  }
}

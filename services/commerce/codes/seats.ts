/**
 * Seats of a household. Promises: a subscription never gives more seats than it has, also under concurrent requests; a link
 * gives one seat, once, within two weeks; a member is in one household of a publication and cannot pass the access on, because
 * seats belong to subscriptions. The member's roles follow from the owner's subscription today. Owner and member learn nothing
 * about each other.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Household, Seat } from '@lokalteil/contracts/commerce/codes'
import type { Subscription } from '@lokalteil/contracts/commerce'
import {
  countSeats,
  SEAT_LINK_DAYS,
  SEAT_LINKS_PER_DAY,
  toLabel,
  toSeatPath,
  toSeatToken,
} from '@lokalteil/domain/commerce/household'
import { isGranting } from '@lokalteil/domain/commerce/subscriptions'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { getSubscription, listSubscriptions } from '../contracts/subscription-store.ts'
import { type Owner, lockCustomerNoKey } from '../customers/customer-store.ts'
import { findOfferOf } from '../offers/catalogue-store.ts'
import { digestOf } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import {
  addSeat,
  endSeats,
  findSeatOfMember,
  hasGiven,
  listSeats,
  lockGiving,
  lockSeat,
  type SeatRow,
  takeSeat,
} from './seat-store.ts'

const DAY = 86_400_000
const LINKS = { most: SEAT_LINKS_PER_DAY, windowMs: DAY } as const
/** Rate limit against broken clients; guessing is hopeless, because links have 128 bits. */
const ACCEPTING = { most: 20, windowMs: 3_600_000 } as const

export async function viewHousehold(context: CommerceContext, owner: Owner): Promise<Household> {
  const giving = await listGiving(context, owner, context.db)
  const membership = await getMembership(owner, context.db)
  const owned: Household['owned'] = []
  for (const { subscription, seatCount } of giving) {
    const rows = await listSeats(owner.publication, subscription.id, context.db)
    owned.push({
      subscriptionId: subscription.id,
      productName: subscription.productName,
      seatCount,
      seats: rows.map((row) => toSeat(context, row)),
    })
  }
  return {
    owned,
    member:
      membership === null
        ? null
        : {
            productName: membership.subscription.productName,
            since: membership.since.toISOString(),
            isOpen: isGranting(membership.subscription, context.today()),
          },
  }
}

/** Subscriptions of the owner that grant today and have seats. */
async function listGiving(
  context: CommerceContext,
  { publication, customerId }: Owner,
  within: CommerceDb,
): Promise<{ subscription: Subscription; seatCount: number }[]> {
  const today = context.today()
  const granting = (await listSubscriptions(publication, customerId, within)).filter((one) => isGranting(one, today))
  const counted = await Promise.all(
    granting.map(async (subscription) => ({
      subscription,
      // Also for an offer that is no longer sold.
      seatCount: countSeats(subscription, await findOfferOf(publication, subscription.id, within)),
    })),
  )
  return counted.filter(({ seatCount }) => seatCount > 0)
}

async function getMembership(
  member: Owner,
  within: CommerceDb,
): Promise<{ seatId: string; since: Date; subscription: Subscription } | null> {
  const row = await findSeatOfMember(member, within)
  const subscription = row === undefined ? null : await getSubscription(member.publication, row.subscription_id, within)
  return row === undefined || subscription === null
    ? null
    : { seatId: row.seat_id, since: row.accepted_at ?? row.offered_at, subscription }
}

/** The subscription that a household shares with this member, if any. */
export async function listShared({ db }: CommerceContext, member: Owner): Promise<Subscription[]> {
  const membership = await getMembership(member, db)
  return membership === null ? [] : [membership.subscription]
}

export async function offerSeat(
  context: CommerceContext,
  owner: Owner,
  subscriptionId: string,
  typed: string,
): Promise<{ seatId: string; path: string } | Refusal> {
  const label = toLabel(typed)
  if (label === null)
    return {
      ...problem(422, 'INVALID_FIELDS', 'The label is missing or too long'),
      fields: { label: typed.trim() === '' ? 'REQUIRED' : 'TOO_LONG' },
    }
  return context.inTransaction((within) => offerWithin(context, owner, subscriptionId, label, within))
}

async function offerWithin(
  context: CommerceContext,
  owner: Owner,
  subscriptionId: string,
  label: string,
  within: CommerceDb,
): Promise<{ seatId: string; path: string } | Refusal> {
  const { publication, customerId } = owner
  const giving = (await lockGiving(owner, subscriptionId, within))
    ? (await listGiving(context, owner, within)).find(({ subscription }) => subscription.id === subscriptionId)
    : undefined
  if (giving === undefined) return problem(404, 'NOT_FOUND', 'No such subscription with seats')
  const taken = await listSeats(publication, subscriptionId, within)
  const lapsed = taken.filter((row) => row.member_id === null && isLapsed(context, row))
  if (taken.length - lapsed.length >= giving.seatCount) return problem(409, 'NO_SEAT_LEFT', 'All seats are taken')
  const link = { key: `seat-links ${publication} ${customerId}`, budget: LINKS }
  if ((await context.limiter.take([link], within)) !== null)
    return problem(429, 'TOO_MANY_LINKS', 'No more links today', { 'retry-after': '3600' })
  const lapsedIds = lapsed.map(({ seat_id }) => seat_id)
  await endSeats(publication, lapsedIds, context.now(), within)
  const [seatId, token] = [randomUUID(), randomBytes(18).toString('base64url')]
  await addSeat(owner, { seatId, subscriptionId, tokenDigest: digestOf(token), label }, context.now(), within)
  return { seatId, path: toSeatPath(token) }
}

export async function acceptSeat(
  context: CommerceContext,
  member: Owner,
  typed: string,
): Promise<{ productName: string } | Refusal> {
  const token = toSeatToken(typed)
  const tried = { key: `seat-accepts ${member.publication} ${member.customerId}`, budget: ACCEPTING }
  if ((await context.limiter.take([tried])) !== null)
    return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many links in a short time', { 'retry-after': '3600' })
  return token === null
    ? invalidLink()
    : context.inTransaction((within) => acceptWithin(context, member, token, within))
}

async function acceptWithin(
  context: CommerceContext,
  member: Owner,
  token: string,
  within: CommerceDb,
): Promise<{ productName: string } | Refusal> {
  const { publication, customerId } = member
  // One link of a reader at a time.
  await lockCustomerNoKey(member, within)
  const row = await lockSeat(publication, digestOf(token), within)
  const subscription = row === undefined ? null : await getSubscription(publication, row.subscription_id, within)
  if (row === undefined || subscription === null || row.owner_id === customerId) return invalidLink()
  const { productName } = subscription
  // A repeated request of the same member.
  if (row.member_id === customerId) return { productName }
  if (row.member_id !== null || isLapsed(context, row) || !isGranting(subscription, context.today()))
    return invalidLink()
  if ((await getMembership(member, within)) !== null)
    return problem(409, 'OTHER_HOUSEHOLD', 'The reader sits in a household of this publication already')
  await takeSeat(member, row.seat_id, context.now(), within)
  return { productName }
}

/** The owner ends a seat. Idempotent. */
export async function endSeat(
  { db, now }: CommerceContext,
  owner: Owner,
  seatId: string,
): Promise<Refusal | undefined> {
  if (!(await hasGiven(owner, seatId, db))) return problem(404, 'NOT_FOUND', 'No such seat')
  await endSeats(owner.publication, [seatId], now(), db)
  return undefined
}

/** The member leaves the household. */
export async function leaveSeat({ db, now }: CommerceContext, member: Owner): Promise<undefined> {
  const membership = await getMembership(member, db)
  if (membership !== null) await endSeats(member.publication, [membership.seatId], now(), db)
  return undefined
}

function isLapsed({ now }: CommerceContext, { offered_at: at }: SeatRow): boolean {
  return at.getTime() <= now().getTime() - SEAT_LINK_DAYS * DAY
}

type OwnedSeat = Seat & { subscriptionId: string }

/** For the office; also for contracts whose owner's account was erased. */
export async function listHouseholdSeats(context: CommerceContext, owner: Owner): Promise<OwnedSeat[]> {
  const given: OwnedSeat[] = []
  for (const { subscription } of await listGiving(context, owner, context.db))
    for (const row of await listSeats(owner.publication, subscription.id, context.db))
      given.push({ subscriptionId: subscription.id, ...toSeat(context, row) })
  return given
}

function toSeat(context: CommerceContext, row: SeatRow): Seat {
  const { seat_id: seatId, label, offered_at: offeredAt } = row
  if (row.member_id !== null)
    return { seatId, label, state: 'taken', since: (row.accepted_at ?? offeredAt).toISOString() }
  return { seatId, label, state: isLapsed(context, row) ? 'expired' : 'open', since: offeredAt.toISOString() }
}

function invalidLink(): Refusal {
  return problem(422, 'INVALID_LINK', 'The link cannot be used')
}

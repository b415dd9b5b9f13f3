/**
 * Seats of a household. Promises: a subscription gives no more seats than it has, however many are asked for at once; a
 * link takes one seat, once, within two weeks; a member sits in one household of a publication and passes nothing on,
 * because seats belong to subscriptions and a seat is none. The roles follow from the owner's subscription as it is today.
 * An owner learns nothing of a member, a member nothing of an owner.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Household, Seat } from '@lokalteil/contracts/codes'
import type { Offer, Subscription } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import {
  countSeats,
  SEAT_LINK_DAYS,
  SEAT_LINKS_PER_DAY,
  toLabel,
  toSeatPath,
  toSeatToken,
} from '@lokalteil/domain/commerce/household'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { isGranting } from '@lokalteil/domain/commerce/subscriptions'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CoinOwner } from '../coins/ledger.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { SubscriptionStore } from '../store.ts'

const DAY = 86_400_000
/** Links have 128 bits; this keeps a broken client from asking for ever. */
const ACCEPTING = { count: 20, windowMs: 3_600_000 } as const

export type Seats = ReturnType<typeof createSeats>

export function createSeats({
  database,
  store,
  now,
}: {
  database: Database
  store: SubscriptionStore
  now: () => Date
}) {
  const db = database.db as SubscriptionDb
  const firstOffer = () => new Date(now().getTime() - SEAT_LINK_DAYS * DAY)

  const ofSeats = (mandator: Mandator, within: SubscriptionDb) =>
    within.selectFrom('subscription.seats').selectAll().where('mandator', '=', mandator).where('ended_at', 'is', null)

  /** The offer as it is kept, sold today or not. */
  async function getOffer(mandator: Mandator, subscriptionId: string, within: SubscriptionDb): Promise<Offer | null> {
    const row = await within
      .selectFrom('subscription.subscriptions as s')
      .innerJoin('subscription.offers as o', (join) =>
        join.onRef('o.mandator', '=', 's.mandator').onRef('o.id', '=', 's.offer_id'),
      )
      .select('o.data')
      .where('s.mandator', '=', mandator)
      .where('s.id', '=', subscriptionId)
      .executeTakeFirst()
    return row === undefined ? null : (row.data as Offer)
  }

  /** Subscriptions of the owner that grant today and have seats. */
  async function listGiving(
    { mandator, customerId }: CoinOwner,
    within: SubscriptionDb,
  ): Promise<{ subscription: Subscription; seatCount: number }[]> {
    const today = toDayKey(now())
    const granting = (await store.listSubscriptions(mandator, customerId, within)).filter((one) =>
      isGranting(one, today),
    )
    const counted = await Promise.all(
      granting.map(async (subscription) => ({
        subscription,
        seatCount: countSeats(subscription, await getOffer(mandator, subscription.id, within)),
      })),
    )
    return counted.filter(({ seatCount }) => seatCount > 0)
  }

  async function getMembership(
    { mandator, customerId }: CoinOwner,
    within: SubscriptionDb = db,
  ): Promise<{ seatId: string; since: Date; subscription: Subscription } | null> {
    const row = await ofSeats(mandator, within).where('member_id', '=', customerId).executeTakeFirst()
    const subscription = row === undefined ? null : await store.getSubscription(mandator, row.subscription_id, within)
    return row === undefined || subscription === null
      ? null
      : { seatId: row.seat_id, since: row.accepted_at ?? row.offered_at, subscription }
  }

  async function end(mandator: Mandator, seatIds: readonly string[], within: SubscriptionDb): Promise<void> {
    if (seatIds.length > 0)
      await within
        .updateTable('subscription.seats')
        .set({ ended_at: now() })
        .where('mandator', '=', mandator)
        .where('seat_id', 'in', [...seatIds])
        .where('ended_at', 'is', null)
        .execute()
  }

  async function offer(
    owner: CoinOwner,
    subscriptionId: string,
    label: string,
    within: SubscriptionDb,
  ): Promise<{ seatId: string; path: string } | Refusal> {
    const { mandator, customerId } = owner
    // Held until the seat is taken: two at once do not both take the last one.
    const locked = await within
      .selectFrom('subscription.subscriptions')
      .select('id')
      .where('mandator', '=', mandator)
      .where('id', '=', subscriptionId)
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    const giving =
      locked === undefined
        ? undefined
        : (await listGiving(owner, within)).find(({ subscription }) => subscription.id === subscriptionId)
    if (giving === undefined) return problem(404, 'NOT_FOUND', 'No such subscription with seats')
    const taken = await ofSeats(mandator, within).where('subscription_id', '=', subscriptionId).execute()
    const lapsed = taken.filter((row) => row.member_id === null && row.offered_at <= firstOffer())
    if (taken.length - lapsed.length >= giving.seatCount) return problem(409, 'NO_SEAT_LEFT', 'All seats are taken')
    if (!(await store.count(`seat-links ${mandator} ${customerId}`, now(), DAY, SEAT_LINKS_PER_DAY, within)))
      return problem(429, 'TOO_MANY_LINKS', 'No more links today', { 'retry-after': '3600' })
    await end(
      mandator,
      lapsed.map(({ seat_id }) => seat_id),
      within,
    )
    const [seatId, token] = [randomUUID(), randomBytes(18).toString('base64url')]
    await within
      .insertInto('subscription.seats')
      .values({
        mandator,
        seat_id: seatId,
        subscription_id: subscriptionId,
        owner_id: customerId,
        token_digest: digestOf(token),
        label,
        member_id: null,
        offered_at: now(),
        accepted_at: null,
        ended_at: null,
      })
      .execute()
    return { seatId, path: toSeatPath(token) }
  }

  async function accept(
    member: CoinOwner,
    token: string,
    within: SubscriptionDb,
  ): Promise<{ productName: string } | Refusal> {
    const { mandator, customerId } = member
    // One reader's links come one after the other.
    await within
      .selectFrom('subscription.customers')
      .select('customer_id')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .forNoKeyUpdate()
      .execute()
    const row = await ofSeats(mandator, within)
      .where('token_digest', '=', digestOf(token))
      .forUpdate()
      .executeTakeFirst()
    const subscription = row === undefined ? null : await store.getSubscription(mandator, row.subscription_id, within)
    if (row === undefined || subscription === null || row.owner_id === customerId) return invalidLink()
    // Pressed twice.
    if (row.member_id === customerId) return { productName: subscription.productName }
    if (row.member_id !== null || row.offered_at <= firstOffer() || !isGranting(subscription, toDayKey(now())))
      return invalidLink()
    if ((await getMembership(member, within)) !== null)
      return problem(409, 'OTHER_HOUSEHOLD', 'The reader sits in a household of this publication already')
    await within
      .updateTable('subscription.seats')
      .set({ member_id: customerId, accepted_at: now() })
      .where('mandator', '=', mandator)
      .where('seat_id', '=', row.seat_id)
      .execute()
    return { productName: subscription.productName }
  }

  return {
    async get(owner: CoinOwner): Promise<Household> {
      const { mandator } = owner
      const [giving, membership] = [await listGiving(owner, db), await getMembership(owner)]
      const owned: Household['owned'] = []
      for (const { subscription, seatCount } of giving) {
        const rows = await ofSeats(mandator, db)
          .where('subscription_id', '=', subscription.id)
          .orderBy('offered_at')
          .orderBy('seat_id')
          .execute()
        owned.push({
          subscriptionId: subscription.id,
          productName: subscription.productName,
          seatCount,
          seats: rows.map((row) => toSeat(row, firstOffer())),
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
                isOpen: isGranting(membership.subscription, toDayKey(now())),
              },
      }
    },

    async offer(
      owner: CoinOwner,
      subscriptionId: string,
      typed: string,
    ): Promise<{ seatId: string; path: string } | Refusal> {
      const label = toLabel(typed)
      if (label === null)
        return {
          ...problem(422, 'INVALID_FIELDS', 'The label is missing or too long'),
          fields: { label: typed.trim() === '' ? 'REQUIRED' : 'TOO_LONG' },
        }
      return store.inTransaction((within) => offer(owner, subscriptionId, label, within))
    },

    async accept(member: CoinOwner, typed: string): Promise<{ productName: string } | Refusal> {
      const token = toSeatToken(typed)
      if (
        !(await store.count(
          `seat-accepts ${member.mandator} ${member.customerId}`,
          now(),
          ACCEPTING.windowMs,
          ACCEPTING.count,
        ))
      )
        return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many links in a short time', { 'retry-after': '3600' })
      return token === null ? invalidLink() : store.inTransaction((within) => accept(member, token, within))
    },

    /** By the owner; a second time nothing happens. */
    async end({ mandator, customerId }: CoinOwner, seatId: string): Promise<Refusal | undefined> {
      const row = await db
        .selectFrom('subscription.seats')
        .select('seat_id')
        .where('mandator', '=', mandator)
        .where('seat_id', '=', seatId)
        .where('owner_id', '=', customerId)
        .executeTakeFirst()
      if (row === undefined) return problem(404, 'NOT_FOUND', 'No such seat')
      await end(mandator, [seatId], db)
      return undefined
    },

    /** By the member. */
    async leave(member: CoinOwner): Promise<undefined> {
      const membership = await getMembership(member)
      if (membership !== null) await end(member.mandator, [membership.seatId], db)
      return undefined
    },

    /** What a reader reads with beside the own subscriptions. */
    async listShared(member: CoinOwner): Promise<Subscription[]> {
      const membership = await getMembership(member)
      return membership === null ? [] : [membership.subscription]
    },

    // --- For export and erasure

    async readOf({ mandator, customerId }: CoinOwner): Promise<{
      given: { label: string; offeredAt: Date; acceptedAt: Date | null; endedAt: Date | null }[]
      had: { productName: string | null; acceptedAt: Date | null; endedAt: Date | null }[]
    }> {
      const given = await db
        .selectFrom('subscription.seats')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('owner_id', '=', customerId)
        .orderBy('offered_at')
        .execute()
      const had = await db
        .selectFrom('subscription.seats as p')
        .innerJoin('subscription.subscriptions as s', (join) =>
          join.onRef('s.mandator', '=', 'p.mandator').onRef('s.id', '=', 'p.subscription_id'),
        )
        .select(['s.product_name', 'p.accepted_at', 'p.ended_at'])
        .where('p.mandator', '=', mandator)
        .where('p.member_id', '=', customerId)
        .orderBy('p.offered_at')
        .execute()
      return {
        given: given.map((row) => ({
          label: row.label,
          offeredAt: row.offered_at,
          acceptedAt: row.accepted_at,
          endedAt: row.ended_at,
        })),
        had: had.map((row) => ({ productName: row.product_name, acceptedAt: row.accepted_at, endedAt: row.ended_at })),
      }
    },

    /** Seats of an erased owner open nothing any more; an erased member's become free. */
    async eraseOf({ mandator, customerId }: CoinOwner, within: SubscriptionDb): Promise<void> {
      await within
        .deleteFrom('subscription.seats')
        .where('mandator', '=', mandator)
        .where((eb) => eb.or([eb('owner_id', '=', customerId), eb('member_id', '=', customerId)]))
        .execute()
    },
  }
}

function toSeat(
  row: { seat_id: string; label: string; member_id: string | null; offered_at: Date; accepted_at: Date | null },
  firstOffer: Date,
): Seat {
  if (row.member_id !== null)
    return {
      seatId: row.seat_id,
      label: row.label,
      state: 'taken',
      since: (row.accepted_at ?? row.offered_at).toISOString(),
    }
  return {
    seatId: row.seat_id,
    label: row.label,
    state: row.offered_at <= firstOffer ? 'expired' : 'open',
    since: row.offered_at.toISOString(),
  }
}

function invalidLink(): Refusal {
  return problem(422, 'INVALID_LINK', 'The link cannot be used')
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

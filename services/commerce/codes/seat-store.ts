/** Queries on the seats of households. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Selectable, sql } from 'kysely'
import type { Owner } from '../customers/customer-store.ts'
import { isRunningSql } from '../retention.ts'
import type { CommerceDb, CommerceTables } from '../schema.ts'

export type SeatRow = Selectable<CommerceTables['subscription.seats']>

const ofSeats = (publication: PublicationCode, within: CommerceDb) =>
  within.selectFrom('subscription.seats').selectAll().where('mandator', '=', publication).where('ended_at', 'is', null)

export async function findSeatOfMember({ publication, customerId }: Owner, within: CommerceDb) {
  return ofSeats(publication, within).where('member_id', '=', customerId).executeTakeFirst()
}

/** Oldest first. */
export async function listSeats(
  publication: PublicationCode,
  subscriptionId: string,
  within: CommerceDb,
): Promise<SeatRow[]> {
  return ofSeats(publication, within)
    .where('subscription_id', '=', subscriptionId)
    .orderBy('offered_at')
    .orderBy('seat_id')
    .execute()
}

export async function lockSeat(publication: PublicationCode, tokenDigest: string, within: CommerceDb) {
  return ofSeats(publication, within).where('token_digest', '=', tokenDigest).forUpdate().executeTakeFirst()
}

/** Locks the subscription, so that concurrent requests cannot both give the last seat. False: another customer's. */
export async function lockGiving(
  { publication, customerId }: Owner,
  subscriptionId: string,
  within: CommerceDb,
): Promise<boolean> {
  const locked = await within
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('mandator', '=', publication)
    .where('id', '=', subscriptionId)
    .where('customer_id', '=', customerId)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

export async function addSeat(
  { publication, customerId }: Owner,
  seat: { seatId: string; subscriptionId: string; tokenDigest: string; label: string },
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .insertInto('subscription.seats')
    .values({
      mandator: publication,
      seat_id: seat.seatId,
      subscription_id: seat.subscriptionId,
      owner_id: customerId,
      token_digest: seat.tokenDigest,
      label: seat.label,
      member_id: null,
      offered_at: now,
      accepted_at: null,
      ended_at: null,
    })
    .execute()
}

export async function takeSeat(
  { publication, customerId }: Owner,
  seatId: string,
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.seats')
    .set({ member_id: customerId, accepted_at: now })
    .where('mandator', '=', publication)
    .where('seat_id', '=', seatId)
    .execute()
}

export async function hasGiven({ publication, customerId }: Owner, seatId: string, within: CommerceDb) {
  const row = await within
    .selectFrom('subscription.seats')
    .select('seat_id')
    .where('mandator', '=', publication)
    .where('seat_id', '=', seatId)
    .where('owner_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

export async function endSeats(
  publication: PublicationCode,
  seatIds: readonly string[],
  now: Date,
  within: CommerceDb,
): Promise<void> {
  if (seatIds.length > 0)
    await within
      .updateTable('subscription.seats')
      .set({ ended_at: now })
      .where('mandator', '=', publication)
      .where('seat_id', 'in', [...seatIds])
      .where('ended_at', 'is', null)
      .execute()
}

/** Ends this owner's unused links. */
export async function endOpenSeats({ publication, customerId }: Owner, now: Date, within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.seats')
    .set({ ended_at: now })
    .where('mandator', '=', publication)
    .where('owner_id', '=', customerId)
    .where('member_id', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
}

/** For the export: seats that the reader gave or had, ended ones included. */
export async function readSeatsOf(
  { publication, customerId }: Owner,
  within: CommerceDb,
): Promise<{
  given: { label: string; offeredAt: Date; acceptedAt: Date | null; endedAt: Date | null }[]
  had: { productName: string | null; acceptedAt: Date | null; endedAt: Date | null }[]
}> {
  const given = await within
    .selectFrom('subscription.seats')
    .select(['label', 'offered_at as offeredAt', 'accepted_at as acceptedAt', 'ended_at as endedAt'])
    .where('mandator', '=', publication)
    .where('owner_id', '=', customerId)
    .orderBy('offered_at')
    .execute()
  const had = await within
    .selectFrom('subscription.seats as p')
    .innerJoin('subscription.subscriptions as s', (join) =>
      join.onRef('s.mandator', '=', 'p.mandator').onRef('s.id', '=', 'p.subscription_id'),
    )
    .select(['s.product_name as productName', 'p.accepted_at as acceptedAt', 'p.ended_at as endedAt'])
    .where('p.mandator', '=', publication)
    .where('p.member_id', '=', customerId)
    .orderBy('p.offered_at')
    .execute()
  return { given, had }
}

/**
 * Frees the seats of an erased member. Seats that an erased owner gave stay without their labels while the contract is paid;
 * unused links are deleted.
 */
export async function removeSeatsOf({ publication, customerId }: Owner, within: CommerceDb): Promise<void> {
  const isPaidFor = sql<boolean>`exists (
    select 1 from subscription.subscriptions s
    where s.mandator = seats.mandator and s.id = seats.subscription_id and ${isRunningSql('s')})`
  await within
    .deleteFrom('subscription.seats')
    .where('mandator', '=', publication)
    .where((eb) =>
      eb.or([
        eb('member_id', '=', customerId),
        eb.and([
          eb('owner_id', '=', customerId),
          eb.or([eb('member_id', 'is', null), eb('ended_at', 'is not', null), eb.not(isPaidFor)]),
        ]),
      ]),
    )
    .execute()
  await within
    .updateTable('subscription.seats')
    .set({ label: '' })
    .where('mandator', '=', publication)
    .where('owner_id', '=', customerId)
    .execute()
}

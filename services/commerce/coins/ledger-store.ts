/** Queries on wallets, and on bookings with their entries. */
import type { Booking, BookingKind } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceDb } from '../schema.ts'

/** `issued`: the counter account of all coins given out; its balance is therefore negative. */
export type Account = 'wallet' | 'issued' | 'articles' | 'issues' | 'expired'

export type NewBooking = Owner & {
  kind: BookingKind
  subject: Booking['subject']
  reason: string
  idempotencyKey: string
  expiresOn?: string | null
  refunds?: string
  /** Coins added to the wallet; the entry in `against` has the opposite sign. */
  amount: number
  against: Exclude<Account, 'wallet'>
}

export async function openWallet({ publication, customerId }: Owner, now: Date, within: CommerceDb): Promise<void> {
  await within
    .insertInto('subscription.wallets')
    .values({ mandator: publication, customer_id: customerId, balance: 0, opened_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const ofWallet = ({ publication, customerId }: Owner, within: CommerceDb) =>
  within
    .selectFrom('subscription.wallets')
    .select('balance')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)

/** Coins in the wallet; null: the customer never had coins. */
export async function getBalance(owner: Owner, within: CommerceDb): Promise<number | null> {
  return (await ofWallet(owner, within).executeTakeFirst())?.balance ?? null
}

/** Row lock until the transaction ends: bookings of one customer happen one after the other. Null: no wallet. */
export async function lockBalance(owner: Owner, within: CommerceDb): Promise<number | null> {
  return (await ofWallet(owner, within).forUpdate().executeTakeFirst())?.balance ?? null
}

/** False: receipt number or idempotency key exist, or the booking it refunds was refunded before. */
export async function addBooking(
  booking: NewBooking & { receiptNumber: string; digest: string },
  now: Date,
  within: CommerceDb,
): Promise<boolean> {
  const { publication, customerId, receiptNumber, amount } = booking
  const added = await within
    .insertInto('subscription.bookings')
    .values({
      receipt_number: receiptNumber,
      mandator: publication,
      customer_id: customerId,
      kind: booking.kind,
      subject: JSON.stringify(booking.subject),
      reason: booking.reason,
      expires_on: booking.expiresOn ?? null,
      refunds: booking.refunds ?? null,
      idempotency_key: booking.idempotencyKey,
      digest: booking.digest,
      booked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('receipt_number')
    .executeTakeFirst()
  if (added === undefined) return false
  const entry = { receipt_number: receiptNumber, mandator: publication }
  await within
    .insertInto('subscription.entries')
    .values([
      { ...entry, account: 'wallet', customer_id: customerId, amount },
      { ...entry, account: booking.against, customer_id: null, amount: -amount },
    ])
    .execute()
  return true
}

export async function findByKey(
  publication: PublicationCode,
  idempotencyKey: string,
  within: CommerceDb,
): Promise<{ receiptNumber: string; digest: string } | null> {
  const row = await within
    .selectFrom('subscription.bookings')
    .select(['receipt_number as receiptNumber', 'digest'])
    .where('mandator', '=', publication)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row ?? null
}

export async function isRefunded(receiptNumber: string, within: CommerceDb): Promise<boolean> {
  const row = await within
    .selectFrom('subscription.bookings')
    .select('receipt_number')
    .where('refunds', '=', receiptNumber)
    .executeTakeFirst()
  return row !== undefined
}

const ofBookings = (publication: PublicationCode, within: CommerceDb) =>
  within
    .selectFrom('subscription.bookings as b')
    .innerJoin('subscription.entries as e', (join) =>
      join.onRef('e.receipt_number', '=', 'b.receipt_number').on('e.account', '=', 'wallet'),
    )
    .select([
      'b.receipt_number',
      'b.customer_id',
      'b.kind',
      'b.subject',
      'b.reason',
      'b.expires_on',
      'b.refunds',
      'b.booked_at',
      'b.sequence',
      'e.amount',
    ])
    .where('b.mandator', '=', publication)

export async function getBooking(
  publication: PublicationCode,
  receiptNumber: string,
  within: CommerceDb,
): Promise<(Booking & { customerId: string }) | null> {
  const row = await ofBookings(publication, within).where('b.receipt_number', '=', receiptNumber).executeTakeFirst()
  return row === undefined ? null : { ...toBooking(row), customerId: row.customer_id }
}

/** Newest first. */
export async function listBookings(
  { publication, customerId }: Owner,
  limit: number,
  within: CommerceDb,
): Promise<Booking[]> {
  const rows = await ofBookings(publication, within)
    .where('b.customer_id', '=', customerId)
    .orderBy('b.sequence', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toBooking)
}

/** All bookings of a customer, oldest first. */
export async function listHistory({ publication, customerId }: Owner, within: CommerceDb): Promise<Booking[]> {
  const rows = await ofBookings(publication, within)
    .where('b.customer_id', '=', customerId)
    .orderBy('b.sequence')
    .execute()
  return rows.map(toBooking)
}

/** Customers who have coins left and got some whose last day is over. */
export async function listLapsing(publication: PublicationCode, today: string, within: CommerceDb): Promise<string[]> {
  const rows = await within
    .selectFrom('subscription.bookings as b')
    .innerJoin('subscription.wallets as w', (join) =>
      join.onRef('w.mandator', '=', 'b.mandator').onRef('w.customer_id', '=', 'b.customer_id'),
    )
    .select('b.customer_id')
    .distinct()
    .where('b.mandator', '=', publication)
    .where('b.expires_on', '<', today)
    .where('w.balance', '>', 0)
    .execute()
  return rows.map(({ customer_id }) => customer_id)
}

function toBooking(row: {
  receipt_number: string
  kind: string
  subject: unknown
  reason: string
  expires_on: string | null
  refunds: string | null
  booked_at: Date
  amount: number
}): Booking {
  return {
    receiptNumber: row.receipt_number,
    kind: row.kind as BookingKind,
    subject: row.subject as Booking['subject'],
    reason: row.reason,
    amount: row.amount,
    expiresOn: row.expires_on,
    refunds: row.refunds,
    bookedAt: row.booked_at.toISOString(),
  }
}

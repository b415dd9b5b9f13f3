/**
 * The ledger of the readers' coins: double-entry bookkeeping. Promises: every booking has two entries that sum to zero, is
 * written whole or not at all, and never changes; a wallet never goes below zero, also under concurrent requests; a reader
 * pays for an article or an issue of the e-paper once; an idempotency key books once. Triggers of the database enforce this, too
 * (migrations 0003 and 0012): they derive balances from entries and check sums when a transaction ends. The caller decides
 * who may buy, and the price.
 */
import { randomUUID } from 'node:crypto'
import type { Booking } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { countLapsed, decidePurchase, isCreditable } from '@lokalteil/domain/commerce/coins'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { CommerceContext } from '../context.ts'
import { isSelling, notSelling } from '../offers/catalogue.ts'
import { digestOf, toReference } from '../references.ts'
import type { CommerceDb } from '../schema.ts'
import {
  addBought,
  type BoughtKind,
  findBought,
  listSpent,
  markCredited,
  removeAllBought,
  removeBought,
  type Thing,
} from './bought-store.ts'
import {
  addBooking,
  findByKey,
  getBooking,
  isRefunded,
  listHistory,
  listLapsing,
  lockBalance,
  type NewBooking,
  openWallet,
} from './ledger-store.ts'
import type { Owner } from '../customers/customer-store.ts'

export type NewGrant = Omit<NewBooking, 'amount' | 'against' | 'refunds' | 'kind'> & {
  kind: 'purchase' | 'grant'
  count: number
}
export type NewPurchase = Owner & Thing & { price: number; idempotencyKey?: string | undefined }
export type Bought = { availableCreditCount: number; boughtAt: string; receiptNumber: string; isNew: boolean }

/** The receipt number; null when the key was used before. */
async function book(context: CommerceContext, booking: NewBooking, within: CommerceDb): Promise<string | null> {
  const at = context.now()
  for (let attempt = 0; attempt < 5; attempt++) {
    const receiptNumber = toReference('B', at)
    if (await addBooking({ ...booking, receiptNumber, digest: toDigest(booking) }, at, within)) return receiptNumber
    if ((await findByKey(booking.publication, booking.idempotencyKey, within)) !== null) return null
    // Either a concurrent request refunded it, or the receipt number exists: then try another one.
    if (booking.refunds !== undefined && (await isRefunded(booking.refunds, within))) return null
  }
  throw new Error('No receipt number was free')
}

/** The booking of this idempotency key; null: the key booked something else. */
async function getBooked(booking: NewBooking, within: CommerceDb): Promise<Booking | null> {
  const found = await findByKey(booking.publication, booking.idempotencyKey, within)
  // Bookings from before the ledger have no digest: the key alone decides.
  return found === null || (found.digest !== '' && found.digest !== toDigest(booking))
    ? null
    : getBooking(booking.publication, found.receiptNumber, within)
}

/** Adds paid or free coins to a wallet. Idempotent: the same key with the same content is one booking. */
export async function grantCoins(
  context: CommerceContext,
  { count, ...given }: NewGrant,
  within: CommerceDb,
): Promise<Booking | Refusal> {
  if (!Number.isInteger(count) || count < 1) throw new Error('Coins are granted by whole ones')
  await openWallet(given, context.now(), within)
  await lockBalance(given, within)
  const booking: NewBooking = { ...given, amount: count, against: 'issued' }
  await book(context, booking, within)
  return (await getBooked(booking, within)) ?? keyUsed()
}

/** How a sale for coins is booked. */
const SALES: Readonly<
  Record<BoughtKind, { against: 'articles' | 'issues'; reason: string; toName: (key: string) => Booking['subject'] }>
> = {
  article: { against: 'articles', reason: 'Artikel gekauft', toName: (articleId) => ({ articleId }) },
  issue: { against: 'issues', reason: 'E-Paper-Ausgabe gekauft', toName: (issueKey) => ({ issueKey }) },
}

export async function buyWithCoins(context: CommerceContext, purchase: NewPurchase): Promise<Bought | Refusal> {
  const isClosed = !(await isSelling(context, purchase.publication))
  return context.inTransaction((within) => buyWithin(context, purchase, isClosed, within))
}

async function buyWithin(
  context: CommerceContext,
  purchase: NewPurchase,
  isClosed: boolean,
  within: CommerceDb,
): Promise<Bought | Refusal> {
  const { publication, customerId, kind, title, path, price } = purchase
  const balance = await lockBalance(purchase, within)
  if (balance === null) return problem(404, 'NO_WALLET', 'The reader has no coins')
  const before = await findBought(purchase, purchase, within)
  const key = purchase.idempotencyKey === undefined ? null : `${kind} ${customerId} ${purchase.idempotencyKey}`
  switch (decidePurchase({ balance, price, hasBought: before !== undefined })) {
    case 'bought-before': {
      const booked = key === null ? null : await findByKey(publication, key, within)
      return {
        availableCreditCount: balance,
        boughtAt: before!.bought_at.toISOString(),
        receiptNumber: before!.receipt_number,
        isNew: booked?.receiptNumber === before!.receipt_number,
      }
    }
    case 'no-credits':
      return problem(402, 'NO_CREDITS', 'The wallet holds too few coins')
    case 'book': {
      // Checked only here, so that earlier purchases stay open to the reader.
      if (isClosed) return notSelling()
      const { against, reason, toName } = SALES[kind]
      const receiptNumber = await book(
        context,
        {
          publication,
          customerId,
          kind,
          subject: { ...toName(purchase.key), title, path },
          reason,
          idempotencyKey: key ?? `${kind} ${randomUUID()}`,
          amount: -price,
          against,
        },
        within,
      )
      // The key bought something else, or its purchase was refunded since.
      if (receiptNumber === null) return keyUsed()
      const boughtAt = context.now()
      await addBought(purchase, purchase, { coins: price, receiptNumber }, boughtAt, within)
      return { availableCreditCount: balance - price, boughtAt: boughtAt.toISOString(), receiptNumber, isNew: true }
    }
  }
}

/** Kinds of bookings that can be refunded, with the account that they were booked against. */
const REFUNDABLE: Readonly<Partial<Record<Booking['kind'], NewBooking['against']>>> = {
  purchase: 'issued',
  grant: 'issued',
  article: 'articles',
  issue: 'issues',
}

/** Reverses a booking and locks its article or issue again. Idempotent: a second call answers the same refund. */
export async function refundBooking(
  context: CommerceContext,
  publication: PublicationCode,
  receiptNumber: string,
  reason: string,
): Promise<Booking | Refusal> {
  return context.inTransaction((within) => refundWithin(context, publication, receiptNumber, reason, within))
}

async function refundWithin(
  context: CommerceContext,
  publication: PublicationCode,
  receiptNumber: string,
  reason: string,
  within: CommerceDb,
): Promise<Booking | Refusal> {
  const given = await getBooking(publication, receiptNumber, within)
  if (given === null) return problem(404, 'NOT_FOUND', 'No such receipt')
  const { customerId, kind, amount } = given
  const against = REFUNDABLE[kind]
  if (against === undefined) return problem(409, 'NOT_REFUNDABLE', 'Only coins, articles and issues can be given back')
  const owner = { publication, customerId }
  const balance = (await lockBalance(owner, within)) ?? 0
  const booking: NewBooking = {
    ...owner,
    kind: 'refund',
    subject: given.subject,
    reason,
    refunds: receiptNumber,
    idempotencyKey: `refund ${receiptNumber}`,
    amount: -amount,
    against,
  }
  const earlier = await findByKey(publication, booking.idempotencyKey, within)
  if (earlier !== null) return (await getBooking(publication, earlier.receiptNumber, within))!
  if (balance - amount < 0) return problem(409, 'SPENT', 'The coins have been spent')
  if ((kind === 'article' || kind === 'issue') && !(await removeBought(owner, receiptNumber, within)))
    return kind === 'article'
      ? problem(409, 'CREDITED', 'The coins of this article were given back with a subscription')
      : problem(409, 'NOT_REFUNDABLE', 'The reader does not have this issue any more')
  const number = await book(context, booking, within)
  return (await getBooking(publication, number ?? '', within)) ?? keyUsed()
}

/** Credits coins spent on articles in the last 30 days, once for each article. Null: there was nothing to credit. */
export async function creditSpent(
  context: CommerceContext,
  owner: Owner,
  subscription: { subscriptionId: string; name: string },
  within: CommerceDb,
): Promise<Booking | null> {
  if ((await lockBalance(owner, within)) === null) return null
  const at = context.now()
  const credited = (await listSpent(owner, within)).filter(({ bought_at, credited_at }) =>
    isCreditable({ boughtAt: bought_at, isCredited: credited_at !== null }, at),
  )
  if (credited.length === 0) return null
  const number = await book(
    context,
    {
      ...owner,
      kind: 'credit',
      subject: subscription,
      reason: 'Gutschrift zum Abo',
      idempotencyKey: `credit ${owner.customerId} ${subscription.subscriptionId}`,
      amount: credited.reduce((sum, { coins }) => sum + coins, 0),
      against: 'articles',
    },
    within,
  )
  if (number === null) return null
  const articleIds = credited.map(({ key }) => key)
  await markCredited(owner, articleIds, at, within)
  return getBooking(owner.publication, number, within)
}

/** Removes coins whose last day is over from all wallets of the publication, one transaction for each wallet. */
export async function expireCoins(
  context: CommerceContext,
  publication: PublicationCode,
): Promise<{ wallets: number; coins: number }> {
  const today = context.today()
  const found = { wallets: 0, coins: 0 }
  for (const customerId of await listLapsing(publication, today, context.db)) {
    const lapsed = await context.inTransaction((within) =>
      expireWallet(context, { publication, customerId }, today, within),
    )
    if (lapsed === 0) continue
    found.wallets++
    found.coins += lapsed
  }
  return found
}

/** Removes lapsed coins from one wallet and answers their number. A lot is the coins of one booking. */
async function expireWallet(
  context: CommerceContext,
  owner: Owner,
  today: string,
  within: CommerceDb,
): Promise<number> {
  const balance = (await lockBalance(owner, within)) ?? 0
  const bookings = await listHistory(owner, within)
  const refunded = new Set(bookings.map(({ refunds }) => refunds))
  // A refunded lot does not count, and its refund is no spending.
  const lots = bookings
    .filter(({ amount, receiptNumber }) => amount > 0 && !refunded.has(receiptNumber))
    .map(({ amount, expiresOn }) => ({ count: amount, expiresOn }))
  const spent = lots.reduce((sum, { count }) => sum + count, 0) - balance
  const lapsed = Math.min(balance, countLapsed(lots, spent, today))
  if (lapsed > 0)
    await lapse(
      context,
      owner,
      lapsed,
      'Coins verfallen',
      `expiry ${owner.customerId} ${today} ${randomUUID()}`,
      within,
    )
  return lapsed
}

/** Before the customer is erased: remaining coins lapse and bought articles are locked. False: the customer never had coins. */
export async function closeWallet(context: CommerceContext, owner: Owner, within: CommerceDb): Promise<boolean> {
  const balance = await lockBalance(owner, within)
  if (balance === null) return false
  if (balance > 0) await lapse(context, owner, balance, 'Konto gelöscht', `close ${owner.customerId}`, within)
  await removeAllBought(owner, within)
  return true
}

async function lapse(
  context: CommerceContext,
  owner: Owner,
  coins: number,
  reason: string,
  idempotencyKey: string,
  within: CommerceDb,
): Promise<void> {
  await book(
    context,
    { ...owner, kind: 'expiry', subject: {}, reason, idempotencyKey, amount: -coins, against: 'expired' },
    within,
  )
}

function keyUsed(): Refusal {
  return problem(409, 'KEY_USED', 'The idempotency key has booked something else')
}

function toDigest({ kind, customerId, subject, amount }: NewBooking): string {
  return digestOf(JSON.stringify([kind, customerId, subject, amount]))
}

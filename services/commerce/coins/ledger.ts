/**
 * The coins of a publication's readers, kept by double entry. Promises: every booking has two sides that sum to nought, is
 * written whole or not at all, and is never changed; a wallet never holds less than nothing, however many ask at once; a
 * reader pays for an article, or an issue of the e-paper, once; the same idempotency key books once. The database refuses
 * the opposite by itself (migrations 0003 and 0012): balances follow from entries, sums are looked at when a transaction ends. Who may buy what, and for
 * how much, is the caller's decision.
 */
import { randomUUID } from 'node:crypto'
import type { Booking } from '@lokalteil/contracts/commerce'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { countLapsed, decidePurchase, isCreditable } from '@lokalteil/domain/commerce/wallet'
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
    if ((await findByKey(booking.mandator, booking.idempotencyKey, within)) !== null) return null
    // Refunded by somebody else, or a receipt number that was taken.
    if (booking.refunds !== undefined && (await isRefunded(booking.refunds, within))) return null
  }
  throw new Error('No receipt number was free')
}

/** Null when this key booked something else. */
async function getBooked(booking: NewBooking, within: CommerceDb): Promise<Booking | null> {
  const found = await findByKey(booking.mandator, booking.idempotencyKey, within)
  // What was carried over from before the ledger has none.
  return found === null || (found.digest !== '' && found.digest !== toDigest(booking))
    ? null
    : getBooking(booking.mandator, found.receiptNumber, within)
}

/** Coins that were paid for or given; the same key with the same content is one booking. */
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

/** How it is booked that something was sold for coins. */
const SALES: Readonly<
  Record<BoughtKind, { against: 'articles' | 'issues'; reason: string; toName: (key: string) => Booking['subject'] }>
> = {
  article: { against: 'articles', reason: 'Artikel gekauft', toName: (articleId) => ({ articleId }) },
  issue: { against: 'issues', reason: 'E-Paper-Ausgabe gekauft', toName: (issueKey) => ({ issueKey }) },
}

export async function buyWithCoins(context: CommerceContext, purchase: NewPurchase): Promise<Bought | Refusal> {
  const isClosed = !(await isSelling(context, purchase.mandator))
  return context.inTransaction((within) => buyWithin(context, purchase, isClosed, within))
}

async function buyWithin(
  context: CommerceContext,
  purchase: NewPurchase,
  isClosed: boolean,
  within: CommerceDb,
): Promise<Bought | Refusal> {
  const { mandator, customerId, kind, title, path, price } = purchase
  const balance = await lockBalance(purchase, within)
  if (balance === null) return problem(404, 'NO_WALLET', 'The reader has no coins')
  const before = await findBought(purchase, purchase, within)
  const key = purchase.idempotencyKey === undefined ? null : `${kind} ${customerId} ${purchase.idempotencyKey}`
  switch (decidePurchase({ balance, price, hasBought: before !== undefined })) {
    case 'bought-before': {
      const booked = key === null ? null : await findByKey(mandator, key, within)
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
      // What the reader has bought before stays theirs.
      if (isClosed) return notSelling()
      const { against, reason, toName } = SALES[kind]
      const receiptNumber = await book(
        context,
        {
          mandator,
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
      // What the key has bought was something else, or was refunded since.
      if (receiptNumber === null) return keyUsed()
      const boughtAt = context.now()
      await addBought(purchase, purchase, { coins: price, receiptNumber }, boughtAt, within)
      return { availableCreditCount: balance - price, boughtAt: boughtAt.toISOString(), receiptNumber, isNew: true }
    }
  }
}

/** Against which a booking was made that can be taken back. */
const REFUNDABLE: Readonly<Partial<Record<Booking['kind'], NewBooking['against']>>> = {
  purchase: 'issued',
  grant: 'issued',
  article: 'articles',
  issue: 'issues',
}

/** A second time: the same booking again. An article or issue given back is locked again. */
export async function refundBooking(
  context: CommerceContext,
  mandator: Mandator,
  receiptNumber: string,
  reason: string,
): Promise<Booking | Refusal> {
  return context.inTransaction((within) => refundWithin(context, mandator, receiptNumber, reason, within))
}

async function refundWithin(
  context: CommerceContext,
  mandator: Mandator,
  receiptNumber: string,
  reason: string,
  within: CommerceDb,
): Promise<Booking | Refusal> {
  const given = await getBooking(mandator, receiptNumber, within)
  if (given === null) return problem(404, 'NOT_FOUND', 'No such receipt')
  const { customerId, kind, amount } = given
  const against = REFUNDABLE[kind]
  if (against === undefined) return problem(409, 'NOT_REFUNDABLE', 'Only coins, articles and issues can be given back')
  const owner = { mandator, customerId }
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
  const earlier = await findByKey(mandator, booking.idempotencyKey, within)
  if (earlier !== null) return (await getBooking(mandator, earlier.receiptNumber, within))!
  if (balance - amount < 0) return problem(409, 'SPENT', 'The coins have been spent')
  if ((kind === 'article' || kind === 'issue') && !(await removeBought(owner, receiptNumber, within)))
    return kind === 'article'
      ? problem(409, 'CREDITED', 'The coins of this article were given back with a subscription')
      : problem(409, 'NOT_REFUNDABLE', 'The reader does not have this issue any more')
  const number = await book(context, booking, within)
  return (await getBooking(mandator, number ?? '', within)) ?? keyUsed()
}

/** Gives back what was spent on articles in the last 30 days; once for each of them. Null: nothing was. */
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
  return getBooking(owner.mandator, number, within)
}

/** Coins whose last day is over, in every wallet of the publication, each in a transaction of its own. */
export async function expireCoins(
  context: CommerceContext,
  mandator: Mandator,
): Promise<{ wallets: number; coins: number }> {
  const today = context.today()
  const found = { wallets: 0, coins: 0 }
  for (const customerId of await listLapsing(mandator, today, context.db)) {
    const lapsed = await context.inTransaction((within) =>
      expireWallet(context, { mandator, customerId }, today, within),
    )
    if (lapsed === 0) continue
    found.wallets++
    found.coins += lapsed
  }
  return found
}

/** Takes what is left of lapsed lots out of one wallet. */
async function expireWallet(
  context: CommerceContext,
  owner: Owner,
  today: string,
  within: CommerceDb,
): Promise<number> {
  const balance = (await lockBalance(owner, within)) ?? 0
  const bookings = await listHistory(owner, within)
  const refunded = new Set(bookings.map(({ refunds }) => refunds))
  // A lot that was taken back as a whole is no lot, and taking it back spent nothing.
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

/** Before a customer loses the name: what is left lapses, what was bought is open to nobody. False: never had coins. */
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

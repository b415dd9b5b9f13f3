/**
 * The coins of a publication's readers, kept by double entry. Promises: every booking has two sides that sum to nought, is
 * written whole or not at all, and is never changed; a wallet never holds less than nothing, however many ask at once; a
 * reader pays for an article once; the same idempotency key books once. The database refuses the opposite by itself
 * (migration 0003): balances follow from entries, sums are looked at when a transaction ends. Who may buy what, and for
 * how much, is the caller's decision.
 */
import { createHash, randomInt, randomUUID } from 'node:crypto'
import type { ArticlePurchase, Booking, BookingKind } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { countLapsed, decidePurchase, isCreditable } from '@lokalteil/domain/commerce/wallet'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { problem, type Refusal } from '../../platform/serve.ts'
import type { SubscriptionDb } from '../schema.ts'

/** `issued`: coins that came into the world, so always below nought. */
export type Account = 'wallet' | 'issued' | 'articles' | 'expired'

export type CoinOwner = { mandator: Mandator; customerId: string }
export type NewGrant = CoinOwner & {
  kind: 'purchase' | 'grant'
  count: number
  subject: Booking['subject']
  reason: string
  idempotencyKey: string
  expiresOn?: string | null
}
export type NewPurchase = CoinOwner & {
  articleId: string
  title: string
  path: string
  price: number
  idempotencyKey?: string
}
export type Bought = { availableCreditCount: number; boughtAt: string; receiptNumber: string; isNew: boolean }

type NewBooking = CoinOwner & {
  kind: BookingKind
  subject: Booking['subject']
  reason: string
  idempotencyKey: string
  expiresOn?: string | null
  refunds?: string
  /** Wallet first; the other side is its opposite. */
  amount: number
  against: Exclude<Account, 'wallet'>
}

/** Nothing that is taken for something else on the telephone. */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679'
const AT_ONCE = 200

export type Ledger = ReturnType<typeof createLedger>

export function createLedger({ database, now }: { database: Database; now: () => Date }) {
  const db = database.db as SubscriptionDb

  const inTransaction = <T>(work: (within: SubscriptionDb) => Promise<T>): Promise<T> => db.transaction().execute(work)

  async function openWallet({ mandator, customerId }: CoinOwner, within: SubscriptionDb): Promise<void> {
    await within
      .insertInto('subscription.wallets')
      .values({ mandator, customer_id: customerId, balance: 0, opened_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Locked until the transaction ends: whoever books for one reader does it one after the other. Null: no wallet. */
  async function lockBalance({ mandator, customerId }: CoinOwner, within: SubscriptionDb): Promise<number | null> {
    const row = await within
      .selectFrom('subscription.wallets')
      .select('balance')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    return row?.balance ?? null
  }

  /** Null when the key was used before. */
  async function book(booking: NewBooking, within: SubscriptionDb): Promise<string | null> {
    const { mandator, customerId, idempotencyKey } = booking
    const at = now()
    for (let attempt = 0; attempt < 5; attempt++) {
      const added = await within
        .insertInto('subscription.bookings')
        .values({
          receipt_number: toReceiptNumber(at),
          mandator,
          customer_id: customerId,
          kind: booking.kind,
          subject: JSON.stringify(booking.subject),
          reason: booking.reason,
          expires_on: booking.expiresOn ?? null,
          refunds: booking.refunds ?? null,
          idempotency_key: idempotencyKey,
          digest: digestOf(booking),
          booked_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('receipt_number')
        .executeTakeFirst()
      if (added !== undefined) {
        await within
          .insertInto('subscription.entries')
          .values([
            {
              receipt_number: added.receipt_number,
              mandator,
              account: 'wallet',
              customer_id: customerId,
              amount: booking.amount,
            },
            {
              receipt_number: added.receipt_number,
              mandator,
              account: booking.against,
              customer_id: null,
              amount: -booking.amount,
            },
          ])
          .execute()
        return added.receipt_number
      }
      if ((await findByKey(mandator, idempotencyKey, within)) !== null) return null
      // Refunded by somebody else, or a receipt number that was taken.
      if (booking.refunds !== undefined && (await isRefunded(booking.refunds, within))) return null
    }
    throw new Error('No receipt number was free')
  }

  async function findByKey(
    mandator: Mandator,
    idempotencyKey: string,
    within: SubscriptionDb,
  ): Promise<{ receiptNumber: string; digest: string } | null> {
    const row = await within
      .selectFrom('subscription.bookings')
      .select(['receipt_number', 'digest'])
      .where('mandator', '=', mandator)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst()
    return row === undefined ? null : { receiptNumber: row.receipt_number, digest: row.digest }
  }

  async function isRefunded(receiptNumber: string, within: SubscriptionDb): Promise<boolean> {
    return (
      (await within
        .selectFrom('subscription.bookings')
        .select('receipt_number')
        .where('refunds', '=', receiptNumber)
        .executeTakeFirst()) !== undefined
    )
  }

  const ofBookings = (within: SubscriptionDb) =>
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

  async function getBooking(
    mandator: Mandator,
    receiptNumber: string,
    within: SubscriptionDb = db,
  ): Promise<(Booking & { customerId: string }) | null> {
    const row = await ofBookings(within)
      .where('b.mandator', '=', mandator)
      .where('b.receipt_number', '=', receiptNumber)
      .executeTakeFirst()
    return row === undefined ? null : { ...toBooking(row), customerId: row.customer_id }
  }

  /** Null when this key booked something else. */
  async function getBooked(booking: NewBooking, within: SubscriptionDb): Promise<Booking | null> {
    const found = await findByKey(booking.mandator, booking.idempotencyKey, within)
    // What was carried over from before the ledger has none.
    return found === null || (found.digest !== '' && found.digest !== digestOf(booking))
      ? null
      : getBooking(booking.mandator, found.receiptNumber, within)
  }

  async function grant(given: NewGrant, within: SubscriptionDb): Promise<Booking | Refusal> {
    if (!Number.isInteger(given.count) || given.count < 1) throw new Error('Coins are granted by whole ones')
    await openWallet(given, within)
    await lockBalance(given, within)
    const { count, ...rest } = given
    const booking: NewBooking = { ...rest, amount: count, against: 'issued' }
    await book(booking, within)
    return (await getBooked(booking, within)) ?? keyUsed()
  }

  async function buyWithin(purchase: NewPurchase, within: SubscriptionDb): Promise<Bought | Refusal> {
    const { mandator, customerId, articleId, title, path, price } = purchase
    const balance = await lockBalance(purchase, within)
    if (balance === null) return problem(404, 'NO_WALLET', 'The reader has no coins')
    const before = await within
      .selectFrom('subscription.article_purchases')
      .select(['receipt_number', 'bought_at'])
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .where('article_id', '=', articleId)
      .executeTakeFirst()
    const key = purchase.idempotencyKey === undefined ? null : `article ${customerId} ${purchase.idempotencyKey}`
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
        const receiptNumber = await book(
          {
            mandator,
            customerId,
            kind: 'article',
            subject: { articleId, title, path },
            reason: 'Artikel gekauft',
            idempotencyKey: key ?? `article ${randomUUID()}`,
            amount: -price,
            against: 'articles',
          },
          within,
        )
        // What the key has bought was another article, or was refunded since.
        if (receiptNumber === null) return keyUsed()
        const boughtAt = now()
        await within
          .insertInto('subscription.article_purchases')
          .values({
            mandator,
            customer_id: customerId,
            article_id: articleId,
            receipt_number: receiptNumber,
            title,
            path,
            coins: price,
            bought_at: boughtAt,
            credited_at: null,
          })
          .execute()
        return { availableCreditCount: balance - price, boughtAt: boughtAt.toISOString(), receiptNumber, isNew: true }
      }
    }
  }

  async function refundWithin(
    mandator: Mandator,
    receiptNumber: string,
    reason: string,
    within: SubscriptionDb,
  ): Promise<Booking | Refusal> {
    const given = await getBooking(mandator, receiptNumber, within)
    if (given === null) return problem(404, 'NOT_FOUND', 'No such receipt')
    const { customerId, kind, amount } = given
    if (kind !== 'purchase' && kind !== 'grant' && kind !== 'article')
      return problem(409, 'NOT_REFUNDABLE', 'Only coins and articles can be given back')
    const balance = (await lockBalance({ mandator, customerId }, within)) ?? 0
    const booking: NewBooking = {
      mandator,
      customerId,
      kind: 'refund',
      subject: given.subject,
      reason,
      refunds: receiptNumber,
      idempotencyKey: `refund ${receiptNumber}`,
      amount: -amount,
      against: kind === 'article' ? 'articles' : 'issued',
    }
    const earlier = await findByKey(mandator, booking.idempotencyKey, within)
    if (earlier !== null) return (await getBooking(mandator, earlier.receiptNumber, within))!
    if (balance - amount < 0) return problem(409, 'SPENT', 'The coins have been spent')
    if (kind === 'article') {
      const gone = await within
        .deleteFrom('subscription.article_purchases')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .where('receipt_number', '=', receiptNumber)
        .where('credited_at', 'is', null)
        .executeTakeFirst()
      if (gone.numDeletedRows === 0n)
        return problem(409, 'CREDITED', 'The coins of this article were given back with a subscription')
    }
    const number = await book(booking, within)
    return (await getBooking(mandator, number ?? '', within)) ?? keyUsed()
  }

  /** Takes what is left of lapsed lots out of one wallet. */
  async function expireWallet(owner: CoinOwner, today: string, within: SubscriptionDb): Promise<number> {
    const balance = (await lockBalance(owner, within)) ?? 0
    const rows = await ofBookings(within)
      .where('b.mandator', '=', owner.mandator)
      .where('b.customer_id', '=', owner.customerId)
      .orderBy('b.sequence')
      .execute()
    const refunded = new Set(rows.map(({ refunds }) => refunds))
    // A lot that was taken back as a whole is no lot, and taking it back spent nothing.
    const lots = rows
      .filter(({ amount, receipt_number }) => amount > 0 && !refunded.has(receipt_number))
      .map(({ amount, expires_on }) => ({ count: amount, expiresOn: expires_on }))
    const spent = lots.reduce((sum, { count }) => sum + count, 0) - balance
    const lapsed = Math.min(balance, countLapsed(lots, spent, today))
    if (lapsed > 0)
      await book(
        {
          ...owner,
          kind: 'expiry',
          subject: {},
          reason: 'Coins verfallen',
          idempotencyKey: `expiry ${owner.customerId} ${today} ${randomUUID()}`,
          amount: -lapsed,
          against: 'expired',
        },
        within,
      )
    return lapsed
  }

  return {
    /** Coins that were paid for or given; the same key with the same content is one booking. */
    grant: (given: NewGrant, within?: SubscriptionDb): Promise<Booking | Refusal> =>
      within === undefined ? inTransaction((own) => grant(given, own)) : grant(given, within),

    buyArticle: (purchase: NewPurchase): Promise<Bought | Refusal> =>
      inTransaction((within) => buyWithin(purchase, within)),

    /** A second time: the same booking again. An article given back is locked again. */
    refund: (mandator: Mandator, receiptNumber: string, reason: string): Promise<Booking | Refusal> =>
      inTransaction((within) => refundWithin(mandator, receiptNumber, reason, within)),

    /** Gives back what was spent on articles in the last 30 days; once for each of them. Null: nothing was. */
    async creditSpent(
      owner: CoinOwner,
      subscription: { subscriptionId: string; name: string },
      within: SubscriptionDb,
    ): Promise<Booking | null> {
      if ((await lockBalance(owner, within)) === null) return null
      const at = now()
      const rows = await within
        .selectFrom('subscription.article_purchases')
        .select(['article_id', 'coins', 'bought_at', 'credited_at'])
        .where('mandator', '=', owner.mandator)
        .where('customer_id', '=', owner.customerId)
        .execute()
      const credited = rows.filter(({ bought_at, credited_at }) =>
        isCreditable({ boughtAt: bought_at, isCredited: credited_at !== null }, at),
      )
      if (credited.length === 0) return null
      const coins = credited.reduce((sum, row) => sum + row.coins, 0)
      const booking: NewBooking = {
        ...owner,
        kind: 'credit',
        subject: subscription,
        reason: 'Gutschrift zum Abo',
        idempotencyKey: `credit ${owner.customerId} ${subscription.subscriptionId}`,
        amount: coins,
        against: 'articles',
      }
      const number = await book(booking, within)
      if (number === null) return null
      await within
        .updateTable('subscription.article_purchases')
        .set({ credited_at: at })
        .where('mandator', '=', owner.mandator)
        .where('customer_id', '=', owner.customerId)
        .where(
          'article_id',
          'in',
          credited.map(({ article_id }) => article_id),
        )
        .execute()
      return getBooking(owner.mandator, number, within)
    },

    /** Coins whose last day is over, in every wallet of the publication, each in a transaction of its own. */
    async expire(mandator: Mandator): Promise<{ wallets: number; coins: number }> {
      const today = toDayKey(now())
      const rows = await db
        .selectFrom('subscription.bookings as b')
        .innerJoin('subscription.wallets as w', (join) =>
          join.onRef('w.mandator', '=', 'b.mandator').onRef('w.customer_id', '=', 'b.customer_id'),
        )
        .select('b.customer_id')
        .distinct()
        .where('b.mandator', '=', mandator)
        .where('b.expires_on', '<', today)
        .where('w.balance', '>', 0)
        .execute()
      const found = { wallets: 0, coins: 0 }
      for (const { customer_id } of rows) {
        const lapsed = await inTransaction((within) =>
          expireWallet({ mandator, customerId: customer_id }, today, within),
        )
        if (lapsed === 0) continue
        found.wallets++
        found.coins += lapsed
      }
      return found
    },

    /** Before a customer loses the name: what is left lapses, what was bought is open to nobody. False: never had coins. */
    async close(owner: CoinOwner, within: SubscriptionDb): Promise<boolean> {
      const balance = await lockBalance(owner, within)
      if (balance === null) return false
      if (balance > 0)
        await book(
          {
            ...owner,
            kind: 'expiry',
            subject: {},
            reason: 'Konto gelöscht',
            idempotencyKey: `close ${owner.customerId}`,
            amount: -balance,
            against: 'expired',
          },
          within,
        )
      await within
        .deleteFrom('subscription.article_purchases')
        .where('mandator', '=', owner.mandator)
        .where('customer_id', '=', owner.customerId)
        .execute()
      return true
    },

    /** Null: never had coins. */
    async getBalance({ mandator, customerId }: CoinOwner): Promise<number | null> {
      const row = await db
        .selectFrom('subscription.wallets')
        .select('balance')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      return row?.balance ?? null
    },

    getBooking,

    /** Newest first. */
    async listBookings({ mandator, customerId }: CoinOwner, limit = AT_ONCE): Promise<Booking[]> {
      const rows = await ofBookings(db)
        .where('b.mandator', '=', mandator)
        .where('b.customer_id', '=', customerId)
        .orderBy('b.sequence', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toBooking)
    },

    /** Newest first. */
    async listPurchases({ mandator, customerId }: CoinOwner, limit: number): Promise<ArticlePurchase[]> {
      const rows = await db
        .selectFrom('subscription.article_purchases')
        .selectAll()
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .orderBy('bought_at', 'desc')
        .orderBy('receipt_number')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        articleId: row.article_id,
        title: row.title,
        path: row.path,
        coins: row.coins,
        receiptNumber: row.receipt_number,
        boughtAt: row.bought_at.toISOString(),
      }))
    },

    /** When these were bought; what was not is absent. */
    async findPurchases(
      { mandator, customerId }: CoinOwner,
      articleIds: readonly string[],
    ): Promise<Map<string, Date>> {
      if (articleIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('subscription.article_purchases')
        .select(['article_id', 'bought_at'])
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .where('article_id', 'in', [...articleIds])
        .execute()
      return new Map(rows.map(({ article_id, bought_at }) => [article_id, bought_at]))
    },

    /** The books of one publication as they stand; `faults` names what must never be. */
    async check(
      mandator: Mandator,
    ): Promise<{ bookings: number; accounts: Record<Account, number>; faults: string[] }> {
      const { rows } = await sql<{
        account: Account
        total: number | string
      }>`select account, sum(amount) as total from subscription.entries where mandator = ${mandator} group by account`.execute(
        db,
      )
      const accounts: Record<Account, number> = { wallet: 0, issued: 0, articles: 0, expired: 0 }
      for (const { account, total } of rows) accounts[account] = Number(total)
      const { rows: wrong } = await sql<{ fault: string }>`
        select 'wallet ' || w.customer_id || ' holds ' || w.balance || ', its entries say ' || coalesce(e.total, 0) as fault
        from subscription.wallets w
        left join (select customer_id, sum(amount) as total from subscription.entries where mandator = ${mandator} and customer_id is not null group by customer_id) e using (customer_id)
        where w.mandator = ${mandator} and w.balance <> coalesce(e.total, 0)
        union all
        select 'booking ' || b.receipt_number || ' sums to ' || coalesce(sum(e.amount), 0)
        from subscription.bookings b left join subscription.entries e using (receipt_number)
        where b.mandator = ${mandator} group by b.receipt_number having coalesce(sum(e.amount), 0) <> 0 or count(e.*) <> 2
        union all
        select 'article ' || p.article_id || ' of ' || p.customer_id || ' was never paid'
        from subscription.article_purchases p left join subscription.entries e on e.receipt_number = p.receipt_number and e.account = 'articles'
        where p.mandator = ${mandator} and e.amount is distinct from p.coins
        limit 50`.execute(db)
      const sum = Object.values(accounts).reduce((total, amount) => total + amount, 0)
      const { count } = await db
        .selectFrom('subscription.bookings')
        .select((eb) => eb.fn.countAll<number | string>().as('count'))
        .where('mandator', '=', mandator)
        .executeTakeFirstOrThrow()
      return {
        bookings: Number(count),
        accounts,
        faults: [...(sum === 0 ? [] : [`all entries sum to ${sum}`]), ...wrong.map(({ fault }) => fault)],
      }
    },
  }
}

function keyUsed(): Refusal {
  return problem(409, 'KEY_USED', 'The idempotency key has booked something else')
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

function toReceiptNumber(at: Date): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `B-${toDayKey(at).slice(0, 4)}-${four()}-${four()}`
}

function digestOf({ kind, customerId, subject, amount }: NewBooking): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, customerId, subject, amount]))
    .digest('base64url')
}

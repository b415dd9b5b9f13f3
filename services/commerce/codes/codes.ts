/**
 * Codes a publisher gives away: access for some months, coins, or something off an order. Promises: a code is used no more
 * often than it has uses and once by a reader, however many ask at once; what it opens ends by itself and never costs
 * anything; what it grants was fixed when it was made. Whoever guesses learns nothing: unknown, used, expired and revoked
 * are one answer, after five tries nobody is answered for a while.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { CodeBatch, CodeState, NewGrant, Redeemed } from '@lokalteil/contracts/codes'
import type { Subscription } from '@lokalteil/contracts/commerce'
import {
  CODE_ATTEMPTS,
  createCode,
  decideAccess,
  formatCode,
  toCode,
  type CodeGrant,
  type CodeKind,
  type GrantedAccess,
} from '@lokalteil/domain/commerce/codes'
import { toDayKey } from '@lokalteil/domain/german'
import type { Voucher } from '@lokalteil/domain/commerce/orders'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { CoinOwner, Ledger } from '../coins/ledger.ts'
import type { SubscriptionDb } from '../schema.ts'
import type { SubscriptionStore } from '../store.ts'

export type NewCodes = {
  batch: string
  grants: NewGrant
  count: number
  uses: number
  validUntil: string | null
  code?: string | undefined
}
export type Attempt = { code: string; requester: string; idempotencyKey?: string | undefined }

/** A code that can be used today, its row locked if it was asked for within a transaction. */
type UsableCode = { code: string; grant: CodeGrant }

/** Rows of one statement. */
const AT_ONCE = 1000

export type Codes = ReturnType<typeof createCodes>

export function createCodes({
  database,
  store,
  ledger,
  now,
}: {
  database: Database
  store: SubscriptionStore
  ledger: Ledger
  now: () => Date
}) {
  const db = database.db as SubscriptionDb

  /** Counted whether it succeeds or not. */
  async function mayTry(mandator: Mandator, customerId: string, requester: string): Promise<boolean> {
    const [at, { count, windowMs }] = [now(), CODE_ATTEMPTS]
    return (
      (await store.count(`code ${mandator} ${customerId}`, at, windowMs, count)) &&
      (await store.count(`code-from ${mandator} ${requester}`, at, windowMs, count))
    )
  }

  /** Null for everything that is wrong with a code. */
  async function findUsable(
    mandator: Mandator,
    typed: string,
    within: SubscriptionDb | null,
  ): Promise<UsableCode | null> {
    const code = toCode(typed)
    if (code === null) return null
    const one = (within ?? db)
      .selectFrom('subscription.codes')
      .select(['batch', 'uses_left', 'revoked_at'])
      .where('mandator', '=', mandator)
      .where('code', '=', code)
    // Of two at once the second waits here and then sees what the first has left.
    const row = await (within === null ? one : one.forUpdate()).executeTakeFirst()
    if (row === undefined || row.uses_left < 1 || row.revoked_at !== null) return null
    const batch = await (within ?? db)
      .selectFrom('subscription.code_batches')
      .select(['grants', 'valid_until'])
      .where('mandator', '=', mandator)
      .where('batch', '=', row.batch)
      .executeTakeFirstOrThrow()
    return batch.valid_until !== null && batch.valid_until < toDayKey(now())
      ? null
      : { code, grant: batch.grants as CodeGrant }
  }

  async function getGrant(mandator: Mandator, code: string, within: SubscriptionDb): Promise<CodeGrant> {
    const { grants } = await within
      .selectFrom('subscription.codes as c')
      .innerJoin('subscription.code_batches as b', (join) =>
        join.onRef('b.mandator', '=', 'c.mandator').onRef('b.batch', '=', 'c.batch'),
      )
      .select('b.grants')
      .where('c.mandator', '=', mandator)
      .where('c.code', '=', code)
      .executeTakeFirstOrThrow()
    return grants as CodeGrant
  }

  async function getRedemption(mandator: Mandator, code: string, customerId: string, within: SubscriptionDb) {
    return within
      .selectFrom('subscription.redemptions')
      .select(['idempotency_key', 'subscription_id', 'order_number'])
      .where('mandator', '=', mandator)
      .where('code', '=', code)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
  }

  /** Takes one use; the caller holds the code's lock. */
  async function take(
    { mandator, customerId }: CoinOwner,
    code: string,
    more: { idempotencyKey?: string | undefined; subscriptionId?: string; orderNumber?: string },
    within: SubscriptionDb,
  ): Promise<void> {
    await within
      .updateTable('subscription.codes')
      .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
      .where('mandator', '=', mandator)
      .where('code', '=', code)
      .execute()
    await within
      .insertInto('subscription.redemptions')
      .values({
        mandator,
        code,
        customer_id: customerId,
        idempotency_key: more.idempotencyKey ?? null,
        subscription_id: more.subscriptionId ?? null,
        order_number: more.orderNumber ?? null,
        redeemed_at: now(),
      })
      .execute()
  }

  async function redeemWithin(owner: CoinOwner, attempt: Attempt, within: SubscriptionDb): Promise<Redeemed | Refusal> {
    const { mandator, customerId } = owner
    // Two codes of one reader come one after the other, so that their months do.
    await within
      .selectFrom('subscription.customers')
      .select('customer_id')
      .where('mandator', '=', mandator)
      .where('customer_id', '=', customerId)
      .forNoKeyUpdate()
      .execute()
    const repeated = await getRepeated(owner, attempt, within)
    if (repeated !== null) return repeated
    const found = await findUsable(mandator, attempt.code, within)
    if (found === null) return invalidCode()
    const { code, grant } = found
    if ((await getRedemption(mandator, code, customerId, within)) !== undefined) return invalidCode()
    switch (grant.kind) {
      case 'voucher':
        return grant
      case 'coins': {
        await take(owner, code, attempt, within)
        const booked = await ledger.grant(
          {
            ...owner,
            kind: 'grant',
            count: grant.count,
            subject: {},
            reason: 'Code eingelöst',
            idempotencyKey: `code ${code} ${customerId}`,
          },
          within,
        )
        if (isRefusal(booked)) throw new Error('Coins of a code could not be booked')
        return grant
      }
      case 'access': {
        const { access } = grant
        const when = decideAccess(access, await store.listSubscriptions(mandator, customerId, within), toDayKey(now()))
        if (when.kind === 'has-it')
          return problem(409, 'HAS_IT', 'A subscription of this reader opens all of it already')
        const subscriptionId = `code-${randomUUID()}`
        await take(owner, code, { ...attempt, subscriptionId }, within)
        await addAccess(owner, subscriptionId, access, when, within)
        return { kind: 'access', productName: access.productName, startsOn: when.startsOn, endsOn: when.endsOn }
      }
    }
  }

  /** Nothing is ever due for it: no price, no renewal, nothing to pay with. */
  async function addAccess(
    { mandator, customerId }: CoinOwner,
    id: string,
    access: GrantedAccess,
    { startsOn, endsOn }: { startsOn: string; endsOn: string },
    within: SubscriptionDb,
  ): Promise<void> {
    const { kind, productName, offerId, months } = access
    const subscription: Subscription = {
      id,
      kind,
      productName,
      state: 'active',
      roles: [...access.roles],
      coins: null,
      priceCents: 0,
      periodMonths: null,
      trial: null,
      startsOn,
      endsOn,
      resumesOn: null,
    }
    if (!(await store.saveSubscription(mandator, customerId, subscription, now(), within)))
      throw new Error('A new subscription is another customer’s')
    await within
      .updateTable('subscription.subscriptions')
      .set({ offer_id: offerId, term_months: months, renewal: 'none' })
      .where('mandator', '=', mandator)
      .where('id', '=', id)
      .execute()
  }

  /** The answer of a call whose key this is; null: there was none. */
  async function getRepeated(
    { mandator, customerId }: CoinOwner,
    { code: typed, idempotencyKey }: Attempt,
    within: SubscriptionDb,
  ): Promise<Redeemed | null> {
    const code = toCode(typed)
    if (code === null || idempotencyKey === undefined) return null
    const before = await getRedemption(mandator, code, customerId, within)
    if (before === undefined || before.idempotency_key !== idempotencyKey) return null
    const grant = await getGrant(mandator, code, within)
    if (grant.kind !== 'access') return grant
    const subscription =
      before.subscription_id === null ? null : await store.getSubscription(mandator, before.subscription_id, within)
    return subscription === null
      ? null
      : {
          kind: 'access',
          productName: subscription.productName,
          startsOn: subscription.startsOn,
          endsOn: subscription.endsOn ?? subscription.startsOn,
        }
  }

  async function toGrant(mandator: Mandator, grants: NewGrant): Promise<CodeGrant | null> {
    if (grants.kind !== 'access') return grants
    const offer = await store.getOffer(mandator, grants.offerId)
    if (offer === null || offer.kind === 'coins' || offer.roles.length === 0) return null
    return {
      kind: 'access',
      access: {
        offerId: offer.id,
        productName: offer.name,
        kind: offer.kind,
        roles: offer.roles,
        months: grants.months,
      },
    }
  }

  /** False when one of them is there already. */
  async function addCodes(
    mandator: Mandator,
    batch: string,
    codes: readonly string[],
    uses: number,
    within: SubscriptionDb,
  ): Promise<boolean> {
    const rows = codes.map((code) => ({ mandator, code, batch, uses_left: uses, revoked_at: null }))
    const added = await within
      .insertInto('subscription.codes')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .execute()
    return added.length === rows.length
  }

  return {
    /** For whoever takes a code elsewhere, e.g. with an order: false after too many tries. */
    mayTry,

    async redeem(owner: CoinOwner, attempt: Attempt): Promise<Redeemed | Refusal> {
      if (!(await mayTry(owner.mandator, owner.customerId, attempt.requester)))
        return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many codes in a short time', {
          'retry-after': String(CODE_ATTEMPTS.windowMs / 1000),
        })
      return store.inTransaction((within) => redeemWithin(owner, attempt, within))
    },

    // --- Vouchers, for orders

    /** Null: not one that can be used today. The caller limits how often it asks for one reader, see `mayTry`. */
    async getVoucher(mandator: Mandator, code: string): Promise<Voucher | null> {
      const found = await findUsable(mandator, code, null)
      return found?.grant.kind === 'voucher' ? found.grant.voucher : null
    },

    /** Takes one use for this order; the same order again: the same voucher, taken once. Null: somebody was faster, or this reader has used it. */
    async useVoucher(
      mandator: Mandator,
      code: string,
      customerId: string,
      orderNumber: string,
      within: SubscriptionDb,
    ): Promise<Voucher | null> {
      const known = toCode(code)
      const found = await findUsable(mandator, code, within)
      const before = known === null ? undefined : await getRedemption(mandator, known, customerId, within)
      if (known !== null && before?.order_number === orderNumber) {
        const grant = await getGrant(mandator, known, within)
        return grant.kind === 'voucher' ? grant.voucher : null
      }
      if (found?.grant.kind !== 'voucher' || before !== undefined) return null
      await take({ mandator, customerId }, found.code, { orderNumber }, within)
      return found.grant.voucher
    },

    /** Of an order that came to nothing: the code can be used again. */
    async releaseVoucher(mandator: Mandator, orderNumber: string, within: SubscriptionDb): Promise<void> {
      const released = await within
        .deleteFrom('subscription.redemptions')
        .where('mandator', '=', mandator)
        .where('order_number', '=', orderNumber)
        .returning('code')
        .execute()
      for (const { code } of released)
        await within
          .updateTable('subscription.codes')
          .set((eb) => ({ uses_left: eb('uses_left', '+', 1) }))
          .where('mandator', '=', mandator)
          .where('code', '=', code)
          .execute()
    },

    // --- For the publisher

    async create(
      mandator: Mandator,
      { batch, grants, count, uses, validUntil, code }: NewCodes,
    ): Promise<{ batch: string; codes: string[] } | Refusal> {
      const grant = await toGrant(mandator, grants)
      if (grant === null) return problem(422, 'NO_SUCH_OFFER', 'No such subscription can be ordered')
      const own = code === undefined ? null : toCode(code)
      if (code !== undefined && (own === null || count !== 1))
        return problem(
          422,
          'INVALID_CODE',
          'A code is two to four groups of four letters or digits, and there is one of it',
        )
      const isTaken =
        own !== null &&
        (await db
          .selectFrom('subscription.codes')
          .select('code')
          .where('mandator', '=', mandator)
          .where('code', '=', own)
          .executeTakeFirst()) !== undefined
      if (isTaken) return problem(409, 'EXISTS', 'The code is there already')
      return store.inTransaction(async (within) => {
        const added = await within
          .insertInto('subscription.code_batches')
          .values({
            mandator,
            batch,
            kind: grant.kind,
            grants: JSON.stringify(grant),
            uses,
            valid_until: validUntil,
            created_at: now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('batch')
          .executeTakeFirst()
        if (added === undefined) return problem(409, 'EXISTS', 'A batch of that name is there already')
        const codes = own === null ? listNewCodes(count) : [own]
        for (let start = 0; start < codes.length; start += AT_ONCE) {
          // By chance never; a chosen one was looked for a moment ago.
          if (!(await addCodes(mandator, batch, codes.slice(start, start + AT_ONCE), uses, within)))
            throw new Error('A code is there already')
        }
        return { batch, codes: codes.map(formatCode) }
      })
    },

    /** Newest first. */
    async listBatches(mandator: Mandator): Promise<CodeBatch[]> {
      const { rows } = await sql<{
        batch: string
        kind: CodeKind
        grants: CodeGrant
        uses: number
        valid_until: string | null
        created_at: Date
        codes: number | string
        revoked: number | string
        redeemed: number | string
      }>`
        select b.batch, b.kind, b.grants, b.uses, b.valid_until, b.created_at,
          (select count(*) from subscription.codes c where c.mandator = b.mandator and c.batch = b.batch) as codes,
          (select count(*) from subscription.codes c where c.mandator = b.mandator and c.batch = b.batch and c.revoked_at is not null) as revoked,
          (select coalesce(sum(b.uses - c.uses_left), 0) from subscription.codes c where c.mandator = b.mandator and c.batch = b.batch) as redeemed
        from subscription.code_batches b where b.mandator = ${mandator} order by b.created_at desc, b.batch`.execute(db)
      return rows.map((row) => ({
        batch: row.batch,
        kind: row.kind,
        grants: describeGrant(row.grants),
        codes: Number(row.codes),
        uses: row.uses,
        redeemed: Number(row.redeemed),
        revoked: Number(row.revoked),
        validUntil: row.valid_until,
        createdAt: row.created_at.toISOString(),
      }))
    },

    async list(mandator: Mandator, batch: string): Promise<CodeState[] | Refusal> {
      const rows = await db
        .selectFrom('subscription.codes')
        .select(['code', 'uses_left', 'revoked_at'])
        .where('mandator', '=', mandator)
        .where('batch', '=', batch)
        .orderBy('code')
        .execute()
      if (rows.length === 0) return problem(404, 'NOT_FOUND', 'No such batch')
      return rows.map(({ code, uses_left, revoked_at }) => ({
        code: formatCode(code),
        usesLeft: uses_left,
        isRevoked: revoked_at !== null,
      }))
    },

    /** A second time: nothing more to revoke. */
    async revoke(mandator: Mandator, batchOrCode: string): Promise<{ revoked: number } | Refusal> {
      const code = toCode(batchOrCode)
      const chosen = await db
        .selectFrom('subscription.codes')
        .select('code')
        .where('mandator', '=', mandator)
        .where((eb) => eb.or([eb('batch', '=', batchOrCode), ...(code === null ? [] : [eb('code', '=', code)])]))
        .limit(1)
        .executeTakeFirst()
      if (chosen === undefined) return problem(404, 'NOT_FOUND', 'No such batch, and no such code')
      const revoked = await db
        .updateTable('subscription.codes')
        .set({ revoked_at: now() })
        .where('mandator', '=', mandator)
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('batch', '=', batchOrCode), ...(code === null ? [] : [eb('code', '=', code)])]))
        .executeTakeFirst()
      return { revoked: Number(revoked.numUpdatedRows) }
    },

    // --- For export and erasure

    async readOf({
      mandator,
      customerId,
    }: CoinOwner): Promise<{ code: string; redeemedAt: Date; orderNumber: string | null }[]> {
      const rows = await db
        .selectFrom('subscription.redemptions')
        .select(['code', 'redeemed_at', 'order_number'])
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .orderBy('redeemed_at')
        .execute()
      return rows.map(({ code, redeemed_at, order_number }) => ({
        code: formatCode(code),
        redeemedAt: redeemed_at,
        orderNumber: order_number,
      }))
    },

    /** The uses stay used. */
    async eraseOf({ mandator, customerId }: CoinOwner, within: SubscriptionDb): Promise<void> {
      await within
        .deleteFrom('subscription.redemptions')
        .where('mandator', '=', mandator)
        .where('customer_id', '=', customerId)
        .execute()
    },
  }
}

function invalidCode(): Refusal {
  return problem(422, 'INVALID_CODE', 'The code cannot be used')
}

function listNewCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(createCode((below) => randomInt(below)))
  return [...codes]
}

function describeGrant(grant: CodeGrant): string {
  switch (grant.kind) {
    case 'access':
      return `${grant.access.offerId}, ${grant.access.months} months`
    case 'coins':
      return `${grant.count} coins`
    case 'voucher':
      return `${grant.voucher.value} ${grant.voucher.kind === 'percent' ? '%' : 'cents'} off ${grant.voucher.periods} periods`
  }
}

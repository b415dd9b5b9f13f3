/** Queries on codes, their batches and redemptions. */
import type { CodeGrant, CodeKind } from '@lokalteil/domain/commerce/codes'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Owner } from '../customers/customer-store.ts'
import type { CommerceDb } from '../schema.ts'

/** Rows of one statement. */
const AT_ONCE = 1000

/** Row lock: a concurrent redemption waits here and then sees the remaining uses. */
export async function lockCode(publication: PublicationCode, code: string, within: CommerceDb) {
  return ofCode(publication, code, within).forUpdate().executeTakeFirst()
}

export async function findCode(publication: PublicationCode, code: string, within: CommerceDb) {
  return ofCode(publication, code, within).executeTakeFirst()
}

const ofCode = (publication: PublicationCode, code: string, within: CommerceDb) =>
  within
    .selectFrom('subscription.codes')
    .select(['batch', 'uses_left', 'revoked_at'])
    .where('mandator', '=', publication)
    .where('code', '=', code)

export async function getBatch(publication: PublicationCode, batch: string, within: CommerceDb) {
  return within
    .selectFrom('subscription.code_batches')
    .select(['grants', 'valid_until'])
    .where('mandator', '=', publication)
    .where('batch', '=', batch)
    .executeTakeFirstOrThrow()
}

export async function getGrant(publication: PublicationCode, code: string, within: CommerceDb): Promise<CodeGrant> {
  const { grants } = await within
    .selectFrom('subscription.codes as c')
    .innerJoin('subscription.code_batches as b', (join) =>
      join.onRef('b.mandator', '=', 'c.mandator').onRef('b.batch', '=', 'c.batch'),
    )
    .select('b.grants')
    .where('c.mandator', '=', publication)
    .where('c.code', '=', code)
    .executeTakeFirstOrThrow()
  return grants as CodeGrant
}

export async function findRedemption({ publication, customerId }: Owner, code: string, within: CommerceDb) {
  return within
    .selectFrom('subscription.redemptions')
    .select(['idempotency_key', 'subscription_id', 'order_number'])
    .where('mandator', '=', publication)
    .where('code', '=', code)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
}

/** Takes one use; the caller holds the code's lock. */
export async function takeCode(
  { publication, customerId }: Owner,
  code: string,
  more: { idempotencyKey?: string | undefined; subscriptionId?: string; orderNumber?: string },
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await changeUses(publication, code, -1, within)
  await within
    .insertInto('subscription.redemptions')
    .values({
      mandator: publication,
      code,
      customer_id: customerId,
      idempotency_key: more.idempotencyKey ?? null,
      subscription_id: more.subscriptionId ?? null,
      order_number: more.orderNumber ?? null,
      redeemed_at: now,
    })
    .execute()
}

/** Gives the uses of a failed order back. */
export async function releaseCodes(
  publication: PublicationCode,
  orderNumber: string,
  within: CommerceDb,
): Promise<void> {
  const released = await within
    .deleteFrom('subscription.redemptions')
    .where('mandator', '=', publication)
    .where('order_number', '=', orderNumber)
    .returning('code')
    .execute()
  for (const { code } of released) await changeUses(publication, code, 1, within)
}

async function changeUses(publication: PublicationCode, code: string, by: 1 | -1, within: CommerceDb): Promise<void> {
  await within
    .updateTable('subscription.codes')
    .set((eb) => ({ uses_left: eb('uses_left', '+', by) }))
    .where('mandator', '=', publication)
    .where('code', '=', code)
    .execute()
}

/** False: a batch of that name exists already. */
export async function addBatch(
  publication: PublicationCode,
  { batch, grant, uses, validUntil }: { batch: string; grant: CodeGrant; uses: number; validUntil: string | null },
  now: Date,
  within: CommerceDb,
): Promise<boolean> {
  const added = await within
    .insertInto('subscription.code_batches')
    .values({
      mandator: publication,
      batch,
      kind: grant.kind,
      grants: JSON.stringify(grant),
      uses,
      valid_until: validUntil,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('batch')
    .executeTakeFirst()
  return added !== undefined
}

/** False: one of the codes exists already. */
export async function addCodes(
  publication: PublicationCode,
  batch: string,
  codes: readonly string[],
  uses: number,
  within: CommerceDb,
): Promise<boolean> {
  for (let start = 0; start < codes.length; start += AT_ONCE) {
    const rows = codes
      .slice(start, start + AT_ONCE)
      .map((code) => ({ mandator: publication, code, batch, uses_left: uses, revoked_at: null }))
    const added = await within
      .insertInto('subscription.codes')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .returning('code')
      .execute()
    if (added.length < rows.length) return false
  }
  return true
}

/** Newest first, with the numbers of all, redeemed and revoked codes. */
export async function listBatches(publication: PublicationCode, within: CommerceDb) {
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
    from subscription.code_batches b where b.mandator = ${publication} order by b.created_at desc, b.batch`.execute(
    within,
  )
  return rows
}

export async function listCodes(publication: PublicationCode, batch: string, within: CommerceDb) {
  return within
    .selectFrom('subscription.codes')
    .select(['code', 'uses_left', 'revoked_at'])
    .where('mandator', '=', publication)
    .where('batch', '=', batch)
    .orderBy('code')
    .execute()
}

/** Revokes a batch by its name, or a single code; null: there is neither. Idempotent. */
export async function revokeCodes(
  publication: PublicationCode,
  batch: string,
  code: string | null,
  now: Date,
  within: CommerceDb,
): Promise<number | null> {
  const chosen = await within
    .selectFrom('subscription.codes')
    .select('code')
    .where('mandator', '=', publication)
    .where((eb) => eb.or([eb('batch', '=', batch), ...(code === null ? [] : [eb('code', '=', code)])]))
    .limit(1)
    .executeTakeFirst()
  if (chosen === undefined) return null
  const revoked = await within
    .updateTable('subscription.codes')
    .set({ revoked_at: now })
    .where('mandator', '=', publication)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('batch', '=', batch), ...(code === null ? [] : [eb('code', '=', code)])]))
    .executeTakeFirst()
  return Number(revoked.numUpdatedRows)
}

/** Oldest first. */
export async function listRedemptions({ publication, customerId }: Owner, within: CommerceDb) {
  return within
    .selectFrom('subscription.redemptions')
    .select(['code', 'redeemed_at', 'order_number'])
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .orderBy('redeemed_at')
    .execute()
}

/** Deletes the redemptions of a reader; the codes keep their number of uses left. */
export async function removeRedemptions({ publication, customerId }: Owner, within: CommerceDb): Promise<void> {
  await within
    .deleteFrom('subscription.redemptions')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .execute()
}

/**
 * Codes that a publisher gives away: access for some months, coins, or a voucher for an order. Promises: a code is never used
 * more often than it has uses, and once per reader, also under concurrent requests; its access ends by itself and is free.
 * Guessing is useless: unknown, used, expired and revoked codes get the same answer, with a rate limit of five attempts.
 */
import { randomUUID } from 'node:crypto'
import type { Redeemed } from '@lokalteil/contracts/commerce/codes'
import {
  CODE_ATTEMPTS,
  type CodeGrant,
  decideAccess,
  formatCode,
  type GrantedAccess,
  toCode,
} from '@lokalteil/domain/commerce/codes'
import type { Voucher } from '@lokalteil/domain/commerce/orders'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { grantCoins } from '../coins/ledger.ts'
import type { CommerceContext } from '../context.ts'
import { agreeAccess, getSubscription, listSubscriptions, saveSubscription } from '../contracts/subscription-store.ts'
import { type Owner, lockCustomerNoKey } from '../customers/customer-store.ts'
import type { CommerceDb } from '../schema.ts'
import { findCode, findRedemption, getBatch, getGrant, listRedemptions, lockCode, takeCode } from './code-store.ts'

export type Attempt = { code: string; requester: string; idempotencyKey?: string | undefined }

/** A code that can be used today. Its row is locked if `within` is a transaction. */
type UsableCode = { code: string; grant: CodeGrant }

export async function redeemCode(
  context: CommerceContext,
  owner: Owner,
  attempt: Attempt,
): Promise<Redeemed | Refusal> {
  if (!(await mayTry(context, owner, attempt.requester)))
    return problem(429, 'TOO_MANY_ATTEMPTS', 'Too many codes in a short time', {
      'retry-after': String(CODE_ATTEMPTS.windowMs / 1000),
    })
  return context.inTransaction((within) => redeemWithin(context, owner, attempt, within))
}

/** Rate limit of attempts, successful ones included. */
async function mayTry(
  { limiter }: CommerceContext,
  { publication, customerId }: Owner,
  requester: string,
): Promise<boolean> {
  const until = await limiter.take([
    { key: `code ${publication} ${customerId}`, budget: CODE_ATTEMPTS },
    { key: `code-from ${publication} ${requester}`, budget: CODE_ATTEMPTS },
  ])
  return until === null
}

async function redeemWithin(
  context: CommerceContext,
  owner: Owner,
  attempt: Attempt,
  within: CommerceDb,
): Promise<Redeemed | Refusal> {
  // One redemption of a reader at a time, so that the months of two codes do not overlap.
  await lockCustomerNoKey(owner, within)
  const repeated = await getRepeated(owner, attempt, within)
  if (repeated !== null) return repeated
  const found = await findUsable(context, owner.publication, attempt.code, within)
  if (found === null || (await findRedemption(owner, found.code, within)) !== undefined) return invalidCode()
  const { code, grant } = found
  switch (grant.kind) {
    case 'voucher':
      return grant
    case 'coins': {
      await takeCode(owner, code, attempt, context.now(), within)
      const booked = await grantCoins(
        context,
        {
          ...owner,
          kind: 'grant',
          count: grant.count,
          subject: {},
          reason: 'Code eingelöst',
          idempotencyKey: `code ${code} ${owner.customerId}`,
        },
        within,
      )
      if (isRefusal(booked)) throw new Error('Coins of a code could not be booked')
      return grant
    }
    case 'access':
      return redeemAccess(context, owner, { ...attempt, code }, grant.access, within)
  }
}

/** Null if the code cannot be used, for any reason. */
async function findUsable(
  context: CommerceContext,
  publication: PublicationCode,
  typed: string,
  within: CommerceDb | null,
): Promise<UsableCode | null> {
  const code = toCode(typed)
  if (code === null) return null
  const row = await (within === null ? findCode(publication, code, context.db) : lockCode(publication, code, within))
  if (row === undefined || row.uses_left < 1 || row.revoked_at !== null) return null
  const batch = await getBatch(publication, row.batch, within ?? context.db)
  return batch.valid_until !== null && batch.valid_until < context.today()
    ? null
    : { code, grant: batch.grants as CodeGrant }
}

/** Opens free access: no price, no renewal, no payment method. */
async function redeemAccess(
  context: CommerceContext,
  owner: Owner,
  attempt: Attempt,
  access: GrantedAccess,
  within: CommerceDb,
): Promise<Redeemed | Refusal> {
  const { publication, customerId } = owner
  const held = await listSubscriptions(publication, customerId, within)
  const when = decideAccess(access, held, context.today())
  if (when.kind === 'has-it') return problem(409, 'HAS_IT', 'A subscription of this reader opens all of it already')
  const { kind, productName, offerId, months, roles } = access
  const { startsOn, endsOn } = when
  const id = `code-${randomUUID()}`
  await takeCode(owner, attempt.code, { ...attempt, subscriptionId: id }, context.now(), within)
  const subscription = {
    id,
    kind,
    productName,
    state: 'active' as const,
    roles: [...roles],
    coins: null,
    priceCents: 0,
    periodMonths: null,
    trial: null,
    startsOn,
    endsOn,
    resumesOn: null,
  }
  if (!(await saveSubscription(publication, customerId, subscription, context.now(), within)))
    throw new Error('A new subscription is another customer’s')
  await agreeAccess(publication, id, offerId, months, within)
  return { kind: 'access', productName, startsOn, endsOn }
}

/** The answer to an earlier request with this idempotency key; null: there was none. */
async function getRepeated(
  owner: Owner,
  { code: typed, idempotencyKey }: Attempt,
  within: CommerceDb,
): Promise<Redeemed | null> {
  const { publication } = owner
  const code = toCode(typed)
  if (code === null || idempotencyKey === undefined) return null
  const before = await findRedemption(owner, code, within)
  if (before === undefined || before.idempotency_key !== idempotencyKey) return null
  const grant = await getGrant(publication, code, within)
  if (grant.kind !== 'access') return grant
  const subscription =
    before.subscription_id === null ? null : await getSubscription(publication, before.subscription_id, within)
  if (subscription === null) return null
  const { productName, startsOn, endsOn } = subscription
  return { kind: 'access', productName, startsOn, endsOn: endsOn ?? startsOn }
}

// --- Vouchers, for orders

/** Null: no voucher that can be used today. The caller must limit the rate of attempts. */
export async function getVoucher(
  context: CommerceContext,
  publication: PublicationCode,
  code: string,
): Promise<Voucher | null> {
  const found = await findUsable(context, publication, code, null)
  return found?.grant.kind === 'voucher' ? found.grant.voucher : null
}

/** Takes one use for this order, once per order. Null: the uses have run out, or this reader has used the voucher. */
export async function takeVoucher(
  context: CommerceContext,
  owner: Owner,
  code: string,
  orderNumber: string,
  within: CommerceDb,
): Promise<Voucher | null> {
  const known = toCode(code)
  const found = await findUsable(context, owner.publication, code, within)
  const before = known === null ? undefined : await findRedemption(owner, known, within)
  if (known !== null && before?.order_number === orderNumber) {
    const grant = await getGrant(owner.publication, known, within)
    return grant.kind === 'voucher' ? grant.voucher : null
  }
  if (found?.grant.kind !== 'voucher' || before !== undefined) return null
  await takeCode(owner, found.code, { orderNumber }, context.now(), within)
  return found.grant.voucher
}

/** Redeemed codes, for the export of personal data. */
export async function readCodesOf(context: CommerceContext, owner: Owner) {
  return (await listRedemptions(owner, context.db)).map(({ code, redeemed_at, order_number }) => ({
    code: formatCode(code),
    redeemedAt: redeemed_at,
    orderNumber: order_number,
  }))
}

function invalidCode(): Refusal {
  return problem(422, 'INVALID_CODE', 'The code cannot be used')
}

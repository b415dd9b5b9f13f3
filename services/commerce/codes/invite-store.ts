/** Queries on invitation links, and on the readers who came through them. */
import { randomBytes } from 'node:crypto'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Owner } from '../customers/customer-store.ts'
import { toWindowKey } from '../../platform/limits/table-windows.ts'
import type { CommerceDb } from '../schema.ts'

const ofLinks = ({ publication, customerId }: Owner, within: CommerceDb) =>
  within
    .selectFrom('subscription.invites')
    .select('token')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)

/** The token of the reader's link, created on first use. */
export async function openLink(owner: Owner, now: Date, within: CommerceDb): Promise<string> {
  const { publication, customerId } = owner
  const token = randomBytes(12).toString('base64url')
  await within
    .insertInto('subscription.invites')
    .values({ mandator: publication, token, customer_id: customerId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await ofLinks(owner, within).executeTakeFirstOrThrow()).token
}

export async function findLink(owner: Owner, within: CommerceDb): Promise<string | null> {
  return (await ofLinks(owner, within).executeTakeFirst())?.token ?? null
}

export async function lockLink(owner: Owner, within: CommerceDb): Promise<void> {
  await ofLinks(owner, within).forUpdate().execute()
}

/** Customer number of the link's owner; null: unknown link, or the account was erased. */
export async function findInviter(
  publication: PublicationCode,
  token: string,
  within: CommerceDb,
): Promise<string | null> {
  const inviter = await within
    .selectFrom('subscription.invites as i')
    .innerJoin('subscription.customers as c', (join) =>
      join.onRef('c.mandator', '=', 'i.mandator').onRef('c.customer_id', '=', 'i.customer_id'),
    )
    .select('i.customer_id')
    .where('i.mandator', '=', publication)
    .where('i.token', '=', token)
    .where('c.sub', 'is not', null)
    .executeTakeFirst()
  return inviter?.customer_id ?? null
}

export async function getCounter(bucket: string, within: CommerceDb) {
  return within
    .selectFrom('subscription.counters')
    .select(['count', 'started_at'])
    .where('bucket', '=', toWindowKey(bucket))
    .executeTakeFirst()
}

export async function countRewarded({ publication, customerId }: Owner, within: CommerceDb): Promise<number> {
  const { count } = await within
    .selectFrom('subscription.invited')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('mandator', '=', publication)
    .where('invited_by', '=', customerId)
    .where('rewarded_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasOrdered({ publication, customerId }: Owner, within: CommerceDb): Promise<boolean> {
  const order = await within
    .selectFrom('subscription.all_orders')
    .select('order_number')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('seller', 'is', null)
    .where('state', '=', 'completed')
    .limit(1)
    .executeTakeFirst()
  const paid = await within
    .selectFrom('subscription.subscriptions')
    .select('id')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('price_cents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined || paid !== undefined
}

/** Records who invited a friend; an earlier invitation stays. */
export async function addInvited(
  { publication, customerId }: Owner,
  invitedBy: string,
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .insertInto('subscription.invited')
    .values({
      mandator: publication,
      customer_id: customerId,
      invited_by: invitedBy,
      accepted_at: now,
      rewarded_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Customer number of the inviter who gets the coin; null: the reader was not invited, or the coin was given before. */
export async function markRewarded(
  publication: PublicationCode,
  customerId: string,
  now: Date,
  within: CommerceDb,
): Promise<string | null> {
  const invited = await within
    .updateTable('subscription.invited')
    .set({ rewarded_at: now })
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('rewarded_at', 'is', null)
    .returning('invited_by')
    .executeTakeFirst()
  return invited?.invited_by ?? null
}

export async function findAcceptance({ publication, customerId }: Owner, within: CommerceDb): Promise<Date | null> {
  const came = await within
    .selectFrom('subscription.invited')
    .select('accepted_at')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return came?.accepted_at ?? null
}

export async function removeInvitesOf({ publication, customerId }: Owner, within: CommerceDb): Promise<void> {
  await within
    .deleteFrom('subscription.invites')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .execute()
  await within
    .deleteFrom('subscription.invited')
    .where('mandator', '=', publication)
    .where((eb) => eb.or([eb('customer_id', '=', customerId), eb('invited_by', '=', customerId)]))
    .execute()
}

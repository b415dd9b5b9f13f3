/** Queries on articles and issues bought with coins. Always ask by kind and key: an article and an issue may share a key. */
import type { CommerceDb } from '../schema.ts'
import type { Owner } from '../customers/customer-store.ts'

export type BoughtKind = 'article' | 'issue'

/** An article or issue, with its title at the time of the purchase. */
export type Thing = { kind: BoughtKind; key: string; title: string; path: string }

type BoughtThing = Omit<Thing, 'kind'> & { coins: number; receiptNumber: string; boughtAt: string }

const ofKind = ({ publication, customerId }: Owner, kind: BoughtKind, within: CommerceDb) =>
  within
    .selectFrom('subscription.bought')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('kind', '=', kind)

export async function addBought(
  { publication, customerId }: Owner,
  { kind, key, title, path }: Thing,
  { coins, receiptNumber }: { coins: number; receiptNumber: string },
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .insertInto('subscription.bought')
    .values({
      mandator: publication,
      customer_id: customerId,
      kind,
      key,
      receipt_number: receiptNumber,
      title,
      path,
      coins,
      bought_at: now,
      credited_at: null,
    })
    .execute()
}

/** Newest first. */
export async function listBought(
  owner: Owner,
  kind: BoughtKind,
  limit: number,
  within: CommerceDb,
): Promise<BoughtThing[]> {
  const rows = await ofKind(owner, kind, within)
    .selectAll()
    .orderBy('bought_at', 'desc')
    .orderBy('receipt_number')
    .limit(limit)
    .execute()
  return rows.map(({ key, title, path, coins, receipt_number, bought_at }) => ({
    key,
    title,
    path,
    coins,
    receiptNumber: receipt_number,
    boughtAt: bought_at.toISOString(),
  }))
}

export async function findBought(owner: Owner, { kind, key }: Pick<Thing, 'kind' | 'key'>, within: CommerceDb) {
  return ofKind(owner, kind, within).select(['receipt_number', 'bought_at']).where('key', '=', key).executeTakeFirst()
}

/** Times of purchase by key; keys that were not bought are absent. */
export async function findTimesBought(
  owner: Owner,
  kind: BoughtKind,
  keys: readonly string[],
  within: CommerceDb,
): Promise<Map<string, Date>> {
  if (keys.length === 0) return new Map()
  const rows = await ofKind(owner, kind, within)
    .select(['key', 'bought_at'])
    .where('key', 'in', [...keys])
    .execute()
  return new Map(rows.map(({ key, bought_at }) => [key, bought_at]))
}

/** For each bought article: coins paid, time, and whether they were credited to a subscription. */
export async function listSpent(owner: Owner, within: CommerceDb) {
  return ofKind(owner, 'article', within).select(['key', 'coins', 'bought_at', 'credited_at']).execute()
}

/** Marks articles whose coins were credited to a subscription. */
export async function markCredited(
  { publication, customerId }: Owner,
  articleIds: readonly string[],
  now: Date,
  within: CommerceDb,
): Promise<void> {
  await within
    .updateTable('subscription.bought')
    .set({ credited_at: now })
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('kind', '=', 'article')
    .where('key', 'in', [...articleIds])
    .execute()
}

/** False: no purchase has this receipt, or its coins were already credited to a subscription. */
export async function removeBought(
  { publication, customerId }: Owner,
  receiptNumber: string,
  within: CommerceDb,
): Promise<boolean> {
  const gone = await within
    .deleteFrom('subscription.bought')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .where('receipt_number', '=', receiptNumber)
    .where('credited_at', 'is', null)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function removeAllBought({ publication, customerId }: Owner, within: CommerceDb): Promise<void> {
  await within
    .deleteFrom('subscription.bought')
    .where('mandator', '=', publication)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Queries on issues of the e-paper that were bought; never one with the articles, whose ids are names of something else. */
import type { IssuePurchase } from '@lokalteil/contracts/commerce'
import type { SubscriptionDb } from '../schema.ts'
import type { Owner } from '../customers/customer-store.ts'

const ofIssues = ({ mandator, customerId }: Owner, within: SubscriptionDb) =>
  within
    .selectFrom('subscription.issue_purchases')
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)

export async function addIssuePurchase(
  { mandator, customerId }: Owner,
  bought: Omit<IssuePurchase, 'boughtAt'>,
  now: Date,
  within: SubscriptionDb,
): Promise<void> {
  await within
    .insertInto('subscription.issue_purchases')
    .values({
      mandator,
      customer_id: customerId,
      issue_key: bought.issueKey,
      receipt_number: bought.receiptNumber,
      title: bought.title,
      path: bought.path,
      coins: bought.coins,
      bought_at: now,
    })
    .execute()
}

/** Newest first. */
export async function listIssuePurchases(
  owner: Owner,
  limit: number,
  within: SubscriptionDb,
): Promise<IssuePurchase[]> {
  const rows = await ofIssues(owner, within)
    .selectAll()
    .orderBy('bought_at', 'desc')
    .orderBy('receipt_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    issueKey: row.issue_key,
    title: row.title,
    path: row.path,
    coins: row.coins,
    receiptNumber: row.receipt_number,
    boughtAt: row.bought_at.toISOString(),
  }))
}

export async function findIssuePurchase(owner: Owner, issueKey: string, within: SubscriptionDb) {
  return ofIssues(owner, within)
    .select(['receipt_number', 'bought_at'])
    .where('issue_key', '=', issueKey)
    .executeTakeFirst()
}

/** When these were bought; what was not is absent. */
export async function findIssuePurchases(
  owner: Owner,
  issueKeys: readonly string[],
  within: SubscriptionDb,
): Promise<Map<string, Date>> {
  if (issueKeys.length === 0) return new Map()
  const rows = await ofIssues(owner, within)
    .select(['issue_key', 'bought_at'])
    .where('issue_key', 'in', [...issueKeys])
    .execute()
  return new Map(rows.map(({ issue_key, bought_at }) => [issue_key, bought_at]))
}

/** False: there is none by this receipt. */
export async function removeIssuePurchase(
  { mandator, customerId }: Owner,
  receiptNumber: string,
  within: SubscriptionDb,
): Promise<boolean> {
  const gone = await within
    .deleteFrom('subscription.issue_purchases')
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .where('receipt_number', '=', receiptNumber)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function removeIssuePurchases({ mandator, customerId }: Owner, within: SubscriptionDb): Promise<void> {
  await within
    .deleteFrom('subscription.issue_purchases')
    .where('mandator', '=', mandator)
    .where('customer_id', '=', customerId)
    .execute()
}

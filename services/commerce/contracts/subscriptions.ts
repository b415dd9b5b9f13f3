/**
 * The subscriptions of a reader: ordered, given, or of the printed paper. Promise: the coins of a package are booked once,
 * together with it.
 */
import type { Subscription } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { type Day, isGranting } from '@lokalteil/domain/commerce/subscriptions'
import { problem, type Refusal } from '../../platform/serve.ts'
import { creditSpent, grantCoins } from '../coins/ledger.ts'
import type { CommerceContext } from '../context.ts'
import type { Owner } from '../customers/customer-store.ts'
import { findOwner, openOwner } from '../customers/customers.ts'
import type { CommerceDb } from '../schema.ts'
import { getSubscription, listSubscriptions, saveSubscription } from './subscription-store.ts'

const PLUS_ROLE = 'PLUS_USER'

export async function listSubscriptionsOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
): Promise<Subscription[]> {
  const owner = await findOwner(context, publication, sub)
  return owner === null ? [] : listSubscriptions(publication, owner.customerId, context.db)
}

export async function saveSubscriptionOf(
  context: CommerceContext,
  publication: PublicationCode,
  sub: string,
  subscription: Subscription,
): Promise<Refusal | undefined> {
  const owner = await openOwner(context, publication, sub)
  const isSaved = await context.inTransaction((within) => saveWithCoins(context, owner, subscription, within))
  return isSaved ? undefined : problem(409, 'OTHER_CUSTOMER', 'The subscription is another customer’s')
}

/**
 * Saves a subscription and books the coins of a package once. A new plus subscription credits coins that were spent lately.
 * False: it belongs to another customer.
 */
export async function saveWithCoins(
  context: CommerceContext,
  owner: Owner,
  subscription: Subscription,
  within: CommerceDb,
): Promise<boolean> {
  const { publication, customerId } = owner
  const { id, coins, productName, startsOn } = subscription
  const before = await getSubscription(publication, id, within)
  if (!(await saveSubscription(publication, customerId, subscription, context.now(), within))) return false
  if (!isGranting(subscription, context.today())) return true
  const about = { subscriptionId: id, name: productName }
  if (coins !== null) {
    await grantCoins(
      context,
      {
        ...owner,
        kind: 'purchase',
        count: coins,
        subject: about,
        reason: 'Coins gekauft',
        idempotencyKey: `coins ${customerId} ${id}`,
        expiresOn: toLastDayOfCoins(startsOn),
      },
      within,
    )
  }
  const isBegun = before === null || before.state === 'ordered'
  if (isBegun && isPaid(subscription) && subscription.roles.includes(PLUS_ROLE))
    await creditSpent(context, owner, about, within)
  return true
}

/** Coins last for three years, to the end of the year (§ 195, § 199 BGB). */
function toLastDayOfCoins(boughtOn: Day): Day {
  return `${Number(boughtOn.slice(0, 4)) + 3}-12-31`
}

export function isPaid({ priceCents, trial }: Subscription): boolean {
  return (priceCents ?? 0) > 0 || (trial?.priceCents ?? 0) > 0
}

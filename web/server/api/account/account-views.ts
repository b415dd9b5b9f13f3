/**
 * What a reader's own account shows (S2.2-04, S2.2-05, S2.2-10, S2.2-11): functions over the services that know it. A tab
 * without access gives no data. A publisher's own provider keeps its accounts itself: then there is nothing to change here.
 */
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { AccountTab, AccountView, CoinsView, ContractsView, SubscriptionsView } from '@lokalteil/contracts/portal'
import type { SSO } from '@lokalteil/contracts/accounts'
import type { Booking, Subscription, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import type { Settings } from '@lokalteil/domain/publication/settings'
import {
  getNextCharge,
  getPeriod,
  isSubscription,
  listAccountTabs,
  toStateOn,
} from '@lokalteil/domain/commerce/subscriptions'
import { notLoggedIn, refusal, toRefusal, type Principal, type Reply } from '../portal-api.ts'

export type AccountDataContext = {
  /** Null with a publisher's own provider. */
  ssoOf: ((mandator: Mandator) => Client<typeof SSO>) | null
  platformOf: (mandator: Mandator) => Client<typeof COMMERCE_INTERNAL>
  /** Contracts and papers; null: the platform keeps none. */
  contractsOf: (mandator: Mandator, sub: string) => Promise<ContractsView | null>
  settingsOf: (mandator: Mandator) => Promise<Settings>
  /** Whether a mail server refused the address for good; null: mails are not ours. */
  isMailRefused: ((address: string) => Promise<boolean>) | null
  now: () => Date
}

/** Whose account it is; while a page is rendered there may be no access token. */
export type Owner = Omit<Principal, 'accessToken'> & { accessToken: string | null }

const MOST_BOOKINGS = 50

export async function listSubscriptions(
  { platformOf }: AccountDataContext,
  { mandator, sub }: Pick<Owner, 'mandator' | 'sub'>,
): Promise<Result<Subscription[]>> {
  const found = await platformOf(mandator).listSubscriptions({ params: { sub } })
  return found.ok ? { ...found, data: found.data.filter(isSubscription) } : found
}

export function toTabs(flags: ReaderFlags, subscriptions: readonly Subscription[]): AccountTab[] {
  return listAccountTabs({ ...flags, hasSubscription: subscriptions.length > 0 })
}

/** The tabs, and whether this one is among them. */
export async function enter(
  context: AccountDataContext,
  owner: Owner,
  tab: AccountTab,
): Promise<{ kind: 'open'; tabs: AccountTab[]; subscriptions: Subscription[] } | Reply<never>> {
  const found = await listSubscriptions(context, owner)
  if (!found.ok) return toRefusal(found)
  const tabs = toTabs(owner.flags, found.data)
  return tabs.includes(tab)
    ? { kind: 'open', tabs, subscriptions: found.data }
    : refusal(403, 'NO_ACCESS', 'This reader has no such tab')
}

export async function getAccount(context: AccountDataContext, owner: Owner): Promise<Reply<AccountView>> {
  const found = await readAccount(context, owner)
  if (found.kind !== 'data') return found
  // The account opens without it.
  const isMailRefused = await context.isMailRefused?.(found.data.user.email).catch(() => false)
  return isMailRefused === true ? { ...found, data: { ...found.data, isMailRefused } } : found
}

async function readAccount(context: AccountDataContext, owner: Owner): Promise<Reply<AccountView>> {
  const { mandator, accessToken } = owner
  if (accessToken === null) return notLoggedIn()
  const subscriptions = await listSubscriptions(context, owner)
  // The platform's word is needed for the tabs alone; the account opens without it.
  const tabs = toTabs(owner.flags, subscriptions.ok ? subscriptions.data : [])
  if (context.ssoOf !== null) {
    const found = await context.ssoOf(mandator).getAccount({ body: { accessToken } })
    return found.ok ? { kind: 'data', data: { ...found.data, tabs, isEditable: true } } : toRefusal(found)
  }
  const user = await owner.readUser()
  if (user === null) return notLoggedIn()
  const { salutation, firstName, lastName, email, emailVerified, roles, ssoId } = user
  const known = { sub: ssoId, salutation, firstName, lastName, email, emailVerified, roles }
  return {
    kind: 'data',
    data: {
      user: known,
      tabs,
      isEditable: false,
      hasPassword: false,
      providers: [],
      createdAt: null,
      eraseAt: null,
      pendingEmail: null,
      sessions: [],
      consents: [],
      kept: [],
    },
  }
}

export async function getSubscriptionsView(
  context: AccountDataContext,
  owner: Owner,
): Promise<Reply<SubscriptionsView>> {
  const [entered, customer, settings, billing] = await Promise.all([
    enter(context, owner, 'abo'),
    context.platformOf(owner.mandator).openCustomer({ params: { sub: owner.sub } }),
    context.settingsOf(owner.mandator),
    context.contractsOf(owner.mandator, owner.sub),
  ])
  if (entered.kind !== 'open') return entered
  if (!customer.ok) return toRefusal(customer)
  const today = toDayKey(context.now())
  const links = {
    subscription: settings.sub_subscription_link,
    onlineService: settings.sub_online_service_link,
    giveAway: settings.sub_give_away_link,
    cancellation: settings.sub_cancellation_link || '/kuendigen',
  }
  return {
    kind: 'data',
    data: {
      tabs: entered.tabs,
      customerId: customer.data.customerId,
      subscriptions: entered.subscriptions.map((one) => toSubscriptionView(one, today)),
      billing,
      links,
    },
  }
}

export async function getCoinsView(context: AccountDataContext, owner: Owner): Promise<Reply<CoinsView>> {
  const [platform, params] = [context.platformOf(owner.mandator), { sub: owner.sub }]
  const [entered, wallet, purchases, issues, bookings] = await Promise.all([
    enter(context, owner, 'coins'),
    platform.getWallet({ params }),
    platform.listArticlePurchases({ params }),
    platform.listIssuePurchases({ params }),
    platform.listBookings({ params }),
  ])
  if (entered.kind !== 'open') return entered
  if (!wallet.ok && wallet.status !== 404) return toRefusal(wallet)
  if (!purchases.ok) return toRefusal(purchases)
  // A platform of a publisher's own may not sell any.
  if (!issues.ok && issues.status !== 404) return toRefusal(issues)
  if (!bookings.ok) return toRefusal(bookings)
  return {
    kind: 'data',
    data: {
      tabs: entered.tabs,
      availableCoins: wallet.ok ? wallet.data.availableCreditCount : null,
      purchases: purchases.data,
      issues: issues.ok ? issues.data : [],
      bookings: bookings.data.slice(0, MOST_BOOKINGS).map(toBookingView),
    },
  }
}

export async function getTabs(context: AccountDataContext, owner: Owner): Promise<Reply<AccountTab[]>> {
  const found = await listSubscriptions(context, owner)
  return found.ok ? { kind: 'data', data: toTabs(owner.flags, found.data) } : toRefusal(found)
}

function toBookingView({
  receiptNumber,
  kind,
  subject,
  reason,
  amount,
  bookedAt,
  expiresOn,
}: Booking): CoinsView['bookings'][number] {
  return { receiptNumber, kind, about: subject.title ?? subject.name ?? reason, amount, bookedAt, expiresOn }
}

function toSubscriptionView(subscription: Subscription, today: string): SubscriptionsView['subscriptions'][number] {
  const { id, kind, productName, priceCents, periodMonths, startsOn, endsOn, resumesOn } = subscription
  return {
    id,
    kind,
    name: productName,
    state: toStateOn(subscription, today),
    priceCents,
    periodMonths,
    startsOn,
    endsOn,
    resumesOn,
    period: getPeriod(subscription, today),
    nextCharge: getNextCharge(subscription, today),
  }
}

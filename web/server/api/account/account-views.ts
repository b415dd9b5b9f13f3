/**
 * The data of the account pages (S2.2-04, S2.2-05, S2.2-10, S2.2-11), read from the services. A tab without access gives no
 * data. With a publisher's own sign-on provider, accounts cannot be changed here.
 */
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { AccountTab, AccountView, CoinsView, ContractsView, SubscriptionsView } from '@lokalteil/contracts/portal'
import type { ACCOUNTS } from '@lokalteil/contracts/accounts'
import type { Booking, Subscription, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
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
  accountsOf: ((publication: PublicationCode) => Client<typeof ACCOUNTS>) | null
  platformOf: (publication: PublicationCode) => Client<typeof COMMERCE_INTERNAL>
  /** Contracts and documents; null: the publisher's own commerce has none. */
  contractsOf: (publication: PublicationCode, sub: string) => Promise<ContractsView | null>
  settingsOf: (publication: PublicationCode) => Promise<Settings>
  /** True if a mail server has rejected the address permanently; null: this portal sends no mails. */
  isMailRefused: ((address: string) => Promise<boolean>) | null
  now: () => Date
}

/** The account's reader; while a page is rendered there may be no access token. */
export type Owner = Omit<Principal, 'accessToken'> & { accessToken: string | null }

const MOST_BOOKINGS = 50

export async function listSubscriptions(
  { platformOf }: AccountDataContext,
  { publication, sub }: Pick<Owner, 'publication' | 'sub'>,
): Promise<Result<Subscription[]>> {
  const found = await platformOf(publication).listSubscriptions({ params: { sub } })
  return found.ok ? { ...found, data: found.data.filter(isSubscription) } : found
}

export function toTabs(flags: ReaderFlags, subscriptions: readonly Subscription[]): AccountTab[] {
  return listAccountTabs({ ...flags, hasSubscription: subscriptions.length > 0 })
}

/** The reader's tabs; refused with 403 if `tab` is not among them. */
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
  // Optional: the account page also works if the mail service does not answer.
  const isMailRefused = await context.isMailRefused?.(found.data.user.email).catch(() => false)
  return isMailRefused === true ? { ...found, data: { ...found.data, isMailRefused } } : found
}

async function readAccount(context: AccountDataContext, owner: Owner): Promise<Reply<AccountView>> {
  const { publication, accessToken } = owner
  if (accessToken === null) return notLoggedIn()
  const subscriptions = await listSubscriptions(context, owner)
  // Only the tabs need the subscriptions: the account page also works without them.
  const tabs = toTabs(owner.flags, subscriptions.ok ? subscriptions.data : [])
  if (context.accountsOf !== null) {
    const found = await context.accountsOf(publication).getAccount({ body: { accessToken } })
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
    context.platformOf(owner.publication).openCustomer({ params: { sub: owner.sub } }),
    context.settingsOf(owner.publication),
    context.contractsOf(owner.publication, owner.sub),
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
  const [platform, params] = [context.platformOf(owner.publication), { sub: owner.sub }]
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
  // A publisher's own commerce may not sell issues: then it answers 404.
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

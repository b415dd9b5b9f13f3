/**
 * A reader's own account: what its pages read while they are rendered and what they ask afterwards (contract `PORTAL`,
 * decisions S2.2-04, S2.2-05, S2.2-10, S2.2-11). Whose data it is follows from the session alone: rendering
 * believes the verified ID token, every call the httpOnly access token whose session is alive. A tab without access gives
 * no data either. A publisher's own provider keeps its accounts itself: then there is nothing to change here.
 */
import { Hono } from 'hono'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import {
  EXPORT_PATH,
  PORTAL,
  type AccountTab,
  type AccountView,
  type CoinsView,
  type ContractsView,
  type SubscriptionsView,
} from '@lokalteil/contracts/portal'
import type { SSO } from '@lokalteil/contracts/accounts'
import type { Booking, Customer, Subscription, SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/commerce'
import { toDayKey } from '@lokalteil/domain/german'
import type { Mandator, Publication } from '@lokalteil/domain/publication/publications'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import { toSettings, type Settings } from '@lokalteil/domain/publication/settings'
import {
  getNextCharge,
  getPeriod,
  isSubscription,
  listAccountTabs,
  toStateOn,
} from '@lokalteil/domain/commerce/subscriptions'
import type { AccountApi } from '../../app/page/account-api.ts'
import type { Read } from '../../app/page/content-api.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  notLoggedIn,
  refusal,
  reply,
  toFileResponse,
  toRefusal,
  toReply,
  toResponse,
  type PortalApi,
  type Principal,
  type Reply,
} from './portal-api.ts'
import type { ReaderSession, Sessions } from '../session/session.ts'

export type AccountDataOptions = {
  portalApi: PortalApi
  sessions: Pick<Sessions, 'toClearedCookies'>
  /** Null with a publisher's own provider. */
  ssoOf: ((mandator: Mandator) => Client<typeof SSO>) | null
  platformOf: (mandator: Mandator) => Client<typeof SUBSCRIPTION_INTERNAL>
  /** Contracts and papers; absent or null: the platform keeps none. */
  contractsOf?: (mandator: Mandator, sub: string) => Promise<ContractsView | null>
  /** Default: the defaults of 3.13. */
  settingsOf?: (mandator: Mandator) => Promise<Settings>
  now: () => Date
}

export type AccountData = ReturnType<typeof createAccountData>

const MOST_BOOKINGS = 50

type Reader = Extract<ReaderSession, { kind: 'reader' }>

/** Whose account it is; while a page is rendered there may be no access token. */
type Owner = Omit<Principal, 'accessToken'> & { accessToken: string | null }

export function createAccountData(options: AccountDataOptions) {
  const { portalApi, sessions, ssoOf, platformOf } = options
  const settingsOf = options.settingsOf ?? (async () => toSettings(null))

  // --- What the platform knows

  async function listSubscriptions({
    mandator,
    sub,
  }: Pick<Owner, 'mandator' | 'sub'>): Promise<Result<Subscription[]>> {
    const found = await platformOf(mandator).listSubscriptions({ params: { sub } })
    return found.ok ? { ...found, data: found.data.filter(isSubscription) } : found
  }

  function toTabs(flags: ReaderFlags, subscriptions: readonly Subscription[]): AccountTab[] {
    return listAccountTabs({ ...flags, hasSubscription: subscriptions.length > 0 })
  }

  /** The tabs, and whether this one is among them. */
  async function enter(
    owner: Owner,
    tab: AccountTab,
  ): Promise<{ kind: 'open'; tabs: AccountTab[]; subscriptions: Subscription[] } | Reply<never>> {
    const found = await listSubscriptions(owner)
    if (!found.ok) return toRefusal(found)
    const tabs = toTabs(owner.flags, found.data)
    return tabs.includes(tab)
      ? { kind: 'open', tabs, subscriptions: found.data }
      : refusal(403, 'NO_ACCESS', 'This reader has no such tab')
  }

  // --- What the pages ask

  async function getAccount(owner: Owner): Promise<Reply<AccountView>> {
    const { mandator, accessToken } = owner
    if (accessToken === null) return notLoggedIn()
    const subscriptions = await listSubscriptions(owner)
    // The platform's word is needed for the tabs alone; the account opens without it.
    const tabs = toTabs(owner.flags, subscriptions.ok ? subscriptions.data : [])
    if (ssoOf !== null) {
      const found = await ssoOf(mandator).getAccount({ body: { accessToken } })
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

  async function getSubscriptionsView(owner: Owner): Promise<Reply<SubscriptionsView>> {
    const [entered, customer, settings, billing] = await Promise.all([
      enter(owner, 'abo'),
      platformOf(owner.mandator).openCustomer({ params: { sub: owner.sub } }),
      settingsOf(owner.mandator),
      options.contractsOf?.(owner.mandator, owner.sub) ?? null,
    ])
    if (entered.kind !== 'open') return entered
    if (!customer.ok) return toRefusal(customer)
    const today = toDayKey(options.now())
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

  async function getCoinsView(owner: Owner): Promise<Reply<CoinsView>> {
    const [platform, params] = [platformOf(owner.mandator), { sub: owner.sub }]
    const [entered, wallet, purchases, bookings] = await Promise.all([
      enter(owner, 'coins'),
      platform.getWallet({ params }),
      platform.listArticlePurchases({ params }),
      platform.listBookings({ params }),
    ])
    if (entered.kind !== 'open') return entered
    if (!wallet.ok && wallet.status !== 404) return toRefusal(wallet)
    if (!purchases.ok) return toRefusal(purchases)
    if (!bookings.ok) return toRefusal(bookings)
    return {
      kind: 'data',
      data: {
        tabs: entered.tabs,
        availableCoins: wallet.ok ? wallet.data.availableCreditCount : null,
        purchases: purchases.data,
        bookings: bookings.data.slice(0, MOST_BOOKINGS).map(toBookingView),
      },
    }
  }

  async function getTabs(owner: Owner): Promise<Reply<AccountTab[]>> {
    const found = await listSubscriptions(owner)
    return found.ok ? { kind: 'data', data: toTabs(owner.flags, found.data) } : toRefusal(found)
  }

  // --- Calls

  const app = new Hono<PortalEnv>()

  /** What only our own provider can do. */
  async function atSso<T>(
    principal: Principal,
    ask: (client: Client<typeof SSO>, accessToken: string) => Promise<Result<T>>,
  ): Promise<Reply<T>> {
    if (ssoOf === null) return refusal(404, 'NOT_FOUND', 'The publisher’s own provider keeps this account')
    return toReply(await ask(ssoOf(principal.mandator), principal.accessToken))
  }

  portalApi.serve(app, PORTAL.getAccount, { as: 'reader' }, ({ principal }) => getAccount(principal))
  portalApi.serve(app, PORTAL.listTabs, { as: 'reader' }, ({ principal }) => getTabs(principal))
  portalApi.serve(app, PORTAL.listSubscriptions, { as: 'reader' }, ({ principal }) => getSubscriptionsView(principal))
  portalApi.serve(app, PORTAL.getCoins, { as: 'reader' }, ({ principal }) => getCoinsView(principal))
  portalApi.serve(app, PORTAL.updateAccount, { as: 'reader' }, ({ context, principal, body }) =>
    atSso(principal, (sso, accessToken) =>
      sso.updateAccount({ body: { ...withoutUndefined(body), accessToken, address: context.origin.address } }),
    ),
  )
  portalApi.serve(app, PORTAL.changeEmail, { as: 'reader' }, ({ context, principal, body }) =>
    atSso(principal, (sso, accessToken) =>
      sso.requestEmailChange({
        body: { accessToken, email: body.email, password: body.password ?? null, address: context.origin.address },
      }),
    ),
  )
  portalApi.serve(app, PORTAL.cancelEmailChange, { as: 'reader' }, ({ principal }) =>
    atSso(principal, (sso, accessToken) => sso.cancelEmailChange({ body: { accessToken } })),
  )
  portalApi.serve(app, PORTAL.requestErasure, { as: 'reader' }, async ({ context, principal, body }) => {
    const asked = await atSso(principal, (sso, accessToken) =>
      sso.requestErasure({ body: { accessToken, password: body.password ?? null, address: context.origin.address } }),
    )
    return asked.kind === 'data' ? { ...asked, setCookies: sessions.toClearedCookies(context.host) } : asked
  })
  portalApi.serve(app, PORTAL.undoErasure, { as: 'reader' }, ({ principal }) =>
    atSso(principal, (sso, accessToken) => sso.undoErasure({ body: { accessToken } })),
  )
  portalApi.serve(
    app,
    PORTAL.verifyPlus,
    { as: 'reader' },
    async ({ principal, body }): Promise<Reply<{ roles: string[]; productName: string }>> => {
      const entered = await enter(principal, 'plus-verification')
      if (entered.kind !== 'open') return entered
      const { mandator, sub } = principal
      return toReply(await platformOf(mandator).verifyPrintSubscriber({ params: { sub }, body }))
    },
  )

  app.get(EXPORT_PATH, async (c) => {
    // Nothing is written, but nobody else should make a reader's browser fetch everything about the reader.
    if (portalApi.isCrossOrigin(c)) return toResponse(refusal(403, 'FORBIDDEN', 'Asked by another site'))
    const found = await portalApi.asReader(portalApi.toRequestContext(c), (principal) =>
      atSso(principal, (sso, accessToken) => sso.exportData({ body: { accessToken } })),
    )
    if (found.kind === 'refusal') return toResponse(found)
    const { fileName, base64 } = found.data
    return toFileResponse(reply({ fileName, mediaType: 'application/zip', body: Buffer.from(base64, 'base64') }))
  })

  return {
    calls: app,

    /** Null: the platform knows no such customer. Throws when it does not answer. */
    async getCustomer(publication: Publication, reader: Reader): Promise<Customer | null> {
      const found = await platformOf(publication.code).openCustomer({ params: { sub: reader.user.ssoId } })
      if (found.ok) return found.data
      if (found.status === 404) return null
      throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
    },

    /** Throws when the platform does not answer. */
    async listTabs(publication: Publication, reader: Reader): Promise<AccountTab[]> {
      const found = await listSubscriptions({ mandator: publication.code, sub: reader.user.ssoId })
      if (!found.ok) throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
      return toTabs(reader.flags, found.data)
    },

    /** For rendering; an anonymous session gets 401 on every question. */
    readerOf(publication: Publication, session: ReaderSession): Omit<AccountApi, 'getInvitation' | 'getHousehold'> {
      const read = async <T>(ask: (owner: Owner) => Promise<Reply<T>>): Promise<Read<T>> => {
        if (session.kind !== 'reader') return { ok: false, status: 401 }
        const { user, flags, accessToken } = session
        const found = await ask({
          mandator: publication.code,
          sub: user.ssoId,
          flags,
          accessToken,
          readUser: async () => user,
        })
        return found.kind === 'data' ? { ok: true, data: found.data } : { ok: false, status: found.status }
      }
      return {
        getAccount: () => read(getAccount),
        listTabs: () => read(getTabs),
        listSubscriptions: () => read(getSubscriptionsView),
        getCoins: () => read(getCoinsView),
      }
    },
  }
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

/** JSON has no undefined, the compiler does. */
function withoutUndefined<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

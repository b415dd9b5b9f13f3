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
import type { SSO } from '@lokalteil/contracts/sso'
import type { Booking, Customer, Subscription, SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/subscription'
import { toDayKey } from '@lokalteil/domain/german'
import type { User } from '@lokalteil/domain/accounts/login'
import type { Mandator, Publication } from '@lokalteil/domain/publication/publications'
import { toReaderFlags, type ReaderFlags } from '@lokalteil/domain/access/roles'
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
import { isForeign } from './contract-routes.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  NO_STORE,
  refusal,
  toRefusal,
  toResponse,
  unavailable,
  type RequestContext,
  type PortalApi,
  type Reply,
} from './portal-api.ts'
import type { ReaderSession, Sessions } from '../session/session.ts'

export type AccountDataOptions = {
  portalApi: PortalApi
  sessions: Pick<Sessions, 'authorise' | 'read' | 'toClearedCookies'>
  origins: Readonly<Record<Mandator, string>>
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

/** Whose account it is; `user` only where the ID token was read. */
type Principal = {
  mandator: Mandator
  ssoId: string
  flags: ReaderFlags
  accessToken: string | null
  user: User | null
}

export function createAccountData(options: AccountDataOptions) {
  const { portalApi, sessions, ssoOf, platformOf } = options
  const settingsOf = options.settingsOf ?? (async () => toSettings(null))

  // --- What the platform knows

  async function listSubscriptions({
    mandator,
    ssoId,
  }: Pick<Principal, 'mandator' | 'ssoId'>): Promise<Result<Subscription[]>> {
    const found = await platformOf(mandator).listSubscriptions({ params: { sub: ssoId } })
    return found.ok ? { ...found, data: found.data.filter(isSubscription) } : found
  }

  function toTabs(flags: ReaderFlags, subscriptions: readonly Subscription[]): AccountTab[] {
    return listAccountTabs({ ...flags, hasSubscription: subscriptions.length > 0 })
  }

  /** The tabs, and whether this one is among them. */
  async function enter(
    owner: Principal,
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

  async function getAccount(owner: Principal): Promise<Reply<AccountView>> {
    const { mandator, accessToken, user } = owner
    if (accessToken === null) return notLoggedIn()
    const subscriptions = await listSubscriptions(owner)
    // The platform's word is needed for the tabs alone; the account opens without it.
    const tabs = toTabs(owner.flags, subscriptions.ok ? subscriptions.data : [])
    if (ssoOf !== null) {
      const found = await ssoOf(mandator).getAccount({ body: { accessToken } })
      return found.ok ? { kind: 'data', data: { ...found.data, tabs, isEditable: true } } : toRefusal(found)
    }
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

  async function getSubscriptionsView(owner: Principal): Promise<Reply<SubscriptionsView>> {
    const [entered, customer, settings, billing] = await Promise.all([
      enter(owner, 'abo'),
      platformOf(owner.mandator).openCustomer({ params: { sub: owner.ssoId } }),
      settingsOf(owner.mandator),
      options.contractsOf?.(owner.mandator, owner.ssoId) ?? null,
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

  async function getCoinsView(owner: Principal): Promise<Reply<CoinsView>> {
    const [platform, params] = [platformOf(owner.mandator), { sub: owner.ssoId }]
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

  async function getTabs(owner: Principal): Promise<Reply<AccountTab[]>> {
    const found = await listSubscriptions(owner)
    return found.ok ? { kind: 'data', data: toTabs(owner.flags, found.data) } : toRefusal(found)
  }

  // --- Calls

  const app = new Hono<PortalEnv>()

  /** For reads and writes alike: the access token's reader, its session asked for. */
  async function asOwner<T>(
    context: RequestContext,
    work: (owner: Principal & { accessToken: string }) => Promise<Reply<T>>,
  ): Promise<Reply<T>> {
    const { mandator, cookies } = context
    const found = await sessions.authorise(mandator, cookies)
    if (found.kind === 'unavailable') return unavailable()
    if (found.kind === 'anonymous') return notLoggedIn()
    const { ssoId, roles, accessToken } = found
    let user: User | null = null
    if (ssoOf === null) {
      const session = await sessions.read(mandator, cookies)
      user = session.kind === 'reader' && session.user.ssoId === ssoId ? session.user : null
    }
    return work({
      mandator,
      ssoId,
      flags: toReaderFlags({ isLoggedIn: true, roles, emailVerified: false }),
      accessToken,
      user,
    })
  }

  /** What only our own provider can do. */
  async function atSso<T>(
    context: RequestContext,
    ask: (client: Client<typeof SSO>, owner: Principal & { accessToken: string }) => Promise<Result<T>>,
    setCookies?: readonly string[],
  ): Promise<Reply<T>> {
    return asOwner(context, async (owner) => {
      if (ssoOf === null) return refusal(404, 'NOT_FOUND', 'The publisher’s own provider keeps this account')
      const result = await ask(ssoOf(owner.mandator), owner)
      return result.ok
        ? { kind: 'data', data: result.data, ...(setCookies === undefined ? {} : { setCookies }) }
        : toRefusal(result)
    })
  }

  portalApi.serve(app, PORTAL.getAccount, ({ context }) => asOwner(context, getAccount))
  portalApi.serve(app, PORTAL.listTabs, ({ context }) => asOwner(context, getTabs))
  portalApi.serve(app, PORTAL.listSubscriptions, ({ context }) => asOwner(context, getSubscriptionsView))
  portalApi.serve(app, PORTAL.getCoins, ({ context }) => asOwner(context, getCoinsView))
  portalApi.serve(app, PORTAL.updateAccount, ({ context, body }) =>
    atSso(context, (sso, { accessToken }) =>
      sso.updateAccount({ body: { ...withoutUndefined(body), accessToken, address: context.origin.address } }),
    ),
  )
  portalApi.serve(app, PORTAL.changeEmail, ({ context, body }) =>
    atSso(context, (sso, { accessToken }) =>
      sso.requestEmailChange({
        body: { accessToken, email: body.email, password: body.password ?? null, address: context.origin.address },
      }),
    ),
  )
  portalApi.serve(app, PORTAL.cancelEmailChange, ({ context }) =>
    atSso(context, (sso, { accessToken }) => sso.cancelEmailChange({ body: { accessToken } })),
  )
  portalApi.serve(app, PORTAL.requestErasure, ({ context, body }) =>
    atSso(
      context,
      (sso, { accessToken }) =>
        sso.requestErasure({ body: { accessToken, password: body.password ?? null, address: context.origin.address } }),
      sessions.toClearedCookies(context.host),
    ),
  )
  portalApi.serve(app, PORTAL.undoErasure, ({ context }) =>
    atSso(context, (sso, { accessToken }) => sso.undoErasure({ body: { accessToken } })),
  )
  portalApi.serve(app, PORTAL.verifyPlus, ({ context, body }) =>
    asOwner(context, async (owner): Promise<Reply<{ roles: string[]; productName: string }>> => {
      const entered = await enter(owner, 'plus-verification')
      if (entered.kind !== 'open') return entered
      const result = await platformOf(owner.mandator).verifyPrintSubscriber({ params: { sub: owner.ssoId }, body })
      return result.ok ? { kind: 'data', data: result.data } : toRefusal(result)
    }),
  )

  app.get(EXPORT_PATH, async (c) => {
    const context = portalApi.toRequestContext(c)
    // Nothing is written, but nobody else should make a reader's browser fetch everything about the reader.
    if (isForeign(c.req.raw.headers, options.origins[context.mandator]))
      return toResponse(refusal(403, 'FORBIDDEN', 'Asked by another site'))
    const answer = await atSso(context, (sso, { accessToken }) => sso.exportData({ body: { accessToken } }))
    if (answer.kind === 'refusal') return toResponse(answer)
    const { fileName, base64 } = answer.data
    return new Response(Buffer.from(base64, 'base64'), {
      headers: {
        ...NO_STORE,
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
        'x-robots-tag': 'noindex',
      },
    })
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
      const found = await listSubscriptions({ mandator: publication.code, ssoId: reader.user.ssoId })
      if (!found.ok) throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
      return toTabs(reader.flags, found.data)
    },

    /** For rendering; an anonymous session gets 401 on every question. */
    readerOf(publication: Publication, session: ReaderSession): Omit<AccountApi, 'getInvitation' | 'getHousehold'> {
      const read = async <T>(ask: (owner: Principal) => Promise<Reply<T>>): Promise<Read<T>> => {
        if (session.kind !== 'reader') return { ok: false, status: 401 }
        const { user, flags, accessToken } = session
        const reply = await ask({ mandator: publication.code, ssoId: user.ssoId, flags, accessToken, user })
        return reply.kind === 'data' ? { ok: true, data: reply.data } : { ok: false, status: reply.status }
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

function notLoggedIn(): Reply<never> {
  return refusal(401, 'NOT_LOGGED_IN', 'There is no living session behind the cookies')
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

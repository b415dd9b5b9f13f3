/**
 * The reader's account: data for rendering its pages, and the calls of these pages (contract `PORTAL`). The session alone says
 * whose account it is: rendering trusts the verified ID token; every call needs the httpOnly access token of a live session.
 */
import { Hono } from 'hono'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { ACCOUNT_ENDPOINTS, EXPORT_PATH, PORTAL, type AccountTab } from '@lokalteil/contracts/portal'
import type { ACCOUNTS } from '@lokalteil/contracts/accounts'
import type { Customer } from '@lokalteil/contracts/commerce'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { AccountApi } from '../../../app/page/account-api.ts'
import type { Read } from '../../../app/page/content-api.ts'
import type { PortalEnv } from '../../http/portal-env.ts'
import type { ReaderSession, Sessions } from '../../session/session.ts'
import {
  refusal,
  reply,
  toFileResponse,
  toRead,
  toReply,
  toResponse,
  type PortalApi,
  type Principal,
  type Reply,
} from '../portal-api.ts'
import { ofReader, serveRelays } from '../relay.ts'
import {
  enter,
  getAccount,
  getCoinsView,
  getSubscriptionsView,
  getTabs,
  listSubscriptions,
  toTabs,
  type AccountDataContext,
  type Owner,
} from './account-views.ts'

export type AccountDataOptions = AccountDataContext & {
  portalApi: PortalApi
  sessions: Pick<Sessions, 'toClearedCookies'>
}

export type AccountData = ReturnType<typeof createAccountData>

type Reader = Extract<ReaderSession, { kind: 'reader' }>

export function createAccountData(data: AccountDataOptions) {
  return {
    calls: createRoutes(data),

    /** Null: the reader has no customer. Throws if commerce does not answer. */
    async getCustomer(publication: Publication, reader: Reader): Promise<Customer | null> {
      const found = await data.platformOf(publication.code).openCustomer({ params: { sub: reader.user.ssoId } })
      if (found.ok) return found.data
      if (found.status === 404) return null
      throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
    },

    /** Throws if commerce does not answer. */
    async listTabs(publication: Publication, reader: Reader): Promise<AccountTab[]> {
      const found = await listSubscriptions(data, { publication: publication.code, sub: reader.user.ssoId })
      if (!found.ok) throw new Error(`The subscription platform answered ${found.status} ${found.problem.code}`)
      return toTabs(reader.flags, found.data)
    },

    /** For rendering; every call of an anonymous session is 401. */
    readerOf(publication: Publication, session: ReaderSession): Omit<AccountApi, 'getInvitation' | 'getHousehold'> {
      const read = async <T>(ask: (owner: Owner) => Promise<Reply<T>>): Promise<Read<T>> => {
        if (session.kind !== 'reader') return { ok: false, status: 401 }
        const { user, flags, accessToken } = session
        const found = await ask({
          publication: publication.code,
          sub: user.ssoId,
          flags,
          accessToken,
          readUser: async () => user,
        })
        return toRead(found)
      }
      return {
        getAccount: () => read((owner) => getAccount(data, owner)),
        listTabs: () => read((owner) => getTabs(data, owner)),
        listSubscriptions: () => read((owner) => getSubscriptionsView(data, owner)),
        getCoins: () => read((owner) => getCoinsView(data, owner)),
      }
    },
  }
}

function createRoutes(data: AccountDataOptions): Hono<PortalEnv> {
  const app = new Hono<PortalEnv>()
  serveViews(app, data)
  serveChanges(app, data)
  serveExport(app, data)
  return app
}

const NOT_HERE = refusal(404, 'NOT_FOUND', 'The publisher’s own provider keeps this account')

/** Calls our own accounts service; refuses if the publisher has its own sign-on provider. */
async function atAccounts<T>(
  { accountsOf }: AccountDataContext,
  principal: Principal,
  ask: (client: Client<typeof ACCOUNTS>, accessToken: string) => Promise<Result<T>>,
): Promise<Reply<T>> {
  if (accountsOf === null) return NOT_HERE
  return toReply(await ask(accountsOf(principal.publication), principal.accessToken))
}

function serveViews(app: Hono<PortalEnv>, data: AccountDataOptions): void {
  const { portalApi } = data
  portalApi.serve(app, PORTAL.getAccount, { as: 'reader' }, ({ principal }) => getAccount(data, principal))
  portalApi.serve(app, PORTAL.listTabs, { as: 'reader' }, ({ principal }) => getTabs(data, principal))
  portalApi.serve(app, PORTAL.listSubscriptions, { as: 'reader' }, ({ principal }) =>
    getSubscriptionsView(data, principal),
  )
  portalApi.serve(app, PORTAL.getCoins, { as: 'reader' }, ({ principal }) => getCoinsView(data, principal))
}

function serveChanges(app: Hono<PortalEnv>, data: AccountDataOptions): void {
  const { portalApi, sessions } = data
  serveRelays({
    app,
    portalApi,
    endpoints: ACCOUNT_ENDPOINTS,
    clientOf: (publication) => data.accountsOf?.(publication) ?? null,
    absent: NOT_HERE,
    supplies: {
      accessToken: ofReader(({ accessToken }) => reply(accessToken)),
      address: ({ context }) => reply(context.origin.address),
    },
  })
  portalApi.serve(app, PORTAL.requestErasure, { as: 'reader' }, async ({ context, principal, body }) => {
    const asked = await atAccounts(data, principal, (accounts, accessToken) =>
      accounts.requestErasure({
        body: {
          accessToken,
          password: body.password ?? null,
          address: context.origin.address,
          keepsContracts: body.keepsContracts ?? false,
        },
      }),
    )
    return asked.kind === 'data' ? { ...asked, setCookies: sessions.toClearedCookies(context.host) } : asked
  })
  portalApi.serve(
    app,
    PORTAL.verifyPlus,
    { as: 'reader' },
    async ({ principal, body }): Promise<Reply<{ roles: string[]; productName: string }>> => {
      const entered = await enter(data, principal, 'plus-verification')
      if (entered.kind !== 'open') return entered
      const { publication, sub } = principal
      return toReply(await data.platformOf(publication).verifyPrintSubscriber({ params: { sub }, body }))
    },
  )
}

function serveExport(app: Hono<PortalEnv>, data: AccountDataOptions): void {
  const { portalApi } = data
  app.get(EXPORT_PATH, async (c) => {
    // A read, but refused cross-origin: no other site may make the browser fetch all data of the reader.
    if (portalApi.isCrossOrigin(c)) return toResponse(refusal(403, 'FORBIDDEN', 'Asked by another site'))
    const found = await portalApi.asReader(portalApi.toRequestContext(c), (principal) =>
      atAccounts(data, principal, (accounts, accessToken) => accounts.exportData({ body: { accessToken } })),
    )
    if (found.kind === 'refusal') return toResponse(found)
    const { fileName, base64 } = found.data
    return toFileResponse(reply({ fileName, mediaType: 'application/zip', body: Buffer.from(base64, 'base64') }))
  })
}

/** What pages and routes ask on behalf of one reader: account, contracts, codes, bookmarks, settings, and the guards. */
import { listSettingsWithoutEffect } from '@lokalteil/domain/third-parties/settings-without-effect'
import type { OpenRoom } from '@lokalteil/rooms/define-room'
import { createAccountData, type AccountData } from '../api/account/account-data.ts'
import { createAuthApi, type AskAuth, type AuthApi } from '../api/auth-routes.ts'
import { readContracts } from '../api/commerce/billing-routes.ts'
import { createCodeBrake, type CodeBrake } from '../api/code-brake.ts'
import { createCodeRoutes } from '../api/commerce/code-routes.ts'
import type { NewsletterContext } from '../api/newsletter-reader.ts'
import { readPerson } from '../api/person.ts'
import { createPortalApi, type PortalApi } from '../api/portal-api.ts'
import { createLibraryRoutes, type LibraryUpstream } from '../api/library-routes.ts'
import { isOfficeApart } from '../config/third-parties.ts'
import { toNetwork, toRequester } from '../http/client-address.ts'
import { createCaseSource, type CaseSource } from '../rendering/community/case-source.ts'
import { createCommunitySource, type CommunitySource } from '../rendering/community/community-source.ts'
import { createGuards, type Guards } from '../rendering/guards.ts'
import { toOfferApi } from './offer-api.ts'
import { createRadioSource, type RadioSource } from '../rendering/rooms/radio-source.ts'
import { createSettingsSource, type SettingsSource } from '../rendering/settings-source.ts'
import type { Caches } from './caches.ts'
import type { ContentApis } from './content-apis.ts'
import type { Platform } from './services/platform.ts'
import type { PortalContext } from './portal-context.ts'
import type { Services } from './services/service-table.ts'
import { toAskAuth } from './services/accounts.ts'

export type ReaderApis = {
  portalApi: PortalApi
  settings: SettingsSource
  brake: CodeBrake
  rooms: readonly OpenRoom[]
  community: CommunitySource
  cases: CaseSource
  radio: RadioSource
  account: AccountData
  codes: ReturnType<typeof createCodeRoutes>
  library: ReturnType<typeof createLibraryRoutes>
  newsletters: NewsletterContext
  /** Null: neither accounts nor a content/auth API are configured. */
  auth: AuthApi | null
  /** Null with a publisher's own provider. */
  askOwnAuth: AskAuth | null
  guard: Guards
}

export function openReaderApis(
  context: PortalContext,
  services: Services,
  { contentOf, addAddresses }: ContentApis,
  caches: Caches,
  platform: Platform | null,
): ReaderApis {
  const { config, now, log } = context
  const { commerce, accounts, signOn, newsletters } = services
  const { accountsOf, sessions } = signOn
  const portalApi = createPortalApi(config, sessions)
  const brake = createCodeBrake(context.time)
  const libraryApi = toLibraryUpstream(services)
  const settings = createSettingsSource({
    api: libraryApi,
    onChange: caches.expire,
    onSettings(publication, found) {
      for (const { settings: idle, reason, advice } of listSettingsWithoutEffect(found, {
        isOfficeApart: isOfficeApart(config),
      }))
        log('warn', 'setting-without-effect', { publication, settings: idle, reason, advice })
    },
    onError: (message, more) => log('warn', 'settings-unanswered', { message, ...more }),
    now: context.time,
  })
  const account = createAccountData({
    portalApi,
    sessions,
    accountsOf,
    platformOf: commerce.clients.internal,
    contractsOf: (publication, sub) => readContracts(commerce.clients.billing(publication), sub),
    settingsOf: settings.read,
    isMailRefused:
      platform === null ? null : async (address) => (await platform.mail.refusals.listRefused([address])).size > 0,
    now,
  })
  const askOwnAuth = accounts.own === null ? null : toAskAuth(accounts.own.service)
  const community = openCommunityReader(context, services, contentOf)
  const rooms = services.rooms.map(({ open }) =>
    open({
      contentOf: services.content.toClient,
      addAddresses,
      pages: { expire: caches.expire, withdraw: () => caches.withdraw() },
      portalApi,
      platformOf: commerce.clients.internal,
      brake,
      requesterOf: ({ origin }, use) => toRequester(services.secrets.commerce, use, toNetwork(origin.address)),
      readPerson: (principal) => readPerson(principal, accountsOf),
      offersOf: (code) => toOfferApi(services, code),
      hasCheckout: commerce.isThere,
    }),
  )
  return {
    portalApi,
    settings,
    brake,
    rooms,
    community,
    cases: createCaseSource({
      community,
      ofRooms: rooms.flatMap(({ cases }) => cases ?? []),
    }),
    radio: createRadioSource({
      rooms: context.rooms,
      internalHosts: config.imports.hosts,
      nowOnDemo: context.demoRadio?.getTitle ?? null,
      now: context.time,
      onError: (reason, publication) => log('warn', 'radio-unanswered', { publication, reason }),
    }),
    account,
    codes: createCodeRoutes({
      portalApi,
      accountsOf,
      platformOf: commerce.clients.internal,
      secret: services.secrets.commerce,
      log,
    }),
    library: createLibraryRoutes({ portalApi, api: libraryApi, contentOf }),
    newsletters: { accountsOf, newsletterOf: newsletters.clients.internal },
    auth: createAuthApi({
      askOwn: askOwnAuth,
      remote:
        config.authApi === null ? null : { ...config.authApi, fetch: context.upstreams.of('auth', 'house').fetch },
      onError: (error, at) => log('warn', at, { error }),
    }),
    askOwnAuth,
    guard: openGuards(context, services, account),
  }
}

/** The embedded service reports every change, so that the next rendered page has the right count. */
function openCommunityReader(
  { rooms, time, log }: PortalContext,
  { community }: Services,
  contentOf: ContentApis['contentOf'],
): CommunitySource {
  const source = createCommunitySource({
    rooms,
    communityOf: community.isThere ? community.clients.internal : null,
    contentOf,
    onError: (reason, publication) => log('warn', 'community-unanswered', { publication, reason }),
    now: time,
  })
  community.own?.service.onChange(source.forget)
  return source
}

function toLibraryUpstream({ library }: Services): LibraryUpstream | null {
  return library.isThere ? { fetch: library.fetch, base: library.base, isEmbedded: library.own !== null } : null
}

function openGuards(
  { config, log }: PortalContext,
  { signOn: { accountsOf } }: Services,
  account: AccountData,
): Guards {
  return createGuards({
    getCustomer: (publication, reader) => account.getCustomer(publication, reader),
    listTabs: (publication, reader) => account.listTabs(publication, reader),
    async listMissingFields(publication, { accessToken }) {
      if (accountsOf === null) return []
      if (accessToken === null) return null
      const found = await accountsOf(publication.code).listMissingFields({ body: { accessToken } })
      return found.ok ? found.data.map(({ name }) => name) : null
    },
    async getPasswordCode(publication, code) {
      const found = await accountsOf?.(publication.code).getPasswordCode({ params: { code } })
      return found === undefined ? 'invalid' : found.ok ? found.data.state : null
    },
    isPlatformEmbedded: config.subscriptionUrl === null,
    onError: (error) => log('warn', 'guard-unanswered', { error }),
  })
}

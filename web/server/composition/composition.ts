/**
 * Puts the portal together: database, services (embedded unless an address is configured), typed clients, page cache,
 * pages, calls. The one place that knows which service is near and which is far; everything else asks a client.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { Hono } from 'hono'
import { BILLING_INTERNAL } from '@lokalteil/contracts/billing'
import {
  createCaller,
  createClient,
  type Client,
  type ClientOptions,
  type Fetch,
} from '@lokalteil/contracts/kernel/client'
import { CONTENT, CONTENT_INTERNAL, type PaidMediaChanges } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { NEWSLETTER } from '@lokalteil/contracts/newsletters'
import { ORDERS_INTERNAL } from '@lokalteil/contracts/orders'
import { LOGIN_CALLBACK, PORTAL, PORTAL_INFO } from '@lokalteil/contracts/portal'
import { SUBSCRIPTION, SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/commerce'
import { STALE_SECONDS } from '@lokalteil/domain/rendering/page-cache'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import { openDatabase, type Database } from '@lokalteil/services/platform/database'
import { timeLeft } from '@lokalteil/services/platform/deadline'
import { createImportApp } from '@lokalteil/services/import/app'
import { readDemoMapping } from '@lokalteil/demo/seed/import-mapping'
import { openPictures } from '@lokalteil/services/pictures/open-pictures'
import { createMailService, type MailService } from '@lokalteil/services/mail/app'
import { createNewsletterService, type NewsletterService } from '@lokalteil/services/newsletters/app'
import { createScripts } from '@lokalteil/services/scripts/app'
import { serveDocumentation } from '@lokalteil/services/platform/serve'
import type { SsoService } from '@lokalteil/services/accounts/app'
import { listDemoReaders, seedDemoAccounts } from '@lokalteil/services/accounts/demo-accounts'
import { createUserService, type UserService } from '@lokalteil/services/library/app'
import { createSubscriptionService, type SubscriptionService } from '@lokalteil/services/commerce/app'
import { seedReaders } from '@lokalteil/demo/seed/readers'
import type { ContentName, ContentApi, Read } from '../../app/page/content-api.ts'
import type { OfferApi } from '../../app/page/offer-api.ts'
import { createAccessRoutes } from '../api/access-routes.ts'
import { createAccountRoutes } from '../api/account-routes.ts'
import { createAccountData } from '../api/account-data.ts'
import { subscribeToAddressChanges } from './address-subscribers.ts'
import { toAccessPrincipal } from '../access/access-questions.ts'
import { createArticleAccess, type AccessOf } from '../access/article-access.ts'
import { createAssets } from '../http/assets.ts'
import { createAuthApi, createAuthRoutes, createAuthMount } from '../api/auth-routes.ts'
import { createBillingRoutes, readContracts } from '../api/billing-routes.ts'
import type { BuiltFiles } from '../http/built-files.ts'
import { createRoutes } from '../api/routes.ts'
import { createChromeSource } from '../rendering/chrome-source.ts'
import { createCodeRoutes } from '../api/code-routes.ts'
import type { Config } from '../config/config.ts'
import { createContentProxy } from '../api/content-proxy.ts'
import { createContractRoutes } from '../api/contract-routes.ts'
import { createCspReports } from '../http/csp-reports.ts'
import { createForeignSignOn } from '../session/foreign-sign-on.ts'
import { createGuards } from '../rendering/guards.ts'
import { createImageRoute } from '../http/images.ts'
import type { Log } from '../http/log.ts'
import { createDiscoveryFiles } from '../discovery/discovery-files.ts'
import { createNewsletterRoutes } from '../api/newsletter-routes.ts'
import { createOrderRoutes } from '../api/order-routes.ts'
import { createPageCache } from '../rendering/page-cache.ts'
import { createPages } from '../rendering/pages.ts'
import { createPaidMedia } from '../access/paid-media.ts'
import { createPaywallRoutes } from '../api/paywall-routes.ts'
import { createPatientSessions } from '../session/patient-session.ts'
import { openPaywall } from './paywall-mount.ts'
import { createPlainPage } from '../http/plain-page.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { createPortal } from '../portal.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { createPortalApi } from '../api/portal-api.ts'
import { createSessionCookies } from '../session/session-cookies.ts'
import { createSessions } from '../session/session.ts'
import { createSettingsRoutes } from '../api/settings-routes.ts'
import { createSettingsSource } from '../rendering/settings-source.ts'
import { openSharedPages } from '../rendering/shared-pages.ts'
import { createSignedMedia } from '../http/signed-media.ts'
import { createSocialRoutes } from '../api/social-routes.ts'
import { openEmbeddedSso, type EmbeddedSso } from '../session/sso-mount.ts'
import { createUpstreams } from './upstreams.ts'
import { createAccessCheck } from '../session/user-access.ts'
import { createUserRoutes, type UserUpstream } from '../api/user-routes.ts'
import { createPurchases, createWalletRoutes } from '../api/wallet-routes.ts'
import { createWebSub } from '../discovery/websub.ts'

const SERVICES = '/__services'
/** How often a content service elsewhere is asked which files have become paid. */
const PAID_MEDIA_MS = 5_000

export type PortalRuntime = {
  listener: RequestListener
  /** Every address that answers something other than a page or a file, those of embedded services included. */
  routes: readonly { method: string; path: string }[]
  /** Null when the content comes from elsewhere. */
  content: ContentService | null
  /** Null when offers and contracts are kept elsewhere. */
  subscription: SubscriptionService | null
  /** Null when what readers keep is elsewhere. */
  user: UserService | null
  /** Null when newsletters are sent from elsewhere. */
  newsletter: NewsletterService | null
  /** Null when a publisher's own provider keeps the accounts. */
  sso: SsoService | null
  setReady: (isReady: boolean) => void
  close: () => Promise<void>
}

export type CompositionOptions = {
  config: Config
  renderer: Renderer
  /** Absent: nothing is built (development, tests of single pages). */
  built?: BuiltFiles
  root: string
  log: Log
  now?: () => Date
  /** The file of a picture that is shipped with the demo; null: it is none. */
  findShippedPicture?: (path: string) => string | null
}

export async function openPortal(options: CompositionOptions): Promise<PortalRuntime> {
  const { config, renderer, root, log } = options
  const now = options.now ?? (() => new Date())
  mkdirSync(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 })
  const ingestKey = config.ingestKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'ingest.key'))

  const isDatabaseNeeded =
    config.contentApiUrl === null ||
    config.subscriptionUrl === null ||
    config.foreignSso === null ||
    config.userApi === 'embedded' ||
    config.newsletterUrl === null
  const database: Database | null = isDatabaseNeeded
    ? await openDatabase(config.databaseUrl === null ? { dataDir: config.dataDir } : { url: config.databaseUrl })
    : null
  const upstreams = createUpstreams({ maxBytes: config.upstreamMaxBytes, log })
  let content: ContentService | null = null
  let contentFetch: Fetch = upstreams.of('content').fetch
  let contentBase = config.contentApiUrl ?? 'http://content.internal'
  const serviceKey = config.contentServiceKey ?? ingestKey
  if (config.contentApiUrl === null && database !== null) {
    content = await createContentService({
      database,
      serviceKey,
      now,
      onError: (error, requestId) => log('error', 'content-service', { requestId, error }),
    })
    const { app } = content
    contentFetch = (request) => app.fetch(request)
    contentBase = 'http://content.internal'
  }

  const contentOptions = (mandator: Mandator): ClientOptions => ({
    fetch: contentFetch,
    base: `${contentBase}/${mandator}`,
    retryReads: config.contentApiUrl !== null,
    timeLeft,
    ...(config.contentApiUrl === null ? { timeout: 0 } : {}),
  })
  const readers = toRecord((mandator) => createClient(CONTENT, contentOptions(mandator)))

  let mail: MailService | null = null
  let subscription: SubscriptionService | null = null
  const subscriptionKey =
    config.subscriptionServiceKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'subscription.key'))
  if (database !== null) {
    mail = await createMailService({
      database,
      origins: config.origins,
      smtpUrl: config.smtpUrl,
      isDemo: config.isDemo && !config.isDemoPublic,
      now,
      onError: (error) => log('error', 'mail-service', { error }),
      onDead: (dead) => log('warn', 'mail-given-up', dead),
    })
    mail.start()
  }
  if (config.subscriptionUrl === null && database !== null && mail !== null) {
    subscription = await createSubscriptionService({
      database,
      serviceKey: subscriptionKey,
      queueMail: mail.queue,
      async askForTag(mandator, id) {
        const found = await readers[mandator].getTag({ params: { id } })
        return found.ok || (found.status === 404 ? false : null)
      },
      payments: {
        providers: config.paymentProviders,
        secret: config.paymentSecret ?? readOrCreateKey(join(config.dataDir, 'keys', 'payment.key')),
        origins: config.origins,
        ...(config.stripe === null ? {} : { stripe: { ...config.stripe, fetch: upstreams.of('payments').fetch } }),
        onTrouble: (trouble) => log('warn', 'payment', trouble),
      },
      now,
      onError: (error, requestId) => log('error', 'subscription-service', { requestId, error }),
    })
    subscription.orders.start()
    subscription.billing.start()
  }
  const platform = subscription?.app
  const platformClient = {
    fetch: platform === undefined ? upstreams.of('subscription').fetch : (request: Request) => platform.fetch(request),
    base: config.subscriptionUrl ?? 'http://subscription.internal',
    retryReads: config.subscriptionUrl !== null,
    timeLeft,
  }
  const catalogues = toRecord((mandator) =>
    createClient(SUBSCRIPTION, { ...platformClient, base: `${platformClient.base}/${mandator}` }),
  )
  const platforms = toRecord((mandator) =>
    createClient(SUBSCRIPTION_INTERNAL, {
      ...platformClient,
      base: `${platformClient.base}/${mandator}`,
      headers: { authorization: `Bearer ${subscriptionKey}` },
      timeout: 10_000,
    }),
  )
  const orderPlatforms = toRecord((mandator) =>
    // Longer than a card provider takes to answer.
    createClient(ORDERS_INTERNAL, {
      ...platformClient,
      base: `${platformClient.base}/${mandator}`,
      headers: { authorization: `Bearer ${subscriptionKey}` },
      timeout: 45_000,
    }),
  )
  // Longer: a paper may be the first one, and money may be asked for.
  const billingPlatforms = toRecord((mandator) =>
    createClient(BILLING_INTERNAL, {
      ...platformClient,
      base: `${platformClient.base}/${mandator}`,
      headers: { authorization: `Bearer ${subscriptionKey}` },
      timeout: 45_000,
    }),
  )
  const offerReaders = toRecord((mandator): OfferApi => ({
    async listOffers() {
      const found = await catalogues[mandator].listOffers({})
      return found.ok ? { ok: true, data: found.data } : { ok: false, status: found.status }
    },
  }))

  const internals = toRecord((mandator) =>
    createClient(CONTENT_INTERNAL, {
      fetch: contentFetch,
      base: `${contentBase}/${mandator}`,
      headers: { authorization: `Bearer ${serviceKey}` },
      timeout: 30_000,
    }),
  )

  // --- Pictures: where they are kept, which belong to paid texts, and a picture service

  const pictures = await openPictures({
    dataDir: config.dataDir,
    database,
    s3: config.pictureStore,
    cacheBytes: config.pictureCacheBytes,
    ...(options.findShippedPicture === undefined ? {} : { findShipped: options.findShippedPicture }),
    ingestKey,
    readKey: config.imageCdn?.secret ?? null,
    onError: (error) => log('error', 'picture-store', { error }),
    onStored: (count) => log('info', 'pictures-stored', count),
  })

  const paidMedia = createPaidMedia({
    list: content?.listPaidMedia ?? ((after) => listForeignPaidMedia(internals[config.mandator], after)),
    onError: (error) => log('error', 'paid-media-unanswered', { error }),
  })
  await paidMedia.refresh()
  const followPaidMedia = content === null ? setInterval(() => void paidMedia.refresh(), PAID_MEDIA_MS) : null
  followPaidMedia?.unref()
  const media = createSignedMedia({
    secret: config.imageSecret ?? readOrCreateKey(join(config.dataDir, 'keys', 'pictures.key')),
    isPaid: config.isPaywallEnabled ? paidMedia.has : () => false,
    cdn: config.imageCdn,
    now,
  })
  const contentReaders = toRecord((mandator) => toContentApi(contentOptions(mandator), {}, media.addOpenAddresses))
  const freshReaders = toRecord((mandator) =>
    toContentApi(contentOptions(mandator), { 'cache-control': 'max-age=0' }, media.addOpenAddresses),
  )
  const ssoSecret = config.ssoSecret ?? readOrCreateKey(join(config.dataDir, 'keys', 'sso.key'))
  const purchases = createPurchases((mandator) => platforms[mandator])
  const paywall = await openPaywall({
    database,
    url: config.paywallUrl,
    fetch: upstreams.of('paywall').fetch,
    serviceKey: config.paywallServiceKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'paywall.key')),
    secret: ssoSecret,
    extendedAccessKeys: config.extendedAccessKeys,
    sessionsOf: () => sessions,
    contentOf: (mandator) => contentReaders[mandator],
    purchases,
    origins: config.origins,
    now,
    log,
  })
  const { institutions } = paywall
  const access: Record<Mandator, AccessOf> = toRecord((mandator) =>
    createArticleAccess({
      isPaywallEnabled: config.isPaywallEnabled,
      legalSiteIds: config.legalSiteIds,
      content: contentReaders[mandator],
      internal: internals[mandator],
      questions: paywall.questionsOf(mandator),
      addAddresses: media.addUnlockedAddresses,
      now: () => now().getTime(),
    }),
  )
  if (!config.isPaywallEnabled) log('warn', 'paywall-disabled', { meaning: 'every reader gets every text' })

  // --- Who reads: the embedded single sign-on, or a publisher's own provider

  const foreign =
    config.foreignSso === null
      ? null
      : createForeignSignOn({
          config: config.foreignSso,
          origins: config.origins,
          secret: ssoSecret,
          callbackPath: LOGIN_CALLBACK,
          fetch: upstreams.of('single-sign-on').fetch,
          rolesOf,
          now,
          onError: (error, at) => log('warn', at, { error }),
        })
  let embedded: EmbeddedSso | null = null
  if (foreign === null && database !== null && mail !== null) {
    embedded = await openEmbeddedSso({ database, mail, config, secret: ssoSecret, rolesOf, now, log })
    if (config.isDemo) {
      await seedDemoAccounts({ database, now: now(), isPublic: config.isDemoPublic })
      if (subscription !== null) await seedReaders(subscription, listDemoReaders(), now())
    }
    if (subscription !== null) embedded.service.registerDataSource(subscription.personalData)
    for (const holder of paywall.holders) embedded.service.registerDataSource(holder)
    embedded.service.start()
  }
  let newsletter: NewsletterService | null = null
  const newsletterKey = config.newsletterServiceKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'newsletter.key'))
  const newsletterSecret =
    config.newsletterSecret ?? readOrCreateKey(join(config.dataDir, 'keys', 'newsletter-secret.key'))
  if (config.newsletterUrl === null && database !== null && mail !== null) {
    newsletter = await createNewsletterService({
      database,
      serviceKey: newsletterKey,
      secret: newsletterSecret,
      contentOf: (mandator) => readers[mandator],
      queueMail: mail.queue,
      now,
      onError: (error, requestId) => log('error', 'newsletter-service', { requestId, error }),
    })
    embedded?.service.registerDataSource(newsletter.readerData)
    newsletter.start()
  }
  const newsletterApp = newsletter?.app
  const newsletterClients = toRecord((mandator) =>
    createClient(NEWSLETTER, {
      fetch: newsletterApp === undefined ? upstreams.of('newsletter').fetch : (request) => newsletterApp.fetch(request),
      base: `${config.newsletterUrl ?? 'http://newsletter.internal'}/${mandator}`,
      headers: { authorization: `Bearer ${newsletterKey}` },
      retryReads: config.newsletterUrl !== null,
      timeLeft,
      ...(newsletterApp === undefined ? {} : { timeout: 0 }),
    }),
  )
  if (embedded !== null)
    subscribeToAddressChanges(embedded.service, {
      newsletterOf: (mandator) => newsletterClients[mandator],
      platformOf: (mandator) => platforms[mandator],
      log,
    })
  const provider = foreign ?? embedded
  if (provider === null) throw new Error('There is neither a single sign-on service nor a provider')
  const ssoOf = embedded?.clientOf ?? null
  const cookies = createSessionCookies({
    origins: config.origins,
    ...config.cookies,
    isForeign: foreign !== null,
  })
  const sessions = createSessions({ signOn: provider.signOn, cookies, now })
  const readSession = createPatientSessions(sessions, config.foreignSso === null)
  const portalApi = createPortalApi(config, sessions)
  let user: UserService | null = null
  if (config.userApi === 'embedded' && database !== null) {
    user = await createUserService({
      database,
      verify: createAccessCheck({ sso: embedded?.service ?? null, introspect: provider.signOn.introspect }),
      purchases,
      isBookmarkLimitBypassed: config.isBookmarkLimitBypassed,
      serviceKey: config.userServiceKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'user.key')),
      now,
      onError: (error, requestId) => log('error', 'user-service', { requestId, error }),
    })
    embedded?.service.registerDataSource(user.readerData)
  }
  const userApp = user?.app
  const userApi: UserUpstream | null =
    userApp !== undefined
      ? { fetch: (request) => userApp.fetch(request), base: 'http://user.internal', isEmbedded: true }
      : typeof config.userApi === 'object'
        ? { fetch: upstreams.of('user').fetch, base: config.userApi.url, isEmbedded: false }
        : null
  const userRoutes = createUserRoutes({ portalApi, api: userApi, contentOf: (mandator) => contentReaders[mandator] })
  const settings = createSettingsSource({
    api: userApi,
    onChange: () => cache.expire(),
    onError: (message, more) => log('warn', 'settings-unanswered', { message, ...more }),
    now: () => now().getTime(),
  })
  settings.watch()
  const account = createAccountData({
    portalApi,
    sessions,
    ssoOf,
    platformOf: (mandator) => platforms[mandator],
    contractsOf: (mandator, sub) => readContracts(billingPlatforms[mandator], sub),
    settingsOf: settings.read,
    now,
  })
  const codes = createCodeRoutes({
    portalApi,
    ssoOf,
    platformOf: (mandator) => platforms[mandator],
    secret: subscriptionKey,
    log,
  })
  const newsletterRoutes = createNewsletterRoutes({
    portalApi,
    ssoOf,
    newsletterOf: (mandator) => newsletterClients[mandator],
    contentOf: (mandator) => contentReaders[mandator],
    renderAnswer: (...asked) => pages.renderAnswer(...asked),
    secret: newsletterSecret,
  })
  const auth = createAuthApi({
    embedded,
    remote: config.authApi === null ? null : { ...config.authApi, fetch: upstreams.of('auth').fetch },
    onError: (error, at) => log('warn', at, { error }),
  })
  const guard = createGuards({
    getCustomer: (publication, reader) => account.getCustomer(publication, reader),
    listTabs: (publication, reader) => account.listTabs(publication, reader),
    async listMissingFields(publication, reader) {
      if (ssoOf === null) return []
      const found =
        reader.accessToken === null
          ? null
          : await ssoOf(publication.code).listMissingFields({ body: { accessToken: reader.accessToken } })
      return found?.ok === true ? found.data.map(({ name }) => name) : null
    },
    async getPasswordCode(publication, code) {
      const found = await ssoOf?.(publication.code).getPasswordCode({ params: { code } })
      return found === undefined ? 'invalid' : found.ok ? found.data.state : null
    },
    isPlatformEmbedded: config.subscriptionUrl === null,
    onError: (error) => log('warn', 'guard-unanswered', { error }),
  })

  /** Asked whenever a token is made. A platform that does not answer takes no role away for good: the next token asks again. */
  async function rolesOf(mandator: Mandator, sub: string): Promise<readonly string[]> {
    if (subscription !== null) return subscription.rolesOf(mandator, sub)
    const found = await platforms[mandator].listRoles({ params: { sub } })
    if (!found.ok) log('warn', 'roles-unanswered', { status: found.status, code: found.problem.code })
    return found.ok ? found.data : []
  }

  const shared =
    config.cacheUrl === null
      ? null
      : await openSharedPages({
          url: config.cacheUrl,
          buildId: renderer.buildId,
          staleSeconds: STALE_SECONDS,
          log,
          now: () => now().getTime(),
        })
  const cache = createPageCache({
    ...config.pageCache,
    staleSeconds: STALE_SECONDS,
    now: () => now().getTime(),
    shared,
  })
  const discoveryCache = createPageCache({
    entries: 400,
    bytes: 32 * 1024 * 1024,
    staleSeconds: 3600,
    now: () => now().getTime(),
  })
  const chrome = createChromeSource(() => now().getTime())
  const proxy = createContentProxy({
    fetch: contentFetch,
    base: contentBase,
    now: () => now().getTime(),
    addAddresses: media.addOpenAddresses,
  })
  const websub =
    config.websubHub === null
      ? null
      : createWebSub({
          hub: config.websubHub,
          fetch: upstreams.of('websub').fetch,
          origins: config.origins,
          contentOf: (mandator) => readers[mandator],
          log,
        })
  const stopListening = content?.onChange((change) => {
    if (change.kind === 'article') websub?.changed(change.ids)
    proxy.clear()
    chrome.expire()
    discoveryCache.expire()
    if (change.kind === 'article') cache.renewArticles(change.ids)
    else if (change.kind === 'taxonomy') cache.expire()
    // What was withdrawn must not be served once more, not even as a teaser.
    else if (change.kind === 'removed' || change.kind === 'all') {
      cache.purge()
      discoveryCache.purge()
    }
    return paidMedia.refresh()
  })

  const pages = createPages({
    config,
    renderer,
    cache,
    chrome,
    settings,
    contentOf: (publication, request) => (request.wantsFresh ? freshReaders : contentReaders)[publication.code],
    accessOf: (publication, reader, context) => access[publication.code](reader, context),
    offersOf: (publication) => offerReaders[publication.code],
    sessions,
    readSession,
    guard,
    accountOf: (publication, reader) => ({
      ...account.readerOf(publication, reader),
      ...codes.readerOf(publication, reader),
    }),
    userOf: (publication, reader) => userRoutes.readerOf(publication, reader),
    newslettersOf: (publication, reader) => newsletterRoutes.readerOf(publication, reader),
    now,
    onError: (error, requestId) => log('error', 'page-failed', { requestId, error }),
    onOutage: (reason, requestId) => log('warn', 'page-unanswered', { requestId, reason }),
  })

  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  const isDatabaseThere = database === null ? async () => true : rememberBriefly(database.isAnswering)
  const cspReports = createCspReports({
    addressOf: (c) => portalApi.toRequestContext(c).origin.address,
    log,
    now: () => now().getTime(),
  })
  const renderPlainPage = createPlainPage((mandator) => renderer.assetsOf(mandator, null).styles)
  const builtFolder =
    options.built === undefined ? [] : [{ prefix: '/assets', folder: join(options.built.folder, 'client/assets') }]
  const assets = createAssets(
    [
      ...builtFolder,
      { prefix: '/assets/brand', folder: join(root, 'web/app/brand') },
      ...MANDATORS.map((code) => ({
        prefix: '/assets',
        folder: join(root, 'web/app/brand', code),
        only: `fallback-${code}.svg`,
      })),
      ...(config.isDemo ? [{ prefix: '/assets/demo/media', folder: join(root, 'demo/media') }] : []),
    ],
    options.built?.listOthers,
  )
  const services = Object.entries({
    content: content?.app,
    plenigo: subscription?.app,
    user: user?.app,
    newsletter: newsletterApp,
    mail: mail?.app ?? undefined,
    portal: serveDocumentation(PORTAL, PORTAL_INFO),
    scripts: createScripts(),
    pictures: pictures.app,
    ...paywall.services,
  }).flatMap(([name, app]): [string, Hono][] => (app === undefined ? [] : [[name, app]]))
  const calls = createRoutes({
    buildId: renderer.buildId,
    startedAt: now(),
    contentOf: (mandator) => contentReaders[mandator],
    accessOf(mandator, reader, request) {
      const institution = institutions.find(mandator, request)
      const decide = access[mandator](
        reader,
        toAccessPrincipal({ ...request, origin: config.origins[mandator], institution }),
      )
      return async (article) => {
        const decided = await decide(article)
        if (institution !== null && decided.access.rule === 'institution')
          institutions.count(mandator, institution.id, article.id)
        return decided
      }
    },
    addressOf: (c) => portalApi.toRequestContext(c).origin.address,
    readSession,
    proxyContent: config.isContentProxied ? proxy.fetch : null,
    services: services.map(([name, app]) => ({
      name,
      app: new Hono<PortalEnv>().all('*', (c) => toService(app, `${SERVICES}/${name}`, c.req.raw)),
    })),
    readerRoutes: userRoutes.calls,
    parts: [
      cspReports.routes,
      createAccountRoutes({
        portalApi,
        config,
        renderPlainPage,
        sessions,
        cookies,
        ssoOf,
        foreign,
        clientOf: (mandator) => ({
          ...provider.toClient(mandator),
          signOn: foreign === null ? 'own' : 'foreign',
          contentApi: auth === null ? null : '/api',
          contentApiVersion: config.authApi?.version ?? 'v4',
        }),
      }),
      createSocialRoutes({ portalApi, config, renderPlainPage, sessions, cookies, ssoOf, auth }),
      ...(auth === null ? [] : [createAuthRoutes({ portalApi, auth })]),
      ...(embedded === null ? [] : [createAuthMount({ portalApi, embedded })]),
      account.calls,
      codes.calls,
      ...(paywall.linksOf === null
        ? []
        : [
            createPaywallRoutes({
              portalApi,
              sessions,
              linksOf: paywall.linksOf,
              contentOf: (mandator) => contentReaders[mandator],
              accessOf: (mandator) => access[mandator],
              origins: config.origins,
              onTrouble: paywall.onTrouble,
            }),
          ]),
      createAccessRoutes({
        portalApi,
        sessions,
        contentOf: (mandator) => contentReaders[mandator],
        accessOf: (mandator) => access[mandator],
        institutions,
        paywallOf: paywall.internalOf,
        isMeterKnown: config.paywallUrl === null,
        origins: config.origins,
      }),
      createWalletRoutes({
        portalApi,
        platformOf: (mandator) => platforms[mandator],
        contentOf: (mandator) => contentReaders[mandator],
        accessOf: (mandator) => access[mandator],
        price: config.coinPrice,
        log,
      }),
      createBillingRoutes({ portalApi, platformOf: (mandator) => billingPlatforms[mandator], log }),
      createOrderRoutes({
        renderPlainPage,
        portalApi,
        ssoOf,
        platformOf: (mandator) => orderPlatforms[mandator],
        acceptInvitation: (...asked) => codes.acceptInvitation(...asked),
        secret: subscriptionKey,
      }),
      newsletterRoutes.calls,
      createSettingsRoutes({
        portalApi,
        settings,
        sessions,
        userOf: (publication, session) => userRoutes.readerOf(publication, session),
      }),
      createDiscoveryFiles({ config, contentOf: (mandator) => readers[mandator], now, cache: discoveryCache }),
      createContractRoutes({
        config,
        catalogueOf: (mandator) => catalogues[mandator],
        platformOf: (mandator) => platforms[mandator],
        renderAnswer: (...asked) => pages.renderAnswer(...asked),
        secret: subscriptionKey,
      }),
      new Hono<PortalEnv>().route(
        '/api/ingest',
        createImportApp({
          // Both sides of the content service: the import asks which sections a publication has.
          clients: toRecord((mandator) => ({ content: readers[mandator], internal: internals[mandator] })),
          key: ingestKey,
          dataDir: config.dataDir,
          keepPicture: pictures.files.put,
          ...(config.isDemo ? { mapping: readDemoMapping() } : {}),
          now,
          onError: (error, requestId) => log('error', 'ingest', { requestId, error }),
        }),
      ),
    ],
    whyNotReady: async () => (state !== 'ready' ? state : (await isDatabaseThere()) ? null : 'database'),
    log,
  })
  const images = createImageRoute({
    dataDir: config.dataDir,
    giftBand: join(root, 'web/app/brand/gift-band.svg'),
    locate: pictures.files.locate,
    log,
  })
  const listener = createPortal({
    config,
    pages,
    assets,
    serveImage: images.serve,
    permitMedia: media.permit,
    calls,
    answerOidc: embedded?.service.oidcHandler ?? null,
    log,
  })

  const mounted: [string, Hono][] = embedded === null ? services : [...services, ['auth', embedded.service.app]]
  return {
    listener,
    routes: [
      ...calls.routes.map(({ method, path }) => ({ method, path })),
      ...mounted.flatMap(([name, app]) =>
        app.routes.map(({ method, path }) => ({ method, path: `${SERVICES}/${name}${path}` })),
      ),
    ],
    content,
    subscription,
    user,
    newsletter,
    sso: embedded?.service ?? null,
    setReady: (value) => {
      state = value ? 'ready' : 'stopping'
    },
    async close() {
      stopListening?.()
      cspReports.close()
      if (followPaidMedia !== null) clearInterval(followPaidMedia)
      upstreams.close()
      await websub?.close()
      settings.close()
      await images.close()
      await pictures.close()
      await shared?.close()
      await paywall.close()
      await embedded?.service.close()
      await subscription?.orders.close()
      await subscription?.billing.close()
      await newsletter?.close()
      await mail?.close()
      await content?.close()
      await database?.close()
    },
  }
}

/** A content service that does not know the question shows nothing that must be signed. */
async function listForeignPaidMedia(client: Client<typeof CONTENT_INTERNAL>, after: number): Promise<PaidMediaChanges> {
  const found = await client.listPaidMedia({ query: { after } })
  if (found.ok) return found.data
  if (found.status === 404) return { last: 0, isWhole: true, paid: [], open: [] }
  throw new Error(`The content service answers ${found.status} for its paid media`)
}

/** A page's reader over the typed client: the same questions, parsed answers. */
function toContentApi(
  options: ClientOptions,
  headers: Readonly<Record<string, string>>,
  addAddresses: ((data: unknown) => void) | null,
): ContentApi {
  const call = createCaller(CONTENT, options)
  const toRead =
    <K extends ContentName>(name: K) =>
    async (params: object = {}, query?: object): Promise<Read<AnswerOf<(typeof CONTENT)[K]>>> => {
      const result = await call(name, { params, query }, { headers })
      if (!result.ok) return { ok: false, status: result.status }
      addAddresses?.(result.data)
      return { ok: true, data: result.data }
    }
  const names = Object.keys(CONTENT) as ContentName[]
  return Object.fromEntries(names.map((name) => [name, toRead(name)])) as ContentApi
}

function toRecord<T>(make: (mandator: Mandator) => T): Record<Mandator, T> {
  return Object.fromEntries(MANDATORS.map((mandator) => [mandator, make(mandator)])) as Record<Mandator, T>
}

/** An embedded service hears its own paths, without the prefix it is mounted under. */
function toService(app: Hono, prefix: string, request: Request): Response | Promise<Response> {
  const url = new URL(request.url)
  url.pathname = url.pathname.slice(prefix.length) || '/'
  return app.fetch(new Request(url, request))
}

const REMEMBERED_MS = 500

/** However many balancers ask, the database is asked twice a second. */
function rememberBriefly(ask: () => Promise<boolean>): () => Promise<boolean> {
  let at = -REMEMBERED_MS
  let answer = Promise.resolve(true)
  return () => {
    if (performance.now() - at >= REMEMBERED_MS) {
      at = performance.now()
      answer = ask()
    }
    return answer
  }
}

function readOrCreateKey(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const key = randomBytes(32).toString('base64url')
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  return key
}

/** All routes that are not pages, in one list; earlier ones win. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { createImportApp } from '@lokalteil/services/import/app'
import { createAccessRoutes } from '../api/access-routes.ts'
import { createAccountRoutes } from '../api/account/account-routes.ts'
import { createAdvertisingRoutes } from '../api/advertising-routes.ts'
import { createAuthMount, createAuthRoutes } from '../api/auth-routes.ts'
import { createBillingRoutes } from '../api/commerce/billing-routes.ts'
import { createInvoiceRoutes } from '../api/commerce/invoice-routes.ts'
import { createCaseRoutes } from '../api/community/case-routes.ts'
import { createCommunityRoutes } from '../api/community/community-routes.ts'
import { createConsentRoutes } from '../api/consent-routes.ts'
import { createContractRoutes } from '../api/commerce/contract-routes.ts'
import { createNewsletterRoutes } from '../api/newsletter-routes.ts'
import { createCheckoutRoutes } from '../api/commerce/checkout-routes.ts'
import { createGiftRoutes } from '../api/gift-routes.ts'
import { createRoomRoutes } from '../api/rooms/room-routes.ts'
import { createRecipientRoutes } from '../api/recipient-routes.ts'
import { createRoutes } from '../api/routes.ts'
import { createSettingsRoutes } from '../api/settings-routes.ts'
import { createSocialRoutes } from '../api/social-routes.ts'
import { createCoinRoutes } from '../api/commerce/coin-routes.ts'
import { createDiscoveryFiles } from '../discovery/discovery-files.ts'
import { createCspReports } from '../http/csp-reports.ts'
import { createPlainPage } from '../http/plain-page.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import { createLookPages } from '../rendering/look-pages.ts'
import type { Pages } from '../rendering/pages.ts'
import { createImportClients, createRoomServices } from './services/imports.ts'
import { isCall } from '../portal.ts'
import type { PortalParts } from './portal-parts.ts'
import { listPublicServices, mountPublicServices, SERVICES_PATH } from './public-services.ts'
import type { Readiness } from './readiness.ts'

export type PortalRoutes = {
  app: Hono<PortalEnv>
  /** All addresses that answer something other than a page or a file, including those of embedded services. */
  listed: readonly { method: string; path: string }[]
  close: () => void
}

export function openRoutes(parts: PortalParts, pages: Pages, readiness: Readiness): PortalRoutes {
  const { context, services, content, access, caches, readers, figures } = parts
  const { config, renderer, time, now, log } = context
  const publicServices = listPublicServices(parts)
  const addressOf = (c: Parameters<typeof readers.portalApi.toRequestContext>[0]) =>
    readers.portalApi.toRequestContext(c).origin.address
  const cspReports = createCspReports({ addressOf, log, now: time })
  const app = createRoutes({
    buildId: renderer.buildId,
    startedAt: now(),
    contentOf: content.contentOf,
    accessOf: access.accessOfRequest,
    addressOf,
    readSession: services.signOn.readSession,
    proxyContent: config.isContentProxied ? caches.proxy.fetch : null,
    services: mountPublicServices(publicServices),
    readerRoutes: readers.library.calls,
    parts: [
      cspReports.routes,
      figures.routes,
      ...listAccountRoutes(parts),
      ...listArticleRoutes(parts),
      ...listPurchaseRoutes(parts, pages),
      ...listPublicationRoutes(parts, pages),
    ],
    isCall,
    whyNotReady: readiness.whyNot,
    log,
  })
  const accounts = services.accounts.own
  const described = [...publicServices, ...(accounts === null ? [] : [{ name: 'auth', app: accounts.service.app }])]
  return {
    app,
    listed: [
      ...app.routes.map(({ method, path }) => ({ method, path })),
      ...described.flatMap(({ name, app: service }) =>
        service.routes.map(({ method, path }) => ({ method, path: `${SERVICES_PATH}/${name}${path}` })),
      ),
    ],
    close: cspReports.close,
  }
}

/** Login, registration and account. */
function listAccountRoutes({ context, services, readers, figures }: PortalParts): Hono<PortalEnv>[] {
  const { config } = context
  const { portalApi, auth, askOwnAuth } = readers
  const { sessions, cookies, accountsOf, foreign, toClient } = services.signOn
  const renderPlainPage = createPlainPage((publication) => context.renderer.assetsOf(publication, null))
  return [
    createAccountRoutes({
      portalApi,
      config,
      renderPlainPage,
      sessions,
      cookies,
      accountsOf,
      foreign,
      clientOf: (publication) => ({
        ...toClient(publication),
        signOn: foreign === null ? 'own' : 'foreign',
        contentApi: auth === null ? null : '/api',
        contentApiVersion: config.authApi?.version ?? 'v4',
      }),
      countStep: figures.countStep,
    }),
    createSocialRoutes({
      portalApi,
      config,
      renderPlainPage,
      sessions,
      cookies,
      accountsOf,
      auth,
      countStep: figures.countStep,
    }),
    ...(auth === null ? [] : [createAuthRoutes({ portalApi, auth })]),
    ...(askOwnAuth === null ? [] : [createAuthMount({ portalApi, askOwn: askOwnAuth })]),
    readers.account.calls,
    readers.codes.calls,
  ]
}

/** Access to texts, and the display of access. */
function listArticleRoutes({ context, services, content, access, readers }: PortalParts): Hono<PortalEnv>[] {
  const { config } = context
  const { paywall, gifts, signOn } = services
  const common = {
    portalApi: readers.portalApi,
    sessions: signOn.sessions,
    contentOf: content.contentOf,
    accessOf: access.accessOf,
    originOf: config.originOf,
  }
  return [
    ...(gifts.isThere
      ? [createGiftRoutes({ ...common, linksOf: gifts.clients.links, onTrouble: access.onTrouble })]
      : []),
    createAccessRoutes({
      ...common,
      institutions: access.institutions,
      paywallOf: paywall.isThere ? paywall.clients.internal : null,
      isMeterKnown: config.paywallUrl === null,
    }),
  ]
}

/** Purchases and payments. */
function listPurchaseRoutes(
  { context, services, content, access, readers, figures }: PortalParts,
  pages: Pages,
): Hono<PortalEnv>[] {
  const { config, log } = context
  const { portalApi, brake, codes } = readers
  const { commerce, signOn, secrets } = services
  return [
    createCoinRoutes({
      portalApi,
      platformOf: commerce.clients.internal,
      contentOf: content.contentOf,
      accessOf: access.accessOf,
      price: config.coinPrice,
      log,
    }),
    createBillingRoutes({ portalApi, platformOf: commerce.clients.billing, log }),
    createInvoiceRoutes({ portalApi, platformOf: commerce.clients.billing }),
    createCheckoutRoutes({
      renderPlainPage: createPlainPage((publication) => context.renderer.assetsOf(publication, null)),
      portalApi,
      accountsOf: signOn.accountsOf,
      platformOf: commerce.clients.orders,
      purchasesOf: commerce.clients.purchases,
      acceptInvitation: (...asked) => codes.acceptInvitation(...asked),
      secret: secrets.commerce,
      brake,
      countStep: figures.countStep,
    }),
    createContractRoutes({
      config,
      catalogueOf: commerce.clients.catalogue,
      platformOf: commerce.clients.internal,
      renderAnswer: (...asked) => pages.renderAnswer(...asked),
      secret: secrets.commerce,
    }),
  ]
}

/** Newsletters, settings, files for machines, and the ingest door of agencies. */
function listPublicationRoutes(parts: PortalParts, pages: Pages): Hono<PortalEnv>[] {
  const { context, services, content, caches, readers, media } = parts
  const { config, now, log } = context
  const { portalApi, settings, library, newsletters } = readers
  const clients = services.content.clients
  return [
    createNewsletterRoutes({
      ...newsletters,
      portalApi,
      contentOf: content.contentOf,
      renderAnswer: (...asked) => pages.renderAnswer(...asked),
      secret: services.secrets.newsletter,
    }),
    createRoomRoutes({
      portalApi,
      rooms: context.rooms,
      calls: readers.rooms.flatMap(({ calls }) => calls),
      readSession: services.signOn.readSession,
      radio: readers.radio,
    }),
    ...readers.rooms.flatMap(({ routes }) => routes ?? []),
    createCommunityRoutes({
      portalApi,
      community: readers.community,
      contentOf: content.contentOf,
      accountsOf: services.signOn.accountsOf,
      renderAnswer: (...asked) => pages.renderAnswer(...asked),
      secret: services.secrets.community,
    }),
    ...(services.consent.isThere
      ? [
          createConsentRoutes({
            portalApi,
            consentOf: services.consent.clients.internal,
            secret: services.secrets.community,
          }),
        ]
      : []),
    createRecipientRoutes({ portalApi, recipientsOf: context.rooms.recipients }),
    createCaseRoutes({
      portalApi,
      cases: readers.cases,
      renderAnswer: (...asked) => pages.renderAnswer(...asked),
      secret: services.secrets.community,
    }),
    ...readers.rooms.flatMap(({ forms }) => forms?.((...asked) => pages.renderAnswer(...asked)) ?? []),
    createAdvertisingRoutes({ portalApi, listHouseAds: context.advertising.listHouseAds }),
    createSettingsRoutes({ portalApi, settings, sessions: services.signOn.sessions, libraryOf: library.libraryOf }),
    ...(config.hasLooksPage
      ? [
          createLookPages({
            renderer: context.renderer,
            looks: context.looks,
            listPublications: () => parts.publications?.service.directory.list() ?? [],
            contentOf: content.contentOf,
            defaultCode: () => config.defaultPublication,
            originOf: config.originOf,
            now,
          }),
        ]
      : []),
    createDiscoveryFiles({
      config,
      contentOf: clients.public,
      looks: context.looks,
      advertising: context.advertising,
      hasBrandFile: (code, name) => context.demo !== undefined && existsSync(join(context.demo.pictures, code, name)),
      listOwnPages: async (code) => (await context.renderer.load()).listIndexedPages(publicationOf(code)),
      sitemapsOfRooms: readers.rooms.flatMap(({ sitemap }) => sitemap ?? []),
      now,
      cache: caches.discovery,
    }),
    new Hono<PortalEnv>().route(
      '/api/ingest',
      createImportApp({
        clientsOf: createImportClients(services),
        roomsOf: createRoomServices(services),
        key: context.ingestKey,
        dataDir: config.dataDir,
        keepPicture: media.pictures.files.put,
        rulesOf: (code) => parts.publications?.service.directory.find(code)?.folder.sources?.pushed,
        now,
        onError: (error, requestId) => log('error', 'ingest', { requestId, error }),
      }),
    ),
  ]
}

/**
 * The table of services: name, configured external address, key, contracts, and how the embedded one is opened. Ordered
 * by dependency.
 */
import { randomBytes } from 'node:crypto'
import { BILLING_INTERNAL } from '@lokalteil/contracts/commerce/billing'
import { COMMUNITY, COMMUNITY_MODERATION } from '@lokalteil/contracts/community'
import { CONSENT } from '@lokalteil/contracts/consent'
import { COMMERCE, COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import { CONTENT, CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import { ACCOUNTS } from '@lokalteil/contracts/accounts'
import { SUBSCRIBER_ENDPOINTS } from '@lokalteil/contracts/accounts/subscriber-endpoints'
import { IMPORTED_INTERNAL } from '@lokalteil/contracts/commerce/imported-contracts'
import { PURCHASES_INTERNAL } from '@lokalteil/contracts/commerce/purchases'
import { FIGURES } from '@lokalteil/contracts/figures'
import { GIFTS } from '@lokalteil/contracts/gifts'
import { NEWSLETTER_DESK } from '@lokalteil/contracts/newsletter-issues'
import { NEWSLETTER } from '@lokalteil/contracts/newsletters'
import { ORDERS_INTERNAL } from '@lokalteil/contracts/commerce/orders'
import { PAYWALL, PAYWALL_AT_ADDRESS, PAYWALL_INTERNAL } from '@lokalteil/contracts/paywall'
import type { Room } from '@lokalteil/rooms/define-room'
import { ROOMS } from '@lokalteil/rooms/server'
import type { PictureFiles } from '@lokalteil/services/pictures/picture-files'
import { ANSWER_MS } from '../../access/article-access.ts'
import { createPurchases } from '../../api/commerce/coin-routes.ts'
import type { Platform } from './platform.ts'
import type { PortalContext } from '../portal-context.ts'
import { INTERNAL, mountService, PAGE_READS, type ClientUse, type ServiceRow } from './service-mount.ts'
import { openAccounts } from './accounts.ts'
import { openCommunity } from './community.ts'
import { openCommerce } from './commerce.ts'
import { openConsent } from './consent.ts'
import { openContent } from './content.ts'
import { openFigures } from './figures.ts'
import { openLibrary } from './library.ts'
import { openNewsletters } from './newsletters.ts'
import { openOffice } from './office.ts'
import { openGifts, openPaywall } from './paywall.ts'
import type { OwnPublications } from './publications.ts'
import { createSellers } from './sellers.ts'
import { toShownPictures } from './shown-pictures.ts'
import { createRoles, openSignOn } from './sign-on.ts'

export type Services = Awaited<ReturnType<typeof openServices>>

/** Longer than a card provider takes to answer, or than the first drawing of a document takes. */
const PAYMENTS = { ...INTERNAL, timeout: 45_000 } as const satisfies ClientUse
/** Longer than the queue for password hashing. */
const QUEUED_PASSWORDS = { hasKey: true, timeout: 15_000 } as const satisfies ClientUse
/** Two hundred lines with a transaction each. */
const BATCH = { hasKey: true, timeout: 120_000, ownTimeout: 0 } as const satisfies ClientUse
const DECISION = { hasKey: true, timeout: ANSWER_MS } as const satisfies ClientUse

/** The function is long because it is a table with a row for each service. */
export async function openServices(
  context: PortalContext,
  platform: Platform | null,
  publications: OwnPublications | null,
  files: PictureFiles,
  ownRooms: readonly Room[],
) {
  const { config, keys, ingestKey } = context
  const sellers = createSellers()
  const mount = async <Service, Clients>(row: ServiceRow<Service, Clients>) =>
    sellers.add(await mountService(context, platform, row))
  const accountsKey = randomBytes(32).toString('base64url')
  const paywallKey = () => config.paywallServiceKey ?? keys.read('paywall')
  const secrets = {
    commerce: config.subscriptionServiceKey ?? keys.read('subscription'),
    newsletter: config.newsletterSecret ?? keys.read('newsletter-secret'),
    community: config.communitySecret ?? keys.read('community-secret'),
  }

  const content = await mount({
    name: 'content',
    url: config.contentApiUrl,
    key: () => config.contentServiceKey ?? ingestKey,
    clients: (client) => ({
      public: client(CONTENT, PAGE_READS),
      internal: client(CONTENT_INTERNAL, { hasKey: true, timeout: 30_000 }),
      records: client(RECORDS, { hasKey: true, timeout: 30_000 }),
    }),
    open: openContent,
  })
  const commerce = await mount({
    name: 'subscription',
    path: 'plenigo',
    url: config.subscriptionUrl,
    key: () => secrets.commerce,
    clients: (client) => ({
      catalogue: client(COMMERCE, { isRetried: true }),
      internal: client(COMMERCE_INTERNAL, INTERNAL),
      orders: client(ORDERS_INTERNAL, PAYMENTS),
      purchases: client(PURCHASES_INTERNAL, PAYMENTS),
      billing: client(BILLING_INTERNAL, PAYMENTS),
      imported: client(IMPORTED_INTERNAL, BATCH),
    }),
    open: (ours) =>
      openCommerce(ours, {
        contentOf: content.clients.public,
        listObstacles: publications?.listObstacles ?? (() => []),
        findSeller: sellers.find,
      }),
  })
  const rolesOf = createRoles(context, commerce)
  const accounts = await mount({
    name: 'accounts',
    path: null,
    url: null,
    key: () => accountsKey,
    clients: (client) => ({
      internal: client(ACCOUNTS, QUEUED_PASSWORDS),
      subscribers: client(SUBSCRIBER_ENDPOINTS, BATCH),
    }),
    open: config.foreignProvider === null ? (ours) => openAccounts(ours, rolesOf) : null,
  })
  const signOn = openSignOn(context, accounts, rolesOf)
  const paywall = await mount({
    name: 'paywall',
    url: null,
    key: paywallKey,
    clients: (client) => ({ decisions: client(PAYWALL, DECISION), internal: client(PAYWALL_INTERNAL, INTERNAL) }),
    open: (ours) => openPaywall(ours, { sessions: signOn.sessions, contentOf: content.clients.public }),
  })
  const foreignPaywall = await mount({
    name: 'paywall',
    url: config.paywallUrl,
    toBase: (url, publication) => url.replaceAll('{mandator}', publication),
    key: paywallKey,
    clients: (client) => ({ decisions: client(PAYWALL_AT_ADDRESS, DECISION) }),
    open: null,
  })
  const gifts = await mount({
    name: 'gifts',
    url: null,
    key: paywallKey,
    clients: (client) => ({ links: client(GIFTS, INTERNAL) }),
    open: openGifts,
  })
  const newsletters = await mount({
    name: 'newsletter',
    url: config.newsletterUrl,
    key: () => config.newsletterServiceKey ?? keys.read('newsletter'),
    clients: (client) => ({
      internal: client(NEWSLETTER, { ...PAGE_READS, hasKey: true }),
      desk: client(NEWSLETTER_DESK, INTERNAL),
    }),
    open: (ours) => openNewsletters(ours, { secret: secrets.newsletter, contentOf: content.clients.public }),
  })
  const rooms = []
  const offers = {
    content: content.clients,
    onContentChange: content.own?.service.onChange ?? null,
    purchasesOf: commerce.clients.purchases,
    pictures: toShownPictures(files, config.pictureStore),
  }
  for (const room of [...ROOMS, ...ownRooms]) rooms.push(sellers.add(await room.mount(context, platform, offers)))
  const notifiers = rooms.flatMap(({ notify }) => notify ?? [])
  const pushes = rooms.flatMap(({ pushes: find }) => find ?? [])
  const community = await mount({
    name: 'community',
    url: config.communityUrl,
    key: () => config.communityServiceKey ?? keys.read('community'),
    clients: (client) => ({
      internal: client(COMMUNITY, { ...PAGE_READS, hasKey: true }),
      moderation: client(COMMUNITY_MODERATION, INTERNAL),
    }),
    open: (ours) => openCommunity(ours, { secret: secrets.community, notifiers }),
  })
  const consent = await mount({
    name: 'consent',
    url: null,
    key: () => keys.read('consent'),
    clients: (client) => ({ internal: client(CONSENT, INTERNAL) }),
    open: openConsent,
  })
  const purchases = createPurchases(commerce.clients.internal)
  const library = await mount({
    name: 'user',
    url: typeof config.libraryApi === 'object' ? config.libraryApi.url : null,
    key: () => config.libraryServiceKey ?? keys.read('user'),
    clients: () => ({}),
    open:
      config.libraryApi === 'embedded'
        ? (ours) =>
            openLibrary(ours, {
              accounts: accounts.own?.service ?? null,
              introspect: signOn.signOn.introspect,
              purchases,
            })
        : null,
  })
  const figures = await mount({
    name: 'figures',
    url: typeof config.figures === 'object' ? config.figures.url : null,
    key: () => config.figuresServiceKey ?? keys.read('figures'),
    clients: (client) => ({ internal: client(FIGURES, INTERNAL) }),
    open: config.figures === 'embedded' ? openFigures : null,
  })
  const office = await mount({
    name: 'office',
    url: null,
    key: () => config.officeServiceKey ?? keys.read('office'),
    clients: () => ({}),
    open: (ours) =>
      openOffice(ours, {
        recordsOf: content.clients.records,
        internalOf: content.clients.internal,
        onContentChange: (listener) => content.own?.service.onChange(listener) ?? (() => {}),
        pushOf: (code) => pushes.map((find) => find(code)).find((orders) => orders !== null) ?? null,
        pictures: content.own === null ? null : files,
        newslettersOf: newsletters.clients.desk,
        figuresOf: figures.isThere ? figures.clients.internal : null,
      }),
  })
  return {
    content,
    commerce,
    accounts,
    signOn,
    paywall,
    foreignPaywall,
    gifts,
    newsletters,
    rooms,
    community,
    consent,
    library,
    figures,
    office,
    purchases,
    secrets,
  }
}

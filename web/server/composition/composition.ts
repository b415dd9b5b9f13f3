/**
 * Assembles a portal, from the database to the listener: embedded services or a publisher's own (the table of
 * services), media, access, caches, reader APIs, pages, routes. Then the jobs start.
 */
import type { RequestListener } from 'node:http'
import type { Room } from '@lokalteil/rooms/define-room'
import type { AccountsService } from '@lokalteil/services/accounts/app'
import type { CommerceService } from '@lokalteil/services/commerce/app'
import type { SeedDiscussion } from '@lokalteil/services/community/seed'
import type { ContentService } from '@lokalteil/services/content/app'
import type { LibraryService } from '@lokalteil/services/library/app'
import type { OfficeService } from '@lokalteil/services/office/app'
import type { NewsletterService } from '@lokalteil/services/newsletters/app'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toClientAddress } from '../http/client-address.ts'
import { createShareCards } from '../http/share-cards.ts'
import { createStoredMedia } from '../http/stored-media.ts'
import { createOfficeDoor } from '../office/office-door.ts'
import { readOfficeManifest } from '../office/office-shell.ts'
import { createLiveReports } from '../live/live-reports.ts'
import { ContentSilent } from '../rendering/chrome-source.ts'
import type { Pages } from '../rendering/pages.ts'
import { createPortal, isCall } from '../portal.ts'
import { createRequestNames, type NameRequest } from '../watch/request-names.ts'
import { openWatch } from '../watch/watch.ts'
import { openAccess } from './access.ts'
import { connectAccounts } from './services/account-connections.ts'
import { openCaches } from './caches.ts'
import { openContentApis } from './content-apis.ts'
import { openFiguresDoor } from './figures.ts'
import { openMedia, openPictureStore } from './media.ts'
import { openImports } from './services/imports.ts'
import { openPublications } from './services/publications.ts'
import { openPlatform } from './services/platform.ts'
import { openAssets } from './portal-assets.ts'
import { openContext, type CompositionOptions } from './portal-context.ts'
import { openPages } from './portal-pages.ts'
import { withRoomSettings } from './own-rooms.ts'
import type { PortalParts } from './portal-parts.ts'
import { openRoutes, type PortalRoutes } from './portal-routes.ts'
import { openReaderApis } from './reader-apis.ts'
import { createReadiness } from './readiness.ts'
import { closeServices, listOpened, startServices } from './services/service-jobs.ts'
import { openServices } from './services/service-table.ts'
import { toWatchSources } from './watch-sources.ts'

export type PortalRuntime = {
  listener: RequestListener
  routes: PortalRoutes['listed']
  /** Null: the service is external. */
  content: ContentService | null
  /** Null: the service is external. */
  commerce: CommerceService | null
  /** Null: the service is external. */
  library: LibraryService | null
  /** Null: the service is external. */
  newsletter: NewsletterService | null
  /** Null: accounts belong to a publisher's own provider. */
  accounts: AccountsService | null
  /** Null: all services are external. */
  office: OfficeService | null
  /** Fills the discussions of a demo; null: comments are external. */
  seedDiscussion: SeedDiscussion | null
  /** The embedded services of rooms by name. */
  rooms: ReadonlyMap<string, unknown>
  /** Fills the services of rooms for a demo. */
  fillRooms: () => Promise<void>
  /** Adds slow parts of the demo, such as drawn pages. */
  completeRooms: () => Promise<void>
  /**
   * Runs background jobs from now on. Call it after a demo is filled: jobs that wait for the only connection of an
   * embedded database meanwhile would fail.
   */
  startJobs: () => void
  setReady: (isReady: boolean) => void
  /** Where operators read figures and health, `http://host:port`; null: nowhere. */
  watchBase: string | null
  close: () => Promise<void>
}

/** `ownRooms`: those of the publisher, in addition to the product's. */
type PortalOptions = CompositionOptions & { ownRooms?: readonly Room[] }

export async function openPortal(options: PortalOptions): Promise<PortalRuntime> {
  const parts = await openParts(options)
  const { context, services } = parts
  const readiness = createReadiness(parts.platform)
  const pages = openPages(parts)
  const routes = openRoutes(parts, pages, readiness)
  const live = openLive(parts)
  const office = openOfficeDoor(parts, pages)
  const endStreams = () => {
    live.close()
    office?.close()
    context.demoRadio?.close()
  }
  const listener = createPortal({
    config: context.config,
    pages,
    assets: openAssets(context),
    serveImage: parts.media.images.serve,
    office,
    rightsLeft: parts.media.rightsLeft,
    serveShareCard: openShareCards(parts),
    serveStoredMedia: createStoredMedia(parts.media.pictures.files),
    permitMedia: parts.media.signed.permit,
    serveLive: (request, response, publication, target) =>
      live.serve(request, response, publication, target) ||
      (context.demoRadio?.serve(request, response, target.split('?', 1)[0]!) ?? false),
    calls: routes.app,
    timed: services.content.own?.service.timed ?? null,
    answerOidc: services.accounts.own?.service.oidcHandler ?? null,
    follow: context.watch?.toFollow(nameRequests(routes)) ?? null,
    log: context.log,
  })
  context.watch?.attach(toWatchSources(parts))
  return {
    listener,
    routes: routes.listed,
    content: services.content.own?.service ?? null,
    commerce: services.commerce.own?.service ?? null,
    library: services.library.own?.service ?? null,
    newsletter: services.newsletters.own?.service ?? null,
    accounts: services.accounts.own?.service ?? null,
    office: services.office.own?.service ?? null,
    seedDiscussion: openDiscussionSeed(parts),
    rooms: new Map(services.rooms.flatMap(({ name, own }) => (own === null ? [] : [[name, own.service] as const]))),
    async fillRooms() {
      for (const room of services.rooms) await room.fillDemo()
    },
    async completeRooms() {
      for (const room of services.rooms) await room.completeDemo()
    },
    startJobs: () => startJobs(parts),
    setReady(isReady) {
      readiness.set(isReady)
      // Readers reconnect to another process.
      if (!isReady) endStreams()
    },
    watchBase: context.watch?.base ?? null,
    async close() {
      endStreams()
      routes.close()
      // First, or the watch would report parts that are closing as down.
      await context.watch?.close()
      await closeParts(parts)
    },
  }
}

function nameRequests({ listed }: PortalRoutes): NameRequest {
  return createRequestNames(
    listed.map(({ path }) => path),
    isCall,
  )
}

/** Comments under an existing article, also by its authors. */
function openDiscussionSeed({ services, readers }: PortalParts): SeedDiscussion | null {
  const own = services.community.own?.service
  if (own === undefined) return null
  return async (publication, articleId, discussion) => {
    const found = await readers.community.findArticle(publication, articleId)
    if (!found.ok) return
    const { facts } = found.data
    const authors = Object.fromEntries(facts.authors.map(({ name, path }) => [name, path]))
    await own.seed(publication, { ...discussion, article: facts, authors })
  }
}

function openOfficeDoor({ context, services }: PortalParts, pages: Pages) {
  const { config, built, officeFiles, now, log } = context
  const service = services.office.own?.service
  if (service === undefined) return null
  const preview = { recordsOf: service.context.recordsOf, render: pages.renderPreview, now }
  const mails = { newslettersOf: services.newsletters.clients.desk, originOf: config.originOf }
  return createOfficeDoor({ config, service, files: officeFiles ?? readOfficeManifest(built), preview, mails, log })
}

function openLive({ context, services, content }: PortalParts) {
  const { config, log } = context
  const own = services.content.own?.service
  return createLiveReports({
    contentOf: content.freshContentOf,
    onChange: own === undefined ? null : (listener) => own.onChange(listener),
    addressOf: ({ socket, headers }) =>
      toClientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString(), config.trustedProxies),
    most: config.liveConnections,
    log,
  })
}

function openShareCards({ context, content, media }: PortalParts) {
  return createShareCards({
    images: media.images,
    async findArticle({ code }, id) {
      const read = await content.contentOf(code).getArticle({ id })
      if (!read.ok && read.status !== 404 && read.status !== 410) throw new ContentSilent()
      return read.ok ? read.data : null
    },
    rightsLeft: media.rightsLeft,
    brandOf({ code }) {
      const { resolved, brand } = context.looks.of(code)
      return { state: JSON.stringify(resolved) + brand.wordmark.symbols, draw: brand.drawCard }
    },
  })
}

async function openParts({ ownRooms = [], ...options }: PortalOptions): Promise<PortalParts> {
  const { config, log, now = () => new Date() } = options
  const context = openContext(
    { ...options, readFolder: withRoomSettings(ownRooms, options.readFolder ?? readFolder) },
    await openWatch({ config, now, log }),
  )
  const platform = await openPlatform(context)
  const publications = await openPublications(context, platform, ownRooms)
  const pictures = await openPictureStore(context, platform)
  const services = await openServices(context, platform, publications, pictures.files, ownRooms)
  const media = await openMedia(context, pictures, services)
  await publications?.furnish(
    {
      content: services.content.own?.service ?? null,
      commerce: services.commerce.own?.service ?? null,
      paywall: services.paywall.own?.service ?? null,
      takeFolder: [
        context.advertising.takeFolder,
        ...listOpened(services).flatMap(({ takeFolder }) => takeFolder ?? []),
      ],
    },
    media.pictures.files,
  )
  await connectAccounts(context, platform, publications, services)
  const imports = await openImports(context, platform, publications, services, media)
  const content = openContentApis(services, media.signed)
  const access = openAccess(context, services, content, media)
  const caches = await openCaches(context, services, media, platform)
  const readers = openReaderApis(context, services, content, caches, platform)
  const figures = openFiguresDoor(context, services, readers.portalApi)
  return { context, platform, publications, services, media, imports, content, access, caches, readers, figures }
}

function startJobs({ platform, publications, services, imports, readers }: PortalParts): void {
  publications?.service.start()
  startServices(services, platform)
  imports?.start()
  readers.settings.watch()
}

async function closeParts({
  context,
  platform,
  publications,
  services,
  media,
  imports,
  access,
  caches,
  readers,
  figures,
}: PortalParts): Promise<void> {
  // The import uses all others, so it closes first.
  await imports?.close()
  // First the reports that are not written yet.
  await figures.close()
  // Cancel waiting calls to external services.
  context.upstreams.close()
  readers.settings.close()
  await caches.close()
  await access.close()
  await media.close()
  await publications?.close()
  await closeServices(services, platform)
}

/**
 * Puts the portal together: database, services (embedded unless an address is configured), typed clients, page cache,
 * pages, calls. The one place that knows which service is near and which is far; everything else asks a client.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { Hono } from 'hono'
import { createClient, type Client, type Fetch } from '@lokalteil/contracts/client'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { SUBSCRIPTION, SUBSCRIPTION_INTERNAL } from '@lokalteil/contracts/subscription'
import { STALE_SECONDS } from '@lokalteil/domain/page-cache'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publications'
import { createContentService, type ContentService } from '@lokalteil/services/content/app'
import { openDatabase, type Database } from '@lokalteil/services/database'
import { createImportApp } from '@lokalteil/services/import/app'
import { createMailService, type MailService } from '@lokalteil/services/mail/app'
import { createSubscriptionService, type SubscriptionService } from '@lokalteil/services/subscription/app'
import type { ArticleAccess } from '../app/browser/article-access.ts'
import type { ContentReader, Read } from '../app/browser/content-reader.ts'
import type { OfferReader } from '../app/browser/offer-reader.ts'
import { createAnonymousAccess } from './article-access.ts'
import { createAssets } from './assets.ts'
import { createCalls } from './calls.ts'
import { createChromeSource } from './chrome-source.ts'
import type { Config } from './config.ts'
import { createContentProxy } from './content-proxy.ts'
import { createContractCalls } from './contract-calls.ts'
import { createImageRoute } from './images.ts'
import type { Log } from './log.ts'
import { createMachineFiles } from './machine-files.ts'
import { createPageCache } from './page-cache.ts'
import { createPages } from './pages.ts'
import { createPortal } from './portal.ts'
import { openSharedPages } from './shared-pages.ts'
import type { Renderer } from './renderer.ts'

export type PortalRuntime = {
  listener: RequestListener
  /** Null when the content comes from elsewhere. */
  content: ContentService | null
  /** Null when offers and contracts are kept elsewhere. */
  subscription: SubscriptionService | null
  setReady: (isReady: boolean) => void
  close: () => Promise<void>
}

export type CompositionOptions = {
  config: Config
  renderer: Renderer
  root: string
  log: Log
  now?: () => Date
  /** Makes a picture of the demo that is not on disk yet; true when it is there now. */
  ensurePicture?: (path: string) => Promise<boolean>
}

export async function openPortal(options: CompositionOptions): Promise<PortalRuntime> {
  const { config, renderer, root, log } = options
  const now = options.now ?? (() => new Date())
  mkdirSync(join(config.dataDir, 'keys'), { recursive: true, mode: 0o700 })
  const ingestKey = config.ingestKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'ingest.key'))

  const isDatabaseNeeded = config.contentApiUrl === null || config.subscriptionUrl === null
  const database: Database | null = isDatabaseNeeded ? await openDatabase(config.databaseUrl === null ? { dataDir: config.dataDir } : { url: config.databaseUrl }) : null
  let content: ContentService | null = null
  let contentFetch: Fetch = (request) => fetch(request)
  let contentBase = config.contentApiUrl ?? 'http://content.internal'
  const serviceKey = config.contentServiceKey ?? ingestKey
  if (config.contentApiUrl === null && database !== null) {
    content = await createContentService({ database, serviceKey, now, onError: (error, requestId) => log('error', 'content-service', { requestId, error }) })
    const { app } = content
    contentFetch = (request) => app.fetch(request)
    contentBase = 'http://content.internal'
  }

  let mail: MailService | null = null
  let subscription: SubscriptionService | null = null
  const subscriptionKey = config.subscriptionServiceKey ?? readOrCreateKey(join(config.dataDir, 'keys', 'subscription.key'))
  if (config.subscriptionUrl === null && database !== null) {
    const outbox = await createMailService({
      database,
      origins: config.origins,
      smtpUrl: config.smtpUrl,
      isDemo: config.isDemo,
      now,
      onError: (error) => log('error', 'mail-service', { error }),
      onDead: (dead) => log('warn', 'mail-given-up', dead),
    })
    outbox.start()
    mail = outbox
    subscription = await createSubscriptionService({
      database,
      serviceKey: subscriptionKey,
      queueMail: outbox.queue,
      now,
      onError: (error, requestId) => log('error', 'subscription-service', { requestId, error }),
    })
  }
  const platform = subscription?.app
  const platformClient = {
    fetch: platform === undefined ? (request: Request) => fetch(request) : (request: Request) => platform.fetch(request),
    base: config.subscriptionUrl ?? 'http://subscription.internal',
    retryReads: config.subscriptionUrl !== null,
  }
  const catalogues = toRecord((mandator) => createClient(SUBSCRIPTION, { ...platformClient, base: `${platformClient.base}/${mandator}` }))
  const platforms = toRecord((mandator) =>
    createClient(SUBSCRIPTION_INTERNAL, { ...platformClient, base: `${platformClient.base}/${mandator}`, headers: { authorization: `Bearer ${subscriptionKey}` }, timeout: 10_000 }),
  )
  const offerReaders = toRecord((mandator): OfferReader => ({
    async listOffers() {
      const found = await catalogues[mandator].listOffers({})
      return found.ok ? { ok: true, data: found.data } : { ok: false, status: found.status }
    },
  }))

  const readers = toRecord((mandator) => createClient(CONTENT, { fetch: contentFetch, base: `${contentBase}/${mandator}`, retryReads: config.contentApiUrl !== null, ...(config.contentApiUrl === null ? { timeout: 0 } : {}) }))
  const internals = toRecord((mandator) =>
    createClient(CONTENT_INTERNAL, { fetch: contentFetch, base: `${contentBase}/${mandator}`, headers: { authorization: `Bearer ${serviceKey}` }, timeout: 30_000 }),
  )
  const contentReaders = toRecord((mandator) => toContentReader(readers[mandator], {}))
  const freshReaders = toRecord((mandator) => toContentReader(readers[mandator], { 'cache-control': 'max-age=0' }))
  const access: Record<Mandator, ArticleAccess> = toRecord((mandator) =>
    createAnonymousAccess({ isPaywallEnabled: config.isPaywallEnabled, legalSiteIds: config.legalSiteIds, internal: internals[mandator] }),
  )
  if (!config.isPaywallEnabled) log('warn', 'paywall-disabled', { meaning: 'every reader gets every text' })

  const shared = config.cacheUrl === null ? null : await openSharedPages({ url: config.cacheUrl, buildId: renderer.buildId, staleSeconds: STALE_SECONDS, log, now: () => now().getTime() })
  const cache = createPageCache({ ...config.pageCache, staleSeconds: STALE_SECONDS, now: () => now().getTime(), shared })
  const machineCache = createPageCache({ entries: 400, bytes: 32 * 1024 * 1024, staleSeconds: 3600, now: () => now().getTime() })
  const chrome = createChromeSource(() => now().getTime())
  const proxy = createContentProxy({ fetch: contentFetch, base: contentBase, now: () => now().getTime() })
  const stopListening = content?.onChange((change) => {
    proxy.clear()
    chrome.expire()
    machineCache.expire()
    if (change.kind === 'article') cache.renewArticles(change.ids)
    else if (change.kind === 'taxonomy') cache.expire()
    // What was withdrawn must not be served once more, not even as a teaser.
    else if (change.kind === 'removed' || change.kind === 'all') {
      cache.purge()
      machineCache.purge()
    }
  })

  const pages = createPages({
    config,
    renderer,
    cache,
    chrome,
    contentOf: (publication, request) => (request.wantsFresh ? freshReaders : contentReaders)[publication.code],
    accessOf: (publication) => access[publication.code],
    offersOf: (publication) => offerReaders[publication.code],
    now,
    onError: (error, requestId) => log('error', 'page-failed', { requestId, error }),
  })

  let isReady = false
  const assets = createAssets([
    { prefix: '/assets', folder: join(root, 'dist/client/assets') },
    { prefix: '/assets/brand', folder: join(root, 'web/app/brand') },
    ...MANDATORS.map((code) => ({ prefix: '/assets', folder: join(root, 'web/app/brand', code), only: `fallback-${code}.svg` })),
    ...(config.isDemo ? [{ prefix: '/assets/demo/media', folder: join(root, 'demo/media') }] : []),
  ])
  const calls = createCalls({
    buildId: renderer.buildId,
    startedAt: now(),
    contentOf: (mandator) => contentReaders[mandator],
    accessOf: (mandator) => access[mandator],
    proxyContent: config.isContentProxied ? proxy.fetch : null,
    services: Object.entries({ content: content?.app, plenigo: subscription?.app, mail: mail?.app ?? undefined }).flatMap(([name, app]) =>
      app === undefined ? [] : [{ name, app: new Hono().all('*', (c) => toService(app, `/__services/${name}`, c.req.raw)) }],
    ),
    parts: [
      createMachineFiles({ config, contentOf: (mandator) => readers[mandator], now, cache: machineCache }),
      createContractCalls({
        config,
        catalogueOf: (mandator) => catalogues[mandator],
        platformOf: (mandator) => platforms[mandator],
        renderAnswer: (...asked) => pages.renderAnswer(...asked),
        secret: subscriptionKey,
      }),
      new Hono().route('/api/ingest', createImportApp({ clients: internals as never, key: ingestKey, dataDir: config.dataDir, now, onError: (error) => log('error', 'ingest', { error }) })),
    ],
    isReady: () => isReady,
    log,
  })
  const images = createImageRoute({ dataDir: config.dataDir, ensurePicture: options.ensurePicture ?? (async () => false), log })
  const listener = createPortal({ config, pages, assets, serveImage: images.serve, calls, log })

  return {
    listener,
    content,
    subscription,
    setReady: (value) => {
      isReady = value
    },
    async close() {
      stopListening?.()
      await images.close()
      await shared?.close()
      await mail?.close()
      await content?.close()
      await database?.close()
    },
  }
}

/** A page's reader over the typed client: the same questions, parsed answers. */
function toContentReader(client: Client<typeof CONTENT>, headers: Readonly<Record<string, string>>): ContentReader {
  const reader: Record<string, unknown> = {}
  for (const name of Object.keys(CONTENT) as (keyof typeof CONTENT)[]) {
    const call = client[name] as unknown as (call: unknown, options: unknown) => Promise<{ ok: boolean; data?: unknown; status?: number }>
    reader[name] = async (params?: object, query?: object): Promise<Read<unknown>> => {
      const result = await call({ params: params ?? {}, query }, { headers })
      return result.ok ? { ok: true, data: result.data } : { ok: false, status: result.status ?? 0 }
    }
  }
  return reader as ContentReader
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

function readOrCreateKey(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const key = randomBytes(32).toString('base64url')
  writeFileSync(path, `${key}\n`, { mode: 0o600 })
  return key
}

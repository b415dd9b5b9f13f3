/**
 * Files for machines: robots, sitemaps, feeds, web manifest, search plug-in, well-known. Each is built once for a
 * publication and a path (single flight), stays compressed in memory for a minute (sitemaps ten) and is served stale
 * while it is renewed (stale-while-revalidate). If the content service is down and nothing is stored, the answer is 503
 * with `Retry-After`, never an empty list: search engines would drop all pages.
 */
import { Hono, type Context } from 'hono'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT } from '@lokalteil/contracts/content'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import { DeadlineExceeded, withDeadline } from '@lokalteil/services/platform/deadline'
import { toSearchTerm } from '@lokalteil/domain/reading/article-search'
import { publicationOf, toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { publicationCodeOf } from '../api/routes.ts'
import type { Config } from '../config/config.ts'
import { parseFeedAddress, toFeedAddress } from './feed-address.ts'
import { buildFeed } from './feeds.ts'
import type { DiscoveryFile, Site } from './site.ts'
import { buildPodcastFile, parsePodcastAddress } from './podcast-feed.ts'
import {
  buildAds,
  buildAppAds,
  buildLicense,
  buildRobots,
  buildSellers,
  buildTdmPolicy,
  buildTdmReservation,
  buildTrust,
} from './robots.ts'
import {
  buildAgeLabel,
  buildAppleAssociation,
  buildAssetLinks,
  buildGlobalPrivacyControl,
  buildManifest,
  buildOpenSearch,
  buildSecurity,
} from './site-files.ts'
import { buildNewsSitemap, buildSitemap, buildSitemapIndex } from './sitemaps.ts'
import { toThemeColour } from '@lokalteil/services/publications/look/look-css'
import type { Advertising } from '../rendering/advertising.ts'
import type { Looks } from '../rendering/looks.ts'
import { PAGE_WAIT_MS } from '../rendering/answer-page.ts'
import { OWN_WAIT_MS } from '../session/patient-session.ts'
import { createPageCache, encodePage, type Filled, type PageCache } from '../rendering/page-cache.ts'
import type { PortalEnv } from '../http/portal-env.ts'

export type DiscoveryFilesOptions = {
  config: Config
  contentOf: (publication: PublicationCode) => Client<typeof CONTENT>
  looks: Pick<Looks, 'of'>
  /** Brand pictures in the folder, in addition to generated ones. */
  hasBrandFile: (code: PublicationCode, name: string) => boolean
  advertising: Pick<Advertising, 'sellingOf'>
  listOwnPages: (publication: PublicationCode) => Promise<readonly string[]>
  sitemapsOfRooms: Site['sitemapsOfRooms']
  now: () => Date
  /** Default: a cache of its own. */
  cache?: PageCache
}

type Plan = {
  freshSeconds: number
  /** Browser apps and players load it from other origins (CORS). */
  isShared?: boolean
  build: (site: Site) => DiscoveryFile | Promise<DiscoveryFile>
}

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** Longest time an old copy is served while the content service is down. */
const STALE_SECONDS = HOUR
const RETRY_SECONDS = '30'

const FILES: Readonly<Record<string, Plan>> = {
  '/robots.txt': { freshSeconds: HOUR, build: buildRobots },
  '/license.xml': { freshSeconds: HOUR, build: buildLicense },
  '/ads.txt': { freshSeconds: HOUR, build: buildAds },
  '/app-ads.txt': { freshSeconds: HOUR, build: buildAppAds },
  '/sellers.json': { freshSeconds: HOUR, isShared: true, build: buildSellers },
  '/trust.txt': { freshSeconds: HOUR, build: buildTrust },
  '/age.xml': { freshSeconds: DAY, build: (site) => buildAgeLabel(site, 'age.xml') },
  '/age-de.xml': { freshSeconds: DAY, build: (site) => buildAgeLabel(site, 'age-de.xml') },
  '/manifest.webmanifest': { freshSeconds: HOUR, build: buildManifest },
  '/opensearch.xml': { freshSeconds: DAY, build: buildOpenSearch },
  '/sitemap.xml': { freshSeconds: 10 * MINUTE, build: buildSitemapIndex },
  '/news-sitemap.xml': { freshSeconds: MINUTE, build: buildNewsSitemap },
  '/security.txt': { freshSeconds: DAY, build: () => ({ kind: 'moved', to: '/.well-known/security.txt' }) },
  '/llms.txt': { freshSeconds: DAY, build: () => ({ kind: 'missing' }) },
  '/.well-known/security.txt': { freshSeconds: HOUR, build: buildSecurity },
  '/.well-known/tdmrep.json': { freshSeconds: HOUR, build: buildTdmReservation },
  '/.well-known/tdm-policy.json': { freshSeconds: HOUR, build: buildTdmPolicy },
  '/.well-known/trust.txt': { freshSeconds: HOUR, build: buildTrust },
  '/.well-known/assetlinks.json': { freshSeconds: HOUR, build: buildAssetLinks },
  '/.well-known/apple-app-site-association': { freshSeconds: HOUR, build: buildAppleAssociation },
  '/.well-known/gpc.json': { freshSeconds: DAY, build: buildGlobalPrivacyControl },
}

/** Files that the door passes here, beside `/.well-known/…` and the folders below. */
export const DISCOVERY_FILES: readonly string[] = [
  ...Object.keys(FILES).filter((path) => !path.startsWith('/.well-known/')),
  '/rss',
  '/atom',
  '/feed.json',
  '/suggest',
]
export const DISCOVERY_FOLDERS = ['rss', 'atom', 'feed', 'sitemaps', 'podcast-feed'] as const

export function createDiscoveryFiles(options: DiscoveryFilesOptions): Hono<PortalEnv> {
  const { config, contentOf, looks, advertising, hasBrandFile, listOwnPages, sitemapsOfRooms, now } = options
  const cache =
    options.cache ??
    createPageCache({ entries: 400, bytes: 48 * 1024 * 1024, staleSeconds: STALE_SECONDS, now: () => now().getTime() })
  const app = new Hono<PortalEnv>()
  const patience = config.contentApiUrl === null ? OWN_WAIT_MS : undefined

  const toSite = (c: Context<PortalEnv>): Site => {
    const publication = publicationOf(toPublicationCode(publicationCodeOf(c.req) ?? '') ?? config.defaultPublication)
    const { identity, resolved } = looks.of(publication.code)
    const ads = config.adsRecords[publication.code]
    const { appAds, sellers } = advertising.sellingOf(publication.code)
    return {
      publication,
      publisher: identity.publisher,
      colours: { background: resolved.colours.paper.light, theme: toThemeColour(resolved).light },
      hasBrandFile: (name) => hasBrandFile(publication.code, name),
      origin: config.originOf(publication.code),
      content: contentOf(publication.code),
      listOwnPages: () => listOwnPages(publication.code),
      sitemapsOfRooms: sitemapsOfRooms.filter(({ isOpen }) => isOpen(publication.code)),
      hub: config.websubHub,
      apps: config.apps,
      ads: ads ?? identity.ads,
      appAds: ads ?? appAds ?? identity.ads,
      sellers,
      now: now(),
    }
  }

  async function serve(c: Context<PortalEnv>): Promise<Response> {
    // The raw path: `c.req.path` is decoded, and a decoded path must not be put into a header.
    const path = new URL(c.req.url).pathname
    if (path.length > 1 && path.endsWith('/')) return toRedirect(301, path.replace(/\/+$/, ''), DAY)
    const plan = Object.hasOwn(FILES, path) ? FILES[path]! : toPlan(path)
    if (plan === null) return toNotFound()
    if (typeof plan === 'string') return toRedirect(301, plan, DAY)
    const site = toSite(c)
    const { page, state } = await cache.get(`machine|${site.publication.code}|${path}`, plan.freshSeconds, async () =>
      toFilled(await withDeadline(PAGE_WAIT_MS, async () => plan.build(site), patience).catch(toDiscoveryOutage), plan),
    )
    const headers = new Headers(page.headers)
    if (page.status !== 200) return new Response(new Uint8Array(page.identity), { status: page.status, headers })
    headers.set('x-cache', state)
    headers.set('vary', 'Accept-Encoding')
    headers.set('etag', page.etag)
    if (state !== 'MISS') headers.set('age', String(Math.max(0, Math.floor((now().getTime() - page.storedAt) / 1000))))
    if (isKnown(c.req.header('if-none-match'), page.etag)) {
      headers.delete('content-type')
      return new Response(null, { status: 304, headers })
    }
    const { body, encoding } = await encodePage(page, c.req.header('accept-encoding') ?? '', false)
    if (encoding !== null) headers.set('content-encoding', encoding)
    headers.set('content-length', String(body.length))
    return new Response(new Uint8Array(body), { status: 200, headers })
  }

  async function suggest(c: Context<PortalEnv>): Promise<Response> {
    const term = toSearchTerm(c.req.query('q') ?? '')
      .slice(0, 100)
      .toWellFormed()
    const result = term === '' ? null : await toSite(c).content.suggestTerms({ params: {}, query: { q: term } })
    if (result !== null && !result.ok) return toUnavailable()
    const labels = result === null ? [] : [...new Set(result.data.suggestions.map(({ label }) => label))]
    const headers = {
      'content-type': 'application/x-suggestions+json; charset=utf-8',
      'cache-control': `public, max-age=${MINUTE}`,
    }
    return new Response(JSON.stringify([term, labels]), { headers })
  }

  const refuse = () =>
    new Response('Method Not Allowed', { status: 405, headers: { allow: 'GET, HEAD', 'content-type': 'text/plain' } })
  app.get('/suggest', suggest)
  app.get('/.well-known/change-password', () => toRedirect(302, '/#change-password', null))
  const patterns = [...DISCOVERY_FILES, ...DISCOVERY_FOLDERS.map((folder) => `/${folder}/*`), '/.well-known/*']
  for (const pattern of patterns) app.get(pattern, serve).all(pattern, refuse)
  return app
}

/** A string is the address to redirect to, if the path is another spelling. */
function toPlan(path: string): Plan | string | null {
  const feed = parseFeedAddress(path)
  if (feed !== null) {
    const address = toFeedAddress(feed.format, feed.subject)
    // One address for each feed, otherwise spellings would fill the cache.
    return path === address ? { freshSeconds: MINUTE, isShared: true, build: (site) => buildFeed(site, feed) } : address
  }
  const podcast = parsePodcastAddress(path)
  if (podcast !== null)
    return { freshSeconds: 5 * MINUTE, isShared: true, build: (site) => buildPodcastFile(site, podcast) }
  const sitemap = /^\/sitemaps\/([a-z]{3,20}(?:-\d{1,4})?)\.xml$/.exec(path)?.[1]
  return sitemap === undefined ? null : { freshSeconds: 10 * MINUTE, build: (site) => buildSitemap(site, sitemap) }
}

function toDiscoveryOutage(error: unknown): DiscoveryFile {
  if (error instanceof DeadlineExceeded || toOutage(error) !== null) return { kind: 'unavailable' }
  throw error
}

function toFilled(file: DiscoveryFile, plan: Plan): Filled {
  const cacheControl = `public, max-age=${plan.freshSeconds}, s-maxage=${plan.freshSeconds}, stale-while-revalidate=${STALE_SECONDS}`
  switch (file.kind) {
    case 'body': {
      const headers: Record<string, string> = { 'content-type': file.type, 'cache-control': cacheControl }
      if (file.lastModified !== null) headers['last-modified'] = file.lastModified.toUTCString()
      if (file.link !== undefined) headers.link = file.link
      if (plan.isShared) headers['access-control-allow-origin'] = '*'
      return { status: 200, headers, body: file.body, isStorable: true }
    }
    case 'moved':
      return { status: 301, headers: { location: file.to, 'cache-control': cacheControl }, body: '', isStorable: true }
    case 'missing':
      return { status: 404, headers: NOT_FOUND, body: 'Not Found\n', isStorable: false }
    case 'unavailable':
      return { status: 503, headers: UNAVAILABLE, body: 'Service Unavailable\n', isStorable: false }
  }
}

const NOT_FOUND = { 'content-type': 'text/plain', 'cache-control': `public, max-age=${MINUTE}` }
const UNAVAILABLE = { 'content-type': 'text/plain', 'cache-control': 'no-store', 'retry-after': RETRY_SECONDS }

function toNotFound(): Response {
  return new Response('Not Found\n', { status: 404, headers: NOT_FOUND })
}

function toUnavailable(): Response {
  return new Response('Service Unavailable\n', { status: 503, headers: UNAVAILABLE })
}

function toRedirect(status: 301 | 302, location: string, seconds: number | null): Response {
  return new Response(null, {
    status,
    headers: { location, 'cache-control': seconds === null ? 'no-store' : `public, max-age=${seconds}` },
  })
}

/** `If-None-Match` is a list; compared weakly. */
function isKnown(header: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  return header !== undefined && header.split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag))
}

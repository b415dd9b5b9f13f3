/** The context shared by all steps from a page request to its answer. */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Recipients } from '@lokalteil/contracts/publication/consent'
import type { ReaderFlags } from '@lokalteil/domain/access/roles'
import type { Publication, PublicationCode } from '@lokalteil/domain/publication/publications'
import { READ_USER_AGENT } from '@lokalteil/domain/rendering/edge-class'
import type { AccountApi } from '../../app/page/account-api.ts'
import type { ArticleAccess } from '../../app/page/article-access.ts'
import type { CommunityApi } from '../../app/page/community/community-api.ts'
import type { ContentApi } from '../../app/page/content-api.ts'
import type { NewsletterApi } from '../../app/page/newsletter-api.ts'
import type { OfferApi } from '../../app/page/offer-api.ts'
import type { RoomApi } from '../../app/page/rooms/room-api.ts'
import type { LibraryApi } from '../../app/page/library-api.ts'
import type { AccessPrincipal } from '../access/access-questions.ts'
import type { Advertising } from './advertising.ts'
import type { Config } from '../config/config.ts'
import { baseHeaders } from '../http/security-headers.ts'
import type { PatientSessions } from '../session/patient-session.ts'
import type { Sessions } from '../session/session.ts'
import type { ChromeSource } from './chrome-source.ts'
import type { Guards, Reader } from './guards.ts'
import type { PageCache } from './page-cache.ts'
import type { Renderer } from './renderer.ts'
import type { SettingsSource } from './settings-source.ts'
import type { StoredPage } from './shared-pages.ts'
import type { UtilityLine } from './utility-lines.ts'

export type PagesOptions = {
  config: Config
  renderer: Renderer
  cache: PageCache
  chrome: ChromeSource
  settings: Pick<SettingsSource, 'read' | 'peek'>
  /** Links of rooms in the utility bar. */
  lines: readonly UtilityLine[]
  /** Address of the publication's live programme. */
  streamOf: (publication: Publication) => string | null
  advertisingOf: Advertising['factsOf']
  /** Who gets readers' data once they consent. */
  recipientsOf: (publication: PublicationCode) => Recipients
  contentOf: (publication: Publication, request: PageRequest) => ContentApi
  accessOf: (publication: Publication, reader: ReaderFlags, principal?: AccessPrincipal) => ArticleAccess
  offersOf: (publication: Publication) => OfferApi
  /** For a null reader, calls that differ from reader to reader are answered as without a login. */
  roomsOf: (publication: Publication, reader: Reader | null) => RoomApi
  communityOf: (publication: Publication) => CommunityApi
  /** Whether the publisher counts views. */
  isCounted: (publication: PublicationCode) => boolean
  sessions: Pick<Sessions, 'peek'>
  readSession: PatientSessions
  guard: Guards
  /** For personal pages only. */
  accountOf: (publication: Publication, reader: Reader) => AccountApi
  /** Null without a library. */
  libraryOf: (publication: Publication, reader: Reader) => LibraryApi | null
  newslettersOf: (publication: Publication, reader: Reader | null) => NewsletterApi
  now: () => Date
  /** Draws a page, and notes how long it takes. */
  observeRender: <T>(page: string, draw: () => Promise<T>) => Promise<T>
  onError: (error: unknown, requestId: string) => void
  /** Called when a page is answered although one of its services is down. */
  onOutage: (reason: string, requestId: string) => void
}

export type PageRequest = {
  method: string
  /** The target of the request line, with its query. */
  target: string
  /** As in the request line, without query. */
  path: string
  query: URLSearchParams
  publication: Publication
  userAgent: string
  /** The reader has consented to something; part of the page's key. */
  hasConsent: boolean
  acceptEncoding: string
  /** The request has exactly `max-age=0`, which is passed on to the content API (R7.3-06). */
  wantsFresh: boolean
  requestId: string
}

/**
 * `page`: sent in the best encoding that the browser accepts; null: `body` is sent as it is. `isOutdated`: a change came after
 * its render had begun, so it is not stored for others.
 */
export type PageAnswer = {
  status: number
  headers: Record<string, string | string[]>
  page: StoredPage | null
  body: string
  isOutdated?: boolean
}

/** A target that is answered from the cache. */
export type KnownTarget = { key: string; freshSeconds: number; cacheControl: string }

export type PagesContext = PagesOptions & {
  /** Time of the last `nocache` render of each key. */
  lastFresh: Map<string, Date>
  /** Known targets: how a target answered from the cache was resolved. It resolves the same way next time. */
  known: LRUCache<string, KnownTarget>
  /**
   * Headers of a stored page in brotli as one list, by their cache directives. The two values that vary are filled in before it
   * is sent.
   */
  headerLists: WeakMap<StoredPage, Map<string, string[]>>
  baseHeaders: readonly string[]
}

const KNOWN_TARGETS = 5000

export const NO_STORE = 'private, no-store'
export const VARY = 'Accept-Encoding'
export const UNINDEXED = { 'x-robots-tag': 'noindex, follow' }

export function createPagesContext(options: PagesOptions): PagesContext {
  const { originOf, defaultPublication: publication, hsts } = options.config
  return {
    ...options,
    lastFresh: new Map(),
    known: new LRUCache({ max: KNOWN_TARGETS }),
    headerLists: new WeakMap(),
    baseHeaders: Object.entries(baseHeaders(originOf(publication).startsWith('https:'), hsts)).flat(),
  }
}

/** Cut, because only the beginning is examined. */
export function toUserAgent(request: IncomingMessage): string {
  return (request.headers['user-agent'] ?? '').slice(0, READ_USER_AGENT)
}

/** A cacheable answer can be revalidated by its ETag. */
export function isKept(cacheControl: string): boolean {
  return !cacheControl.includes('no-store')
}

export function toAge(page: StoredPage, now: Date): string {
  return String(Math.max(0, Math.floor((now.getTime() - page.storedAt) / 1000)))
}

export function toSearchOf(query: URLSearchParams): string {
  return query.size === 0 ? '' : `?${query}`
}

/** The data of a publication for files for machines, and absolute addresses. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT, Picture } from '@lokalteil/contracts/content'
import type { PublisherData } from '@lokalteil/contracts/publication/identity'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import type { PublicationCode, Publication } from '@lokalteil/domain/publication/publications'
import type { Advertising } from '../rendering/advertising.ts'
import type { Config } from '../config/config.ts'

type ContentClient = Client<typeof CONTENT>

/** A file of its own with addresses of a room: `/sitemaps/{name}.xml`. */
export type RoomSitemap = {
  name: string
  isOpen: (code: PublicationCode) => boolean
  /** One page of them; null: the service is unavailable. */
  list: (code: PublicationCode, page: number) => Promise<SitemapPage | null>
}
type SitemapPage = { entries: readonly { path: string; modified: string }[]; pages: number }

export type Site = {
  publication: Publication
  publisher: PublisherData
  /** Light-mode colours: a manifest has no dark mode. */
  colours: { background: string; theme: string }
  /** Whether the folder has this brand picture, in addition to generated ones. */
  hasBrandFile: (name: string) => boolean
  /** Canonical, without slash at the end. */
  origin: string
  content: ContentClient
  /** Paths of the publication's own pages that search engines may index. */
  listOwnPages: () => Promise<readonly string[]>
  /** Those of the rooms that the publication has. */
  sitemapsOfRooms: readonly RoomSitemap[]
  /** WebSub hub that is notified of new articles; null: none. */
  hub: string | null
  apps: Config['apps']
  /** Records of ads.txt; empty: there are no authorised sellers. */
  ads: readonly string[]
  appAds: readonly string[]
  /** Of sellers.json; empty: there is no such file. */
  sellers: ReturnType<Advertising['sellingOf']>['sellers']
  now: Date
}

export type DiscoveryBody = {
  kind: 'body'
  type: string
  body: string
  lastModified: Date | null
  /** The `Link` header. */ link?: string
}

/**
 * The result of building a file. `body`: the content, with the time of its newest entry; `missing`: unknown name;
 * `unavailable`: the content service is down, so nothing may be reported as gone.
 */
export type DiscoveryFile =
  | DiscoveryBody
  | { kind: 'moved'; to: string }
  | { kind: 'missing' }
  | { kind: 'unavailable' }

/** Maps a failed read to "missing" or "unavailable". */
export function toRefused(result: { ok: false; status: number }): DiscoveryFile {
  return { kind: result.status === 404 || result.status === 410 || result.status === 400 ? 'missing' : 'unavailable' }
}

export function toAbsolute(address: string, origin: string): string {
  return URL.canParse(address, origin) ? new URL(address, origin).href : origin
}

export type PictureAddress = { url: string; width: number | null; height: number | null; type: string | null }

/** 16:9 and wide enough for Google Discover; the structured data name the same file. */
export function toPictureAddress(picture: Picture, origin: string): PictureAddress {
  if (/^https?:/i.test(picture.baseUrl)) return { url: picture.baseUrl, width: null, height: null, type: null }
  const path = imageAddress(picture.baseUrl, {
    width: 1280,
    ratio: '16:9',
    format: 'jpeg',
    quality: 75,
    focus: picture.focus,
  })
  return { url: origin + path, width: 1280, height: 720, type: 'image/jpeg' }
}

export function newestOf(dates: readonly (string | Date)[]): Date | null {
  const times = dates.map((date) => new Date(date).getTime()).filter((time) => !Number.isNaN(time))
  return times.length === 0 ? null : new Date(times.reduce((newest, time) => Math.max(newest, time)))
}

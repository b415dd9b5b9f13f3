/** What every file for machines has to know of its publication, and how addresses in it become absolute. */
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { CONTENT, Picture } from '@lokalteil/contracts/content'
import type { PublisherData } from '@lokalteil/contracts/publication/identity'
import { imageAddress } from '@lokalteil/domain/display/breakpoints'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Config } from '../config/config.ts'

type ContentClient = Client<typeof CONTENT>

export type Site = {
  publication: Publication
  publisher: PublisherData
  /** A manifest knows no dark mode: those of daylight. */
  colours: { background: string; theme: string }
  /** Whether there is a picture beside those that are drawn from the folder. */
  hasBrandFile: (name: string) => boolean
  /** Canonical, without a slash at its end. */
  origin: string
  content: ContentClient
  /** Paths of pages the publication brings itself, as far as search engines may know them. */
  listOwnPages: () => Promise<readonly string[]>
  /** People with notices, a page of them; null: nobody answers. */
  listNoticePersons: (
    page: number,
  ) => Promise<{ entries: readonly { path: string; modified: string }[]; pages: number } | null>
  /** Listings of the markets, the newest first; null: the service does not answer. */
  listListings: () => Promise<readonly { path: string; lastModified: string }[] | null>
  /** WebSub hub that hears of new articles; null: none. */
  hub: string | null
  apps: Config['apps']
  /** Records of ads.txt; none: nobody may sell places. */
  ads: readonly string[]
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
 * What a file is. `body`: as sent, with the moment of the newest thing in it; `missing`: nothing of that name;
 * `unavailable`: the content service does not answer, so nobody may conclude that something is gone.
 */
export type DiscoveryFile =
  | DiscoveryBody
  | { kind: 'moved'; to: string }
  | { kind: 'missing' }
  | { kind: 'unavailable' }

/** A refused read: gone for certain, or silence. */
export function toRefused(result: { ok: false; status: number }): DiscoveryFile {
  return { kind: result.status === 404 || result.status === 410 || result.status === 400 ? 'missing' : 'unavailable' }
}

export function toAbsolute(address: string, origin: string): string {
  return URL.canParse(address, origin) ? new URL(address, origin).href : origin
}

export type PictureAddress = { url: string; width: number | null; height: number | null; type: string | null }

/** 16:9 and wide enough for Discover; the same file the structured data names. */
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

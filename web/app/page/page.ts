/**
 * What a page is. A page module says how its data is loaded, how it looks and what it is called; everything else
 * (routing, caching, hydration, navigation) is done once, around it. `load` runs on the server and in the browser
 * with the same reader and returns plain data, so that what was rendered is what is hydrated.
 */
import type { ReactNode } from 'react'
import type { Picture, Site, BreakingNews } from '@lokalteil/contracts/content'
import type { ThirdPartyScript } from '@lokalteil/domain/consent/consent'
import type { AppFlags, Device } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Route, RouteName, RouteOf } from '@lokalteil/domain/routing/routes'
import type { PageSettings } from '@lokalteil/domain/publication/settings'
import type { TitleData } from '@lokalteil/domain/routing/titles'
import type { CommunityApi } from './rooms/community-api.ts'
import type { ContentApi } from './content-api.ts'
import type { ArticleAccess } from './article-access.ts'
import type { EpaperApi } from './rooms/epaper-api.ts'
import type { GameApi } from './rooms/game-api.ts'
import type { OfferApi } from './offer-api.ts'
import type { RoomApi } from './rooms/room-api.ts'
import type { AccountApi } from './account-api.ts'
import type { NewsletterApi } from './newsletter-api.ts'
import type { UserApi } from './user-api.ts'

export type LoadContext = {
  content: ContentApi
  offers: OfferApi
  /** On the server: its own; in the browser undefined, this site is asked. */
  games?: GameApi
  /** On the server; in the browser undefined, this site is asked. */
  community?: CommunityApi
  /** On the server: for the session's own reader where the page is one's own. In the browser see `toEpaperApi`. */
  epaper?: EpaperApi
  publication: Publication
  /** Allow-listed parameters only (`domain/rendering/page-queries`). */
  query: URLSearchParams
  now: Date
  /** Decides for one article and hands over its body when the reader may have it (parts C and D of the decisions). */
  access: ArticleAccess
  /** On the server: the session's own reader. In the browser the pages of the account ask this site, see `toAccountApi`. */
  account?: AccountApi
  /** On the server: what the session's own reader keeps, null for nobody. In the browser undefined, see `toUserApi`. */
  user?: UserApi | null
  /** On the server: subscriptions of the session's reader, and what the links of newsletters' mails are about. */
  newsletters?: NewsletterApi
  /** On the server. In the browser undefined, see `in-room`. */
  rooms?: RoomApi
  /** Told of blocks of a publication's own that could not be loaded. */
  onExtensionError?: (key: string, error: unknown) => void
}

export type Loaded<D> =
  | { kind: 'ok'; data: D }
  /** Not there: 404 with the translated `page_not_found`. */
  | { kind: 'missing' }
  /** Was there and was withdrawn: 410. */
  | { kind: 'gone' }
  /** Not there as this route, perhaps as another one: asked once, missing when that fails too (S2.1-06). */
  | { kind: 'elsewhere'; route: Route }
  /** The content service did not answer: an outage (503 for the document), or a refusal shown as 404; never stored (S8-02). */
  | { kind: 'unavailable'; status: number }

export type PageProps<N extends RouteName, D> = { route: RouteOf<N>; data: D }

/** Methods, so that a module whose route and data nobody knows is one without a cast (the registries). */
export type PageModule<N extends RouteName = RouteName, D = unknown> = {
  load(route: RouteOf<N>, context: LoadContext): Promise<Loaded<D>>
  Page(this: void, props: PageProps<N, D>): ReactNode
  /** What the title is made of (2.6); absent: 'meta_title'. The number of a page is the route's. */
  title?(data: D): TitleData
  /** Path of the canonical address when it differs from the route's own. */
  canonical?(data: D, route: RouteOf<N>): string
}

/** What only machines read; built on the server, never shipped to the browser. */
export type PicturePreload = { srcSet: string; sizes: string }

export type PageMeta = {
  /** A game: there is nothing to do on the page before its scripts are there. */
  needsScripts?: true
  description?: string
  robots?: string
  /** Origin of the owner when another publication owns the text. */
  canonicalOwner?: string
  ogType?: 'website' | 'article' | 'profile'
  picture?: Picture | null
  /** Instead of title and picture, for whoever shares this very address. */
  card?: { title?: string; path: string; altText: string; height?: number; width?: number }
  /** The picture the page begins with, in the addresses it is drawn with: others would be fetched beside them. */
  preload?: PicturePreload | null
  published?: string
  modified?: string | null
  section?: string
  tags?: readonly string[]
  authors?: readonly string[]
  feeds?: readonly { title: string; path: string }[]
  jsonLd?: readonly object[]
  previous?: string | null
  next?: string | null
}

type MetaContext = { publication: Publication; origin: string; now: Date }
/** A method's type, as in `PageModule`. */
export type ToMeta<D = unknown, N extends RouteName = RouteName> = {
  toMeta(data: D, route: RouteOf<N>, context: MetaContext): PageMeta
}['toMeta']

/** What surrounds every page of a publication. The same for every reader of a class, so it may be cached. */
export type Chrome = {
  publication: Publication
  site: Site
  breaking: BreakingNews['item']
  device: Device
  app: AppFlags
  /** ISO instant of the render; relative times are computed from it until the page is hydrated. */
  now: string
  buildId: string
  canonicalOrigin: string
  /** Those of the publication's settings that a page shows and that differ from their defaults (3.13). */
  settings: PageSettings
  /** The app's pages in the stores; absent where there is no app. */
  stores?: { apple?: string | undefined; google?: string | undefined }
  /** Scripts of others that load after consent, by address; absent where none ever does (S4.8-06). */
  thirdParties?: {
    scripts: Readonly<Partial<Record<ThirdPartyScript, string>>>
    /** When it is another than the default. */ bucketCookie?: string
  }
  /** Ids of articles that count as legal pages; absent when there are none (S2.1-16). */
  legalSiteIds?: readonly string[]
  /** Nothing is sold: no button leads to offers. */
  hasNoOffers?: true
  /** Nothing can be kept or followed: no buttons, no counts, no calls (S5-03). */
  isUserApiOff?: true
  /** Of the content/auth session, when its name is another than the default (S9-18). */
  bearerCookie?: string
  /** `bookmarkLimitBypass` of the configuration (S6-01). */
  isBookmarkLimitBypassed?: true
}

export type PageError = {
  kind: 'error'
  status: number
  /** Public message; never a stack, an address or a path of ours. */
  message: string
  /** The address that failed, for the search for similar articles and the redirect. */
  url: string
}

export type PageContent = { kind: 'page'; data: unknown } | PageError

export type PageState = {
  /** null: the path belongs to no route. */
  route: Route | null
  path: string
  /** With its question mark; '' without one. */
  query: string
  content: PageContent
  title: string
  chrome: Chrome
}

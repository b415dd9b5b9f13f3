/**
 * The definition of a page. A page module has its load, its component and its title; everything else (routing, caching,
 * hydration, navigation) exists once, around it. `load` runs on the server and in the browser with the same APIs and
 * returns plain data, so that hydration sees the data that was rendered.
 */
import type { ReactNode } from 'react'
import type { Picture, Site, BreakingNews } from '@lokalteil/contracts/content'
import type { AdvertisingFacts } from '@lokalteil/domain/advertising/facts'
import type { ManagerIds } from '@lokalteil/domain/consent/external-manager'
import type { VendorFacts } from '@lokalteil/domain/third-parties/vendors'
import type { AppFlags, Device } from '@lokalteil/domain/display/device'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Route, RouteName, RouteOf } from '@lokalteil/domain/routing/routes'
import type { PageSettings } from '@lokalteil/domain/publication/settings'
import type { TitleData } from '@lokalteil/domain/routing/titles'
import type { CommunityApi } from './community/community-api.ts'
import type { ContentApi } from './content-api.ts'
import type { ArticleAccess } from './article-access.ts'
import type { OfferApi } from './offer-api.ts'
import type { RoomApi } from './rooms/room-api.ts'
import type { AccountApi } from './account-api.ts'
import type { NewsletterApi } from './newsletter-api.ts'
import type { LibraryApi } from './library-api.ts'

export type LoadContext = {
  content: ContentApi
  offers: OfferApi
  /** On the server; in the browser undefined, and this site is called. */
  community?: CommunityApi
  publication: Publication
  /** Allow-listed parameters only (`domain/rendering/page-queries`). */
  query: URLSearchParams
  now: Date
  /** Decides for one article and returns its body if the reader may have it (parts C and D of the decisions). */
  access: ArticleAccess
  /**
   * On the server: for the session's reader. In the browser pages of the account call this site, see `toAccountApi`.
   */
  account?: AccountApi
  /**
   * On the server: the library of the session's reader, null without a reader. In the browser undefined, see `toLibraryApi`.
   */
  library?: LibraryApi | null
  /** On the server: subscriptions of the session's reader, and links in newsletter mails. */
  newsletters?: NewsletterApi
  /** On the server. In the browser undefined, see `in-room`. */
  rooms?: RoomApi
  /** Called for a publication's own block that could not be loaded. */
  onExtensionError?: (key: string, error: unknown) => void
}

export type Loaded<D> =
  | { kind: 'ok'; data: D }
  /** Does not exist: 404 with the translated `page_not_found`. */
  | { kind: 'missing' }
  /** Was withdrawn: 410. */
  | { kind: 'gone' }
  /** Not a page of this route, perhaps of another one, which is tried once; else missing (S2.1-06). */
  | { kind: 'elsewhere'; route: Route }
  /** The content service failed: an outage (503 for the document), or a refusal shown as 404; never cached (S8-02). */
  | { kind: 'unavailable'; status: number }

export type PageProps<N extends RouteName, D> = { route: RouteOf<N>; data: D }

/**
 * Methods and not function properties, so that modules of unknown route and data fit without a cast (the registries).
 */
export type PageModule<N extends RouteName = RouteName, D = unknown> = {
  load(route: RouteOf<N>, context: LoadContext): Promise<Loaded<D>>
  Page(this: void, props: PageProps<N, D>): ReactNode
  /** Data for the title (2.6); absent: 'meta_title'. The number of a page comes from the route. */
  title?(data: D): TitleData
  /** Path of the canonical address if it differs from the route's own. */
  canonical?(data: D, route: RouteOf<N>): string
}

/** For machines only; built on the server, never sent to the browser's scripts. */
export type PicturePreload = { srcSet: string; sizes: string }

export type PageMeta = {
  /** A game: the page can do nothing before its scripts are loaded. */
  needsScripts?: true
  description?: string
  robots?: string
  /** Origin of the owner if another publication owns the text. */
  canonicalOwner?: string
  ogType?: 'website' | 'article' | 'profile'
  picture?: Picture | null
  /** Replaces title and picture when this exact address is shared. */
  card?: { title?: string; path: string; altText: string; height?: number; width?: number }
  /** The first picture of the page, with the same addresses as in the markup; others would be fetched in addition. */
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
/** The type of a method, as in `PageModule`. */
export type ToMeta<D = unknown, N extends RouteName = RouteName> = {
  toMeta(data: D, route: RouteOf<N>, context: MetaContext): PageMeta
}['toMeta']

/** The surroundings of every page of a publication. The same for every reader of a class, so it may be cached. */
export type Chrome = {
  publication: Publication
  site: Site
  breaking: BreakingNews['item']
  device: Device
  app: AppFlags
  /** ISO instant of the render; relative times use it until hydration. */
  now: string
  buildId: string
  canonicalOrigin: string
  /** Settings of the publication that pages need and that differ from their defaults (3.13). */
  settings: PageSettings
  /** The app's pages in the stores; absent without an app. */
  stores?: { apple?: string | undefined; google?: string | undefined }
  /** What may load after consent (S4.8-06), where it differs from a portal without scripts of others. */
  thirdParties?: NonNullable<VendorFacts['thirdParties']> & {
    /** Only if it differs from the default. */ bucketCookie?: string
    /** Ids that an external consent manager gave this publication; absent: none. */
    manager?: ManagerIds
    /** The built-in manager is registered with the framework: its vendors are asked for at the server. */
    isRegistered?: true
    /** The newest day of the recipients; absent: the publication names none. */
    recipientsSince?: string
  }
  /** Places for advertising; absent: there are none. */
  advertising?: AdvertisingFacts
  /** Ids of articles that count as legal pages; absent if there are none (S2.1-16). */
  legalSiteIds?: readonly string[]
  /** Nothing is for sale: no button leads to offers. */
  hasNoOffers?: true
  /** Without offers: a room sells single things. */
  hasSingleSales?: true
  /** The publisher counts no views. */
  hasNoFigures?: true
  /** Bookmarks and follows are switched off: no buttons, counts or calls (S5-03). */
  isLibraryOff?: true
  /** Name of the content/auth session's cookie, if it differs from the default (S9-18). */
  bearerCookie?: string
  /** `bookmarkLimitBypass` of the configuration (S6-01). */
  isBookmarkLimitBypassed?: true
}

export type PageError = {
  kind: 'error'
  status: number
  /** Public message; never a stack, an address or an internal path. */
  message: string
  /** The address that failed, for the search for similar articles and the redirect. */
  url: string
}

export type PageContent = { kind: 'page'; data: unknown } | PageError

export type PageState = {
  /** null: the path belongs to no route. */
  route: Route | null
  path: string
  /** With its question mark, or ''. */
  query: string
  content: PageContent
  title: string
  chrome: Chrome
}

/**
 * The route table: one row per page, with its path, layout, guards and caching. `:reference` is `slug-12`, `-12` or `12`; `:page`
 * is a number from 1; `?` marks an optional segment, `*` the rest of the path. The types of routes are derived from the paths.
 */
import { ROOM_ROUTES } from '@lokalteil/rooms/routes'
import {
  ACCOUNT_PAGE,
  AUTH_PAGE,
  DIALOG_PAGE,
  FAST_PAGE,
  LEGAL_PAGE,
  ORDER_PAGE,
  PERSONAL_PAGE,
  PORTAL_PAGE,
  PUBLIC_PAGE,
  REGISTRATION_PAGE,
  UNSTORED_PAGE,
  type RouteMeta,
} from './route-kinds.ts'

export const ROUTES = {
  home: { path: '/', ...PUBLIC_PAGE, freshSeconds: 120 },
  article: { path: '/:reference', ...FAST_PAGE, isPrefetched: true },
  author: { path: '/autor/:reference/:page?', ...PUBLIC_PAGE },
  authors: { path: '/autoren', ...PUBLIC_PAGE, endsWithAd: true },
  search: { path: '/suche/:page?', ...FAST_PAGE, isIndexable: false },
  topics: { path: '/themen', ...PUBLIC_PAGE, endsWithAd: true },
  topic: { path: '/themen/:id/:page?', ...PUBLIC_PAGE },
  /** Any number of segments: `sport/fussball`. May be a tag's first page (S2.1-07). */
  channel: { path: '/*', ...PUBLIC_PAGE },
  /** Also serves a channel of one segment (S2.1-07). */
  tag: { path: '/:slug/:page', ...PUBLIC_PAGE },
  headlines: { path: '/schlagzeilen/:page?', ...FAST_PAGE, endsWithAd: true },
  'newest-articles': { path: '/neueste-artikel/:page?', ...FAST_PAGE, endsWithAd: true },
  briefing: { path: '/in-fuenf-minuten', ...PUBLIC_PAGE, endsWithAd: true },
  'newsletter-registration': { path: '/newsletter-anmeldung', ...PUBLIC_PAGE, endsWithAd: true },
  'newsletter-detail': { path: '/newsletter-anmeldung/:slug', ...PUBLIC_PAGE },
  'bookmarks-feed': { path: '/deine-themen', ...PERSONAL_PAGE },
  'bookmarks-region': { path: '/deine-regionen', ...PERSONAL_PAGE },
  meineregion: { path: '/meineregion', ...PERSONAL_PAGE, isIndexable: true },
  'agb-document': { path: '/agb', ...LEGAL_PAGE },
  'accessibility-document': { path: '/accessibility', ...LEGAL_PAGE },
  'datenschutz-document': { path: '/datenschutz', ...LEGAL_PAGE },
  'impressum-document': { path: '/impressum', ...LEGAL_PAGE },
  /** Further documents of a publication. Matched only after `channel` turned out not to exist. */
  document: { path: '/:id', ...PUBLIC_PAGE },
  /** Pages that a publication adds itself. Matched only after `channel` turned out not to exist. */
  'extension-page': { path: '/*', ...PUBLIC_PAGE },
  'testberichte-feed': { path: '/testberichte/:page?', ...PUBLIC_PAGE, endsWithAd: true },
  testbericht: { path: '/testbericht/:reference', ...PUBLIC_PAGE, isPrefetched: true },
  podcasts: { path: '/podcasts/:page?', ...PUBLIC_PAGE, endsWithAd: true },
  'podcast-detail': { path: '/podcast/:reference', ...PUBLIC_PAGE, endsWithAd: true },
  coupons: { path: '/gutscheine', ...PUBLIC_PAGE, endsWithAd: true },
  kuendigen: { path: '/kuendigen', ...UNSTORED_PAGE },
  widerrufen: { path: '/widerrufen', ...UNSTORED_PAGE },
  // The same for all readers, so that it works offline; the device adds the reader's own data.
  'offline-ausgabe': { path: '/offline-ausgabe', ...PUBLIC_PAGE, isIndexable: false },
  bookmarks: { path: '/bookmarks', ...PORTAL_PAGE },
  'read-articles': { path: '/read-articles', ...PORTAL_PAGE },
  '__mein-portal/bookmarks': { path: '/__mein-portal/bookmarks', ...PORTAL_PAGE },
  '__mein-portal/read-articles': { path: '/__mein-portal/read-articles', ...PORTAL_PAGE },
  '__mein-portal-auth-account': { path: '/account', ...ACCOUNT_PAGE },
  '__mein-portal-auth-account-abo': { path: '/account/abo', ...ACCOUNT_PAGE },
  '__mein-portal-auth-account-coins': { path: '/account/coins', ...ACCOUNT_PAGE },
  '__mein-portal-auth-account-plus-verification': { path: '/account/plus-verification', ...ACCOUNT_PAGE },
  '__mein-portal-auth-deine-themen-verwalten': { path: '/deine-themen-verwalten', ...AUTH_PAGE },
  '__mein-portal-auth-newsletters': { path: '/newsletters', ...AUTH_PAGE },
  '__mein-portal-auth-kommentare': { path: '/deine-kommentare', ...AUTH_PAGE },
  '__mein-portal-auth-regions': { path: '/regions', ...AUTH_PAGE },
  '__mein-portal/dialog-flow/login': { path: '/__mein-portal/dialog-flow/login', ...REGISTRATION_PAGE },
  '__mein-portal/dialog-flow/registration': { path: '/__mein-portal/dialog-flow/registration', ...REGISTRATION_PAGE },
  '__mein-portal/dialog-flow/forgot-password': { path: '/__mein-portal/dialog-flow/forgot-password', ...DIALOG_PAGE },
  '__mein-portal/dialog-flow/change-password': { path: '/__mein-portal/dialog-flow/change-password', ...DIALOG_PAGE },
  '__mein-portal/dialog-flow/complete-registration': {
    path: '/__mein-portal/dialog-flow/complete-registration',
    ...REGISTRATION_PAGE,
  },
  error: { path: '/error/:errorMessageKey', ...UNSTORED_PAGE, isIndexable: false },
  'change-password': {
    path: '/change-password/:code',
    ...UNSTORED_PAGE,
    guards: ['open-change-password'],
    isIndexable: false,
  },
  order: { path: '/order', ...ORDER_PAGE },
  'order/abo': { path: '/order/abo', ...ORDER_PAGE, isIndexable: true },
  'order/code': { path: '/order/code', ...ORDER_PAGE, guards: ['auth'], isPersonal: true },
  'order/invite': { path: '/order/invite', ...ORDER_PAGE, guards: ['auth'], isPersonal: true },
  // No guard, because a link may open it before the login: the page itself asks to log in.
  'order/haushalt': { path: '/order/haushalt', ...ORDER_PAGE, isPersonal: true },
  'order/checkout': { path: '/order/checkout', ...ORDER_PAGE, isPersonal: true },
  'order/kauf': { path: '/order/kauf', ...ORDER_PAGE, isPersonal: true },
  'order/onepage-checkout': { path: '/order/onepage-checkout', ...ORDER_PAGE },
  /** Comments on an article, by its id; rendered for all readers. */
  kommentare: { path: '/kommentare/:id/:page?', ...UNSTORED_PAGE },
  /** Reports of content by readers, and complaints about decisions on it (DSA). */
  melden: { path: '/melden/:kind/:id', ...UNSTORED_PAGE, isIndexable: false },
  widerspruch: { path: '/widerspruch/:kind/:token', ...UNSTORED_PAGE, isIndexable: false },
  'kommentare/abmelden': { path: '/kommentare/abmelden', ...UNSTORED_PAGE, isIndexable: false },
  radio: { path: '/radio', ...PUBLIC_PAGE, endsWithAd: true },
  ...ROOM_ROUTES,
} as const satisfies Record<string, RouteMeta & { path: string }>

export type RouteName = keyof typeof ROUTES

type ParameterOf<Segment> = Segment extends ':reference'
  ? { slug: string; id: string }
  : Segment extends ':page?'
    ? { page: number | null }
    : Segment extends ':page'
      ? { page: number }
      : Segment extends '*'
        ? { path: string }
        : Segment extends `:${infer Name}?`
          ? { [Field in Name]: string | null }
          : Segment extends `:${infer Name}`
            ? { [Field in Name]: string }
            : unknown
type ParametersOf<Path> = Path extends `${infer First}/${infer Rest}`
  ? ParameterOf<First> & ParametersOf<Rest>
  : ParameterOf<Path>
type Flat<T> = { [Key in keyof T]: T[Key] }
type RouteByName = { [Name in RouteName]: Flat<{ name: Name } & ParametersOf<(typeof ROUTES)[Name]['path']>> }

/** A matched route. `page` is null if the path has none, `slug` is '' if it is missing, `path` has no leading slash. */
export type Route = RouteByName[RouteName]
export type RouteOf<Name extends RouteName> = RouteByName[Name]

export const ROUTE_META: Readonly<Record<RouteName, RouteMeta>> = ROUTES

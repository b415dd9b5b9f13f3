/**
 * A table of every address that README and the documents name, with a request and its expected answer, for
 * `documented-addresses.test.ts`. That test fails if a document names an address without a row, or if a row claims to
 * be documented and is not.
 */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { createHmac } from 'node:crypto'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

export const KEYS = {
  ingest: 'the-key-of-the-agency',
  content: 'the-key-of-the-content-service',
  subscription: 'the-key-of-the-platform',
  user: 'the-key-of-the-user-service',
  newsletter: 'the-key-of-the-newsletters',
  figures: 'the-key-of-the-figures',
  mail: 'key-of-the-bounce-door',
  push: 'the-key-of-push-messages',
  paywall: 'the-key-of-the-paywall',
  stripe: 'whsec_the_secret_of_the_webhook',
}

export type Row = {
  /** The address as the documents write it; absent: not documented, but tested as well. */
  documented?: string
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  publication?: PublicationCode
  headers?: Readonly<Record<string, string>>
  body?: string | (() => string)
  /** Several, if it depends on whether the product is built. */
  status: number | readonly number[]
  type?: RegExp
  /** Target of the redirect. */
  location?: RegExp
  text?: RegExp
  header?: readonly [name: string, value: string]
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HTML = /^text\/html/
const JSON_TYPE = /^application\/json/
const PROBLEM = /^application\/problem\+json/

// --- For people

const PAGES: readonly Row[] = [
  { documented: '/', path: '/', status: 200, type: HTML, text: /Auenkurier/ },
  { documented: '/', path: '/', publication: 'fb', status: 200, type: HTML, text: /Flussbote/ },
  { documented: '/', path: '/', publication: 'ht', status: 200, type: HTML, text: /Hügelland-Tageblatt/ },
  { documented: '/', path: '/', publication: 'la', status: 200, type: HTML, text: /Lokal aktuell/ },
  { documented: '/__looks', path: '/__looks', status: 200, type: HTML, text: /Gestaltung/ },
  { documented: '/kino', path: '/kino', status: 200, type: HTML, text: /Lichtspielhaus am Wehr|kein Programm/ },
  { path: '/api/rooms/cinema/programme', status: 200, type: JSON_TYPE },
  { documented: '/{id}', path: '/101', status: 200, type: HTML, text: /rel="canonical" href="[^"]+-101"/ },
  { documented: '/testbericht/{id}', path: '/testbericht/901', status: 200, type: HTML, text: /Lastenrad Modell 901/ },
  {
    documented: '/games/progress',
    method: 'POST',
    path: '/__services/user/mandators/ak/users/eva/games/progress',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{}',
    status: 401,
    type: PROBLEM,
  },
  { documented: '/wetter', path: '/wetter', status: 200, type: HTML, text: /Wetter in Auenburg/ },
  { documented: '/quiz/SLUG', path: '/quiz/gibt-es-nicht', status: 404, type: HTML, text: /nicht gefunden/ },
  { documented: '/ergebnisse', path: '/ergebnisse', status: 200, type: HTML, text: /Ergebnisse und Tabellen/ },
  { documented: '/ergebnisse/kreisliga-nord', path: '/ergebnisse/kreisliga-nord', status: 404, type: HTML },
  {
    documented: '/ergebnisse/spiel/kreisliga-nord/2-muehlgraben-nordend',
    path: '/ergebnisse/spiel/kreisliga-nord/2-muehlgraben-nordend',
    status: 404,
    type: HTML,
  },
  {
    documented: '/ergebnisse/verein/kreisliga-nord/nordend',
    path: '/ergebnisse/verein/kreisliga-nord/nordend',
    status: 404,
    type: HTML,
  },
  { documented: '/kommentare/{article}', path: '/kommentare/101', status: 200, type: HTML, text: /Kommentare/ },
  {
    documented: '/melden/comment/12',
    path: '/melden/comment/99999',
    status: 200,
    type: HTML,
    text: /gibt es nicht mehr/,
  },
  {
    documented: '/melden/listing/{id}',
    path: '/melden/listing/99999',
    status: 200,
    type: HTML,
    text: /gibt es nicht mehr/,
  },
  { documented: '/deine-kommentare', path: '/deine-kommentare', status: 302 },
  {
    documented: '/__services/community/docs',
    path: '/__services/community/docs',
    status: 200,
    type: HTML,
    text: /Community/,
  },
  { documented: '/trauer/suche', path: '/trauer/suche?name=Meier', status: 200, type: HTML, text: /Trauer/ },
  { documented: '/trauer/person/{person}', path: '/trauer/person/gibt-es-nicht', status: 404, type: HTML },
  { documented: '/trauer/anzeige/{notice}', path: '/trauer/anzeige/gibt-es-nicht', status: 404, type: HTML },
  { documented: '/trauer/kondolenz/{person}', path: '/trauer/kondolenz/gibt-es-nicht', status: 404, type: HTML },
  { documented: '/sitemaps/notices.xml', path: '/sitemaps/notices.xml', status: 200, type: /xml/ },
  { documented: '/order/kauf', path: '/order/kauf', status: 200, type: HTML },
  // The portal of this test has the button of a provider, beside which the office needs a host of its own.
  { documented: '/redaktion', path: '/redaktion', status: 404, type: HTML },
  { documented: '/account', path: '/account', status: 302 },
  { documented: '/trauer', path: '/trauer', status: 200, type: HTML, text: /Traueranzeigen/ },
  { documented: '/trauer/aufgeben', path: '/trauer/aufgeben', status: 200, type: HTML, text: /Traueranzeige aufgeben/ },
  {
    documented: '/__services/notices/docs',
    path: '/__services/notices/docs',
    status: 200,
    type: HTML,
    text: /Notices/,
  },
  { documented: '/immobilien', path: '/immobilien', status: 200, type: HTML, text: /Immobilien/ },
  { documented: '/jobs', path: '/jobs', status: 200, type: HTML, text: /Jobs/ },
  { documented: '/immobilien/angebot/{slug}-{id}', path: '/immobilien/angebot/x-99999', status: 404, type: HTML },
  { documented: '/jobs/angebot/{slug}-{id}', path: '/jobs/angebot/x-99999', status: 404, type: HTML },
  { documented: '/immobilien/inserieren', path: '/immobilien/inserieren', status: 200, type: HTML, text: /Vorschau/ },
  { documented: '/jobs/inserieren', path: '/jobs/inserieren', status: 200, type: HTML, text: /Gehalt/ },
  { documented: '/account/suchen', path: '/account/suchen', status: 302 },
  {
    documented: '/__services/markets/docs',
    path: '/__services/markets/docs',
    status: 200,
    type: HTML,
    text: /Markets/,
  },
  {
    documented: '/__services/markets/ak/internal/moderation/ads',
    path: '/__services/markets/ak/internal/moderation/ads',
    headers: bearer(KEYS.ingest),
    status: 200,
    type: JSON_TYPE,
  },
  {
    documented: '/__services/markets/ak/internal/moderation/ads/{id}',
    method: 'POST',
    path: '/__services/markets/ak/internal/moderation/ads/gibt-es-nicht',
    headers: bearer(KEYS.ingest),
    body: '{"decision":"publish"}',
    status: 404,
    type: PROBLEM,
  },
  {
    documented: '/__services/markets/ak/internal/moderation/pictures/{id}',
    path: `/__services/markets/ak/internal/moderation/pictures/${'0'.repeat(32)}`,
    headers: bearer(KEYS.ingest),
    status: 404,
    type: PROBLEM,
  },
  {
    documented: '/__services/markets/ak/moderation/cases',
    method: 'POST',
    path: '/__services/markets/ak/moderation/cases',
    headers: bearer(KEYS.ingest),
    body: '{"list":"reported"}',
    status: 200,
    type: JSON_TYPE,
  },
  {
    documented: '/__services/markets/ak/moderation/decisions',
    method: 'POST',
    path: '/__services/markets/ak/moderation/decisions',
    headers: bearer(KEYS.ingest),
    body: '{"target":{"kind":"listing","id":"99999"},"decision":{"action":"remove","ground":"law","facts":"weg","by":"R"}}',
    status: 404,
    type: PROBLEM,
  },
  {
    documented: '/__services/markets/ak/moderation/complaints',
    method: 'POST',
    path: '/__services/markets/ak/moderation/complaints',
    headers: bearer(KEYS.ingest),
    body: '{"statement":"E-0","outcome":"upheld","answer":"nein","by":"R"}',
    status: 404,
    type: PROBLEM,
  },
  {
    documented: '/__services/markets/ak/moderation/transparency',
    method: 'POST',
    path: '/__services/markets/ak/moderation/transparency',
    headers: bearer(KEYS.ingest),
    body: '{"from":"2026-01-01T00:00:00Z","to":"2027-01-01T00:00:00Z"}',
    status: 200,
    type: JSON_TYPE,
  },
  {
    documented: '/__services/markets/ak/internal/moderation/texts',
    method: 'POST',
    path: '/__services/markets/ak/internal/moderation/texts',
    headers: bearer(KEYS.ingest),
    body: '{}',
    status: 200,
    type: JSON_TYPE,
  },
  { documented: '/__services/sport/docs', path: '/__services/sport/docs', status: 200, type: HTML, text: /Sport/ },
  {
    documented: '/__services/weather/docs',
    path: '/__services/weather/docs',
    status: 200,
    type: HTML,
    text: /Weather/,
  },
  { documented: '/shop', path: '/shop', status: 200, type: HTML, text: /Warenkorb/ },
  { documented: '/shop/warenkorb', path: '/shop/warenkorb', status: 200, type: HTML, text: /Warenkorb/ },
  { documented: '/shop/artikel/', path: '/shop/artikel/gibt-es-nicht', status: 404, type: HTML },
  { documented: '/__services/shop/docs', path: '/__services/shop/docs', status: 200, type: HTML, text: /Shop/ },
  {
    documented: '/__services/shop/CODE/internal/catalogue',
    path: '/__services/shop/ak/internal/catalogue',
    method: 'PUT',
    status: 401,
  },
  { documented: '/epaper', path: '/epaper', status: 200, type: HTML, text: /E-Paper/ },
  { documented: '/api/epaper/issues/', path: '/api/epaper/issues/haupt/2000-01-01', status: 404 },
  { documented: '/__services/epaper/docs', path: '/__services/epaper/docs', status: 200, type: HTML, text: /aper/ },
  ...(
    [
      ['/issues/{edition}/{day}/cover/{version}', '/issues/haupt/2000-01-01/cover/0000000000000000', 404],
      [
        '/internal/issues/{edition}/{day}/images/{version}/{number}/{rendition}',
        '/internal/issues/haupt/2000-01-01/images/0000000000000000/1/page',
        401,
      ],
      ['/internal/issues/{edition}/{day}/pdf/{version}', '/internal/issues/haupt/2000-01-01/pdf/0000000000000000', 401],
    ] as const
  ).map(([documented, path, status]): Row => ({ documented, path: `/__services/epaper/ak${path}`, status })),
  {
    documented: '/internal/issues/{edition}/{day}',
    method: 'PUT',
    path: '/__services/epaper/ak/internal/issues/haupt/2000-01-01',
    status: 401,
  },
  { documented: '/in-fuenf-minuten', path: '/in-fuenf-minuten', status: 200, type: HTML, text: /Das war’s/ },
  {
    documented: '/__mein-portal/bookmarks',
    path: '/__mein-portal/bookmarks',
    status: 200,
    type: HTML,
    text: /Merkliste/,
  },
  {
    documented: '/__mein-portal/read-articles',
    path: '/__mein-portal/read-articles',
    status: 200,
    type: HTML,
    text: /Gelesen/,
  },
  { documented: '/offline-ausgabe', path: '/offline-ausgabe', status: 200, type: HTML, text: /Offline-Ausgabe/ },
  { documented: '/mitteilungen', path: '/mitteilungen', status: 200, type: HTML, text: /Mitteilungen/ },
  { documented: '/__services/push/docs', path: '/__services/push/docs', status: 200, type: HTML, text: /Push/ },
  {
    documented: '/__services/push/{publication}/internal/messages',
    method: 'POST',
    path: '/__services/push/ak/internal/messages',
    headers: bearer(KEYS.push),
    body: '{"audience":{"kind":"breaking"},"title":"Hochwasser","path":"/"}',
    status: 200,
    type: JSON_TYPE,
    text: /"created"/,
  },
  {
    documented: '/__services/push/{publication}/internal/status',
    path: '/__services/push/ak/internal/status',
    headers: bearer(KEYS.push),
    status: 200,
    type: JSON_TYPE,
    text: /"devices":0/,
  },
  { documented: '/radio', path: '/radio', status: 200, type: HTML, text: /Auenradio/ },
  { documented: '/spiele', path: '/spiele', status: 200, type: HTML, text: /Kreuzworträtsel/ },
  { documented: '/order/abo', path: '/order/abo', status: 200, type: HTML },
  // For logged-in readers.
  { documented: '/order/code', path: '/order/code', status: 302, location: /^\/#login$/ },
  { documented: '/kuendigen', path: '/kuendigen', status: 200, type: HTML, text: /Jetzt kündigen/ },
  { documented: '/widerrufen', path: '/widerrufen', status: 200, type: HTML, text: /Widerruf bestätigen/ },
  {
    documented: '/error/login-failed',
    path: '/error/login-failed',
    status: 200,
    type: HTML,
    text: /<h1/,
  },
  {
    documented: '/assets/',
    path: '/assets/brand/ak/favicon.ico',
    status: 200,
    header: ['x-content-type-options', 'nosniff'],
  },
  {
    documented: '/sport-widget',
    path: '/sport-widget',
    status: 200,
    type: HTML,
    header: ['cross-origin-opener-policy', 'same-origin-allow-popups'],
  },
  { path: '/impressum', status: 200, type: HTML, text: /Impressum/ },
  { documented: '/sport-widget', path: '/sport-widget', status: 200, type: HTML, text: /data-forced/ },
  // The worker itself exists only after a build.
  { documented: '/sw.js', path: '/sw.js', status: [200, 404], header: ['service-worker-allowed', '/'] },
]

// --- For programs that read

const FEEDS: readonly Row[] = [
  ...(
    [
      ['', '', '', /Wohnungen|Titel|<item>|entry|items/],
      ['/{path}', '/sport/fussball', 'sport/fussball', /./],
      ['/tag/{slug}', '/tag/strassenbahn', 'tag/strassenbahn', /./],
      ['/themen/{id}', '/themen/7', 'themen/7', /./],
      ['/region/{id}', '/region/auenburg', 'region/auenburg', /./],
      ['/autor/{id}', '/autor/11', 'autor/11', /./],
    ] as const
  ).flatMap(([named, path, key, text]): Row[] => [
    { documented: `/rss${named}`, path: `/rss${path}`, status: 200, type: /^application\/rss\+xml/, text },
    { documented: `/atom${named}`, path: `/atom${path}`, status: 200, type: /^application\/atom\+xml/, text },
    {
      documented: named === '' ? '/feed.json' : `/feed${named}.json`,
      path: key === '' ? '/feed.json' : `/feed/${key}.json`,
      status: 200,
      type: /^application\/feed\+json/,
      text: /jsonfeed\.org/,
    },
  ]),
  { documented: '/rss/hafen', path: '/rss/strassenbahn', status: 301, location: /\/rss\/tag\/strassenbahn$/ },
  { documented: '/podcast-feed/{id}.xml', path: '/podcast-feed/700.xml', status: 200, type: /xml/, text: /<enclosure/ },
  {
    documented: '/podcast-feed/{id}/{episode}.txt',
    path: '/podcast-feed/700/701.txt',
    status: 200,
    type: /^text\/plain/,
    text: /Hallo\./,
  },
  {
    documented: '/podcast-feed/{id}/{episode}.json',
    path: '/podcast-feed/700/701.json',
    status: 200,
    type: /^application\/json\+chapters/,
    text: /"Begrüßung"/,
  },
  { documented: '/sitemap.xml', path: '/sitemap.xml', status: 200, type: /xml/, text: /sitemaps\/articles-1\.xml/ },
  ...['articles-1', 'sections', 'topics', 'authors', 'tags', 'podcasts', 'pages'].map((name): Row => ({
    documented: '/sitemaps/{articles-1 …|sections|topics|authors|tags|podcasts|pages}.xml',
    path: `/sitemaps/${name}.xml`,
    status: 200,
    type: /xml/,
    text: /<urlset/,
  })),
  { documented: '/news-sitemap.xml', path: '/news-sitemap.xml', status: 200, type: /xml/, text: /<news:news>/ },
]

const FILES: readonly Row[] = [
  { documented: '/robots.txt', path: '/robots.txt', status: 200, type: /^text\/plain/, text: /Sitemap:/ },
  { documented: '/license.xml', path: '/license.xml', status: 200, type: /xml/, text: /rsl/ },
  { documented: '/.well-known/tdmrep.json', path: '/.well-known/tdmrep.json', status: 200, type: JSON_TYPE },
  { documented: '/.well-known/tdm-policy.json', path: '/.well-known/tdm-policy.json', status: 200, type: /json/ },
  { documented: '/ads.txt', path: '/ads.txt', status: 200, type: /^text\/plain/ },
  {
    documented: '/api/consent/texts/2026-12-01',
    path: '/api/consent/texts/2026-12-01',
    status: 200,
    type: /^text\/plain/,
  },
  { documented: '/app-ads.txt', path: '/app-ads.txt', status: 200, type: /^text\/plain/ },
  // The demo sells no places of others.
  { documented: '/sellers.json', path: '/sellers.json', status: 404, type: /^text\/plain/ },
  { documented: '/manifest.webmanifest', path: '/manifest.webmanifest', status: 200, type: /manifest/, text: /icons/ },
  { documented: '/opensearch.xml', path: '/opensearch.xml', status: 200, type: /opensearch/, text: /suggest\?q=/ },
  { documented: '/suggest', path: '/suggest?q=stra', status: 200, type: /json/, text: /^\["stra"/ },
  {
    documented: '/.well-known/security.txt',
    path: '/.well-known/security.txt',
    status: 200,
    type: /^text\/plain/,
    text: /^Contact:/m,
  },
  { documented: '/security.txt', path: '/security.txt', status: 301, location: /\.well-known\/security\.txt$/ },
  {
    documented: '/.well-known/change-password',
    path: '/.well-known/change-password',
    status: 302,
    location: /^\/#change-password$/,
  },
  { documented: '/.well-known/gpc.json', path: '/.well-known/gpc.json', status: 200, type: JSON_TYPE, text: /"gpc"/ },
  { documented: '/trust.txt', path: '/trust.txt', status: 200, type: /^text\/plain/ },
  { documented: '/age.xml', path: '/age.xml', status: 200, type: /xml/ },
  { documented: '/age-de.xml', path: '/age-de.xml', status: 200, type: /xml/ },
]

// --- For programs that write, and for operators

/** Signs like the provider. */
function signStripe(payload: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', KEYS.stripe).update(`${at}.${payload}`).digest('hex')}`
}
const STRIPE_EVENT = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', object: 'payment_intent', amount_received: 990, currency: 'eur', metadata: {} } },
})
const DOCUMENT = JSON.stringify({
  format: 'digitalwires@0.9.1',
  urn: 'urn:newsml:agency.example:1',
  version: 1,
  version_created: '2026-11-21T11:00:00Z',
  language: 'de',
  urgency: 4,
  headline: 'Eine Meldung',
  teaser: 'Mit Anriss.',
  article_html: '<section><p>Und mit Text.</p></section>',
  creditline: 'dpa',
  categories: [],
})
const CSP_REPORT = JSON.stringify({ 'csp-report': { 'violated-directive': 'script-src' } })

const NOBODYS_DEVICE = '0a4fd1c2-5b1e-4c3a-9a55-6f1d2b7c8e90'

const WRITES: readonly Row[] = [
  {
    documented: '/api/ingest/documents',
    method: 'POST',
    path: '/api/ingest/documents?publication=ak',
    headers: bearer(KEYS.ingest),
    body: DOCUMENT,
    status: 200,
    type: JSON_TYPE,
    text: /"outcome":"created"/,
  },
  {
    documented: '/api/push/off',
    method: 'POST',
    path: '/api/push/off',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ device: NOBODYS_DEVICE, kind: 'breaking', ref: '' }),
    status: 404,
    type: PROBLEM,
  },
  // Without a gateway devices of the app are refused.
  {
    documented: '/api/push/replace',
    method: 'POST',
    path: '/api/push/replace',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      device: NOBODYS_DEVICE,
      subscription: { shell: { platform: 'ios', token: 'a-token-of-a-vendor' } },
    }),
    status: 422,
    type: PROBLEM,
  },
  {
    documented: '/__services/figures/docs',
    path: '/__services/figures/docs',
    status: 200,
    type: HTML,
    text: /Figures/,
  },
  ...['figures', 'summary'].map((what): Row => ({
    documented: `/__services/figures/ak/internal/${what}`,
    path: `/__services/figures/ak/internal/${what}?from=2026-11-01&to=2026-11-30${what === 'figures' ? '&by=article' : ''}`,
    headers: bearer(KEYS.figures),
    status: 200,
    type: JSON_TYPE,
  })),
  {
    documented: '/api/figures',
    method: 'POST',
    path: '/api/figures',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{"page":"home","from":"","quarters":[1,0],"seconds":3}',
    status: 204,
  },
  { documented: '/api/figures/read-with/ID', path: '/api/figures/read-with/130', status: 200, type: JSON_TYPE },
  { documented: '/api/quizzes/SLUG', path: '/api/quizzes/gibt-es-nicht', status: 404 },
  { documented: '/api/live/ID', path: '/api/live/99999999', status: 204 },
  { documented: '/api/live/ID/entries', path: '/api/live/99999999/entries', status: 404 },
  {
    documented: '/api/payments/stripe/webhook',
    method: 'POST',
    path: '/api/payments/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signStripe(STRIPE_EVENT) },
    body: STRIPE_EVENT,
    status: 200,
    type: JSON_TYPE,
  },
  {
    documented: '/api/payments/stripe/webhook',
    method: 'POST',
    path: '/api/payments/stripe/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': signStripe(`${STRIPE_EVENT} `) },
    body: STRIPE_EVENT,
    status: 400,
    type: PROBLEM,
  },
  {
    documented: '/api/mein/oauth2/callback',
    path: '/api/mein/oauth2/callback?code=abc&state=def',
    status: 404,
    type: PROBLEM,
  },
  {
    documented: '/connect/google/redirect',
    path: '/connect/google/redirect?code=abc&state=def',
    status: 303,
    location: /^\/error\/social-login-failed$/,
  },
  {
    documented: '/connect/apple/redirect',
    method: 'POST',
    path: '/connect/apple/redirect',
    headers: FORM,
    body: 'code=abc&state=def',
    status: 303,
    location: /^\/error\/social-login-failed$/,
  },
  {
    documented: '/api/oauth2/apple/callback',
    method: 'POST',
    path: '/api/oauth2/apple/callback',
    headers: { ...FORM, origin: 'https://appleid.apple.com' },
    body: 'code=abc&state=def',
    status: 401,
    type: HTML,
    text: /SOCIAL_LOGIN_FAILED/,
  },
  {
    method: 'POST',
    path: '/api/csp-report',
    headers: { 'content-type': 'application/csp-report' },
    body: CSP_REPORT,
    status: 204,
  },
  {
    method: 'POST',
    path: '/api/newsletter/unsubscribe?token=unknown',
    headers: FORM,
    body: 'List-Unsubscribe=One-Click',
    status: 404,
    type: PROBLEM,
  },
]

/** Services whose pages the documents name, and those they need not name. */
const DOCUMENTED_SERVICES = ['content', 'auth', 'plenigo']
const OTHER_SERVICES = ['user', 'newsletter', 'paywall', 'gifts', 'portal']

const toServiceDocs = (name: string, more: Pick<Row, 'documented'> = {}): Row => ({
  ...more,
  path: `/__services/${name}/docs`,
  status: 200,
  type: HTML,
  text: /<h1/,
})
const toOpenApi = (name: string, more: Pick<Row, 'documented'> = {}): Row => ({
  ...more,
  path: `/__services/${name}/openapi.json`,
  status: 200,
  type: JSON_TYPE,
  text: /"openapi":"3\.1\.0"/,
})

const OPERATION: readonly Row[] = [
  { documented: '/api/health/live', path: '/api/health/live', status: 200, text: /^ok$/ },
  { documented: '/api/health/ready', path: '/api/health/ready', status: 200, text: /^ok$/ },
  { path: '/builds/latest.json', status: 200, type: JSON_TYPE, text: /"id":"test"/ },
  ...DOCUMENTED_SERVICES.map((name): Row => toServiceDocs(name, { documented: `/__services/${name}/docs` })),
  ...OTHER_SERVICES.map((name): Row => toServiceDocs(name)),
  toOpenApi('content', { documented: '/__services/content/openapi.json' }),
  ...['auth', 'plenigo', ...OTHER_SERVICES].map((name): Row => toOpenApi(name)),
  {
    documented: '/__services/sso/{code}',
    path: '/__services/sso/ak/.well-known/openid-configuration',
    status: 200,
    type: JSON_TYPE,
    text: /"issuer":"http:\/\/localhost:3000\/__services\/sso\/ak"/,
  },
  {
    documented: '/__services/auth/{code}',
    method: 'POST',
    path: '/__services/auth/ak/api/auth/local',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: 'plus@demo.example', password: 'Lokalteil-Demo-1' }),
    status: 200,
    type: JSON_TYPE,
    text: /"jwt":"/,
  },
  {
    documented: '/__services/pictures/originals/{path}',
    path: `/__services/pictures/originals/import/ab/ab${'0'.repeat(62)}.jpg`,
    headers: { authorization: `Bearer ${KEYS.ingest}` },
    status: 404,
    type: PROBLEM,
    text: /No such picture/,
  },
  { documented: '/_media/{path}', path: `/_media/import/ab/ab${'0'.repeat(30)}.mp3`, status: 404 },
  ...(
    [
      ['forget', 204],
      ['refused', 200],
    ] as const
  ).map(([what, status]): Row => ({
    documented: `/__services/bounces/addresses/${what}`,
    method: 'POST',
    path: `/__services/bounces/addresses/${what}`,
    headers: bearer(KEYS.mail),
    body: '{"addresses":["niemand@example.org"]}',
    status,
  })),
  {
    documented: '/__services/bounces/docs',
    path: '/__services/bounces/docs',
    status: 200,
    type: HTML,
    text: /Bounces/,
  },
  {
    documented: '/__services/jobs/queues',
    path: '/__services/jobs/queues',
    headers: bearer(KEYS.user),
    status: 200,
    type: JSON_TYPE,
    text: /"name":"mails","waiting":\d+,"working":\d+,"givenUp":0/,
  },
  {
    documented: '/__services/import/docs',
    path: '/__services/import/docs',
    status: 200,
    type: HTML,
    text: /Imports/,
  },
  ...['sources', 'kept'].map((name): Row => ({
    documented: `/__services/import/${name}`,
    path: `/__services/import/${name}`,
    headers: bearer(KEYS.ingest),
    status: 200,
    type: JSON_TYPE,
    text: /"kept":\{"refused":\d+,"putAside":\d+\}/,
  })),
  {
    documented: '/__services/publications/docs',
    path: '/__services/publications/docs',
    status: 200,
    type: HTML,
  },
  {
    documented: '/__services/publications',
    path: '/__services/publications/openapi.json',
    status: 200,
    type: JSON_TYPE,
  },
  { documented: '/__services/mail', path: '/__services/mail', status: 200, type: HTML },
  {
    method: 'POST',
    path: '/__services/content/ak/internal/documents',
    headers: bearer(KEYS.content),
    body: '{"documents":[]}',
    status: 200,
    type: JSON_TYPE,
  },
  {
    method: 'PUT',
    path: '/__services/plenigo/ak/internal/catalogue',
    headers: bearer(KEYS.subscription),
    body: JSON.stringify({
      offers: [],
      readerService: { phone: '00412 100', hours: 'werktags 8 bis 16 Uhr', email: 'abo@auenkurier.example' },
    }),
    status: 204,
  },
  {
    documented: '/__services/subscribers/{code}/batches',
    method: 'POST',
    path: '/__services/subscribers/ak/batches',
    headers: bearer(KEYS.subscription),
    body: JSON.stringify({
      dryRun: true,
      contracts: [
        { id: '1', email: 'x@example.org', lastName: 'X', offer: 'x', startsOn: '2026-01-01', payment: 'none' },
      ],
    }),
    status: 200,
    type: JSON_TYPE,
    text: /"result":"refused"/,
  },
  { documented: '/__services/subscribers/docs', path: '/__services/subscribers/docs', status: 200, type: HTML },
  {
    documented: '/__services/plenigo/{code}/internal/print-subscribers',
    method: 'PUT',
    path: '/__services/plenigo/ak/internal/print-subscribers',
    headers: bearer(KEYS.subscription),
    body: '{"subscribers":[]}',
    status: 204,
  },
  {
    path: '/__services/plenigo/ak/internal/declarations',
    headers: bearer(KEYS.subscription),
    status: 200,
    type: JSON_TYPE,
  },
  {
    method: 'PUT',
    path: '/__services/user/mandators/ak/settings',
    headers: bearer(KEYS.user),
    body: '{"changes":{"plus_logo_enabled":true}}',
    status: 200,
    type: JSON_TYPE,
    text: /"plus_logo_enabled":true/,
  },
  {
    path: '/__services/paywall/ak/internal/institutions',
    headers: bearer(KEYS.paywall),
    status: 200,
    type: JSON_TYPE,
  },
]

export const ROWS: readonly Row[] = [...PAGES, ...FEEDS, ...FILES, ...WRITES, ...OPERATION]

/** First parts of addresses of rooms → the key of the room. */
const ROOM_OF: Readonly<Record<string, string>> = {
  wetter: 'weather',
  weather: 'weather',
  spiele: 'games',
  horoskop: 'horoscope',
  ergebnisse: 'sport',
  'sport-widget': 'sport',
  sport: 'sport',
  quiz: 'quiz',
  quizzes: 'quiz',
  epaper: 'epaper',
  issues: 'epaper',
  trauer: 'notices',
  notices: 'notices',
  'notices.xml': 'notices',
  immobilien: 'homes',
  jobs: 'jobs',
  markets: 'homes',
  mitteilungen: 'push',
  push: 'push',
  shop: 'shop',
  rechner: 'calculator',
}

/** Rows whose room was not removed. */
export const ANSWERING: readonly Row[] = ROWS.filter(({ path }) => {
  // `/__services/jobs` are the queues of all services.
  const [, place = ''] = /^\/(?:api\/|__services\/(?!jobs)|sitemaps\/)?([^/?]+)/.exec(path) ?? []
  if (path === '/account/suchen') return hasRoom('homes')
  return !Object.hasOwn(ROOM_OF, place) || hasRoom(ROOM_OF[place]!)
})

/** Calls that require a service's key; without it they are refused. */
export const GUARDED: readonly Row[] = ANSWERING.filter(({ headers }) => headers?.authorization !== undefined)

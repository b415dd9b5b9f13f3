import { ROOM_ROUTES } from '@lokalteil/rooms/routes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  RESERVED_FIRST_SEGMENTS,
  ROUTE_META,
  buildPath,
  freshSecondsOf,
  isAuthenticatedRoute,
  isFilePath,
  isLegalRoute,
  matchRoute,
} from './routes.ts'
import type { Route, RouteName } from './routes.ts'
import { propertyRuns } from '../property-runs.testing.ts'

const PIECES = ['/', '//', 'de', 'autor', 'suche', 'a-12', '2', '%', '%2F', '%5C', '\\', '..', 'ü', 'u\u0308', '%E4']
const id20 = '99999999999999999999'
const id40 = '1'.repeat(40)

/** Requirement ids, requested path, expected route. */
const routes: [string, string, Route][] = [
  ['R2.1-01', '/', { name: 'home' }],
  ['R2.1-03', '/12345', { name: 'article', slug: '', id: '12345' }],
  ['R2.1-03', '/0012345', { name: 'article', slug: '', id: '0012345' }],
  ['R2.1-03', `/${id20}`, { name: 'article', slug: '', id: id20 }],
  ['R2.1-03', `/${id40}`, { name: 'article', slug: '', id: id40 }],
  ['R2.1-04', '/rathaus-brand-12345', { name: 'article', slug: 'rathaus-brand', id: '12345' }],
  ['R2.1-04', '/-12345', { name: 'article', slug: '', id: '12345' }],
  ['R2.1-04', '/bundestagswahl-2025', { name: 'article', slug: 'bundestagswahl', id: '2025' }],
  ['R2.1-04', '/version-2.0-12', { name: 'article', slug: 'version-2.0', id: '12' }],
  ['R2.1-08', '/autor/max-muster-12', { name: 'author', slug: 'max-muster', id: '12', page: null }],
  ['R2.1-08', '/autor/max-muster-12/3', { name: 'author', slug: 'max-muster', id: '12', page: 3 }],
  ['R2.1-08', '/autor/12', { name: 'author', slug: '', id: '12', page: null }],
  ['R2.1-09', '/autoren', { name: 'authors' }],
  ['R2.1-10', '/suche', { name: 'search', page: null }],
  ['R2.1-10', '/suche/2', { name: 'search', page: 2 }],
  ['R2.1-12', '/themen', { name: 'topics' }],
  ['R2.1-13', '/themen/7', { name: 'topic', id: '7', page: null }],
  ['R2.1-13', '/themen/hochwasser-ü/2', { name: 'topic', id: 'hochwasser-ü', page: 2 }],
  ['R2.1-14', '/sport', { name: 'channel', path: 'sport' }],
  ['R2.1-14', '/sport/fussball', { name: 'channel', path: 'sport/fussball' }],
  ['R2.1-14', '/sport/fussball/2', { name: 'channel', path: 'sport/fussball/2' }],
  ['R2.1-14', '/sport/fussball-2025', { name: 'channel', path: 'sport/fussball-2025' }],
  ['R2.1-14', '/1.fc-talheim', { name: 'channel', path: '1.fc-talheim' }],
  ['R2.1-14', '/a/b/c/d/e', { name: 'channel', path: 'a/b/c/d/e' }],
  ['R2.1-14', '/m%C3%BChle', { name: 'channel', path: 'mühle' }],
  ['R2.1-16', '/sport/2', { name: 'tag', slug: 'sport', page: 2 }],
  ['R2.1-16', '/2024/5', { name: 'tag', slug: '2024', page: 5 }],
  ['R2.1-16', '/x/01', { name: 'tag', slug: 'x', page: 1 }],
  ['R2.1-17', '/schlagzeilen', { name: 'headlines', page: null }],
  ['R2.1-17', '/schlagzeilen/2', { name: 'headlines', page: 2 }],
  ['R2.1-18', '/newsletter-anmeldung', { name: 'newsletter-registration' }],
  ['R2.1-19', '/newsletter-anmeldung/5', { name: 'newsletter-detail', slug: '5' }],
  ['R2.1-20', '/deine-themen', { name: 'bookmarks-feed' }],
  ['R2.1-21 R2.1-39', '/agb', { name: 'agb-document' }],
  ['R2.1-22', '/accessibility', { name: 'accessibility-document' }],
  ['R2.1-23 R2.1-40', '/datenschutz', { name: 'datenschutz-document' }],
  ['R2.1-24 R2.1-41', '/impressum', { name: 'impressum-document' }],
  ['R2.1-25', '/testberichte', { name: 'testberichte-feed', page: null }],
  ['R2.1-25', '/testberichte/2', { name: 'testberichte-feed', page: 2 }],
  ['R2.1-27', '/testbericht/kaffeemaschine-77', { name: 'testbericht', slug: 'kaffeemaschine', id: '77' }],
  ['R2.1-27', '/testbericht/12', { name: 'testbericht', slug: '', id: '12' }],
  ['R2.1-31', '/meineregion', { name: 'meineregion' }],
  ['R2.1-33', '/podcasts', { name: 'podcasts', page: null }],
  ['R2.1-33', '/podcasts/2', { name: 'podcasts', page: 2 }],
  ['R2.1-34', '/podcast/auenfunk-3', { name: 'podcast-detail', slug: 'auenfunk', id: '3' }],
  ['R2.1-35', '/neueste-artikel', { name: 'newest-articles', page: null }],
  ['R2.1-35', '/neueste-artikel/2', { name: 'newest-articles', page: 2 }],
  ['R2.1-36', '/deine-regionen', { name: 'bookmarks-region' }],
  ['R1-24', '/gutscheine', { name: 'coupons' }],
  ['R2.2-03', '/__mein-portal/dialog-flow/login', { name: '__mein-portal/dialog-flow/login' }],
  ['R2.2-04', '/__mein-portal/dialog-flow/registration', { name: '__mein-portal/dialog-flow/registration' }],
  ['R2.2-05', '/__mein-portal/dialog-flow/forgot-password', { name: '__mein-portal/dialog-flow/forgot-password' }],
  ['R2.2-06', '/__mein-portal/dialog-flow/change-password', { name: '__mein-portal/dialog-flow/change-password' }],
  [
    'R2.2-07',
    '/__mein-portal/dialog-flow/complete-registration',
    { name: '__mein-portal/dialog-flow/complete-registration' },
  ],
  ['R2.2-08', '/account', { name: '__mein-portal-auth-account' }],
  ['R2.2-11', '/account/abo', { name: '__mein-portal-auth-account-abo' }],
  ['R2.2-12', '/account/coins', { name: '__mein-portal-auth-account-coins' }],
  ['R2.2-13', '/account/plus-verification', { name: '__mein-portal-auth-account-plus-verification' }],
  ['R2.2-14', '/deine-themen-verwalten', { name: '__mein-portal-auth-deine-themen-verwalten' }],
  ['R2.2-15', '/newsletters', { name: '__mein-portal-auth-newsletters' }],
  ['R2.2-16', '/regions', { name: '__mein-portal-auth-regions' }],
  ['R2.2-17', '/bookmarks', { name: 'bookmarks' }],
  ['R2.2-18', '/read-articles', { name: 'read-articles' }],
  ['R2.2-19', '/__mein-portal/bookmarks', { name: '__mein-portal/bookmarks' }],
  ['R2.2-20', '/__mein-portal/read-articles', { name: '__mein-portal/read-articles' }],
  ['R2.2-21', '/error/404', { name: 'error', errorMessageKey: '404' }],
  ['R2.2-22', '/change-password/123456', { name: 'change-password', code: '123456' }],
  ['R2.2-22', '/change-password/a.bc', { name: 'change-password', code: 'a.bc' }],
  ['S2.3-01', '/order', { name: 'order' }],
  ['S2.3-02', '/order/abo', { name: 'order/abo' }],
  ['S2.3-03', '/order/code', { name: 'order/code' }],
  ['S2.3-04', '/order/invite', { name: 'order/invite' }],
  ['R2.3-06', '/order/checkout', { name: 'order/checkout' }],
  ['S2.3-06', '/order/onepage-checkout', { name: 'order/onepage-checkout' }],
  ['S2.3-08', '/kuendigen', { name: 'kuendigen' }],
  ['withdrawal button', '/widerrufen', { name: 'widerrufen' }],
]

describe('matchRoute', () => {
  it.each([
    ['R2.1-20', '/deine-themen', 'bookmarks-feed'],
    ['R2.3-06', '/order/checkout', 'order/checkout'],
  ])('%s names %s %s', (_id, path, name) => {
    expect(matchRoute(path)).toMatchObject({ kind: 'route', route: { name } })
  })

  it.each(routes)('%s matches %s', (_ids, path, route) => {
    expect(matchRoute(path)).toMatchObject({ kind: 'route', route, locale: null })
  })

  it.each(routes)('R2.8-12 serves the page of %s (%s) below /de, portal frames excepted', (_ids, path, route) => {
    const match = matchRoute(path === '/' ? '/de' : `/de${path}`)
    if (path.startsWith('/__')) expect(match.kind).toBe('unmatched')
    else expect(match).toMatchObject({ kind: 'route', route, locale: 'de' })
  })

  it.each([
    '/autor/max-muster',
    '/autor/max-12/x',
    '/autor/max-12/0',
    '/testbericht/abc',
    '/podcast/abc',
    '/suche/foo',
    '/suche/0',
    '/themen/7/zwei',
    '/schlagzeilen/x',
    '/testberichte/x',
    '/podcasts/x',
    '/neueste-artikel/-1',
    '/sport/0',
    '/sport/00',
    `/sport/${id20}`,
    `/autor/max-${'1'.repeat(41)}`,
  ])('R5-01 R8-02 S2.1-08 S2.1-11 answers %s as a failed validation', (path) => {
    expect(matchRoute(path)).toEqual({ kind: 'invalid', path })
  })

  it('R5-02 treats a second segment that is not a number as a channel', () => {
    expect(matchRoute('/sport/zwei')).toMatchObject({ kind: 'route', route: { name: 'channel', path: 'sport/zwei' } })
  })

  it.each([
    '/api',
    '/api/unknown',
    '/api/unknown/',
    '/_nuxt/x',
    '/__services/mail',
    '/__mein-portal/other',
    '/__mein-portal/dialog-flow/login/2',
    '/connect/google',
    '/de/api/x',
    '/de/sw.js',
    '/de/de/sport',
    '/sw.js',
    '/robots.txt',
    '/rss',
    '/.well-known/security.txt',
    '/wp-login.php',
    '/sport/index.html',
    '/account/2',
    '/account/x.css',
    '/order/7',
    '/bookmarks/2',
    '/regions/2',
    '/agb/2',
    '/autor',
    '/autoren/2',
    '/testbericht',
    '/themen/a_b',
    '/themen/7/2/3',
    '/suche/2/3',
    '/widerrufen/jetzt',
    '/%',
    '/sport%zz',
    '/a%C3',
    '/a%2Fb',
    '/a%5Cb',
    '/\\evil.example',
    '/a%00b',
    '/a\nb',
    '/..',
    '/a/%2e%2e/b',
    '///evil.example/%2e.',
    '/sport?x',
    '/sport#x',
    '',
    'sport',
    '/\ud800',
    `/${'1'.repeat(41)}`,
    `/x-${'1'.repeat(41)}`,
    '/' + 'a'.repeat(2000),
  ])('R8-01 S2.1-10 leaves %j unmatched', (path) => {
    expect(matchRoute(path).kind).toBe('unmatched')
  })

  it('S2.1-10 cuts the echoed path at 200 characters', () => {
    expect(matchRoute(`/api/${'a'.repeat(500)}`)).toEqual({ kind: 'unmatched', path: `/api/${'a'.repeat(195)}` })
  })

  it.each([
    ['/sport/', '/sport'],
    ['/sport//fussball', '/sport/fussball'],
    ['//evil.example/', '/evil.example'],
    ['//', '/'],
    ['/de/', '/de'],
    ['/de/sport/', '/de/sport'],
    ['/__mein-portal/bookmarks/', '/__mein-portal/bookmarks'],
    ['/Mu%CC%88hle', '/M%C3%BChle'],
    ['/Mu\u0308hle', '/M%C3%BChle'],
    ['/a%3Fb/', '/a%3Fb'],
  ])('S2.1-25 sends %s to %s', (path, to) => {
    expect(matchRoute(path)).toEqual({ kind: 'redirect', to })
  })

  it('normalises a path, whatever the encoding of the request', () => {
    const paths = ['/stra%c3%9fe', '/stra%C3%9Fe', '/straße', '/%73traße', '/de/straße'].map((path) => {
      const match = matchRoute(path)
      return match.kind === 'route' ? match.path : match.kind
    })
    expect(new Set(paths)).toEqual(new Set(['/stra%C3%9Fe']))
  })

  it('R8-01 never throws, and every redirect stays on the site', () => {
    const anyPath = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `/${text}`),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
    )
    fc.assert(
      fc.property(anyPath, (path) => {
        const match = matchRoute(path)
        if (match.kind === 'redirect') {
          expect(match.to).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
          expect(matchRoute(match.to).kind).not.toBe('redirect')
        }
        if (match.kind === 'route') {
          expect(match.path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
          const canonical = matchRoute(buildPath(match.route))
          expect(canonical.kind === 'route' && buildPath(canonical.route)).toBe(buildPath(match.route))
        }
      }),
      { numRuns: propertyRuns(3000) },
    )
  })

  it('answers hostile paths in linear time', () => {
    const hostile = ['-1'.repeat(990), '1-'.repeat(990), '/1'.repeat(990), '%2e'.repeat(660), '.a'.repeat(990)]
    const start = performance.now()
    for (const text of hostile) for (let round = 0; round < 20; round++) matchRoute(`/${text}`)
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('buildPath', () => {
  it.each(routes)('%s leads back to the same page as %s', (_ids, _path, route) => {
    const match = matchRoute(buildPath(route))
    const expected = route.name === 'tag' && route.page === 1 ? { name: 'channel', path: route.slug } : route
    expect(match).toMatchObject({ kind: 'route', route: expected })
  })

  it.each<[Route, string]>([
    [{ name: 'search', page: 1 }, '/suche'],
    [{ name: 'tag', slug: 'hochwasser', page: 1 }, '/hochwasser'],
    [{ name: 'tag', slug: 'hochwasser', page: 3 }, '/hochwasser/3'],
    [{ name: 'author', slug: 'lena-vogt', id: '11', page: 1 }, '/autor/lena-vogt-11'],
    [{ name: 'article', slug: '', id: '5' }, '/5'],
    [{ name: 'channel', path: 'mühle/wehr?#' }, '/m%C3%BChle/wehr%3F%23'],
    [{ name: 'newsletter-detail', slug: 'a/b' }, '/newsletter-anmeldung/a%2Fb'],
  ])('S2.1-07 S2.1-08 writes %o as %s', (route, path) => {
    expect(buildPath(route)).toBe(path)
  })
})

describe('route meta', () => {
  it('R2.2-23 names every guarded personal page __mein-portal-auth-…, and no page without the guard', () => {
    const guarded = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => ROUTE_META[name].guards.includes('auth'))
    const named = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => name.startsWith('__mein-portal-auth-'))
    expect(named.filter((name) => !Object.hasOwn(ROOM_ROUTES, name))).toHaveLength(8)
    expect(guarded.toSorted()).toEqual([...named, 'order/code', 'order/invite'].toSorted())
    expect(guarded.every(isAuthenticatedRoute)).toBe(true)
    expect(isAuthenticatedRoute('bookmarks')).toBe(false)
  })

  it.each<[string, RouteName[], readonly string[]]>([
    [
      'R2.2-02 R2.2-05 R2.2-06',
      ['__mein-portal/dialog-flow/forgot-password', '__mein-portal/dialog-flow/change-password'],
      ['verify-iframe'],
    ],
    [
      'R2.2-03 R2.2-04 R2.2-07',
      [
        '__mein-portal/dialog-flow/login',
        '__mein-portal/dialog-flow/registration',
        '__mein-portal/dialog-flow/complete-registration',
      ],
      ['verify-iframe', 'verify-registration'],
    ],
    [
      'R2.2-08 R2.2-09 R2.2-10 R2.2-11 R2.2-12 R2.2-13',
      [
        '__mein-portal-auth-account',
        '__mein-portal-auth-account-abo',
        '__mein-portal-auth-account-coins',
        '__mein-portal-auth-account-plus-verification',
      ],
      ['auth', 'subscription-session', 'account-tabs'],
    ],
    [
      'R2.2-14 R2.2-15 R2.2-16',
      ['__mein-portal-auth-deine-themen-verwalten', '__mein-portal-auth-newsletters', '__mein-portal-auth-regions'],
      ['auth'],
    ],
    ['R2.2-17 R2.2-18', ['bookmarks', 'read-articles'], []],
    ['R2.2-22', ['change-password'], ['open-change-password']],
    ['R6-18', ['order', 'order/abo', 'order/checkout'], []],
  ])('%s guards %o with %o', (_ids, names, guards) => {
    for (const name of names) expect(ROUTE_META[name].guards).toEqual(guards)
  })

  it('R2.2-01 R2.2-24 R2.2-25 R2.2-26 lays out dialogs, the personal area and all other pages', () => {
    for (const [name, meta] of Object.entries(ROUTE_META)) {
      const expected = name.includes('dialog-flow')
        ? 'mein-dialog-flow'
        : name.endsWith('-widget')
          ? 'bare'
          : name.startsWith('__mein-portal') || name === 'bookmarks' || name === 'read-articles'
            ? 'mein-portal'
            : 'default'
      expect([name, meta.layout]).toEqual([name, expected])
    }
  })

  it('R2.1-07 R2.1-29 R9-04 prefetches articles and test reports only', () => {
    const prefetched = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => ROUTE_META[name].isPrefetched)
    expect(prefetched).toEqual(['article', 'testbericht'])
  })

  it.each<[string, RouteName, number | null]>([
    ['R2.1-02 R9-01', 'home', 120],
    ['R2.1-15 R9-03', 'channel', 300],
    ['R2.1-26 R9-03', 'testberichte-feed', 300],
    ['R2.1-28 R9-03', 'testbericht', 300],
    ['S2.3-07', 'order', null],
    ['S2.3-07', 'order/checkout', null],
    ['S2.2-07', 'error', null],
  ])('%s keeps %s fresh for %s seconds', (_ids, name, seconds) => {
    expect(freshSecondsOf(name)).toBe(seconds)
  })

  it('R9-02 keeps home fresh for 300 seconds when configured, and no other page', () => {
    expect(freshSecondsOf('home', 300)).toBe(300)
    expect(freshSecondsOf('article', 300)).toBe(freshSecondsOf('article'))
  })

  it('R9-05 never stores a personal or guarded page', () => {
    const personal = Object.entries(ROUTE_META).filter(([, meta]) => meta.isPersonal || meta.guards.length > 0)
    expect(personal.length).toBeGreaterThan(15)
    expect(personal.filter(([, meta]) => meta.freshSeconds !== null)).toEqual([])
  })

  it('S2.2-07 keeps searches, errors, orders and personal pages out of search engines', () => {
    const hidden: RouteName[] = ['search', 'error', 'change-password', 'order', 'bookmarks']
    const shown: RouteName[] = ['home', 'article', 'channel', 'kuendigen', 'impressum-document', 'order/abo']
    expect([...hidden, ...shown].filter((name) => ROUTE_META[name].isIndexable)).toEqual(shown)
  })

  it('S2.1-24 S2.2-12 S2.2-14 a reader’s own lists are personal, the public lists are not', () => {
    const own: RouteName[] = ['bookmarks-feed', 'bookmarks-region', 'meineregion', 'bookmarks', 'read-articles']
    expect(own.filter((name) => !ROUTE_META[name].isPersonal)).toEqual([])
    expect([ROUTE_META.topics.isPersonal, ROUTE_META.search.isPersonal]).toEqual([false, false])
  })

  it('R2.1-42 S2.1-15 counts the four documents and the listed articles as legal', () => {
    const legal = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => ROUTE_META[name].isLegal)
    expect(legal).toEqual(['agb-document', 'accessibility-document', 'datenschutz-document', 'impressum-document'])
    expect(isLegalRoute({ name: 'article', slug: 'nutzung', id: '77' }, ['77'])).toBe(true)
    expect(isLegalRoute({ name: 'article', slug: 'nutzung', id: '78' }, ['77'])).toBe(false)
    expect(isLegalRoute({ name: 'testbericht', slug: '', id: '77' }, ['77'])).toBe(false)
  })
})

it('further documents have paths, and their paths are not taken from sections', () => {
  expect(buildPath({ name: 'document', id: 'widerruf' })).toBe('/widerruf')
  expect(matchRoute('/widerruf')).toMatchObject({ route: { name: 'channel', path: 'widerruf' } })
})

it('B.3 reserves the first segment of every page with a fixed beginning', () => {
  for (const [, path, route] of routes) {
    const first = path.split('/')[1] ?? ''
    const isFree = route.name === 'article' || route.name === 'tag' || route.name === 'channel' || route.name === 'home'
    if (!isFree && !first.startsWith('_')) expect([first, RESERVED_FIRST_SEGMENTS.has(first)]).toEqual([first, true])
  }
  expect(RESERVED_FIRST_SEGMENTS.has('sport')).toBe(false)
})

it('S2.9-02 distinguishes files of the site from calls and unknown names', () => {
  const files = [
    '/sw.js',
    '/assets/app.js',
    '/_ipx/w_320/a.jpg',
    '/rss',
    '/rss/sport',
    '/sitemap.xml',
    '/robots.txt',
    '/atom/tag/hafen',
    '/feed.json',
    '/feed/sport.json',
    '/sitemaps/tags.xml',
    '/podcast-feed/12.xml',
    '/security.txt',
  ]
  expect(files.filter((path) => !isFilePath(path))).toEqual([])
  const others = ['/api/settings', '/sport', '/foo.html', '/__services/mail', '/connect/google', 'sw.js']
  expect(others.filter(isFilePath)).toEqual([])
})

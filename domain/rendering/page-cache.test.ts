import { describe, expect, it } from 'vitest'
import { isBot, toAppClass, toAppFlags, toDevice } from '../display/device.ts'
import {
  canRenderFresh,
  decideCacheUse,
  hasOwnAccess,
  toPersonalisation,
  toReaderOfClass,
  toCacheControl,
  toPageCacheKey,
} from './page-cache.ts'
import { toCacheKeyCookie } from './cache-key.ts'
import type { CacheUse, PageVariant } from './page-cache.ts'
import { ANONYMOUS_READER, toReaderFlags } from '../access/roles.ts'
import { freshSecondsOf, matchRoute } from '../routing/routes.ts'
import type { Route } from '../routing/routes.ts'

const anonymous: PageVariant = {
  publication: 'ak',
  reader: ANONYMOUS_READER,
  hasConsent: false,
  isPersonalised: false,
  device: 'desktop',
  app: 'web',
}
const readerWith = (...roles: string[]) => toReaderFlags({ isLoggedIn: true, roles, emailVerified: true })

function routeOf(path: string): Route {
  const match = matchRoute(path)
  if (match.kind !== 'route') throw new Error(`${path} is no page`)
  return match.route
}
const keyOf = (variant: PageVariant, path: string, query = '') =>
  toPageCacheKey(variant, routeOf(path), new URLSearchParams(query))

describe('page cache key', () => {
  it('R9-36 S9-02 differs by every input of the rendering', () => {
    const variants: PageVariant[] = [
      anonymous,
      { ...anonymous, publication: 'fb' },
      { ...anonymous, reader: readerWith('PLUS_USER') },
      { ...anonymous, reader: readerWith('PUR_USER') },
      { ...anonymous, reader: readerWith('EPAPER_USER') },
      { ...anonymous, reader: readerWith('WALLET_USER') },
      { ...anonymous, reader: readerWith('PUR_USER', 'PLUS_USER') },
      { ...anonymous, hasConsent: true },
      { ...anonymous, isPersonalised: true },
      { ...anonymous, device: 'mobile' },
      { ...anonymous, app: 'native' },
      { ...anonymous, app: 'flutter' },
    ]
    const keys = variants.map((variant) => keyOf(variant, '/sport'))
    expect(new Set([...keys, keyOf(anonymous, '/sport/2')]).size).toBe(variants.length + 1)
  })

  it('R9-36 does not depend on the order of roles and tag subscriptions, nor on unknown roles', () => {
    const one = keyOf({ ...anonymous, reader: readerWith('PUR_USER', 'PLUS_USER') }, '/sport')
    const other = keyOf({ ...anonymous, reader: readerWith('PLUS-TAG-1', 'PLUS_USER', 'X', 'PUR_USER') }, '/sport')
    expect(other).toBe(one)
  })

  it.each([
    ['/sport', '/sport?utm_source=x&nocache=1&q=y'],
    ['/sport', '/de/sport'],
    ['/x/1', '/x/01'],
    ['/stra%C3%9Fe', '/straße'],
    ['/suche?q=Rathaus', '/suche?q=%20Rathaus%20&q=anders&b=1'],
    ['/suche', '/suche?q='],
    ['/suche', '/suche?zeitraum=woche&sortierung=neueste'],
    ['/suche?q=a', '/suche?q=a&sortierung=relevanz&zeitraum=&ressort=&x=1'],
  ])('S9-02 stores %s and %s once', (left, right) => {
    const key = (address: string) => keyOf(anonymous, address.split('?')[0] ?? '', address.split('?')[1])
    expect(key(right)).toBe(key(left))
  })

  it('S9-02 contains the term of a search, and no term can forge another key', () => {
    const terms = ['Rathaus', 'rathaus', 'a|b', 'a&q=b', 'a\nb']
    const keys = terms.map((term) => keyOf(anonymous, '/suche', `q=${encodeURIComponent(term)}`))
    expect(new Set(keys).size).toBe(terms.length)
  })

  it('S9-02 contains order, period, days and section of a search', () => {
    const filters = [
      '',
      'sortierung=neueste',
      'zeitraum=tag',
      'zeitraum=jahr',
      'von=2026-11-01',
      'bis=2026-11-01',
      'ressort=sport',
    ]
    const keys = filters.map((filter) => keyOf(anonymous, '/suche', `q=Rathaus&${filter}`))
    expect(new Set(keys).size).toBe(filters.length)
  })

  it.each([
    [ANONYMOUS_READER, false, false, 'r:|c:0|p:0'],
    [readerWith('PUR_USER', 'PLUS_USER'), true, false, 'r:plus.pur|c:1|p:0'],
    [readerWith('WALLET_USER', 'EPAPER_USER'), false, true, 'r:epaper.wallet|c:0|p:1'],
  ])('S9-02 writes the cookie of %o', (reader, hasConsent, isPersonalised, cookie) => {
    expect(toCacheKeyCookie({ reader, hasConsent, isPersonalised })).toBe(cookie)
  })
})

describe('the reader of a stored page', () => {
  it.each([
    [readerWith(), ANONYMOUS_READER],
    [readerWith('PLUS-TAG-12'), ANONYMOUS_READER],
    [
      readerWith('PLUS_USER', 'PLUS-TAG-12', 'WALLET_USER'),
      { ...ANONYMOUS_READER, isLoggedIn: true, isPlusUser: true },
    ],
    [readerWith('EPAPER_USER'), { ...ANONYMOUS_READER, isLoggedIn: true, isEpaperUser: true }],
  ])('S9-02 is reduced to the class, without personal data: %o', (reader, expected) => {
    expect(toReaderOfClass(reader)).toEqual(expected)
  })

  it.each([
    ['/rathaus-12', readerWith('PLUS-TAG-1'), true],
    ['/testbericht/12', readerWith('PLUS-TAG-1'), true],
    ['/rathaus-12', readerWith('PLUS-TAG-1', 'PUR_USER'), true],
    ['/rathaus-12', readerWith('PLUS-TAG-1', 'PLUS_USER'), false],
    ['/rathaus-12', readerWith('PLUS-TAG-1', 'EPAPER_USER'), false],
    ['/rathaus-12', readerWith('WALLET_USER'), false],
    ['/sport', readerWith('PLUS-TAG-1'), false],
  ])('S9-02 %s for %o is rendered for this reader alone: %s', (path, reader, expected) => {
    expect(hasOwnAccess(routeOf(path), reader)).toBe(expected)
  })

  it.each([
    [null, null, false, false],
    [encodeURIComponent(JSON.stringify([4, true, false, { analytics: true }])), '1', true, true],
    [encodeURIComponent(JSON.stringify([4, true, false, { youtube: true, partner: true }])), '1', false, true],
    [encodeURIComponent(JSON.stringify([4, true, false, {}])), '1', false, true],
    [encodeURIComponent(JSON.stringify([4, false, true, { analytics: true }])), '0', false, false],
    ['[3,true]', '-1', false, false],
    ['[4,"true"]', '1e9', false, false],
    ['%E0%A4%A', ' 5', false, false],
  ])(
    'S9-02 R4.7-02 takes consent and personalisation from the cookies %j and %j',
    (consents, recentVisits, hasConsent, isPersonalised) => {
      expect(toPersonalisation({ consents, recentVisits })).toEqual({ hasConsent, isPersonalised })
    },
  )
})

describe('the use of the page cache', () => {
  const use = (path: string, query = '', method = 'GET') => {
    const route = routeOf(path)
    return decideCacheUse(method, route, new URLSearchParams(query), freshSecondsOf(route.name))
  }

  it.each<[string, string, string, CacheUse]>([
    ['R2.1-02', '/', '', { kind: 'stored', freshSeconds: 120 }],
    ['R2.1-15', '/sport', 'utm_source=x', { kind: 'stored', freshSeconds: 300 }],
    ['S2.8-04', '/sport', 'nocache=1764000000000', { kind: 'fresh', freshSeconds: 300 }],
    ['S2.8-04', '/sport', 'nocache=x', { kind: 'stored', freshSeconds: 300 }],
    ['S9-01', '/rathaus-12', 'link-token=x', { kind: 'private', mayReadStore: false }],
    ['S9-01', '/rathaus-12', 'gaa_at=g', { kind: 'private', mayReadStore: false }],
    ['S9-01', '/rathaus-12', 'nocache=1&gaa_at=g', { kind: 'private', mayReadStore: false }],
    ['S9-01', '/rathaus-12', 'userState=login', { kind: 'private', mayReadStore: true }],
    ['S9-01', '/sport', 'link-token=x', { kind: 'private', mayReadStore: true }],
    ['S9-01', '/sport', 'logout', { kind: 'private', mayReadStore: true }],
    ['S9-01', '/', 'state=abc', { kind: 'private', mayReadStore: true }],
    ['R9-05', '/account', '', { kind: 'private', mayReadStore: false }],
    ['R9-05', '/deine-themen', '', { kind: 'private', mayReadStore: false }],
    ['S2.3-07', '/order', '', { kind: 'private', mayReadStore: false }],
  ])('%s for %s?%s is %o', (_ids, path, query, expected) => {
    expect(use(path, query)).toEqual(expected)
  })

  it('S9-01 is limited to GET and HEAD', () => {
    expect(use('/sport', '', 'HEAD').kind).toBe('stored')
    expect(use('/sport', '', 'POST')).toEqual({ kind: 'private', mayReadStore: false })
  })

  it('S2.8-04 allows one fresh render a second', () => {
    const now = new Date(10_000)
    expect([null, new Date(9000), new Date(9001)].map((last) => canRenderFresh(last, now))).toEqual([true, true, false])
  })

  const stored: CacheUse = { kind: 'stored', freshSeconds: 120 }
  it.each([
    ['S2.1-17', stored, ANONYMOUS_READER, false, 'max-age=0, s-maxage=120, stale-while-revalidate=86400'],
    ['S2.1-17', stored, readerWith(), false, 'max-age=0, s-maxage=120, stale-while-revalidate=86400'],
    ['S2.1-17', stored, readerWith('PUR_USER'), false, 'private, no-cache'],
    ['R4.5-28', stored, readerWith('PLUS_USER'), true, 'private, no-store'],
    ['S2.8-04', { kind: 'fresh', freshSeconds: 120 } as const, ANONYMOUS_READER, false, 'private, no-cache'],
    ['S9-01', { kind: 'private', mayReadStore: true } as const, ANONYMOUS_READER, false, 'private, no-store'],
  ])('%s sends for %o', (_ids, cacheUse, reader, hasPaidText, header) => {
    expect(toCacheControl(cacheUse, reader, hasPaidText)).toBe(header)
  })
})

describe('device', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'
  const ipad = 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1.2 Mobile/15E148 Safari/604.1'
  const pixel = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'
  const tab = 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
  const firefoxTab = 'Mozilla/5.0 (Android 15; Tablet; rv:140.0) Gecko/140.0 Firefox/140.0'
  const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

  it.each([
    [iphone, 'mobile'],
    [pixel, 'mobile'],
    [ipad, 'desktop'],
    [tab, 'desktop'],
    [firefoxTab, 'desktop'],
    [linux, 'desktop'],
    ['', 'desktop'],
  ])('R9-51 R9-52 S9-10 takes %s for %s', (userAgent, device) => {
    expect(toDevice(userAgent)).toBe(device)
  })

  it.each([
    ['R1-90', `${pixel} NewsPortalApp/3.1`, false, {}, [true, true, false], 'native'],
    ['R1-91', `${pixel} NewsPortalApp/3.1 Flutter`, false, {}, [true, true, true], 'flutter'],
    ['R1-91', `${pixel} Flutter`, false, {}, [false, false, false], 'web'],
    ['R1-89', pixel, true, {}, [true, false, false], 'web'],
    ['S1-05', linux, false, { isApp: true, isNativeApp: true }, [true, true, false], 'native'],
  ])('%s reads the app flags of %s', (_ids, userAgent, isStandalone, forced, flags, appClass) => {
    const result = toAppFlags(userAgent, isStandalone, forced)
    expect([result.isApp, result.isNativeApp, result.isFlutterApp]).toEqual(flags)
    expect(toAppClass(result)).toBe(appClass)
  })

  it.each([
    ['R8-45', 'SomeBot/1.0', true],
    ['R8-46', `${linux} Chrome-Lighthouse`, true],
    ['R8-47', 'facebookexternalhit/1.1', true],
    ['R8-48', 'Google-InspectionTool/1.0', true],
    ['R8-48', 'Mediapartners-Google', true],
    ['S2.11-06', pixel.replace('Pixel 9', 'CUBOT X30'), false],
    ['S2.11-06', 'Googlebot on CUBOT X30', true],
    ['R2.11-16', linux, false],
  ])('%s takes %s for a bot: %s', (_ids, userAgent, expected) => {
    expect(isBot(userAgent)).toBe(expected)
  })
})

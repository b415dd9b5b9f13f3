import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideStoredPath, toOrderReturn, toSafePath, toStateCookieName } from './redirect-paths.ts'
import { WIDGET_PATHS } from './widgets.testing.ts'

const origin = 'https://www.auenkurier.example'

describe('toSafePath', () => {
  it.each([
    ['/sport', '/sport'],
    ['/', '/'],
    ['/suche?q=a%26b#x', '/suche?q=a%26b#x'],
    ['/rathaus-12?link-token=abc', '/rathaus-12?link-token=abc'],
    ['/straße', '/stra%C3%9Fe'],
    ['/sport/', '/sport'],
    ['/de/sport', '/de/sport'],
    ['/a/../sport', '/sport'],
  ])('S2.2-03 accepts %s as %s', (candidate, path) => {
    expect(toSafePath(candidate, origin)).toBe(path)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/sport/..//evil.example',
    'https://evil.example/',
    'https://www.auenkurier.example/sport',
    'javascript:alert(1)',
    'sport',
    '',
    ' /sport',
    '/\t/evil.example',
    '/sport\r\nSet-Cookie: a=b',
    '/sport\u0000',
    '/%5Cevil.example',
    '/%2Fevil.example',
    '/api/mein/oauth2/logout',
    '/__services/mail',
    '/order/unknown',
    '/autor/niemand',
    '/' + 'a'.repeat(3000),
    undefined,
    null,
    42,
    ['/sport'],
  ])('S2.2-03 S2.8-02 S2.11-04 refuses %j', (candidate) => {
    expect(toSafePath(candidate, origin)).toBeNull()
  })

  it('S2.2-03 returns nothing that a browser would resolve to another site', () => {
    const pieces = ['/', '\\', '.', '..', '%2f', '%5c', '@', ':', 'evil.example', 'sport', '\t', '?', '#', 'https:']
    const candidates = fc.sample(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), 5000)
    const paths = candidates.map((parts) => toSafePath(`/${parts.join('')}`, origin)).filter((path) => path !== null)
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.filter((path) => new URL(path, `${origin}/some/page`).origin !== origin)).toEqual([])
  })
})

it.each([
  ['abc_-9', 'DM_STATE_abc_-9'],
  ['', null],
  ['a b', null],
  ['a;FA_ID_TOKEN', null],
  ['a'.repeat(65), null],
  [null, null],
])('R2.8-03 S2.8-02 reads with state=%j the cookie %j', (state, cookie) => {
  expect(toStateCookieName(state)).toBe(cookie)
})

it.each([
  ['/sport', '/?state=abc', { kind: 'redirect', to: '/sport' }],
  ['/suche?q=x', '/suche?state=abc', { kind: 'redirect', to: '/suche?q=x' }],
  ['/sport', '/sport?state=abc', { kind: 'stay' }],
  ['/suche?q=x', '/suche?q=x&state=abc', { kind: 'stay' }],
  ['//evil.example', '/?state=abc', { kind: 'stay' }],
  [null, '/?state=abc', { kind: 'stay' }],
])('R2.8-04 a stored %j on %s leads to: %o', (stored, current, decision) => {
  expect(decideStoredPath(stored, current, origin)).toEqual(decision)
})

describe('toOrderReturn', () => {
  it.each([
    ['/rathaus-wird-saniert-130', { path: '/rathaus-wird-saniert-130', isArticle: true }],
    ['/rathaus-130?link-token=abc#paragraph-3', { path: '/rathaus-130?link-token=abc', isArticle: true }],
    ['/testbericht/wanderschuh-7', { path: '/testbericht/wanderschuh-7', isArticle: true }],
    ['/sport', { path: '/sport', isArticle: false }],
    ['/rathaus-130#login', { path: '/rathaus-130', isArticle: true }],
  ])('S2.3-05 leads back to %s', (candidate, target) => {
    expect(toOrderReturn(candidate)).toEqual(target)
  })

  it.each([
    '',
    null,
    undefined,
    130,
    'rathaus-130',
    '//evil.example/rathaus-130',
    'https://evil.example/',
    '/\\evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    '/api/mein/oauth2/logout',
    '/order',
    '/order/abo',
    '/order/checkout?offer=plus-monat',
    '/order/onepage-checkout',
    '/account',
    '/change-password/abc',
    '/error/general',
    '/__mein-portal/dialog-flow/login',
    ...WIDGET_PATHS,
  ])('S2.3-05 never leads to %j', (candidate) => {
    expect(toOrderReturn(candidate)).toBeNull()
  })
})

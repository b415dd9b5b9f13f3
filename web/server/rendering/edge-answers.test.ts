/**
 * Headers of pages for caches, without a server. Through the portal: portal-edge.test.ts; behind real caches:
 * portal-behind-edges.test.ts.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { CONSENT, DESK, PHONE } from '@lokalteil/domain/rendering/edge-class.testing'
import { describe, expect, it } from 'vitest'
import type { Edge } from '../config/edge.ts'
import { toCacheWords, toEdgeAnswer, toPageKeyHeaders } from './edge-answers.ts'

const SECONDS = 's-maxage=300, stale-while-revalidate=86400'
const OPEN = `max-age=0, ${SECONDS}`
const OWN = `private, no-cache, ${SECONDS}`
const PRIVATE = 'private, no-cache'
const NO_STORE = 'private, no-store'
const PLAIN_VARY = 'Accept-Encoding'
const CLASS_VARY = 'Accept-Encoding, Lokalteil-Class'

const purged: Edge = { kind: 'varnish', purgeUrls: ['http://127.0.0.1:6081/'], purgeToken: 'token-of-the-edge-1' }
const unpurged: Edge = { ...purged, kind: 'nginx', purgeUrls: [] }

const desk: IncomingHttpHeaders = { 'user-agent': DESK }
const phone: IncomingHttpHeaders = { 'user-agent': PHONE, cookie: `_ga=1; ${CONSENT}; recent_visits=2` }
const reader: IncomingHttpHeaders = { ...desk, cookie: 'FA_ID_TOKEN=x' }
const strange: IncomingHttpHeaders = { ...desk, cookie: 'consents=x' }
const named = (headers: IncomingHttpHeaders, given: string) => ({ ...headers, 'lokalteil-class': given })

type Case = [
  what: string,
  edge: Edge | null,
  headers: IncomingHttpHeaders,
  cacheControl: string,
  expected: [cacheControl: string, vary: string, own: string | null, hasAge: boolean],
]

const CASES: Case[] = [
  ['no edge', null, desk, OPEN, [OWN, PLAIN_VARY, null, true]],
  ['no edge, a phone with consent', null, phone, OPEN, [OWN, PLAIN_VARY, null, true]],
  ['no edge, a class that a client invents', null, named(desk, 'desktop-web'), OPEN, [OWN, PLAIN_VARY, null, true]],
  ['no edge, a page of subscribers', null, reader, PRIVATE, [PRIVATE, PLAIN_VARY, null, true]],
  ['no edge, a paid text', null, reader, NO_STORE, [NO_STORE, PLAIN_VARY, null, true]],
  ['a request past the edge', purged, desk, OPEN, [OWN, PLAIN_VARY, null, true]],
  ['the class of a desk', purged, named(desk, 'desktop-web'), OPEN, [OPEN, CLASS_VARY, 'desktop-web', true]],
  [
    'the class of a phone with consent that comes back',
    purged,
    named(phone, 'mobile-web-consent-returning'),
    OPEN,
    [OPEN, CLASS_VARY, 'mobile-web-consent-returning', true],
  ],
  [
    'an edge that cannot be purged',
    unpurged,
    named(desk, 'desktop-web'),
    OPEN,
    ['max-age=0, s-maxage=1', CLASS_VARY, 'desktop-web', false],
  ],
  [
    'a wrong device',
    purged,
    named(phone, 'desktop-web-consent-returning'),
    OPEN,
    [NO_STORE, CLASS_VARY, 'mobile-web-consent-returning', true],
  ],
  ['a wrong consent', purged, named(desk, 'desktop-web-consent'), OPEN, [NO_STORE, CLASS_VARY, 'desktop-web', true]],
  [
    'a reader taken for anonymous',
    purged,
    named(reader, 'desktop-web'),
    OPEN,
    [NO_STORE, CLASS_VARY, 'signed-in', true],
  ],
  ['a reader', purged, named(reader, 'signed-in'), OPEN, [OWN, CLASS_VARY, 'signed-in', true]],
  ['a page of subscribers', purged, named(reader, 'signed-in'), PRIVATE, [PRIVATE, CLASS_VARY, 'signed-in', true]],
  ['a paid text', purged, named(reader, 'signed-in'), NO_STORE, [NO_STORE, CLASS_VARY, 'signed-in', true]],
  ['an unclear cookie', purged, named(strange, 'unclear'), OPEN, [OWN, CLASS_VARY, 'unclear', true]],
  ['an error', purged, named(desk, 'desktop-web'), NO_STORE, [NO_STORE, CLASS_VARY, 'desktop-web', true]],
]

describe('the headers of a page for caches', () => {
  it.each(CASES)('%s', (_what, edge, headers, cacheControl, expected) => {
    const { cacheControl: told, vary, own, hasAge } = toCacheWords(edge, { headers }, cacheControl)
    expect([told, vary, own, hasAge]).toEqual(expected)
  })

  it('let no shared cache keep a page whose class is not named in Vary, nor one of a reader', () => {
    for (const [what, edge, headers, cacheControl] of CASES) {
      const { cacheControl: told, vary, own } = toCacheWords(edge, { headers }, cacheControl)
      const mayBeKept = !told.includes('private')
      const isOfClass =
        vary === CLASS_VARY && own === headers['lokalteil-class'] && own !== 'signed-in' && own !== 'unclear'
      expect([what, mayBeKept && !isOfClass]).toEqual([what, false])
      expect([what, /cookie|user-agent/i.test(vary)]).toEqual([what, false])
    }
  })

  it('are the same on the long path, and a page outdated before it was sent is not shared', () => {
    const answer = { status: 200, headers: { 'cache-control': OPEN, vary: PLAIN_VARY, age: '7' }, page: null, body: '' }
    const send = (edge: Edge | null, headers: IncomingHttpHeaders, isOutdated = false) =>
      toEdgeAnswer(
        { config: { edge } as Parameters<typeof toEdgeAnswer>[0]['config'] },
        { ...answer, isOutdated },
        headers,
      ).headers
    for (const [what, edge, headers, cacheControl, [told, vary, own, hasAge]] of CASES) {
      if (cacheControl !== OPEN) continue
      expect([what, send(edge, headers)]).toEqual([
        what,
        { 'cache-control': told, vary, age: hasAge ? '7' : '0', ...(own === null ? {} : { 'lokalteil-class': own }) },
      ])
    }
    expect(send(purged, named(desk, 'desktop-web'), true)['cache-control']).toBe(PRIVATE)
  })

  it('stay as they are on an answer that does not differ between readers', () => {
    const redirect = {
      status: 301,
      headers: { location: '/sport', 'cache-control': 'public, max-age=300' },
      page: null,
      body: '',
    }
    const context = { config: { edge: purged } as Parameters<typeof toEdgeAnswer>[0]['config'] }
    expect(toEdgeAnswer(context, redirect, named(desk, 'desktop-web'))).toBe(redirect)
  })
})

describe('the keys of a page', () => {
  const publication = { code: 'ak' } as Parameters<typeof toPageKeyHeaders>[1]
  const html = '<a href="/im-hafen-4711">Im Hafen</a>'
  const keys = ['all', 'text', 'publication/ak', 'pages/ak', 'path/', 'a/4711']

  it.each<[string, Edge | null, Record<string, string>]>([
    ['none without an edge', null, {}],
    ['Varnish', purged, { 'surrogate-key': keys.join(' ') }],
    ['nginx', unpurged, { 'surrogate-key': keys.join(' ') }],
    ['other caches', { ...purged, kind: 'http' }, { 'surrogate-key': keys.join(' '), 'cache-tag': keys.join(',') }],
  ])('for %s', (_what, edge, expected) => {
    expect(
      toPageKeyHeaders(edge, publication, { name: 'home' } as Parameters<typeof toPageKeyHeaders>[2], html),
    ).toEqual(expected)
  })
})

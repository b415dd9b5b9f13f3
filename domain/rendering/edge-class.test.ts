import { describe, expect, it } from 'vitest'
import { SIGNED_IN, toBrowserControl, toEdgeClass, toEdgeControl, UNCLEAR } from './edge-class.ts'
import { ANALYTICS, CONSENT, DESK, EDGE_CASES, PHONE, REFUSAL } from './edge-class.testing.ts'

describe('the class of a visitor', () => {
  it.each(EDGE_CASES)('of $what is $expected', ({ cookies, userAgent = '', expected }) => {
    expect(toEdgeClass(cookies, userAgent)).toBe(expected)
  })

  it('is one of few, whatever the cookies and user agents of others are', () => {
    const agents = [DESK, PHONE, `${DESK} Edg/142`, `${PHONE} Build/2`, 'curl/8', 'Mozilla/5.0 (iPhone)']
    const ours = ['', CONSENT, REFUSAL, 'recent_visits=1', `${CONSENT}; recent_visits=99`]
    const classes = new Set<string>()
    for (const userAgent of agents)
      for (const cookie of ours)
        for (let visitor = 0; visitor < 50; visitor++)
          classes.add(toEdgeClass(`_ga=GA1.1.${visitor}; ${cookie}; ${ANALYTICS}`, userAgent))
    expect(classes.size).toBe(8)
  })
})

const open = 'max-age=0, s-maxage=120, stale-while-revalidate=86400'
const own = 'private, no-cache, s-maxage=120, stale-while-revalidate=86400'

describe('Cache-Control of a page for a cache without classes', () => {
  it.each([
    ['of a class: no shared cache keeps it, and a browser asks each time', open, own],
    ['of a class, for a second', 'max-age=0, s-maxage=1', 'private, no-cache, s-maxage=1'],
    ['of subscribers stays as it is', 'private, no-cache', 'private, no-cache'],
    ['not to be stored stays as it is', 'private, no-store', 'private, no-store'],
    ['that is the same for all visitors stays public', 'public, max-age=300', 'public, max-age=300'],
    [
      'a feed stays public',
      'public, max-age=60, s-maxage=60, stale-while-revalidate=60',
      'public, max-age=60, s-maxage=60, stale-while-revalidate=60',
    ],
  ])('%s', (_what, cacheControl, expected) => {
    expect(toBrowserControl(cacheControl)).toBe(expected)
  })
})

describe('Cache-Control of a page for an edge', () => {
  it.each([
    ['of its class may be stored', open, 'mobile-web', 'mobile-web', true, open],
    ['of another class is the reader’s alone', open, 'desktop-web', 'mobile-web', true, 'private, no-store'],
    [
      'of a reader whom the edge took for anonymous is the reader’s alone',
      open,
      'desktop-web',
      SIGNED_IN,
      true,
      'private, no-store',
    ],
    ['of a class that does not exist is the reader’s alone', open, 'x', 'mobile-web', true, 'private, no-store'],
    ['of somebody signed in is not stored', open, SIGNED_IN, SIGNED_IN, true, own],
    ['of an unclear class is not stored', open, UNCLEAR, UNCLEAR, true, own],
    ['is fresh for a second where nothing purges it', open, 'mobile-web', 'mobile-web', false, 'max-age=0, s-maxage=1'],
    ['that is private stays so', 'private, no-store', 'mobile-web', 'mobile-web', true, 'private, no-store'],
    ['of subscribers stays private', 'private, no-cache', 'mobile-web', 'mobile-web', false, 'private, no-cache'],
  ])('%s', (_what, cacheControl, given, found, isPurged, expected) => {
    expect(toEdgeControl(cacheControl, given, found, isPurged)).toBe(expected)
  })
})

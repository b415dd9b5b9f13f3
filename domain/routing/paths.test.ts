import { expect, it } from 'vitest'
import { isCurrentPath, publicPath, toNumberedPath } from './paths.ts'

it.each([
  ['/rathaus-12', 'link-token=a&gaa_at=g&gaa_n=1&gaa_sig=x&gaa_ts=y', '/rathaus-12'],
  ['/suche', '?q=a%26b&state=x&userState=login&logout&nocache=1', '/suche?q=a%26b'],
  ['/sport', '', '/sport'],
])('S2.8-06 shares %s?%s as %s', (path, query, shared) => {
  expect(publicPath(path, query)).toBe(shared)
})

it.each([
  ['/sport', '/sport', true],
  ['/sport/', '/sport?x=1#y', true],
  ['/sport', '/de/sport', true],
  ['/straße', '/stra%C3%9Fe', true],
  ['/', '/de', true],
  ['/sport', '/sport/fussball', false],
  ['https://evil.example/sport', '/sport', false],
  ['//sport', '/sport', false],
])('R2.13-02 S2.13-03 compares the target %s with the page %s: %s', (target, current, expected) => {
  expect(isCurrentPath(target, current)).toBe(expected)
})

it.each([
  ['/kalender', { path: '/kalender', page: 1 }],
  ['/kalender/2', { path: '/kalender', page: 2 }],
  ['/kalender/0', { path: '/kalender/0', page: 1 }],
  ['/kalender/12345678', { path: '/kalender/12345678', page: 1 }],
])('%s has a page number or not', (path, place) => expect(toNumberedPath(path)).toEqual(place))

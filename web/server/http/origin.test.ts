import { expect, it } from 'vitest'
import { isCrossOrigin, isCrossOriginWrite, isCrossSite } from './origin.ts'

it.each<[string, Record<string, string>, boolean]>([
  [
    'a browser on the same site',
    { 'sec-fetch-site': 'same-origin', origin: 'http://ak.localhost:3000', host: 'ak.localhost:3000' },
    false,
  ],
  ['an address typed by hand', { 'sec-fetch-site': 'none' }, false],
  [
    'the canonical origin behind a balancer',
    { origin: 'https://www.auenkurier.example', host: 'internal:3000' },
    false,
  ],
  ['an old browser that says nothing', { host: 'ak.localhost' }, false],
  ['the same host on another port', { origin: 'http://ak.localhost:4000', host: 'ak.localhost:3000' }, true],
])('classifies %s', (_name, headers, isOther) => {
  expect(isCrossOrigin(new Headers(headers), 'https://www.auenkurier.example')).toBe(isOther)
})

it.each<[string, Record<string, string>, boolean]>([
  ['nothing said, without JSON', { 'content-type': 'application/x-www-form-urlencoded' }, true],
  ['nothing said, with JSON, which no plain form sends', { 'content-type': 'application/json' }, false],
  ['its own origin, without JSON', { origin: 'https://www.auenkurier.example' }, false],
  ['its own page, without JSON', { 'sec-fetch-site': 'same-origin' }, false],
  ['JSON of another site', { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' }, true],
])('checks a write with %s', (_name, headers, isOther) => {
  expect(isCrossOriginWrite(new Headers(headers), 'https://www.auenkurier.example')).toBe(isOther)
})

it.each([
  ['cross-site', true],
  ['same-site', false],
  ['same-origin', false],
  ['none', false],
])('%s counts as another site: %s', (site, isOther) => {
  expect(isCrossSite(new Headers({ 'sec-fetch-site': site }))).toBe(isOther)
  expect(isCrossSite(new Headers())).toBe(false)
})

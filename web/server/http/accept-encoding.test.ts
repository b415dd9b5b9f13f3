import { expect, it } from 'vitest'
import { acceptsEncoding } from './accept-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', true, true],
  ['br', true, false],
  ['GZIP;q=0.5 , BR;Q=1.0', true, true],
  ['gzip, br;q=0', false, true],
  ['gzip; q=0.000, br ; q = 0.001', true, false],
  ['br;q=0., gzip;q=0', false, false],
  ['brotli, x-gzip', false, false],
  ['identity, *', false, false],
  ['', false, false],
  [undefined, false, false],
])('of %j takes brotli: %s, gzip: %s', (header, brotli, gzip) => {
  expect([acceptsEncoding(header, 'br'), acceptsEncoding(header, 'gzip')]).toEqual([brotli, gzip])
})

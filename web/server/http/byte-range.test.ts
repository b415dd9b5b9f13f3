import { expect, it } from 'vitest'
import { parseByteRange } from './byte-range.ts'

it.each<[string | undefined, number, ReturnType<typeof parseByteRange>]>([
  [undefined, 100, null],
  ['bytes=0-9', 100, { first: 0, last: 9 }],
  ['bytes=10-', 100, { first: 10, last: 99 }],
  ['bytes=90-200', 100, { first: 90, last: 99 }],
  ['bytes=-10', 100, { first: 90, last: 99 }],
  ['bytes=-200', 100, { first: 0, last: 99 }],
  ['bytes=99-99', 100, { first: 99, last: 99 }],
  ['bytes=100-', 100, 'unsatisfiable'],
  ['bytes=-0', 100, 'unsatisfiable'],
  ['bytes=9-3', 100, 'unsatisfiable'],
  ['bytes=-5', 0, 'unsatisfiable'],
  ['bytes=-', 100, null],
  ['bytes=0-1,4-5', 100, null],
  ['lines=0-9', 100, null],
])('%s of %i bytes', (header, size, expected) => expect(parseByteRange(header, size)).toEqual(expected))

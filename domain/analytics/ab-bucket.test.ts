import { expect, it } from 'vitest'
import { decideBucket, DEFAULT_BUCKET_COOKIE, toBucketPercentage } from './ab-bucket.ts'

it.each([
  ['reco_95', 95],
  ['reco_50', 50],
  ['reco_0', 0],
  ['reco_100', 100],
  ['reco_999', 100],
  ['reco', 0],
  ['reco_', 0],
  ['reco_b', 0],
])('R9-53 S4.9-01 reads from the cookie’s name %s the percentage %i', (name, percentage) => {
  expect(toBucketPercentage(name)).toBe(percentage)
})

it.each([
  ['R4.9-01', null, 0.949, 'B'],
  ['R4.9-01', null, 0.951, 'A'],
  ['R4.9-01', undefined, 0, 'B'],
  ['R4.9-02', 'A', 0, 'A'],
  ['R4.9-02', 'B', 0.99, 'B'],
  ['S4.9-01', 'C', 0.2, 'B'],
  ['S4.9-01', '', 0.99, 'A'],
])('%s: %j with %f is %s', (_id, stored, random, bucket) => {
  expect(decideBucket(stored, DEFAULT_BUCKET_COOKIE, random)).toBe(bucket)
})

it('S4.9-01 with 0 per cent no reader gets B, with 100 every reader does', () => {
  expect([decideBucket(null, 'reco_0', 0), decideBucket(null, 'reco_100', 0.999)]).toEqual(['A', 'B'])
})

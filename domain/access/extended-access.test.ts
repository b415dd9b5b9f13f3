import { expect, it } from 'vitest'
import { decideExtendedAccess, readAssertion, toAssertionParameters, toSignedText } from './extended-access.ts'
import type { Assertion, AssertionParameters } from './extended-access.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const inMinutes = (minutes: number) => (NOW.getTime() / 1000 + minutes * 60).toString(16)
const good: AssertionParameters = {
  gaa_at: 'g',
  gaa_n: 'nonce-1',
  gaa_sig: 'c2lnbmF0dXJlLW9mLWZvcnR5',
  gaa_ts: inMinutes(10),
}

it.each<[string, Partial<AssertionParameters>, Assertion['kind']]>([
  ['S4.5-04', {}, 'good'],
  ['S4.5-04', { gaa_ts: inMinutes(30) }, 'good'],
  ['S4.5-04', { gaa_ts: inMinutes(0) }, 'expired'],
  ['S4.5-04', { gaa_ts: inMinutes(-1) }, 'expired'],
  ['S4.5-04', { gaa_ts: inMinutes(31) }, 'too-far-ahead'],
  ['S4.5-04', { gaa_ts: 'ffffffffff' }, 'too-far-ahead'],
  ['S4.5-04', { gaa_ts: 'ffffffffffff' }, 'malformed'],
  ['S4.5-04', { gaa_ts: '1g' }, 'malformed'],
  ['S4.5-04', { gaa_ts: '-1' }, 'malformed'],
  ['S4.5-04', { gaa_n: 'a|b' }, 'malformed'],
  ['S4.5-04', { gaa_at: 'g|x' }, 'malformed'],
  ['S4.5-04', { gaa_sig: 'short' }, 'malformed'],
])('%s reads an assertion with %j as %s', (_id, change, kind) => {
  expect(readAssertion({ ...good, ...change }, NOW).kind).toBe(kind)
})

it('S4.5-04 the signature covers status, nonce, time and article', () => {
  expect(toSignedText(good, '130')).toBe(`g|nonce-1|${good.gaa_ts}|130`)
})

const assertion: Assertion = { kind: 'good', isGranted: true, nonce: 'n', expiresAt: NOW }
it.each<[string, Partial<Parameters<typeof decideExtendedAccess>[0]>, string]>([
  ['R4.5-17 R1-38', {}, 'unlocked'],
  ['R4.5-17', { isSigned: false }, 'locked'],
  ['R4.5-17', { isFirstUse: false }, 'locked'],
  ['R4.5-17', { assertion: { ...assertion, isGranted: false } }, 'locked'],
  ['R4.5-17', { assertion: { kind: 'expired' } }, 'locked'],
  ['S4.5-03', { isEntitled: true, isSigned: false, assertion: { kind: 'malformed' } }, 'unlocked'],
])('%s decides %j: %s', (_ids, change, decision) => {
  expect(decideExtendedAccess({ isEntitled: false, assertion, isSigned: true, isFirstUse: true, ...change })).toBe(
    decision,
  )
})

it('R2.8-08 extended access needs all four parameters', () => {
  expect(toAssertionParameters(new URLSearchParams('gaa_at=g&gaa_n=1&gaa_sig=x&gaa_ts=y'))).toEqual({
    gaa_at: 'g',
    gaa_n: '1',
    gaa_sig: 'x',
    gaa_ts: 'y',
  })
})

it.each([
  ['R2.8-09', 'gaa_n=1&gaa_sig=x&gaa_ts=y'],
  ['R2.8-09', 'gaa_at=g&gaa_sig=x&gaa_ts=y'],
  ['R2.8-09', 'gaa_at=g&gaa_n=1&gaa_ts=y'],
  ['R2.8-09', 'gaa_at=g&gaa_n=1&gaa_sig=x'],
  ['S2.8-05', 'gaa_at=g&gaa_n=&gaa_sig=x&gaa_ts=y'],
  ['S2.8-08', 'gaa_at=&gaa_at=g&gaa_n=1&gaa_sig=x&gaa_ts=y'],
])('%s ?%s is not an extended-access request', (_id, query) => {
  expect(toAssertionParameters(new URLSearchParams(query))).toBeNull()
})

import { beforeEach, expect, it, vi } from 'vitest'
import { CLIENT, NOW, openKeys, toClaims } from './window.testing.ts'
import { createIdTokenVerifier } from './verify-id-token.ts'

const keys = await openKeys()
const other = await keys.createOther()
const seconds = NOW.getTime() / 1000
let fetched: boolean[] = []
let pem: (isFresh: boolean) => string = () => keys.pem
let now = NOW
const open = () =>
  createIdTokenVerifier({
    fetchPem: async (isFresh) => {
      fetched.push(isFresh)
      return pem(isFresh)
    },
    getClient: async () => CLIENT,
    now: () => now,
  })

beforeEach(() => {
  fetched = []
  pem = () => keys.pem
  now = NOW
})

const toHmac = async (text: string) => {
  const key = await crypto.subtle.importKey('raw', Buffer.from(keys.pem), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return Buffer.from(await crypto.subtle.sign('HMAC', key, Buffer.from(text))).toString('base64url')
}
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const withAlgorithm = async (alg: string) => {
  const text = `${part({ alg })}.${part(toClaims())}`
  return `${text}.${alg === 'HS256' ? await toHmac(text) : 'AAAA'}`
}
const tampered = async () => {
  const [head, , signature] = (await keys.sign(toClaims())).split('.')
  return `${head}.${part(toClaims({ subscriptionRoles: ['PLUS_USER'] }))}.${signature}`
}

it.each<[string, () => Promise<string>, object]>([
  ['a token of ours', () => keys.sign(toClaims()), { kind: 'valid' }],
  ['without a kind', () => keys.sign(toClaims(), { alg: 'RS256' }), { kind: 'valid' }],
  ['ended within the leeway of a minute', () => keys.sign(toClaims({ exp: seconds - 59 })), { kind: 'valid' }],
  ['ended, well signed', () => keys.sign(toClaims({ exp: seconds - 61, iat: seconds - 1000 })), { kind: 'expired' }],
  ['alg none', () => withAlgorithm('none'), { kind: 'invalid', code: 'WRONG_ALGORITHM' }],
  ['HS256 with the public key', () => withAlgorithm('HS256'), { kind: 'invalid', code: 'WRONG_ALGORITHM' }],
  [
    'signed by another key',
    () => keys.sign(toClaims(), { alg: 'RS256' }, other.key),
    { kind: 'invalid', code: 'BAD_SIGNATURE' },
  ],
  ['claims changed', tampered, { kind: 'invalid', code: 'BAD_SIGNATURE' }],
  [
    'an access token',
    () => keys.sign(toClaims(), { alg: 'RS256', typ: 'at+jwt' }),
    { kind: 'invalid', code: 'WRONG_KIND' },
  ],
  [
    'a header that demands more',
    () => keys.sign(toClaims(), { alg: 'RS256', crit: ['x'], x: 1 }),
    { kind: 'invalid', code: 'MALFORMED' },
  ],
  [
    'another issuer',
    () => keys.sign(toClaims({ iss: 'https://evil.example' })),
    { kind: 'invalid', code: 'WRONG_ISSUER' },
  ],
  ['another audience', () => keys.sign(toClaims({ aud: 'portal-fb' })), { kind: 'invalid', code: 'WRONG_AUDIENCE' }],
  ['nobody', () => keys.sign(toClaims({ sub: '' })), { kind: 'invalid', code: 'NO_SUBJECT' }],
  ['from the future', () => keys.sign(toClaims({ iat: seconds + 120, exp: seconds + 900 })), { kind: 'early' }],
  ['no token', async () => 'garbage', { kind: 'invalid', code: 'MALFORMED' }],
  ['parts that are no JSON', async () => 'AAAA.BBBB.CCCC', { kind: 'invalid', code: 'MALFORMED' }],
  ['far too long', async () => `${'A'.repeat(9000)}.AA.AA`, { kind: 'invalid', code: 'MALFORMED' }],
])('R5-05 R5-06 S4.2-01 verifies the ID token: %s', async (_case, make, expected) => {
  expect(await open()(await make())).toMatchObject(expected)
})

it('S4.2-01 caches the key ten minutes and fetches it once more, past caches, before a signature counts as wrong', async () => {
  const verify = open()
  const token = await keys.sign(toClaims({ exp: seconds + 5000 }))
  await verify(token)
  await verify(token)
  expect(fetched).toEqual([false])
  now = new Date(NOW.getTime() + 10 * 60_000)
  await verify(token)
  expect(fetched).toEqual([false, false])
  const foreign = await keys.sign(toClaims({ exp: seconds + 5000 }), { alg: 'RS256' }, other.key)
  expect(await verify(foreign)).toEqual({ kind: 'invalid', code: 'BAD_SIGNATURE' })
  expect(fetched).toEqual([false, false, true])
})

it('S4.2-01 accepts a new key when the cached one is outdated', async () => {
  pem = (isFresh) => (isFresh ? keys.pem : other.pem)
  expect(await open()(await keys.sign(toClaims()))).toMatchObject({ kind: 'valid', claims: { sub: 'reader-1' } })
})

it.each([
  [
    'does not answer',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
  ['answers no key', () => '<html>'],
])('S4.2-01 decides nothing about a token while the key server %s', async (_case, how) => {
  pem = vi.fn(how as () => string)
  expect(await open()(await keys.sign(toClaims()))).toEqual({ kind: 'unreachable' })
})

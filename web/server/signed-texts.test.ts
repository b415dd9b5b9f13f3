/** Signed or encrypted values that come back from outside are accepted in one spelling only. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { parseReplyToken, toReplyToken, type CommunityContext } from '@lokalteil/services/community/context'
import { createTestBank } from '@lokalteil/services/commerce/payments/payment-providers'
import { createSealing } from '@lokalteil/services/commerce/payments/sealing'
import { openWith, sealWith } from '@lokalteil/services/accounts/tokens/secrecy'
import { createTokenVerifier } from '@lokalteil/services/accounts/tokens/verify-token'
import { readLeaveToken, toLeaveToken, type NewsletterContext } from '@lokalteil/services/newsletters/context'
import { listOtherSpellings, withTouchedSignature } from '@lokalteil/services/platform/signed-text.testing'
import { expect, it } from 'vitest'
import { createIdTokenVerifier } from '../app/browser/session/verify-id-token.ts'
import { createSignedMedia } from './http/signed-media.ts'
import { createClaimsSeal } from './session/claims-cookie.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const now = () => NOW
const secret = 'a-secret-of-more-than-thirty-two-characters'

const bank = createTestBank({ secret, now })
const reference = await (async () => {
  const asked = await bank.collect({
    publication: 'ak',
    chargeId: 'c1',
    key: 'k',
    returnUrl: '/',
    method: { kind: 'card', providerReference: 'test-step' },
  } as unknown as Parameters<typeof bank.collect>[0])
  return new URL((asked as { url: string }).url, 'http://x').searchParams.get('reference')!
})()
const event = bank.toEvent(reference, true, 990)!
const sealing = createSealing([secret])
const community = { secret } as CommunityContext
const newsletters = { secret } as NewsletterContext
const claims = createClaimsSeal(secret)
const CLAIMS = {
  sub: 'eva',
  salutation: '',
  firstName: 'Eva',
  lastName: 'Süß',
  email: 'eva@example.org',
  emailVerified: null,
  subscriptionRoles: [],
}
const media = createSignedMedia({ secret, isPaid: () => true, cdn: null, now })
const picture = (() => {
  const article = { baseUrl: '/media/paid.jpg', width: 640, sources: { fallback: '' } }
  media.addUnlockedAddresses(article)
  return article.sources.fallback
})()

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const [ISSUER, AUDIENCE] = ['https://ak.example', 'portal-ak']
const idToken = (() => {
  const seconds = NOW.getTime() / 1000
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = { iss: ISSUER, aud: AUDIENCE, sub: 'eva', iat: seconds, exp: seconds + 900 }
  const text = `${encode({ alg: 'RS256' })}.${encode(body)}`
  return `${text}.${sign('sha256', Buffer.from(text), pair.privateKey).toString('base64url')}`
})()
const onServer = createTokenVerifier({
  getKey: async () => pair.publicKey,
  kind: 'id',
  issuer: ISSUER,
  audience: AUDIENCE,
  now,
})
const inBrowser = createIdTokenVerifier({
  fetchPem: async () => pair.publicKey.export({ type: 'spki', format: 'pem' }) as string,
  getClient: async () => ({ issuer: ISSUER, clientId: AUDIENCE }),
  now,
})
const searched = (address: string): [path: string, search: string] => {
  const at = address.indexOf('?')
  return [address.slice(0, at), address.slice(at + 1)]
}

it.each<[kind: string, text: string, isTaken: (text: string) => boolean | Promise<boolean>]>([
  ['reference of a test payment', reference, (text) => bank.readReference(text) !== null],
  ['message of the test bank', event.signature, (text) => bank.readEvent!(event.payload, text, NOW) !== null],
  [
    'link of a reply mail',
    toReplyToken(community, 'ak', 'eva'),
    (text) => parseReplyToken(community, 'ak', text) !== null,
  ],
  [
    'link that ends a newsletter',
    toLeaveToken(newsletters, 'n1'),
    (text) => readLeaveToken(newsletters, text) !== null,
  ],
  ['cookie of claims', claims.seal('token', CLAIMS), (text) => claims.open('token', text) !== null],
  ['address of a picture', picture, (text) => media.permit(...searched(text)).kind === 'signed'],
  ['ID token on the server', idToken, async (text) => (await onServer(text)).ok],
  ['ID token in the browser', idToken, async (text) => (await inBrowser(text)).kind === 'valid'],
  ['sealed account number', sealing.seal('DE02', 'eva'), (text) => sealing.open(text, 'eva') !== null],
  ['sealed cookie of a login', sealWith(secret, 'x', 'text'), (text) => openWith(secret, 'x', text) !== null],
])('accepts only one spelling of the %s', async (_kind, text, isTaken) => {
  expect(await isTaken(text)).toBe(true)
  const taken: string[] = []
  for (const [name, other] of [['touched', withTouchedSignature(text)] as const, ...listOtherSpellings(text)])
    if (await isTaken(other)) taken.push(name)
  expect(taken).toEqual([])
})

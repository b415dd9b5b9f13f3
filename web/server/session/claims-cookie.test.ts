import { expect, it } from 'vitest'
import { createClaimsSeal } from './claims-cookie.ts'

const CLAIMS = {
  sub: 'eva',
  salutation: '',
  firstName: 'Jörg',
  lastName: 'Süß',
  email: 'j@example.org',
  emailVerified: null,
  subscriptionRoles: ['PLUS_USER'],
}
const seal = createClaimsSeal('s'.repeat(32))
const value = seal.seal('token', CLAIMS)
const [payload = '', signature = ''] = value.split('.')
const forged = Buffer.from(JSON.stringify({ ...CLAIMS, subscriptionRoles: ['EPAPER_USER'] })).toString('base64url')

it('opens only with its ID token, and fits into a cookie', () => {
  expect(seal.open('token', value)).toEqual(CLAIMS)
  expect(value).toMatch(/^[\w.-]+$/)
})

it.each<[string, string, string]>([
  ['another ID token', 'another', value],
  ['other claims', 'token', `${forged}.${signature}`],
  ['another secret', 'token', createClaimsSeal('t'.repeat(32)).seal('token', CLAIMS)],
  ['no signature', 'token', payload],
  ['an empty one', 'token', `${payload}.`],
  ['something else', 'token', 'garbage'],
  ['more than a browser keeps', 'token', `${'A'.repeat(5000)}.${signature}`],
])('does not open with %s', (_case, idToken, shown) => {
  expect(seal.open(idToken, shown)).toBeNull()
})

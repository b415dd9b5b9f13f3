import { describe, expect, it } from 'vitest'
import { isToldByToken, toNames, toReaderClaims } from './claims.ts'
import { toUser } from './login.ts'

describe('a name', () => {
  it.each<[string, Record<string, unknown>, [string, string]]>([
    ['ours', { firstName: 'Eva', lastName: 'Sommer', given_name: 'X', name: 'Y Z' }, ['Eva', 'Sommer']],
    ['the standard’s', { given_name: 'Eva', family_name: 'Sommer', name: 'Y Z' }, ['Eva', 'Sommer']],
    ['ours left empty', { firstName: '', given_name: 'Eva' }, ['Eva', '']],
    ['only a family', { family_name: 'Sommer' }, ['', 'Sommer']],
    ['one for both', { name: ' Eva Maria Sommer ' }, ['Eva Maria', 'Sommer']],
    ['one word', { name: 'Eva' }, ['Eva', '']],
    ['only the one they chose', { preferred_username: 'eva77' }, ['eva77', '']],
    ['an address in its place', { preferred_username: 'eva@example.org' }, ['', '']],
    ['none', { name: 7, given_name: null, family_name: ['x'] }, ['', '']],
  ])('R3.1-02 is %s', (_case, claims, [firstName, lastName]) => {
    expect(toNames(claims)).toEqual({ firstName, lastName })
    expect(toUser({ sub: 's', ...claims })).toMatchObject({ firstName, lastName })
  })
})

describe('roles', () => {
  it.each<[string, Record<string, unknown>, string, string[]]>([
    [
      'a claim',
      { subscriptionRoles: ['PLUS_USER', 'PLUS-TAG-012'] },
      'subscriptionRoles',
      ['PLUS_USER', 'PLUS-TAG-012'],
    ],
    ['one text', { subscriptionRoles: 'PUR_USER EPAPER_USER' }, 'subscriptionRoles', ['PUR_USER', 'EPAPER_USER']],
    ['nested', { realm_access: { roles: ['PLUS_USER', 'offline'] } }, 'realm_access.roles', ['PLUS_USER']],
    ['a name with dots', { 'https://x.example/roles': ['PLUS_USER'] }, 'https://x.example/roles', ['PLUS_USER']],
    ['missing', {}, 'subscriptionRoles', []],
    ['missing further down', { realm_access: null }, 'realm_access.roles', []],
    ['something inherited', {}, 'constructor.name', []],
    ['of another kind', { subscriptionRoles: { PLUS_USER: true } }, 'subscriptionRoles', []],
  ])('R3.1-04 are read as %s', (_case, claims, rolesClaim, expected) => {
    expect(toReaderClaims({ sub: 's', ...claims }, rolesClaim).subscriptionRoles).toEqual(expected)
  })

  it('of the subscription platform are added, each once', () => {
    const claims = { sub: 's', subscriptionRoles: ['PLUS_USER'] }
    expect(toReaderClaims(claims, 'subscriptionRoles', ['WALLET_USER', 'PLUS_USER']).subscriptionRoles).toEqual([
      'PLUS_USER',
      'WALLET_USER',
    ])
  })

  it('fit into a cookie, however many a provider sends', () => {
    const groups = Array.from({ length: 5000 }, (_, index) => `group-${index}`)
    const tags = Array.from({ length: 500 }, (_, index) => `PLUS-TAG-${index}`)
    const claims = {
      sub: 's',
      given_name: 'E'.repeat(9000),
      email: 'e'.repeat(9000),
      subscriptionRoles: [...groups, ...tags, 'PLUS_USER'],
    }
    const found = toReaderClaims(claims, 'subscriptionRoles')
    expect(found.subscriptionRoles[0]).toBe('PLUS_USER')
    expect(JSON.stringify(found).length).toBeLessThan(2500)
  })
})

it.each<[string, Record<string, unknown>, boolean]>([
  ['all', { email: 'e@x.de', given_name: 'Eva', subscriptionRoles: [] }, true],
  ['no roles', { email: 'e@x.de', given_name: 'Eva' }, false],
  ['no address', { given_name: 'Eva', subscriptionRoles: [] }, false],
  ['no name', { email: 'e@x.de', subscriptionRoles: [] }, false],
  ['only a subject', {}, false],
])('an ID token with %s is enough: %s', (_case, claims, expected) => {
  expect(isToldByToken({ sub: 's', ...claims }, 'subscriptionRoles')).toBe(expected)
})

it('R3.1-03 keeps "unknown" when no claim says whether the address is confirmed', () => {
  expect(toReaderClaims({ sub: 's' }, 'r').emailVerified).toBeNull()
  expect(toUser({ sub: 's', emailVerified: null }).emailVerified).toBe(true)
  expect(toReaderClaims({ sub: 's', email_verified: false }, 'r').emailVerified).toBe(false)
})

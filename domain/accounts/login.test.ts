import { describe, expect, it } from 'vitest'
import {
  checkClaims,
  decideAfterLogin,
  decideRefresh,
  isChangedLogin,
  mustRefresh,
  toAddressKey,
  toAuthBase,
  toBracketQuery,
  toSessionEnd,
  toSessionView,
  toUser,
} from './login.ts'

const CLAIMS = {
  iss: 'https://sso.example/ak',
  aud: 'portal-ak',
  sub: 'reader-1',
  iat: 1_700_000_000 - 900,
  exp: 1_700_000_000,
  mandator: 'ak',
  salutation: 'Frau',
  firstName: 'Eva',
  lastName: 'Sommer',
  email: 'eva@example.org',
  emailVerified: false,
  subscriptionRoles: ['PLUS_USER', 'PLUS-TAG-12'],
  something: { else: 1 },
}
const NOW = new Date(1_699_999_500_000)

describe('the user of a token', () => {
  it('R3.1-01 R3.1-02 R3.1-04 R3.1-05 R3.1-06 R3.1-07 has the fields of the claims', () => {
    expect(toUser(CLAIMS)).toEqual({
      salutation: 'Frau',
      firstName: 'Eva',
      lastName: 'Sommer',
      email: 'eva@example.org',
      emailVerified: false,
      roles: ['PLUS_USER', 'PLUS-TAG-12'],
      ssoId: 'reader-1',
      expiresAt: '2023-11-14T22:13:20.000Z',
      jwt: CLAIMS,
    })
  })

  it.each([
    [{ emailVerified: true }, true],
    [{ emailVerified: false }, false],
    [{}, true],
    [{ email_verified: false }, false],
    [{ emailVerified: true, email_verified: false }, true],
    [{ emailVerified: 'false' }, false],
    [{ emailVerified: 0 }, false],
  ])('R3.1-03 reads emailVerified from %j', (claims, expected) => {
    expect(toUser(claims).emailVerified).toBe(expected)
  })

  it('survives claims of the wrong kind', () => {
    expect(toUser({ sub: 7, email: null, exp: 'soon', subscriptionRoles: { a: 1 } })).toMatchObject({
      ssoId: '',
      email: '',
      expiresAt: '',
      roles: [],
    })
  })

  it('R3.1-08 R3.1-09 R6-14 gives the session view, and nothing without a login', () => {
    const user = toUser({ ...CLAIMS, emailVerified: true })
    const session = { isLoggedIn: true, user, anonId: '12', idToken: 'raw', recentVisits: 1 }
    expect(toSessionView(session)).toEqual({
      roles: user.roles,
      isLoggedIn: true,
      isPlusUser: true,
      isPurUser: false,
      isEpaperUser: false,
      anonId: '12',
      idToken: 'raw',
      userData: user,
      hasVerifiedEmail: true,
      mayPersonalise: true,
    })
    expect(toSessionView({ ...session, isLoggedIn: false, recentVisits: 0 })).toMatchObject({
      roles: [],
      isLoggedIn: false,
      isPlusUser: false,
      userData: null,
      hasVerifiedEmail: false,
      mayPersonalise: false,
    })
  })

  it.each([
    ['the same', {}, false],
    ['another order of claims', Object.fromEntries(Object.entries(CLAIMS).toReversed()), false],
    ['another email', { email: 'x@example.org' }, true],
    ['another sub', { sub: 'reader-2' }, true],
    ['other roles', { subscriptionRoles: [] }, true],
    ['another salutation', { salutation: '' }, true],
    ['another first name', { firstName: 'Ida' }, true],
    ['another last name', { lastName: 'Winter' }, true],
    ['another claim', { something: { else: 2 } }, true],
  ])('R4.2-10 patches the store for %s: %#', (_name, change, expected) => {
    expect(isChangedLogin({ isLoggedIn: true, user: toUser(CLAIMS) }, toUser({ ...CLAIMS, ...change }))).toBe(expected)
  })

  it('R4.2-10 patches the store when the user was not logged in', () => {
    expect(isChangedLogin({ isLoggedIn: false, user: toUser(CLAIMS) }, toUser(CLAIMS))).toBe(true)
  })
})

describe('after the login', () => {
  const on = { onboardingpopup_afterregistration_enabled: true, onboardingpopup_afterlogin_enabled: true }
  const off = { onboardingpopup_afterregistration_enabled: false, onboardingpopup_afterlogin_enabled: false }
  it.each([
    ['R4.2-16', { path: '/order/abo' }, 'nothing'],
    ['S4.2-04', { path: '/order' }, 'ask-onboarding'],
    ['R4.2-20 R6-26', { emailVerified: false }, 'verify-email'],
    ['R4.2-16', { emailVerified: false, path: '/order/abo' }, 'nothing'],
    [
      'R4.2-17',
      { isNewVerifiedRegistration: true, settings: { ...off, onboardingpopup_afterregistration_enabled: true } },
      'ask-onboarding',
    ],
    [
      'R4.2-17',
      { isNewVerifiedRegistration: true, settings: { ...on, onboardingpopup_afterregistration_enabled: false } },
      'nothing',
    ],
    ['R4.2-18', { settings: { ...off, onboardingpopup_afterlogin_enabled: true } }, 'ask-onboarding'],
    ['R4.2-18', { settings: { ...on, onboardingpopup_afterlogin_enabled: false } }, 'nothing'],
  ])('%s decides %j', (_id, change, expected) => {
    expect(
      decideAfterLogin({ path: '/', emailVerified: true, isNewVerifiedRegistration: false, settings: on, ...change })
        .kind,
    ).toBe(expected)
  })

  it.each([
    ['R4.2-26', true, '2026-11-21T11:59:59Z', '', true],
    ['R4.2-26', true, '2026-11-21T12:00:01Z', '', false],
    ['R4.2-27', true, '2026-11-21T12:00:01Z', 'userState=login', true],
    ['R4.2-26', false, '2026-11-21T11:59:59Z', 'userState=login', false],
    ['R4.2-26', true, '', '', false],
  ])('%s asks for a refresh: logged in %s, until %s, query "%s"', (_id, isLoggedIn, expiresAt, query, expected) => {
    expect(mustRefresh({ isLoggedIn, expiresAt }, new URLSearchParams(query), new Date('2026-11-21T12:00:00Z'))).toBe(
      expected,
    )
  })
})

describe('refresh tokens', () => {
  const seconds = (count: number) => new Date(NOW.getTime() - count * 1000)
  const session = { generation: 5, endedAt: null, expiresAt: new Date(NOW.getTime() + 1000) }
  it.each([
    ['the current one', { generation: 5, rotatedAt: null }, session, 'rotate'],
    ['the one before, at once', { generation: 4, rotatedAt: NOW }, session, 'repeat'],
    ['the one before, after 10 s', { generation: 4, rotatedAt: seconds(10) }, session, 'repeat'],
    ['the one before, after 11 s', { generation: 4, rotatedAt: seconds(11) }, session, 'reuse'],
    ['two before, at once', { generation: 3, rotatedAt: NOW }, session, 'superseded'],
    ['two before, after 11 s', { generation: 3, rotatedAt: seconds(11) }, session, 'reuse'],
    ['any of an ended session', { generation: 5, rotatedAt: null }, { ...session, endedAt: seconds(1) }, 'ended'],
    ['any of an expired session', { generation: 5, rotatedAt: null }, { ...session, expiresAt: NOW }, 'ended'],
  ])('a token that is %s', (_name, token, given, expected) => {
    expect(decideRefresh(token, given, NOW).kind).toBe(expected)
  })
  it.each([
    ['today', 0, 30],
    ['149 days ago', 149, 30],
    ['170 days ago', 170, 10],
    ['180 days ago', 180, 0],
  ])('a session that began %s lives %s days more at most', (_name, age, left) => {
    const days = (count: number) => NOW.getTime() + count * 86_400_000
    expect(toSessionEnd(new Date(days(-age)), NOW).getTime()).toBe(days(left))
  })
})

describe('claims', () => {
  const expected = { issuer: 'https://sso.example/ak', audience: 'portal-ak', publication: 'ak' }
  const at = NOW.getTime() / 1000
  it.each<[string, object, string | null]>([
    ['in order', {}, null],
    ['ended within the skew', { exp: at - 59 }, null],
    ['ended', { exp: at - 60, iat: at - 900 }, 'EXPIRED'],
    ['no end', { exp: undefined }, 'BAD_TIME'],
    ['a broken end', { exp: at + 0.5 }, 'BAD_TIME'],
    ['an end as text', { exp: String(at + 900) }, 'BAD_TIME'],
    ['an endless end', { exp: Number.POSITIVE_INFINITY }, 'BAD_TIME'],
    ['an end before the beginning', { iat: at, exp: at - 1 }, 'BAD_TIME'],
    ['from the future', { iat: at + 61, exp: at + 900 }, 'NOT_YET'],
    ['not valid yet', { nbf: at + 61 }, 'NOT_YET'],
    ['a broken nbf', { nbf: '1' }, 'BAD_TIME'],
    ['another issuer', { iss: 'https://sso.example/fb' }, 'WRONG_ISSUER'],
    ['a list of issuers', { iss: ['https://sso.example/ak'] }, 'WRONG_ISSUER'],
    ['another audience', { aud: 'portal-fb' }, 'WRONG_AUDIENCE'],
    ['no audience', { aud: undefined }, 'WRONG_AUDIENCE'],
    ['two audiences without azp', { aud: ['portal-ak', 'x'] }, 'WRONG_AUDIENCE'],
    ['two audiences, ours authorised', { aud: ['portal-ak', 'x'], azp: 'portal-ak' }, null],
    ['another publication', { mandator: 'fb' }, 'WRONG_PUBLICATION'],
    ['no subject', { sub: '' }, 'NO_SUBJECT'],
    ['a subject of another kind', { sub: ['reader-1'] }, 'NO_SUBJECT'],
  ])('S4.2-01 checks claims: %s', (_name, change, problem) => {
    expect(checkClaims({ ...CLAIMS, iat: at - 60, exp: at + 840, ...change }, expected, NOW)).toBe(problem)
  })

  it('can ignore the end of a token, and no other fault', () => {
    expect(checkClaims({ ...CLAIMS, exp: CLAIMS.iat + 1 }, expected, NOW, true)).toBeNull()
    expect(checkClaims({ ...CLAIMS, aud: 'x' }, expected, NOW, true)).toBe('WRONG_AUDIENCE')
  })
})

describe('addresses', () => {
  it.each([
    ['R7.2-01', 'v4', 'https://api.example/', 'https://api.example/api'],
    ['R7.2-02', 'v3', 'https://api.example', 'https://api.example'],
  ] as const)('%s builds the base in %s', (_id, version, url, expected) => {
    expect(toAuthBase(url, version)).toBe(expected)
  })

  it('R7.2-04 writes queries with brackets', () => {
    expect(toBracketQuery({ populate: ['role', 'a&b'], filters: { name: { eq: 'ä' } }, page: 2 })).toBe(
      'populate[0]=role&populate[1]=a%26b&filters[name][eq]=%C3%A4&page=2',
    )
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('rate limits count %j as %j', (address, expected) => {
    expect(toAddressKey(address)).toBe(expected)
  })
})

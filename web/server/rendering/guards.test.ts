import { describe, expect, it } from 'vitest'
import { toUser } from '@lokalteil/domain/accounts/login'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { buildPath, matchRoute, ROUTE_META, type Route, type RouteName } from '@lokalteil/domain/routing/routes'
import { createGuards, type GuardAnswer, type GuardOptions, type GuardRequest } from './guards.ts'
import type { ReaderSession } from '../session/session.ts'

const READER: ReaderSession = {
  kind: 'reader',
  user: toUser({ sub: 'u1' }),
  flags: toReaderFlags({ isLoggedIn: true, roles: [], emailVerified: true }),
  idToken: 'i',
  accessToken: 'a',
}

function setUp(change: Partial<GuardOptions> = {}) {
  const asked: string[] = []
  const errors: unknown[] = []
  const guard = createGuards({
    getCustomer: async () => (asked.push('customer'), { customerId: 'c1' }),
    listTabs: async () => (asked.push('tabs'), ['account', 'coins']),
    listMissingFields: async () => [],
    getPasswordCode: async () => 'valid',
    isPlatformEmbedded: false,
    onError: (error) => errors.push(error),
    ...change,
  })
  const ask = (path: string, more: Partial<GuardRequest> = {}): Promise<GuardAnswer> => {
    const match = matchRoute(path)
    if (match.kind !== 'route') throw new Error(`${path} is no page`)
    return guard(match.route, {
      publication: publicationOf('ak'),
      path,
      query: new URLSearchParams(),
      destination: null,
      isNativeApp: false,
      session: READER,
      ...more,
    })
  }
  return { ask, asked, errors }
}

const down = async (): Promise<never> => {
  throw new Error('down')
}
const to = (path: string, returnPath: string | null = null) => ({ kind: 'redirect', to: path, returnPath })
const PASS = { kind: 'pass' }
const UNAVAILABLE = { kind: 'unavailable' }
const UNKNOWN: ReaderSession = { kind: 'unknown' }

describe('the guards of a first load', () => {
  it('S2.2-04 run in order, and ask no service about an anonymous reader', async () => {
    const { ask, asked } = setUp()
    for (const session of [{ kind: 'anonymous' }, { kind: 'expired' }] as ReaderSession[])
      expect(await ask('/account/coins', { session })).toEqual(to('/#login', '/account/coins'))
    expect(asked).toEqual([])
    expect(await ask('/account/coins')).toEqual(PASS)
    expect(asked).toEqual(['customer', 'tabs'])
  })

  it.each([
    ['no customer', async () => null],
    ['a platform that is down', down],
  ])('R6-25 S2.2-04 close the account for %s', async (_name, getCustomer) => {
    const { ask } = setUp({ getCustomer })
    for (const path of ['/account', '/account/abo', '/account/coins', '/account/plus-verification'])
      expect(await ask(path)).toEqual(to('/error/no-subscription-session'))
    expect(await ask('/newsletters')).toEqual(PASS)
  })

  it.each([
    ['/account', PASS],
    ['/account/coins', PASS],
    ['/account/abo', to('/account')],
    ['/account/plus-verification', to('/account')],
  ])('R6-25 S2.2-05 answer %s by the tabs of the reader', async (path, expected) => {
    expect(await setUp().ask(path)).toEqual(expected)
  })

  it('S2.2-05 keep a tab closed if its owner cannot be determined, and log it', async () => {
    const { ask, errors } = setUp({ listTabs: down })
    expect([await ask('/account/coins'), await ask('/account')]).toEqual([to('/error/no-subscription-session'), PASS])
    expect(errors.length).toBe(1)
  })

  const silent = { getCustomer: down, listTabs: down, listMissingFields: down, getPasswordCode: down }
  const names = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => ROUTE_META[name].guards.includes('auth'))
  const paths = names.map((name) => buildPath({ name } as Route))

  // A redirect to the login, or the message "no account", would be wrong and believed.
  it.each(paths)('report an outage for %s if the reader cannot be determined', async (path) => {
    const { ask, asked } = setUp({ isPlatformEmbedded: true })
    expect(await ask(path, { session: UNKNOWN })).toEqual(UNAVAILABLE)
    expect(await ask(path, { session: UNKNOWN, isNativeApp: true })).toEqual(UNAVAILABLE)
    expect(asked).toEqual([])
  })

  it.each<[string, boolean, object]>([
    ['/account', true, UNAVAILABLE],
    ['/account/abo', true, UNAVAILABLE],
    ['/account/coins', true, UNAVAILABLE],
    ['/account/plus-verification', true, UNAVAILABLE],
    ['/newsletters', true, PASS],
    ['/change-password/abc', true, UNAVAILABLE],
    ['/account', false, to('/error/no-subscription-session')],
    ['/account/coins', false, to('/error/no-subscription-session')],
    ['/newsletters', false, PASS],
    ['/change-password/abc', false, UNAVAILABLE],
  ])('S2.2-04 R7.7-07 answer %s if the platform fails, embedded: %s', async (path, isOwn, expected) => {
    expect(await setUp({ ...silent, isPlatformEmbedded: isOwn }).ask(path)).toEqual(expected)
  })

  it('S2.2-05 report an outage of a tab if the database fails after the customer was read', async () => {
    const { ask } = setUp({ listTabs: down, isPlatformEmbedded: true })
    expect([await ask('/account/coins'), await ask('/account')]).toEqual([UNAVAILABLE, PASS])
  })

  it('S2.2-03 drop parameters of a single visit from the way back', async () => {
    const answer = await setUp().ask('/newsletters', {
      session: { kind: 'anonymous' },
      query: new URLSearchParams('logout=&a=1&state=x&userState=login&nocache=1'),
    })
    expect(answer).toEqual(to('/#login', '/newsletters?a=1'))
  })

  it('S2.2-03 R4.2-26 first ask the provider silently (prompt=none) if a lapsed session may still exist there', async () => {
    const answer = await setUp().ask('/newsletters', {
      session: { kind: 'lapsed' },
      query: new URLSearchParams('a=1&state=x'),
    })
    expect(answer).toEqual(to('/api/mein/oauth2/login/start?prompt=none&return=%2Fnewsletters%3Fa%3D1'))
  })

  it('S2.2-03 ask the app shell for its login', async () => {
    expect(await setUp().ask('/regions', { session: { kind: 'anonymous' }, isNativeApp: true })).toEqual({
      kind: 'page',
      page: 'native-login',
      returnPath: '/regions',
    })
  })

  it.each([
    ['valid', { kind: 'page', page: 'change-password', returnPath: null }],
    ['invalid', to('/error/invalid-code')],
    ['expired', to('/error/expired-code')],
    [null, UNAVAILABLE],
  ] as const)('S2.2-08 handle a code that is %s', async (state, expected) => {
    const { ask } = setUp({ getPasswordCode: async () => state })
    expect(await ask('/change-password/abc')).toEqual(expected)
  })

  it('S2.2-08 do not look up a text that cannot be a code', async () => {
    const { ask } = setUp({ getPasswordCode: async () => 'valid' })
    expect(await ask(`/change-password/${'x'.repeat(201)}`)).toEqual(to('/error/invalid-code'))
  })

  it('S2.2-02 show the form if the missing consents are unknown', async () => {
    const { ask } = setUp({ listMissingFields: down })
    expect(await ask('/__mein-portal/dialog-flow/complete-registration')).toEqual(PASS)
  })

  it('S2.2-01 check the frame before the reader', async () => {
    const { ask } = setUp({ listMissingFields: down })
    expect(await ask('/__mein-portal/dialog-flow/complete-registration', { destination: 'document' })).toEqual(
      to('/#register'),
    )
  })
})

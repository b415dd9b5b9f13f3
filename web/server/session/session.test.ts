import { describe, expect, it } from 'vitest'
import { createSessionCookies } from './session-cookies.ts'
import { createSessions, type RenewalFailure, type RenewedTokens, type SignOn } from './session.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOST = 'www.auenkurier.example'

/** Tokens of the tests: `sub:end` in seconds from NOW; every other text is invalid. */
function open(change: Partial<SignOn> = {}) {
  const clock = { now: NOW }
  const asked = { verify: 0, refresh: 0 }
  const signOn: SignOn = {
    async verifyId(_publication, token) {
      asked.verify++
      const [, sub, end] = /^(\w+)\.(-?\d+)$/.exec(token) ?? []
      if (sub === undefined) return { ok: false, code: 'MALFORMED' }
      return {
        ok: true,
        claims: {
          sub,
          exp: NOW / 1000 + Number(end),
          subscriptionRoles: ['PLUS_USER', 'PLUS-TAG-007'],
          emailVerified: false,
          email: 'eva@example.org',
        },
      }
    },
    markOf: (token) => `of-${token.split('.')[0]}`,
    async refresh() {
      asked.refresh++
      return {
        kind: 'tokens',
        tokens: { idToken: 'eva.900', accessToken: 'at2', refreshToken: 'rt2', refreshTokenId: 's1' },
      }
    },
    isAlive: async () => 'alive',
    introspect: async (_publication, token) =>
      token === 'at' ? { kind: 'active', sub: 'eva', roles: ['PUR_USER'] } : { kind: 'inactive' },
    ...change,
  }
  const cookies = createSessionCookies({
    originOf: () => `https://${HOST}`,
    previewHosts: [],
    bearer: 'content_jwt',
    isInsecureDevelopment: false,
  })
  return { clock, asked, sessions: createSessions({ signOn, cookies, now: () => new Date(clock.now) }) }
}

describe('reading a session', () => {
  it.each([
    ['anonymous without cookies', undefined, 'anonymous'],
    ['anonymous with an access token only', 'FA_ACCESS_TOKEN=at; FA_REFRESH_TOKEN=rt', 'anonymous'],
    ['anonymous with an invalid token', 'FA_ID_TOKEN=forged; FA_REFRESH_TOKEN=rt', 'anonymous'],
    [
      'anonymous with cookies that only claim a login',
      'cache_key=r:plus|c:0|p:0; loginStatus=true; idToken=eva.900',
      'anonymous',
    ],
    ['R4.2-01 a reader by a good ID token', 'FA_ID_TOKEN=eva.900; FA_ACCESS_TOKEN=at', 'reader'],
    ['S4.2-01 a reader within a minute after the end', 'FA_ID_TOKEN=eva.-59; FA_REFRESH_TOKEN=rt', 'reader'],
    ['somebody to renew after that', 'FA_ID_TOKEN=eva.-61; FA_REFRESH_TOKEN=rt', 'expired'],
    ['anonymous without a token to renew', 'FA_ID_TOKEN=eva.-61', 'anonymous'],
  ])('as %s', async (_name, header, kind) => {
    expect((await open().sessions.read('ak', header)).kind).toBe(kind)
  })

  it('with the roles of the verified token', async () => {
    const session = await open().sessions.read('ak', 'FA_ID_TOKEN=eva.900; FA_ACCESS_TOKEN=at')
    expect(session).toMatchObject({
      kind: 'reader',
      accessToken: 'at',
      user: { ssoId: 'eva', email: 'eva@example.org' },
      flags: { isLoggedIn: true, isPlusUser: true, isPurUser: false, tagIds: ['7'], hasVerifiedEmail: false },
    })
  })

  it('asks the provider once, then uses memory until it ends; separately for each publication', async () => {
    const { sessions, asked, clock } = open()
    const header = 'FA_ID_TOKEN=eva.900; FA_REFRESH_TOKEN=rt'
    expect(sessions.peek('ak', header)).toBeNull()
    for (let count = 0; count < 5; count++) await sessions.read('ak', header)
    expect(asked.verify).toBe(1)
    expect(sessions.peek('ak', header)?.kind).toBe('reader')
    expect(sessions.peek('fb', header)).toBeNull()
    clock.now = NOW + 961_000
    expect(sessions.peek('ak', header)?.kind).toBe('expired')
    expect((await sessions.read('ak', header)).kind).toBe('expired')
  })

  it('asks again after a refusal has aged, and at once if only the keys were missing', async () => {
    const answers: ('UNKNOWN_KEY' | 'KEYS_UNAVAILABLE')[] = ['UNKNOWN_KEY']
    let count = 0
    const { sessions, clock } = open({ verifyId: async () => (count++, { ok: false, code: answers[0]! }) })
    for (let turn = 0; turn < 3; turn++) await sessions.read('ak', 'FA_ID_TOKEN=eva.900')
    expect(count).toBe(1)
    clock.now += 31_000
    await sessions.read('ak', 'FA_ID_TOKEN=eva.900')
    expect(count).toBe(2)
    answers[0] = 'KEYS_UNAVAILABLE'
    for (let turn = 0; turn < 3; turn++) expect((await sessions.read('ak', 'FA_ID_TOKEN=max.900')).kind).toBe('unknown')
    expect(count).toBe(5)
  })
})

/** Two readers at one host and its siblings; every token says its session. */
describe('cookies that a sibling host set', () => {
  const markOf = (token: string) => `h-${token.split('.')[0]}`
  const introspect: SignOn['introspect'] = async (_publication, token) => ({
    kind: 'active',
    sub: token.split('.')[0]!,
    roles: [],
  })
  const refresh: SignOn['refresh'] = async (_publication, { session, refreshToken }) => {
    const sub = refreshToken.split('.')[0]!
    if (session !== null && session !== `h-${sub}`) return { kind: 'ended' }
    const tokens = { idToken: `${sub}.900`, accessToken: `${sub}.at`, refreshToken: `${sub}.rt2`, refreshTokenId: sub }
    return { kind: 'tokens', tokens }
  }
  const { sessions } = open({ markOf, markOfAccess: markOf, introspect, refresh })
  const evas = '__Host-FA_SESSION=h-eva'
  const cookiesOf = (sub: string) => `FA_ID_TOKEN=${sub}.900; FA_ACCESS_TOKEN=${sub}.at; FA_REFRESH_TOKEN=${sub}.rt`
  it.each<[string, string, string | null]>([
    ['the own ones count', `${cookiesOf('eva')}; ${evas}`, 'eva'],
    ['before the own ones (a longer path)', `${cookiesOf('mallory')}; ${cookiesOf('eva')}; ${evas}`, 'eva'],
    ['in place of the own ones', `${cookiesOf('mallory')}; ${evas}`, null],
    ['with a session cookie without the prefix', `${cookiesOf('mallory')}; FA_SESSION=h-mallory; ${evas}`, null],
    ['tokens count where there is no session of this host, as an app sets them', cookiesOf('app'), 'app'],
  ])('%s', async (_name, header, reader) => {
    const session = await sessions.read('ak', header)
    expect([session.kind === 'reader' ? session.user.ssoId : null, sessions.accessTokenOf(header)]).toEqual([
      reader,
      reader === null ? null : `${reader}.at`,
    ])
    expect(sessions.peek('ak', header)?.kind).toBe(reader === null ? 'anonymous' : 'reader')
    expect(await sessions.authorise('ak', header)).toMatchObject(
      reader === null ? { kind: 'anonymous' } : { kind: 'reader', ssoId: reader },
    )
    const { outcome, setCookies } = await sessions.renew('ak', header, HOST)
    expect(outcome).toBe(reader === null ? 'ended' : 'renewed')
    expect(setCookies.find((line) => line.startsWith('__Host-FA_SESSION='))).toContain(
      reader === null ? 'Max-Age=0' : `=h-${reader};`,
    )
  })

  it('of a provider whose access tokens name no session are refused by their reader', async () => {
    const foreign = open({
      markOf,
      refresh,
      introspect: async (publication, token) =>
        ({
          ...(await introspect(publication, token)),
          mark: `h-${token.split('.')[0]}`,
        }) as never,
    }).sessions
    const asked = (header: string) => foreign.authorise('ak', header).then(({ kind }) => kind)
    expect(await asked(`FA_ACCESS_TOKEN=mallory.at; ${evas}`)).toBe('anonymous')
    expect(await asked(`FA_ACCESS_TOKEN=eva.at; ${evas}`)).toBe('reader')
  })
})

describe('renewing a session', () => {
  const HEADER = 'FA_ID_TOKEN=eva.-100; FA_REFRESH_TOKEN=rt; FA_REFRESH_TOKEN_ID=s1'

  it('S4.2-08 happens once for parallel requests (single flight)', async () => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => (release = resolve))
    const { sessions, asked } = open()
    const slow = open({
      refresh: async () => (
        asked.refresh++,
        await waiting,
        {
          kind: 'tokens',
          tokens: { idToken: 'eva.900', accessToken: 'at2', refreshToken: 'rt2', refreshTokenId: 's1' },
        }
      ),
    }).sessions
    const all = Array.from({ length: 20 }, () => slow.renew('ak', HEADER, HOST))
    release()
    const renewals = await Promise.all(all)
    expect(asked.refresh).toBe(1)
    for (const renewal of renewals) {
      expect(renewal).toMatchObject({ outcome: 'renewed', session: { kind: 'reader', accessToken: 'at2' } })
      expect(renewal.setCookies.join()).toContain('FA_REFRESH_TOKEN=rt2')
    }
    await sessions.renew('ak', HEADER, HOST)
    expect(asked.refresh).toBe(2)
  })

  it('R7.5-20 needs a refresh token, whatever the ID token says', async () => {
    const { sessions, asked } = open()
    expect(await sessions.renew('ak', 'FA_ID_TOKEN=eva.900; idToken=eva.900', HOST)).toMatchObject({
      outcome: 'ended',
      session: { kind: 'anonymous' },
    })
    expect(asked.refresh).toBe(0)
  })

  it.each<[RenewalFailure['kind'], string, number]>([
    ['ended', 'anonymous', 6],
    ['superseded', 'expired', 0],
    ['unavailable', 'unknown', 0],
  ])('or %s: the session is %s and %i cookies are removed', async (kind, session, cleared) => {
    const { sessions } = open({ refresh: async () => ({ kind }) })
    const renewal = await sessions.renew('ak', HEADER, HOST)
    expect(renewal).toMatchObject({ outcome: kind, session: { kind: session } })
    expect(renewal.setCookies.filter((line) => line.includes('Max-Age=0'))).toHaveLength(cleared)
    expect(renewal.setCookies).toHaveLength(cleared)
  })

  it('S7.5-06 works with its ID token, and without one if that is broken', async () => {
    const shown: (string | null)[] = []
    const refresh = async (
      _publication: string,
      { idToken }: { idToken: string | null },
    ): Promise<RenewedTokens | RenewalFailure> => (shown.push(idToken), { kind: 'ended' })
    const { sessions } = open({ refresh })
    for (const cookie of ['idToken=eva.-100', 'FA_ID_TOKEN=eva.-100', 'idToken=broken', ''])
      await sessions.renew('ak', `${cookie}; FA_REFRESH_TOKEN=rt`, HOST)
    expect(shown).toEqual(['eva.-100', 'eva.-100', null, null])
  })
})

it.each([
  [
    'the access token of a living session',
    'FA_ACCESS_TOKEN=at; FA_ID_TOKEN=eva.900',
    { kind: 'reader', ssoId: 'eva', roles: ['PUR_USER'], accessToken: 'at' },
  ],
  ['no ID token, however good', 'FA_ID_TOKEN=eva.900', { kind: 'anonymous' }],
  ['no access token whose session ended', 'FA_ACCESS_TOKEN=old; FA_ID_TOKEN=eva.900', { kind: 'anonymous' }],
])('a write is authorised by %s', async (_name, header, expected) => {
  expect(await open().sessions.authorise('ak', header)).toEqual(expected)
})

describe('a session of a provider that gave no refresh token', () => {
  const told = { firstName: 'Eva', subscriptionRoles: ['PUR_USER'], sub: 'somebody' }
  const elsewhere = (change: Partial<SignOn> = {}) => {
    const asked: unknown[] = []
    const opened = open({
      claimsOf: (idToken, cookie) => (cookie === `of ${idToken}` ? told : null),
      async readAgain(_publication, shown) {
        asked.push(shown)
        return {
          kind: 'tokens',
          tokens: {
            idToken: shown.idToken,
            accessToken: 'at',
            refreshToken: null,
            refreshTokenId: null,
            claims: 'new',
          },
        }
      },
      ...change,
    })
    return { ...opened, asked }
  }

  it('R3.1-02 R3.1-04 reads claims from outside of the ID token, for that token only, and never of another subject', async () => {
    const { sessions } = elsewhere()
    const user = async (header: string) => {
      const session = await sessions.read('ak', header)
      return session.kind === 'reader' ? [session.user.ssoId, session.user.firstName, session.user.roles] : session.kind
    }
    expect(await user('FA_ID_TOKEN=eva.900')).toEqual(['eva', '', ['PLUS_USER', 'PLUS-TAG-007']])
    expect(await user('FA_ID_TOKEN=eva.900; FA_CLAIMS=of eva.900')).toEqual(['eva', 'Eva', ['PUR_USER']])
    expect(await user('FA_ID_TOKEN=eva.900; FA_CLAIMS=of max.900')).toEqual(['eva', '', ['PLUS_USER', 'PLUS-TAG-007']])
    // Our own sign-on ignores this cookie.
    const own = await open().sessions.read('ak', 'FA_ID_TOKEN=eva.900; FA_CLAIMS=of eva.900')
    expect(own).toMatchObject({ user: { firstName: '' }, flags: { isPlusUser: true } })
  })

  it('S6-07 loads claims again that may have changed while the ID token is valid', async () => {
    const { sessions, asked } = elsewhere()
    const header = 'FA_ID_TOKEN=eva.900; FA_ACCESS_TOKEN=at; FA_REFRESH_TOKEN_ID=s1; FA_CLAIMS=old'
    const renewal = await sessions.renew('ak', header, HOST)
    expect([renewal.outcome, asked]).toEqual([
      'renewed',
      [{ idToken: 'eva.900', accessToken: 'at', refreshTokenId: 's1', claims: 'old' }],
    ])
    expect(renewal.setCookies.join()).toContain('FA_CLAIMS=new')
    expect(renewal.setCookies.join()).toContain('FA_REFRESH_TOKEN=; ')
  })

  it('R4.2-26 lapses with the ID token, and is asked for silently at the provider once in a while', async () => {
    const { sessions } = elsewhere({ readAgain: async () => ({ kind: 'sign-on-again' }) })
    const header = 'FA_ID_TOKEN=eva.-61; FA_ACCESS_TOKEN=at'
    expect((await sessions.read('ak', header)).kind).toBe('lapsed')
    expect(await sessions.renew('ak', header, HOST)).toMatchObject({ outcome: 'sign-on-again', setCookies: [] })
    const tried = `${header}; __Host-FA_SILENT=1`
    expect((await sessions.read('ak', tried)).kind).toBe('anonymous')
    expect(await sessions.renew('ak', tried, HOST)).toMatchObject({ outcome: 'unavailable', setCookies: [] })
  })

  it('R7.5-20 does not exist without an ID token', async () => {
    const { sessions, asked } = elsewhere()
    expect((await sessions.renew('ak', 'FA_ACCESS_TOKEN=at', HOST)).outcome).toBe('ended')
    expect(asked).toEqual([])
  })
})

describe('a session ended elsewhere', () => {
  const HEADER = 'FA_ID_TOKEN=eva.900; FA_REFRESH_TOKEN=rt'
  const openAsked = (answer: 'alive' | 'ended' | 'unavailable', roles = ['PLUS_USER']) => {
    const state = { answer, count: 0 }
    const opened = open({
      verifyId: async () => ({ ok: true, claims: { sub: 'eva', exp: NOW / 1000 + 900, subscriptionRoles: roles } }),
      isAlive: async () => (state.count++, state.answer),
    })
    return { ...opened, state }
  }

  it('opens paid texts for half a minute more, not for as long as its ID token is valid', async () => {
    const { sessions, state, clock } = openAsked('alive')
    expect((await sessions.read('ak', HEADER)).kind).toBe('reader')
    state.answer = 'ended'
    clock.now += 29_000
    expect([sessions.peek('ak', HEADER)?.kind, (await sessions.read('ak', HEADER)).kind]).toEqual(['reader', 'reader'])
    clock.now += 1000
    // The fast path of stored pages has to ask as well.
    expect(sessions.peek('ak', HEADER)).toBeNull()
    expect([(await sessions.read('ak', HEADER)).kind, sessions.peek('ak', HEADER)?.kind]).toEqual([
      'expired',
      'expired',
    ])
    expect((await sessions.read('ak', 'FA_ID_TOKEN=eva.900')).kind).toBe('anonymous')
  })

  it('is checked once for parallel requests, and at first sight', async () => {
    const { sessions, state } = openAsked('ended')
    const found = await Promise.all(Array.from({ length: 20 }, () => sessions.read('ak', HEADER)))
    expect([new Set(found.map(({ kind }) => kind)), state.count]).toEqual([new Set(['expired']), 1])
  })

  it('counts as alive while the check is not possible', async () => {
    const { sessions } = openAsked('unavailable')
    expect((await sessions.read('ak', HEADER)).kind).toBe('reader')
    expect(sessions.peek('ak', HEADER)?.kind).toBe('reader')
  })

  it('is not checked if there is nothing to open', async () => {
    const { sessions, state, clock } = openAsked('ended', ['PUR_USER'])
    await sessions.read('ak', HEADER)
    clock.now += 100_000
    expect([sessions.peek('ak', HEADER)?.kind, state.count]).toEqual(['reader', 0])
  })
})

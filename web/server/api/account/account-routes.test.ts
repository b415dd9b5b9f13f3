import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import { PAID_ID, SEED } from '@lokalteil/services/content/content.testing'
import { withUserState } from './redirects.ts'
import { openTestPortal, type TestPortal } from '../../portal.testing.ts'
import { outcomeOf, TestReader } from '../../reader.testing.ts'
import { expectSteps } from '../../steps.testing.ts'

let portal: TestPortal
let reader: TestReader
let serial = 0
const START = new Date('2026-11-21T12:00:00Z')
const PASSWORD = 'Ein-langer-Satz-7'
const LOGIN = '/api/mein/oauth2/login'
const REFRESH = '/api/mein/oauth2/refresh'
const FA = ['FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN', 'FA_REFRESH_TOKEN_ID', 'FA_ID_TOKEN', 'idToken']

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, now: START, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => portal.close())
beforeEach(() => {
  // Each test is an hour later, so that it does not meet the rate limits of another.
  portal.clock.now = new Date(START.getTime() + ++serial * 3_600_000)
  reader = new TestReader(portal)
})

const newEmail = () => `leser-${serial}-${Math.random().toString(36).slice(2, 8)}@example.org`
const register = async (email = newEmail(), change: object = {}) => {
  const response = await reader.post('/api/mein/oauth2/registration', {
    firstName: 'Eva',
    lastName: 'Sommer',
    email,
    password: PASSWORD,
    terms: true,
    ...change,
  })
  return { email, response }
}
const later = (seconds: number) => (portal.clock.now = new Date(portal.clock.now.getTime() + seconds * 1000))
async function mailTo(address: string, template: string): Promise<MailboxEntry> {
  let found: MailboxEntry | undefined
  await expect
    .poll(
      async () =>
        (found = (
          (await (await portal.get(`/__services/mail/mails.json?to=${address}`)).json()) as MailboxEntry[]
        ).find((mail) => mail.template === template)),
      { timeout: 8000, interval: 100 },
    )
    .toBeDefined()
  return found!
}
const pathIn = (mail: MailboxEntry) =>
  /https?:\/\/[^/\s]+(\/(?:api\/mein\/oauth2|change-password)\/[^\s"<]+)/.exec(mail.text)![1]!

describe('login', () => {
  it('R1-39 R9-12 S4.1-01 sets the cookies of both sessions with their flags and hands out only the bearer', async () => {
    const response = await reader.login('plus@demo.example')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const body = (await response.json()) as { jwt: string }
    expect(body).toEqual({
      userState: 'login',
      jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      missingFields: [],
    })
    expect([...reader.cookies.keys()].toSorted()).toEqual(
      [...FA, '__Host-FA_SESSION', '__Host-FA_DEVICE', 'content_jwt'].toSorted(),
    )
    expect(reader.cookies.get('content_jwt')).toBe(body.jwt)
    expect(reader.cookies.get('idToken')).toBe(reader.cookies.get('FA_ID_TOKEN'))
    const flags = (name: string) =>
      reader.lines
        .find((line) => line.startsWith(`${name}=`))!
        .split('; ')
        .slice(1)
        .join('; ')
    expect(flags('FA_ID_TOKEN')).toBe('Path=/; Max-Age=2592000; Secure; SameSite=Lax')
    expect(flags('FA_ACCESS_TOKEN')).toBe('Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax')
    expect(flags('FA_REFRESH_TOKEN')).toBe('Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax')
    expect(flags('FA_REFRESH_TOKEN_ID')).toBe('Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=None')
    expect(reader.claims()).toMatchObject({
      email: 'plus@demo.example',
      subscriptionRoles: expect.arrayContaining(['PLUS_USER']),
      mandator: 'ak',
    })
    // Both sessions exist: the bearer opens the content/auth API.
    const me = await reader.ask('/api/users/me', { headers: { authorization: `Bearer ${body.jwt}` } })
    expect(await me.json()).toMatchObject({ email: 'plus@demo.example' })
  })

  it.each([
    ['free', []],
    ['plus', ['PLUS_USER']],
    ['pur', ['PUR_USER']],
    ['pur-plus', ['PLUS_USER', 'PUR_USER']],
    ['epaper', ['EPAPER_USER']],
    ['wallet', ['WALLET_USER']],
    ['plus-wallet', ['PLUS_USER', 'WALLET_USER']],
    ['tagsub', [expect.stringMatching(/^PLUS-TAG-\d+$/)]],
    ['unverified', []],
  ])(
    'logs the demo’s %s in with the roles of its subscriptions, separately in every publication',
    async (name, roles) => {
      const subs = new Set<unknown>()
      for (const publication of ['ak', 'la'] as const) {
        const one = new TestReader(portal, publication)
        expect((await one.login(`${name}@demo.example`)).status).toBe(200)
        expect(one.claims()).toMatchObject({
          emailVerified: name !== 'unverified',
          mandator: publication,
          subscriptionRoles: roles,
        })
        subs.add(one.claims().sub)
      }
      expect(subs.size).toBe(2)
    },
  )

  it('S2.2-16 gives wrong passwords and unknown addresses the same refusal, without cookies', async () => {
    expect(await outcomeOf(reader.login('plus@demo.example', 'Falsches-Passwort'))).toBe('401 WRONG_CREDENTIALS')
    expect(await outcomeOf(reader.login('niemand@demo.example', 'Falsches-Passwort'))).toBe('401 WRONG_CREDENTIALS')
    expect(reader.cookies.size).toBe(0)
  })

  it('S2.2-16 answers 429 with retry-after when the rate limit is reached', async () => {
    const email = (await register()).email
    reader.cookies.clear()
    let last = new Response()
    for (let turn = 0; turn < 11; turn++) last = await reader.login(email, 'Falsches-Passwort')
    expect(await outcomeOf(last.clone())).toBe('429 TOO_MANY_ATTEMPTS')
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('lets a known device log in while strangers have reached the rate limit of the account', async () => {
    const { email } = await register()
    const stranger = new TestReader(portal)
    for (let turn = 0; turn < 11; turn++) await stranger.login(email, 'Falsches-Passwort')
    expect(await outcomeOf(stranger.login(email, PASSWORD))).toBe('429 TOO_MANY_ATTEMPTS')
    expect(await outcomeOf(reader.login(email, PASSWORD))).toBe('200')
  })

  it('a token of one publication is no login at another', async () => {
    await reader.login('plus@demo.example')
    const elsewhere = new TestReader(portal, 'fb')
    for (const [name, value] of reader.cookies) elsewhere.cookies.set(name, value)
    expect(await outcomeOf(elsewhere.ask('/api/validate'))).toBe('401 SESSION_ENDED')
    expect(await outcomeOf(elsewhere.ask('/api/mein/oauth2/registration/form/missing-fields'))).toBe(
      '401 NOT_LOGGED_IN',
    )
  })
})

describe('registration', () => {
  it('R7.5-21 logs in at once, with an unconfirmed address', async () => {
    const { response, email } = await register()
    expect(await response.json()).toMatchObject({ userState: 'registration', missingFields: [] })
    expect(reader.claims()).toMatchObject({ email, emailVerified: false, subscriptionRoles: [] })
  })

  it('names each wrong field by code', async () => {
    const { response } = await register('keine-adresse', { password: 'kurz', firstName: '', terms: false })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: { email: 'INVALID_EMAIL', password: 'PASSWORD_TOO_SHORT', firstName: 'REQUIRED', terms: 'REQUIRED' },
    })
  })

  it('S2.2-16 answers the same for a known and a new address', async () => {
    const { email } = await register()
    const other = new TestReader(portal)
    const again = await other.post('/api/mein/oauth2/registration', {
      firstName: 'Eva',
      lastName: 'Sommer',
      email,
      password: 'Ein-anderer-Satz-8',
      terms: true,
    })
    expect(again.status).toBe(200)
    expect([...other.cookies.keys()]).toEqual([...reader.cookies.keys()])
  })

  it('ignores roles, ids and flags in the body', async () => {
    await register(newEmail(), {
      roles: ['PLUS_USER'],
      subscriptionRoles: ['PLUS_USER'],
      emailVerified: true,
      confirmed: true,
      sub: 'x',
    })
    expect(reader.claims()).toMatchObject({ subscriptionRoles: [], emailVerified: false })
    expect(reader.claims().sub).not.toBe('x')
  })

  it('R7.5-12 R4.2-03 S7.5-12 S2.2-13 lists missing fields and saves them; none for anonymous readers, no unknown ones', async () => {
    const MISSING = '/api/mein/oauth2/registration/form/missing-fields'
    const names = async (response: Response) =>
      ((await response.json()) as { name: string; required: boolean }[]).map(({ name, required }) => [name, required])
    expect(await outcomeOf(reader.ask(MISSING))).toBe('401 NOT_LOGGED_IN')
    expect(await outcomeOf(reader.post(MISSING, { fields: { terms: true } }))).toBe('401 NOT_LOGGED_IN')
    // The content/auth API knows no consents.
    const email = newEmail()
    expect(await outcomeOf(reader.post('/api/auth/local/register', { email, password: PASSWORD }))).toBe('200')
    expect(await (await reader.login(email, PASSWORD)).json()).toMatchObject({
      missingFields: ['terms', 'advertising'],
    })
    expect(await names(await reader.ask(MISSING))).toEqual([
      ['terms', true],
      ['advertising', false],
    ])
    expect(await outcomeOf(reader.post(MISSING, { fields: { isAdmin: true } }))).toBe('422 INVALID_FIELDS')
    expect(await names(await reader.post(MISSING, { fields: { terms: true, advertising: false } }))).toEqual([])
    expect(await names(await reader.ask(MISSING))).toEqual([])
  })
})

describe('a session', () => {
  beforeEach(async () => {
    if (!(await reader.login('free@demo.example')).ok) throw new Error('The demo’s reader cannot log in')
  })

  it('R7.5-20 R7.5-17 is renewed by its refresh token, with all tokens new', async () => {
    const before = new Map(reader.cookies)
    later(60)
    const response = await reader.post(REFRESH)
    expect(await response.json()).toEqual({ valid: true })
    for (const name of ['FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN', 'FA_ID_TOKEN', 'idToken'])
      expect(reader.cookies.get(name), name).not.toBe(before.get(name))
    expect(reader.cookies.get('FA_REFRESH_TOKEN_ID')).toBe(before.get('FA_REFRESH_TOKEN_ID'))
  })

  it('R7.5-20 is not renewed by an ID token alone', async () => {
    for (const name of ['FA_REFRESH_TOKEN', 'FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN_ID']) reader.cookies.delete(name)
    const response = await reader.post(REFRESH)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'SESSION_ENDED', valid: false })
    expect(reader.cookies.has('FA_ID_TOKEN')).toBe(false)
  })

  it('S7.5-06 survives twenty concurrent refreshes with one token: every tab stays logged in', async () => {
    const tabs = Array.from({ length: 20 }, () => {
      const tab = new TestReader(portal)
      for (const [name, value] of reader.cookies) tab.cookies.set(name, value)
      return tab
    })
    expect(await Promise.all(tabs.map((tab) => outcomeOf(tab.post(REFRESH))))).toEqual(Array(20).fill('200'))
    // Also sequentially, with the cookies of the last answer.
    for (const tab of tabs.slice(0, 5)) {
      expect(await outcomeOf(tab.ask('/api/validate'))).toBe('200')
      expect(await outcomeOf(tab.post(REFRESH))).toBe('200')
    }
  })

  it('S7.5-06 ends for all devices when an old refresh token is used later', async () => {
    const thief = new TestReader(portal)
    for (const [name, value] of reader.cookies) thief.cookies.set(name, value)
    await reader.post(REFRESH)
    later(30)
    expect(await outcomeOf(thief.post(REFRESH))).toBe('401 SESSION_ENDED')
    expect(thief.cookies.has('FA_REFRESH_TOKEN')).toBe(false)
    expect(await outcomeOf(reader.post(REFRESH))).toBe('401 SESSION_ENDED')
    expect(portal.logged().join()).toContain('refresh-token-reused')
  })

  it('R7.5-16 S7.5-07 is checked by validate, which keeps good cookies and renews expired ones, or all on request', async () => {
    const quiet = await reader.ask('/api/validate')
    expect([quiet.status, quiet.headers.getSetCookie()]).toEqual([200, []])
    expect(await quiet.json()).toEqual({ valid: true })
    const before = reader.cookies.get('FA_ID_TOKEN')
    later(1)
    expect((await reader.ask('/api/validate?forceRefresh=1')).headers.getSetCookie()).toEqual([])
    await reader.ask('/api/validate?forceRefresh=true')
    expect(reader.cookies.get('FA_ID_TOKEN')).not.toBe(before)
    const forced = reader.cookies.get('FA_ID_TOKEN')
    later(16 * 60 + 61)
    expect(await outcomeOf(reader.ask('/api/validate'))).toBe('200')
    expect(reader.cookies.get('FA_ID_TOKEN')).not.toBe(forced)
  })

  it('R4.2-29 replaces a broken ID token if the refresh token is good', async () => {
    reader.cookies.set('FA_ID_TOKEN', 'broken')
    reader.cookies.set('idToken', 'broken')
    expect(await outcomeOf(reader.ask('/api/validate'))).toBe('200')
    expect(reader.claims()).toMatchObject({ email: 'free@demo.example' })
  })

  it('S7.5-06 refuses a refresh with another reader’s ID token', async () => {
    const other = new TestReader(portal)
    await other.login('plus@demo.example')
    reader.cookies.set('idToken', other.cookies.get('FA_ID_TOKEN')!)
    expect(await outcomeOf(reader.post(REFRESH))).toBe('401 SESSION_ENDED')
  })

  it('R4.2-30 loses its cookies by validate when it has ended', async () => {
    const copy = new TestReader(portal)
    for (const [name, value] of reader.cookies) copy.cookies.set(name, value)
    await reader.ask('/api/mein/oauth2/logout')
    const response = await copy.ask('/api/validate')
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ valid: false, code: 'SESSION_ENDED' })
    for (const name of FA) expect(copy.cookies.has(name), name).toBe(false)
  })

  it('R7.5-17 gets the present roles and names with a renewed token', async () => {
    const { email } = await register()
    const link = pathIn(await mailTo(email, 'confirm-email'))
    expect(reader.claims().emailVerified).toBe(false)
    const elsewhere = new TestReader(portal)
    expect(
      (
        await elsewhere.ask(link, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' },
        })
      ).status,
    ).toBe(303)
    await reader.ask('/api/validate?forceRefresh=true')
    expect(reader.claims().emailVerified).toBe(true)
  })
})

it('a sibling host cannot put a reader into another account', async () => {
  const TOKENS = ['FA_ID_TOKEN', 'idToken', 'FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN', 'FA_REFRESH_TOKEN_ID']
  const mallory = new TestReader(portal)
  await mallory.login('plus@demo.example')
  await reader.login('free@demo.example')
  const toHeader = (cookies: Iterable<readonly [string, string | undefined]>) =>
    [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const tossed = toHeader(TOKENS.map((name) => [name, mallory.cookies.get(name)]))
  const own = toHeader(reader.cookies)
  const ask = (path: string, cookie: string, method = 'GET') =>
    portal.get(path, {
      method,
      headers: { cookie, origin: reader.origin, 'sec-fetch-site': 'same-origin', 'content-length': '0' },
    })
  // In front of the own ones, as for a longer path.
  const account = await ask('/api/mein/account', `${tossed}; ${own}`)
  expect(await account.json()).toMatchObject({ user: { email: 'free@demo.example' } })
  expect(await (await ask('/account', `${tossed}; ${own}`)).text()).toContain('free@demo.example')
  const renewed = await ask(REFRESH, `${tossed}; ${own}`, 'POST')
  const idToken = /^FA_ID_TOKEN=([^;]+)/.exec(
    renewed.headers.getSetCookie().find((line) => line.startsWith('FA_ID_TOKEN='))!,
  )![1]!
  expect(JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString())).toMatchObject({
    email: 'free@demo.example',
  })
  // In place of the own ones.
  const session = `__Host-FA_SESSION=${reader.cookies.get('__Host-FA_SESSION')}`
  for (const [path, method] of [['/api/mein/account'], ['/api/validate'], [REFRESH, 'POST']] as const)
    expect([path, (await ask(path, `${tossed}; ${session}`, method)).status]).toEqual([path, 401])
  expect((await ask('/account', `${tossed}; ${session}`)).status).toBe(302)
})

describe('logout', () => {
  it('R7.5-14 S7.5-08 ends both sessions and removes their cookies, and the device stays known', async () => {
    await reader.login('free@demo.example')
    const before = new Map(reader.cookies)
    const response = await reader.ask('/api/mein/oauth2/logout')
    expect([response.status, response.headers.get('cache-control')]).toEqual([204, 'private, no-store'])
    expect([...reader.cookies.keys()]).toEqual(['__Host-FA_DEVICE'])
    const copy = new TestReader(portal)
    for (const [name, value] of before) copy.cookies.set(name, value)
    expect(await outcomeOf(copy.post(REFRESH))).toBe('401 SESSION_ENDED')
    const me = await reader.ask('/api/users/me', { headers: { authorization: `Bearer ${before.get('content_jwt')!}` } })
    expect(me.status).toBe(401)
  })

  it.each([
    ['cross-site', 403],
    ['same-site', 204],
    ['none', 204],
    ['same-origin', 204],
    ['anything', 403],
  ])('S7.5-08 asked from %s answers %i', async (site, status) => {
    await reader.login('free@demo.example')
    expect((await reader.ask('/api/mein/oauth2/logout', { headers: { 'sec-fetch-site': site } })).status).toBe(status)
    expect(reader.cookies.has('FA_ID_TOKEN')).toBe(status === 403)
  })

  it('everywhere ends all sessions of the reader, and needs a session', async () => {
    const EVERYWHERE = '/api/mein/oauth2/logout/everywhere'
    expect(await outcomeOf(reader.post(EVERYWHERE))).toBe('401 NOT_LOGGED_IN')
    const phone = new TestReader(portal)
    await phone.login('pur@demo.example')
    await reader.login('pur@demo.example')
    expect(await outcomeOf(reader.post(EVERYWHERE))).toBe('204')
    expect([...reader.cookies.keys()]).toEqual(['__Host-FA_DEVICE'])
    expect(await outcomeOf(phone.ask('/api/validate'))).toBe('401 SESSION_ENDED')
  })

  it('everywhere: another device can read paid texts for at most half a minute more', async () => {
    const phone = new TestReader(portal)
    await phone.login('plus@demo.example')
    await reader.login('plus@demo.example')
    // Check both the page and the call for the article's text.
    const isOpen = async () => {
      const html = await (await phone.ask(`/${PAID_ID}`)).text()
      const body = (await (await phone.ask(`/api/articles/${PAID_ID}/body`)).json()) as { decision: string }
      return [html.includes('data-access="open"'), body.decision]
    }
    expect(await isOpen()).toEqual([true, 'allowed'])
    expect(await outcomeOf(reader.post('/api/mein/oauth2/logout/everywhere'))).toBe('204')
    portal.clock.now = new Date(portal.clock.now.getTime() + 31_000)
    expect(await isOpen()).toEqual([false, 'locked'])
    expect(phone.cookies.has('FA_ID_TOKEN')).toBe(false)
  })
})

describe('passwords', () => {
  it('R7.2-08 R7.2-09 S2.2-08 are reset once with the code of the mail, which ends all older sessions', async () => {
    const { email } = await register()
    const known = await (await reader.post('/api/auth/forgot-password', { email })).text()
    expect(await (await reader.post('/api/auth/forgot-password', { email: 'niemand@example.org' })).text()).toBe(known)
    const code = pathIn(await mailTo(email, 'reset-password'))
      .split('/')
      .at(-1)!
    const stateOf = async (text: string) =>
      ((await (await reader.ask(`/api/mein/password-code/${text}`)).json()) as { state: string }).state
    expect([await stateOf(code), await stateOf('falsch')]).toEqual(['valid', 'invalid'])
    const other = new TestReader(portal)
    const reset = (body: object) =>
      other.post('/api/auth/reset-password', {
        code,
        password: 'Mein-neuer-Satz-9',
        passwordConfirmation: 'Mein-neuer-Satz-9',
        ...body,
      })
    expect(await outcomeOf(reset({ passwordConfirmation: 'Anders-getippt-9' }))).toBe('422 INVALID_FIELDS')
    expect(await (await reset({})).json()).toMatchObject({ userState: 'login', jwt: expect.any(String) })
    expect(await outcomeOf(other.ask('/api/validate'))).toBe('200')
    expect(await stateOf(code)).toBe('invalid')
    expect(await outcomeOf(reset({}))).toBe('422 INVALID_CODE')
    expect(await outcomeOf(reader.ask('/api/validate'))).toBe('401 SESSION_ENDED')
    expect(await outcomeOf(reader.login(email, PASSWORD))).toBe('401 WRONG_CREDENTIALS')
  })

  it('S2.2-08 a code is valid for an hour', async () => {
    const { email } = await register()
    await reader.post('/api/auth/forgot-password', { email })
    const path = pathIn(await mailTo(email, 'reset-password'))
    later(3601)
    expect(await (await reader.ask(`/api/mein/password-code/${path.split('/').at(-1)}`)).json()).toEqual({
      state: 'expired',
    })
    expect(
      await outcomeOf(
        reader.post('/api/auth/reset-password', {
          code: path.split('/').at(-1),
          password: PASSWORD,
          passwordConfirmation: PASSWORD,
        }),
      ),
    ).toBe('410 EXPIRED_CODE')
  })

  it('R7.2-10 are changed with the current one; older sessions end, this one goes on', async () => {
    const change = (one: TestReader, body: object = {}) =>
      one.post('/api/auth/change-password', {
        currentPassword: PASSWORD,
        password: 'Mein-neuer-Satz-9',
        passwordConfirmation: 'Mein-neuer-Satz-9',
        ...body,
      })
    expect(await outcomeOf(change(reader))).toBe('401 NOT_LOGGED_IN')
    const { email } = await register()
    const phone = new TestReader(portal)
    await phone.login(email, PASSWORD)
    expect(await outcomeOf(change(reader, { currentPassword: 'Falsches-Passwort' }))).toBe('403 WRONG_PASSWORD')
    expect(await outcomeOf(change(reader))).toBe('200')
    expect(await outcomeOf(reader.ask('/api/validate?forceRefresh=true'))).toBe('200')
    expect(await outcomeOf(phone.ask('/api/validate'))).toBe('401 SESSION_ENDED')
  })

  it('an expired access token is renewed during the call', async () => {
    const { email } = await register()
    later(20 * 60)
    const sent = await reader.post('/api/auth/send-email-confirmation', { email: 'jemand-anders@example.org' })
    expect(await sent.json()).toMatchObject({ email, sent: true })
    expect(await outcomeOf(reader.ask('/api/validate'))).toBe('200')
  })
})

describe('the links of mails', () => {
  it('S2.4-08 confirmation: a page with a button confirms the address and updates the session', async () => {
    const { email } = await register()
    expect(await outcomeOf(new TestReader(portal).post('/api/auth/send-email-confirmation', { email }))).toBe(
      '401 NOT_LOGGED_IN',
    )
    const link = pathIn(await mailTo(email, 'confirm-email'))
    expect(link).toMatch(/^\/api\/mein\/oauth2\/email-confirmation\/[\w-]{43}$/)
    const page = await reader.ask(link)
    const html = await page.text()
    // In the publication's look.
    expect(html).toContain('<link rel="stylesheet" href="/assets/entry-test.css">')
    expect(page.status).toBe(200)
    expect(html).toMatch(
      /<html lang="de" data-publication="ak"[\s\S]*Auenkurier[\s\S]*<form method="post"><button>Adresse bestätigen<\/button>/,
    )
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    // Opening the link, as mail scanners do, changes nothing.
    expect(reader.claims().emailVerified).toBe(false)
    const press = (headers: Record<string, string> = {}) =>
      reader.ask(link, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0', ...headers },
      })
    expect((await press({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const done = await press({ origin: reader.origin })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/?userState=registration_verified'])
    expect(reader.claims().emailVerified).toBe(true)
    const again = await press({ origin: reader.origin })
    expect([again.status, again.headers.get('location')]).toEqual([303, '/error/invalid-code'])
    expect((await reader.ask(link)).headers.get('location')).toBe('/error/invalid-code')
  })

  it('a late confirmation leads to the page of expired links', async () => {
    const { email } = await register()
    const link = pathIn(await mailTo(email, 'confirm-email'))
    later(25 * 3600)
    expect((await reader.ask(link)).headers.get('location')).toBe('/error/expired-code')
    expect(
      (await reader.ask(link, { method: 'POST', headers: { 'content-length': '0' } })).headers.get('location'),
    ).toBe('/error/expired-code')
  })

  it('a requested erasure can be undone without a login', async () => {
    const { email } = await register()
    expect(await outcomeOf(reader.post('/api/mein/account/erasure', { password: PASSWORD }))).toBe('200')
    const link = pathIn(await mailTo(email, 'erasure-scheduled'))
    expect(await (await reader.ask(link)).text()).toContain('Konto behalten')
    expect(
      (await reader.ask(link, { method: 'POST', headers: { 'content-length': '0' } })).headers.get('location'),
    ).toBe('/#login')
    later(15 * 86_400)
    expect(await outcomeOf(reader.login(email, PASSWORD))).toBe('200')
  })

  it.each(['email-confirmation', 'link-confirmation', 'erasure-undo'])(
    'an invalid code of %s leads to an error page',
    async (name) => {
      for (const code of ['x', 'a'.repeat(500), '%00', '..%2f']) {
        for (const method of ['GET', 'POST'])
          expect([
            code,
            (
              await reader.ask(`/api/mein/oauth2/${name}/${code}`, { method, headers: { 'content-length': '0' } })
            ).headers.get('location'),
          ]).toEqual([code, '/error/invalid-code'])
      }
    },
  )
})

describe('the checks of each request', () => {
  const JSON_TYPE = { 'content-type': 'application/json' }
  const BODY = JSON.stringify({ email: 'free@demo.example', password: 'Lokalteil-Demo-1' })
  const send = (headers: Record<string, string>, body = BODY, path = LOGIN) =>
    portal.get(path, {
      method: 'POST',
      body,
      headers: { 'content-length': String(Buffer.byteLength(body)), 'x-forwarded-for': reader.address, ...headers },
    })

  it.each<[string, Record<string, string>, number]>([
    ['our own page', { ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }, 200],
    ['a program that sends JSON', JSON_TYPE, 200],
    ['another site', { ...JSON_TYPE, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['another site without saying so', { ...JSON_TYPE, origin: 'https://evil.example' }, 403],
    ['a page that hides its origin', { ...JSON_TYPE, origin: 'null' }, 403],
    ['a sibling of the same site', { ...JSON_TYPE, 'sec-fetch-site': 'same-site' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }, 415],
    ['a form of another site', { 'content-type': 'text/plain', origin: 'https://evil.example' }, 403],
    ['a form that says nothing', { 'content-type': 'text/plain' }, 403],
    ['JSON in disguise', { 'content-type': 'text/plain; application/json', 'sec-fetch-site': 'same-origin' }, 415],
  ])('R7.5-22 S7.5-01 for a write of %s', async (_name, headers, status) => {
    expect((await send(headers)).status).toBe(status)
  })

  it.each<[string, string, string]>([
    ['no JSON', '{', '400 BAD_REQUEST'],
    ['nothing', '', '400 BAD_REQUEST'],
    ['a list', '[]', '400 BAD_REQUEST'],
    ['wrong types', '{"email":1,"password":{}}', '400 BAD_REQUEST'],
    ['too much', JSON.stringify({ email: 'a@b.de', password: 'x'.repeat(30_000) }), '413 TOO_LARGE'],
    [
      'a password beyond every length',
      JSON.stringify({ email: 'a@b.de', password: 'x'.repeat(1001) }),
      '400 BAD_REQUEST',
    ],
  ])('answer %s with a code and do not repeat the input', async (_name, body, outcome) => {
    const response = await send({ ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }, body)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await outcomeOf(response.clone())).toBe(outcome)
    expect(await response.text()).not.toContain('xxxx')
  })

  it('ignore the publication that a client names', async () => {
    const key = async (headers: Record<string, string>) =>
      ((await (await portal.get('/api/mein/oauth2/client', { headers })).json()) as { clientId: string }).clientId
    expect(await key({})).toBe('portal-ak')
    for (const name of ['x-publication', 'X-Publication', 'X-PUBLICATION'])
      expect(await key({ [name]: 'fb' })).toBe('portal-ak')
  })
})

it('R7.5-13 R5-05 S7.5-09 the key is public, as PEM, and verifies the ID token', async () => {
  const response = await portal.get('/api/fa-public-key')
  expect([response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    expect.stringMatching(/^text\/plain/),
    'public, max-age=600',
  ])
  const pem = await response.text()
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
  await reader.login('free@demo.example')
  const [header, payload, signature] = reader.cookies.get('FA_ID_TOKEN')!.split('.') as [string, string, string]
  const { verify } = await import('node:crypto')
  expect(
    verify('sha256', Buffer.from(`${header}.${payload}`), createPublicKey(pem), Buffer.from(signature, 'base64url')),
  ).toBe(true)
})

it('R5-05 R5-06 a hundred forged ID tokens give no access and cause no error', async ({ task }) => {
  await reader.login('plus@demo.example')
  const good = reader.cookies.get('FA_ID_TOKEN')!
  const [head, body, tail] = good.split('.') as [string, string, string]
  const claims = reader.claims()
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as object
  const pem = await (await portal.get('/api/fa-public-key')).text()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { createHmac } = await import('node:crypto')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const rsa = (h: object, c: object) =>
    `${encode(h)}.${encode(c)}.${sign('sha256', Buffer.from(`${encode(h)}.${encode(c)}`), privateKey).toString('base64url')}`
  const hmac = (h: object, c: object) =>
    `${encode(h)}.${encode(c)}.${createHmac('sha256', pem)
      .update(`${encode(h)}.${encode(c)}`)
      .digest('base64url')}`
  const kinds: ((c: object, turn: number) => string)[] = [
    (c) => rsa(header, c),
    (c) => rsa({ ...header, kid: 'unknown' }, c),
    (c) => rsa({ alg: 'RS256' }, c),
    (c) => rsa({ ...header, jwk: { kty: 'RSA', n: 'x', e: 'AQAB' } }, c),
    (c) => rsa({ ...header, jku: 'https://evil.example/jwks' }, c),
    (c) => hmac({ ...header, alg: 'HS256' }, c),
    (c) => `${encode({ ...header, alg: 'none' })}.${encode(c)}.`,
    (c) => `${encode({ ...header, alg: 'None' })}.${encode(c)}.${tail}`,
    (c) => `${head}.${encode(c)}.${tail}`,
    // Change the middle of the signature: some bits of its last character have no meaning.
    (_c, turn) =>
      `${head}.${body}.${tail.slice(0, 20 + turn)}${tail[20 + turn] === 'A' ? 'B' : 'A'}${tail.slice(21 + turn)}`,
    (_c, turn) => `${'a'.repeat(turn * 400)}.${body}.${tail}`,
    () => reader.cookies.get('FA_ACCESS_TOKEN')!,
    () => reader.cookies.get('content_jwt')!,
  ]
  const changes: object[] = [
    {},
    { subscriptionRoles: ['PLUS_USER', 'PUR_USER'] },
    { exp: 4e9 },
    { iss: 'https://evil.example' },
    { aud: 'portal-fb', mandator: 'fb' },
    { sub: 'x' },
    { nbf: 4e9 },
    { exp: 'soon' },
  ]
  const forged = kinds.flatMap((make) => changes.map((change, turn) => make({ ...claims, ...change }, turn)))
  const tokens = new Set(forged.filter((token) => token !== good))
  expect(tokens.size).toBeGreaterThanOrEqual(80)
  // The rest: one changed character of the payload.
  for (let at = 0; tokens.size < 110; at++)
    tokens.add(`${head}.${body.slice(0, at)}${body[at] === 'A' ? 'B' : 'A'}${body.slice(at + 1)}.${tail}`)
  const statuses: number[] = []
  for (const token of tokens) {
    if (token.length > 12_000) continue
    const cookie = `FA_ID_TOKEN=${token}; idToken=${token}; __Host-FA_SESSION=${reader.cookies.get('__Host-FA_SESSION')}`
    const validate = await portal.get('/api/validate', { headers: { cookie } })
    const page = await portal.get('/newsletters', { headers: { cookie } })
    statuses.push(validate.status, page.status)
    expect([token.slice(0, 40), validate.status, page.status]).toEqual([token.slice(0, 40), 401, 302])
  }
  expect(statuses.length).toBeGreaterThanOrEqual(200)
  task.meta.measured = `${statuses.length / 2} forgeries: 0 accepted, 0 × 5xx`
  // The good token still works.
  expect((await reader.ask('/newsletters')).status).not.toBe(302)
}, 240_000)

describe('login and registration by redirects', () => {
  it.each<[string, string]>([
    ['/themen', '/themen#login'],
    ['/suche?q=Hafen', '/suche?q=Hafen#login'],
    ['/themen#kommentare', '/themen#login'],
    ['/', '/#login'],
    ['//evil.example', '/#login'],
    ['/\\evil.example', '/#login'],
    ['/%5Cevil.example', '/#login'],
    ['https://evil.example/', '/#login'],
    ['/..//evil.example', '/#login'],
    ['javascript:alert(1)', '/#login'],
    ['/themen\r\nset-cookie: a=b', '/#login'],
    ['themen', '/#login'],
    ['/api/mein/oauth2/logout', '/#login'],
    ['', '/#login'],
  ])(
    'S7.5-05 S2.2-03 R4.2-15 with return=%j opens the dialog at %s and remembers it in FA_RAL',
    async (target, location) => {
      const response = await reader.ask(`/api/mein/oauth2/login/start?${new URLSearchParams({ return: target })}`)
      expect([response.status, response.headers.get('location')]).toEqual([303, location])
      const kept = decodeURIComponent(reader.cookies.get('FA_RAL')!)
      expect(kept.split('#')[0]).toBe(location.split('#')[0])
      expect(reader.lines.join()).toMatch(/FA_RAL=[^;]*; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax/)
    },
  )

  it('S7.5-05 R9-16 registration opens its own dialog; the login reads and deletes FA_RAL', async () => {
    expect((await reader.ask('/api/mein/oauth2/registration/start?return=/autoren')).headers.get('location')).toBe(
      '/autoren#register',
    )
    await reader.login('free@demo.example')
    expect(reader.cookies.has('FA_RAL')).toBe(false)
  })

  it('S2.8-03 marking a path keeps its query and fragment', () => {
    expect([withUserState('/suche?q=a%20b#x', 'login'), withUserState('/', 'registration')]).toEqual([
      '/suche?q=a+b&userState=login#x',
      '/?userState=registration',
    ])
  })
})

it('the OpenID provider and the content/auth API answer at their own addresses, with documentation', async () => {
  const discovery = (await (await portal.get('/__services/sso/ak/.well-known/openid-configuration')).json()) as Record<
    string,
    string
  >
  expect(discovery.issuer).toBe('http://localhost:3000/__services/sso/ak')
  expect(reader.claims().iss).toBeUndefined()
  await reader.login('free@demo.example')
  expect(reader.claims()).toMatchObject({ iss: discovery.issuer, aud: 'portal-ak' })
  for (const name of ['auth', 'portal'])
    expect([name, (await portal.get(`/__services/${name}/openapi.json`)).status]).toEqual([name, 200])
  expect((await portal.get('/__services/auth/docs')).status).toBe(200)
  expect((await portal.get('/__services/auth/ak/api/users/me')).status).toBe(401)
  expect(await (await portal.get('/api/mein/oauth2/client')).json()).toEqual({
    issuer: discovery.issuer,
    clientId: 'portal-ak',
    signOn: 'own',
    contentApi: '/api',
    contentApiVersion: 'v4',
    bearerCookie: 'content_jwt',
  })
})

it('a registration is counted among the figures, a refused one and a login are not', async () => {
  const form = { firstName: 'Eva', lastName: 'Sommer', email: newEmail(), password: PASSWORD, terms: true }
  const one = new TestReader(portal, 'ht')
  const send = (change: object) => outcomeOf(one.post('/api/mein/oauth2/registration', { ...form, ...change }))
  expect(await send({ password: 'kurz' })).toMatch(/^4\d\d /)
  expect(await send({})).toBe('200')
  expect((await new TestReader(portal, 'ht').login(form.email, PASSWORD)).status).toBe(200)
  await expectSteps(portal, 'ht', { 'sign-up-done': 1 })
})

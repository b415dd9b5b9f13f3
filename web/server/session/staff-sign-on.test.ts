import { createTestDatabase } from '@lokalteil/tools/postgres'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import type { Grant } from '@lokalteil/contracts/office'
import { openTestProvider, type TestProvider } from '@lokalteil/services/accounts/providers/provider.testing'
import {
  get,
  openTestOffice,
  ORIGIN,
  outcome,
  PASSWORD,
  type TestBrowser,
  type TestOffice,
} from '@lokalteil/services/office/office.testing'
import { ENGINE, openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { runStatement } from '@lokalteil/services/platform/database/statements.testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OfficeProviderConfig } from '../config/office.ts'
import { createStaffSignOn } from './staff-sign-on.ts'

const EVERYWHERE = { publication: '*', mayPublish: false, sections: [] }
const DESK: Grant = { publication: 'ak', role: 'editor', mayPublish: true, sections: ['sport'] }
const HEAD: Grant = { ...EVERYWHERE, role: 'publisher' }
const SESSION = '__Host-office'
const ATTEMPT = '__Host-office-attempt'
const INES = {
  sub: 'ines',
  email: 'Ines.Koehler@verlag.example',
  email_verified: true,
  name: 'Ines Köhler-Möllenkamp',
  realm: { roles: ['desk', 'offline_access'] },
}
const EMAIL = INES.email.toLowerCase()

describe('sign-in of the office at the house’s own provider', () => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let provider: TestProvider
  let office: TestOffice
  /** A second process of the same office. */
  let other: TestOffice
  let reported: string[] = []

  const toProvider = (change: Partial<OfficeProviderConfig> = {}, now = () => office.clock.now) =>
    createStaffSignOn({
      config: {
        issuer: provider.issuer,
        clientId: 'redaktion',
        clientSecret: 'what the house was given',
        scope: 'openid profile email',
        rolesClaim: 'realm.roles',
        roles: { desk: [DESK], verlag: [HEAD] },
        isOnlyWay: false,
        ...change,
      },
      fetch: (request) => fetch(request),
      now,
      onError: (error, at) => reported.push(`${at}: ${error instanceof Error ? error.message : String(error)}`),
    })

  beforeAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    opened = await openTestDatabase(ENGINE, createTestDatabase)
    provider = await openTestProvider(() => office.clock.now)
    office = await openTestOffice(opened.database, { provider: toProvider() })
    other = await openTestOffice(opened.database, { provider: toProvider(), now: () => office.clock.now })
  })
  beforeEach(async () => {
    office.clock.now = new Date()
    reported = []
    provider.setDown(false)
    for (const table of ['staff', 'tries', 'windows', 'challenges', 'events'])
      await runStatement(opened.database, `delete from office.${table}`)
  })
  afterEach(() => {
    office.throwErrors()
    other.throwErrors()
  })
  afterAll(async () => {
    await office.service.close()
    await other.service.close()
    await provider.close()
    await opened.drop()
  })

  const begin = async ({ people }: TestBrowser, isProof = false) =>
    (await get(people.startProvider({ body: { isProof } }))).url
  const finish = ({ people }: TestBrowser, answer: string) => outcome(people.finishProvider({ body: { answer } }))
  async function signIn(claims: object = {}, browser = office.browse()) {
    const answer = await provider.leadBack(await begin(browser), { ...INES, ...claims })
    return { browser, answer, end: await finish(browser, answer) }
  }
  const seconds = () => Math.floor(office.clock.now.getTime() / 1000)
  async function proveAgain(browser: TestBrowser, claims: object = { auth_time: seconds() }) {
    return finish(browser, await provider.leadBack(await begin(browser, true), { ...INES, ...claims }))
  }
  const listAudit = () => office.db.selectFrom('office.audit').selectAll().orderBy('id', 'desc').execute()

  it('a person unknown so far signs in: name and roles are the provider’s, no second factor is asked for', async () => {
    const browser = office.browse()
    expect(await get(browser.people.getWays({}))).toEqual({ hasPasswords: true, hasProvider: true })
    const url = new URL(await begin(browser))
    expect(url.href.startsWith(`${provider.issuer}/authorize?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'redaktion',
      response_type: 'code',
      redirect_uri: `${ORIGIN}/redaktion/anmeldung`,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      ui_locales: 'de',
    })
    expect(browser.set.at(-1)).toMatch(
      /^__Host-office-attempt=[\w-]+; Path=\/; Max-Age=600; HttpOnly; Secure; SameSite=Strict$/,
    )
    for (const hidden of ['state', 'nonce']) expect(browser.set.at(-1)).not.toContain(url.searchParams.get(hidden))
    expect(await finish(browser, await provider.leadBack(url.href, INES))).toBe('in')
    expect(await get(browser.people.getMe({}))).toMatchObject({
      name: INES.name,
      email: EMAIL,
      grants: [DESK],
      byProvider: true,
      needsSecondFactor: false,
    })
    expect(await outcome(browser.people.listStaff({}))).toBe('403 NOT_ALLOWED')
    expect(reported).toEqual([])
  })

  it('begun in one process, the sign-in ends in another one, and in one that was started anew', async () => {
    const browser = office.browse()
    const there = other.browse()
    const answer = await provider.leadBack(await begin(browser), INES)
    for (const [name, value] of browser.cookies) there.cookies.set(name, value)
    expect(await finish(there, answer)).toBe('in')

    const next = await begin(browser)
    const restarted = await openTestOffice(opened.database, { provider: toProvider(), now: () => office.clock.now })
    const again = restarted.browse()
    for (const [name, value] of browser.cookies) again.cookies.set(name, value)
    expect(await finish(again, await provider.leadBack(next, INES))).toBe('in')
    restarted.throwErrors()
    await restarted.service.close()
  })

  it('an answer counts once, in the browser that began, for ten minutes', async () => {
    const { browser, answer, end } = await signIn()
    expect(end).toBe('in')
    expect(await finish(browser, answer)).toBe('401 PROVIDER_FAILED')

    const url = await begin(browser)
    const fresh = await provider.leadBack(url, INES)
    const stranger = office.browse()
    expect(await finish(stranger, fresh)).toBe('401 PROVIDER_FAILED')
    await begin(stranger)
    expect(await finish(stranger, fresh)).toBe('401 PROVIDER_FAILED')
    office.later(11)
    expect(await finish(browser, fresh)).toBe('401 PROVIDER_FAILED')
    expect(stranger.cookies.has(SESSION)).toBe(false)
  })

  it.each<[string, (answer: string) => string]>([
    ['another state', (answer) => answer.replace(/state=[^&]+/, 'state=other')],
    ['another code', (answer) => answer.replace(/code=[^&]+/, 'code=other')],
    ['no code', (answer) => answer.replace(/code=[^&]+&/, '')],
    ['a person who turned back', (answer) => answer.replace(/code=[^&]+/, 'error=access_denied')],
    ['nothing', () => ''],
    ['nonsense', () => '%%%&state=%00&&&=%'],
  ])('%s opens nothing', async (_what, change) => {
    const browser = office.browse()
    const answer = await provider.leadBack(await begin(browser), INES)
    expect(await finish(browser, change(answer))).toBe('401 PROVIDER_FAILED')
    expect(browser.cookies.has(SESSION)).toBe(false)
  })

  it.each<[string, object]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'a-shop-of-the-house' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['an end in the past', { exp: 1 }],
    ['no subject', { sub: undefined }],
  ])('an ID token with %s opens nothing', async (_what, claims) => {
    const { browser, end } = await signIn(claims)
    expect(end).toBe('401 PROVIDER_FAILED')
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect(await office.db.selectFrom('office.staff').select('id').execute()).toEqual([])
  })

  it('an ID token that another key signed opens nothing', async () => {
    const forger = await openTestProvider(() => office.clock.now)
    const browser = office.browse()
    const url = new URL(await begin(browser))
    const nonce = url.searchParams.get('nonce')
    const forged = await forger.sign({ ...INES, iss: provider.issuer, aud: 'redaktion', nonce })
    const code = provider.grant(url, forged)
    expect(await finish(browser, `code=${code}&state=${url.searchParams.get('state')}`)).toBe('401 PROVIDER_FAILED')
    await forger.close()
  })

  it.each<[string, object, string]>([
    ['whose address the provider does not vouch for', { email_verified: false }, '403 EMAIL_NOT_VERIFIED'],
    ['of whose address it says nothing', { email_verified: undefined }, '403 EMAIL_NOT_VERIFIED'],
    ['without an address', { email: undefined }, '403 EMAIL_NOT_VERIFIED'],
    ['without roles', { realm: undefined }, '403 NO_ROLE'],
    ['with roles of other houses alone', { realm: { roles: ['admin', 'toString'] } }, '403 NO_ROLE'],
  ])('a person %s stays out', async (_who, claims, end) => {
    const { browser, end: answer } = await signIn(claims)
    expect(answer).toBe(end)
    expect(browser.cookies.has(SESSION)).toBe(false)
    expect(await office.db.selectFrom('office.staff').select('id').execute()).toEqual([])
  })

  it('roles follow the claim at each sign-in; with the last one the person loses the sessions as well', async () => {
    const { browser } = await signIn()
    const head = await signIn({ realm: { roles: ['verlag', 'desk'] } })
    expect((await get(head.browser.people.getMe({}))).grants).toEqual([HEAD, DESK])
    expect((await get(browser.people.getMe({}))).grants).toEqual([HEAD, DESK])
    expect((await signIn({ realm: { roles: [] } })).end).toBe('403 NO_ROLE')
    for (const one of [browser, head.browser]) expect(await outcome(one.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    const changes = (await listAudit()).filter(({ act }) => act === 'changeStaff').slice(0, 3)
    expect(changes.map(({ by_name, target, before, after }) => [by_name, target, before, after])).toMatchObject([
      ['Anmeldedienst', INES.name, { grants: [HEAD, DESK] }, { grants: [] }],
      ['Anmeldedienst', INES.name, { grants: [DESK] }, { grants: [HEAD, DESK] }],
      ['Anmeldedienst', INES.name, { grants: [] }, { grants: [DESK] }],
    ])
    expect((await signIn()).end).toBe('in')
  })

  it('a person locked here stays out, and comes back with the roles of the provider when the lock is gone', async () => {
    const { browser } = await signIn()
    await office.add([HEAD])
    const lock = (isLocked: boolean) => outcome(office.command().lockStaff({ body: { email: EMAIL, isLocked } }))
    expect(await lock(true)).toBe('ok')
    expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    expect((await signIn()).end).toBe('403 LOCKED')
    expect(await lock(false)).toBe('ok')
    expect((await signIn()).end).toBe('in')
  })

  it('heads lock people of the provider but cannot change their roles; removed, they may come again', async () => {
    await signIn()
    const head = (await signIn({ sub: 'rolf', email: 'rolf@verlag.example', realm: { roles: ['verlag'] } })).browser
    const { staff } = await get(head.people.listStaff({}))
    const { id, name } = staff.find(({ email }) => email === EMAIL)!
    expect(staff.every(({ byProvider }) => byProvider)).toBe(true)
    const change = (isLocked: boolean, grants: Grant[]) =>
      outcome(head.people.changeStaff({ params: { id }, body: { name, grants: [...grants] as never, isLocked } }))
    expect(await change(true, [HEAD])).toBe('ok')
    const { staff: after } = await get(head.people.listStaff({}))
    expect(after.find((one) => one.id === id)).toMatchObject({ state: 'locked', grants: [DESK] })
    expect(await change(false, [])).toBe('ok')
    expect(await outcome(head.people.removeStaff({ params: { id } }))).toBe('ok')
    expect((await signIn()).end).toBe('in')
  })

  it('an invited person signs in at the provider under the same address; password and link end', async () => {
    const { email } = await office.add(['chief'], { name: 'Alter Name' })
    const own = office.browse()
    expect(await own.signIn(email)).toBe('in')
    const { browser, end } = await signIn({ email })
    expect(end).toBe('in')
    expect(await get(browser.people.getMe({}))).toMatchObject({ name: INES.name, grants: [DESK] })
    expect(await outcome(own.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    expect(await office.browse().signIn(email)).toBe('401 WRONG')
    expect(await outcome(browser.people.changePassword({ body: { password: `${PASSWORD} neu` } }))).toBe(
      '403 PROVIDER_ONLY',
    )
    expect(await outcome(office.command().renewStaff({ body: { email } }))).toBe('409 PROVIDER_ONLY')
  })

  it('an address that the provider gave to another person does not pass the account on', async () => {
    const { browser } = await signIn()
    expect((await signIn({ sub: 'another-ines' })).end).toBe('409 ADDRESS_TAKEN')
    expect(await outcome(browser.people.getMe({}))).toBe('ok')
    const { url } = await get(browser.people.startProvider({ body: { isProof: false, asksAgain: true } }))
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    // The same person under a new address keeps the account.
    const moved = await signIn({ email: 'ines.neu@verlag.example' })
    expect((await get(moved.browser.people.getMe({}))).id).toBe((await get(browser.people.getMe({}))).id)
  })

  it('a person of the demo belongs to no account of the provider', async () => {
    const { email } = await office.add(['chief'], { isDemo: true })
    expect((await signIn({ email })).end).toBe('409 ADDRESS_TAKEN')
  })

  it('two sign-ins of a new person at once make one person', async () => {
    const browsers = [office.browse(), other.browse(), office.browse()]
    const answers: string[] = []
    for (const browser of browsers) answers.push(await provider.leadBack(await begin(browser), INES))
    expect(await Promise.all(browsers.map((browser, index) => finish(browser, answers[index]!)))).toEqual([
      'in',
      'in',
      'in',
    ])
    expect(await office.db.selectFrom('office.staff').select('id').execute()).toHaveLength(1)
  })

  describe('grave acts', () => {
    const asHead = async () => (await signIn({ realm: { roles: ['verlag'] } })).browser
    const grave = ({ people }: TestBrowser) => outcome(people.withdrawInvitation({ params: { id: 'nobody' } }))
    const AS_HEAD = { realm: { roles: ['verlag'] } }

    it('are confirmed again at the provider, which has to ask the person', async () => {
      const browser = await asHead()
      expect(await grave(browser)).toBe('404 NOT_FOUND')
      office.later(11)
      expect(await grave(browser)).toBe('403 CONFIRM_AGAIN')
      expect(await outcome(browser.people.confirmAgain({ body: { password: PASSWORD } }))).toBe('403 PROVIDER_ONLY')
      const url = new URL(await begin(browser, true))
      expect(Object.fromEntries(url.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
      const answer = await provider.leadBack(url.href, { ...INES, ...AS_HEAD, auth_time: seconds() })
      expect(await finish(browser, answer)).toBe('in')
      expect(await grave(browser)).toBe('404 NOT_FOUND')
      expect(await finish(browser, answer)).toBe('401 PROVIDER_FAILED')
    })

    it.each<[string, () => object, string, number]>([
      ['an old proof', () => ({ auth_time: seconds() - 300 }), '401 PROVIDER_FAILED', 1],
      ['a proof without a time', () => ({}), '401 PROVIDER_FAILED', 1],
      ['somebody else', () => ({ sub: 'rolf', auth_time: seconds() }), '403 OTHER_PERSON', 0],
    ])('are not confirmed by %s', async (_what, toClaims, end, faults) => {
      const browser = await asHead()
      office.later(11)
      const errors: unknown[] = []
      const strict = await openTestOffice(opened.database, {
        provider: toProvider(),
        now: () => office.clock.now,
        onError: (error) => errors.push(error),
      })
      const here = strict.browse()
      for (const [name, value] of browser.cookies) here.cookies.set(name, value)
      expect(await proveAgain(here, { ...AS_HEAD, ...toClaims() })).toBe(end)
      expect(errors).toHaveLength(faults)
      expect(await grave(here)).toBe('403 CONFIRM_AGAIN')
      await strict.service.close()
    })

    it('are not confirmed when the session ended meanwhile, or is another one', async () => {
      const browser = await asHead()
      office.later(11)
      const answer = await provider.leadBack(await begin(browser, true), {
        ...INES,
        ...AS_HEAD,
        auth_time: seconds(),
      })
      const second = await asHead()
      second.cookies.set(ATTEMPT, browser.cookies.get(ATTEMPT)!)
      expect(await finish(second, answer)).toBe('401 PROVIDER_FAILED')
      expect(await outcome(office.browse().people.startProvider({ body: { isProof: true } }))).toBe('401 NOT_SIGNED_IN')
    })

    it('a confirmation takes the roles of the moment: without one the session ends', async () => {
      const browser = await asHead()
      office.later(11)
      expect(await proveAgain(browser, { realm: { roles: [] }, auth_time: seconds() })).toBe('403 NO_ROLE')
      expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    })
  })

  it('a session of the provider ends after twelve hours, used or not', async () => {
    const { browser } = await signIn()
    office.later(11 * 60)
    expect(await outcome(browser.people.getMe({}))).toBe('ok')
    office.later(61)
    expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
  })

  it('with passwords closed the provider is the only way in, and sessions of passwords end', async () => {
    const { email, name } = await office.add([HEAD])
    const own = office.browse()
    expect(await own.signIn(email)).toBe('in')
    const closed = await openTestOffice(opened.database, {
      provider: toProvider({ isOnlyWay: true }),
      now: () => office.clock.now,
    })
    const browser = closed.browse()
    expect(await get(browser.people.getWays({}))).toEqual({ hasPasswords: false, hasProvider: true })
    expect(await browser.signIn(email)).toBe('403 PROVIDER_ONLY')
    for (const call of [
      browser.people.confirmCode({ body: { code: '1' } }),
      browser.people.startPasskey({}),
      browser.people.signInByPasskey({ body: { response: {} } }),
      browser.people.getInvitation({ body: { token: 'x'.repeat(43) } }),
      browser.people.acceptInvitation({ body: { token: 'x'.repeat(43), name, password: PASSWORD } }),
    ])
      expect(await outcome(call)).toBe('403 PROVIDER_ONLY')
    browser.cookies.set(SESSION, own.cookies.get(SESSION)!)
    expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    const { end } = await signIn({ realm: { roles: ['verlag'] } }, browser)
    expect(end).toBe('in')
    const invitation = { email: 'neu@verlag.example', name: 'Neu', grants: [{ ...DESK, sections: [...DESK.sections] }] }
    expect(await outcome(browser.people.invite({ body: invitation }))).toBe('403 PROVIDER_ONLY')
    closed.throwErrors()
    await closed.service.close()
  })

  it('a silent provider is distinguished from one that refuses, and is asked again later', async () => {
    const late = await openTestOffice(opened.database, { provider: toProvider(), now: () => office.clock.now })
    const browser = late.browse()
    provider.setDown(true)
    expect(await outcome(browser.people.startProvider({ body: { isProof: false } }))).toBe('502 PROVIDER_SILENT')
    provider.setDown(false)
    office.later(1)
    expect((await signIn({}, browser)).end).toBe('in')
    await late.service.close()
  })

  it('without a provider nothing of it is there', async () => {
    const plain = await openTestOffice(opened.database)
    const { people } = plain.browse()
    expect(await get(people.getWays({}))).toEqual({ hasPasswords: true, hasProvider: false })
    expect(await outcome(people.startProvider({ body: { isProof: false } }))).toBe('404 PROVIDER_OFF')
    expect(await outcome(people.finishProvider({ body: { answer: 'code=1&state=2' } }))).toBe('404 PROVIDER_OFF')
    await plain.service.close()
  })
})

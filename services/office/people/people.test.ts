import { createTestDatabase } from '@lokalteil/tools/postgres'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { emit, type OfficeEvent } from '../events.ts'
import { get, openTestOffice, ORIGIN, outcome, PASSWORD, type TestBrowser, type TestOffice } from '../office.testing.ts'
import { createTestPasskey } from './authenticator.testing.ts'
import { DEMO_STAFF, toStaffEmail } from './demo-staff.ts'

const OTHER = 'Sommergerste am Fluss 12'
const SESSION = '__Host-office'

describe.each(ENGINES)('people of the office on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let office: TestOffice
  beforeAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    opened = await openTestDatabase(engine, createTestDatabase)
    office = await openTestOffice(opened.database)
  })
  beforeEach(async () => {
    office.clock.now = new Date('2026-11-28T08:00:00Z')
    office.mails.length = 0
    for (const table of ['staff', 'tries', 'windows', 'challenges', 'events'])
      await sql.raw(`delete from office.${table}`).execute(opened.database.db)
  })
  afterEach(() => office.throwErrors())
  afterAll(async () => {
    await office.service.close()
    await opened.drop()
  })

  const codeOf = (secret: string) => new TOTP({ secret }).generate({ timestamp: office.clock.now.getTime() })

  async function signedIn(email: string): Promise<TestBrowser> {
    const browser = office.browse()
    expect(await browser.signIn(email)).toBe('in')
    return browser
  }

  /** One-time codes; answers the secret and the recovery codes. */
  async function addSecret({ people }: TestBrowser) {
    const { secret, uri } = await get(people.startSecret({}))
    expect(uri).toMatch(/^otpauth:\/\/totp\/Redaktion:/)
    const { recoveryCodes } = await get(people.saveSecret({ body: { code: codeOf(secret) } }))
    return { secret, recoveryCodes }
  }

  const tokenOf = () => {
    const { data } = office.mails.at(-1) as { data: { path: string } }
    return data.path.slice('/redaktion/einladung#'.length)
  }

  describe('sign-in', () => {
    it('a person signs in with address and password; the cookie is for this host, scripts and other sites do not get it', async () => {
      const { email } = await office.add(['chief'], { isDemo: true })
      const demo = await openTestOffice(opened.database, { isDemo: true })
      const browser = demo.browse()
      expect(await browser.signIn(email.toUpperCase())).toBe('in')
      expect(browser.set[0]).toMatch(
        /^__Host-office=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; Secure; SameSite=Strict$/,
      )
      expect(browser.set[1]).toMatch(
        /^__Host-office-device=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict$/,
      )
      expect(await get(browser.people.getMe({}))).toMatchObject({ email, needsSecondFactor: false })
      await demo.service.close()
    })

    it('a person of the demo is refused like a wrong password when the portal does not run the demo', async () => {
      const { email } = await office.add(['chief'], { isDemo: true })
      expect(await office.browse().signIn(email)).toBe('401 WRONG')
    })

    it('unknown addresses, wrong passwords, locked and invited people get the same answer', async () => {
      const { email } = await office.add(['editor'])
      const locked = await office.add(['editor'])
      await office.db.updateTable('office.staff').set({ state: 'locked' }).where('id', '=', locked.id).execute()
      const answers = await Promise.all([
        office.browse('a').people.signIn({ body: { email: 'niemand@redaktion.example', password: PASSWORD } }),
        office.browse('b').people.signIn({ body: { email, password: OTHER } }),
        office.browse('c').people.signIn({ body: { email: locked.email, password: PASSWORD } }),
      ])
      expect(new Set(answers.map((answer) => JSON.stringify(answer.ok ? answer.data : answer.problem.code)))).toEqual(
        new Set(['"WRONG"']),
      )
      for (const answer of answers) expect(answer.headers?.getSetCookie()).toEqual([])
    })

    it('tables hold no token, no code and no readable secret', async () => {
      const { email } = await office.add(['chief'])
      const browser = await signedIn(email)
      const { secret, recoveryCodes } = await addSecret(browser)
      const rows = await Promise.all(
        ['sessions', 'devices', 'secrets', 'recovery_codes', 'audit'].map(
          async (table) => (await sql.raw(`select * from office.${table}`).execute(opened.database.db)).rows,
        ),
      )
      const text = JSON.stringify(rows)
      for (const hidden of [...browser.cookies.values(), secret, ...recoveryCodes]) expect(text).not.toContain(hidden)
    })

    it('after the password a code is asked for; the cookie of the half session opens nothing else', async () => {
      const { email } = await office.add(['chief'])
      const { secret } = await addSecret(await signedIn(email))
      office.later(1)
      const browser = office.browse()
      expect(await browser.signIn(email)).toBe('code')
      expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
      expect(await outcome(browser.people.confirmCode({ body: { code: '000000' } }))).toBe('401 WRONG')
      const half = browser.cookies.get(SESSION)
      expect(await outcome(browser.people.confirmCode({ body: { code: codeOf(secret) } }))).toBe('in')
      expect(browser.cookies.get(SESSION)).not.toBe(half)
      expect(await outcome(browser.people.getMe({}))).toBe('ok')
    })

    it('a code counts once, a half session for five minutes', async () => {
      const { email } = await office.add(['chief'])
      const { secret } = await addSecret(await signedIn(email))
      const code = codeOf(secret)
      const again = office.browse()
      await again.signIn(email)
      expect(await outcome(again.people.confirmCode({ body: { code } }))).toBe('401 WRONG')
      office.later(6)
      expect(await outcome(again.people.confirmCode({ body: { code: codeOf(secret) } }))).toBe('401 WRONG')
    })

    it('each of ten recovery codes opens once; new ones end the old', async () => {
      const { email } = await office.add(['chief'])
      const first = await signedIn(email)
      const { recoveryCodes } = await addSecret(first)
      expect(new Set(recoveryCodes).size).toBe(10)
      const use = async (code: string) => {
        const browser = office.browse()
        await browser.signIn(email)
        return outcome(browser.people.confirmCode({ body: { code } }))
      }
      expect(await use(recoveryCodes[0]!.toUpperCase())).toBe('in')
      expect(await use(recoveryCodes[0]!)).toBe('401 WRONG')
      const renewed = await get(first.people.renewRecoveryCodes({}))
      expect(await use(recoveryCodes[1]!)).toBe('401 WRONG')
      expect(await use(renewed.recoveryCodes[1]!)).toBe('in')
    })

    it('a passkey signs in alone; without user verification, of another origin, or a second time it does not', async () => {
      const { email } = await office.add(['chief'])
      const first = await signedIn(email)
      const passkey = createTestPasskey(ORIGIN)
      const body = { name: 'Laptop', response: passkey.register(await get(first.people.startNewPasskey({}))) }
      expect(await outcome(first.people.savePasskey({ body }))).toBe('ok')
      expect(await outcome(first.people.savePasskey({ body }))).toBe('422 WRONG')
      expect((await get(first.people.listPasskeys({}))).passkeys).toMatchObject([{ name: 'Laptop' }])

      const browser = office.browse()
      const ask = () => get(browser.people.startPasskey({}))
      const send = (response: Record<string, unknown>) =>
        outcome(browser.people.signInByPasskey({ body: { response } }))
      expect(await send(passkey.assert(await ask(), { isVerified: false }))).toBe('401 WRONG')
      expect(await send(passkey.assert(await ask(), { origin: 'https://evil.example' }))).toBe('401 WRONG')
      expect(await send({ id: 'nonsense' })).toBe('401 WRONG')
      const good = passkey.assert(await ask())
      expect(await send(good)).toBe('in')
      expect(await send(good)).toBe('401 WRONG')
      expect(await get(browser.people.getMe({}))).toMatchObject({ hasPasskey: true, needsSecondFactor: false })
      expect(await office.browse().signIn(email)).toBe('passkey')
    })

    it('a person without a second factor reaches the own account alone', async () => {
      const { email } = await office.add(['publisher'])
      const browser = await signedIn(email)
      expect(await get(browser.people.getMe({}))).toMatchObject({ needsSecondFactor: true })
      expect(await outcome(browser.people.listStaff({}))).toBe('403 SECOND_FACTOR_MISSING')
      await addSecret(browser)
      expect(await outcome(browser.people.listStaff({}))).toBe('ok')
    })
  })

  describe('limits', () => {
    it('five wrong passwords are free, then pauses grow; another network is not held up', async () => {
      const { email } = await office.add(['editor'])
      const attacker = office.browse('203.0.113.9')
      for (let index = 0; index < 5; index++) expect(await attacker.signIn(email, OTHER)).toBe('401 WRONG')
      expect(await attacker.signIn(email)).toBe('429 TOO_MANY_TRIES')
      expect(await office.browse('192.0.2.7').signIn(email)).toBe('in')
      const pauses: number[] = []
      for (let index = 0; index < 3; index++) {
        const refused = await attacker.people.signIn({ body: { email, password: OTHER } })
        pauses.push(Number(refused.headers?.get('retry-after')))
        office.later(pauses.at(-1)! / 60)
        expect(await attacker.signIn(email, OTHER)).toBe('401 WRONG')
      }
      expect(pauses).toEqual([60, 120, 240])
    })

    it('an unknown address is held up like a known one', async () => {
      const attacker = office.browse('203.0.113.10')
      for (let index = 0; index < 5; index++)
        expect(await attacker.signIn('niemand@redaktion.example', OTHER)).toBe('401 WRONG')
      expect(await attacker.signIn('niemand@redaktion.example', OTHER)).toBe('429 TOO_MANY_TRIES')
    })

    it('a known device signs in while strangers of its network are held up', async () => {
      const { email } = await office.add(['editor'])
      const known = await signedIn(email)
      const attacker = office.browse()
      for (let index = 0; index < 6; index++) await attacker.signIn(email, OTHER)
      expect(await attacker.signIn(email)).toBe('429 TOO_MANY_TRIES')
      expect(await known.signIn(email)).toBe('in')
    })

    it('wrong codes are limited over several half sessions', async () => {
      const { email } = await office.add(['chief'])
      await addSecret(await signedIn(email))
      const answers: string[] = []
      for (let index = 0; index < 6; index++) {
        const browser = office.browse('203.0.113.11')
        await browser.signIn(email)
        answers.push(await outcome(browser.people.confirmCode({ body: { code: '000000' } })))
      }
      expect(answers).toEqual([...Array<string>(5).fill('401 WRONG'), '429 TOO_MANY_TRIES'])
    })

    it('anonymous calls of a network are limited', async () => {
      const browser = office.browse('203.0.113.12')
      const token = 'x'.repeat(43)
      let answer = ''
      for (let index = 0; index < 601; index++)
        answer = await outcome(browser.people.getInvitation({ body: { token } }))
      expect(answer).toBe('429 TOO_MANY_TRIES')
    })
  })

  describe('sessions', () => {
    it.each([
      ['after twelve hours without a call', [12 * 60 + 1], '401 NOT_SIGNED_IN'],
      ['not while it is used', [11 * 60, 11 * 60], 'ok'],
      ['after seven days in any case', Array<number>(16).fill(11 * 60), '401 NOT_SIGNED_IN'],
    ])('a session ends %s', async (_when, pauses, end) => {
      const { email } = await office.add(['editor'])
      const browser = await signedIn(email)
      let answer = ''
      for (const minutes of pauses) {
        office.later(minutes)
        answer = await outcome(browser.people.getMe({}))
      }
      expect(answer).toBe(end)
    })

    it('a new password ends the other sessions, signing out the own', async () => {
      const { email } = await office.add(['editor'])
      const [one, other] = [await signedIn(email), await signedIn(email)]
      expect(await outcome(one.people.changePassword({ body: { password: 'kurz' } }))).toBe('422 WEAK_PASSWORD')
      expect(await outcome(one.people.changePassword({ body: { password: 'Passwort-2026-Passwort' } }))).toBe(
        '422 WEAK_PASSWORD',
      )
      expect(await outcome(one.people.changePassword({ body: { password: OTHER } }))).toBe('ok')
      expect(await outcome(other.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
      expect(await outcome(one.people.getMe({}))).toBe('ok')
      const kept = one.cookies.get(SESSION)!
      expect(await outcome(one.people.signOut({}))).toBe('ok')
      expect(one.cookies.has(SESSION)).toBe(false)
      one.cookies.set(SESSION, kept)
      expect(await outcome(one.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
      expect(await one.signIn(email, OTHER)).toBe('in')
    })

    it('a person lists the own sessions and ends one of them, not those of others', async () => {
      const { email } = await office.add(['editor'])
      const stranger = await signedIn((await office.add(['editor'])).email)
      const [one, other] = [await signedIn(email), await signedIn(email)]
      const { sessions } = await get(one.people.listOwnSessions({}))
      expect(sessions).toHaveLength(2)
      expect(sessions[0]).toMatchObject({ device: 'Firefox, Linux' })
      const id = sessions.find(({ isThis }) => !isThis)!.id
      await stranger.people.endOwnSession({ params: { id } })
      expect(await outcome(other.people.getMe({}))).toBe('ok')
      await one.people.endOwnSession({ params: { id } })
      expect(await outcome(other.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    })

    it('listeners get an event when a session ends', async () => {
      const { email } = await office.add(['editor'])
      const [one, other] = [await signedIn(email), await signedIn(email)]
      const heard: string[] = []
      const stop = office.service.onEvent(({ kind }) => heard.push(kind))
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect(await outcome(other.people.signOut({}))).toBe('ok')
      await expect.poll(() => heard, { timeout: 5000 }).toEqual(['session'])
      stop()
      expect(await outcome(one.people.getMe({}))).toBe('ok')
    })

    it('another process gets an event of a change within two seconds, once', async () => {
      const other = await openTestOffice(opened.database)
      const heard: OfficeEvent[] = []
      const stop = other.service.onEvent((event) => heard.push(event))
      try {
        // The stream sends events from its first look on.
        await emit(office.db, { kind: 'article', id: '1', publication: null })
        await new Promise((resolve) => setTimeout(resolve, 1200))
        heard.length = 0
        const present = { kind: 'presence', id: '4711', publication: 'ak' } as OfficeEvent
        await emit(office.db, present)
        await expect.poll(() => heard, { timeout: 2000 }).toEqual([present])
        await new Promise((resolve) => setTimeout(resolve, 1200))
        expect(heard).toEqual([present])
      } finally {
        stop()
        await other.service.close()
      }
    })

    it('a grave act is open for ten minutes, then after the password and the second factor again', async () => {
      const { email } = await office.add(['publisher'])
      const browser = await signedIn(email)
      const { secret } = await addSecret(browser)
      office.later(11)
      expect(await outcome(browser.people.renewRecoveryCodes({}))).toBe('403 CONFIRM_AGAIN')
      expect(await outcome(browser.people.confirmAgain({ body: { password: PASSWORD } }))).toBe('401 WRONG')
      expect(await outcome(browser.people.confirmAgain({ body: { code: codeOf(secret) } }))).toBe('401 WRONG')
      const body = { password: PASSWORD, code: codeOf(secret) }
      expect(await outcome(browser.people.confirmAgain({ body }))).toBe('ok')
      expect(await outcome(browser.people.renewRecoveryCodes({}))).toBe('ok')
    })
  })

  describe('staff', () => {
    const EDITOR = { publication: 'ak', role: 'editor' as const, mayPublish: false, sections: [] }
    async function head(...roles: Parameters<TestOffice['add']>[0]) {
      const person = await office.add(roles.length === 0 ? ['publisher'] : roles)
      const browser = await signedIn(person.email)
      await addSecret(browser)
      return { ...person, browser, people: browser.people }
    }

    it('a person is invited by mail for 48 hours, sets a password once, and signs in', async () => {
      const { people, name } = await head()
      const invitation = { email: 'neu@redaktion.example', name: 'Neu', grants: [EDITOR] }
      expect(await get(people.invite({ body: invitation }))).toMatchObject({ link: null })
      expect(office.mails.at(-1)).toMatchObject({
        mandator: 'ak',
        template: 'staff-invited',
        to: { address: 'neu@redaktion.example' },
        data: { origin: ORIGIN, by: name, validHours: 48 },
      })
      const first = tokenOf()
      await get(people.invite({ body: invitation }))
      const token = tokenOf()
      const browser = office.browse('198.51.100.3')
      expect(await outcome(browser.people.getInvitation({ body: { token: first } }))).toBe('404 NOT_FOUND')
      expect(await get(browser.people.getInvitation({ body: { token } }))).toEqual({
        name: 'Neu',
        email: 'neu@redaktion.example',
        by: name,
      })
      const accept = (password: string) =>
        outcome(browser.people.acceptInvitation({ body: { token, name: 'Nora Neu', password } }))
      expect(await accept('zu kurz')).toBe('422 WEAK_PASSWORD')
      expect(await accept(PASSWORD)).toBe('in')
      expect(await accept(PASSWORD)).toBe('404 NOT_FOUND')
      expect(await get(browser.people.getMe({}))).toMatchObject({
        name: 'Nora Neu',
        grants: [EDITOR],
        publications: [{ code: 'ak', origin: 'https://ak.example' }],
        needsSecondFactor: true,
      })
      expect(await outcome(people.invite({ body: invitation }))).toBe('409 EXISTS')
    })

    it('an invitation ends after 48 hours, and when it is withdrawn', async () => {
      const { people } = await head()
      const invite = (email: string) => get(people.invite({ body: { email, name: 'X', grants: [EDITOR] } }))
      const { id } = await invite('weg@redaktion.example')
      const withdrawn = tokenOf()
      expect(await outcome(people.withdrawInvitation({ params: { id } }))).toBe('ok')
      await invite('spaet@redaktion.example')
      const late = tokenOf()
      office.later(48 * 60 + 1)
      for (const token of [withdrawn, late])
        expect(await outcome(office.browse('x').people.getInvitation({ body: { token } }))).toBe('404 NOT_FOUND')
    })

    it('without mail the link is answered to the inviting person', async () => {
      const silent = await openTestOffice(opened.database, { queueMail: null })
      const { link } = await get(
        silent.command().inviteStaff({ body: { email: 'a@redaktion.example', name: 'A', grants: [EDITOR] } }),
      )
      expect(link).toMatch(/^https:\/\/redaktion\.example\/redaktion\/einladung#[\w-]{43}$/)
      await silent.service.close()
    })

    it('a lock ends the sessions; unlocked, the person signs in again', async () => {
      const { people } = await head()
      const { email, id, name } = await office.add(['editor'])
      const browser = await signedIn(email)
      const change = (isLocked: boolean) =>
        outcome(people.changeStaff({ params: { id }, body: { name, grants: [EDITOR], isLocked } }))
      expect(await change(true)).toBe('ok')
      expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
      expect(await browser.signIn(email)).toBe('401 WRONG')
      expect(await change(false)).toBe('ok')
      expect(await browser.signIn(email)).toBe('in')
    })

    it('the last head can be neither locked, removed nor made an editor', async () => {
      const { people, id, name } = await head()
      const change = (body: { grants: (typeof EDITOR)[]; isLocked: boolean }) =>
        outcome(people.changeStaff({ params: { id }, body: { name, ...body } }))
      const publisher = { ...EDITOR, publication: '*', role: 'publisher' as never }
      expect(await change({ grants: [publisher], isLocked: true })).toBe('409 LAST_ONE')
      expect(await change({ grants: [EDITOR], isLocked: false })).toBe('409 LAST_ONE')
      expect(await outcome(people.removeStaff({ params: { id } }))).toBe('409 LAST_ONE')
      await office.add(['operator'])
      expect(await outcome(people.removeStaff({ params: { id } }))).toBe('ok')
      expect(await outcome(people.getMe({}))).toBe('401 NOT_SIGNED_IN')
    })

    it('the head of one publication gives no roles in others, and changes no person with roles there', async () => {
      await office.add(['publisher'])
      const { people } = await head({ ...EDITOR, role: 'publisher' })
      const invite = (publication: string) =>
        outcome(
          people.invite({
            body: { email: `${publication.length}@redaktion.example`, name: 'X', grants: [{ ...EDITOR, publication }] },
          }),
        )
      expect([await invite('ak'), await invite('fb'), await invite('*')]).toEqual([
        'ok',
        '403 NOT_ALLOWED',
        '403 NOT_ALLOWED',
      ])
      const { id, name } = await office.add([EDITOR, { ...EDITOR, publication: 'fb' }])
      const body = { name, grants: [EDITOR], isLocked: false }
      expect(await outcome(people.changeStaff({ params: { id }, body }))).toBe('403 NOT_ALLOWED')
      expect(await outcome(people.removeStaff({ params: { id } }))).toBe('403 NOT_ALLOWED')
      expect(await outcome(people.endSessions({ params: { id } }))).toBe('403 NOT_ALLOWED')
      const { staff } = await get(people.listStaff({}))
      expect(staff.every(({ grants }) => grants.some(({ publication }) => publication === 'ak'))).toBe(true)
    })

    it('the audit has every act with who, where from, before and after, and cannot be changed', async () => {
      const { people, name } = await head()
      const colleague = await office.add(['editor'], { name: 'Kollegin' })
      await people.changeStaff({
        params: { id: colleague.id },
        body: { name: 'Kollegin', grants: [EDITOR], isLocked: true },
      })
      const { entries } = await get(people.listAudit({ query: { target: 'Kollegin' } }))
      expect(entries[0]).toMatchObject({
        by: name,
        act: 'changeStaff',
        network: '192.0.2.1',
        before: { isLocked: false },
        after: { isLocked: true },
      })
      const audit = opened.database.db
      await expect(sql`update office.audit set by_name = 'x'`.execute(audit)).rejects.toThrow(/append-only/)
      await sql`insert into office.audit (at, by_name, network, act, target, before, after) values (now(), 'x', '', 'signIn', 'x', 'null', 'null')`.execute(
        audit,
      )
      await expect(sql`delete from office.audit where by_name = 'x'`.execute(audit)).rejects.toThrow(/append-only/)
    })
  })

  it('entries of the audit go after two years', async () => {
    const now = new Date()
    office.clock.now = now
    const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
    for (const [name, days] of [
      ['old', 732],
      ['kept', 729],
    ] as const)
      await sql`insert into office.audit (at, by_name, network, act, target, before, after)
        values (${ago(days)}, ${name}, '', 'signIn', 'two years', 'null', 'null')`.execute(office.db)
    const list = async () => {
      const { rows } = await sql<{
        by_name: string
      }>`select by_name from office.audit where target = 'two years' order by id`.execute(office.db)
      return rows.map(({ by_name }) => by_name)
    }
    expect(await list()).toEqual(['old', 'kept'])
    const other = await openTestOffice(opened.database, { now: () => now, pictures: null })
    other.service.start()
    try {
      await expect.poll(list, { timeout: 10_000 }).toEqual(['kept'])
    } finally {
      await other.service.close()
    }
  })

  describe('commands', () => {
    it('need the service key, and no session opens them', async () => {
      expect(await outcome(office.command('wrong').listAllStaff({}))).toBe('401 UNAUTHORISED')
      const response = await office.browse().fetch(new Request('http://office.local/internal/staff'))
      expect(response.status).toBe(404)
      const people = await office.service.internal.fetch(new Request('http://office.local/me'))
      expect(people.status).toBe(404)
    })

    it('reset a lost second factor: the password alone signs in, and a new one has to be set up', async () => {
      const { email } = await office.add(['publisher'])
      const browser = await signedIn(email)
      await addSecret(browser)
      expect(await outcome(office.command().resetFactor({ body: { email } }))).toBe('ok')
      expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
      expect(await browser.signIn(email)).toBe('in')
      expect(await outcome(browser.people.listStaff({}))).toBe('403 SECOND_FACTOR_MISSING')
    })

    it('renew a forgotten password: the link asks for the second factor as well', async () => {
      const { email, name } = await office.add(['publisher'])
      const browser = await signedIn(email)
      const { recoveryCodes } = await addSecret(browser)
      expect(await outcome(office.command().renewStaff({ body: { email } }))).toBe('ok')
      expect(await outcome(browser.people.getMe({}))).toBe('401 NOT_SIGNED_IN')
      expect(await browser.signIn(email)).toBe('401 WRONG')
      const body = { token: tokenOf(), name, password: OTHER }
      expect(await outcome(browser.people.acceptInvitation({ body }))).toBe('code')
      expect(await outcome(browser.people.confirmCode({ body: { code: recoveryCodes[3]! } }))).toBe('in')
    })

    it('lock and unlock, but not the last head', async () => {
      const { email } = await office.add(['publisher'])
      const lock = (isLocked: boolean) => outcome(office.command().lockStaff({ body: { email, isLocked } }))
      expect(await lock(true)).toBe('409 LAST_ONE')
      await office.add(['operator'])
      expect([await lock(true), await office.browse('q').signIn(email), await lock(false)]).toEqual([
        'ok',
        '401 WRONG',
        'ok',
      ])
    })
  })

  it('the demo has a person for each role, who signs in with the password alone', async () => {
    const demo = await openTestOffice(opened.database, { isDemo: true })
    await demo.service.seedDemo(PASSWORD)
    await demo.service.seedDemo(PASSWORD)
    for (const { id, role } of DEMO_STAFF) {
      const browser = demo.browse()
      expect(await browser.signIn(toStaffEmail(id))).toBe('in')
      expect((await get(browser.people.getMe({}))).grants).toMatchObject([{ publication: '*', role }])
    }
    await demo.service.close()
  })
})

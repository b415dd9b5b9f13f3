import { createTestDatabase } from '@lokalteil/tools/postgres'
import { toUser } from '@lokalteil/domain/accounts/login'
import { hash } from '@node-rs/argon2'
import { decodeJwt, decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { withTouchedSignature } from '../platform/signed-text.testing.ts'
import {
  DEMO_PASSWORD,
  DEMO_PERSONAS,
  listDemoReaders,
  seedDemoAccounts,
  toDemoEmail,
  toDemoSub,
} from './demo-accounts.ts'
import { createPasswords } from './passwords/passwords.ts'
import { get, NOW, openTestAccounts, outcome, PASSWORD, type TestAccounts } from './accounts.testing.ts'

describe.each(ENGINES)('single sign-on on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    accounts = await openTestAccounts(opened.database)
  })
  beforeEach(() => {
    accounts.setClock(NOW)
  })
  afterEach(async () => {
    accounts.throwErrors()
    await sql`delete from sso.limits`.execute(opened.database.db)
    await accounts.service.close()
    accounts = await openTestAccounts(opened.database)
  })
  afterAll(async () => {
    await accounts.service.close()
    await opened.drop()
  })

  const db = () => opened.database.db

  describe('registration and login', () => {
    it('R3.1-02 R3.1-04 R3.1-05 S3.1-01 gives an ID token with the claims of the reader', async () => {
      const { tokens, user } = await accounts.register('eva@example.org')
      accounts.roles.set(`ak ${user.sub}`, ['PLUS_USER', 'PLUS-TAG-12'])
      const login = await get(accounts.login('EVA@example.org'))
      const claims = decodeJwt(login.tokens.idToken)
      expect(claims).toMatchObject({
        iss: 'https://ak.example/__services/sso/ak',
        aud: 'portal-ak',
        sub: user.sub,
        mandator: 'ak',
        salutation: 'Frau',
        firstName: 'Eva',
        lastName: 'Sommer',
        email: 'eva@example.org',
        emailVerified: false,
        subscriptionRoles: ['PLUS_USER', 'PLUS-TAG-12'],
      })
      expect(claims.exp! - claims.iat!).toBe(900)
      expect(toUser(claims)).toMatchObject({
        firstName: 'Eva',
        roles: ['PLUS_USER', 'PLUS-TAG-12'],
        ssoId: user.sub,
        expiresAt: '2026-11-21T12:15:00.000Z',
      })
      const access = decodeJwt(login.tokens.accessToken)
      expect(access).toMatchObject({ aud: 'urn:lokalteil:user-api', sub: user.sub, mandator: 'ak' })
      expect(access.exp! - access.iat!).toBe(900)
      expect(login.tokens.refreshTokenExpiresAt).toBe('2026-12-21T12:00:00.000Z')
      expect(decodeProtectedHeader(tokens.accessToken).typ).toBe('at+jwt')
    })

    it('R5-06 signs so that the published PEM verifies it, RS256 only', async () => {
      const { tokens } = await accounts.register()
      const { pem, kid } = await get(accounts.ak.getPublicKey({}))
      expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----/)
      const { protectedHeader } = await jwtVerify(tokens.idToken, await importSPKI(pem, 'RS256'), {
        algorithms: ['RS256'],
        currentDate: NOW,
      })
      expect(protectedHeader).toMatchObject({ alg: 'RS256', kid })
    })

    it('S2.2-16 refuses bad fields with a code for each', async () => {
      const result = await accounts.ak.register({
        body: {
          email: 'no',
          password: 'kurz',
          firstName: '',
          lastName: '<x>',
          salutation: 'Mr',
          consents: {},
          address: '1',
        },
      })
      expect(result).toMatchObject({
        ok: false,
        status: 422,
        problem: {
          code: 'INVALID_FIELDS',
          fields: {
            email: 'INVALID_EMAIL',
            password: 'PASSWORD_TOO_SHORT',
            firstName: 'REQUIRED',
            lastName: 'NOT_ALLOWED',
            salutation: 'NOT_ALLOWED',
            terms: 'REQUIRED',
          },
        },
      })
    })

    it.each(['Passwort123!', 'qwertzuiop', '1234567890', 'Sommer2026!!', 'hallohallo12'])(
      'S2.2-16 refuses the common password %s',
      async (password) => {
        const result = await accounts.ak.register({
          body: {
            email: 'c@example.org',
            password,
            firstName: 'Eva',
            lastName: 'Sommer',
            consents: { terms: true },
            address: '2',
          },
        })
        expect(result).toMatchObject({ ok: false, problem: { fields: { password: 'PASSWORD_COMMON' } } })
      },
    )

    it('keeps publications apart: the same address is two accounts', async () => {
      const inAk = await accounts.register('zwei@example.org', PASSWORD)
      const inFb = await accounts.register('zwei@example.org', 'Ein-anderer-Satz-8', accounts.fb)
      expect(inFb.user.sub).not.toBe(inAk.user.sub)
      expect(await outcome(accounts.login('zwei@example.org', PASSWORD, {}, accounts.fb))).toBe('401 WRONG_CREDENTIALS')
      expect(await outcome(accounts.login('zwei@example.org', 'Ein-anderer-Satz-8', {}, accounts.fb))).toBe('ok')
      // A token of one publication opens nothing in the other either.
      expect(await outcome(accounts.fb.getAccount({ body: { accessToken: inAk.tokens.accessToken } }))).toBe(
        '401 NOT_LOGGED_IN',
      )
      expect(await outcome(accounts.fb.refresh({ body: { refreshToken: inAk.tokens.refreshToken } }))).toBe(
        '401 SESSION_ENDED',
      )
      expect(await get(accounts.fb.introspect({ body: { accessToken: inAk.tokens.accessToken } }))).toEqual({
        active: false,
      })
    })

    it('takes the same password in any Unicode composition', async () => {
      await accounts.register('umlaut@example.org', 'Schöne-Grüße-7'.normalize('NFD'))
      expect(await outcome(accounts.login('umlaut@example.org', 'Schöne-Grüße-7'.normalize('NFC')))).toBe('ok')
    })

    it('refuses without the service key', async () => {
      const answer = await accounts.service.internal.fetch(new Request('http://accounts.internal/ak/public-key'))
      expect(answer.status).toBe(401)
    })

    it('strengthens a hash made at less cost', async () => {
      await accounts.register('alt@example.org')
      const weak = await hash(PASSWORD, { memoryCost: 4096, timeCost: 1 })
      await sql`update sso.accounts set password_hash = ${weak} where email_key = 'alt@example.org'`.execute(db())
      const strong = await openTestAccounts(opened.database, { passwords: createPasswords() })
      expect(await outcome(strong.login('alt@example.org'))).toBe('ok')
      const { rows } = await sql<{
        password_hash: string
      }>`select password_hash from sso.accounts where email_key = 'alt@example.org'`.execute(db())
      expect(rows[0]!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      expect(await outcome(strong.login('alt@example.org'))).toBe('ok')
      await strong.service.close()
    })

    it('a blocked account is named as such only after the right password', async () => {
      const { tokens } = await accounts.register('gesperrt@example.org')
      await sql`update sso.accounts set is_blocked = true where email_key = 'gesperrt@example.org'`.execute(db())
      expect(await outcome(accounts.login('gesperrt@example.org'))).toBe('403 ACCOUNT_BLOCKED')
      expect(await outcome(accounts.login('gesperrt@example.org', 'Falsches-Passwort-1'))).toBe('401 WRONG_CREDENTIALS')
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))).toBe(
        '401 SESSION_ENDED',
      )
    })
  })

  describe('whether an address is known', () => {
    const registration = (email: string, address: string) => ({
      body: {
        email,
        password: 'Ein-neuer-Versuch-9',
        firstName: 'Ida',
        lastName: 'Winter',
        consents: { terms: true },
        address,
      },
    })
    const shapeOf = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shapeOf)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]))
          : typeof value

    it('S2.2-16 is not told by a registration: it answers like any other, and the owner gets a mail', async () => {
      await accounts.register('bekannt@example.org')
      const known = await get(accounts.ak.register(registration('Bekannt@example.org', 'r1')))
      const fresh = await get(accounts.ak.register(registration('Unbekannt@example.org', 'r2')))
      expect(shapeOf(known)).toEqual(shapeOf(fresh))
      expect(Object.keys(decodeJwt(known.tokens.idToken))).toEqual(Object.keys(decodeJwt(fresh.tokens.idToken)))
      expect({ ...known.user, sub: '', email: '' }).toEqual({ ...fresh.user, sub: '', email: '' })
      expect(accounts.mailsTo('Unbekannt@example.org')).toEqual(['confirm-email'])
      // Within a minute of the first mail the owner gets no other (rate limit); afterwards the hint is sent.
      accounts.later(61)
      await get(accounts.ak.register(registration('bekannt@example.org', 'r3')))
      expect(accounts.mailsTo('bekannt@example.org')).toEqual(['confirm-email', 'already-registered'])
    })

    it('the shadow account of an intruder looks real and gives access to nothing', async () => {
      const owner = await accounts.register('opfer@example.org')
      accounts.roles.set(`ak ${owner.user.sub}`, ['PLUS_USER'])
      accounts.later(61)
      const intruder = await get(accounts.ak.register(registration('opfer@example.org', 'i1')))
      expect(intruder.user.sub).not.toBe(owner.user.sub)
      // Each password opens its own account, as with a fresh address.
      const again = await get(accounts.login('opfer@example.org', 'Ein-neuer-Versuch-9'))
      expect(again.user).toMatchObject({ sub: intruder.user.sub, firstName: 'Ida', roles: [], emailVerified: false })
      expect((await get(accounts.login('opfer@example.org'))).user).toMatchObject({
        sub: owner.user.sub,
        firstName: 'Eva',
        roles: ['PLUS_USER'],
      })
      const account = await get(accounts.ak.getAccount({ body: { accessToken: again.tokens.accessToken } }))
      expect(account.user).toMatchObject({ firstName: 'Ida', emailVerified: false })
      // The confirmation mail that the intruder asks for is never sent.
      accounts.later(61)
      expect(
        await outcome(accounts.ak.sendEmailConfirmation({ body: { accessToken: again.tokens.accessToken } })),
      ).toBe('ok')
      expect(accounts.mailsTo('opfer@example.org').filter((template) => template === 'confirm-email')).toHaveLength(1)
      // A new password for the shadow leaves the owner's account alone.
      const changed = await get(
        accounts.ak.changePassword({
          body: {
            accessToken: again.tokens.accessToken,
            currentPassword: 'Ein-neuer-Versuch-9',
            password: 'Noch-ein-Versuch-10',
            passwordConfirmation: 'Noch-ein-Versuch-10',
            address: 'i2',
          },
        }),
      )
      expect(changed.user.sub).toBe(intruder.user.sub)
      expect(accounts.mailsTo('opfer@example.org')).not.toContain('password-changed')
      expect(await outcome(accounts.login('opfer@example.org', 'Noch-ein-Versuch-10'))).toBe('ok')
      expect(await outcome(accounts.login('opfer@example.org'))).toBe('ok')
      // An export holds the intruder's own input, nothing of the owner.
      const { base64 } = await get(accounts.ak.exportData({ body: { accessToken: changed.tokens.accessToken } }))
      expect(Buffer.from(base64, 'base64').length).toBeGreaterThan(100)
      // The owner's new password removes the shadow.
      await get(
        accounts.ak.changePassword({
          body: {
            accessToken: owner.tokens.accessToken,
            currentPassword: PASSWORD,
            password: 'Mein-neues-Wort-11',
            passwordConfirmation: 'Mein-neues-Wort-11',
            address: 'o1',
          },
        }),
      )
      expect(await outcome(accounts.login('opfer@example.org', 'Noch-ein-Versuch-10'))).toBe('401 WRONG_CREDENTIALS')
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: changed.tokens.refreshToken } }))).toBe(
        '401 SESSION_ENDED',
      )
    })

    it('S2.2-16 is not told by a login: wrong address and wrong password answer the same', async () => {
      await accounts.register('da@example.org')
      const read = async (email: string) => {
        const result = await accounts.login(email, 'Falsches-Passwort-1')
        if (result.ok) throw new Error('logged in')
        return { status: result.status, problem: { ...result.problem, requestId: '' } }
      }
      expect(await read('da@example.org')).toEqual(await read('fehlt@example.org'))
      expect(await read('da@example.org')).toMatchObject({ status: 401, problem: { code: 'WRONG_CREDENTIALS' } })
    })

    it('R7.2-08 is not told by a forgotten password: only existing accounts get the mail', async () => {
      await accounts.register('da2@example.org')
      expect(await get(accounts.ak.forgotPassword({ body: { email: 'da2@example.org', address: 'f' } }))).toEqual({
        ok: true,
      })
      expect(await get(accounts.ak.forgotPassword({ body: { email: 'fehlt2@example.org', address: 'f' } }))).toEqual({
        ok: true,
      })
      await accounts.service.settle()
      expect(accounts.mailsTo('da2@example.org')).toContain('reset-password')
      expect(accounts.mailsTo('fehlt2@example.org')).toEqual([])
    })

    it('is not told by time: an unknown address takes as long as a known one', async () => {
      await sql`delete from sso.limits`.execute(db())
      const strong = await openTestAccounts(opened.database, { passwords: createPasswords() })
      strong.setClock(accounts.later(3600))
      await strong.register('dauer@example.org', PASSWORD)
      await strong.register('schatten@example.org', PASSWORD)
      strong.later(61)
      await get(strong.ak.register(registration('schatten@example.org', 't1')))
      const known: number[] = []
      const shadowed: number[] = []
      const unknown: number[] = []
      const measure = async (email: string, times: number[]) => {
        const started = process.cpuUsage()
        await strong.login(email, 'Falsches-Passwort-1')
        const { user, system } = process.cpuUsage(started)
        times.push(user + system)
      }
      // The fastest measures our code and not the load of the machine. Without the hash the ratio would be a fifth.
      const ratios = () => [known, shadowed].map((times) => Math.min(...times) / Math.min(...unknown))
      const isEven = () => ratios().every((ratio) => ratio > 0.55 && ratio < 1.8)
      for (let round = 0; round < 5 || (round < 20 && !isEven()); round++) {
        await measure('dauer@example.org', known)
        await measure('schatten@example.org', shadowed)
        await measure('niemand@example.org', unknown)
        // The eleventh wrong password would be refused unasked.
        if (round % 5 === 4) await sql`delete from sso.limits`.execute(db())
      }
      expect(isEven(), `ratios ${ratios().join(', ')}`).toBe(true)
      await strong.service.close()
    })
  })

  describe('limits', () => {
    it('S2.2-16 answers the eleventh wrong password with 429 and the time to wait', async () => {
      await accounts.register('zehn@example.org')
      for (let attempt = 1; attempt <= 10; attempt++)
        expect(await outcome(accounts.login('zehn@example.org', 'Falsches-Passwort-1', { address: 'x' }))).toBe(
          '401 WRONG_CREDENTIALS',
        )
      const blocked = await accounts.login('zehn@example.org', PASSWORD, { address: 'x' })
      expect(blocked).toMatchObject({ ok: false, status: 429, problem: { code: 'TOO_MANY_ATTEMPTS' } })
      expect(Number(blocked.headers!.get('retry-after'))).toBeGreaterThan(890)
      accounts.later(15 * 60)
      expect(await outcome(accounts.login('zehn@example.org', PASSWORD, { address: 'x' }))).toBe('ok')
    })

    it('counts guesses for an unknown address the same way', async () => {
      for (let attempt = 1; attempt <= 10; attempt++)
        await accounts.login('geist@example.org', 'Falsches-Passwort-1', { address: 'y' })
      expect(await outcome(accounts.login('geist@example.org', 'Falsches-Passwort-1', { address: 'y' }))).toBe(
        '429 TOO_MANY_ATTEMPTS',
      )
    })

    it('cannot be used to lock a reader out: a device that logged in before still gets in', async () => {
      await accounts.register('opfer2@example.org')
      const { deviceToken } = await get(accounts.login('opfer2@example.org'))
      for (let attempt = 1; attempt <= 12; attempt++)
        await accounts.login('opfer2@example.org', 'Falsches-Passwort-1', { address: 'z' })
      expect(await outcome(accounts.login('opfer2@example.org'))).toBe('429 TOO_MANY_ATTEMPTS')
      const again = await get(accounts.login('opfer2@example.org', PASSWORD, { deviceToken }))
      expect(again.deviceToken).toBe(deviceToken)
      // Even from the attacker's network address, but not with the device cookie of another reader.
      expect(await outcome(accounts.login('opfer2@example.org', PASSWORD, { address: 'z', deviceToken }))).toBe('ok')
      const other = await accounts.register('andere@example.org')
      expect(await outcome(accounts.login('opfer2@example.org', PASSWORD, { deviceToken: other.deviceToken }))).toBe(
        '429 TOO_MANY_ATTEMPTS',
      )
      // A stolen device cookie has its own limit, too.
      for (let attempt = 1; attempt <= 10; attempt++)
        await accounts.login('opfer2@example.org', 'Falsches-Passwort-1', { deviceToken })
      expect(await outcome(accounts.login('opfer2@example.org', PASSWORD, { deviceToken }))).toBe(
        '429 TOO_MANY_ATTEMPTS',
      )
    })

    it('counts an address that tries many accounts', async () => {
      const answers: string[] = []
      for (let attempt = 0; attempt < 55; attempt++)
        answers.push(
          await outcome(
            accounts.login(`opfer-${attempt}@example.org`, 'Falsches-Passwort-1', { address: '2001:db8::1' }),
          ),
        )
      expect(answers.filter((answer) => answer === '401 WRONG_CREDENTIALS')).toHaveLength(50)
      expect(
        await outcome(accounts.login('opfer-99@example.org', 'Falsches-Passwort-1', { address: '2001:db8::ffff' })),
      ).toBe('429 TOO_MANY_ATTEMPTS')
      expect(
        await outcome(accounts.login('opfer-99@example.org', 'Falsches-Passwort-1', { address: '2001:db8:0:1::1' })),
      ).toBe('401 WRONG_CREDENTIALS')
    })

    it('hold against parallel requests', async () => {
      await accounts.register('flut@example.org')
      const answers = await Promise.all(
        Array.from({ length: 60 }, () =>
          outcome(accounts.login('flut@example.org', 'Falsches-Passwort-1', { address: 'w' })),
        ),
      )
      expect(answers.filter((answer) => answer === '401 WRONG_CREDENTIALS')).toHaveLength(10)
      expect(answers.filter((answer) => answer === '429 TOO_MANY_ATTEMPTS' || answer === '503 BUSY')).toHaveLength(50)
    })

    it('forget wrong attempts after a right one', async () => {
      await accounts.register('muede@example.org')
      for (let round = 0; round < 3; round++) {
        for (let attempt = 0; attempt < 8; attempt++) await accounts.login('muede@example.org', 'Falsches-Passwort-1')
        expect(await outcome(accounts.login('muede@example.org'))).toBe('ok')
      }
    })

    it('outlive a restart', async () => {
      await accounts.register('neustart@example.org')
      for (let attempt = 1; attempt <= 10; attempt++)
        await accounts.login('neustart@example.org', 'Falsches-Passwort-1')
      const other = await openTestAccounts(opened.database)
      expect(await outcome(other.login('neustart@example.org'))).toBe('429 TOO_MANY_ATTEMPTS')
      await other.service.close()
    })

    it('send one reader a mail a minute and five an hour, without an error', async () => {
      await accounts.register('bombe@example.org')
      for (let attempt = 0; attempt < 40; attempt++) {
        await accounts.ak.forgotPassword({ body: { email: 'bombe@example.org', address: `a${attempt}` } })
        await accounts.service.settle()
        accounts.later(30)
      }
      expect(accounts.mailsTo('bombe@example.org').filter((template) => template === 'reset-password')).toHaveLength(5)
    })

    it('bound the registrations from one network address', async () => {
      const answers: string[] = []
      for (let attempt = 0; attempt < 11; attempt++) {
        answers.push(
          await outcome(
            accounts.ak.register({
              body: {
                email: `viele-${attempt}@example.org`,
                password: PASSWORD,
                firstName: 'A',
                lastName: 'B',
                consents: { terms: true },
                address: 'v',
              },
            }),
          ),
        )
      }
      expect(answers.at(9)).toBe('ok')
      expect(answers.at(10)).toBe('429 TOO_MANY_ATTEMPTS')
    })
  })

  describe('sessions', () => {
    const refresh = (refreshToken: string, more = {}) => accounts.ak.refresh({ body: { refreshToken, ...more } })

    it('R7.5-20 S7.5-06 gives new tokens for a refresh token, and none without', async () => {
      const { tokens, user } = await accounts.register()
      accounts.roles.set(`ak ${user.sub}`, ['PLUS_USER'])
      accounts.later(3600)
      const next = await get(
        refresh(tokens.refreshToken, { refreshTokenId: tokens.refreshTokenId, idToken: tokens.idToken }),
      )
      expect(next.tokens.refreshToken).not.toBe(tokens.refreshToken)
      expect(next.user.roles).toEqual(['PLUS_USER'])
      expect(decodeJwt(next.tokens.idToken).subscriptionRoles).toEqual(['PLUS_USER'])
      expect(next.tokens.refreshTokenExpiresAt).toBe('2026-12-21T13:00:00.000Z')
      expect(await outcome(refresh('x'.repeat(43)))).toBe('401 SESSION_ENDED')
      expect(await outcome(refresh(tokens.idToken))).toBe('401 SESSION_ENDED')
      expect(await outcome(accounts.ak.validate({ body: { idToken: tokens.idToken } }))).toBe('401 SESSION_ENDED')
    })

    it('wants the ID token and the name of the session to be of the same reader', async () => {
      const one = await accounts.register()
      const two = await accounts.register()
      expect(await outcome(refresh(one.tokens.refreshToken, { idToken: two.tokens.idToken }))).toBe('401 SESSION_ENDED')
      expect(await outcome(refresh(one.tokens.refreshToken, { refreshTokenId: two.tokens.refreshTokenId }))).toBe(
        '401 SESSION_ENDED',
      )
      expect(
        await outcome(refresh(one.tokens.refreshToken, { idToken: withTouchedSignature(one.tokens.idToken) })),
      ).toBe('401 SESSION_ENDED')
      // The refused attempts did not use the token up.
      expect(
        await outcome(
          refresh(one.tokens.refreshToken, { idToken: one.tokens.idToken, refreshTokenId: one.tokens.refreshTokenId }),
        ),
      ).toBe('ok')
    })

    it('twenty tabs that refresh at once with one token stay logged in', async () => {
      const { tokens } = await accounts.register()
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(refresh(tokens.refreshToken))))
      expect(new Set(answers.map((answer) => answer.tokens.refreshToken)).size).toBe(1)
      // The token of any of the answers can be refreshed.
      accounts.later(900)
      const later = await Promise.all(answers.slice(0, 5).map((answer) => get(refresh(answer.tokens.refreshToken))))
      expect(await outcome(accounts.ak.getAccount({ body: { accessToken: later[4]!.tokens.accessToken } }))).toBe('ok')
    })

    it('accepts a used token for ten seconds, then takes it for stolen and ends the session', async () => {
      const { tokens } = await accounts.register()
      const next = await get(refresh(tokens.refreshToken))
      accounts.later(10)
      expect((await get(refresh(tokens.refreshToken))).tokens.refreshToken).toBe(next.tokens.refreshToken)
      accounts.later(1)
      expect(await outcome(refresh(tokens.refreshToken))).toBe('401 SESSION_ENDED')
      expect(await outcome(refresh(next.tokens.refreshToken))).toBe('401 SESSION_ENDED')
      expect(await outcome(accounts.ak.getAccount({ body: { accessToken: next.tokens.accessToken } }))).toBe(
        '401 NOT_LOGGED_IN',
      )
      expect(await get(accounts.ak.introspect({ body: { accessToken: next.tokens.accessToken } }))).toEqual({
        active: false,
      })
    })

    it('refuses a token two generations old, and within the grace period ends nothing', async () => {
      const { tokens } = await accounts.register()
      const second = await get(refresh(tokens.refreshToken))
      const third = await get(refresh(second.tokens.refreshToken))
      expect(await outcome(refresh(tokens.refreshToken))).toBe('409 SUPERSEDED')
      expect(await outcome(refresh(third.tokens.refreshToken))).toBe('ok')
    })

    it('a stolen copy ends only its own session', async () => {
      await accounts.register('zweigeraete@example.org')
      const phone = await get(accounts.login('zweigeraete@example.org'))
      const desk = await get(accounts.login('zweigeraete@example.org'))
      await get(refresh(phone.tokens.refreshToken))
      accounts.later(60)
      expect(await outcome(refresh(phone.tokens.refreshToken))).toBe('401 SESSION_ENDED')
      expect(await outcome(refresh(desk.tokens.refreshToken))).toBe('ok')
    })

    it('lives thirty days from the last use', async () => {
      const { tokens } = await accounts.register()
      accounts.later(29 * 86_400)
      const next = await get(refresh(tokens.refreshToken))
      accounts.later(29 * 86_400)
      const third = await get(refresh(next.tokens.refreshToken))
      accounts.later(30 * 86_400)
      expect(await outcome(refresh(third.tokens.refreshToken))).toBe('401 SESSION_ENDED')
    })

    it('S7.5-07 validates: as it is, renewed when it ended, renewed when forced', async () => {
      const { tokens, user } = await accounts.register()
      const { idToken, refreshToken } = tokens
      expect((await get(accounts.ak.validate({ body: { idToken, refreshToken } }))).tokens).toBeNull()
      accounts.roles.set(`ak ${user.sub}`, ['PUR_USER'])
      const forced = await get(accounts.ak.validate({ body: { idToken, refreshToken, forceRefresh: true } }))
      expect(decodeJwt(forced.tokens!.idToken).subscriptionRoles).toEqual(['PUR_USER'])
      accounts.later(3600)
      const renewed = await get(
        accounts.ak.validate({ body: { idToken: forced.tokens!.idToken, refreshToken: forced.tokens!.refreshToken } }),
      )
      expect(renewed.tokens).not.toBeNull()
      // A forged ID token does not matter: the refresh token counts.
      expect(
        (await get(accounts.ak.validate({ body: { idToken: 'a.b.c', refreshToken: renewed.tokens!.refreshToken } })))
          .user.sub,
      ).toBe(user.sub)
    })

    it('S4.1-01 ends both sessions at logout', async () => {
      const { tokens, contentJwt } = await accounts.register()
      await get(accounts.ak.logout({ body: { refreshToken: tokens.refreshToken } }))
      expect(await outcome(refresh(tokens.refreshToken))).toBe('401 SESSION_ENDED')
      expect(
        await outcome(accounts.ak.validate({ body: { idToken: tokens.idToken, refreshToken: tokens.refreshToken } })),
      ).toBe('401 SESSION_ENDED')
      const me = await accounts.service.app.fetch(
        new Request('http://auth.local/ak/api/users/me', { headers: { authorization: `Bearer ${contentJwt}` } }),
      )
      expect(me.status).toBe(401)
      expect(await outcome(accounts.ak.logout({ body: { refreshToken: 'unknown', contentJwt: 'a.b.c' } }))).toBe('ok')
    })

    it('ends all sessions everywhere on demand', async () => {
      await accounts.register('ueberall@example.org')
      const phone = await get(accounts.login('ueberall@example.org'))
      const desk = await get(accounts.login('ueberall@example.org'))
      expect(
        (await get(accounts.ak.getAccount({ body: { accessToken: desk.tokens.accessToken } }))).sessions,
      ).toHaveLength(3)
      await get(accounts.ak.logoutEverywhere({ body: { accessToken: desk.tokens.accessToken } }))
      for (const { tokens } of [phone, desk])
        expect(await outcome(refresh(tokens.refreshToken))).toBe('401 SESSION_ENDED')
    })

    it('ends one of the reader’s own sessions on demand, and nobody else’s', async () => {
      await accounts.register('eine@example.org')
      const phone = await get(accounts.login('eine@example.org'))
      const desk = await get(accounts.login('eine@example.org'))
      const stranger = await accounts.register()
      const end = (accessToken: string, { refreshTokenId: id }: { refreshTokenId: string }) =>
        outcome(accounts.ak.endSession({ body: { accessToken, id } }))
      expect(await end(stranger.tokens.accessToken, phone.tokens)).toBe('ok')
      expect((await get(refresh(phone.tokens.refreshToken))).user.sub).toBe(phone.user.sub)
      expect(await end(desk.tokens.accessToken, phone.tokens)).toBe('ok')
      // Its access token is dead at once, not only after its quarter of an hour.
      expect(await end(phone.tokens.accessToken, desk.tokens)).toBe('401 NOT_LOGGED_IN')
      expect(await outcome(refresh(desk.tokens.refreshToken))).toBe('ok')
    })

    it('ends 180 days after the login, used or not', async () => {
      let { tokens } = await accounts.register()
      for (let day = 0; day < 175; day += 25) {
        accounts.later(25 * 86_400)
        tokens = (await get(refresh(tokens.refreshToken))).tokens
      }
      const left = Date.parse(tokens.refreshTokenExpiresAt) - accounts.now().getTime()
      expect(left).toBe(5 * 86_400_000)
      accounts.later(5 * 86_400)
      expect(await outcome(refresh(tokens.refreshToken))).toBe('401 SESSION_ENDED')
    })

    it('takes no ID or content token where an access token is asked for', async () => {
      const { tokens, contentJwt } = await accounts.register()
      for (const accessToken of [tokens.idToken, contentJwt, tokens.refreshToken])
        expect(await outcome(accounts.ak.getAccount({ body: { accessToken } }))).toBe('401 NOT_LOGGED_IN')
    })

    it('rotates the signing key without logging anybody out', async () => {
      const { tokens } = await accounts.register()
      const before = await get(accounts.ak.getPublicKey({}))
      await accounts.service.rotateKeys()
      // Published, but not in use yet.
      expect((await get(accounts.ak.getPublicKey({}))).kid).toBe(before.kid)
      expect((await get(accounts.ak.getPublicKey({}))).keys).toHaveLength(before.keys.length + 1)
      accounts.later(3700)
      const after = await get(accounts.ak.getPublicKey({}))
      expect(after.kid).not.toBe(before.kid)
      expect(after.keys.map(({ kid }) => kid)).toContain(before.kid)
      const next = await get(refresh(tokens.refreshToken, { idToken: tokens.idToken }))
      expect(decodeProtectedHeader(next.tokens.idToken).kid).toBe(after.kid)
      expect(await outcome(accounts.ak.getAccount({ body: { accessToken: next.tokens.accessToken } }))).toBe('ok')
    })
  })

  describe('mail codes and passwords', () => {
    it('confirms the address once, within a day', async () => {
      const email = 'bestaetigen@example.org'
      await accounts.register(email)
      const code = accounts.codeOf('confirm-email', email)
      expect(code).toMatch(/^[\w-]{43}$/)
      expect((await get(accounts.ak.getMailCode({ params: { purpose: 'confirm', code } }))).state).toBe('valid')
      expect(await outcome(accounts.fb.confirmEmail({ body: { code } }))).toBe('422 INVALID_CODE')
      expect(await outcome(accounts.ak.confirmEmail({ body: { code } }))).toBe('ok')
      expect((await get(accounts.login(email))).user.emailVerified).toBe(true)
      expect(accounts.mailsTo(email)).toEqual(['confirm-email', 'email-verified'])
      expect(await outcome(accounts.ak.confirmEmail({ body: { code } }))).toBe('422 INVALID_CODE')
    })

    it('codes expire, and a newer code replaces an older one', async () => {
      const email = 'neuer@example.org'
      const { tokens } = await accounts.register(email)
      const first = accounts.codeOf('confirm-email', email)
      expect(await outcome(accounts.ak.sendEmailConfirmation({ body: { accessToken: tokens.accessToken } }))).toBe(
        '429 TOO_MANY_ATTEMPTS',
      )
      accounts.later(61)
      expect(await get(accounts.ak.sendEmailConfirmation({ body: { accessToken: tokens.accessToken } }))).toEqual({
        email,
        nextAfterSeconds: 60,
      })
      const second = accounts.codeOf('confirm-email', email)
      expect(await outcome(accounts.ak.confirmEmail({ body: { code: first } }))).toBe('422 INVALID_CODE')
      accounts.later(24 * 3600)
      expect(await outcome(accounts.ak.confirmEmail({ body: { code: second } }))).toBe('410 EXPIRED_CODE')
    })

    it('S2.2-08 resets the password once, within an hour, and ends every session', async () => {
      const email = 'vergessen@example.org'
      const before = await accounts.register(email)
      await accounts.ak.forgotPassword({ body: { email, address: 'g' } })
      await accounts.service.settle()
      const code = accounts.codeOf('reset-password', email)
      expect((await get(accounts.ak.getPasswordCode({ params: { code } }))).state).toBe('valid')
      const reset = (password: string, given = code) =>
        accounts.ak.resetPassword({ body: { code: given, password, passwordConfirmation: password, address: 'g' } })
      expect(await reset('kurz')).toMatchObject({
        ok: false,
        status: 422,
        problem: { fields: { password: 'PASSWORD_TOO_SHORT' } },
      })
      const after = await get(reset('Mein-neues-Wort-12'))
      expect(after.user.emailVerified).toBe(true)
      expect(await outcome(reset('Mein-neues-Wort-13'))).toBe('422 INVALID_CODE')
      expect((await get(accounts.ak.getPasswordCode({ params: { code } }))).state).toBe('invalid')
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: before.tokens.refreshToken } }))).toBe(
        '401 SESSION_ENDED',
      )
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: after.tokens.refreshToken } }))).toBe('ok')
      expect(await outcome(accounts.login(email))).toBe('401 WRONG_CREDENTIALS')
      expect(await outcome(accounts.login(email, 'Mein-neues-Wort-12'))).toBe('ok')
      expect(accounts.mailsTo(email)).toContain('password-changed')

      accounts.later(3600)
      await accounts.ak.forgotPassword({ body: { email, address: 'g' } })
      await accounts.service.settle()
      const late = accounts.codeOf('reset-password', email)
      accounts.later(3600)
      expect((await get(accounts.ak.getPasswordCode({ params: { code: late } }))).state).toBe('expired')
      expect(await outcome(reset('Mein-neues-Wort-14', late))).toBe('410 EXPIRED_CODE')
      expect((await get(accounts.ak.getPasswordCode({ params: { code: 'x'.repeat(43) } }))).state).toBe('invalid')
    })

    it('a code counts once, even when used twice at the same time', async () => {
      const email = 'rennen@example.org'
      await accounts.register(email)
      await accounts.ak.forgotPassword({ body: { email, address: 'h' } })
      await accounts.service.settle()
      const code = accounts.codeOf('reset-password', email)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          outcome(
            accounts.ak.resetPassword({
              body: {
                code,
                password: `Mein-neues-Wort-${index}`,
                passwordConfirmation: `Mein-neues-Wort-${index}`,
                address: 'h',
              },
            }),
          ),
        ),
      )
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    })

    it('a proof of the address ends everything that others set up with it before', async () => {
      const email = 'vorab@example.org'
      const squatter = await accounts.register(email, 'Von-jemand-anderem-1')
      accounts.later(61)
      await accounts.ak.forgotPassword({ body: { email, address: 'o' } })
      await accounts.service.settle()
      const owner = await get(
        accounts.ak.resetPassword({
          body: {
            code: accounts.codeOf('reset-password', email),
            password: PASSWORD,
            passwordConfirmation: PASSWORD,
            address: 'o',
          },
        }),
      )
      expect(owner.user.emailVerified).toBe(true)
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: squatter.tokens.refreshToken } }))).toBe(
        '401 SESSION_ENDED',
      )
      expect(await outcome(accounts.login(email, 'Von-jemand-anderem-1', { deviceToken: squatter.deviceToken }))).toBe(
        '401 WRONG_CREDENTIALS',
      )
    })

    it('changes a password only together with the current one', async () => {
      const email = 'aendern@example.org'
      const { tokens, contentJwt } = await accounts.register(email)
      const other = await get(accounts.login(email))
      const change = (currentPassword: string, password: string, passwordConfirmation = password) =>
        accounts.ak.changePassword({
          body: { accessToken: tokens.accessToken, currentPassword, password, passwordConfirmation, address: 'k' },
        })
      expect(await outcome(change('Falsches-Passwort-1', 'Mein-neues-Wort-15'))).toBe('403 WRONG_PASSWORD')
      expect(await change(PASSWORD, 'Mein-neues-Wort-15', 'anders')).toMatchObject({
        problem: { fields: { passwordConfirmation: 'PASSWORDS_DIFFER' } },
      })
      expect(await change(PASSWORD, email)).toMatchObject({ problem: { fields: { password: 'PASSWORD_IS_EMAIL' } } })
      const after = await get(change(PASSWORD, 'Mein-neues-Wort-15'))
      for (const old of [tokens, other.tokens])
        expect(await outcome(accounts.ak.refresh({ body: { refreshToken: old.refreshToken } }))).toBe(
          '401 SESSION_ENDED',
        )
      expect(await outcome(accounts.ak.getAccount({ body: { accessToken: tokens.accessToken } }))).toBe(
        '401 NOT_LOGGED_IN',
      )
      expect(
        (
          await accounts.service.app.fetch(
            new Request('http://auth.local/ak/api/users/me', { headers: { authorization: `Bearer ${contentJwt}` } }),
          )
        ).status,
      ).toBe(401)
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: after.tokens.refreshToken } }))).toBe('ok')
    })

    it('limits guesses of the current password in a stolen session', async () => {
      const { tokens } = await accounts.register()
      const guess = () =>
        outcome(
          accounts.ak.changePassword({
            body: {
              accessToken: tokens.accessToken,
              currentPassword: 'Falsches-Passwort-1',
              password: 'Mein-neues-Wort-15',
              passwordConfirmation: 'Mein-neues-Wort-15',
              address: 'l',
            },
          }),
        )
      for (let attempt = 0; attempt < 10; attempt++) expect(await guess()).toBe('403 WRONG_PASSWORD')
      expect(await guess()).toBe('429 TOO_MANY_ATTEMPTS')
    })
  })

  describe('the account', () => {
    it('S2.2-13 S7.5-12 completes a registration, and refuses unknown fields', async () => {
      const { tokens, user } = await accounts.register()
      await sql`delete from sso.consents where account_id = ${user.sub}`.execute(db())
      const accessToken = tokens.accessToken
      expect(
        (await get(accounts.ak.listMissingFields({ body: { accessToken } }))).map(({ name, required }) => [
          name,
          required,
        ]),
      ).toEqual([
        ['terms', true],
        ['advertising', false],
      ])
      const save = (fields: Record<string, boolean>) =>
        accounts.ak.saveMissingFields({ body: { accessToken, fields, address: '192.0.2.7' } })
      expect(await save({ terms: true, roles: true })).toMatchObject({
        ok: false,
        status: 422,
        problem: { fields: { roles: 'UNKNOWN_FIELD' } },
      })
      expect(await save({ terms: false })).toMatchObject({
        ok: false,
        status: 422,
        problem: { fields: { terms: 'REQUIRED' } },
      })
      expect(await get(save({ terms: true }))).toEqual([])
      expect(await get(accounts.ak.listMissingFields({ body: { accessToken } }))).toEqual([])
      expect(await outcome(accounts.ak.listMissingFields({ body: { accessToken: 'a.b.c' } }))).toBe('401 NOT_LOGGED_IN')
      // The record as proof: consent, version, time, network address.
      const { rows } =
        await sql`select name, version, is_given, address from sso.consents where account_id = ${user.sub} order by name`.execute(
          db(),
        )
      expect(rows).toEqual([
        { name: 'advertising', version: '2026-01', is_given: false, address: '192.0.2.7' },
        { name: 'terms', version: '2026-01', is_given: true, address: '192.0.2.7' },
      ])
    })

    it('changes names, and no field that readers may not change', async () => {
      const { tokens, user } = await accounts.register('bleibt@example.org')
      const body = {
        accessToken: tokens.accessToken,
        firstName: 'Ida',
        salutation: 'Divers',
        advertising: true,
        address: 'm',
        email: 'x@example.org',
        roles: ['PLUS_USER'],
        sub: '1',
        emailVerified: true,
      }
      const changed = await get(accounts.ak.updateAccount({ body }))
      expect(changed).toEqual({ ...user, firstName: 'Ida', salutation: 'Divers' })
      expect(
        await accounts.ak.updateAccount({ body: { accessToken: tokens.accessToken, firstName: '<b>', address: 'm' } }),
      ).toMatchObject({ status: 422, problem: { fields: { firstName: 'NOT_ALLOWED' } } })
      const account = await get(accounts.ak.getAccount({ body: { accessToken: tokens.accessToken } }))
      expect(account.consents).toMatchObject([
        { name: 'terms', isGiven: true },
        { name: 'advertising', isGiven: true },
      ])
    })
  })

  describe('at rest', () => {
    it('stores no token, code, password or device in a usable form', async () => {
      const email = 'ruhe@example.org'
      const { tokens, deviceToken, contentJwt } = await accounts.register(email)
      await accounts.ak.forgotPassword({ body: { email, address: 'q' } })
      await accounts.service.settle()
      const next = await get(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))
      const dump = await accounts.dump()
      expect(dump).toContain(email)
      const secrets = [
        tokens.refreshToken,
        next.tokens.refreshToken,
        tokens.accessToken,
        tokens.idToken,
        contentJwt,
        deviceToken,
        PASSWORD,
        accounts.codeOf('confirm-email', email),
        accounts.codeOf('reset-password', email),
        'PRIVATE KEY',
      ]
      for (const secret of secrets) expect(dump).not.toContain(secret)
    })

    it('forgets a key when no token of it can be good any more', async () => {
      const listKids = async () =>
        (await sql<{ kid: string }>`select kid from sso.keys order by active_from`.execute(db())).rows
      const before = (await listKids()).at(-1)!
      accounts.later(91 * 86_400)
      await accounts.service.runDue()
      // The next one is there; tokens of the old one are good for a month.
      accounts.later(30 * 86_400)
      await accounts.service.runDue()
      expect((await listKids()).length).toBeGreaterThan(1)
      expect(await listKids()).toContainEqual(before)
      accounts.later(3 * 86_400)
      await accounts.service.runDue()
      expect(await listKids()).toHaveLength(1)
      expect(await listKids()).not.toContainEqual(before)
    })

    it('opens its keys with the same secret only', async () => {
      await expect(
        openTestAccounts(opened.database, { config: { secret: 'another secret of more than thirty-two' } }),
      ).rejects.toThrow(/SSO_SECRET/)
      await expect(openTestAccounts(opened.database, { config: { secret: 'short' } })).rejects.toThrow(/32/)
    })

    it('processes that start together make one key', async () => {
      await sql`delete from sso.keys`.execute(db())
      const started = await Promise.all([
        openTestAccounts(opened.database),
        openTestAccounts(opened.database),
        openTestAccounts(opened.database),
      ])
      const kids = await Promise.all(started.map(async ({ ak }) => (await get(ak.getPublicKey({}))).kid))
      expect(new Set(kids).size).toBe(1)
      for (const { service } of started) await service.close()
      await accounts.service.close()
      accounts = await openTestAccounts(opened.database)
    })
  })

  it('seeds the demo’s readers in every publication, once', async () => {
    await seedDemoAccounts({ database: opened.database, now: NOW, isPublic: false })
    await seedDemoAccounts({ database: opened.database, now: NOW, isPublic: false })
    const demo = await openTestAccounts(opened.database)
    for (const { name, isVerified } of DEMO_PERSONAS) {
      for (const [publication, client] of [
        ['ak', demo.ak],
        ['fb', demo.fb],
      ] as const) {
        const login = await get(
          client.login({ body: { email: toDemoEmail(name), password: DEMO_PASSWORD, address: name } }),
        )
        expect(login.user).toMatchObject({ sub: toDemoSub(publication, name), emailVerified: isVerified !== false })
        expect(login.missingFields).toEqual([])
      }
    }
    expect(new Set(listDemoReaders().map(({ sub }) => sub)).size).toBe(DEMO_PERSONAS.length * 4)
    await demo.service.close()
  })

  it('locks the demo’s accounts if the demo is public, and unlocks them if it is not', async () => {
    const seed = (isPublic: boolean) => seedDemoAccounts({ database: opened.database, now: NOW, isPublic })
    await seed(false)
    const demo = await openTestAccounts(opened.database)
    const logIn = () =>
      demo.ak.login({ body: { email: toDemoEmail('plus'), password: DEMO_PASSWORD, address: 'becomes public' } })
    const before = await get(logIn())
    await seed(true)
    expect(await logIn()).toMatchObject({ ok: false, status: 401 })
    expect(await demo.ak.validate({ body: { idToken: before.tokens.idToken } })).toMatchObject({
      ok: false,
      status: 401,
    })
    await seed(false)
    expect((await logIn()).ok).toBe(true)
    await demo.service.close()
  })
})

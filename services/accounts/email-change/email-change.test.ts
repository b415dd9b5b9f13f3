import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import type { AddressChange } from './address-notices.ts'
import { get, NOW, openTestAccounts, outcome, PASSWORD, type TestAccounts } from '../accounts.testing.ts'

const OTHER_PASSWORD = 'Ein-anderer-Satz-9'
const DAY = 86_400

describe.each(ENGINES)('another address on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts
  const told: AddressChange[] = []
  let isDeaf = false

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    accounts = await openTestAccounts(opened.database)
    accounts.service.onAddressChange('newsletter', async (_publication, change) => {
      if (isDeaf) throw new Error('The newsletters do not answer')
      told.push(change)
    })
  })
  beforeEach(async () => {
    accounts.setClock(NOW)
    accounts.mails.length = 0
    told.length = 0
    isDeaf = false
    await sql`delete from sso.limits`.execute(opened.database.db)
  })
  afterAll(async () => {
    await accounts.service.close()
    await opened.drop()
  })

  async function confirmed(email: string) {
    const login = await accounts.register(email)
    await get(accounts.ak.confirmEmail({ body: { code: accounts.codeOf('confirm-email', email) } }))
    return login
  }
  const ask = (accessToken: string, email: string, password: string | null = PASSWORD) =>
    accounts.ak.requestEmailChange({ body: { accessToken, email, password, address: '192.0.2.8' } })
  const confirm = (code: string) => accounts.ak.confirmEmailChange({ body: { code } })
  const undo = (code: string) => accounts.ak.undoEmailChange({ body: { code } })
  const undoCode = (email: string) => {
    const mail = accounts.mails.findLast((one) => one.template === 'email-changed' && one.to.address === email)
    return (mail?.data as { undo: { path: string } | null } | undefined)?.undo?.path.split('/').at(-1) ?? ''
  }
  const accountOf = (accessToken: string) => get(accounts.ak.getAccount({ body: { accessToken } }))
  async function changed(from: string, to: string) {
    const login = await confirmed(from)
    await get(ask(login.tokens.accessToken, to))
    await get(confirm(accounts.codeOf('change-email', to)))
    return login
  }
  const reset = (code: string, password = OTHER_PASSWORD) =>
    accounts.ak.resetPassword({
      body: { address: '192.0.2.9', userAgent: '', code, password, passwordConfirmation: password },
    })

  it('counts once it is confirmed there: in tokens, logins and mails; the old address gets a notice', async () => {
    const { tokens, user } = await confirmed('alt-1@example.org')
    const elsewhere = await get(accounts.login('alt-1@example.org'))
    const pending = await get(ask(tokens.accessToken, ' Neu-1@Example.org '))
    expect(pending).toEqual({
      email: 'Neu-1@Example.org',
      requestedAt: NOW.toISOString(),
      expiresAt: new Date(NOW.getTime() + DAY * 1000).toISOString(),
    })
    expect(await accountOf(tokens.accessToken)).toMatchObject({
      user: { email: 'alt-1@example.org', emailVerified: true },
      pendingEmail: pending,
    })
    expect(await outcome(accounts.login('alt-1@example.org'))).toBe('ok')
    // A mail scanner that opens the link does not use the code up.
    const code = accounts.codeOf('change-email', 'Neu-1@Example.org')
    expect(await get(accounts.ak.getMailCode({ params: { purpose: 'change-email', code } }))).toEqual({
      state: 'valid',
    })
    expect(await get(confirm(code))).toEqual({ sub: user.sub })
    await accounts.service.settle()

    expect(await outcome(accounts.login('alt-1@example.org'))).toBe('401 WRONG_CREDENTIALS')
    expect((await get(accounts.login('neu-1@example.org'))).user).toMatchObject({ sub: user.sub, emailVerified: true })
    // The requesting session continues with the new address in its next tokens; the others have ended.
    const refreshed = await get(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))
    expect(refreshed.user.email).toBe('Neu-1@Example.org')
    expect(JSON.parse(Buffer.from(refreshed.tokens.idToken.split('.')[1]!, 'base64url').toString())).toMatchObject({
      email: 'Neu-1@Example.org',
      emailVerified: true,
    })
    expect(await outcome(accounts.ak.refresh({ body: { refreshToken: elsewhere.tokens.refreshToken } }))).toBe(
      '401 SESSION_ENDED',
    )
    expect(accounts.mails.at(-1)).toMatchObject({
      template: 'email-changed',
      to: { address: 'alt-1@example.org' },
      data: { address: 'N…@Example.org', undo: { until: new Date(NOW.getTime() + 7 * DAY * 1000).toISOString() } },
    })
    expect(told).toEqual([
      {
        id: expect.any(String) as string,
        sub: user.sub,
        from: 'alt-1@example.org',
        isFromVerified: true,
        to: 'Neu-1@Example.org',
        undoes: [],
      },
    ])
    expect((await accountOf(refreshed.tokens.accessToken)).pendingEmail).toBeNull()
  })

  it('stores no usable code in the database', async () => {
    await changed('geheim@example.org', 'geheim-neu@example.org')
    const dump = await accounts.dump()
    for (const code of [accounts.codeOf('change-email', 'geheim-neu@example.org'), undoCode('geheim@example.org')]) {
      expect(code).toHaveLength(43)
      expect(dump).not.toContain(code)
    }
  })

  it('asks for the password again, or for a fresh login if the account has none', async () => {
    const { tokens, user } = await confirmed('nachweis@example.org')
    expect(await outcome(ask(tokens.accessToken, 'neu@example.org', null))).toBe('403 WRONG_PASSWORD')
    expect(await outcome(ask(tokens.accessToken, 'neu@example.org', 'falsch-falsch-7'))).toBe('403 WRONG_PASSWORD')
    expect(accounts.mailsTo('neu@example.org')).toEqual([])
    await sql`update sso.accounts set password_hash = null where id = ${user.sub}`.execute(opened.database.db)
    accounts.later(14 * 60)
    expect(await outcome(ask(tokens.accessToken, 'neu-a@example.org', null))).toBe('ok')
    // A session that was only renewed is no fresh login.
    const renewed = await get(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))
    accounts.later(2 * 60)
    expect(await outcome(ask(renewed.tokens.accessToken, 'neu-b@example.org', null))).toBe('403 RECENT_LOGIN_NEEDED')
  })

  it.each([
    ['', 'INVALID_EMAIL'],
    ['kein@', 'INVALID_EMAIL'],
    [`${'a'.repeat(250)}@example.org`, 'INVALID_EMAIL'],
    ['zwei@example.org, drei@example.org', 'INVALID_EMAIL'],
    ['a@b.example\r\nBcc: c@d.example', 'INVALID_EMAIL'],
    [' FELD@example.org ', 'EMAIL_UNCHANGED'],
  ])('refuses %j with %s and sends nothing', async (email, code) => {
    const { tokens } = await confirmed('feld@example.org').catch(() => get(accounts.login('feld@example.org')))
    const login = await get(accounts.login('feld@example.org'))
    accounts.mails.length = 0
    const answer = await ask(login.tokens.accessToken ?? tokens.accessToken, email)
    expect(answer).toMatchObject({ ok: false, status: 422, problem: { fields: { email: code } } })
    expect(accounts.mails).toEqual([])
  })

  describe('does not reveal whether an address has an account', () => {
    it('the answer is the same; the owner of an existing account gets a mail', async () => {
      const { user: owner } = await confirmed('besetzt@example.org')
      const { tokens } = await confirmed('neugierig@example.org')
      const free = await get(ask(tokens.accessToken, 'frei@example.org'))
      const freeView = (await accountOf(tokens.accessToken)).pendingEmail
      const taken = await get(ask(tokens.accessToken, 'besetzt@example.org'))
      expect({ ...taken, email: '' }).toEqual({ ...free, email: '' })
      expect((await accountOf(tokens.accessToken)).pendingEmail).toEqual({ ...freeView, email: 'besetzt@example.org' })
      expect(accounts.mailsTo('besetzt@example.org').at(-1)).toBe('email-change-taken')
      expect(JSON.stringify(accounts.mails.at(-1))).not.toContain('email-change/')
      expect((await get(accounts.login('besetzt@example.org'))).user.sub).toBe(owner.sub)
    })

    it('nor does a registration with an address that was left a few days ago', async () => {
      const { user } = await changed('verlassen@example.org', 'verlassen-neu@example.org')
      accounts.later(61)
      const stranger = await accounts.register('verlassen@example.org', OTHER_PASSWORD)
      expect(stranger).toMatchObject({ kind: 'login', isNewRegistration: true, missingFields: [] })
      expect(accounts.mailsTo('verlassen@example.org').at(-1)).toBe('address-reserved')
      // The registration did not prevent the undo.
      expect(await get(undo(undoCode('verlassen@example.org')))).toMatchObject({ sub: user.sub })
    })
  })

  describe('can be given up and replaced', () => {
    it('cancelled by the owner, without a password; the code is then worthless', async () => {
      const { tokens } = await confirmed('doch-nicht@example.org')
      await get(ask(tokens.accessToken, 'doch-nicht-neu@example.org'))
      await get(accounts.ak.cancelEmailChange({ body: { accessToken: tokens.accessToken } }))
      await get(accounts.ak.cancelEmailChange({ body: { accessToken: tokens.accessToken } }))
      expect((await accountOf(tokens.accessToken)).pendingEmail).toBeNull()
      expect(await outcome(confirm(accounts.codeOf('change-email', 'doch-nicht-neu@example.org')))).toBe(
        '422 INVALID_CODE',
      )
    })

    it('replaced by a newer request; the same request within a minute keeps the code already mailed', async () => {
      const { tokens } = await confirmed('tippfehler@example.org')
      await get(ask(tokens.accessToken, 'tippfeler@example.org'))
      await get(ask(tokens.accessToken, 'richtig@example.org'))
      await get(ask(tokens.accessToken, 'richtig@example.org'))
      expect(accounts.mailsTo('richtig@example.org')).toEqual(['change-email'])
      expect(await outcome(confirm(accounts.codeOf('change-email', 'tippfeler@example.org')))).toBe('422 INVALID_CODE')
      expect(await outcome(confirm(accounts.codeOf('change-email', 'richtig@example.org')))).toBe('ok')
    })

    it('and expires after a day', async () => {
      const { tokens } = await confirmed('spaet@example.org')
      await get(ask(tokens.accessToken, 'spaet-neu@example.org'))
      accounts.later(DAY)
      const code = accounts.codeOf('change-email', 'spaet-neu@example.org')
      expect(await outcome(confirm(code))).toBe('410 EXPIRED_CODE')
      const login = await get(accounts.login('spaet@example.org'))
      expect(await accountOf(login.tokens.accessToken)).toMatchObject({ pendingEmail: null })
    })

    it('but is limited per account', async () => {
      const { tokens } = await confirmed('oft@example.org')
      const outcomes: string[] = []
      for (let index = 0; index < 6; index++)
        outcomes.push(await outcome(ask(tokens.accessToken, `oft-${index}@example.org`)))
      expect(outcomes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', '429 TOO_MANY_ATTEMPTS'])
    })

    it('and per mailbox, whatever the account', async () => {
      for (let index = 0; index < 3; index++) {
        const { tokens } = await confirmed(`schwarm-${index}@example.org`)
        await get(ask(tokens.accessToken, 'opfer-der-mails@example.org'))
      }
      expect(accounts.mailsTo('opfer-der-mails@example.org')).toEqual(['change-email'])
    })
  })

  describe('attacks on the codes', () => {
    it('a wrong code, a used one, one of another kind and one of another publication have no effect', async () => {
      const { tokens } = await confirmed('angriff@example.org')
      await get(ask(tokens.accessToken, 'angriff-neu@example.org'))
      const code = accounts.codeOf('change-email', 'angriff-neu@example.org')
      expect(await outcome(confirm('x'.repeat(43)))).toBe('422 INVALID_CODE')
      expect(await outcome(undo(code))).toBe('422 INVALID_CODE')
      expect(await outcome(accounts.fb.confirmEmailChange({ body: { code } }))).toBe('422 INVALID_CODE')
      expect(await outcome(accounts.ak.confirmEmail({ body: { code } }))).toBe('422 INVALID_CODE')
      expect(await outcome(reset(code))).toBe('422 INVALID_CODE')
      expect(await outcome(confirm(code))).toBe('ok')
      expect(await outcome(confirm(code))).toBe('422 INVALID_CODE')
      const back = undoCode('angriff@example.org')
      expect(await outcome(confirm(back))).toBe('422 INVALID_CODE')
      expect(await outcome(undo(back))).toBe('ok')
      expect(await outcome(undo(back))).toBe('422 INVALID_CODE')
    })

    it('a code confirmed ten times at once counts once', async () => {
      const { tokens } = await confirmed('zehnmal@example.org')
      await get(ask(tokens.accessToken, 'zehnmal-neu@example.org'))
      const code = accounts.codeOf('change-email', 'zehnmal-neu@example.org')
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(confirm(code))))
      expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1)
      expect(new Set(outcomes)).toEqual(new Set(['ok', '422 INVALID_CODE']))
      expect(accounts.mailsTo('zehnmal@example.org').filter((one) => one === 'email-changed')).toHaveLength(1)
    })

    it('two requests of one account at once leave one', async () => {
      const { tokens } = await confirmed('zwei-tabs@example.org')
      await Promise.all([ask(tokens.accessToken, 'tab-a@example.org'), ask(tokens.accessToken, 'tab-b@example.org')])
      const outcomes = [
        await outcome(confirm(accounts.codeOf('change-email', 'tab-a@example.org'))),
        await outcome(confirm(accounts.codeOf('change-email', 'tab-b@example.org'))),
      ]
      expect(outcomes.toSorted()).toEqual(['422 INVALID_CODE', 'ok'])
    })

    it('of two accounts that want one address, the first to confirm gets it; the other gets a refusal and keeps its own', async () => {
      const [one, two] = [await confirmed('rennen-1@example.org'), await confirmed('rennen-2@example.org')]
      await get(ask(one.tokens.accessToken, 'ziel@example.org'))
      const firstCode = accounts.codeOf('change-email', 'ziel@example.org')
      accounts.later(61)
      await get(ask(two.tokens.accessToken, 'ziel@example.org'))
      const secondCode = accounts.codeOf('change-email', 'ziel@example.org')
      expect(firstCode).not.toBe(secondCode)
      const outcomes = await Promise.all([outcome(confirm(firstCode)), outcome(confirm(secondCode))])
      expect(outcomes.toSorted()).toEqual(['409 ADDRESS_TAKEN', 'ok'])
      const loser = outcomes[0] === 'ok' ? 'rennen-2@example.org' : 'rennen-1@example.org'
      expect(await outcome(accounts.login(loser))).toBe('ok')
      accounts.throwErrors()
    })

    it('another reader’s token changes and cancels nothing of this one', async () => {
      const [victim, attacker] = [await confirmed('opfer-k@example.org'), await confirmed('taeter-k@example.org')]
      await get(ask(victim.tokens.accessToken, 'opfer-k-neu@example.org'))
      await get(accounts.ak.cancelEmailChange({ body: { accessToken: attacker.tokens.accessToken } }))
      expect(await outcome(ask(victim.tokens.idToken, 'x@example.org'))).toBe('401 NOT_LOGGED_IN')
      expect((await accountOf(victim.tokens.accessToken)).pendingEmail).not.toBeNull()
    })

    it('a password reset mail to the old address is worthless after the change', async () => {
      const { tokens } = await confirmed('altes-postfach@example.org')
      await get(accounts.ak.forgotPassword({ body: { email: 'altes-postfach@example.org', address: '192.0.2.60' } }))
      await accounts.service.settle()
      const code = accounts.codeOf('reset-password', 'altes-postfach@example.org')
      await get(ask(tokens.accessToken, 'neues-postfach@example.org'))
      await get(confirm(accounts.codeOf('change-email', 'neues-postfach@example.org')))
      expect(await outcome(reset(code))).toBe('422 INVALID_CODE')
      accounts.later(61)
      const before = accounts.mails.length
      await get(accounts.ak.forgotPassword({ body: { email: 'altes-postfach@example.org', address: '192.0.2.61' } }))
      await accounts.service.settle()
      expect(accounts.mails).toHaveLength(before)
    })
  })

  describe('is undone from the old address', () => {
    it('even after a thief changed password and address again and requested the erasure', async () => {
      const { user } = await changed('echt@example.org', 'dieb-1@example.org')
      const thief = await get(accounts.login('dieb-1@example.org'))
      const stronger = await get(
        accounts.ak.changePassword({
          body: {
            accessToken: thief.tokens.accessToken,
            currentPassword: PASSWORD,
            password: OTHER_PASSWORD,
            passwordConfirmation: OTHER_PASSWORD,
            address: '203.0.113.7',
          },
        }),
      )
      await get(ask(stronger.tokens.accessToken, 'dieb-2@example.org', OTHER_PASSWORD))
      await get(confirm(accounts.codeOf('change-email', 'dieb-2@example.org')))
      await sql`insert into sso.identities (mandator, provider, subject, account_id, email, linked_at)
        values ('ak', 'google', ${`dieb-${engine}`}, ${user.sub}, 'dieb@example.org', ${new Date(NOW.getTime() + 1000)})`.execute(
        opened.database.db,
      )
      accounts.later(3600)
      const again = await get(accounts.login('dieb-2@example.org', OTHER_PASSWORD))
      await get(
        accounts.ak.requestErasure({
          body: { accessToken: again.tokens.accessToken, password: OTHER_PASSWORD, address: '203.0.113.7' },
        }),
      )
      const last = await get(accounts.login('dieb-2@example.org', OTHER_PASSWORD))
      accounts.later(6 * DAY)

      const { sub, passwordCode } = await get(undo(undoCode('echt@example.org')))
      await accounts.service.settle()
      expect(sub).toBe(user.sub)
      for (const email of ['dieb-1@example.org', 'dieb-2@example.org', 'echt@example.org'])
        for (const password of [PASSWORD, OTHER_PASSWORD])
          expect(await outcome(accounts.login(email, password)), email).toBe('401 WRONG_CREDENTIALS')
      expect(await outcome(accounts.ak.refresh({ body: { refreshToken: last.tokens.refreshToken } }))).toBe(
        '401 SESSION_ENDED',
      )
      expect(await outcome(undo(undoCode('dieb-1@example.org')))).toBe('422 INVALID_CODE')
      const login = await get(reset(passwordCode, 'Ganz-neuer-Satz-11'))
      expect(login.user).toMatchObject({ sub: user.sub, email: 'echt@example.org', emailVerified: true })
      expect(await accountOf(login.tokens.accessToken)).toMatchObject({
        eraseAt: null,
        providers: [],
        pendingEmail: null,
      })
      expect(told.at(-1)).toMatchObject({ from: 'dieb-2@example.org', to: 'echt@example.org' })
      expect(told.at(-1)!.undoes).toEqual(told.slice(0, -1).map(({ id }) => id))
      expect(accounts.mailsTo('dieb-2@example.org').at(-1)).toBe('email-change-undone')
      expect(accounts.mailsTo('echt@example.org')).toContain('email-change-undone')
    })

    it('until the seventh day and not on the eighth; then the address is free', async () => {
      await changed('acht@example.org', 'acht-neu@example.org')
      const code = undoCode('acht@example.org')
      accounts.later(7 * DAY - 1)
      expect(await get(accounts.ak.getMailCode({ params: { purpose: 'undo-email', code } }))).toEqual({
        state: 'valid',
      })
      accounts.later(DAY)
      expect(await outcome(undo(code))).toBe('410 EXPIRED_CODE')
      await accounts.register('acht@example.org', OTHER_PASSWORD)
      expect(accounts.mailsTo('acht@example.org').at(-1)).toBe('confirm-email')
      expect(await outcome(undo(code))).toBe('410 EXPIRED_CODE')
      expect(await outcome(accounts.login('acht-neu@example.org'))).toBe('ok')
    })

    it('is reserved meanwhile: for no registration, order or request of another account', async () => {
      const { user } = await changed('frei-halten@example.org', 'frei-halten-neu@example.org')
      await accounts.register('frei-halten@example.org', OTHER_PASSWORD)
      const guest = await get(
        accounts.ak.openGuest({
          body: { email: 'frei-halten@example.org', firstName: 'A', lastName: 'B', address: '192.0.2.44' },
        }),
      )
      expect(guest.sub).toBe(user.sub)
      const other = await confirmed('anderer@example.org')
      await get(ask(other.tokens.accessToken, 'frei-halten@example.org'))
      expect(accounts.mailsTo('frei-halten@example.org').at(-1)).toBe('address-reserved')
      const { passwordCode } = await get(undo(undoCode('frei-halten@example.org')))
      expect((await get(reset(passwordCode, 'Ganz-neuer-Satz-11'))).user.sub).toBe(user.sub)
      // The shadow account of the stranger's registration is gone.
      expect(await outcome(accounts.login('frei-halten@example.org', OTHER_PASSWORD))).toBe('401 WRONG_CREDENTIALS')
    })

    it('also against a request that another account made before the address was taken and left', async () => {
      const [owner, other] = [await confirmed('erst-1@example.org'), await confirmed('anderer-2@example.org')]
      await get(ask(other.tokens.accessToken, 'begehrt@example.org'))
      const earlier = accounts.codeOf('change-email', 'begehrt@example.org')
      for (const email of ['begehrt@example.org', 'danach@example.org']) {
        accounts.later(61)
        await get(ask(owner.tokens.accessToken, email))
        await get(confirm(accounts.codeOf('change-email', email)))
      }
      expect(await outcome(confirm(earlier))).toBe('409 ADDRESS_TAKEN')
      expect(await get(undo(undoCode('begehrt@example.org')))).toMatchObject({ sub: owner.user.sub })
    })

    it('is not possible for an unconfirmed address: it may be a stranger’s, mistyped by the owner', async () => {
      const { tokens, user } = await accounts.register('vertippt@example.org')
      await get(ask(tokens.accessToken, 'richtig-2@example.org'))
      await get(confirm(accounts.codeOf('change-email', 'richtig-2@example.org')))
      expect(accounts.mails.at(-1)).toMatchObject({
        template: 'email-changed',
        to: { address: 'vertippt@example.org', name: '' },
        data: { undo: null },
      })
      expect((await get(accounts.login('richtig-2@example.org'))).user).toMatchObject({
        sub: user.sub,
        emailVerified: true,
      })
      // And the address is not reserved.
      accounts.later(61)
      await accounts.register('vertippt@example.org', OTHER_PASSWORD)
      expect(accounts.mailsTo('vertippt@example.org').at(-1)).toBe('confirm-email')
    })
  })

  it('turns a shadow account into a real one, without effect on the owner of its old address', async () => {
    const { user: owner } = await confirmed('gehoert-wem@example.org')
    const shadow = await accounts.register('gehoert-wem@example.org', OTHER_PASSWORD)
    const { tokens } = await get(accounts.login('gehoert-wem@example.org', OTHER_PASSWORD))
    accounts.mails.length = 0
    await get(ask(tokens.accessToken, 'eigene@example.org', OTHER_PASSWORD))
    await get(confirm(accounts.codeOf('change-email', 'eigene@example.org')))
    expect(accounts.mailsTo('gehoert-wem@example.org')).toEqual([])
    expect((await get(accounts.login('eigene@example.org', OTHER_PASSWORD))).user.sub).toBe(shadow.user.sub)
    expect((await get(accounts.login('gehoert-wem@example.org'))).user.sub).toBe(owner.sub)
  })

  it('is delivered to other services until they take it, in order', async () => {
    isDeaf = true
    const { user } = await changed('taub@example.org', 'taub-neu@example.org')
    await accounts.service.settle()
    await get(undo(undoCode('taub@example.org')))
    await accounts.service.settle()
    expect(told).toEqual([])
    expect(accounts.errors.splice(0).length).toBeGreaterThan(0)
    isDeaf = false
    accounts.later(3600)
    await accounts.service.runDue()
    accounts.later(3600)
    await accounts.service.runDue()
    expect(told.map(({ sub, to }) => [sub, to])).toEqual([
      [user.sub, 'taub-neu@example.org'],
      [user.sub, 'taub@example.org'],
    ])
    await accounts.service.runDue()
    expect(told).toHaveLength(2)
  })
})

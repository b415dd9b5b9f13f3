/**
 * Accounts of imported subscribers: each belongs to the owner of its address, never to a stranger who typed it first.
 */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { get, NOW, openTestAccounts, outcome, PASSWORD, type TestAccounts } from './accounts.testing.ts'

const PRODUCTS = [
  { name: 'Plus Monat', from: null },
  { name: 'E-Paper', from: '2027-01-01' },
]
const SERVICE = { phone: '030 23125-412', hours: '', email: 'abo@auenkurier.example' }
const DAY = 86_400

describe.each(ENGINES)('accounts of subscribers on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    accounts = await openTestAccounts(opened.database)
  })
  beforeEach(async () => {
    accounts.setClock(NOW)
    accounts.mails.length = 0
    await sql`delete from sso.limits`.execute(opened.database.db)
  })
  afterEach(() => accounts.throwErrors())
  afterAll(async () => {
    await accounts.service.close()
    await opened.drop()
  })

  const open = async (email: string, dryRun = false) =>
    (
      await get(
        accounts.ak.openSubscribers({
          body: { dryRun, readers: [{ email, salutation: 'Frau', firstName: 'Eva', lastName: 'Größe' }] },
        }),
      )
    )[0]!
  const invite = async (sub: string) =>
    (
      await get(
        accounts.ak.inviteSubscribers({ body: { readers: [{ sub, products: PRODUCTS }], readerService: SERVICE } }),
      )
    )[0]
  const confirmed = async (email: string) => {
    const login = await accounts.register(email)
    await get(accounts.ak.confirmEmail({ body: { code: accounts.codeOf('confirm-email', email) } }))
    accounts.mails.length = 0
    return login
  }
  const setPassword = (code: string) =>
    accounts.ak.resetPassword({
      body: { address: '192.0.2.7', userAgent: '', code, password: PASSWORD, passwordConfirmation: PASSWORD },
    })

  it('are created once, without a password, a mail or consent to the terms', async () => {
    const first = await open('Neu@example.org')
    expect(first).toEqual({ sub: expect.any(String), account: 'new', refusal: null })
    expect(await open('neu@EXAMPLE.org')).toEqual({ sub: first.sub, account: 'known', refusal: null })
    expect(accounts.mails).toEqual([])
    expect(await outcome(accounts.login('neu@example.org', PASSWORD))).toBe('401 WRONG_CREDENTIALS')
    const { rows } = await sql`select 1 from sso.consents where account_id = ${first.sub}`.execute(opened.database.db)
    expect(rows).toEqual([])
  })

  it('write nothing in a dry run', async () => {
    await accounts.register('unbestaetigt-1@example.org')
    const before = await accounts.dump()
    expect(await open('niemand@example.org', true)).toEqual({ sub: null, account: 'new', refusal: null })
    expect(await open('unbestaetigt-1@example.org', true)).toMatchObject({ account: 'reset' })
    expect(await accounts.dump()).toBe(before)
  })

  it('are the reader’s existing account if the address is confirmed: password and session stay, no mail is needed', async () => {
    const { user, tokens } = await confirmed('bestaetigt@example.org')
    expect(await open('bestaetigt@example.org')).toEqual({ sub: user.sub, account: 'known', refusal: null })
    expect(await outcome(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))).toBe('ok')
    expect([await invite(user.sub), accounts.mails]).toEqual(['has-access', []])
  })

  it('remove the access of a stranger who typed the address first and never confirmed it', async () => {
    const intruder = await accounts.register('opfer@example.org')
    const wish = { accessToken: intruder.tokens.accessToken, email: 'fremd@example.net', password: PASSWORD }
    await get(accounts.ak.requestEmailChange({ body: { ...wish, address: '192.0.2.66' } }))
    const code = accounts.codeOf('change-email', 'fremd@example.net')
    expect(await open('opfer@example.org')).toEqual({ sub: intruder.user.sub, account: 'reset', refusal: null })
    expect(await outcome(accounts.login('opfer@example.org', PASSWORD))).toBe('401 WRONG_CREDENTIALS')
    expect(await outcome(accounts.ak.refresh({ body: { refreshToken: intruder.tokens.refreshToken } }))).toBe(
      '401 SESSION_ENDED',
    )
    expect(await outcome(accounts.ak.confirmEmailChange({ body: { code } }))).toBe('422 INVALID_CODE')
    expect(await outcome(setPassword(accounts.codeOf('confirm-email', 'opfer@example.org')))).toBe('422 INVALID_CODE')
  })

  it('replace a shadow account', async () => {
    await confirmed('zweit@example.org')
    const shadow = await accounts.register('zweit@example.org', 'Anderer-Satz-99')
    await sql`delete from sso.accounts where email_key = 'zweit@example.org' and not is_shadow`.execute(
      opened.database.db,
    )
    const { sub } = await open('zweit@example.org')
    expect(sub).not.toBe(shadow.user.sub)
    const { rows } = await sql`select is_shadow from sso.accounts where email_key = 'zweit@example.org'`.execute(
      opened.database.db,
    )
    expect(rows).toEqual([{ is_shadow: false }])
  })

  it('are refused if the address may belong to another person by now', async () => {
    expect(await open('kein@')).toEqual({ sub: null, account: null, refusal: 'INVALID_EMAIL' })
    const { tokens } = await confirmed('umzug@example.org')
    const wish = { accessToken: tokens.accessToken, email: 'umzug-neu@example.org', password: PASSWORD }
    await get(accounts.ak.requestEmailChange({ body: { ...wish, address: '192.0.2.67' } }))
    await get(
      accounts.ak.confirmEmailChange({ body: { code: accounts.codeOf('change-email', 'umzug-neu@example.org') } }),
    )
    expect(await open('umzug@example.org')).toMatchObject({ refusal: 'ADDRESS_RESERVED' })
    const going = await confirmed('geht@example.org')
    const erasure = { accessToken: going.tokens.accessToken, password: PASSWORD, address: '192.0.2.68' }
    await get(accounts.ak.requestErasure({ body: erasure }))
    expect(await open('geht@example.org')).toMatchObject({ refusal: 'BEING_ERASED' })
    await sql`update sso.accounts set erase_at = null, is_blocked = true where email_key = 'geht@example.org'`.execute(
      opened.database.db,
    )
    expect(await open('geht@example.org')).toMatchObject({ refusal: 'BLOCKED' })
  })

  it('are invited once a day, for thirty days, until a password is set', async () => {
    const { sub } = await open('einladung@example.org')
    expect([await invite(sub!), await invite(sub!)]).toEqual(['mailed', 'mailed-lately'])
    expect(accounts.mails).toMatchObject([
      {
        template: 'subscriber-invited',
        to: { address: 'einladung@example.org', name: 'Eva Größe' },
        data: { validDays: 30, products: PRODUCTS, readerService: SERVICE },
      },
    ])
    // A second import of the same line does not invalidate the code.
    expect(await open('einladung@example.org')).toMatchObject({ account: 'known' })
    accounts.later(29 * DAY)
    const code = accounts.codeOf('subscriber-invited', 'einladung@example.org')
    expect(await get(accounts.ak.getPasswordCode({ params: { code } }))).toEqual({ state: 'valid' })
    expect(await invite(sub!)).toBe('mailed')
    expect(await outcome(setPassword(code))).toBe('422 INVALID_CODE')
    accounts.later(30 * DAY - 60)
    const login = await get(setPassword(accounts.codeOf('subscriber-invited', 'einladung@example.org')))
    expect(login.user).toMatchObject({ sub, emailVerified: true, firstName: 'Eva' })
    expect(login.missingFields).toContain('terms')
    accounts.later(2 * DAY)
    expect(await invite(sub!)).toBe('has-access')
    expect(await invite('nobody')).toBe('none')
  })
})

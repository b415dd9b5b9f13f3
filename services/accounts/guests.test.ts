/**
 * Accounts of readers who order without a login: created once, unknown to anybody else, and no way into another
 * account.
 */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONSENT_FIELDS } from '@lokalteil/domain/accounts/registration'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINE, openTestDatabase } from '../platform/database/database.testing.ts'
import { get, NOW, openTestAccounts, outcome, PASSWORD, type TestAccounts } from './accounts.testing.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let accounts: TestAccounts

beforeAll(async () => {
  opened = await openTestDatabase(ENGINE, createTestDatabase)
  accounts = await openTestAccounts(opened.database)
})
beforeEach(async () => {
  accounts.setClock(NOW)
  accounts.throwErrors()
  accounts.mails.length = 0
  await sql`delete from sso.limits`.execute(opened.database.db)
})
afterAll(async () => {
  await accounts.service.close()
  await opened.drop()
})

const open = (email: string, address = '192.0.2.7') =>
  accounts.ak.openGuest({ body: { email, salutation: 'Frau', firstName: 'Eva', lastName: 'Sommer', address } })

describe('a guest’s account', () => {
  it('S2.3-05 is created once per address, in any spelling, and belongs to the owner who sets a password from the mail', async () => {
    const { sub } = await get(open('Gast@example.org'))
    expect(accounts.mails).toMatchObject([
      { template: 'guest-account', to: { address: 'Gast@example.org' }, data: { validDays: 7 } },
    ])
    expect(await get(open('gast@EXAMPLE.org'))).toEqual({ sub })
    expect(await outcome(accounts.login('gast@example.org', PASSWORD))).toBe('401 WRONG_CREDENTIALS')
    // Six days later the link still works and proves the address.
    accounts.later(6 * 86_400)
    const code = accounts.codeOf('guest-account', 'Gast@example.org')
    const login = await get(
      accounts.ak.resetPassword({
        body: { address: '192.0.2.7', userAgent: '', code, password: PASSWORD, passwordConfirmation: PASSWORD },
      }),
    )
    expect(login.user).toMatchObject({ sub, emailVerified: true, firstName: 'Eva' })
  })

  it('is the reader’s existing account if its address is confirmed; password and sessions stay', async () => {
    const { user } = await accounts.register('bestaetigt@example.org')
    await get(accounts.ak.confirmEmail({ body: { code: accounts.codeOf('confirm-email', 'bestaetigt@example.org') } }))
    accounts.mails.length = 0
    expect(await get(open('bestaetigt@example.org'))).toEqual({ sub: user.sub })
    expect(accounts.mails).toEqual([])
    expect(await outcome(accounts.login('bestaetigt@example.org', PASSWORD))).toBe('ok')
  })

  it('stores the terms accepted with the order, with version and time, and asks for nothing again', async () => {
    const order = { email: 'agb@example.org', firstName: 'Eva', lastName: 'Sommer', address: '192.0.2.31' }
    await get(accounts.ak.openGuest({ body: { ...order, hasAcceptedTerms: true } }))
    accounts.later(3600)
    await get(accounts.ak.openGuest({ body: { ...order, hasAcceptedTerms: true } }))
    const login = await get(
      accounts.ak.resetPassword({
        body: {
          address: '192.0.2.31',
          userAgent: '',
          code: accounts.codeOf('guest-account', 'agb@example.org'),
          password: PASSWORD,
          passwordConfirmation: PASSWORD,
        },
      }),
    )
    expect(login.missingFields).toEqual([])
    const { rows } = await sql`select name, version, is_given, at, address from sso.consents
      where account_id = ${login.user.sub} order by name desc`.execute(opened.database.db)
    const common = { version: CONSENT_FIELDS[0].version, at: NOW, address: '192.0.2.31' }
    expect(rows).toEqual([
      { name: 'terms', is_given: true, ...common },
      { name: 'advertising', is_given: false, ...common },
    ])
  })

  it('accepts no terms on behalf of an account that has an owner', async () => {
    const bare = await accounts.register('inhaberin@example.org')
    await get(accounts.ak.confirmEmail({ body: { code: accounts.codeOf('confirm-email', 'inhaberin@example.org') } }))
    await sql`delete from sso.consents where account_id = ${bare.user.sub}`.execute(opened.database.db)
    await get(
      accounts.ak.openGuest({
        body: {
          email: 'inhaberin@example.org',
          firstName: 'A',
          lastName: 'B',
          hasAcceptedTerms: true,
          address: '192.0.2.32',
        },
      }),
    )
    expect((await get(accounts.login('inhaberin@example.org'))).missingFields).toContain('terms')
  })

  it('removes the access of a stranger who typed the address first and never confirmed it', async () => {
    const intruder = await accounts.register('opfer@example.org')
    expect(await get(open('opfer@example.org'))).toEqual({ sub: intruder.user.sub })
    expect(await outcome(accounts.login('opfer@example.org', PASSWORD))).toBe('401 WRONG_CREDENTIALS')
    expect(await outcome(accounts.ak.refresh({ body: { refreshToken: intruder.tokens.refreshToken } }))).toBe(
      '401 SESSION_ENDED',
    )
    expect(accounts.mails.at(-1)).toMatchObject({ template: 'guest-account', to: { address: 'opfer@example.org' } })
  })

  it('does not move to an address that the stranger had asked for', async () => {
    const intruder = await accounts.register('opfer-2@example.org')
    const wish = { accessToken: intruder.tokens.accessToken, email: 'fremd@example.net', password: PASSWORD }
    await get(accounts.ak.requestEmailChange({ body: { ...wish, address: '192.0.2.66' } }))
    const code = accounts.codeOf('change-email', 'fremd@example.net')
    await get(open('opfer-2@example.org'))
    expect(await outcome(accounts.ak.confirmEmailChange({ body: { code } }))).toBe('422 INVALID_CODE')
  })

  it('takes the same time whether an account existed or not', async () => {
    await get(open('zeit@example.org'))
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let round = 0; round < 4; round++) {
      for (const [kind, email] of [
        ['known', 'zeit@example.org'],
        ['unknown', `neu-${round}@example.org`],
      ] as const) {
        const started = performance.now()
        await get(open(email, `192.0.2.${10 + round}`))
        times[kind].push(performance.now() - started)
      }
    }
    expect(Math.min(...times.known)).toBeGreaterThan(115)
    expect(Math.abs(Math.min(...times.known) - Math.min(...times.unknown))).toBeLessThan(15)
  })

  it('is not created for an invalid address, nor too often from one network address', async () => {
    expect(await outcome(open('kein@'))).toBe('422 INVALID_FIELDS')
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_unused, index) => outcome(open(`viele-${index}@example.org`, '192.0.2.99'))),
    )
    expect(outcomes.filter((one) => one === '429 TOO_MANY_ATTEMPTS')).toHaveLength(2)
  })
})

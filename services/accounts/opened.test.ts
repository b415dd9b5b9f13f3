import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { OPENED } from './opened.ts'
import { get, openTestAccounts, outcome, PASSWORD, type TestAccounts } from './accounts.testing.ts'

/** Tables with rows of an account that no session can create, or that stay whatever the password is. */
const STAYS = {
  identities: 'linked from the mail in the owner’s mailbox alone',
  consents: 'proof of what was agreed',
  address_notices: 'what has happened already and others must hear',
}
const NEW_PASSWORD = 'Ein-neuer-Versuch-9'

describe.each(ENGINES)('what a session opened, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts
  const elsewhere: string[] = []
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    accounts = await openTestAccounts(opened.database)
    accounts.service.registerDataSource({
      name: 'elsewhere',
      title: 'Anderswo',
      read: async () => null,
      erase: async () => {},
      takeBackErasure: async () => void elsewhere.push('erasure taken back'),
      dropOpened: async () => void elsewhere.push('dropped'),
    })
  })
  beforeEach(async () => {
    elsewhere.length = 0
    await sql`delete from sso.limits`.execute(opened.database.db)
  })
  afterAll(async () => {
    await accounts.service.close()
    await opened.drop()
    accounts.throwErrors()
  })

  it('the list names every table that has rows of an account', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'sso' and column_name = 'account_id'`.execute(opened.database.db)
    expect(Object.keys({ ...OPENED, ...STAYS }).toSorted()).toEqual(
      ['accounts', ...rows.map(({ name }) => name)].toSorted(),
    )
  })

  it.each(['reset', 'change'] as const)('a %s of the password removes all of it', async (way) => {
    const email = `besitzer-${way}@example.org`
    const { tokens } = await accounts.register(email)
    await get(accounts.ak.confirmEmail({ body: { code: accounts.codeOf('confirm-email', email) } }))
    await get(
      accounts.ak.requestEmailChange({
        body: { accessToken: tokens.accessToken, email: `fremd-${way}@example.org`, password: PASSWORD, address: 'f' },
      }),
    )
    const stranger = accounts.codeOf('change-email', `fremd-${way}@example.org`)
    await get(
      accounts.ak.requestErasure({ body: { accessToken: tokens.accessToken, password: PASSWORD, address: 'f' } }),
    )
    const undo = accounts.codeOf('erasure-scheduled', email)
    const again = await get(accounts.login(email))
    if (way === 'reset') {
      await get(accounts.ak.forgotPassword({ body: { email, address: 'o' } }))
      await accounts.service.settle()
      await get(
        accounts.ak.resetPassword({
          body: {
            code: accounts.codeOf('reset-password', email),
            password: NEW_PASSWORD,
            passwordConfirmation: NEW_PASSWORD,
            address: 'o',
          },
        }),
      )
    } else
      await get(
        accounts.ak.changePassword({
          body: {
            accessToken: again.tokens.accessToken,
            currentPassword: PASSWORD,
            password: NEW_PASSWORD,
            passwordConfirmation: NEW_PASSWORD,
            address: 'o',
          },
        }),
      )
    await accounts.service.settle()
    expect(await outcome(accounts.ak.confirmEmailChange({ body: { code: stranger } }))).toBe('422 INVALID_CODE')
    expect(await outcome(accounts.ak.undoErasure({ body: { code: undo } }))).toBe('422 INVALID_CODE')
    expect(await outcome(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))).toBe(
      '401 SESSION_ENDED',
    )
    const owner = await get(accounts.login(email, NEW_PASSWORD))
    expect(await get(accounts.ak.getAccount({ body: { accessToken: owner.tokens.accessToken } }))).toMatchObject({
      pendingEmail: null,
      eraseAt: null,
    })
    expect(elsewhere).toEqual(['erasure taken back', 'dropped'])
    // The mail tells the owner about the dropped requests.
    expect(accounts.mails.findLast(({ template }) => template === 'password-changed')?.data).toMatchObject({
      droppedAddress: expect.stringContaining('@example.org'),
      droppedErasure: true,
    })
  })
})

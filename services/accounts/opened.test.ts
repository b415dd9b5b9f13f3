import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { OPENED } from './opened.ts'
import { get, openTestSso, outcome, PASSWORD, type TestSso } from './sso.testing.ts'

/** Tables with rows of an account that no session can create, or that stay whatever the password is. */
const STAYS = {
  identities: 'linked from the mail in the owner’s mailbox alone',
  consents: 'proof of what was agreed',
  address_notices: 'what has happened already and others must hear',
}
const NEW_PASSWORD = 'Ein-neuer-Versuch-9'

describe.each(ENGINES)('what a session opened, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let sso: TestSso
  const elsewhere: string[] = []
  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    sso = await openTestSso(opened.database)
    sso.service.registerDataSource({
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
    await sso.service.close()
    await opened.drop()
    sso.throwErrors()
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
    const { tokens } = await sso.register(email)
    await get(sso.ak.confirmEmail({ body: { code: sso.codeOf('confirm-email', email) } }))
    await get(
      sso.ak.requestEmailChange({
        body: { accessToken: tokens.accessToken, email: `fremd-${way}@example.org`, password: PASSWORD, address: 'f' },
      }),
    )
    const stranger = sso.codeOf('change-email', `fremd-${way}@example.org`)
    await get(sso.ak.requestErasure({ body: { accessToken: tokens.accessToken, password: PASSWORD, address: 'f' } }))
    const undo = sso.codeOf('erasure-scheduled', email)
    const again = await get(sso.login(email))
    if (way === 'reset') {
      await get(sso.ak.forgotPassword({ body: { email, address: 'o' } }))
      await sso.service.settle()
      await get(
        sso.ak.resetPassword({
          body: {
            code: sso.codeOf('reset-password', email),
            password: NEW_PASSWORD,
            passwordConfirmation: NEW_PASSWORD,
            address: 'o',
          },
        }),
      )
    } else
      await get(
        sso.ak.changePassword({
          body: {
            accessToken: again.tokens.accessToken,
            currentPassword: PASSWORD,
            password: NEW_PASSWORD,
            passwordConfirmation: NEW_PASSWORD,
            address: 'o',
          },
        }),
      )
    await sso.service.settle()
    expect(await outcome(sso.ak.confirmEmailChange({ body: { code: stranger } }))).toBe('422 INVALID_CODE')
    expect(await outcome(sso.ak.undoErasure({ body: { code: undo } }))).toBe('422 INVALID_CODE')
    expect(await outcome(sso.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))).toBe('401 SESSION_ENDED')
    const owner = await get(sso.login(email, NEW_PASSWORD))
    expect(await get(sso.ak.getAccount({ body: { accessToken: owner.tokens.accessToken } }))).toMatchObject({
      pendingEmail: null,
      eraseAt: null,
    })
    expect(elsewhere).toEqual(['erasure taken back', 'dropped'])
    // The mail tells the owner about the dropped requests.
    expect(sso.mails.findLast(({ template }) => template === 'password-changed')?.data).toMatchObject({
      droppedAddress: expect.stringContaining('@example.org'),
      droppedErasure: true,
    })
  })
})

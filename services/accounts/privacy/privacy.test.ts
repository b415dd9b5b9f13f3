import { inflateRawSync } from 'node:zlib'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../../platform/database/database.testing.ts'
import { createMailService, type MailService } from '../../mail/app.ts'
import { get, NOW, openTestAccounts, ORIGINS, outcome, PASSWORD, type TestAccounts } from '../accounts.testing.ts'

/** Reads a ZIP by its central directory, as other programs do. */
function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < bytes.readUInt16LE(end + 10); index++) {
    const [packed, nameLength, extra, comment, offset] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    files[name] = inflateRawSync(bytes.subarray(start, start + packed)).toString('utf8')
    at += 46 + nameLength + extra + comment
  }
  return files
}

describe.each(ENGINES)('the rights on data on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  let accounts: TestAccounts
  let mail: MailService
  let clock = NOW
  let bookmarks: { sub: string; articleId: string }[] = []
  /** The sentences about contracts that the test's source returns. */
  let contracts: string[] = []

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    mail = await createMailService({
      database: opened.database,
      originOf: (publication) => ORIGINS[publication]!,
      smtpUrl: null,
      isDemo: true,
      now: () => clock,
    })
    accounts = await openTestAccounts(opened.database, { mail, now: () => clock })
    accounts.service.registerDataSource({
      name: 'bookmarks',
      title: 'Merkliste',
      read: async ({ sub }) => bookmarks.filter((one) => one.sub === sub),
      listKept: async () => [{ what: 'Rechnungen', reason: '§ 147 AO', until: '31.12.2036' }],
      announceErasure: async (_subject, { keepsContracts }) => {
        contracts.push(keepsContracts ? 'kept' : 'ended')
      },
      takeBackErasure: async () => {
        contracts.push('taken back')
      },
      erase: async ({ sub }) => {
        bookmarks = bookmarks.filter((one) => one.sub !== sub)
      },
    })
  })
  beforeEach(async () => {
    clock = NOW
    contracts = []
    await sql`delete from sso.limits`.execute(opened.database.db)
  })
  afterAll(async () => {
    await accounts.service.close()
    await mail.close()
    await opened.drop()
    accounts.throwErrors()
  })

  const days = (count: number) => (clock = new Date(clock.getTime() + count * 86_400_000))
  const mailsOf = async (email: string) => {
    await mail.deliverDue()
    return (await mail.listOf('ak', email)).map(({ template }) => template).toSorted()
  }
  /** The newest code of this template in the demo's mailbox. */
  async function codeOf(template: string, pattern: RegExp, to = '%'): Promise<string> {
    await mail.deliverDue()
    const { rows } = await sql<{
      text: string
    }>`select mail->>'text' as text from mail.mailbox where mail->>'template' = ${template} and recipient like ${to} order by at desc limit 1`.execute(
      opened.database.db,
    )
    return pattern.exec(rows[0]!.text)![1]!
  }

  it('an export has everything of every source, as JSON and as a page, in one ZIP', async () => {
    const { tokens, user } = await accounts.register('auskunft@example.org')
    bookmarks.push({ sub: user.sub, articleId: '4711' }, { sub: 'somebody-else', articleId: '9999' })
    const { fileName, base64 } = await get(accounts.ak.exportData({ body: { accessToken: tokens.accessToken } }))
    expect(fileName).toBe('meine-daten-ak-2026-11-21.zip')
    const files = unzip(Buffer.from(base64, 'base64'))
    expect(Object.keys(files)).toEqual(['daten.json', 'daten.html'])
    const { data } = JSON.parse(files['daten.json']!) as {
      data: { account: { consents: unknown }; bookmarks: unknown; mail: unknown }
    }
    expect(data.account).toMatchObject({
      id: user.sub,
      email: 'auskunft@example.org',
      firstName: 'Eva',
      sessions: [{ userAgent: 'Test' }],
    })
    expect(data.account.consents).toMatchObject([
      { name: 'terms', isGiven: true },
      { name: 'advertising', isGiven: false },
    ])
    expect(data.bookmarks).toEqual([{ sub: user.sub, articleId: '4711' }])
    expect(data.mail).toMatchObject([{ template: 'confirm-email' }])
    for (const text of Object.values(files)) {
      for (const shown of ['auskunft@example.org', '4711', 'Eva']) expect(text).toContain(shown)
      for (const secret of ['9999', 'argon2', tokens.refreshToken]) expect(text).not.toContain(secret)
    }
    expect(files['daten.html']).toContain('<html lang="de">')
    expect(files['daten.html']).toContain('Merkliste')
  })

  it('an export’s ZIP can be opened by other programs', async () => {
    const { tokens } = await accounts.register('unzip@example.org')
    const { base64 } = await get(accounts.ak.exportData({ body: { accessToken: tokens.accessToken } }))
    const { spawnSync } = await import('node:child_process')
    const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const folder = mkdtempSync(`${tmpdir()}/lokalteil-zip-`)
    writeFileSync(`${folder}/a.zip`, Buffer.from(base64, 'base64'))
    const { stdout, status } = spawnSync(
      'python3',
      ['-c', 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist())', `${folder}/a.zip`],
      { encoding: 'utf8' },
    )
    rmSync(folder, { recursive: true })
    // Without Python the reader above has to do.
    expect(status === 0 ? stdout.trim() : "None ['daten.json', 'daten.html']").toBe("None ['daten.json', 'daten.html']")
  })

  it('erases after fourteen days, completely, and names the data that must stay', async () => {
    const email = 'loeschen@example.org'
    const { tokens, user, deviceToken } = await accounts.register(email)
    bookmarks.push({ sub: user.sub, articleId: '1' })
    const ask = (password?: string) =>
      accounts.ak.requestErasure({
        body: { accessToken: tokens.accessToken, password: password ?? null, address: 'e' },
      })
    expect(await outcome(ask())).toBe('403 WRONG_PASSWORD')
    expect(await outcome(ask('Falsches-Passwort-1'))).toBe('403 WRONG_PASSWORD')
    expect(await get(ask(PASSWORD))).toEqual({
      eraseAt: '2026-12-05T12:00:00.000Z',
      kept: [{ what: 'Rechnungen', reason: '§ 147 AO', until: '31.12.2036' }],
    })
    expect(await outcome(accounts.ak.refresh({ body: { refreshToken: tokens.refreshToken } }))).toBe(
      '401 SESSION_ENDED',
    )
    expect(await mailsOf(email)).toEqual(['confirm-email', 'erasure-scheduled'])
    days(13)
    await accounts.service.runDue()
    expect(await outcome(accounts.login(email))).toBe('ok')
    days(1)
    await accounts.service.runDue()
    expect(await outcome(accounts.login(email, PASSWORD, { deviceToken }))).toBe('401 WRONG_CREDENTIALS')
    expect(bookmarks.some(({ sub }) => sub === user.sub)).toBe(false)
    await mail.deliverDue()
    const { rows } = await sql<{
      text: string
    }>`select mail->>'text' as text from mail.mailbox where mail->>'template' = 'account-erased'`.execute(
      opened.database.db,
    )
    expect(rows[0]!.text).toContain('Rechnungen (§ 147 AO, bis 31.12.2036)')
    // The database no longer names the reader.
    const dump = await accounts.dump()
    for (const name of [email, user.sub]) expect(dump).not.toContain(name)
    const { rows: erasures } = await sql<{
      mandator: string
      kept: string[]
    }>`select mandator, kept from sso.erasures`.execute(opened.database.db)
    expect(erasures).toEqual([{ mandator: 'ak', kept: ['Rechnungen (§ 147 AO, bis 31.12.2036)'] }])
    // The address is free again.
    const fresh = await accounts.register(email)
    expect(fresh.user.sub).not.toBe(user.sub)
  })

  it('an erasure can be undone, by mail or logged in', async () => {
    const email = 'bleiben@example.org'
    for (const way of ['mail', 'login'] as const) {
      if (way === 'mail') await accounts.register(email)
      const { tokens } = await get(accounts.login(email))
      await get(
        accounts.ak.requestErasure({ body: { accessToken: tokens.accessToken, password: PASSWORD, address: 'e' } }),
      )
      if (way === 'mail') {
        const code = await codeOf('erasure-scheduled', /erasure-undo\/([\w-]+)/)
        expect((await get(accounts.ak.getMailCode({ params: { purpose: 'undo-erasure', code } }))).state).toBe('valid')
        await get(accounts.ak.undoErasure({ body: { code } }))
        expect(await outcome(accounts.ak.undoErasure({ body: { code } }))).toBe('422 INVALID_CODE')
      } else {
        const again = await get(accounts.login(email))
        expect(
          (await get(accounts.ak.getAccount({ body: { accessToken: again.tokens.accessToken } }))).eraseAt,
        ).not.toBeNull()
        await get(accounts.ak.undoErasure({ body: { accessToken: again.tokens.accessToken } }))
      }
      days(15)
      await accounts.service.runDue()
      expect(await outcome(accounts.login(email))).toBe('ok')
    }
  })

  it('an erasure request ends contracts unless the reader keeps them, says so by mail, and its undo restores them', async () => {
    const email = 'vertrag@example.org'
    const { tokens } = await accounts.register(email)
    accounts.service.registerDataSource({
      name: 'contracts',
      title: 'Verträge',
      read: async () => null,
      listKept: async () => [
        { what: 'Plus', reason: 'Vertrag', until: '2034', contract: `Plus: ${contracts.at(-1) ?? 'runs'}` },
      ],
      erase: async () => {},
    })
    const ask = (accessToken: string, more = {}) =>
      accounts.ak.requestErasure({ body: { accessToken, password: PASSWORD, address: 'e', ...more } })
    const lastMail = async () => {
      await mail.deliverDue()
      const { rows } = await sql<{ text: string }>`
        select mail->>'text' as text from mail.mailbox
        where recipient = ${email} and mail->>'template' = 'erasure-scheduled' order by at desc limit 1`.execute(
        opened.database.db,
      )
      return rows[0]!.text
    }
    await get(ask(tokens.accessToken))
    expect(await lastMail()).toContain('Plus: ended')
    clock = new Date(clock.getTime() + 60_000)
    await get(
      accounts.ak.undoErasure({ body: { code: await codeOf('erasure-scheduled', /erasure-undo\/([\w-]+)/, email) } }),
    )
    const again = await get(accounts.login(email))
    clock = new Date(clock.getTime() + 60_000)
    await get(ask(again.tokens.accessToken, { keepsContracts: true }))
    expect(await lastMail()).toContain('Plus: kept')
    const back = await get(accounts.login(email))
    await get(accounts.ak.undoErasure({ body: { accessToken: back.tokens.accessToken } }))
    expect(contracts).toEqual(['ended', 'taken back', 'kept', 'taken back'])
  })

  it('goes on with an interrupted erasure', async () => {
    const { tokens, user } = await accounts.register('stoerung@example.org')
    await get(
      accounts.ak.requestErasure({ body: { accessToken: tokens.accessToken, password: PASSWORD, address: 'e' } }),
    )
    days(14)
    let isBroken = true
    const other = await openTestAccounts(opened.database, { mail, now: () => clock })
    other.service.registerDataSource({
      name: 'broken',
      title: 'Kaputt',
      read: async () => null,
      erase: async () => {
        if (isBroken) throw new Error('down')
      },
    })
    await expect(other.service.runDue()).rejects.toThrow('down')
    expect(await accounts.dump()).toContain(user.sub)
    isBroken = false
    await other.service.runDue()
    expect(await accounts.dump()).not.toContain(user.sub)
    await other.service.close()
  })

  it('a failing erasure does not stop the others', async () => {
    const [stuck, other] = [await accounts.register('klemmt@example.org'), await accounts.register('geht@example.org')]
    for (const { tokens } of [stuck, other])
      await get(
        accounts.ak.requestErasure({ body: { accessToken: tokens.accessToken, password: PASSWORD, address: 'e' } }),
      )
    days(14)
    const broken = await openTestAccounts(opened.database, { mail, now: () => clock })
    broken.service.registerDataSource({
      name: 'broken',
      title: 'Kaputt',
      read: async () => null,
      erase: async ({ sub }) => {
        if (sub === stuck.user.sub) throw new Error('down')
      },
    })
    // In either order.
    for (let run = 0; run < 2; run++) await expect(broken.service.runDue()).rejects.toThrow('down')
    expect(await accounts.dump()).not.toContain(other.user.sub)
    expect(await accounts.dump()).toContain(stuck.user.sub)
    await broken.service.close()
    await accounts.service.runDue()
  })

  it('a shadow account’s export and erasure do not touch the owner', async () => {
    const email = 'eigentuemer@example.org'
    await accounts.register(email)
    clock = new Date(clock.getTime() + 61_000)
    const intruder = await get(
      accounts.ak.register({
        body: {
          email,
          password: 'Ein-neuer-Versuch-9',
          firstName: 'Ida',
          lastName: 'Winter',
          consents: { terms: true },
          address: 'x9',
        },
      }),
    )
    const { base64 } = await get(accounts.ak.exportData({ body: { accessToken: intruder.tokens.accessToken } }))
    const text = unzip(Buffer.from(base64, 'base64'))['daten.json']!
    expect(text).not.toContain('already-registered')
    expect(text).not.toContain('"Eva"')
    const before = await mailsOf(email)
    await get(
      accounts.ak.requestErasure({
        body: { accessToken: intruder.tokens.accessToken, password: 'Ein-neuer-Versuch-9', address: 'x9' },
      }),
    )
    days(15)
    await accounts.service.runDue()
    expect(await mailsOf(email)).toEqual(before)
    expect(await outcome(accounts.login(email, 'Ein-neuer-Versuch-9'))).toBe('401 WRONG_CREDENTIALS')
    expect(await outcome(accounts.login(email))).toBe('ok')
  })

  it('deletes expired rows', async () => {
    await accounts.register('alt-und-vergessen@example.org')
    await accounts.login('alt-und-vergessen@example.org', 'Falsches-Passwort-1')
    days(61)
    await accounts.service.runDue()
    const count = async (table: string) =>
      (await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(opened.database.db)).rows[0]!
        .n
    for (const table of ['sso.sessions', 'sso.refresh_tokens', 'sso.limits', 'sso.mail_codes'])
      expect([table, await count(table)]).toEqual([table, 0])
    expect(await outcome(accounts.login('alt-und-vergessen@example.org'))).toBe('ok')
  })

  it('knows former addresses: mails to them until the change are exported and erased, later ones are not', async () => {
    const [from, to] = ['frueher@example.org', 'heute@example.org']
    const { tokens, user } = await accounts.register(from)
    await get(
      accounts.ak.confirmEmail({
        body: { code: await codeOf('confirm-email', /email-confirmation\/([\w-]{43})/, from) },
      }),
    )
    const asking = { accessToken: tokens.accessToken, email: to, password: PASSWORD, address: '192.0.2.3' }
    await get(accounts.ak.requestEmailChange({ body: asking }))
    await get(
      accounts.ak.confirmEmailChange({ body: { code: await codeOf('change-email', /email-change\/([\w-]{43})/, to) } }),
    )
    const login = await get(accounts.login(to))
    const { base64 } = await get(accounts.ak.exportData({ body: { accessToken: login.tokens.accessToken } }))
    const { data } = JSON.parse(unzip(Buffer.from(base64, 'base64'))['daten.json']!) as {
      data: { account: { formerEmails: unknown }; mail: { template: string }[] }
    }
    expect(data.account.formerEmails).toEqual([{ email: from, until: clock.toISOString() }])
    expect(data.mail.map(({ template }) => template).toSorted()).toEqual([
      'change-email',
      'confirm-email',
      'email-changed',
      'email-verified',
    ])
    // Eight days later the address belongs to another person.
    days(8)
    await accounts.register(from)
    const again = await get(accounts.login(to))
    await get(
      accounts.ak.requestErasure({
        body: { accessToken: again.tokens.accessToken, password: PASSWORD, address: '192.0.2.3' },
      }),
    )
    days(14)
    await accounts.service.runDue()
    expect(await mailsOf(from)).toEqual(['confirm-email'])
    expect(await mailsOf(to)).toEqual(['account-erased'])
    expect(await accounts.dump()).not.toContain(user.sub)
  })
})

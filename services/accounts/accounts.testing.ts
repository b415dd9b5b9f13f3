/** A single sign-on service with its mail for tests: own clock, readable mails, helpers for readers. */
import { createTestClient, get, outcomeOf as outcome } from '@lokalteil/contracts/kernel/client.testing'
import { ACCOUNTS, type AccountLogin } from '@lokalteil/contracts/accounts'
import type { MailMessage } from '@lokalteil/contracts/mail'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { createCheapPasswords } from './passwords/passwords.testing.ts'
import { createAccountsService, type AccountsServiceOptions } from './app.ts'

const KEY = 'a-service-key-for-tests'
const SECRET = 'a secret of more than thirty-two characters'
export const ORIGINS: Readonly<Record<PublicationCode, string>> = {
  ak: 'https://ak.example',
  fb: 'https://fb.example',
  ht: 'https://ht.example',
  la: 'https://la.example',
}
export const NOW = new Date('2026-11-21T12:00:00Z')
export const PASSWORD = 'Ein-langer-Satz-7'

// Counts over all services of a test file, because they share a database.
let count = 0

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>

export async function openTestAccounts(
  database: Database,
  change: Partial<Omit<AccountsServiceOptions, 'database' | 'config'>> & {
    config?: Partial<AccountsServiceOptions['config']>
  } = {},
) {
  let clock = NOW
  const mails: MailMessage[] = []
  const errors: unknown[] = []
  const roles = new Map<string, string[]>()
  const { config, ...rest } = change
  const service = await createAccountsService({
    database,
    mail: {
      queue: async (message) => {
        mails.push(message as MailMessage)
        return String(mails.length)
      },
      listOf: async (publication, address) =>
        mails
          .filter((mail) => mail.mandator === publication && mail.to.address === address)
          .map(({ template }) => ({ template, status: 'sent', at: NOW })),
      removeOf: async () => {},
    },
    serviceKey: KEY,
    passwords: createCheapPasswords(),
    rolesOf: (publication, sub) => roles.get(`${publication} ${sub}`) ?? [],
    now: () => clock,
    addressOf: (request) => request.headers.get('x-address') ?? '192.0.2.1',
    addressOfNode: () => '192.0.2.1',
    checkAnswers: true,
    onError: (error) => errors.push(error),
    ...rest,
    config: { secret: SECRET, originOf: (publication) => ORIGINS[publication] ?? publication, ...config },
  })
  const clientOf = (publication: PublicationCode) =>
    createTestClient(ACCOUNTS, {
      fetch: (request) => service.internal.fetch(request),
      base: `http://accounts.internal/${publication}`,
      headers: { authorization: `Bearer ${KEY}` },
    })
  const ak = clientOf('ak')

  return {
    service,
    throwErrors() {
      if (errors.length > 0) throw new AggregateError(errors, 'The service reported bugs')
    },
    ak,
    fb: clientOf('fb'),
    mails,
    errors,
    roles,
    now: () => clock,
    setClock: (date: Date) => (clock = date),
    later: (seconds: number) => (clock = new Date(clock.getTime() + seconds * 1000)),
    /** Registers a reader from a new network address, so that rate limits do not interfere. */
    async register(email = `leser-${++count}@example.org`, password = PASSWORD, client = ak): Promise<AccountLogin> {
      return get(
        client.register({
          body: {
            email,
            password,
            salutation: 'Frau',
            firstName: 'Eva',
            lastName: 'Sommer',
            consents: { terms: true },
            address: `198.51.100.${count++}-${email}`,
            userAgent: 'Test',
          },
        }),
      )
    },
    login: (email: string, password = PASSWORD, more: { address?: string; deviceToken?: string } = {}, client = ak) =>
      client.login({ body: { email, password, address: `203.0.113.${++count}`, ...more } }),
    /** The code in the last mail of this template to the address. */
    codeOf(template: MailMessage['template'], email: string): string {
      const mail = mails.findLast((one) => one.template === template && one.to.address === email)
      const data = mail?.data as { path?: string; undoPath?: string } | undefined
      return (data?.path ?? data?.undoPath ?? '').split('/').at(-1)!
    },
    mailsTo: (email: string) => mails.filter((mail) => mail.to.address === email).map(({ template }) => template),
    /** Every row of every table as text. */
    async dump(): Promise<string> {
      const { rows } = await sql<{
        name: string
      }>`select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('sso', 'mail')`.execute(
        database.db,
      )
      const texts: string[] = []
      for (const { name } of rows) {
        const found = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(database.db)
        texts.push(...found.rows.map(({ text }) => text))
      }
      return texts.join('\n')
    },
  }
}

export { get, outcome }

/** An office for tests: clients with cookies, a clock that moves, mails that are caught. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
export { get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_ARTICLES, OFFICE_PEOPLE, OFFICE_STAFF, type Grant } from '@lokalteil/contracts/office'
import type { OfficeRole } from '@lokalteil/domain/office/acts'
import { createCheapPasswords } from '../accounts/passwords/passwords.testing.ts'
import { openWith, sealWith } from '../accounts/tokens/secrecy.ts'
import type { Database } from '../platform/database.ts'
import { isRefusal } from '../platform/serve.ts'
import { createOfficeService, type OfficeServiceOptions } from './app.ts'
import { saveGrants } from './people/store.ts'
import { NETWORK_HEADER, ORIGIN_HEADER } from './people/visits.ts'

const OFFICE_KEY = 'a-service-key-for-tests'
export const ORIGIN = 'https://redaktion.example'
export const PASSWORD = 'Winterweizen an der Aue 7'
const SECRET = 'a-secret-of-thirty-two-characters-and-more'

export type TestOffice = Awaited<ReturnType<typeof openTestOffice>>
export type TestBrowser = ReturnType<TestOffice['browse']>

export async function openTestOffice(database: Database, change: Partial<OfficeServiceOptions> = {}) {
  const clock = { now: new Date('2026-11-28T08:00:00Z') }
  const errors: unknown[] = []
  const mails: MailMessageInput[] = []
  const service = await createOfficeService({
    database,
    serviceKey: OFFICE_KEY,
    passwords: createCheapPasswords(),
    isCommonPassword: (password) => password.toLowerCase().startsWith('passwort'),
    provider: null,
    seal: (text) => sealWith(SECRET, 'test', text),
    open: (sealed) => openWith(SECRET, 'test', sealed),
    isDemo: false,
    recordsOf: notAsked,
    internalOf: notAsked,
    onContentChange: () => () => {},
    pushOf: notAsked,
    pictures: { put: notAsked, locate: notAsked },
    newslettersOf: null,
    figuresOf: null,
    originOf: (publication) => `https://${publication}.example`,
    officeOrigin: ORIGIN,
    queueMail: async (message) => String(mails.push(message)),
    isInsecureDevelopment: false,
    now: () => clock.now,
    checkAnswers: true,
    onError: (error) => errors.push(error),
    ...change,
  })
  const { db } = service.context

  /** A browser with cookies of its own. */
  function browse(network = '192.0.2.1', more: Readonly<Record<string, string>> = {}) {
    const cookies = new Map<string, string>()
    const set: string[] = []
    async function fetch(request: Request): Promise<Response> {
      const sent = new Request(request)
      const defaults: Record<string, string> = {
        [ORIGIN_HEADER]: ORIGIN,
        [NETWORK_HEADER]: network,
        origin: ORIGIN,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...more,
      }
      for (const [name, value] of Object.entries(defaults)) if (value !== '') sent.headers.set(name, value)
      const response = await service.app.fetch(sent)
      for (const line of response.headers.getSetCookie()) {
        set.push(line)
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    }
    const people: Client<typeof OFFICE_PEOPLE> = createTestClient(OFFICE_PEOPLE, {
      fetch,
      base: 'http://office.local',
    })
    const articlesOf = (publication: string) =>
      createTestClient(OFFICE_ARTICLES, { fetch, base: `http://office.local/${publication}` })
    return {
      people,
      articlesOf,
      fetch,
      cookies,
      /** All lines of `set-cookie`. */
      set,
      signIn: (email: string, password = PASSWORD) => outcome(people.signIn({ body: { email, password } })),
    }
  }

  let count = 0
  return {
    service,
    db,
    clock,
    mails,
    browse,
    later: (minutes: number) => (clock.now = new Date(clock.now.getTime() + minutes * 60_000)),
    throwErrors() {
      if (errors.length > 0) throw new AggregateError(errors.splice(0), 'The service reported bugs')
    },
    command: (key = OFFICE_KEY) =>
      createTestClient(OFFICE_STAFF, {
        fetch: (request) => service.internal.fetch(request),
        base: 'http://office.local/internal',
        headers: { authorization: `Bearer ${key}` },
      }),
    /** An active person. `isDemo`: needs no second factor. */
    async add(roles: readonly (OfficeRole | Grant)[], { isDemo = false, name = `Person ${++count}` } = {}) {
      const id = `p${++count}`
      const hash = await service.context.passwords.hash(PASSWORD)
      if (isRefusal(hash)) throw new Error('no hash')
      const email = `${id}@redaktion.example`
      await db
        .insertInto('office.staff')
        .values({
          id,
          name,
          email,
          password_hash: hash,
          state: 'active',
          is_demo: isDemo,
          created_at: clock.now,
          seen_at: null,
        })
        .execute()
      await saveGrants(
        db,
        id,
        roles.map((role) =>
          typeof role === 'string'
            ? { publication: '*' as const, role, mayPublish: role === 'chief', sections: [] }
            : role,
        ),
      )
      return { id, email, name }
    },
  }
}

function notAsked(): never {
  throw new Error('Not asked here')
}

/** `401 WRONG`, or `ok`, or the next step of a sign-in. */
export async function outcome(call: Promise<Result<unknown>>): Promise<string> {
  const result = await call
  if (!result.ok) return `${result.status} ${result.problem.code}`
  const data = result.data as { next?: string } | undefined
  return data?.next ?? 'ok'
}

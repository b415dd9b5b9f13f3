import { createTestDatabase } from '@lokalteil/tools/postgres'
import { OFFICE, OFFICE_DESK, OFFICE_PEOPLE, OFFICE_PREVIEWS } from '@lokalteil/contracts/office'
import { ACTS, OFFICE_ROLES, refusalOf, type ActName } from '@lokalteil/domain/office/acts'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEmptyDatabase } from '../platform/database/database.testing.ts'
import type { Database } from '../platform/database.ts'
import { problem } from '../platform/serve.ts'
import type { OfficeServiceOptions } from './app.ts'
import { get, openTestOffice, type TestBrowser, type TestOffice } from './office.testing.ts'

/** Stands for every handler: the call was let in. */
const LET_IN = () => problem(418, 'LET_IN', 'The call was let in')
const LETTING_IN = Object.fromEntries(Object.keys(OFFICE_DESK).map((name) => [name, LET_IN])) as never
/** Stands for the services of newsletters and figures, which refuse every call. */
const REFUSING = new Proxy(
  {},
  {
    get: () => async () => ({
      ok: false,
      status: 404,
      problem: { status: 404, code: 'LET_IN', title: '' },
      headers: null,
    }),
  },
)

describe('every call of the office', () => {
  let database: Database
  let office: TestOffice
  beforeAll(async () => {
    setPublications(TEST_PUBLICATIONS)
    database = await openEmptyDatabase(createTestDatabase)
    office = await openTestOffice(database, {
      isDemo: true,
      handlers: LETTING_IN,
      newslettersOf: () => REFUSING as never,
      figuresOf: () => REFUSING as never,
    })
  })
  afterAll(async () => {
    office.throwErrors()
    await office.service.close()
    await database.close()
  })

  it.each<[string[], Partial<OfficeServiceOptions>]>([
    [
      ['desk', 'newsletters', 'figures'],
      { newslettersOf: () => REFUSING as never, figuresOf: () => REFUSING as never },
    ],
    [['desk'], {}],
    [['newsletters'], { pictures: null, newslettersOf: () => REFUSING as never }],
    [['figures'], { pictures: null, figuresOf: () => REFUSING as never }],
  ])('an office with %j says so in `getMe`, and serves nothing else', async (parts, change) => {
    const { email } = await office.add(['chief'], { isDemo: true })
    const other = await openTestOffice(database, { isDemo: true, handlers: LETTING_IN, ...change })
    try {
      const browser = other.browse()
      await browser.signIn(email)
      expect((await get(browser.people.getMe({}))).parts).toEqual(parts)
      const paths = { desk: '/desk', newsletters: '/newsletters', figures: '/figures/summary' }
      for (const [part, path] of Object.entries(paths)) {
        const response = await browser.fetch(new Request(`http://office.local/ak${path}`))
        const { code } = (await response.json()) as { code: string }
        expect([part, code !== 'NOT_FOUND']).toEqual([part, parts.includes(part)])
      }
    } finally {
      await other.service.close()
    }
  })

  it('has a row in the table of acts, and every row has its call', () =>
    expect(Object.keys(ACTS).toSorted()).toEqual(Object.keys(OFFICE).toSorted()))

  /** With a body that no schema takes: a call that is let in ends with 400, 404, 415, 418 or 2xx. */
  async function ask(browser: TestBrowser, name: ActName, publication = 'ak'): Promise<string> {
    const endpoint = OFFICE[name]
    const path = endpoint.path.replaceAll(/\{\w+\}/g, '4711')
    const prefix = name in OFFICE_PEOPLE ? '' : `/${publication}`
    const isBodied = 'body' in endpoint
    const response = await browser.fetch(
      new Request(`http://office.local${prefix}${path}`, {
        method: endpoint.method,
        ...(isBodied ? { body: '"none"', headers: { 'content-type': 'application/json' } } : {}),
      }),
    )
    const { code = 'ok' } = (await response.json().catch(() => ({}))) as { code?: string }
    return [401, 403].includes(response.status) ? code : 'let in'
  }
  /** `signOut` would end the session of the walk; the portal serves previews (office-portal.test.ts). */
  const names = (Object.keys(ACTS) as ActName[]).filter((name) => name !== 'signOut' && !(name in OFFICE_PREVIEWS))

  it.each(OFFICE_ROLES)('lets %s in exactly where the table says so', async (role) => {
    const { email } = await office.add([role], { isDemo: true })
    const browser = office.browse()
    await browser.signIn(email)
    const grants = [{ publication: '*' as const, role, mayPublish: role === 'chief', sections: [] }]
    for (const name of names) {
      const refused = refusalOf(name, { grants, publication: 'ak', minutesSinceProof: 0 })
      expect([name, await ask(browser, name)]).toEqual([name, refused ?? 'let in'])
    }
  })

  it('asks for a confirmation of grave acts after ten minutes', async () => {
    const { email } = await office.add(['publisher', 'chief'], { isDemo: true })
    const browser = office.browse()
    await browser.signIn(email)
    office.later(11)
    for (const name of names) {
      const act: { isGrave?: true; by: unknown } = ACTS[name]
      const answer = await ask(browser, name)
      if (act.isGrave === true) expect([name, answer]).toEqual([name, 'CONFIRM_AGAIN'])
      else expect([name, answer]).not.toEqual([name, 'CONFIRM_AGAIN'])
    }
  })

  it('is closed without a session, but for sign-in, invitations and preview links', async () => {
    for (const name of names) {
      const answer = await ask(office.browse(), name)
      expect([name, answer]).toEqual([name, ACTS[name].by === 'anyone' ? 'let in' : 'NOT_SIGNED_IN'])
    }
  })

  it.each<[string, Record<string, string>]>([
    ['of a foreign origin', { origin: 'https://evil.example' }],
    ['of a sister origin', { origin: 'https://www.redaktion.example' }],
    ['of another site by its metadata', { 'sec-fetch-site': 'cross-site' }],
    ['without an origin', { origin: '' }],
  ])('refuses writes %s', async (_whose, headers) => {
    const { email } = await office.add(['chief', 'publisher'], { isDemo: true })
    const own = office.browse()
    await own.signIn(email)
    const foreign = office.browse('192.0.2.1', headers)
    for (const [name, value] of own.cookies) foreign.cookies.set(name, value)
    for (const name of names.filter((one) => OFFICE[one].method !== 'GET'))
      expect([name, await ask(foreign, name)]).toEqual([name, 'FOREIGN_ORIGIN'])
  })

  it('limits a grant to its publication, and refuses an unknown publication', async () => {
    const { email } = await office.add([{ publication: 'ak', role: 'chief', mayPublish: true, sections: [] }], {
      isDemo: true,
    })
    const browser = office.browse()
    await browser.signIn(email)
    expect(await ask(browser, 'listArticles', 'ak')).toBe('let in')
    expect(await ask(browser, 'listArticles', 'fb')).toBe('NOT_ALLOWED')
    const response = await browser.fetch(new Request('http://office.local/nirgends/articles'))
    expect(response.status).toBe(404)
  })

  it.each<[string, string, number]>([
    ['of an article over two megabytes', '/ak/articles/4711/draft', 2_000_000],
    ['of a front over 600 kilobytes', '/ak/front/draft', 600_000],
  ])('a draft %s answers 413', async (_what, path, limit) => {
    const { email } = await office.add(['chief'], { isDemo: true })
    const browser = office.browse()
    await browser.signIn(email)
    const send = async (bytes: number) => {
      const init = {
        method: 'PUT',
        body: `"${'x'.repeat(bytes - 2)}"`,
        headers: { 'content-type': 'application/json' },
      }
      return (await browser.fetch(new Request(`http://office.local${path}`, init))).status
    }
    expect([await send(limit), await send(limit + 1)]).toEqual([400, 413])
  })

  it('takes JSON alone, and the upload a form', async () => {
    const { email } = await office.add(['chief'], { isDemo: true })
    const browser = office.browse()
    await browser.signIn(email)
    const post = async (path: string, type: string) => {
      const init = { method: 'POST', body: 'x', headers: { 'content-type': type } }
      return (await browser.fetch(new Request(`http://office.local${path}`, init))).status
    }
    expect(await post('/ak/articles', 'text/plain')).toBe(415)
    expect(await post('/session', 'application/x-www-form-urlencoded')).toBe(415)
    expect(await post('/ak/media', 'application/json')).toBe(415)
    expect(await post('/ak/media', 'multipart/form-data; boundary=x')).toBe(418)
    expect(await post('/ak/media/1/replace?version=1', 'application/json')).toBe(415)
    expect(await post('/ak/media/1/replace?version=1', 'multipart/form-data; boundary=x')).toBe(418)
  })
})

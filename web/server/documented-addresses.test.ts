import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ANSWERING, GUARDED, KEYS, ROWS, type Row } from './documented-addresses.testing.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Addresses of the portal in a document: inline code that begins with a slash, alone or after a method or an origin.
 */
function listNamed(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, inside]) => {
    const address =
      /^(?:(?:GET|POST|PUT|PATCH|DELETE) )?(?:\{origin\}|https?:\/\/(?:\w+\.)?localhost:3000)?(\/.*)$/.exec(
        inside!,
      )?.[1]
    return address === undefined ? [] : [address]
  })
  const links = [...text.matchAll(/<https?:\/\/(?:\w+\.)?localhost:3000([^\s>]*)>/g)].map(([, path]) => path || '/')
  return [...code, ...links].map((address) => address.replace(/\?.*$/, ''))
}

const documents = ['README.md', ...globSync('docs/*.md', { cwd: root })]

let portal: TestPortal
beforeAll(async () => {
  const [podcast, ...podcasts] = SEED.podcasts
  const [first, ...episodes] = podcast!.episodes
  const audio = { ...first!.audio, chapters: [{ start: 0, title: 'Begrüßung' }] }
  portal = await openTestPortal({
    seed: { ...SEED, podcasts: [{ ...podcast!, episodes: [{ ...first!, audio }, ...episodes] }, ...podcasts] },
    env: {
      DEMO: '1',
      INGEST_KEY: KEYS.ingest,
      CONTENT_SERVICE_KEY: KEYS.content,
      SUBSCRIPTION_SERVICE_KEY: KEYS.subscription,
      USER_SERVICE_KEY: KEYS.user,
      NEWSLETTER_SERVICE_KEY: KEYS.newsletter,
      FIGURES_SERVICE_KEY: KEYS.figures,
      PUSH_SERVICE_KEY: KEYS.push,
      MAIL_SERVICE_KEY: KEYS.mail,
      PAYWALL_SERVICE_KEY: KEYS.paywall,
      PAYMENT_PROVIDERS: 'test-bank,invoice,stripe',
      STRIPE_SECRET_KEY: 'sk_test_of_nobody',
      STRIPE_WEBHOOK_SECRET: KEYS.stripe,
      STRIPE_API_URL: 'http://127.0.0.1:9',
      GOOGLE_CLIENT_ID: 'google-of-the-test',
    },
  })
})
afterAll(() => portal.close())

const ask = ({ method = 'GET', path, publication = 'ak', headers = {}, body }: Row, without: string[] = []) =>
  portal.get(path, {
    method,
    publication,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !without.includes(name))),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : body() }),
  })

describe('addresses named by README and the documents', () => {
  it.each(documents)('are in the table: %s', (path) => {
    const known = new Set(ROWS.map(({ documented }) => documented))
    const missing = listNamed(readFileSync(`${root}/${path}`, 'utf8')).filter((address) => !known.has(address))
    expect(missing).toEqual([])
  })

  it('the table says correctly which document names them', () => {
    const named = new Set(documents.flatMap((path) => listNamed(readFileSync(`${root}/${path}`, 'utf8'))))
    const claimed = ROWS.flatMap(({ documented }) => documented ?? [])
    expect(claimed.filter((address) => !named.has(address))).toEqual([])
  })

  it('are found in every notation', () => {
    expect(
      listNamed(
        '`/a/{b}` and `POST /c?d=e`, `{origin}/f`, <http://fb.localhost:3000>, <http://localhost:3000/g>, `npm run /h`, `i/j`',
      ),
    ).toEqual(['/a/{b}', '/c', '/f', '/', '/g'])
    expect(documents.flatMap((path) => listNamed(readFileSync(`${root}/${path}`, 'utf8'))).length).toBeGreaterThan(55)
  })

  it.each(
    ANSWERING.map((row): [string, Row] => [
      `${row.method ?? 'GET'} ${row.path} (${row.publication ?? 'ak'}): ${String(row.status)}`,
      row,
    ]),
  )('answers %s', async (_name, row) => {
    const answer = await ask(row)
    const text = await answer.text()
    expect([row.status].flat(), text.slice(0, 300)).toContain(answer.status)
    if (row.header !== undefined) expect(answer.headers.get(row.header[0])).toBe(row.header[1])
    if (row.type !== undefined) expect(answer.headers.get('content-type')).toMatch(row.type)
    if (row.location !== undefined) expect(answer.headers.get('location')).toMatch(row.location)
    if (row.text !== undefined) expect(text).toMatch(row.text)
  })

  it.each(GUARDED.map((row): [string, Row] => [`${row.method ?? 'GET'} ${row.path}`, row]))(
    'refuses a request without the key, or with another one: %s',
    async (_name, row) => {
      expect((await ask(row, ['authorization'])).status).toBe(401)
      expect(
        (await ask({ ...row, headers: { ...row.headers, authorization: 'Bearer another-key-than-that' } })).status,
      ).toBe(401)
    },
  )
})

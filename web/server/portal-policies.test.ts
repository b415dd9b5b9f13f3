import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAddresses } from './routes.testing.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'
import { TestReader } from './reader.testing.ts'

const KEY = 'one-key-for-every-service-here'

let portal: TestPortal
let reader: TestReader

beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', SUBSCRIPTION_SERVICE_KEY: KEY } })
  reader = new TestReader(portal, 'ak')
  if ((await reader.login(toDemoEmail('plus'))).status !== 200) throw new Error('The reader cannot log in')
})
afterAll(() => portal.close())

const isBelow = (path: string) => /^\/(?:api|__[^/]*)(?:\/|$)/.test(path)
const directives = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? '').split(';').map(
      (one) =>
        one
          .trim()
          .split(/\s+(.*)/)
          .slice(0, 2) as [string, string],
    ),
  )

/** HTML pages below `/api` and `/__…`, with policies of their own. */
const PAGES = [
  '/__mein-portal/dialog-flow/login',
  '/__mein-portal/dialog-flow/registration',
  '/__mein-portal/dialog-flow/forgot-password',
  '/__mein-portal/bookmarks',
  '/__services/mail',
  '/__services/content/docs',
  '/__services/portal/docs',
  '/__services/auth/docs',
  '/__services/sso/ak/interaction/none',
  '/api/oauth2/apple/callback',
  '/api/payments/test-bank/step',
]

describe('answers below /api and /__', () => {
  it('have a policy that allows nothing, except pages', async () => {
    const addresses = (await listAddresses(portal)).filter(({ path }) => isBelow(path))
    expect(addresses.length).toBeGreaterThan(200)
    const faults: string[] = []
    const html = new Set<string>()
    // Endpoints that end the session come last.
    const ordered = addresses.toSorted(
      (a, b) => Number(/logout|erasure/.test(a.path)) - Number(/logout|erasure/.test(b.path)),
    )
    for (const { method, path } of ordered) {
      const answer = await reader.ask(path, {
        method,
        headers: { origin: reader.origin },
        ...(method === 'GET' ? {} : { body: '{}' }),
      })
      const policy = answer.headers.get('content-security-policy')
      const type = answer.headers.get('content-type') ?? ''
      const line = `${method} ${path}: ${answer.status} ${type} with ${policy ?? 'no policy'}`
      const rules = directives(policy)
      if (rules['default-src'] !== "'none'") faults.push(`${line}: anything may load`)
      if (!('frame-ancestors' in rules)) faults.push(`${line}: anybody may frame it`)
      if (/html/.test(type)) html.add(path)
      else if (!('sandbox' in rules) && !path.startsWith('/__services/sso/')) faults.push(`${line}: no sandbox`)
      if (/html/.test(type) && 'sandbox' in rules && !path.endsWith('/html'))
        faults.push(`${line}: a page that cannot run`)
      if (/html|svg|xml/.test(type) && !/html/.test(type)) faults.push(`${line}: a type that may run`)
    }
    expect(faults).toEqual([])
    expect(html.size).toBeGreaterThan(8)
  })

  it('allow nothing at unknown addresses either', async () => {
    const open: string[] = []
    for (const path of [
      '/api/nothing',
      '/api',
      '/__nothing/x',
      '/__services/nothing',
      '/__proxy_content_api/v5/nothing/x',
    ])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await portal.get(path, { method })
        const type = answer.headers.get('content-type') ?? ''
        const policy = answer.headers.get('content-security-policy') ?? ''
        // An error page is a page.
        if (!type.includes('html') && !policy.includes('sandbox')) open.push(`${method} ${path}`)
      }
    expect(open).toEqual([])
  })

  it.each(PAGES)('show %s as a page', async (path) => {
    const answer = await portal.get(path, { headers: { 'sec-fetch-dest': 'iframe' } })
    const rules = directives(answer.headers.get('content-security-policy'))
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(rules).not.toHaveProperty('sandbox')
    expect(rules['style-src']).toContain("'unsafe-inline'")
    expect(rules).toHaveProperty('frame-ancestors')
    if (path.startsWith('/__mein-portal/'))
      expect([rules['script-src'], rules['frame-ancestors']]).toEqual([expect.stringContaining("'self'"), "'self'"])
  })
})

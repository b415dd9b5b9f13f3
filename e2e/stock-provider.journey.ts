/**
 * Sign-on at a publisher's OpenID Connect provider with default settings: it does not know the portal's special claims,
 * sends no name in its ID tokens and gives a refresh token only after its consent page.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findFreePort } from '@lokalteil/tools/free-port'
import { isLoggedIn, readClaims, shiftClock, untilAnonymous, untilReader } from './account-reader.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, openReader, untilAlive, type Reader, untilQuiet } from './reader.ts'
import { agreeThere, openStockProvider, signInThere, type StockProvider } from './stock-provider.ts'

const HOUR = 3_600_000
const JANA = {
  given_name: 'Jana',
  family_name: 'Sommer',
  email: 'jana@example.org',
  email_verified: true,
  realm_access: { roles: ['PLUS_USER', 'offline'] },
}

let provider: StockProvider
let portal: OwnPortal
let reader: Reader
let page: Page
let context: BrowserContext
let log = ''
/** Addresses of loaded documents, in order. */
let documents: string[]

async function openAll(options: {
  env?: Record<string, string>
  client?: object
  people?: Record<string, object>
}): Promise<void> {
  const port = await findFreePort()
  provider = await openStockProvider(`http://localhost:${port}`, options)
  portal = await openOwnPortal({ port, hasMovableClock: true, env: { ...provider.env, ...options.env } })
  log = ''
  portal.child.stdout!.on('data', (data: Buffer) => (log += data))
  portal.child.stderr!.on('data', (data: Buffer) => (log += data))
}
async function closeAll(): Promise<void> {
  await portal?.close()
  await provider?.close()
}

beforeEach(async () => {
  await moveClock(portal, 0)
  await provider.setClock(0)
  await provider.setPagesAway(false)
  reader = await openReader({ hasServiceWorker: true, context: { baseURL: portal.origin } })
  ;({ page, context } = reader)
  documents = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
})
afterEach(() => reader.leave())
afterAll(closeBrowser)

const open = async (path: string) => {
  await page.goto(path)
  await untilAlive(page)
}
const place = () => page.url().slice(portal.origin.length)
const names = async () => (await context.cookies(portal.origin)).map(({ name }) => name)

/** For the portal, the provider, this page and every later one. */
async function wait(ahead: number): Promise<void> {
  await untilQuiet(page)
  await moveClock(portal, ahead)
  await provider.setClock(ahead)
  await shiftClock(context, ahead)
}

async function logIn(login: string, path = '/autoren'): Promise<void> {
  await page.goto(`${path}#login`)
  await signInThere(page, provider.issuer, login)
  await page.waitForURL((url) => url.origin === portal.origin && url.search === '')
  await untilReader(page)
}

describe('with consent, and so with refresh tokens', () => {
  beforeAll(() => openAll({ env: { SSO_ROLES_CLAIM: 'realm_access.roles' }, people: { jana: JANA } }), 180_000)
  afterAll(closeAll)

  it(
    'R7.5-21 R4.2-01 R3.1-02 R3.1-04 R7.5-20 logs in with name and roles, stays so, renews, and logs out',
    { timeout: 120_000 },
    async () => {
      await logIn('jana')
      expect(place()).toBe('/autoren')
      await open('/account')
      await page.getByText('Guten Tag, Jana Sommer').waitFor()
      await page.reload()
      await page.getByText('Guten Tag, Jana Sommer').waitFor()
      expect(await names()).toEqual(expect.arrayContaining(['FA_ID_TOKEN', 'FA_CLAIMS', 'FA_REFRESH_TOKEN']))
      // The role comes nested from the userinfo endpoint; server and page know it.
      await expect.poll(() => page.evaluate(() => document.cookie)).toContain('cache_key=r:plus|')
      await page.locator('header a[href="/"]').first().click()
      await page.waitForURL((url) => url.pathname === '/')
      await untilReader(page)

      const before = (await readClaims(context))!.exp
      await wait(2 * HOUR)
      documents = []
      await page.evaluate(() => void window.navigation!.navigate('/schlagzeilen'))
      await page.waitForURL('**/schlagzeilen')
      await expect.poll(async () => (await readClaims(context))?.exp).toBeGreaterThan(before + 3600)
      await untilReader(page)
      expect(documents).toEqual([])
      await open('/account')
      await page.getByText('Guten Tag, Jana Sommer').waitFor()

      await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
      await untilAnonymous(page)
      // The page updates at once. The server first notifies the provider, which may take longer than the page's idle
      // time.
      const kept = async () => (await names()).filter((name) => /^(?:__Host-)?FA_/.test(name))
      await expect.poll(kept, { timeout: 30_000 }).toEqual(['__Host-FA_RELOGIN'])
      await untilQuiet(page)
      expect(await kept()).toEqual(['__Host-FA_RELOGIN'])
      expect(log).not.toContain('"level":"error"')
      // The provider still knows the browser, but asks again after a logout.
      await page.goto('/autoren#login')
      await page.waitForURL(`${provider.issuer}/interaction/**`)
      await page.locator('input[name="login"]').waitFor()
    },
  )

  it('a reader who cancels there returns to the starting page, without an error', async () => {
    await page.goto('/autoren#login')
    await page.waitForURL(`${provider.issuer}/interaction/**`)
    await page.getByRole('link', { name: /cancel/i }).click()
    await page.waitForURL(`${portal.origin}/autoren`)
    await untilAnonymous(page)
    expect([place(), log.includes('accounts-callback')]).toEqual(['/autoren', false])
  })
})

describe('with default settings only: no claims, no refresh token', () => {
  beforeAll(() => openAll({ client: { grant_types: ['authorization_code'] }, env: { SSO_CONSENT: '0' } }), 180_000)
  afterAll(closeAll)

  it(
    'R7.5-21 R4.2-26 logs in without a name, and asks the provider again when the token has expired',
    { timeout: 120_000 },
    async () => {
      await logIn('wer-auch-immer')
      expect(await names()).not.toContain('FA_REFRESH_TOKEN')
      await open('/account')
      await page.getByText('Guten Tag', { exact: true }).waitFor()

      // A page loaded with an expired token comes back unchanged, without a form.
      await wait(2 * HOUR)
      await open('/schlagzeilen')
      await page.waitForURL((url) => url.href === `${portal.origin}/schlagzeilen`)
      await untilReader(page)
      expect(documents.some((address) => address.includes('prompt=none'))).toBe(true)

      // The same for client-side navigation and a guarded page.
      await wait(4 * HOUR)
      await page.evaluate(() => void window.navigation!.navigate('/autoren'))
      await page.waitForURL((url) => url.href === `${portal.origin}/autoren`)
      await expect
        .poll(async () => (await readClaims(context))?.exp ?? 0)
        .toBeGreaterThan((Date.now() + 4 * HOUR) / 1000)
      await untilReader(page)
      await wait(6 * HOUR)
      await open('/newsletters')
      expect(place()).toBe('/newsletters')
      await untilReader(page)

      // When the provider has dropped its session the reader is logged out here too, after one silent request.
      await wait(8 * HOUR)
      await context.clearCookies({ domain: '127.0.0.1' })
      documents = []
      await open('/schlagzeilen')
      await untilAnonymous(page)
      await untilQuiet(page)
      expect([place(), await isLoggedIn(context)]).toEqual(['/schlagzeilen', false])
      expect(documents.filter((address) => address.includes('/login/start'))).toHaveLength(1)
    },
  )

  it('R4.2-26 while the provider is down there is no redirect loop, and the session comes back with it', async () => {
    await logIn('noch-jemand')
    await wait(2 * HOUR)
    await provider.setPagesAway(true)
    documents = []
    const askedThere = () => documents.filter((address) => address.startsWith(`${provider.issuer}/auth?`)).length
    await page.goto('/schlagzeilen')
    await page.waitForURL(`${provider.issuer}/auth?**`)
    // The provider shows an error; going back shows the page, logged out for now.
    await open('/schlagzeilen')
    await untilAnonymous(page)
    await untilQuiet(page)
    expect([place(), await isLoggedIn(context), askedThere()]).toEqual(['/schlagzeilen', true, 1])
    await provider.setPagesAway(false)
    await context.clearCookies({ name: '__Host-FA_SILENT' })
    await open('/schlagzeilen')
    await untilReader(page)
  })
})

describe('a configuration that cannot work', () => {
  beforeAll(() => openAll({ env: { SSO_CLIENT_SECRET: 'another secret' } }), 180_000)
  afterAll(closeAll)

  it('R7.5-21 shows the reader an error, and the log has the cause', async () => {
    await page.goto('/autoren#login')
    await signInThere(page, provider.issuer, 'jana')
    await agreeThere(page, provider.issuer).catch(() => {})
    await page.waitForURL(`${portal.origin}/error/login-failed`)
    await page.getByText('Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.').waitFor()
    expect(await isLoggedIn(context)).toBe(false)
    await expect.poll(() => log).toMatch(/"event":"accounts-callback".*invalid_client/)
    expect(log).not.toContain('another secret')
  })
})

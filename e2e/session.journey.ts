/** A session in the browser: its cookies, its tabs, its end, and the handling of old, forged or missing tokens. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  flowOf,
  isLoggedIn,
  logIn,
  logInByForm,
  readClaims,
  readMail,
  registerReader,
  shiftClock,
  toDemoEmail,
  toLink,
  untilAnonymous,
  untilReader,
} from './account-reader.ts'
import { listArticles } from './page-kinds.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, forgetSession, openReader, originOf, untilAlive, type Reader, untilQuiet } from './reader.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let reader: Reader
let page: Page
let context: BrowserContext

/** The page's session calls, in order. */
let asked: string[]
const SESSION_CALLS = /^\/api\/(validate|fa-public-key|mein\/oauth2\/(refresh|logout|login|registration)|users\/me)/

async function openContext(options: Parameters<typeof openReader>[0] = {}): Promise<void> {
  reader = await openReader({ hasServiceWorker: true, ...options })
  ;({ page, context } = reader)
  asked = []
  context.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (SESSION_CALLS.test(pathname)) asked.push(`${request.method()} ${pathname}${search}`)
  })
  // Survives navigations to new documents.
  await context.addInitScript(() => {
    for (const name of ['LOGIN_SUCCESS', 'LOGOUT_SUCCESS']) {
      document.addEventListener(name, () =>
        sessionStorage.setItem('heard', `${sessionStorage.getItem('heard') ?? ''}${name} `),
      )
    }
  })
}

const open = async (path: string, one = page) => {
  await one.goto(path)
  await untilAlive(one)
}
const place = (one = page) => one.url().slice(new URL(one.url()).origin.length)
const heard = () => page.evaluate(() => sessionStorage.getItem('heard')?.trim() ?? '')
const cookies = async () => new Map((await context.cookies()).map((cookie) => [cookie.name, cookie]))
const valueOf = async (name: string) => (await cookies()).get(name)?.value ?? null
const plusUser = (one = page) => one.evaluate(() => document.documentElement.dataset.plususer)
const count = (call: string) => asked.filter((one) => one === call).length

/** Corrupts the signature. */
async function tamper(): Promise<void> {
  const cookie = (await cookies()).get('FA_ID_TOKEN')!
  const letter = cookie.value.at(-10)!
  await context.addCookies([
    { ...cookie, value: `${cookie.value.slice(0, -10)}${letter === 'A' ? 'B' : 'A'}${cookie.value.slice(-9)}` },
  ])
}

afterAll(closeBrowser)
beforeEach(() => openContext())
afterEach(() => reader.leave())

describe('cookies', () => {
  it('R9-12 R9-26 R9-28 R9-29 R9-39 R9-40 R9-41 R4.2-09 of a login have the specified names, flags and days', async () => {
    await open('/autoren#login')
    await logInByForm(page)
    await untilReader(page)
    const days = (seconds: number) => Math.round((seconds * 1000 - Date.now()) / DAY)
    const found = await cookies()
    const look = (name: string) => {
      const { httpOnly, secure, sameSite, path, expires } = found.get(name)!
      return [name, httpOnly, secure, sameSite, path, days(expires)]
    }
    expect(
      ['FA_ID_TOKEN', 'idToken', 'FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN', 'FA_REFRESH_TOKEN_ID', 'content_jwt'].map(look),
    ).toEqual([
      ['FA_ID_TOKEN', false, true, 'Lax', '/', 30],
      ['idToken', false, true, 'Lax', '/', 30],
      ['FA_ACCESS_TOKEN', true, true, 'Lax', '/', 30],
      ['FA_REFRESH_TOKEN', true, true, 'Lax', '/', 30],
      ['FA_REFRESH_TOKEN_ID', true, true, 'None', '/', 30],
      // Also written by scripts: Secure if the page is.
      ['content_jwt', false, found.get('content_jwt')!.secure, 'Lax', '/', 30],
    ])
    expect(found.get('idToken')!.value).toBe(found.get('FA_ID_TOKEN')!.value)
    expect(found.get('anon_cookie')!.value).toBe((await readClaims(context))!.sub)
    // Tokens readable by scripts authorise nothing: none of them may write.
    const readable = await page.evaluate(() => document.cookie)
    for (const name of ['FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN']) expect(readable).not.toContain(found.get(name)!.value)
  })

  it('R9-15 R9-18 R9-33 R9-35 of a visit are the anonymous id and the cache key, for thirty days from the last one', async () => {
    await open('/autoren')
    await expect.poll(() => valueOf('cache_key')).toBe('r:|c:0|p:0')
    await expect.poll(async () => (await valueOf('anon_cookie')) ?? '').toMatch(/^[1-9]\d{0,19}$/)
    const id = await valueOf('anon_cookie')
    const first = (await cookies()).get('anon_cookie')!.expires
    expect([Math.round((first * 1000 - Date.now()) / DAY), (await cookies()).get('cache_key')!.path]).toEqual([30, '/'])
    await page.waitForTimeout(1100)
    await open('/schlagzeilen')
    await expect.poll(async () => (await cookies()).get('anon_cookie')!.expires).toBeGreaterThan(first + 0.9)
    expect(await valueOf('anon_cookie')).toBe(id)
  })

  it('R9-17 R9-32 of an article count the visit, for eight days', async () => {
    const [article] = await listArticles()
    await open(article!.targetPathOrUrl)
    await expect.poll(() => valueOf('recent_visits')).toBe('1')
    const { expires, path } = (await cookies()).get('recent_visits')!
    expect([Math.round((expires * 1000 - Date.now()) / MINUTE), path]).toEqual([11_520, '/'])
    // A returning reader may get a personalised page.
    await open('/autoren')
    await expect.poll(() => valueOf('cache_key')).toBe('r:|c:0|p:1')
  })

  it('R4.2-11 R9-18 contain the class of the logged-in reader, and the page the values for advertising', async () => {
    await logIn(context, toDemoEmail('plus'))
    await open('/autoren')
    await expect.poll(() => valueOf('cache_key')).toBe('r:plus|c:0|p:0')
    expect(await plusUser()).toBe('ja')
  })
})

describe('a login', () => {
  it('R4.2-01 R4.2-03 R4.2-21 R4.2-22 R4.2-23 validates, refreshes, notifies the page, and loads the reader’s data', async () => {
    const loaded = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/api/mein/oauth2/registration/form/missing-fields',
    )
    await open('/autoren#login')
    await logInByForm(page)
    await untilReader(page)
    await loaded
    await expect.poll(heard).toBe('LOGIN_SUCCESS')
    const order = [
      'POST /api/mein/oauth2/login',
      'GET /api/validate?forceRefresh=true',
      'POST /api/mein/oauth2/refresh',
    ].map((call) => asked.indexOf(call))
    expect(order.every((at, index) => at >= 0 && (index === 0 || at > order[index - 1]!))).toBe(true)
    expect(place()).toBe('/autoren')
    // The next page of the same session requests only the key.
    asked = []
    await open('/schlagzeilen')
    await untilReader(page)
    expect(asked.filter((call) => /refresh|validate|login/.test(call))).toEqual([])
  })

  it('R4.1-01 R4.1-08 brings the session of the content API with it', async () => {
    await open('/autoren#login')
    const known = page.waitForResponse(
      (response) => new URL(response.url()).pathname.endsWith('/users/me') && response.ok(),
    )
    await logInByForm(page)
    expect(((await (await known).json()) as { email: string }).email).toBe(toDemoEmail('free'))
  })

  it('is refused after too many wrong passwords, with the time to wait', { timeout: 90_000 }, async () => {
    const { email, password } = await registerReader(context)
    await forgetSession(context)
    const { origin } = new URL(originOf())
    for (let attempt = 0; attempt < 11; attempt++) {
      const answer = await context.request.post('/api/mein/oauth2/login', {
        data: { email, password: `falsch ${attempt}` },
        headers: { origin },
      })
      expect([401, 429]).toContain(answer.status())
    }
    await open('/autoren#login')
    await logInByForm(page, email, password)
    await flowOf(page).getByText('Das waren zu viele Versuche. Bitte warten Sie eine Viertelstunde').waitFor()
    expect([await isLoggedIn(context), await flowOf(page).getByLabel('E-Mail-Adresse').inputValue()]).toEqual([
      false,
      email,
    ])
  })
})

describe('a logout', () => {
  it('R2.8-01 R2.8-02 R4.2-32 R4.2-33 R4.2-34 R4.2-35 R4.2-41 R9-14 by ?logout ends both sessions and stores the way back', async () => {
    await logIn(context, toDemoEmail('plus'))
    await open('/autoren')
    await untilReader(page)
    const { sub } = (await readClaims(context))!
    await page.goto('/schlagzeilen?logout=1')
    await untilAnonymous(page)
    await expect.poll(() => place()).toBe('/schlagzeilen')
    await page.getByText('Erfolgreich ausgeloggt').waitFor()
    const left = await cookies()
    expect(
      ['FA_ID_TOKEN', 'idToken', 'FA_ACCESS_TOKEN', 'FA_REFRESH_TOKEN', 'FA_REFRESH_TOKEN_ID', 'content_jwt'].filter(
        (name) => left.has(name),
      ),
    ).toEqual([])
    expect([await heard(), await plusUser(), count('GET /api/mein/oauth2/logout')]).toEqual([
      'LOGOUT_SUCCESS',
      'nein',
      1,
    ])
    const [name, state] = [...left].find(([one]) => one.startsWith('DM_STATE_'))!
    expect([name.replace(/[0-9a-f]{16}$/, ''), decodeURIComponent(state.value)]).toEqual(['DM_STATE_', '/schlagzeilen'])
    expect(left.get('anon_cookie')!.value).not.toBe(sub)
    await page.goBack()
    expect(place()).toBe('/autoren')
    await page.goto(`/autoren?state=${name.slice('DM_STATE_'.length)}`)
    await page.waitForURL('**/schlagzeilen')
    expect((await cookies()).has(name)).toBe(false)
  })

  it('R4.2-31 leaves a page of the account for the home page, and stays on one that has no guard', async () => {
    await logIn(context, toDemoEmail('free'))
    await open('/newsletters')
    await page.goto('/newsletters?logout')
    await page.waitForURL((url) => url.pathname === '/' && url.search === '')
    await untilAnonymous(page)
    await untilQuiet(page)
    await logIn(context, toDemoEmail('free'))
    await page.goto('/bookmarks?logout')
    await untilAnonymous(page)
    await expect.poll(() => place()).toBe('/bookmarks')
  })

  it('R4.2-32 is tried twice, and reports that the server was not reached; in this browser it is complete', async () => {
    await logIn(context, toDemoEmail('free'))
    await open('/autoren')
    await untilReader(page)
    await context.route('**/api/mein/oauth2/logout', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/autoren?logout')
    await page.getByText('Abmelden fehlgeschlagen. Bitte versuchen Sie es erneut.').waitFor()
    expect([
      count('GET /api/mein/oauth2/logout'),
      await isLoggedIn(context),
      (await cookies()).has('FA_REFRESH_TOKEN'),
    ]).toEqual([2, false, true])
    // The httpOnly cookie must not log in again by itself.
    await open('/schlagzeilen')
    await untilAnonymous(page)
    await page.waitForTimeout(500)
    expect(await isLoggedIn(context)).toBe(false)
  })
})

describe('parameters of the address', () => {
  it.each([
    ['%2F%2Fevil.example', 'another site'],
    ['https%3A%2F%2Fevil.example%2F', 'another site in full'],
    ['%2Fautoren', 'this page'],
  ])('R2.8-03 R2.8-05 state with %s (%s) redirects nowhere, and its cookie is deleted', async (value) => {
    await context.addCookies([{ name: 'DM_STATE_abc', value, url: originOf() }])
    await open('/autoren?state=abc')
    await expect.poll(() => place()).toBe('/autoren')
    expect([(await cookies()).has('DM_STATE_abc'), reader.foreignRequests]).toEqual([false, []])
  })

  it('R2.8-03 state reads only a cookie of return paths', async () => {
    await context.addCookies([{ name: 'geheim', value: '%2Fschlagzeilen', url: originOf() }])
    await open('/autoren?state=geheim')
    await expect.poll(() => place()).toBe('/autoren')
    expect((await cookies()).has('geheim')).toBe(true)
  })

  it('R2.8-06 R4.2-27 userState makes a logged-in reader’s page refresh, and no other', async () => {
    await open('/autoren?userState=login')
    await expect.poll(() => place()).toBe('/autoren')
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
    await logIn(context, toDemoEmail('free'))
    const before = await valueOf('FA_REFRESH_TOKEN')
    await open('/autoren?userState=login')
    await expect.poll(() => place()).toBe('/autoren')
    await expect.poll(() => count('POST /api/mein/oauth2/refresh')).toBe(1)
    await expect.poll(() => valueOf('FA_REFRESH_TOKEN')).not.toBe(before)
  })
})

describe('a login that the server revokes', () => {
  it.each(['validate?forceRefresh=true', 'mein/oauth2/refresh'])(
    'R4.2-28 R2.8-06 %s refused after ?userState logs out, and says so',
    async (call) => {
      await logIn(context, toDemoEmail('plus'))
      await open('/autoren')
      await untilReader(page)
      await context.route(`**/api/${call}`, (route) =>
        route.fulfill({ status: 401, json: { valid: false, code: 'SESSION_ENDED' } }),
      )
      await page.goto('/autoren?userState=login')
      await page.getByText('Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.').waitFor()
      await untilAnonymous(page)
      await expect.poll(() => isLoggedIn(context)).toBe(false)
      expect([place(), await heard(), await plusUser()]).toEqual(['/autoren', 'LOGOUT_SUCCESS', 'nein'])
    },
  )
})

describe('the page after a login', () => {
  it('S9-04 R4.2-13 belongs to its dialog: closed without a login, the next login stays on its page', async () => {
    await page.goto('/newsletters')
    await flowOf(page).locator('html[data-hydrated]').waitFor({ state: 'attached' })
    const { expires } = (await cookies()).get('redirectAfterLogin')!
    expect(Math.round((expires * 1000 - Date.now()) / DAY)).toBe(30)
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await cookies()).has('redirectAfterLogin')).toBe(false)
    await open('/sport')
    await page.locator('header a[href="#login"]').first().click()
    await logInByForm(page)
    await untilReader(page)
    await untilQuiet(page)
    expect(place()).toBe('/sport')
  })

  it('R4.2-13 is kept from one form of the dialog to the next, and by Back', async () => {
    await open('/autoren')
    await page.evaluate(() => void window.navigation!.navigate('/newsletters'))
    await flowOf(page).getByRole('button', { name: 'Passwort vergessen' }).click()
    await page.waitForURL('**#forgot-password')
    expect((await cookies()).has('redirectAfterLogin')).toBe(true)
    await page.goBack()
    await expect.poll(async () => (await cookies()).has('redirectAfterLogin')).toBe(false)
  })

  it('R4.2-13 is dropped when the page is left with its dialog, and kept over a reload', async () => {
    await page.goto('/autoren')
    await page.goto('/newsletters')
    await flowOf(page).locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page.reload()
    await flowOf(page).locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await page.waitForTimeout(600)
    expect((await cookies()).has('redirectAfterLogin')).toBe(true)
    await page.goto('/sport')
    await expect.poll(async () => (await cookies()).has('redirectAfterLogin')).toBe(false)
  })
})

describe('two tabs', () => {
  it(
    'R3.2-01 R3.2-02 notice each other’s login and logout without exchanging the identity',
    { timeout: 90_000 },
    async () => {
      const other = await context.newPage()
      await open('/schlagzeilen', other)
      await open('/autoren#login')
      await logInByForm(page)
      await untilReader(page)
      await untilReader(other)
      expect([await plusUser(other), place(other)]).toEqual(['nein', '/schlagzeilen'])
      const shared = await other.evaluate(() => localStorage.getItem('userState') ?? '')
      const claims = (await readClaims(context))!
      for (const secret of [claims.sub, claims.email, String(claims.firstName), 'eyJ'])
        expect(shared).not.toContain(secret)
      await open('/account', other)
      await page.goto('/autoren?logout')
      await untilAnonymous(page)
      await other.waitForURL((url) => url.pathname === '/')
      await untilAnonymous(other)
    },
  )

  it('R3.2-02 ignore other scripts that claim a login', async () => {
    const other = await context.newPage()
    await open('/schlagzeilen', other)
    await open('/autoren')
    await page.waitForFunction(() => window.sso !== undefined)
    await other.evaluate(() => {
      const message = {
        loginStatus: true,
        isNewVerifiedRegistration: false,
        missedConsentFormFields: [],
        onboardingCompleted: null,
        gdprConsent: null,
        stateKey: null,
        bookmarkCount: 3,
        hasBookmarks: true,
        hasTagBookmarks: true,
      }
      new BroadcastChannel('userState').postMessage(message)
    })
    await page.waitForTimeout(800)
    expect(await page.locator('header a[href="#login"]').count()).toBe(1)
  })
})

describe('tokens at the start of a page', () => {
  it('R4.2-29 R5-05 an invalid one is validated once and replaced', async () => {
    await logIn(context, toDemoEmail('free'))
    await tamper()
    const forged = await valueOf('FA_ID_TOKEN')
    await open('/autoren')
    await untilReader(page)
    expect([asked.filter((call) => call.includes('/api/validate')), (await valueOf('FA_ID_TOKEN')) === forged]).toEqual(
      [['GET /api/validate?forceRefresh=false'], false],
    )
  })

  it('R4.2-30 R4.2-37 R4.2-38 R4.2-41 one without a session behind it ends the session', async () => {
    await logIn(context, toDemoEmail('plus'))
    const { sub } = (await readClaims(context))!
    await tamper()
    await context.clearCookies({ name: /REFRESH/ })
    await open('/autoren')
    await untilAnonymous(page)
    await expect.poll(() => isLoggedIn(context)).toBe(false)
    expect([
      asked.filter((call) => call.includes('/api/validate')).length,
      await plusUser(),
      await valueOf('cache_key'),
    ]).toEqual([1, 'nein', 'r:|c:0|p:0'])
    expect(await valueOf('anon_cookie')).not.toBe(sub)
  })

  it.each(['eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.AAAA', '0f8e-no-jwt-at-all'])(
    'R4.1-01 R4.1-02 the content API’s is sent, whatever its form, and deleted when it is refused: %s',
    async (value) => {
      await context.addCookies([{ name: 'content_jwt', value, url: originOf() }])
      await open('/autoren')
      await expect.poll(async () => (await cookies()).has('content_jwt')).toBe(false)
      expect(asked.filter((call) => call.includes('/users/me'))).toHaveLength(1)
    },
  )
})

describe('when time passes', () => {
  let portal: OwnPortal
  let origin = ''
  beforeAll(async () => {
    portal = await openOwnPortal({ hasMovableClock: true })
    origin = portal.origin
  })
  afterAll(async () => {
    await portal.close()
  })
  beforeEach(async () => {
    await reader.leave()
    await moveClock(portal, 0)
    await openContext({ context: { baseURL: origin } })
  })

  /** For the server, this page and every later one. */
  async function wait(ahead: number): Promise<void> {
    // Open requests belong to the time before.
    await untilQuiet(page)
    await moveClock(portal, ahead)
    await shiftClock(context, ahead)
  }

  it('R4.2-26 a navigation with an old token renews it once, without a login', async () => {
    await logIn(context, toDemoEmail('free'), undefined, origin)
    await open('/autoren')
    await untilReader(page)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    const before = (await readClaims(context))!.exp
    await wait(20 * MINUTE)
    asked = []
    await page.evaluate(() => void window.navigation!.navigate('/schlagzeilen'))
    await page.waitForURL('**/schlagzeilen')
    await expect.poll(async () => (await readClaims(context))?.exp).toBeGreaterThan(before + 15 * 60)
    expect(count('POST /api/mein/oauth2/refresh')).toBe(1)
    await untilReader(page)
    // A page loaded with an old token works as well.
    await wait(40 * MINUTE)
    await open('/account')
    await page.getByRole('button', { name: 'Abmelden', exact: true }).waitFor()
    expect(place()).toBe('/account')
  })

  it('R4.2-28 R4.2-31 a navigation with a refused refresh ends the session', async () => {
    await logIn(context, toDemoEmail('free'), undefined, origin)
    await open('/autoren')
    await untilReader(page)
    await wait(20 * MINUTE)
    await context.clearCookies({ name: /REFRESH/ })
    await page.evaluate(() => void window.navigation!.navigate('/schlagzeilen'))
    await untilAnonymous(page)
    await expect.poll(async () => [await isLoggedIn(context), await heard()]).toEqual([false, 'LOGOUT_SUCCESS'])
  })

  it('after a month without a visit the reader logs in again, and gets to the requested page', async () => {
    await logIn(context, toDemoEmail('free'), undefined, origin)
    await open('/autoren')
    await untilReader(page)
    // The browser keeps its cookies: the server must have dropped the session.
    const kept = (await context.cookies()).map((cookie) => ({ ...cookie, expires: Date.now() / 1000 + 90 * 86_400 }))
    await context.addCookies(kept)
    await wait(31 * DAY)
    await page.goto('/account')
    expect(place()).toBe('/#login')
    await logInByForm(page)
    await page.waitForURL('**/account')
  })

  it('R2.2-22 R2.2-21 a reset link older than an hour shows its error and sets nothing', async () => {
    const { email } = await registerReader(context, { origin })
    await context.request.post(`${origin}/api/auth/forgot-password`, { data: { email }, headers: { origin } })
    const link = toLink(await readMail(email, /^Ihr neues Passwort/, origin), 'Neues Passwort festlegen')
    await wait(61 * MINUTE)
    await page.goto(link)
    await page.waitForURL('**/error/expired-code')
    expect(await page.locator('main').innerText()).toContain(
      'Dieser Link ist abgelaufen. Bitte fordern Sie einen neuen an.',
    )
  })
})

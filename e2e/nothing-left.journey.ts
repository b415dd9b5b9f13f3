/**
 * Nothing of a reader stays in the browser for the next one: after using every function, everything the browser stores
 * is listed and compared with the allow-list (`domain/consent/device-data.ts`), for every way a login can end.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { ALL_VENDORS, grantVendors } from '@lokalteil/domain/consent/consent'
import { DEVICE_CACHES, DEVICE_COOKIES, DEVICE_STORAGE, isKept } from '@lokalteil/domain/consent/device-data'
import { isLoggedIn, logInByForm, readClaims, toDemoEmail, untilAnonymous, untilReader } from './account-reader.ts'
import { listArticles } from './page-kinds.ts'
import { closeBrowser, openReader, originOf, storeConsent, untilAlive, type Reader, untilQuiet } from './reader.ts'

let reader: Reader
let page: Page
let context: BrowserContext
let paid: { id: string; path: string }

beforeEach(async () => {
  reader = await openReader({ hasServiceWorker: true })
  ;({ page, context } = reader)
  page.setDefaultTimeout(20_000)
  await storeConsent(context, grantVendors(ALL_VENDORS), originOf())
})
afterEach(() => reader.leave())
afterAll(closeBrowser)

const open = async (path: string, one = page) => {
  await one.goto(path)
  await untilAlive(one)
}
const valueOf = async (name: string) => (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? ''

/** Texts that identify the reader or their actions; they must not be stored afterwards. */
type Traces = { words: string[]; trackingId: string; anonId: string }

/** Reads, bookmarks, follows, types, opens the account, begins an order, and changes the device's settings. */
async function live(): Promise<Traces> {
  const articles = (await listArticles()).filter(({ targetPathOrUrl }) => targetPathOrUrl.startsWith('/'))
  const free = articles.find(({ contentRestriction }) => contentRestriction === 'free')!
  const found = articles.find(({ contentRestriction }) => contentRestriction === 'paid')!
  paid = { id: found.documentId, path: found.targetPathOrUrl }

  await page.goto('/newsletters')
  await logInByForm(page, toDemoEmail('plus'))
  await page.waitForURL('**/newsletters')
  await untilReader(page)
  const claims = (await readClaims(context))!
  await page.waitForSelector('html[data-offline-app~="offline-ready"]', { state: 'attached' })
  for (const path of [free.targetPathOrUrl, paid.path, '/sport']) {
    await open(path)
    await untilReader(page)
    await page.mouse.wheel(0, 1500)
    await page.waitForTimeout(1200)
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readArticles') ?? '')).toContain(paid.id)
  await open(paid.path)
  await page.locator('[data-access="open"][data-paid]').waitFor()
  await page.locator('[data-bookmark]').first().click()
  await open('/read-articles')
  await untilReader(page)
  await untilQuiet(page)
  const isSynced = () => page.evaluate(() => localStorage.getItem('readArticlesSync') === '1')
  // The account restores this preference, possibly at the same moment as the checkbox is clicked.
  const wish = page.getByLabel('Auf allen meinen Geräten')
  await expect
    .poll(async () => (await isSynced()) || (await wish.click(), false), { interval: 2000, timeout: 15_000 })
    .toBe(true)
  await open('/suche?q=Rathaus')
  await open('/account/abo')
  await open('/order/abo?einladung=abcdefghijklmnopqrst')
  await expect.poll(() => valueOf('invitation')).not.toBe('')
  await open('/order/checkout?offer=plus-monat')
  await page.evaluate(() => {
    localStorage.setItem('color-mode', 'dark')
    localStorage.setItem('written-by-what-comes-next', 'x')
    sessionStorage.setItem('held-state', '{"at":0,"values":{"text":"Entwurf"}}')
    document.cookie = 'fontSize=125; path=/; max-age=1000'
    document.cookie = 'bookmarkedArticleId=1; path=/; max-age=1000'
    document.cookie = 'redirectAfterLogin=/account; path=/; max-age=1000'
  })
  await open('/schlagzeilen')
  await untilReader(page)
  await untilQuiet(page)
  const { trackingId, anonId } = { trackingId: await valueOf('FA_CPC'), anonId: await valueOf('anon_cookie') }
  expect([trackingId !== '', anonId]).toEqual([true, claims.sub])
  const words = [claims.sub, claims.email, String(claims.firstName), String(claims.lastName), paid.id, trackingId]
  return { words: words.filter((word) => word !== ''), trackingId, anonId }
}

/** Everything the browser stores for this site, one line each. */
async function listAll(one: Page): Promise<{ place: string; name: string; value: string }[]> {
  const cookies = (await context.cookies()).map(({ name, value }) => ({ place: 'cookie', name, value }))
  const stored = await one.evaluate(async () => {
    const found: { place: string; name: string; value: string }[] = []
    for (const [place, storage] of Object.entries({ local: localStorage, session: sessionStorage }))
      for (const [name, value] of Object.entries(storage)) found.push({ place, name, value: String(value) })
    for (const cache of await caches.keys())
      for (const request of await (await caches.open(cache)).keys())
        found.push({ place: 'cache', name: cache, value: new URL(request.url).pathname })
    for (const { name } of await indexedDB.databases()) found.push({ place: 'database', name: name ?? '', value: '' })
    found.push({ place: 'history', name: 'state', value: JSON.stringify(history.state) })
    return found
  })
  return [...cookies, ...stored]
}

/**
 * Entries that must not be there any more. `inView`: the page the next reader looks at, which may be cached as such.
 */
async function listLeft({ words }: Traces, one: Page, inView: string): Promise<string[]> {
  return (await listAll(one))
    .filter(({ place, name, value }) => {
      if (words.some((word) => `${name} ${value}`.includes(word))) return true
      switch (place) {
        case 'cookie':
          return !isKept(name, DEVICE_COOKIES)
        case 'local':
          return !isKept(name, DEVICE_STORAGE)
        case 'cache':
          return !isKept(name, DEVICE_CACHES) && name !== 'pictures' && value !== inView
        case 'history':
          return value !== 'null'
        default:
          return true
      }
    })
    .map(({ place, name, value }) => `${place} ${name}=${value.slice(0, 80)}`)
}

/** Corrupts the token's signature and removes the refresh token, as after thirty days or an end on another device. */
async function endBehindThePage(): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === 'FA_ID_TOKEN')!
  await context.clearCookies({ name: /REFRESH/ })
  const letter = token.value.at(-10) === 'A' ? 'B' : 'A'
  await context.addCookies([{ ...token, value: token.value.slice(0, -10) + letter + token.value.slice(-9) }])
}

async function pressLogout(): Promise<void> {
  await open('/account')
  await page.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/' && url.search === '')
}

const WAYS: Record<string, () => Promise<string>> = {
  'the button of the account': async () => {
    await pressLogout()
    return '/'
  },
  'the button, before anything else of the page has come': async () => {
    await context.route(/\/assets\/(?:parts|reading|marks)[^/]*\.js/, () => {})
    await pressLogout()
    return '/'
  },
  '?logout': async () => {
    await page.goto('/autoren?logout')
    await expect.poll(() => new URL(page.url()).search).toBe('')
    return '/autoren'
  },
  'an end of which this browser was not notified': async () => {
    await endBehindThePage()
    await open('/autoren')
    return '/autoren'
  },
  'cookies that ended with it': async () => {
    await context.clearCookies({ name: /^(?:(?:__Host-)?FA_(?!CPC)|idToken|content_jwt)/ })
    await open('/autoren')
    return '/autoren'
  },
}

it.each(Object.keys(WAYS))('S2.2-12 R4.2-37 R4.2-39 R4.2-41 after %s', { timeout: 150_000 }, async (way) => {
  const traces = await live()
  const inView = await WAYS[way]!()
  await untilAnonymous(page)
  await expect.poll(() => isLoggedIn(context)).toBe(false)
  await expect.poll(() => listLeft(traces, page, inView), { timeout: 10_000 }).toEqual([])
  const kept = (await listAll(page)).map(({ name }) => name)
  expect(kept).toEqual(expect.arrayContaining(['color-mode', 'fontSize', 'consents']))
  // Late answers must not bring anything back.
  await untilQuiet(page, 1500)
  expect(await listLeft(traces, page, inView)).toEqual([])
  expect(await valueOf('FA_CPC')).not.toBe(traces.trackingId)
  await context.unroute(/./).catch(() => {})

  // The next reader finds an empty list, also after a reload.
  await open('/read-articles')
  await page.getByText('Sie haben noch keine Artikel gelesen.').waitFor()
  expect(await page.locator('main').innerText()).not.toContain(paid.path)
})

it(
  'S2.2-12 R3.2-01 after a logout in another tab: paid text disappears from view here',
  { timeout: 150_000 },
  async () => {
    const traces = await live()
    const other = await context.newPage()
    await open(paid.path, other)
    await other.locator('[data-access="open"][data-paid]').waitFor()
    await page.goto('/autoren?logout')
    await untilAnonymous(page)
    await other.waitForURL((url) => url.pathname === '/')
    await untilAnonymous(other)
    for (const one of [page, other])
      await expect
        .poll(async () => (await listLeft(traces, one, '/autoren')).filter((line) => line !== 'cache pages=/'))
        .toEqual([])
  },
)

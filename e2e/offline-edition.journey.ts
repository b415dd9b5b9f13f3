/** The offline edition, data saver, shared links, bookmarks made offline, and the list of keyboard shortcuts. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DEMO_PASSWORD, logIn, toDemoEmail, untilReader } from './account-reader.ts'
import { listArticles } from './page-kinds.ts'
import { expectAccessible, untilAlive, untilQuiet, type DeviceName } from './reader.ts'
import { hasOfflineState, withUnsteadyNetwork, visit } from './unsteady-network.ts'

const POLL = { timeout: 30_000, interval: 100 }
const PAGE = '/offline-ausgabe'

const behind = withUnsteadyNetwork()

/** Scripts of the open document. */
const readScripts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[src*="/assets/"]')].map(
      ({ src }) => new URL(src).pathname,
    ),
  )

const countKept = (page: Page) =>
  page.evaluate(async () => ((await caches.has('edition')) ? (await (await caches.open('edition')).keys()).length : 0))

it.each<DeviceName>(['phone', 'desk'])(
  'R1-51 the front page is downloaded, searched and read offline, and deleted again (%s)',
  async (device) => {
    const page = await behind.open(device)
    await visit(page, PAGE)
    await expectAccessible(page, { within: 'main' })
    await page.getByLabel('Mit Bildern').uncheck()
    await page.getByRole('button', { name: 'Ausgabe herunterladen' }).click()
    await page.getByText(/Gesichert .* auf diesem Gerät/).waitFor({ timeout: 60_000 })
    const listed = page.locator('section[aria-labelledby="kept-articles"] li')
    await expect.poll(() => listed.count(), POLL).toBeGreaterThanOrEqual(8)
    await expectAccessible(page, { within: 'main' })

    await behind.reader.context.setOffline(true)
    // An article not visited on this device.
    const link = listed.locator('a').nth(4)
    const title = (await link.textContent())!
    const path = (await link.getAttribute('href'))!
    await link.click()
    await page.waitForURL((url) => url.pathname === path)
    await expect.poll(() => page.textContent('article h1').catch(() => ''), POLL).toContain(title)
    // Still there after the lazy parts were requested.
    await untilAlive(page)
    const text = await page.textContent('article')
    await page.waitForTimeout(10_000)
    expect(await page.textContent('article h1')).toContain(title)
    expect((await page.textContent('article'))!.length).toBeGreaterThanOrEqual(text!.length)
    // A missing page leads to the list of saved ones.
    await page.goto('/suche?q=x')
    await untilAlive(page)
    await page.getByRole('searchbox', { name: 'In den gesicherten Artikeln suchen' }).fill(title.split(' ')[0]!)
    await expect.poll(() => listed.filter({ hasText: title }).count(), POLL).toBe(1)
    await expectAccessible(page, { within: 'section[aria-labelledby="kept-articles"]' })

    // The edition's page opens offline as well, and deletes everything.
    await page.goto(PAGE)
    await untilAlive(page)
    await page.getByRole('button', { name: 'Ausgabe löschen' }).click()
    await page.getByText('Die Ausgabe ist gelöscht.').waitFor()
    expect(await countKept(page)).toBe(0)
  },
)

it('R1-51 an edition is read offline after the site was built anew, and so is one of the new build', async () => {
  const page = await behind.open('phone')
  const listed = page.locator('section[aria-labelledby="kept-articles"] li a')
  async function download(): Promise<void> {
    await page.getByRole('button', { name: 'Ausgabe herunterladen' }).click()
    await page.getByText(/Gesichert .* auf diesem Gerät/).waitFor({ timeout: 60_000 })
  }
  /** An article not visited on this device; lazy parts are requested meanwhile. */
  async function readOffline(place: number): Promise<void> {
    await behind.reader.context.setOffline(true)
    const [title, path] = [await listed.nth(place).textContent(), await listed.nth(place).getAttribute('href')]
    await listed.nth(place).click()
    await page.waitForURL((url) => url.pathname === path)
    await expect.poll(() => page.textContent('article h1').catch(() => ''), POLL).toContain(title!)
    await untilAlive(page)
    const text = await page.textContent('article')
    await page.waitForTimeout(10_000)
    expect(await page.textContent('article h1')).toContain(title!)
    expect((await page.textContent('article'))!.length).toBeGreaterThanOrEqual(text!.length)
    await behind.reader.context.setOffline(false)
  }
  await visit(page, PAGE)
  await page.getByLabel('Mit Bildern').uncheck()
  await download()
  const before = await readScripts(page)

  behind.network.isRebuilt = true
  await visit(page, PAGE)
  const after = await readScripts(page)
  expect(after.filter((file) => before.includes(file))).toEqual([])
  await hasOfflineState(page, 'need-refresh')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Jetzt neu laden' }).click()
  await loaded
  await untilAlive(page)
  await hasOfflineState(page, 'offline-ready')
  await expect.poll(() => listed.count(), POLL).toBeGreaterThanOrEqual(8)
  await readOffline(4)

  // Kept pages of the last ten minutes would not be fetched again.
  await visit(page, PAGE)
  await page.getByRole('button', { name: 'Ausgabe löschen' }).click()
  await page.getByText('Die Ausgabe ist gelöscht.').waitFor()
  await download()
  await expect.poll(() => listed.count(), POLL).toBeGreaterThanOrEqual(8)
  await readOffline(6)
})

it('a link shared by another app is stored once, and can be removed', async () => {
  const page = await behind.open('phone')
  const { share_target } = (await (await fetch(`${behind.network.origin}/manifest.webmanifest`)).json()) as {
    share_target: { action: string; params: { text: string } }
  }
  const query = new URLSearchParams({ [share_target.params.text]: 'Gutes Stück: https://example.org/stueck' })
  await visit(page, `${share_target.action}?${query}`)
  const link = page.locator('section[aria-labelledby="shared-links"] a')
  await expect.poll(() => link.getAttribute('href'), POLL).toBe('https://example.org/stueck')
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: /^Link löschen/ }).click()
  await page.reload()
  await untilAlive(page)
  expect(await link.count()).toBe(0)
})

it('a reader who saves data sees the text, and a picture after a tap', async () => {
  const page = await behind.open('phone')
  await visit(page, '/')
  await page.evaluate(async () => {
    await (await caches.open('device')).put('/save-data', new Response('1'))
    ;(await navigator.serviceWorker.ready).active?.postMessage({ kind: 'save-data', isOn: true })
    for (const name of ['pictures', 'pages']) await caches.delete(name)
  })
  await page.goto('/sport')
  await untilAlive(page)
  await page.waitForSelector('html[data-offline-app]', { state: 'attached' })
  const picture = page.locator('main [data-document] img').first()
  // The placeholder has the picture's shape.
  const isWaiting = () =>
    picture.evaluate((image) => {
      const { naturalWidth, naturalHeight } = image as HTMLImageElement
      return Math.abs(naturalWidth / naturalHeight - 1.69) < 0.035
    })
  await expect.poll(isWaiting, POLL).toBe(true)
  const address = page.url()
  await picture.click({ force: true })
  await expect.poll(isWaiting, POLL).toBe(false)
  expect(page.url()).toBe(address)
})

it('R4.3-03 a bookmark and a reading without a connection are sent once there is one, each once', async () => {
  const page = await behind.open('desk')
  await logIn(behind.reader.context, toDemoEmail('plus'), DEMO_PASSWORD, behind.network.origin)
  await visit(page, '/read-articles')
  await untilReader(page)
  // The account restores this preference a moment after the login.
  await untilQuiet(page)
  const wish = page.getByRole('checkbox', { name: 'Auf allen meinen Geräten' })
  // Ticked when the account has stored it, not at the click.
  if (!(await wish.isChecked())) await wish.click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('readArticlesSync')), POLL).toBe('1')
  await visit(page, '/sport')
  const button = page.locator('main [data-bookmark]').first()
  await expect.poll(() => button.getAttribute('aria-pressed'), POLL).not.toBeNull()
  const before = await button.getAttribute('aria-pressed')
  const sent: string[] = []
  page.on('request', (request) => {
    if (/bookmarks?\//.test(request.url()) && request.method() !== 'GET') sent.push(request.method())
    if (request.url().endsWith('/read-articles/batch')) sent.push('read')
  })
  await behind.reader.context.setOffline(true)
  await button.click()
  await page.getByText('Gemerkt auf diesem Gerät').waitFor()
  // The state after reading an article of the edition.
  const [{ documentId } = { documentId: '' }] = await listArticles()
  await page.evaluate((id) => {
    const read = JSON.parse(localStorage.getItem('readArticles') ?? '[]') as object[]
    localStorage.setItem('readArticles', JSON.stringify([{ id, ts: Date.now(), progress: 1 }, ...read]))
  }, documentId)
  sent.length = 0
  await behind.reader.context.setOffline(false)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('marksLater')), POLL).toBeNull()
  await expect.poll(() => sent.length, POLL).toBe(2)
  expect(sent).toContain('read')
  await page.reload()
  await untilAlive(page)
  await expect.poll(() => button.getAttribute('aria-pressed'), POLL).toBe(before === 'true' ? 'false' : 'true')
})

it('keys: the list, the menu, headlines, and off in fields and by choice', async () => {
  const page = await behind.open('desk')
  await visit(page, '/')
  await page.keyboard.press('j')
  expect(await page.evaluate(() => document.activeElement?.matches('main :is(h2, h3) a'))).toBe(true)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Tastenkürzel' })
  await sheet.waitFor()
  await expectAccessible(page, { within: 'dialog[open]' })
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  const field = page.locator('#sidebar input[type="search"]')
  await field.waitFor()
  await field.focus()
  await page.keyboard.type('m?')
  expect([await field.inputValue(), await sheet.count()]).toEqual(['m?', 0])
  await page.keyboard.press('Escape')
  const isFocused = (selector: string) =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)
  await expect.poll(() => isFocused('[aria-controls="sidebar"]'), POLL).toBe(true)
  await page.keyboard.press('/')
  await expect.poll(() => isFocused('main input[type="search"]'), POLL).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/suche')
  await page.locator('main').focus()
  await page.keyboard.press('?')
  await sheet.getByLabel('Tastenkürzel mit einzelnen Buchstaben benutzen').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  expect(await page.locator('#sidebar').count()).toBe(0)
})

/** Breaking news from the office: the bar on all pages, and a push message that waits a minute and goes once. */
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { createBrowserDouble, startPushDouble, type PushDouble } from '@lokalteil/tools/push-double'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD, KeyboardReader } from './account-reader.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessibleDayAndNight, openReader, untilQuiet, type DeviceName } from './reader.ts'

/** The service looks for messages every twenty seconds. */
const SENT = { timeout: 60_000, interval: 200 }
let portal: OwnPortal
let double: PushDouble
beforeAll(async () => {
  double = await startPushDouble()
  portal = await openOwnPortal({ hasMovableClock: true, env: { PUSH_HOSTS: double.origin } })
})
afterAll(async () => {
  await closeBrowser()
  await portal?.close()
  await double?.close()
})

/** Somebody who may publish, signed in. */
async function openEditor(role: 'desk' | 'chief', device: DeviceName = 'desk') {
  const reader = await openReader({ device, context: { baseURL: portal.origin, reducedMotion: 'reduce' } })
  const { page } = reader
  const keys = new KeyboardReader(page)
  await page.goto('/redaktion')
  await keys.write(page.getByLabel('E-Mail-Adresse'), `${role}@redaktion.example`)
  await keys.write(page.getByLabel('Passwort'), DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
  // The screens asked for the session before the sign-in; the 401 is logged as an error.
  reader.errors.length = 0
  return { ...reader, keys }
}

/** From the screen of an article: one act leads to breaking news. */
async function chooseArticle({ page, keys }: Awaited<ReturnType<typeof openEditor>>, row: number): Promise<void> {
  await page.goto('/redaktion/ak/artikel?stand=online')
  await page.locator('[data-row]').nth(row).click()
  await page.getByLabel('Überschrift').first().waitFor()
  await untilQuiet(page)
  await keys.press(page.getByRole('button', { name: 'Mehr', exact: true }))
  await page.getByRole('menuitem', { name: 'Als Eilmeldung …' }).click()
  await page.getByRole('heading', { name: 'Eil', exact: true }).waitFor()
  await line(page).waitFor()
}

const line = (page: Page) => page.getByLabel('Zeile in der Leiste')
const part = (page: Page, name: string) => page.getByRole('region', { name })

async function closeBar(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Leiste schließen' })
  if ((await close.count()) > 0) await close.click()
  await page.getByText('Die Leiste ist zu.').waitFor()
}

/** Pages that lead with no article: those that do have no bar about it. */
const PATHS = ['/autoren', '/themen', '/suche?q=Rathaus']
async function listShowing(text: string): Promise<string[]> {
  const shown: string[] = []
  for (const path of PATHS) {
    const response = await fetch(portal.origin + path)
    if ((await response.text()).includes(text)) shown.push(path)
  }
  return shown
}

async function subscribe() {
  const browser = createBrowserDouble(`${double.origin}/device-${Math.random()}`)
  const answer = await fetch(`${portal.origin}/api/push/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: portal.origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({
      subscription: browser.subscription,
      textVersion: '2026-11-28',
      choices: { breaking: true, replies: false, follows: [], quiet: null, isBreakingInQuiet: true, mostADay: 5 },
    }),
  })
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
  const { pathname } = new URL(browser.subscription.endpoint)
  return {
    got: () =>
      double.received.filter(({ path }) => path === pathname).map(({ body }) => JSON.parse(browser.open(body)) as Sent),
  }
}
type Sent = { kind: string; title: string; body: string; path: string }

it(
  'the desk opens the bar, changes it and closes it, and readers see it with the next answer',
  { timeout: 240_000 },
  async () => {
    const desk = await openEditor('desk')
    const { page, keys, errors, foreignRequests, leave } = desk
    await chooseArticle(desk, 5)
    await closeBar(page)
    await listShowing('')
    await keys.write(line(page), 'Brücke in Tannau gesperrt')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Leiste ändern' }).waitFor()
    expect(await listShowing('Brücke in Tannau gesperrt')).toEqual(PATHS)
    await expectAccessibleDayAndNight(page)

    const chief = await openEditor('chief')
    await chief.page.goto('/redaktion/ak/eil')
    await part(chief.page, 'Leiste').getByText('Brücke in Tannau gesperrt').waitFor()
    await line(chief.page).fill('Brücke in Tannau wieder frei')
    await chief.page.getByRole('button', { name: 'Leiste ändern' }).click()
    // The desk gets the change as an event.
    await part(page, 'Leiste').getByText('Brücke in Tannau wieder frei').waitFor()
    expect(await listShowing('Brücke in Tannau wieder frei')).toEqual(PATHS)
    await closeBar(page)
    expect(await listShowing('Brücke in Tannau')).toEqual([])
    expect([...errors, ...chief.errors, ...foreignRequests]).toEqual([])
    await chief.leave()
    await leave()
  },
)

it.runIf(hasRoom('push'))(
  'a push says how many it reaches, can be stopped for a minute by anybody, and goes once',
  { timeout: 300_000 },
  async () => {
    const devices = [await subscribe(), await subscribe()]
    const desk = await openEditor('desk')
    const { page, keys, errors, leave } = desk
    await chooseArticle(desk, 6)
    await page.getByText('Erreicht jetzt 2 Geräte.').waitFor()
    await keys.write(page.getByLabel('Titel').last(), 'Eil: Brücke gesperrt')
    await expectAccessibleDayAndNight(page)
    await keys.press(page.getByRole('button', { name: 'Push an 2 Geräte' }))
    const stop = page.getByRole('button', { name: /^Stoppen \(/ })
    await stop.waitFor()
    expect(await page.getByRole('button', { name: 'Push an 2 Geräte' }).isDisabled()).toBe(true)
    await page.reload()
    await stop.waitFor()
    await expectAccessibleDayAndNight(page)

    const chief = await openEditor('chief')
    await chief.page.goto('/redaktion/ak/eil')
    await chief.page.getByRole('button', { name: /^Stoppen \(/ }).waitFor()
    await chief.page.locator('h1').click()
    await chief.page.keyboard.press('s')
    await part(page, 'Gesendet').getByText('gestoppt').waitFor()
    expect(await stop.count()).toBe(0)
    await chief.leave()

    await keys.write(page.getByLabel('Titel').last(), 'Eil: Brücke gesperrt bis Montag')
    await keys.press(page.getByRole('button', { name: 'Push an 2 Geräte' }))
    await stop.waitFor()
    expect(double.received).toEqual([])
    await moveClock(portal, 61_000)
    await expect.poll(() => devices.map((device) => device.got().length), SENT).toEqual([1, 1])
    expect(devices[0]!.got()).toMatchObject([{ kind: 'breaking', title: 'Eil: Brücke gesperrt bis Montag' }])
    await part(page, 'Gesendet').getByText('2 Geräte erreicht').waitFor()
    await page.getByText('2 Geräte hatten zu diesem Artikel schon eine Mitteilung.').waitFor()
    expect(await page.getByRole('button', { name: 'Push an 0 Geräte' }).isDisabled()).toBe(true)
    expect(double.received).toHaveLength(2)
    expect(errors).toEqual([])
    await leave()
  },
)

it('on a phone the bar is opened and closed', { timeout: 180_000 }, async () => {
  const desk = await openEditor('desk', 'phone')
  const { page, errors, leave } = desk
  await chooseArticle(desk, 7)
  await closeBar(page)
  await line(page).fill('Von unterwegs gemeldet')
  await page.getByRole('button', { name: 'In die Leiste' }).tap()
  await page.getByRole('button', { name: 'Leiste ändern' }).waitFor()
  expect((await listShowing('Von unterwegs gemeldet')).length).toBeGreaterThan(0)
  await expectAccessibleDayAndNight(page)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await closeBar(page)
  expect(errors).toEqual([])
  await leave()
})

it.runIf(hasRoom('push'))('on a phone a push is ordered and stopped', { timeout: 180_000 }, async () => {
  await subscribe()
  const desk = await openEditor('desk', 'phone')
  const { page, errors, leave } = desk
  await chooseArticle(desk, 8)
  await page.getByLabel('Titel').last().fill('Eil: Von unterwegs')
  const order = page.getByRole('button', { name: /^Push an [1-9]/ })
  await order.waitFor()
  await expectAccessibleDayAndNight(page)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(390)
  await order.tap()
  const stop = page.getByRole('button', { name: /^Stoppen \(/ })
  await stop.waitFor()
  expect(await width()).toBeLessThanOrEqual(390)
  await stop.tap()
  await part(page, 'Gesendet')
    .getByRole('listitem')
    .filter({ hasText: 'Eil: Von unterwegs' })
    .getByText('gestoppt')
    .waitFor()
  expect(await stop.count()).toBe(0)
  expect(errors).toEqual([])
  await leave()
})

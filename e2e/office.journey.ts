/** The office in a browser: people write, hand on, publish; no text is lost; readers see it at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PASSWORD, PHOTO } from './account-reader.ts'
import {
  chooseSection,
  headline,
  openEditor as openEditorOf,
  readPage as readPageOf,
  text,
  untilSaved,
  type Role,
} from './office-editor.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, untilQuiet, type DeviceName } from './reader.ts'

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

const openEditor = (role: Role, device?: DeviceName) => openEditorOf(portal, role, device)
const readPage = (path: string) => readPageOf(portal, path)

it(
  'an article is written by a reporter and put out by the desk, by keyboard, and readers have it at once',
  {
    timeout: 240_000,
  },
  async () => {
    const reporter = await openEditor('reporter')
    const { page, keys } = reporter
    await page.getByRole('heading', { name: 'Pult' }).waitFor()
    await expectAccessible(page, { inGate: true })
    await page.keyboard.press('n')
    await keys.write(headline(page), 'Der Wochenmarkt zieht auf den Kirchplatz')
    await keys.write(page.getByLabel('Vorspann'), 'Ab Samstag stehen die Stände vor der Marienkirche.')
    await page.locator('input[type=file]').first().setInputFiles(PHOTO)
    await keys.write(page.getByLabel('Bildnachweis').first(), 'Foto: Mara Vietz')
    await keys.goTo(text(page))
    await page.keyboard.type('Der Markt zieht um. Das sagte die Stadt am Freitag.')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Alt+2')
    await page.keyboard.type('Was sich ändert')
    await chooseSection(reporter)
    await untilSaved(page)
    await expectAccessible(page, { inGate: true })
    expect(await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).count()).toBe(0)
    await keys.goTo(text(page))
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: /zur Durchsicht/ }).waitFor()

    const home = await readPage('/')
    expect(home.body).not.toContain('Kirchplatz')
    const desk = await openEditor('desk')
    const taken = desk.page.getByRole('link', { name: 'Der Wochenmarkt zieht auf den Kirchplatz' }).first()
    await desk.keys.press(taken)
    // The screen takes the focus when the article is there.
    await headline(desk.page).waitFor()
    await untilQuiet(desk.page)
    await desk.keys.press(desk.page.getByRole('button', { name: 'Veröffentlichen', exact: true }))
    await desk.page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
    const href = await desk.page.getByRole('link', { name: 'Auf der Seite ansehen' }).getAttribute('href')
    const article = await readPage(new URL(href!).pathname)
    expect([
      article.status,
      article.body.includes('Was sich ändert'),
      article.body.includes('Foto: Mara Vietz'),
    ]).toEqual([200, true, true])
    expect((await readPage('/')).body).toContain('Der Wochenmarkt zieht auf den Kirchplatz')
    expect([...reporter.errors, ...desk.errors, ...reporter.foreignRequests, ...desk.foreignRequests]).toEqual([])
    await reporter.leave()
    await desk.leave()
  },
)

describe('no text is lost', () => {
  it(
    'when two people change one headline: both versions stand beside each other until somebody chooses',
    {
      timeout: 240_000,
    },
    async () => {
      const [first, second] = [await openEditor('chief'), await openEditor('desk')]
      await first.page.goto('/redaktion/ak/artikel?stand=online')
      await first.page.locator('[data-row]').nth(4).click()
      await headline(first.page).waitFor()
      await second.page.goto(first.page.url())
      await headline(second.page).waitFor()
      await first.context.setOffline(true)
      await headline(first.page).fill('Fassung der Leitung')
      await first.page.getByText('wird nachgeholt').waitFor()
      await headline(second.page).fill('Fassung des Desks')
      await untilSaved(second.page)
      await first.context.setOffline(false)
      await first.page.getByText('Zwei haben dieselbe Stelle geändert').waitFor({ timeout: 60_000 })
      await expectAccessible(first.page)
      const shown = await first.page.locator('main').innerText()
      const titles = [await headline(first.page).inputValue(), shown]
      expect(titles.join()).toContain('Fassung der Leitung')
      expect(titles.join()).toContain('Fassung des Desks')
      await first.leave()
      await second.leave()
    },
  )

  it(
    'when the session ends while typing, and when the tab is killed without a connection',
    {
      timeout: 240_000,
    },
    async () => {
      const { page, context, leave } = await openEditor('desk')
      await page.goto('/redaktion/ak/artikel?stand=online')
      await page.locator('[data-row]').nth(6).click()
      await headline(page).waitFor()
      const address = page.url()
      await page.request.delete(`${portal.origin}/redaktion/api/session`, { headers: { origin: portal.origin } })
      await headline(page).fill('Nach dem Ende der Sitzung')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Passwort').fill(DEMO_PASSWORD)
      await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await untilSaved(page)
      expect(await headline(page).inputValue()).toBe('Nach dem Ende der Sitzung')

      await context.setOffline(true)
      await headline(page).fill('Vor dem Absturz getippt')
      await page.waitForTimeout(800)
      await page.close({ runBeforeUnload: false })
      await context.setOffline(false)
      const next = await context.newPage()
      await next.goto(address)
      await headline(next).waitFor()
      await expect.poll(() => headline(next).inputValue()).toBe('Vor dem Absturz getippt')
      await leave()
    },
  )
})

it('a typo is repaired online on a phone', { timeout: 180_000 }, async () => {
  const { page, errors, leave } = await openEditor('desk', 'phone')
  await page.goto('/redaktion/ak/artikel?stand=online')
  await page.locator('[data-row]').nth(3).tap()
  await headline(page).waitFor()
  await expectAccessible(page)
  await headline(page).fill('Repariert von unterwegs')
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).tap()
  await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
  expect((await readPage('/')).body).toContain('Repariert von unterwegs')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
  await leave()
})

it('people and audit are open to publishers alone', { timeout: 180_000 }, async () => {
  const { page, leave } = await openEditor('publisher')
  await page.goto('/redaktion/team')
  await page.getByText('Mara').first().waitFor()
  await expectAccessible(page)
  await page.goto('/redaktion/protokoll')
  await page.getByRole('heading', { name: 'Protokoll' }).waitFor()
  await expectAccessible(page)
  await leave()
  const reporter = await openEditor('reporter')
  expect(await reporter.page.getByRole('link', { name: 'Team' }).count()).toBe(0)
  await reporter.leave()
})

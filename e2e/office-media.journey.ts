/**
 * Pictures of the office in a browser: uploaded, described, chosen for an article; at the end of their rights off the pages. A
 * document that a reader downloads.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toBerlinIso } from '@lokalteil/domain/german'
import { DEMO_PASSWORD, KeyboardReader, PHOTO } from './account-reader.ts'
import { chooseSection } from './office-editor.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessibleDayAndNight, openReader, untilQuiet, type DeviceName } from './reader.ts'

const HOUR = 60 * 60_000
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal({ hasMovableClock: true })
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

async function openEditor(device: DeviceName = 'desk') {
  const reader = await openReader({ device, context: { baseURL: portal.origin, reducedMotion: 'reduce' } })
  const { page } = reader
  const keys = new KeyboardReader(page)
  await page.goto('/redaktion')
  await keys.write(page.getByLabel('E-Mail-Adresse'), 'desk@redaktion.example')
  await keys.write(page.getByLabel('Passwort'), DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
  // The screens asked for the session before the sign-in; the 401 is logged as an error.
  reader.errors.length = 0
  return { ...reader, keys }
}

const headline = (page: Page) => page.getByLabel('Überschrift').first()
const readPage = async (path: string) => (await fetch(portal.origin + path)).text()

/** `/import/ab/….jpg` of the picture on the screen. */
async function fileOf(page: Page): Promise<string> {
  const address = await page.locator('main img').first().getAttribute('src')
  return /\/import\/[0-9a-f]{2}\/[0-9a-f]{32}\.jpg/.exec(address ?? '')![0]
}

it(
  'a picture is described and chosen by keyboard, warned of on its last day, and off the pages when its rights end',
  { timeout: 300_000 },
  async () => {
    const { page, keys, errors, foreignRequests, leave } = await openEditor()
    await page.keyboard.press('g')
    await page.keyboard.press('m')
    await page.getByRole('heading', { name: 'Medien' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.locator('input[type=file]').setInputFiles(PHOTO)
    const credit = page.getByLabel('Bildnachweis')
    await credit.waitFor()
    const uploaded = await fileOf(page)
    await keys.write(page.getByLabel('Bildunterschrift'), 'Ahorn im Stadtpark')
    await keys.write(credit, 'Foto: Mara Vietz')
    await keys.write(page.getByLabel('Beschreibung für Blinde'), 'Ein rotes Blatt')
    await keys.write(page.getByLabel('Rechteinhaber'), 'Agentur Nord')
    await keys.goTo(page.getByRole('button', { name: /^Bildmitte \(/ }))
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('button', { name: /^Bildmitte \(48 %/ }).waitFor()
    await page.getByLabel('Rechte bis').fill(toBerlinIso(new Date(Date.now() + 2 * HOUR)).slice(0, 16))
    await page.keyboard.press('Control+s')
    await page.getByText('Gesichert').waitFor()
    await page.getByText(/^Rechte enden/).waitFor()
    await expectAccessibleDayAndNight(page)

    await keys.press(page.getByRole('button', { name: 'Zuschneiden …' }))
    const cutting = page.getByRole('dialog', { name: 'Bild zuschneiden' })
    const frame = cutting.getByRole('button', { name: /^Ausschnitt:/ })
    const before = await frame.getAttribute('aria-label')
    await keys.goTo(frame)
    await page.keyboard.press('-')
    await page.keyboard.press('ArrowLeft')
    expect(await frame.getAttribute('aria-label')).not.toBe(before)
    await expectAccessibleDayAndNight(page)
    await keys.press(cutting.getByRole('button', { name: 'Zuschneiden', exact: true }))
    await cutting.waitFor({ state: 'detached' })
    const file = await fileOf(page)
    expect(file).not.toBe(uploaded)

    await page.goto('/redaktion/ak/medien?auswahl=rechte-enden')
    await page.getByRole('link', { name: /Ahorn im Stadtpark/ }).waitFor()
    await expectAccessibleDayAndNight(page)
    await page.goto('/redaktion/ak')
    await page.getByRole('heading', { name: 'Bildrechte, die enden' }).waitFor()
    await page.getByRole('link', { name: 'Ahorn im Stadtpark' }).waitFor()

    await page.keyboard.press('n')
    await keys.write(headline(page), 'Der Stadtpark leuchtet rot')
    await keys.write(page.getByLabel('Vorspann'), 'Der Herbst ist da.')
    await keys.press(page.getByRole('button', { name: 'Aus den Medien' }))
    const dialog = page.getByRole('dialog', { name: 'Bild aus den Medien' })
    await dialog.getByLabel('Suchen').waitFor()
    await page.keyboard.type('ahorn')
    await dialog.getByRole('option', { name: /Ahorn im Stadtpark/ }).waitFor()
    await expectAccessibleDayAndNight(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByLabel('Bildnachweis').first().inputValue()).toBe('Foto: Mara Vietz')
    const text = page.getByRole('textbox', { name: 'Text des Artikels' })
    await keys.goTo(text)
    await page.keyboard.type('Im Park sind die Ahorne rot.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/bild aus')
    await page.keyboard.press('Enter')
    await dialog.getByRole('option', { name: /Ahorn im Stadtpark/ }).waitFor()
    await keys.press(dialog.getByRole('option', { name: /Ahorn im Stadtpark/ }))
    await dialog.waitFor({ state: 'detached' })
    await chooseSection({ page, keys })
    await page.getByText(/^gespeichert \d/).waitFor()
    await untilQuiet(page)
    await keys.press(page.getByRole('button', { name: 'Veröffentlichen', exact: true }))
    await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
    const screen = page.url()
    const path = new URL((await page.getByRole('link', { name: 'Auf der Seite ansehen' }).getAttribute('href'))!)
      .pathname
    expect((await readPage(path)).split(file).length).toBeGreaterThan(2)
    expect(await readPage('/')).toContain(file)

    await moveClock(portal, 3 * HOUR)
    await expect.poll(() => readPage(path), { timeout: 30_000 }).not.toContain(file)
    expect(await readPage(path)).toContain('Im Park sind die Ahorne rot.')
    expect(await readPage('/')).not.toContain(file)
    await page.goto(screen)
    await page.getByText(/Seine Rechte sind .* abgelaufen/).waitFor()
    expect(await page.getByRole('button', { name: /Bild hierher ziehen/ }).count()).toBe(1)
    await page.goto('/redaktion/ak/medien')
    await page.getByText(/^Rechte abgelaufen/).waitFor()
    expect([...errors, ...foreignRequests]).toEqual([])
    await leave()
  },
)

it('on a phone the library is a grid, and a picture is described', { timeout: 180_000 }, async () => {
  const { page, errors, leave } = await openEditor('phone')
  await page.goto('/redaktion/ak/medien')
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.getByLabel('Bildnachweis').waitFor()
  await page.getByLabel('Bildunterschrift').fill('Unterwegs aufgenommen')
  await page.getByRole('button', { name: 'Sichern' }).tap()
  await page.getByText('Gesichert').waitFor()
  await expectAccessibleDayAndNight(page)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(390)
  await page.goto('/redaktion/ak/medien')
  await page.getByRole('link', { name: /Unterwegs aufgenommen/ }).waitFor()
  expect(await width()).toBeLessThanOrEqual(390)
  expect(errors).toEqual([])
  await leave()
})

it(
  'a PDF is put into an article, and readers download it, with scripts and without',
  { timeout: 240_000 },
  async () => {
    const { page, keys, errors, leave } = await openEditor()
    await page.getByRole('heading', { name: 'Pult' }).waitFor()
    await page.keyboard.press('n')
    await keys.write(headline(page), 'Der Haushalt steht')
    const text = page.getByRole('textbox', { name: 'Text des Artikels' })
    await keys.goTo(text)
    await page.keyboard.type('Der ganze Plan zum Nachlesen.')
    await page.keyboard.press('Enter')
    await page.keyboard.type('/pdf')
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'PDF-Dokument' })
    const file = form.locator('input[type=file]')
    await file.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') })
    await form.getByText('Diese Datei ist kein vollständiges PDF.').waitFor()
    await file.setInputFiles({ name: 'Haushalt_2027.pdf', mimeType: 'application/pdf', buffer: PDF })
    await form.getByText(/^haushalt-2027\.pdf, /).waitFor()
    expect(await form.getByLabel('Titel für Leser').inputValue()).toBe('Haushalt 2027')
    await expectAccessibleDayAndNight(page)
    await keys.press(form.getByRole('button', { name: 'Übernehmen' }))
    await form.waitFor({ state: 'detached' })
    await text.getByRole('group', { name: /^PDF-Dokument: Haushalt 2027/ }).waitFor()
    await chooseSection({ page, keys })
    await page.getByText(/^gespeichert \d/).waitFor()
    await untilQuiet(page)
    await keys.press(page.getByRole('button', { name: 'Veröffentlichen', exact: true }))
    await page.getByRole('button', { name: /Zurücknehmen/ }).waitFor()
    const { pathname } = new URL(
      (await page.getByRole('link', { name: 'Auf der Seite ansehen' }).getAttribute('href'))!,
    )
    // The refused file is a request that failed.
    expect(errors.filter((error) => !error.includes('415'))).toEqual([])
    await leave()

    for (const javaScriptEnabled of [true, false]) {
      const reader = await openReader({ device: 'phone', context: { baseURL: portal.origin, javaScriptEnabled } })
      await reader.page.goto(pathname)
      const link = reader.page.getByRole('link', { name: /^Haushalt 2027 PDF, / })
      const waiting = reader.page.waitForEvent('download')
      await link.tap()
      const download = await waiting
      expect(download.suggestedFilename()).toBe('haushalt-2027.pdf')
      expect(readFileSync(await download.path()).equals(PDF)).toBe(true)
      expect(new URL(reader.page.url()).pathname).toBe(pathname)
      expect(reader.errors).toEqual([])
      await reader.leave()
    }
  },
)

/** For journeys through the office: somebody at a desk or with a telephone, signed in, and the parts of an article's screen. */
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD, KeyboardReader } from './account-reader.ts'
import type { OwnPortal } from './portal-setup.ts'
import { openReader, type DeviceName } from './reader.ts'

export type Role = 'reporter' | 'desk' | 'chief' | 'publisher'

export async function openEditor(portal: OwnPortal, role: Role, device: DeviceName = 'desk') {
  const reader = await openReader({ device, context: { baseURL: portal.origin, reducedMotion: 'reduce' } })
  const { page } = reader
  await page.goto('/redaktion')
  await signIn(page, role)
  await page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
  // The screens asked for the session before the sign-in; the 401 is logged as an error.
  reader.errors.length = 0
  return { ...reader, keys: new KeyboardReader(page) }
}

async function signIn(page: Page, role: Role): Promise<void> {
  const keys = new KeyboardReader(page)
  await keys.write(page.getByLabel('E-Mail-Adresse'), `${role}@redaktion.example`)
  await keys.write(page.getByLabel('Passwort'), DEMO_PASSWORD)
  await page.keyboard.press('Enter')
}

export const headline = (page: Page) => page.getByLabel('Überschrift').first()
export const text = (page: Page) => page.getByRole('textbox', { name: 'Text des Artikels' })
export const untilSaved = (page: Page) => page.getByText(/^gespeichert \d/).waitFor()

type Editor = Awaited<ReturnType<typeof openEditor>>

/** A new article in the section "Auenburg", saved; the screen shows it. */
export async function writeArticle({ page, keys }: Editor, title: string, words: string): Promise<void> {
  await page.goto('/redaktion')
  await page.getByRole('heading', { name: 'Pult' }).waitFor()
  await page.keyboard.press('n')
  await keys.write(headline(page), title)
  await keys.goTo(text(page))
  await page.keyboard.type(words)
  await chooseSection({ page, keys })
  await untilSaved(page)
}

/** Chooses the section "Auenburg". */
export async function chooseSection({ page, keys }: Pick<Editor, 'page' | 'keys'>): Promise<void> {
  await keys.goTo(page.getByRole('combobox', { name: 'Ressort' }))
  await page.keyboard.type('Auenb')
  await page.getByRole('option', { name: /^Auenburg/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Auenburg entfernen' }).waitFor()
}

/** Chooses an entry of the menu beside the button that publishes. */
export async function chooseMore({ page, keys }: Editor, name: string): Promise<void> {
  await keys.press(page.locator('main header').getByRole('button', { name: 'Mehr' }))
  await page.getByRole('menuitem', { name }).click()
}

/** A page as readers get it. */
export async function readPage(
  { origin }: OwnPortal,
  path: string,
): Promise<{ status: number; body: string; location: string }> {
  const response = await fetch(origin + path, { redirect: 'manual' })
  return { status: response.status, body: await response.text(), location: response.headers.get('location') ?? '' }
}

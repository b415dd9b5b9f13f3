import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, openBrowser, storeRefusal } from './reader.ts'
import { APPLE_CLIENT, EVA, openSocialProviders, type SocialProviders } from './social-providers.ts'

let providers: SocialProviders
let portal: OwnPortal
let origin = ''
let context: BrowserContext
let page: Page
let frame: FrameLocator

beforeAll(async () => {
  providers = await openSocialProviders()
  portal = await openOwnPortal({ env: providers.env })
  origin = portal.origin
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
  await providers.close()
})
beforeEach(async () => {
  providers.setMode('good')
  providers.setReader(EVA)
  context = await (
    await openBrowser()
  ).newContext({ baseURL: origin, locale: 'de-DE', viewport: { width: 390, height: 900 } })
  await storeRefusal(context, origin)
  page = await context.newPage()
  await page.goto('/autoren#login')
  frame = page.frameLocator('dialog iframe')
  await frame.getByRole('button', { name: 'Mit Apple anmelden' }).waitFor()
})
afterEach(() => context.close())

const FAILED = 'Die Anmeldung über den gewählten Anbieter ist fehlgeschlagen.'
const claims = async () => {
  const token = (await context.cookies()).find(({ name }) => name === 'FA_ID_TOKEN')?.value
  return token === undefined
    ? null
    : (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { email: string })
}
const emailOf = async () => (await claims())?.email ?? null

/** From our button to the provider's button, and through its window. */
async function useGoogle(choice: string): Promise<void> {
  await frame.getByRole('button', { name: 'Mit Google anmelden' }).click()
  const opened = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Über Google anmelden' }).click()
  await (await opened).getByRole('button', { name: choice }).click()
}

async function useApple(choice: string): Promise<void> {
  const opened = page.waitForEvent('popup')
  await frame.getByRole('button', { name: 'Mit Apple anmelden' }).click()
  await (await opened).getByRole('button', { name: choice }).click()
}

describe('social sign-in', () => {
  it('R1-40 R9-74 offers two providers, each a button of 40 pixels', async () => {
    for (const name of ['Mit Google anmelden', 'Mit Apple anmelden'])
      expect((await frame.getByRole('button', { name }).boundingBox())?.height).toBe(40)
  })

  it('is accessible around and inside the frame, initially, with all errors, and with longer texts', async () => {
    await expectAccessible(page)
    await frame.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await frame.getByText('2 Angaben fehlen noch').waitFor()
    expect(await frame.getByLabel('E-Mail-Adresse').getAttribute('aria-invalid')).toBe('true')
    await expectAccessible(page)
    await frame.getByRole('button', { name: 'Jetzt registrieren' }).click()
    // The earlier form has a field of the same name, and this form is hidden until it is hydrated.
    await frame.getByRole('button', { name: 'Konto anlegen' }).waitFor()
    await frame.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await frame.getByLabel('Passwort', { exact: true }).fill('Tannenbaum')
    await frame.getByText('ausreichend').waitFor()
    await expectAccessible(page)
  })

  it('R1-41 R4.2-02 loads Google only after the click, and logs in with its token', async () => {
    providers.setReader({ ...EVA, sub: 'google-1', email: 'google.eins@example.org' })
    const before = providers.countScripts()
    await frame.getByLabel('E-Mail-Adresse').fill('x')
    expect(providers.countScripts()).toBe(before)
    const posted = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/google-login')
    await useGoogle('Weiter als google.eins@example.org')
    expect(Object.keys((await posted).postDataJSON() as object)).toEqual(['token'])
    await expect.poll(emailOf).toBe('google.eins@example.org')
    expect(providers.countScripts()).toBe(before + 1)
  })

  it('R5-19 reports a missing credential from Google, and lets the reader try again', async () => {
    await useGoogle('Ohne Antwort zurück')
    await frame.getByText(FAILED).waitFor()
    await frame.getByRole('button', { name: 'Mit Google anmelden' }).waitFor()
    expect(await emailOf()).toBeNull()
  })

  it('S5-05 refuses a credential signed with another key', async () => {
    providers.setMode('forged')
    await useGoogle(`Weiter als ${EVA.email}`)
    await frame.getByText(FAILED).waitFor()
    expect(await emailOf()).toBeNull()
  })

  it('R1-42 R7.5-18 R7.5-19 opens a popup for Apple that posts back and closes', async () => {
    providers.setReader({ ...EVA, sub: 'apple-1', email: 'apple.eins@example.org' })
    await useApple('Weiter als apple.eins@example.org')
    await expect.poll(emailOf).toBe('apple.eins@example.org')
    const query = providers.opened.at(-1)!
    expect([query.get('client_id'), query.get('scope'), query.get('redirect_uri')]).toEqual([
      APPLE_CLIENT,
      'name email',
      `${origin}/api/oauth2/apple/callback`,
    ])
    await expect.poll(() => context.pages().length).toBe(1)
  })

  it('R5-19 reports a missing credential from Apple', async () => {
    await useApple('Ohne Antwort zurück')
    await frame.getByText(FAILED).waitFor()
    expect(await emailOf()).toBeNull()
  })

  it('shows no error when the reader closes the popup', async () => {
    const opened = page.waitForEvent('popup')
    await frame.getByRole('button', { name: 'Mit Apple anmelden' }).click()
    const popup = await opened
    await popup.getByRole('button', { name: 'Ohne Antwort zurück' }).waitFor()
    await popup.close()
    await expect
      .poll(() => frame.getByRole('button', { name: 'Mit Apple anmelden' }).getAttribute('aria-disabled'))
      .toBeNull()
    expect(await frame.getByRole('alert').count()).toBe(0)
  })
})

/** People of the office at the house's own provider: a stock OpenID provider on another site, with its own pages. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findFreePort } from '@lokalteil/tools/free-port'
import { headline } from './office-editor.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, openReader } from './reader.ts'
import { openStockProvider, signInThere, type StockProvider } from './stock-provider.ts'

const MINUTE = 60_000
const INES = {
  name: 'Ines Köhler-Möllenkamp',
  email: 'ines@verlag.example',
  email_verified: true,
  realm_access: { roles: ['verlag', 'offline_access'] },
}
const ROLES = { verlag: [{ role: 'publisher' }, { role: 'chief' }] }

let provider: StockProvider
let portal: OwnPortal
beforeAll(async () => {
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  provider = await openStockProvider(origin, {
    client: { redirect_uris: [`${origin}/redaktion/anmeldung`] },
    people: { ines: INES, gast: { ...INES, email: 'gast@verlag.example', realm_access: { roles: [] } } },
  })
  portal = await openOwnPortal({
    port,
    hasMovableClock: true,
    env: {
      OFFICE_SSO_ISSUER: provider.env.SSO_ISSUER!,
      OFFICE_SSO_CLIENT_ID: provider.env.SSO_CLIENT_ID!,
      OFFICE_SSO_CLIENT_SECRET: provider.env.SSO_CLIENT_SECRET!,
      OFFICE_SSO_ROLES_CLAIM: 'realm_access.roles',
      OFFICE_SSO_ROLES: JSON.stringify(ROLES),
    },
  })
}, 240_000)
afterAll(async () => {
  await closeBrowser()
  await portal.close()
  await provider.close()
})

const openPage = () => openReader({ context: { baseURL: portal.origin, reducedMotion: 'reduce' } })
const BUTTON = { name: 'Mit dem Konto Ihres Hauses anmelden' } as const

it(
  'signs in there, comes back to the screen that was wanted, and confirms a grave act in a window of its own',
  {
    timeout: 240_000,
  },
  async () => {
    const { page, context, leave } = await openPage()
    await page.goto('/redaktion/ak/artikel?stand=online')
    await page.getByRole('link', BUTTON).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', BUTTON).click()
    await signInThere(page, provider.issuer, 'ines')
    await page.locator('[data-row]').first().waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/redaktion/ak/artikel?stand=online')
    await page.getByRole('banner').getByText(INES.name).waitFor()

    await page.goto('/redaktion/konto')
    await page.getByText('Sie melden sich mit dem Konto Ihres Hauses an.').waitFor()
    expect(await page.getByLabel('Neues Passwort').count()).toBe(0)

    await page.goto('/redaktion/team')
    const mara = page.getByRole('listitem').filter({ hasText: 'Mara Voss' }).first()
    await moveClock(portal, 11 * MINUTE)
    await provider.setClock(11 * MINUTE)
    await mara.getByRole('button', { name: 'Mehr' }).click()
    await page.getByRole('menuitem', { name: 'Sperren' }).click()
    await page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' }).waitFor()
    await expectAccessible(page)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Beim Anmeldedienst bestätigen' }).click()
    const second = await opened
    // The provider knows the browser, and asks all the same.
    await signInThere(second, provider.issuer, 'ines')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await mara.getByText('gesperrt').waitFor()
    if (!second.isClosed()) {
      await second.getByText('Sie können dieses Fenster schließen').waitFor()
      await expectAccessible(second)
    }
    await leave()
  },
)

it('an ended session signs in at the provider again, above the unsaved text', { timeout: 240_000 }, async () => {
  const { page, context, leave } = await openPage()
  await page.goto('/redaktion')
  await page.getByRole('link', BUTTON).click()
  await signInThere(page, provider.issuer, 'ines')
  await page.getByRole('heading', { name: 'Pult' }).waitFor()
  await page.keyboard.press('n')
  await headline(page).fill('Vor dem Ende der Sitzung')
  await page.getByText(/^gespeichert \d/).waitFor()
  await page.request.delete(`${portal.origin}/redaktion/api/session`, { headers: { origin: portal.origin } })
  await headline(page).fill('Nach dem Ende der Sitzung')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Beim Anmeldedienst anmelden' }).click()
  const second = await opened
  await second.waitForURL((url) => url.origin === portal.origin || url.pathname.startsWith('/interaction/'))
  // It knows the browser: no form, or its consent alone.
  await page.getByRole('dialog').waitFor({ state: 'detached', timeout: 30_000 })
  await page.getByText(/^gespeichert \d/).waitFor()
  expect(await headline(page).inputValue()).toBe('Nach dem Ende der Sitzung')
  await leave()
})

it(
  'a person without a role at the provider gets a message, and may try another account',
  { timeout: 120_000 },
  async () => {
    const { page, leave } = await openPage()
    await page.goto('/redaktion')
    await page.getByRole('link', BUTTON).click()
    await signInThere(page, provider.issuer, 'gast')
    await page.getByText('Ihr Konto hat keine Aufgabe in der Redaktion.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Noch einmal anmelden' }).click()
    await signInThere(page, provider.issuer, 'ines')
    await page.getByRole('heading', { name: 'Pult' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/redaktion/)
    await leave()
  },
)

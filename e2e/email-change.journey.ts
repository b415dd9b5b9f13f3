/** Changing the mail address of an account: request, confirmation, undo; on a phone and a desktop, with real mails. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { flowOf, logIn, readClaims, readMail, registerReader, toLink } from './account-reader.ts'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  originOf,
  untilAlive,
  type DeviceName,
  type Reader,
} from './reader.ts'

const open: Reader[] = []
let serial = 0

async function start(device: DeviceName): Promise<Reader> {
  const one = await openReader({ device })
  open.push(one)
  return one
}
const goTo = async (page: Page, path: string) => {
  await page.goto(path)
  await untilAlive(page)
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.leave()))
})
afterAll(closeBrowser)

/** Registers a reader and confirms the address by the mail. */
async function confirmedReader({ context, page }: Reader): Promise<{ email: string; password: string }> {
  const account = await registerReader(context)
  await page.goto(toLink(await readMail(account.email, /bestätigen/), 'E-Mail-Adresse bestätigen'))
  await page.getByRole('button', { name: 'Adresse bestätigen' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/api/'))
  return account
}

const emailOf = async (context: BrowserContext) => (await readClaims(context))?.email

describe.each<DeviceName>(['phone', 'desk'])('on a %s', (device) => {
  it('a reader changes the address, and an attacker who did so loses the account again', async () => {
    const reader = await start(device)
    const { page, context, errors } = reader
    const { email, password } = await confirmedReader(reader)
    const next = `umgezogen-${Date.now()}-${++serial}@example.org`
    await goTo(page, '/account')
    const section = page.getByRole('region', { name: 'E-Mail-Adresse' })
    await section.getByRole('button', { name: 'E-Mail-Adresse ändern …' }).click()
    await section.getByRole('button', { name: 'Link anfordern' }).click()
    await expect.poll(() => section.getByText('Bitte füllen Sie dieses Feld aus.').count()).toBe(2)
    await expectAccessible(page)
    await section.getByLabel('Neue E-Mail-Adresse').fill(next)
    await section.getByLabel('Passwort').fill('falsch geraten 1')
    await section.getByRole('button', { name: 'Link anfordern' }).click()
    await section.getByText('Das Passwort ist falsch.').waitFor()
    await section.getByLabel('Passwort').fill(password)
    await section.getByRole('button', { name: 'Link anfordern' }).click()
    await section.getByText(`Wir warten auf die Bestätigung von ${next}`).waitFor()
    await expectAccessible(page)

    // Cancelled, checked after a reload, and requested again.
    await section.getByRole('button', { name: 'Änderung abbrechen' }).click()
    await section.getByText('Die Änderung ist abgebrochen.').waitFor()
    const other = `umgezogen-${Date.now()}-${++serial}@example.org`
    await section.getByRole('button', { name: 'E-Mail-Adresse ändern …' }).click()
    await section.getByLabel('Neue E-Mail-Adresse').fill(other)
    await section.getByLabel('Passwort').fill(password)
    await section.getByRole('button', { name: 'Link anfordern' }).click()
    await section.getByText('Wir warten auf die Bestätigung').waitFor()
    await page.reload()
    await section.getByText(`Wir warten auf die Bestätigung von ${other}`).waitFor()

    await page.goto(toLink(await readMail(other, /neue E-Mail-Adresse/), 'Neue Adresse bestätigen'))
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Neue Adresse bestätigen' }).click()
    await page.getByRole('heading', { name: 'Ihre neue E-Mail-Adresse gilt' }).waitFor()
    await expectAccessible(page)
    expect(await emailOf(context)).toBe(other)
    await page.getByRole('link', { name: 'Zu Ihrem Konto' }).click()
    await page.locator('main').getByText(other).first().waitFor()

    // The owner of the old mailbox undoes the change.
    const owner = await start(device)
    await owner.page.goto(toLink(await readMail(email, /wurde geändert/), 'Änderung rückgängig machen'))
    await expectAccessible(owner.page)
    await owner.page.getByRole('button', { name: 'Änderung zurücknehmen' }).click()
    await owner.page.waitForURL(/#change-password$/)
    const flow = flowOf(owner.page)
    await flow.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    await flow.getByLabel('Neues Passwort', { exact: true }).fill('Im Herbst ist Nebel')
    await flow.getByLabel('Neues Passwort wiederholen').fill('Im Herbst ist Nebel')
    await flow.getByRole('button', { name: 'Passwort speichern' }).click()
    await expect.poll(() => emailOf(owner.context), { timeout: 15_000 }).toBe(email)
    await goTo(owner.page, '/account')
    await owner.page.locator('main').getByText(email).first().waitFor()
    const answer = await context.request.post(`${originOf()}/api/mein/oauth2/login`, {
      data: { email: other, password },
      headers: { origin: originOf() },
    })
    expect(answer.status()).toBe(401)
    // The browser logs the refused password as an error.
    expect([...errors, ...owner.errors]).toEqual([expect.stringContaining('403 (Forbidden)')])
  })

  it('R2.2-25 one navigation covers the personal area, also by keyboard', async () => {
    const { page, context, errors } = await start(device)
    await logIn(context, 'plus-wallet@demo.example')
    await goTo(page, '/account/coins')
    const nav = page.getByRole('navigation', { name: 'Persönlicher Bereich' })
    // On a phone the first page lists the areas, and every other page links back to it.
    const places = page.getByRole('navigation', { name: 'Alle Bereiche' })
    const isPhone = device === 'phone'
    for (const [name, path, where] of [
      ...(isPhone ? ([['Konto', '/account', nav]] as const) : ([['Newsletter', '/newsletters', nav]] as const)),
      ['Haushalt', '/order/haushalt', isPhone ? places : nav],
      ...(isPhone ? ([['Mein Konto', '/account', nav]] as const) : []),
      ['Regionen', '/deine-regionen', isPhone ? places : nav],
      ['Verwalten', '/regions', nav],
      ...(isPhone ? ([['Mein Konto', '/account', nav]] as const) : []),
      ['Gelesen', '/read-articles', isPhone ? places : nav],
      ['Mein Konto', '/account', nav],
    ] as const) {
      const link = where.getByRole('link', { name, exact: true })
      await link.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**${path}`)
      const marked = nav.locator('[aria-current=page]').last()
      await expect.poll(() => marked.getAttribute('href')).toBe(path)
      // The current area is in view, or on a phone the link back; the page does not scroll sideways.
      const isAlone = isPhone && !(await marked.isVisible())
      const inSight = isAlone ? nav.getByRole('link', { name: 'Mein Konto', exact: true }) : marked
      const { width } = page.viewportSize()!
      await expect
        .poll(async () => {
          const box = await inSight.boundingBox()
          return box !== null && box.x >= 0 && box.x + box.width <= width
        })
        .toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectAccessible(page)
    }
    expect(errors).toEqual([])
  })
})

/** Newsletters in the office: an issue is composed, tested, released, and sent once with that content. */
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD, KeyboardReader, readMail } from './account-reader.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import {
  closeBrowser,
  expectAccessible,
  expectAccessibleDayAndNight,
  openReader,
  untilQuiet,
  type DeviceName,
} from './reader.ts'

const SLUG = 'das-wichtigste-am-morgen'
const CHIEF = 'chief@redaktion.example'

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal({ hasMovableClock: true })
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

async function openChief(device: DeviceName = 'desk') {
  const reader = await openReader({ device, context: { baseURL: portal.origin, reducedMotion: 'reduce' } })
  await reader.page.goto('/redaktion')
  await signIn(reader.page)
  await reader.page.getByRole('navigation', { name: 'Bereiche' }).waitFor()
  // The screens asked for the session before the sign-in; the 401 is logged as an error.
  reader.errors.length = 0
  return { ...reader, keys: new KeyboardReader(reader.page) }
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(CHIEF)
  await page.getByLabel('Passwort').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
}

/** A reader who ordered the newsletter and used the link of the mail. */
async function subscribe(page: Page, email: string): Promise<void> {
  const response = await page.request.post(`${portal.origin}/api/newsletter/order`, {
    headers: { origin: portal.origin },
    data: { email, slugs: [SLUG], consent: true, textVersion: NEWSLETTER_CONSENT.version },
  })
  expect(response.status()).toBe(200)
  const { text } = await readMail(email, /bestätigen/, portal.origin)
  await page.goto(/\/newsletter-anmeldung\?bestaetigen=[\w.-]+/.exec(text)![0])
  await page.getByRole('button', { name: 'Anmeldung bestätigen' }).click()
  await page.getByText('Ab der nächsten Ausgabe').waitFor()
}

type Mail = { subject: string; text: string; html: string }

async function listMails(to: string): Promise<Mail[]> {
  const response = await fetch(`${portal.origin}/__services/mail/mails.json?to=${encodeURIComponent(to)}`)
  return (await response.json()) as Mail[]
}

/** Numbers have no-break spaces in the text of readers. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
const issuesOf = (page: Page) => page.getByRole('list', { name: 'Nächste Ausgaben: Das Wichtigste am Morgen' })
const entries = (page: Page) => page.getByRole('grid', { name: /^Artikel der Ausgabe/ }).getByRole('row')
const untilSaved = (page: Page) => page.getByText(/^gespeichert \d/).waitFor()
const titlesOf = (page: Page) => entries(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')))

it(
  'an issue is composed by keyboard, tested, released, and sent once with that content',
  { timeout: 400_000 },
  async () => {
    const email = `morgen-${Date.now()}@example.org`
    const reader = await openReader({ context: { baseURL: portal.origin } })
    await subscribe(reader.page, email)
    await reader.leave()

    const { page, keys, errors, foreignRequests, leave } = await openChief()
    await keys.press(page.getByRole('link', { name: 'Newsletter', exact: true }))
    await issuesOf(page).waitFor()
    await expectAccessibleDayAndNight(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await keys.press(issuesOf(page).getByRole('link').first())
    await page.getByText('stellt sich selbst zusammen und geht').waitFor()
    const address = page.url()

    await keys.write(page.getByLabel('Betreff'), 'Sturm über der Mole')
    await keys.write(page.getByLabel('Vorschautext'), 'Was die Nacht brachte')
    await keys.goTo(page.getByLabel('Einleitung'))
    await page.keyboard.type('Guten Morgen, die Nacht war kurz.')
    // The first article goes down by its button, and elsewhere by dragging with keys.
    const before = await titlesOf(page)
    const moved = page.locator(`[role=row][data-key="${before[0]}"]`)
    await keys.press(moved.getByRole('button', { name: /nach unten$/ }))
    const swapped = [before[1], before[0], ...before.slice(2)]
    await expect.poll(() => titlesOf(page)).toEqual(swapped)
    // The button that was pressed keeps the focus.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toMatch(/nach unten$/)
    await keys.press(moved.getByRole('button', { name: /verschieben$/ }))
    // The drag has begun when the focus is on the first place to drop.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .not.toMatch(/verschieben$/)
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect.poll(() => titlesOf(page)).not.toEqual(swapped)
    await keys.press(moved.getByRole('button', { name: /entfernen$/ }))
    await expect.poll(() => titlesOf(page)).toEqual(before.slice(1))
    await keys.press(page.getByRole('button', { name: 'Zwischentitel einfügen' }))
    await page.getByRole('dialog').getByLabel('Text').waitFor()
    await page.keyboard.type('Was sonst geschah')
    await page.keyboard.press('Enter')
    await keys.write(page.getByLabel('Artikel suchen'), 'Hafen')
    const offer = page.getByRole('list', { name: 'Gefunden' }).getByRole('listitem').first()
    await offer.waitFor()
    const added = (await offer.getByRole('button').getAttribute('aria-label'))!.replace(/ aufnehmen$/, '')
    await keys.press(offer.getByRole('button'))
    await untilSaved(page)
    await page.getByText('Dieser Entwurf ist nicht freigegeben').waitFor()
    await untilQuiet(page)
    await expectAccessibleDayAndNight(page)
    await page.emulateMedia({ colorScheme: 'light' })

    await keys.press(page.getByRole('button', { name: 'Vorschau' }))
    const frame = page.locator('iframe[title="Die Mail"]')
    const html = await (await page.request.get((await frame.getAttribute('src'))!)).text()
    expect(html).toContain('Guten Morgen, die Nacht war kurz.')
    expect(html).toContain('>Was sonst geschah</h2>')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await keys.press(page.getByRole('button', { name: 'Probe an mich' }))
    const test = await readMail(CHIEF, /^Test: Sturm über der Mole$/, portal.origin)
    expect(test.text).toContain('Probeversand an die Redaktion')
    expect(plain(test.text)).toContain(plain(added))
    expect(await listMails(email)).toHaveLength(1)

    await keys.press(page.getByRole('button', { name: 'Freigeben …' }))
    const dialog = page.getByRole('dialog', { name: 'Ausgabe freigeben' })
    await dialog.getByText('1 bestätigter Empfänger').waitFor()
    await expectAccessible(page)
    await keys.press(dialog.getByRole('button', { name: 'Freigeben', exact: true }))
    await page.getByText(/ist freigegeben \(Helene Brandt\)/).waitFor()
    // Typed after the release: it must not go out.
    await keys.write(page.getByLabel('Betreff'), 'Zu spät geändert')
    await page.getByText('geht erst nach einer neuen Freigabe mit').waitFor()

    expect([...errors, ...foreignRequests]).toEqual([])
    const [, day = '', time = ''] = /(\d{8})-(\d{4})$/.exec(address) ?? []
    const due = Date.parse(
      `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2)}:00Z`,
    )
    await moveClock(portal, due - Date.now() + 5000)
    // The service looks once a minute.
    await expect.poll(async () => (await listMails(email)).length, { timeout: 150_000, interval: 1000 }).toBe(2)
    const [mail] = await listMails(email)
    expect(mail!.subject).toBe('Sturm über der Mole')
    for (const words of ['Guten Morgen, die Nacht war kurz.', '— Was sonst geschah —', added, 'abbestellen'])
      expect(plain(mail!.text)).toContain(plain(words))
    expect(mail!.html).toContain('Was die Nacht brachte')
    expect(mail!.text).not.toContain('Probeversand')

    // By the portal's clock the session has ended meanwhile if the issue was due more than some hours later.
    await page.goto('/redaktion/ak/newsletter')
    const sent = page.getByText('Versandt', { exact: true }).first()
    await sent.or(page.getByLabel('E-Mail-Adresse')).waitFor()
    if (!(await sent.isVisible())) await signIn(page)
    await sent.click()
    await page.getByText('Sturm über der Mole').waitFor()
    await page.goto(new URL(address).pathname)
    await page.getByText(/1 Mail/).waitFor()
    await page.getByText('Sturm über der Mole').waitFor()
    await expectAccessible(page)
    // Nothing more comes with the next look.
    await page.waitForTimeout(65_000)
    expect(await listMails(email)).toHaveLength(2)
    await leave()
  },
)

it('two people at one issue: the second person’s text stays until the choice', { timeout: 240_000 }, async () => {
  await moveClock(portal, 0)
  const [first, second] = [await openChief(), await openChief()]
  await first.page.goto('/redaktion/ak/newsletter')
  await first.page.getByRole('button', { name: 'Sonderausgabe beginnen' }).first().click()
  await first.page.getByLabel('Betreff').waitFor()
  await second.page.goto(first.page.url())
  await second.page.getByLabel('Betreff').waitFor()
  await first.context.setOffline(true)
  await first.page.getByLabel('Betreff').fill('Fassung der einen')
  await first.page.getByText('wird nachgeholt').waitFor()
  await second.page.getByLabel('Betreff').fill('Fassung der anderen')
  await untilSaved(second.page)
  await first.context.setOffline(false)
  await first.page.getByText('Inzwischen hat').waitFor({ timeout: 60_000 })
  expect(await first.page.getByLabel('Betreff').inputValue()).toBe('Fassung der einen')
  await expectAccessible(first.page)
  await first.page.getByRole('button', { name: 'Meine speichern' }).click()
  await expect.poll(() => second.page.getByLabel('Betreff').inputValue(), { timeout: 20_000 }).toBe('Fassung der einen')
  await first.leave()
  await second.leave()
})

it('an issue is read and stopped on a phone', { timeout: 180_000 }, async () => {
  const { page, errors, leave } = await openChief('phone')
  await page.goto('/redaktion/ak/newsletter')
  await issuesOf(page).getByRole('link').nth(1).tap()
  await page.getByLabel('Betreff').waitFor()
  await untilQuiet(page)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Anhalten' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Anhalten' }).tap()
  await page.getByText('Diese Ausgabe wird nicht versandt').waitFor()
  await page.getByRole('button', { name: 'Doch versenden' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Doch versenden' }).tap()
  await page.getByText('stellt sich selbst zusammen und geht').waitFor()
  expect(errors).toEqual([])
  await leave()
})

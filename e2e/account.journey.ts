/** The account pages in a browser: tabs for each kind of reader, changes of data, export and erasure. */
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  isLoggedIn,
  logIn,
  logInByForm,
  readClaims,
  readMail,
  registerReader,
  toDemoEmail,
  toLink,
  untilAnonymous,
} from './account-reader.ts'
import {
  closeBrowser,
  expectAccessible,
  expectAccessibleDayAndNight,
  openReader,
  originOf,
  untilAlive,
  type DeviceName,
  type Reader,
} from './reader.ts'

let reader: Reader
let page: Page
let context: BrowserContext

async function start(device: DeviceName = 'desk'): Promise<void> {
  reader = await openReader({ device })
  ;({ page, context } = reader)
}

const open = async (path: string) => {
  await page.goto(path)
  await untilAlive(page)
}

/** Opens a page as a new reader, and closes the dialog that asks to confirm the address. */
async function openAsNewReader(path: string): Promise<{ email: string; password: string }> {
  const account = await registerReader(context)
  await open(path)
  await dismiss()
  return account
}

async function dismiss(): Promise<void> {
  await page.getByRole('dialog').getByRole('heading', { name: 'Bitte bestätigen Sie' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const place = () => page.url().slice(new URL(page.url()).origin.length)
const tabs = () => page.getByRole('list', { name: 'Mein Konto' }).getByRole('link')

/** On a phone the navigation of the personal area is one row; it once had five. */
async function expectOneRow(phone: Page): Promise<void> {
  const nav = phone.getByRole('navigation', { name: 'Persönlicher Bereich' })
  const parts = await nav.evaluate((element) =>
    [...element.children]
      .map((part) => part.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ top, bottom }) => ({ top: Math.round(top), bottom: Math.round(bottom) })),
  )
  expect(parts.length).toBeGreaterThan(0)
  expect(new Set(parts.map(({ top }) => top)).size).toBe(1)
  expect(Math.max(...parts.map(({ top, bottom }) => bottom - top))).toBeLessThan(60)
}

afterAll(closeBrowser)
beforeEach(() => start())
afterEach(() => reader.leave())

describe('the tabs', () => {
  it.each([
    ['free', ['Konto', 'Plus freischalten']],
    ['plus', ['Konto', 'Abo']],
    ['pur', ['Konto', 'Abo', 'Plus freischalten']],
    ['pur-plus', ['Konto', 'Abo']],
    ['epaper', ['Konto', 'Abo', 'Plus freischalten']],
    // Coins are a purchase, not a subscription.
    ['wallet', ['Konto', 'Coins', 'Plus freischalten']],
    ['plus-wallet', ['Konto', 'Abo', 'Coins']],
    ['tagsub', ['Konto', 'Abo', 'Plus freischalten']],
    ['unverified', ['Konto', 'Plus freischalten']],
  ])('R2.2-10 R1-32 of %s are %j; other addresses redirect to the account', async (persona, expected) => {
    await logIn(context, toDemoEmail(persona))
    await open('/account')
    expect(await tabs().allInnerTexts()).toEqual(expected)
    const all = { Abo: '/account/abo', Coins: '/account/coins', 'Plus freischalten': '/account/plus-verification' }
    for (const [name, path] of Object.entries(all)) {
      const answer = await context.request.get(path, { maxRedirects: 0 })
      expect([path, answer.status(), answer.headers()['cache-control']]).toEqual([
        path,
        expected.includes(name) ? 200 : 302,
        'private, no-store',
      ])
      if (!expected.includes(name)) expect(answer.headers().location).toBe('/account')
    }
  })

  it.each<DeviceName>(['phone', 'desk'])(
    'R2.2-11 R2.2-12 are linked with each other, accessible, in light and dark, on a %s',
    { timeout: 120_000 },
    async (device) => {
      await reader.leave()
      await start(device)
      await logIn(context, toDemoEmail('plus-wallet'))
      await open('/account')
      for (const target of ['/bookmarks', '/meineregion', '/newsletters'])
        expect(await page.getByRole('navigation', { name: 'Schnell zu' }).locator(`a[href="${target}"]`).count()).toBe(
          1,
        )
      if (device === 'phone') {
        await expectOneRow(page)
        await page.getByRole('navigation', { name: 'Alle Bereiche' }).getByRole('link', { name: 'Themen' }).waitFor()
        await open('/deine-themen')
        await expectOneRow(page)
        await open('/account')
      }
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      for (const [name, path, text] of [
        ['Abo', '/account/abo', 'Meine Abos'],
        ['Coins', '/account/coins', 'Coins verfügbar'],
        ['Konto', '/account', 'Lou Wagner'],
      ] as const) {
        await tabs().filter({ hasText: name }).first().click()
        await page.waitForURL(`**${path}`)
        await page.locator('main').getByText(text).first().waitFor()
        expect([
          path,
          await page.getByRole('list', { name: 'Mein Konto' }).locator('[aria-current=page]').innerText(),
        ]).toEqual([path, name])
        await expectAccessibleDayAndNight(page)
      }
      expect(reader.errors).toEqual([])
    },
  )
})

describe('changes', () => {
  it('R3.1-02 R7.5-17 a new name is in the token, and in the greeting after a reload', async () => {
    await openAsNewReader('/account')
    const form = page.getByRole('region', { name: 'Persönliche Angaben' })
    await form.getByLabel('Vorname').fill('')
    await form.getByRole('button', { name: 'Änderungen speichern' }).click()
    await form.getByText('Bitte füllen Sie dieses Feld aus.').waitFor()
    await expectAccessible(page)
    await form.getByLabel('Vorname').fill('Marlene')
    await form.getByRole('button', { name: 'Änderungen speichern' }).click()
    await form.getByText('Ihre Angaben wurden gespeichert.').waitFor()
    await expect.poll(async () => (await readClaims(context))?.firstName).toBe('Marlene')
    await page.reload()
    await page.getByText('Guten Tag, Frau Ufer', { exact: true }).waitFor()
    expect(await form.getByLabel('Vorname').inputValue()).toBe('Marlene')
  })

  it('R2.2-13 a paper subscription is connected by the data on its invoice, and Plus is active at once', async () => {
    await page.goto('/impressum')
    const postcode = /\b\d{5}\b/.exec(await page.locator('main').innerText())![0]
    await openAsNewReader('/account/plus-verification')
    const fill = async (number: string) => {
      await page.getByLabel('Kundennummer').fill(number)
      await page.getByLabel('Postleitzahl').fill(postcode)
      await page.getByRole('button', { name: 'Zugang freischalten' }).click()
    }
    await fill('9999999')
    await page.getByText('Die Angaben passen zu keinem Abonnement.').waitFor()
    await expectAccessible(page)
    // A number can be connected once; in a retried test the first ones are already used.
    for (const number of ['4711001', '4711002', '4711003']) {
      await fill(number)
      const done = page.getByText('Ihr Zugang wurde freigeschaltet.')
      await done.or(page.getByText('Die Angaben passen zu keinem Abonnement.')).first().waitFor()
      if (await done.isVisible()) break
    }
    await page.getByText('Ihr Zugang wurde freigeschaltet.').waitFor()
    expect((await readClaims(context))?.subscriptionRoles).toEqual(['PLUS_USER'])
    await open('/account')
    expect(await tabs().allInnerTexts()).toEqual(['Konto', 'Abo'])
  })

  it('every device can be logged out from one of them', async () => {
    const { email, password } = await openAsNewReader('/autoren')
    const other = await openReader({ device: 'phone' })
    await logIn(other.context, email, password)
    await open('/account')
    expect(await page.getByRole('region', { name: 'Anmeldung und Sicherheit' }).getByRole('listitem').count()).toBe(2)
    await page.getByRole('button', { name: 'Überall abmelden' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await untilAnonymous(page)
    // The other device's ID token is valid for display until it expires, but authorises nothing any more.
    const refused = await other.context.request.get('/api/mein/account')
    expect([refused.status(), (await other.context.request.get('/api/validate?forceRefresh=true')).status()]).toEqual([
      401, 401,
    ])
    await other.leave()
  })
})

/** Reads the ZIP by its central directory, like any program. */
function unzip(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name, extra, comment, offset] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
      bytes.readUInt32LE(at + 42),
    ]
    const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
    const data = bytes.subarray(from, from + size)
    files[bytes.toString('utf8', at + 46, at + 46 + name)] = (method === 0 ? data : inflateRawSync(data)).toString(
      'utf8',
    )
    at += 46 + name + extra + comment
  }
  return files
}

describe('a reader’s data', () => {
  it('are exported as one file, readable for people and for machines', async () => {
    const { email } = await openAsNewReader('/account')
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Daten herunterladen' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^meine-daten-ak-\d{4}-\d\d-\d\d\.zip$/)
    await page.getByText('Ihre Daten wurden heruntergeladen.').waitFor()
    const files = unzip(readFileSync(await file.path()))
    const names = Object.keys(files)
    const json = JSON.parse(files[names.find((name) => name.endsWith('.json'))!]!) as object
    const html = files[names.find((name) => name.endsWith('.html'))!]!
    for (const text of [JSON.stringify(json), html])
      for (const known of [email, 'Lena', 'Ufer']) expect(text).toContain(known)
    expect(JSON.stringify(json)).not.toMatch(/argon2|password_hash|Der Fluss steigt/)
    await page.setContent(html)
    await expectAccessible(page)
  })

  it.each<DeviceName>(['phone', 'desk'])(
    'are erased after fourteen days unless the reader cancels, on a %s',
    { timeout: 120_000 },
    async (device) => {
      await reader.leave()
      await start(device)
      const { email, password } = await openAsNewReader('/autoren')
      const erase = async () => {
        await open('/account')
        await page.getByRole('button', { name: 'Konto löschen …' }).click()
        const field = page.getByRole('region', { name: 'Konto löschen' }).getByLabel('Passwort')
        await field.fill('nicht mein Passwort')
        await page.getByRole('button', { name: 'Konto in 14 Tagen löschen' }).click()
        await page.getByText('Das Passwort ist falsch.').waitFor()
        await expectAccessible(page)
        await field.fill(password)
        await page.getByRole('button', { name: 'Konto in 14 Tagen löschen' }).click()
        await page.getByRole('heading', { name: /Ihr Konto wird am .* gelöscht/ }).waitFor()
        await expectAccessible(page)
        expect(await isLoggedIn(context)).toBe(false)
      }

      const readNotice = () => readMail(email, /wird gelöscht$/)
      await erase()
      const first = await readNotice()
      await page.getByRole('button', { name: 'Zur Startseite' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await untilAnonymous(page)
      await page.goto('/account')
      await logInByForm(page, email, password)
      await page.waitForURL((url) => url.pathname === '/account')
      await page
        .getByRole('status')
        .getByText(/Ihr Konto wird am \d+\. \S+ \d{4} gelöscht\. .* klicken Sie in Ihrem Konto auf „Konto behalten“\./)
        .waitFor()
      await dismiss()
      await page.getByRole('button', { name: 'Konto behalten' }).click()
      await page.getByText('Ihr Konto bleibt bestehen.').waitFor()
      await page.reload()
      expect(await page.getByRole('button', { name: 'Konto behalten' }).count()).toBe(0)

      // The erasure can also be cancelled by the link in the mail.
      await erase()
      await expect.poll(async () => (await readNotice()).at, { timeout: 20_000 }).not.toBe(first.at)
      await page.goto(toLink(await readNotice(), 'Löschung zurücknehmen'))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Konto behalten' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await logIn(context, email, password)
      await open('/account')
      expect([
        new URL(page.url()).pathname,
        await page.getByRole('button', { name: 'Konto löschen …' }).count(),
        await page.getByRole('button', { name: 'Konto behalten' }).count(),
      ]).toEqual(['/account', 1, 0])
    },
  )
})

describe('failures', () => {
  it.each([
    ['login-failed', 'Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.'],
    ['session-expired', 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.'],
    ['no-subscription-session', 'Ihr Abo-Konto konnte nicht geladen werden. Bitte versuchen Sie es später erneut.'],
    ['no-access', 'Für diesen Bereich fehlt Ihnen die Berechtigung.'],
    ['<b>Ihr Konto wurde gehackt', 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.'],
    ['__proto__', 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.'],
  ])('R2.2-21 R8-49 /error/%s shows one of our messages', async (key, message) => {
    await open(`/error/${encodeURIComponent(key)}`)
    const text = await page.locator('main').innerText()
    expect([text.includes(message), text.includes('gehackt'), await page.locator('main h1').innerText()]).toEqual([
      true,
      false,
      'Das hat leider nicht geklappt',
    ])
  })

  it('R2.2-22 R2.2-21 an invented reset link leads to its error message', async () => {
    await page.goto('/change-password/abc.def-123')
    expect([place(), await page.locator('main').innerText()]).toEqual([
      '/error/invalid-code',
      expect.stringContaining('Dieser Link ist ungültig oder wurde bereits verwendet.'),
    ])
  })

  it('R2.2-08 after the session was ended elsewhere, the next click asks for the login and returns to the page', async () => {
    const { email, password } = await openAsNewReader('/account')
    const other = await openReader({ device: 'phone' })
    await logIn(other.context, email, password)
    const ended = await other.context.request.post('/api/mein/oauth2/logout/everywhere', {
      data: {},
      headers: { origin: originOf() },
    })
    expect(ended.status()).toBe(204)
    await other.leave()
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await page.getByRole('dialog').waitFor()
    expect([new URL(page.url()).hash, await isLoggedIn(context)]).toEqual(['#login', false])
    await logInByForm(page, email, password)
    await page.waitForURL((url) => url.pathname === '/account')
    await dismiss()
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await page.getByText('Ihre Angaben wurden gespeichert.').waitFor()
  })
})

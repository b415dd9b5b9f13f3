/**
 * Helpers for journeys with accounts: demo readers, the demo's mailbox, the framed forms, and a keyboard-only reader.
 */
import { fileURLToPath } from 'node:url'
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { getPage } from './page-kinds.ts'
import { originOf } from './reader.ts'

/** As printed by the portal when its demo starts. */
export const DEMO_PASSWORD = 'Lokalteil-Demo-1'
export const toDemoEmail = (persona: string) => `${persona}@demo.example`

/** The form inside the dialog. */
export function flowOf(page: Page): FrameLocator {
  return page.frameLocator('dialog iframe')
}

/** Logs in without a form; the cookies are set in the context before a page opens. */
export async function logIn(
  context: BrowserContext,
  email: string,
  password = DEMO_PASSWORD,
  origin = originOf(),
): Promise<void> {
  const answer = await context.request.post(`${origin}/api/mein/oauth2/login`, {
    data: { email, password },
    headers: { origin },
  })
  if (!answer.ok()) throw new Error(`${email} could not log in: ${answer.status()} ${await answer.text()}`)
}

/** Logs in by the form of the open dialog. */
export async function logInByForm(page: Page, email = toDemoEmail('free'), password = DEMO_PASSWORD): Promise<void> {
  const flow = flowOf(page)
  // The form is hidden from readers until then.
  await flow.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await flow.getByLabel('E-Mail-Adresse').fill(email)
  await flow.getByLabel('Passwort', { exact: true }).fill(password)
  await flow.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

/** Card numbers of the test bank. */
export const CARDS = {
  good: '9999 0000 0000 0012',
  declined: '9999 0000 0000 0020',
  noMoney: '9999 0000 0000 0038',
  step: '9999 0000 0000 0046',
  later: '9999 0000 0000 0053',
} as const

/** Checkout, address step: continues to the payment. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Straße und Hausnummer').fill('Am Ufer 3')
  await page.getByLabel('Postleitzahl').fill('12345')
  await page.getByLabel('Ort', { exact: true }).fill('Auenstadt')
  await page.getByRole('button', { name: 'Weiter zur Zahlung', exact: true }).click()
}

/** Checkout, payment step: continues to the review. */
export async function payByCard(page: Page, card: string = CARDS.good): Promise<void> {
  await page.getByLabel('Kreditkarte').check()
  await page.getByLabel('Nummer der Testkarte').fill(card)
  await page.getByRole('button', { name: 'Weiter zur Prüfung', exact: true }).click()
}

/** Checkout, review step: gives all consents, orders, and waits for the thanks. `look` runs before. */
export async function placeOrder(page: Page, look: () => Promise<void> = async () => {}): Promise<void> {
  const review = page.getByRole('region', { name: /Prüfen und bestellen/ })
  await review.getByRole('checkbox').first().waitFor()
  for (const box of await review.getByRole('checkbox').all()) await box.check()
  await look()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
}

/** A picture file that a reader uploads. */
export const PHOTO = fileURLToPath(new URL('../demo/pictures/photos/ahornblatt-herbst.jpg', import.meta.url))

/** The drawn width of a picture, which proves that it was decoded. */
export function drawnWidthOf(picture: Locator): Promise<number> {
  return picture.evaluate(async (image: HTMLImageElement) => {
    image.scrollIntoView()
    await image.decode()
    return image.naturalWidth
  })
}

let serial = 0

/** Registers an account for one test, logged in in the context, with an unconfirmed address. */
export async function registerReader(
  context: BrowserContext,
  more: { password?: string; origin?: string; terms?: boolean } = {},
): Promise<{ email: string; password: string }> {
  const { origin = originOf(), password = 'Der Fluss steigt im Mai' } = more
  const email = `leser-${Date.now()}-${++serial}@example.org`
  const data = {
    salutation: 'Frau',
    firstName: 'Lena',
    lastName: 'Ufer',
    email,
    password,
    terms: true,
    advertising: false,
  }
  // Every reader registers from another address, otherwise the rate limit would stop them.
  const address = `10.${serial >> 8}.${serial & 255}.${1 + Math.floor(Math.random() * 250)}`
  const answer = await context.request.post(`${origin}/api/mein/oauth2/registration`, {
    data,
    headers: { origin, 'x-forwarded-for': address },
  })
  if (!answer.ok()) throw new Error(`${email} could not register: ${answer.status()} ${await answer.text()}`)
  return { email, password }
}

type Mail = { to: string; subject: string; text: string; html: string; at: string }

/** Waits for the newest mail to an address. */
export async function readMail(to: string, subject: RegExp, origin?: string): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        const path = `/__services/mail/mails.json?to=${encodeURIComponent(to)}`
        const body = origin === undefined ? (await getPage('ak', path)).body : await (await fetch(origin + path)).text()
        found = (JSON.parse(body) as Mail[]).find((mail) => subject.test(mail.subject))
        return found !== undefined
      },
      { timeout: 20_000, interval: 250 },
    )
    .toBe(true)
  return found!
}

/** The path of the link with this label in a mail; mails contain the publication's origin. */
export function toLink({ text }: Pick<Mail, 'text'>, label: string): string {
  const address = new RegExp(`${label}:\\n(\\S+)`).exec(text)?.[1]
  if (address === undefined) throw new Error(`No link „${label}“ in\n${text}`)
  const { pathname, search, hash } = new URL(address)
  return pathname + search + hash
}

/** The claims of the browser's ID token; null without one. */
export async function readClaims(
  context: BrowserContext,
): Promise<(Record<string, unknown> & { sub: string; email: string; exp: number }) | null> {
  const token = (await context.cookies()).find(({ name }) => name === 'FA_ID_TOKEN')?.value
  return token === undefined || token === ''
    ? null
    : (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as never)
}

export async function isLoggedIn(context: BrowserContext): Promise<boolean> {
  return (await readClaims(context)) !== null
}

/** Waits until the page knows its reader: the account link in the header. */
export async function untilReader(page: Page): Promise<void> {
  await page.locator('header a[href="/account"]').waitFor()
}

export async function untilAnonymous(page: Page): Promise<void> {
  await page.locator('header a[href="#login"]').waitFor()
}

/** Sets the clock of all pages of the reader, open and future ones, ahead of the machine's. */
export async function shiftClock(context: BrowserContext, ahead: number): Promise<void> {
  await context.addInitScript(shift, ahead)
  await Promise.all(context.pages().map((page) => page.evaluate(shift, ahead)))
}

function shift(ahead: number): void {
  const kept = globalThis as { MachineDate?: DateConstructor }
  const Machine = (kept.MachineDate ??= Date)
  globalThis.Date = class extends Machine {
    constructor(...given: [] | [number]) {
      if (given.length === 0) super(Machine.now() + ahead)
      else super(...given)
    }
    static override now(): number {
      return Machine.now() + ahead
    }
  } as DateConstructor
}

/** A reader without a mouse: reaches everything by Tab and operates it by keys. */
export class KeyboardReader {
  readonly page: Page
  readonly jumps: boolean
  /** `jumps`: focuses fields directly instead of pressing Tab. */
  constructor(page: Page, { jumps = false }: { jumps?: boolean } = {}) {
    this.page = page
    this.jumps = jumps
  }

  async goTo(target: Locator, most = 120): Promise<void> {
    await target.waitFor()
    if (this.jumps) return target.focus()
    // Resolved once, because querying roles and names at every stop is slow.
    let element = await target.elementHandle()
    for (let stops = 0; stops <= most; stops++) {
      const state = await element!.evaluate((one) =>
        one.isConnected ? one === one.ownerDocument.activeElement && one.ownerDocument.hasFocus() : null,
      )
      if (state === true) return
      if (state === null) element = await target.elementHandle()
      else await this.page.keyboard.press('Tab')
    }
    throw new Error(`${most} times Tab did not lead to ${String(target)}`)
  }

  async press(target: Locator): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.press('Enter')
  }

  async tick(target: Locator): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.press('Space')
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.goTo(target)
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.type(text)
  }
}

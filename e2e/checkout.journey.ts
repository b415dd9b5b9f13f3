/**
 * Ordering in a browser: from a locked article to its text, as a guest, with refused cards, double clicks, and without
 * a connection.
 */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { StripeDouble } from '@lokalteil/services/commerce/payments/stripe.testing'
import {
  CARDS,
  fillAddress,
  flowOf,
  payByCard,
  readClaims,
  readMail,
  registerReader,
  toLink,
} from './account-reader.ts'
import { getPage, listPageKinds } from './page-kinds.ts'
import { openPaymentPages } from './payment-pages.ts'
import { openOwnPortal } from './portal-setup.ts'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  originOf,
  untilAlive,
  type DeviceName,
  type Reader,
} from './reader.ts'

const IBANS = { good: 'DE93999999990000000001', wrong: 'DE93999999990000000002' } as const
const ORDER = 'Zahlungspflichtig bestellen'

let reader: Reader
let page: Page
let context: BrowserContext
let guests = 0

async function start(device: DeviceName = 'desk'): Promise<void> {
  reader = await openReader({ device, hasServiceWorker: device === 'phone' })
  ;({ page, context } = reader)
}
afterAll(closeBrowser)
beforeEach(() => start())
afterEach(() => reader.leave())

const open = async (path: string) => {
  await page.goto(path)
  await untilAlive(page)
}
const newGuest = () => `gast-${Date.now()}-${++guests}@example.org`
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const done = () => page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' })

/** Logs in as a new reader with a confirmed address. */
async function logInAsNewReader(): Promise<string> {
  const { email } = await registerReader(context)
  await page.goto(toLink(await readMail(email, /^Bitte bestätigen/), 'E-Mail-Adresse bestätigen'))
  await page.getByRole('button').click()
  await page.waitForURL((url) => url.pathname === '/' && url.search === '')
  await expect.poll(async () => (await readClaims(context))?.emailVerified).toBe(true)
  return email
}

/** A guest's name is not known yet. */
async function fillAddressAsGuest(): Promise<void> {
  await page.getByLabel('Vorname').fill('Eva')
  await page.getByLabel('Nachname').fill('Sommer')
  await fillAddress(page)
}

/** The account's subscriptions, as its pages show them. */
async function listSubscriptions(): Promise<string[]> {
  const answer = await context.request.get('/api/mein/account/subscriptions')
  return ((await answer.json()) as { subscriptions: { name: string }[] }).subscriptions.map(({ name }) => name)
}

describe.each<DeviceName>(['phone', 'desk'])('a reader on a %s', (device) => {
  it(
    'R2.3-05 R1-33 comes from a locked article, orders by direct debit, and reads it',
    { timeout: 180_000 },
    async () => {
      await reader.leave()
      await start(device)
      await logInAsNewReader()
      const article = (await listPageKinds())['paid article']!
      await open(article)
      await page.locator('.paywall a[href^="/order/abo?return="]').click()
      await page.waitForURL('**/order/abo?return=**')
      await page.getByRole('link', { name: 'Weiter mit Plus Monat' }).click()
      await page.waitForURL('**/order/checkout?offer=plus-monat&return=**')

      // Data of earlier orders are filled in.
      await page.getByRole('heading', { name: /Daten/ }).waitFor()
      expect(await page.getByLabel('Vorname').inputValue()).toBe('Lena')
      await expectAccessible(page)
      await press('Weiter zur Zahlung')
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('street')
      expect(await page.getByText('Bitte füllen Sie dieses Feld aus.').count()).toBeGreaterThanOrEqual(3)
      await expectAccessible(page)
      await fillAddress(page)

      expect(await page.getByLabel('Kontoinhaberin oder Kontoinhaber').inputValue()).toBe('Lena Ufer')
      await page.getByLabel('IBAN', { exact: true }).fill(IBANS.wrong)
      await page.getByText('Die Prüfziffern passen noch nicht.').waitFor()
      await press('Weiter zur Prüfung')
      await page.getByText('Diese IBAN stimmt nicht.').first().waitFor()
      await expectAccessible(page)
      await page.getByLabel('IBAN', { exact: true }).fill(IBANS.good)
      await page.getByText('Die IBAN ist vollständig.').waitFor()
      await page.getByLabel('Ich ermächtige').check()
      await press('Weiter zur Prüfung')

      // All legally required information, directly above the button; no checkbox is preselected.
      const review = page.getByRole('region', { name: /Prüfen und bestellen/ })
      for (const text of [
        'Plus Monat',
        'Alle Artikel',
        '1,00 €',
        '9,90 €',
        'Frist von einem Monat',
        '14 Tage Widerrufsrecht',
        'inkl. 7 % MwSt.',
      ])
        await review.getByText(text).first().waitFor()
      expect(
        await review
          .getByRole('checkbox')
          .evaluateAll((boxes) => boxes.filter((box) => (box as HTMLInputElement).checked).length),
      ).toBe(0)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
      await press(ORDER)
      await page.getByText('Bitte stimmen Sie den AGB zu.').waitFor()
      // Back goes one step back, and going forward again nothing is lost.
      await page.goBack()
      await page.getByLabel('IBAN', { exact: true }).waitFor()
      expect((await page.getByLabel('IBAN', { exact: true }).inputValue()).replaceAll(' ', '')).toBe(IBANS.good)
      await press('Weiter zur Prüfung')
      await page.getByLabel(/Ich stimme den AGB/).check()
      await press(ORDER)
      await done().waitFor()
      await expectAccessible(page)
      expect(await page.locator('main').innerText()).not.toContain(IBANS.good.slice(4, 18))
      await expect
        .poll(async () => (await readClaims(context))?.subscriptionRoles, { timeout: 15_000 })
        .toContain('PLUS_USER')

      // A reload shows the same, with a link to the article.
      await page.reload()
      await done().waitFor()
      await untilAlive(page)
      await page.getByRole('link', { name: 'Artikel jetzt lesen' }).click()
      await page.waitForURL(`**${article}`)
      await page.locator('main [data-access="open"]').waitFor()
      expect(await page.locator('.paywall').count()).toBe(0)
      expect(await page.locator('article [data-paragraph]').count()).toBeGreaterThan(1)
      expect(
        await page.evaluate(
          () =>
            [...Array(localStorage.length).keys()].map((at) => localStorage.getItem(localStorage.key(at)!)).join() +
            [...Array(sessionStorage.length).keys()]
              .map((at) => sessionStorage.getItem(sessionStorage.key(at)!))
              .join(),
        ),
      ).not.toContain('DE93')
      expect(reader.errors).toEqual([])
    },
  )
})

describe('a guest', () => {
  it(
    'S2.3-05 orders with an address, sets a password by the mail, and has the role',
    { timeout: 180_000 },
    async () => {
      await start('phone')
      const email = newGuest()
      await open('/order/checkout?offer=plus-jahr')
      await press('Weiter zu den Daten')
      await page.getByText('Bitte füllen Sie dieses Feld aus.').waitFor()
      await expectAccessible(page)
      await page.getByLabel('E-Mail-Adresse').fill(email)
      await press('Weiter zu den Daten')
      await fillAddressAsGuest()
      await payByCard(page, CARDS.good)
      await page.getByLabel(/Ich stimme den AGB/).check()
      await press(ORDER)
      await done().waitFor()
      await page.getByText('Wir haben Ihnen eine E-Mail geschickt.').waitFor()
      expect(await readClaims(context)).toBeNull()
      await readMail(email, /Bestellung/)

      await page.goto(toLink(await readMail(email, /^Ihr Konto/), 'Passwort festlegen'))
      const flow = flowOf(page)
      const password = 'Der Fluss steigt im Mai'
      await flow.getByLabel('Neues Passwort', { exact: true }).fill(password)
      await flow.getByLabel('Neues Passwort wiederholen').fill(password)
      await flow.getByRole('button', { name: /speichern|festlegen/ }).click()
      await expect.poll(async () => (await readClaims(context))?.email, { timeout: 20_000 }).toBe(email)
      await expect
        .poll(async () => (await readClaims(context))?.subscriptionRoles, { timeout: 15_000 })
        .toContain('PLUS_USER')
    },
  )

  it(
    'shows the refusal of a card, keeps the typed data, and pays with another card',
    { timeout: 120_000 },
    async () => {
      await open('/order/checkout?offer=plus-monat')
      await page.getByLabel('E-Mail-Adresse').fill(newGuest())
      await press('Weiter zu den Daten')
      await fillAddressAsGuest()
      await payByCard(page, CARDS.declined)
      await page.getByLabel(/Ich stimme den AGB/).check()
      await press(ORDER)
      await page.getByText('Die Zahlung hat nicht geklappt').waitFor()
      await page.getByText('Ihre Karte wurde abgelehnt.').waitFor()
      await expectAccessible(page)
      expect(await page.getByRole('region', { name: /Daten/ }).innerText()).toContain('Am Ufer 3')
      await payByCard(page, CARDS.later)
      await press(ORDER)
      await page.getByRole('heading', { name: 'Wir warten auf die Bestätigung der Zahlung' }).waitFor()
      await done().waitFor({ timeout: 20_000 })
    },
  )

  it('returns from the bank’s page and sees the result', { timeout: 120_000 }, async () => {
    for (const [answer, heading] of [
      ['Abbrechen', 'Die Zahlung hat nicht geklappt'],
      ['Zahlung freigeben', 'Vielen Dank für Ihre Bestellung.'],
    ] as const) {
      await open('/order/checkout?offer=plus-monat')
      await page.getByLabel('E-Mail-Adresse').fill(newGuest())
      await press('Weiter zu den Daten')
      await fillAddressAsGuest()
      await payByCard(page, CARDS.step)
      await page.getByLabel(/Ich stimme den AGB/).check()
      await press(ORDER)
      await page.waitForURL('**/api/payments/test-bank/step?**')
      await press(answer)
      await page.waitForURL('**/order/checkout?order=**')
      await expect.poll(() => page.locator('main h2').first().innerText()).toBe(heading)
      await expectAccessible(page)
    }
  })
})

it(
  'S2.3-05 a double click orders once; without an answer the form keeps everything, and sending again orders once',
  { timeout: 180_000 },
  async () => {
    const email = await logInAsNewReader()
    const toReview = async (offer: string) => {
      await open(`/order/checkout?offer=${offer}`)
      await fillAddress(page)
      await payByCard(page, CARDS.good)
      await page.getByLabel(/Ich stimme den AGB/).check()
    }
    const sent: string[] = []
    page.on(
      'request',
      (request) =>
        request.method() === 'POST' &&
        new URL(request.url()).pathname === '/api/order' &&
        sent.push(request.postData() ?? ''),
    )
    await toReview('pur')
    await page.getByRole('button', { name: ORDER }).dblclick()
    await done().waitFor()
    expect(sent).toHaveLength(1)
    // A request repeated by the browser is the same order (idempotency key).
    const again = await context.request.post('/api/order', {
      data: sent[0]!,
      headers: { 'content-type': 'application/json', origin: originOf() },
    })
    expect([again.status(), ((await again.json()) as { number: string }).number]).toEqual([
      200,
      new URL(page.url()).searchParams.get('order'),
    ])

    // The order arrives, its answer is lost.
    await toReview('plus-pur')
    let asked = 0
    await page.route('**/api/order', async (route) => {
      if (asked++ > 0) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await press(ORDER)
    await page.getByText('Wir haben keine Antwort bekommen').waitFor()
    await expectAccessible(page)
    await press('Noch einmal senden')
    await done().waitFor()
    expect([asked, (await listSubscriptions()).toSorted()]).toEqual([2, ['Plus + Pur', 'Pur']])
    const mails = JSON.parse(
      (await getPage('ak', `/__services/mail/mails.json?to=${encodeURIComponent(email)}`)).body,
    ) as { subject: string }[]
    expect(mails.filter(({ subject }) => /^Ihre Bestellung/.test(subject))).toHaveLength(2)
  },
)

it('R6-18 opens for everybody, and asks for an offer if none is named', async () => {
  await open('/order/onepage-checkout?offer=gibt-es-nicht')
  expect(new URL(page.url()).pathname).toBe('/order/checkout')
  await page.getByText('Bitte wählen Sie ein Angebot.').waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Zu den Angeboten' }).click()
  await page.waitForURL('**/order/abo')
  await page.getByRole('link', { name: 'Weiter mit Plus Jahr' }).click()
  await page.getByLabel('E-Mail-Adresse').waitFor()
})

describe('when cards are paid on the provider’s page', () => {
  const stripe = new StripeDouble()
  let portal: Awaited<ReturnType<typeof openOwnPortal>>
  beforeAll(async () => {
    portal = await openOwnPortal({
      env: {
        PAYMENT_PROVIDERS: 'invoice,stripe',
        STRIPE_SECRET_KEY: 'sk_test_of_the_journeys',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_the_journeys',
        STRIPE_API_URL: await stripe.listen(),
      },
    })
  })
  afterAll(async () => {
    await portal.close()
    stripe.close()
  })

  it.each<DeviceName>(['phone', 'desk'])(
    'a %s with a wallet goes from a locked article to the checkout with one click, and the card is preselected',
    { timeout: 120_000 },
    async (device) => {
      const article = (await listPageKinds())['paid article']!
      const own = await openReader({ device, context: { baseURL: portal.origin } })
      await openPaymentPages(own.context, stripe)
      await own.page.goto(article)
      await untilAlive(own.page)
      const box = own.page.locator('.paywall')
      await box.getByRole('link', { name: 'testen' }).waitFor()
      // The phone is an Android device; for a desktop no wallet is assumed.
      await expect
        .poll(() => box.getByRole('link', { name: / Pay / }).allInnerTexts())
        .toEqual(device === 'phone' ? ['Mit Google Pay bestellen'] : [])

      await own.page.addInitScript(() => Object.assign(window, { ApplePaySession: { canMakePayments: () => true } }))
      await own.page.reload()
      await untilAlive(own.page)
      const button = box.getByRole('link', { name: 'Mit Apple Pay bestellen' })
      await button.waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await own.page.emulateMedia({ colorScheme })
        await expectAccessible(own.page)
      }
      await button.click()
      await own.page.waitForURL('**/order/checkout?offer=**')
      await own.page.getByLabel('E-Mail-Adresse').fill(newGuest())
      const next = (name: string) => own.page.getByRole('button', { name, exact: true }).click()
      await next('Weiter zu den Daten')
      await own.page.getByLabel('Vorname').fill('Eva')
      await own.page.getByLabel('Nachname').fill('Sommer')
      await fillAddress(own.page)
      expect(await own.page.getByRole('radio', { name: /^Apple Pay oder Kreditkarte/ }).isChecked()).toBe(true)
      await expectAccessible(own.page)
      await next('Weiter zur Prüfung')
      await own.page.getByLabel(/Ich stimme den AGB/).check()
      await next(ORDER)
      await own.page.waitForURL('https://pay.example/**')
      await own.page.getByRole('button', { name: 'Bezahlen' }).click()
      await own.page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
      await own.leave()
    },
  )
})

/**
 * A publisher's own paper, without the demo: a reader orders an advertisement and a death notice and pays by card at
 * the provider; the office declines both by its commands, and the money is refunded.
 */
import { hasRooms } from '@lokalteil/domain/rooms/rooms.testing'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StripeDouble } from '@lokalteil/services/commerce/payments/stripe.testing'
import { openMailServer } from '@lokalteil/services/mail/mail-server.testing'
import { findFreePort } from '@lokalteil/tools/free-port'
import { runCommand } from './command.ts'
import { fillAddress, registerReader, toLink, untilReader } from './account-reader.ts'
import { openPaymentPages } from './payment-pages.ts'
import { startPortal, stopPortal } from './portal-process.ts'
import { closeBrowser, expectAccessible, openReader, storeRefusal, untilAlive } from './reader.ts'

const CODE = 'musterbote'
const SELLER = `
seller:
  company: Musterverlag GmbH
  street: Marktplatz 1
  postcode: "01234"
  town: Musterstadt
  country: DE
  directors: Eva Muster
  register: Amtsgericht Musterstadt, HRB 123
  vatId: DE123456789
  phone: "+49 3471 12345"
  email: redaktion@musterbote.de
  bank: Sparkasse Musterstadt
  iban: DE02120300000000202051
  bic: BYLADEM1001
  creditorId: DE98ZZZ09999999999
`
const ROOMS = `
jobs:
  ads:
    vatPercent: 19
    packages:
      - { id: monat, name: Ein Monat, days: 30, cents: 3490 }
notices:
  prices:
    sizes:
      - { id: klein, name: Klein, cents: 4900, letters: 250 }
    extra: { letters: 50, cents: 450 }
    sceneCents: 1900
    durations:
      - { days: 90, cents: 0 }
`

const home = mkdtempSync(join(tmpdir(), 'lokalteil-own-'))
const stripe = new StripeDouble()
let mailServer: Awaited<ReturnType<typeof openMailServer>>
let port: number
let environment: Record<string, string>
let portal: Awaited<ReturnType<typeof startPortal>> | undefined

/** Runs a command of the office; returns its output. Mail server and provider keep answering meanwhile. */
const run = (...args: readonly string[]): Promise<string> => runCommand(args, environment)

const isWhole = hasRooms('jobs', 'notices')

beforeAll(async () => {
  if (!isWhole) return
  port = await findFreePort()
  mailServer = await openMailServer()
  environment = {
    DEMO: '0',
    PORT: String(port),
    DATA_DIR: join(home, 'data'),
    PUBLICATIONS_DIR: join(home, 'publications'),
    PAYMENT_PROVIDERS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_live_of_this_paper',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_this_paper',
    STRIPE_API_URL: await stripe.listen(),
    SMTP_URL: mailServer.url,
    TRUST_PROXY: '127.0.0.1',
  }
  const answers = {
    name: 'Musterbote',
    region: 'Musterstadt und das Umland',
    company: 'Musterverlag GmbH',
    street: 'Marktplatz 1',
    postcode: '01234',
    town: 'Musterstadt',
    // Orders require an address that can exist.
    email: 'redaktion@musterbote.de',
    colour: '#7d1c2b',
  }
  await run('publication', 'new', CODE, ...Object.entries(answers).flatMap(([name, value]) => [`--${name}`, value]))
  const folder = join(home, 'publications', CODE)
  const identity = join(folder, 'publication.yaml')
  writeFileSync(
    identity,
    readFileSync(identity, 'utf8').replace(
      '  representatives: []\n',
      '  representatives: [Eva Muster]\n  register: { court: Amtsgericht Musterstadt, number: HRB 123 }\n  vatId: DE123456789\n  phone: "+49 3471 12345"\n',
    ),
  )
  appendFileSync(identity, SELLER)
  writeFileSync(join(folder, 'rooms.yaml'), ROOMS)
  await run('publication', 'documents', folder)
  // As if an editor had answered every question.
  for (const name of readdirSync(join(folder, 'documents'))) {
    const document = join(folder, 'documents', name)
    writeFileSync(document, readFileSync(document, 'utf8').replaceAll(/\[\[PRÜFEN:[\s\S]*?\]\] ?/g, ''))
  }
  portal = await startPortal({ port, dataDir: environment.DATA_DIR!, env: environment })
})

afterAll(async () => {
  await closeBrowser()
  if (portal !== undefined) await stopPortal(portal)
  if (isWhole) stripe.close()
  await mailServer?.close()
  rmSync(home, { recursive: true, force: true })
})

async function readMail(to: string, subject: RegExp): Promise<string> {
  const find = () =>
    mailServer.received.find(({ mail, recipients }) => recipients.includes(to) && subject.test(mail.subject ?? ''))
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true)
  return find()!.mail.text!
}

/** From the checkout to the thanks, through the provider's page. */
async function pay(page: Page, price: string): Promise<void> {
  await page.waitForURL('**/order/kauf?seller=**')
  await page.getByText(price).first().waitFor()
  await fillAddress(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Weiter zur Prüfung', exact: true }).click()
  const review = page.getByRole('region', { name: /Prüfen und bestellen/ })
  await review.getByRole('checkbox').first().waitFor()
  for (const box of await review.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await page.waitForURL('https://pay.example/**')
  await page.getByRole('button', { name: 'Bezahlen' }).click()
  await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
}

it.runIf(isWhole)(
  'R1-79 R1-81 an order there is paid by card, declined by the office, and refunded',
  { timeout: 180_000 },
  async () => {
    const origin = `http://localhost:${port}`
    const { page, context, leave } = await openReader({ device: 'phone', context: { baseURL: origin } })
    await storeRefusal(context, origin)
    await openPaymentPages(context, stripe)
    const { email } = await registerReader(context, { origin })
    const text = await readMail(email, /^Bitte bestätigen/)
    await page.goto(toLink({ text }, 'E-Mail-Adresse bestätigen'))
    await page.getByRole('button').first().click()
    await page.waitForURL((url) => url.pathname === '/' && url.search === '')

    await page.goto('/jobs/inserieren')
    await untilAlive(page)
    await untilReader(page)
    for (const [label, value] of [
      ['Arbeitgeber', 'Fahrradwerkstatt Speiche'],
      ['Beginn', 'sofort'],
      ['Postleitzahl', '01234'],
      ['Ort', 'Musterstadt'],
      ['von, in Euro', '2.800'],
      ['bis, in Euro', '3.300'],
      ['Überschrift', 'Zweiradmechanik in kleiner Werkstatt'],
      ['Text', 'Wir reparieren Räder und Lastenräder an vier Tagen in der Woche, mitten in der Stadt.'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('checkbox', { name: 'Vollzeit' }).check()
    await page.getByRole('button', { name: 'Vorschau ansehen' }).click()
    await page.getByRole('link', { name: 'Weiter zur Kasse' }).click()
    await pay(page, '34,90')
    await page.goto('/trauer/aufgeben')
    await untilAlive(page)
    await page.getByLabel('Name', { exact: true }).fill('Wilhelmine Aufenthal')
    await page.getByLabel('Geburtstag').fill('1939-05-01')
    await page.getByLabel('Todestag').fill('2026-11-01')
    await page.getByLabel('Es trauern (freiwillig)').fill('Hanna\nKarl')
    await page.getByRole('button', { name: 'Weiter zur Kasse' }).click()
    await pay(page, '49,00')

    const waiting = await run('markets', 'ads')
    expect(waiting).toMatch(/34,90\s€ for 30 days[\s\S]*Zweiradmechanik in kleiner Werkstatt[\s\S]*1 waiting/)
    const ad = /^[\w-]+/.exec(waiting)![0]
    await run('markets', 'reject', ad, '--facts', 'Die Werkstatt gibt es nicht.')
    expect(await readMail(email, /^Ihre Anzeige kann nicht erscheinen: Zweiradmechanik/)).toContain(
      'Die Werkstatt gibt es nicht.',
    )
    expect(await run('markets', 'ads')).toBe('0 waiting\n')
    const order = /^A-[\w-]+/m.exec(await run('notices', 'orders'))![0]
    await run('notices', 'reject', order, '--facts', 'Die Person lebt.')
    expect(await readMail(email, /Wilhelmine Aufenthal/)).toContain('Die Person lebt.')
    await page.goto('/account/suchen')
    await page.getByText('Die Werkstatt gibt es nicht.').waitFor()
    await expectAccessible(page)
    // The platform calls the provider by itself.
    const amounts = () => stripe.refunds.map(({ amount }) => amount).toSorted((a, b) => a - b)
    await expect.poll(amounts, { timeout: 100_000 }).toEqual([3490, 4900])
    expect((await context.request.get('/trauer')).ok()).toBe(true)
    expect(await (await context.request.get('/trauer')).text()).not.toContain('Aufenthal')
    await leave()
  },
)

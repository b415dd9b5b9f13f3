/**
 * Ways to unlock a text and to lose and regain access: coins, a gift, a topic, and a contract with a failed payment;
 * with a portal of its own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantVendors } from '@lokalteil/domain/consent/consent'
import {
  CARDS,
  fillAddress,
  logInByForm,
  payByCard,
  readClaims,
  readMail,
  shiftClock,
  toDemoEmail,
  toLink,
  untilReader,
} from './account-reader.ts'
import { listArticles, readContent } from './page-kinds.ts'
import { moveClock, openOwnPortal, type OwnPortal } from './portal-setup.ts'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  storeConsent,
  untilAlive,
  withhold,
  type DeviceName,
  type PublicationCode,
  type Reader,
} from './reader.ts'

const DAY = 86_400_000
/** The topic of the demo's topic subscriber: Hochwasser. */
const TOPIC = '131'

let portal: OwnPortal
beforeAll(async () => {
  portal = await openOwnPortal({ hasMovableClock: true })
})
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

const originOf = (publication: PublicationCode) =>
  `http://${publication === 'ak' ? '' : `${publication}.`}localhost:${portal.port}`
const openAt = (device: DeviceName, publication: PublicationCode): Promise<Reader> =>
  openReader({
    device,
    publication,
    hasServiceWorker: device === 'phone',
    context: { baseURL: originOf(publication) },
  })
const mailTo = (address: string, subject: RegExp) => readMail(address, subject, originOf('ak'))

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
}

/** Paid articles of the publication. Every portal has the same demo content. */
const listPaid = async (publication: PublicationCode) =>
  (await listArticles(publication))
    .filter((one) => one.contentRestriction === 'paid' && one.targetPathOrUrl.startsWith('/'))
    .map(({ documentId, targetPathOrUrl }) => ({ id: documentId, path: targetPathOrUrl }))

const paragraphs = (page: Page) => page.locator('[data-access] [data-paragraph]').count()
const untilLocked = (page: Page, layer: string) =>
  page.locator(`[data-access="locked"] [data-layer="${layer}"]`).waitFor()
async function untilOpen(page: Page, teaser: number): Promise<void> {
  await page
    .locator('[data-access="open"]')
    .waitFor()
    .catch(async (error: unknown) => {
      throw new Error(`The article stays locked: ${await readWhy(page).catch(() => page.url())}`, { cause: error })
    })
  await expect.poll(() => paragraphs(page)).toBeGreaterThan(teaser)
  expect(await page.locator('.paywall').count()).toBe(0)
}

/** The explanation of the access decision, once the page knows its reader. */
async function readWhy(page: Page): Promise<string> {
  await page.getByText('Warum sehe ich das?', { exact: true }).click()
  await page.getByRole('heading', { name: 'Das haben wir geprüft' }).waitFor()
  return page.getByRole('complementary', { name: 'Warum sehe ich das?' }).innerText()
}

const openMarks = (page: Page) =>
  page.locator('main').getByRole('img', { name: 'Plus-Artikel, für Sie freigeschaltet' })
const openMark = (page: Page) =>
  page.locator('#article header').getByRole('img', { name: 'Plus-Artikel, für Sie freigeschaltet' })

async function logInFromLayer(page: Page, email: string): Promise<void> {
  await page.locator('.paywall').getByRole('link', { name: 'Anmelden', exact: true }).click()
  await logInByForm(page, email)
  await untilReader(page)
}

describe.each<[DeviceName, PublicationCode]>([
  ['phone', 'ht'],
  ['desk', 'ak'],
])('on a %s', (device, publication) => {
  // Loads eight pages, places an order and unlocks an article.
  it(
    'R1-19 R1-36 S4.5-02 R3.12-02 S3.12-02 a reader buys coins on the way from a locked article, and unlocks it with one',
    { timeout: 120_000 },
    async () => {
      const { page, context, errors, leave } = await openAt(device, publication)
      await storeConsent(context, grantVendors({ analytics: true }), originOf(publication))
      const [article] = await listPaid(publication)
      await open(page, article!.path)
      await untilLocked(page, 'subscription')
      const teaser = await paragraphs(page)
      await logInFromLayer(page, toDemoEmail('free'))
      await page.locator('.paywall').getByRole('link', { name: 'Alle Angebote vergleichen' }).click()
      await page.getByRole('link', { name: 'Weiter mit Coins 5' }).click()

      await fillAddress(page)
      await payByCard(page)
      await page.getByLabel(/Ich stimme den AGB/).check()
      // Consent that coins are usable at once; without it they are not sold.
      const order = page.getByRole('button', { name: 'Zahlungspflichtig bestellen' })
      await order.click()
      await page.getByText('Ohne Ihre Zustimmung können wir die Coins nicht sofort gutschreiben.').first().waitFor()
      await page.getByRole('checkbox', { name: /Widerrufsrecht/ }).check()
      await order.click()
      await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
      await expectAccessible(page)

      await page.getByRole('link', { name: 'Artikel jetzt lesen' }).click()
      await untilLocked(page, 'buy')
      await page.getByText('Sie haben 5 Coins.').waitFor()
      await page.getByRole('checkbox', { name: /Widerrufsrecht/ }).check()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Mit 1 Coin freischalten' }).click()
      await page.getByText('Sie haben noch 4 Coins.').first().waitFor()
      await untilOpen(page, teaser)
      const told = () =>
        page.evaluate(() =>
          (
            (window as { analyticsTag?: { events?: { eventName: string; documentId?: string }[] } }).analyticsTag
              ?.events ?? []
          ).filter(({ eventName }) => eventName.startsWith('unlock')),
        )
      await expect.poll(told).toEqual([{ eventName: 'unlock_article_with_credits', documentId: article!.id }])
      await openMark(page).waitFor()
      await page.reload()
      await untilOpen(page, teaser)
      expect(await readWhy(page)).toContain('Sie haben diesen Artikel mit Ihren Coins freigeschaltet.')
      expect((await mailTo(toDemoEmail('free'), /Bestellung/)).text).toContain('Coins 5')
      expect([errors, (await readClaims(context))!.email]).toEqual([[], toDemoEmail('free')])
      await leave()
    },
  )

  it(
    'R1-37 R1-83 R6-30 S3.11-03 a gift opens for another reader who logs in, and for no reader without its link',
    { timeout: 180_000 },
    async () => {
      const giver = await openAt(device, publication)
      const article = (await listPaid(publication))[1]!
      await open(giver.page, article.path)
      const teaser = await paragraphs(giver.page)
      await logInFromLayer(giver.page, toDemoEmail('plus'))
      await untilOpen(giver.page, teaser)
      await giver.page.getByRole('button', { name: 'Teilen', exact: true }).click()
      await giver.page.getByRole('button', { name: 'Artikel verschenken' }).click()
      const dialog = giver.page.getByRole('dialog', { name: 'Artikel verschenken' })
      const create = dialog.getByRole('button', { name: 'Geschenklink erstellen' })
      const field = dialog.getByLabel('Ihr Geschenklink')
      await create.or(field).waitFor()
      // A second try finds the link of the first.
      if (await create.isVisible()) {
        await create.click()
        await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
      }
      const link = await field.inputValue()
      await expectAccessible(giver.page)

      const friend = await openAt(device, publication)
      const { page } = friend
      const gift = new URL(link)
      await open(page, gift.pathname + gift.search)
      await untilLocked(page, 'gift')
      await expectAccessible(page)
      expect(await paragraphs(page)).toBe(teaser)
      await logInFromLayer(page, toDemoEmail('unverified'))
      await untilOpen(page, teaser)
      await open(page, article.path)
      await untilReader(page)
      expect(await readWhy(page)).toContain('Anmeldung\nangemeldet')
      expect(await page.locator('[data-access]').getAttribute('data-access')).toBe('locked')

      await open(giver.page, '/account#gifts')
      await giver.page.getByText('von einer Person geöffnet').waitFor()
      expect([giver.errors, friend.errors]).toEqual([[], []])
      await Promise.all([giver.leave(), friend.leave()])
    },
  )

  it('R1-16 a subscriber to a topic reads its articles and no other', async () => {
    const { page, errors, leave } = await openAt(device, publication)
    const paid = await listPaid(publication)
    const isOfTopic = await Promise.all(
      paid.map(async ({ id }) =>
        (await readContent<{ tags: { id: string }[] }>(`articles/${id}`, publication)).tags.some(
          (tag) => tag.id === TOPIC,
        ),
      ),
    )
    const [own, other] = [paid[isOfTopic.indexOf(true)]!, paid[isOfTopic.indexOf(false)]!]
    await open(page, own.path)
    const teaser = await paragraphs(page)
    await logInFromLayer(page, toDemoEmail('tagsub'))
    await untilOpen(page, teaser)
    await openMark(page).waitFor()
    expect(await readWhy(page)).toContain('Sie haben ein Thema abonniert, zu dem dieser Artikel gehört.')
    await expectAccessible(page)
    await open(page, other.path)
    await untilReader(page)
    expect(await readWhy(page)).toMatch(/lesen Sie mit Plus[\s\S]*Ihre Abos\s+Themen-Abo/)
    await untilLocked(page, 'subscription')
    expect(await openMark(page).count()).toBe(0)
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-86 paid articles show a closed lock, for Plus an open one, and the change moves nothing', async () => {
    const { page, leave } = await openAt(device, publication)
    await page.addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await withhold(page, '*.woff2')
    const closed = page.locator('main').getByRole('img', { name: 'Artikel mit Plus' })
    await open(page, '/lokales')
    const count = await closed.count()
    expect([count > 0, await openMarks(page).count()]).toEqual([true, 0])
    await open(page, '/lokales#login')
    await logInByForm(page, toDemoEmail('plus'))
    await untilReader(page)
    await open(page, '/lokales')
    await untilReader(page)
    await expect.poll(() => openMarks(page).count()).toBe(count)
    expect(await closed.count()).toBe(0)
    expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.001)
    await leave()
  })
})

// Last, because months pass on the portal's clock.
describe.each<[DeviceName, PublicationCode, months: number]>([
  ['phone', 'ht', 1],
  ['desk', 'ak', 2],
])('on a %s', (device, publication, months) => {
  it('a contract whose payment failed is locked until the reader pays in another way', async () => {
    const { page, context, leave } = await openAt(device, publication)
    const email = toDemoEmail('pur')
    const [article] = await listPaid(publication)
    const wait = async (ahead: number) => {
      await moveClock(portal, ahead)
      await shiftClock(context, ahead)
    }
    await wait((months - 1) * 32 * DAY)
    await open(page, article!.path)
    const teaser = await paragraphs(page)
    await logInFromLayer(page, email)
    await placeOrder(page)
    await open(page, '/account/abo')
    const card = page.getByRole('article', { name: 'Plus Monat' })
    await card.getByRole('button', { name: 'Zahlungsart ändern' }).click()
    await payBy(CARDS.noMoney, 'Zahlungsart speichern')
    await card.getByText('Ihre Zahlungsart ist gespeichert.').waitFor()
    await open(page, article!.path)
    await untilOpen(page, teaser)

    await wait(months * 32 * DAY)
    await bill()
    const letter = await mailTo(email, /^Zahlung für .*Plus Monat.* fehlgeschlagen/)
    await open(page, article!.path)
    await untilLocked(page, 'subscription')
    expect(await paragraphs(page)).toBe(teaser)
    await open(page, toLink(letter, 'Jetzt bezahlen'))
    await logInByForm(page, email)
    await card.getByText('Zahlung fehlgeschlagen', { exact: true }).first().waitFor()
    await expectAccessible(page)
    await open(page, article!.path)
    await untilReader(page)
    expect(await readWhy(page)).toMatch(/Ihre Abos\s+Pur\n/)
    await untilLocked(page, 'subscription')

    await open(page, '/account/abo')
    await card.getByRole('button', { name: 'Mit anderer Zahlungsart bezahlen' }).click()
    await payBy(CARDS.noMoney, /jetzt bezahlen/)
    await card.getByText('Die Zahlung wurde abgelehnt.').waitFor()
    await expect.poll(hasFocus).toBe(true)
    await card.getByRole('button', { name: 'Mit anderer Zahlungsart bezahlen' }).click()
    await payBy(CARDS.good, /jetzt bezahlen/)
    await card.getByText('Danke, die Zahlung ist da. Ihr Zugang ist wieder offen.').waitFor()
    await card.getByText('aktiv', { exact: true }).waitFor()
    await expect.poll(hasFocus).toBe(true)
    await expectAccessible(page)
    await open(page, article!.path)
    await untilOpen(page, teaser)
    await mailTo(email, /^Danke, Ihre Zahlung/)
    await leave()

    /** The pressed button may have disappeared together with its form. */
    function hasFocus(): Promise<boolean> {
      return card.evaluate((element) => element.contains(document.activeElement))
    }
    async function payBy(number: string, submit: string | RegExp): Promise<void> {
      await card.getByLabel('Karte', { exact: true }).check()
      await card.getByLabel('Kartennummer').fill(number)
      await card.getByRole('button', { name: submit }).click()
    }
    /** Runs the billing of today; the portal itself runs it every quarter of an hour. */
    async function bill(): Promise<void> {
      const key = readFileSync(join(portal.dataDir, 'keys', 'subscription.key'), 'utf8').trim()
      const answer = await fetch(`${originOf('ak')}/__services/plenigo/${publication}/internal/billing/run`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      })
      // The demo's own contracts are due as well, and are paid.
      expect(await answer.json()).toMatchObject({ failed: 1, troubles: 0 })
    }
  })
})

/** Orders the monthly Plus trial with a card that pays. The checkout pages have their own journeys. */
async function placeOrder(page: Page): Promise<void> {
  const order = {
    offerId: 'plus-monat',
    confirmedCents: 100,
    idempotencyKey: crypto.randomUUID(),
    buyer: { firstName: 'Petra', lastName: 'Urban', street: 'Am Ufer 3', postcode: '12345', city: 'Auenstadt' },
    payment: { kind: 'card', number: CARDS.good },
    consents: { terms: true },
  }
  const state = await page.evaluate(
    async (body) =>
      (
        (await (
          await fetch('/api/order', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json()) as { state?: string }
      ).state,
    order,
  )
  expect(state).toBe('completed')
  await page.evaluate(() => fetch('/api/validate?forceRefresh=true'))
}

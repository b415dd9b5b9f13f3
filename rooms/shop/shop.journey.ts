/**
 * From the cart, through a reload and another tab, to the checkout and the payment: on a phone and a desktop, light and
 * dark.
 */
import { readPdf } from '@lokalteil/tools/read-pdf'
import type { Page } from 'playwright-core'
import { formatPrice } from '@lokalteil/domain/german-numbers'
import { afterAll, describe, expect, it } from 'vitest'
import { payByCard, readMail } from '@lokalteil/e2e/account-reader'
import { listProducts, readShop } from './demo-products.testing.ts'
import { closeBrowser, expectAccessible, openReader, PUBLICATIONS, untilAlive } from '@lokalteil/e2e/reader'

afterAll(closeBrowser)

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  it('R1-84 puts a product into the cart, keeps it, and sells it', async () => {
    const { page, errors, foreignRequests, leave } = await openReader({
      device,
      context: {
        colorScheme: device === 'phone' ? 'dark' : 'light',
        ...(device === 'phone' ? { viewport: { width: 360, height: 740 } } : {}),
      },
    })
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    const shop = await readShop()
    const [cheap, dear] = listProducts(shop, 'goods')
    await page.goto('/shop')
    await untilAlive(page)
    await expectAccessible(page)
    expect(await isWide()).toBe(0)
    // By keyboard, with the same result as by touch.
    await page.getByRole('link', { name: dear!.name }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByText(`Im Warenkorb: ${dear!.name}`).waitFor()
    await expectAccessible(page)
    await page.reload()
    await untilAlive(page)
    await page.getByRole('link', { name: 'Warenkorb, 1 Artikel' }).click()
    await page.getByRole('button', { name: 'Zur Kasse' }).waitFor()
    // Another tab of the same device.
    const other = await page.context().newPage()
    await other.goto(cheap!.path)
    await untilAlive(other)
    await other.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByRole('link', { name: cheap!.name }).waitFor()
    await other.close()
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: cheap!.name }) })
      .getByRole('button', { name: /entfernen$/ })
      .click()
    await page.getByRole('link', { name: cheap!.name }).waitFor({ state: 'detached' })
    await page
      .getByText(formatPrice(dear!.cents + shop.shipping[0]!.cents))
      .first()
      .waitFor()
    await expectAccessible(page)
    expect(await isWide()).toBe(0)

    await page.getByRole('button', { name: 'Zur Kasse' }).click()
    const email = `shop-${device}-${Date.now()}@example.org`
    await fillCheckout(page, email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
    await payByCard(page)
    await page.getByText('14 Tage ab Erhalt der Ware').waitFor()
    await page.getByRole('checkbox', { name: /AGB/ }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
    await expectAccessible(page)
    expect((await readMail(email, /Ihre Bestellung/)).text).toContain('Widerrufsbelehrung')
    await page.goto('/shop')
    await page.getByRole('link', { name: 'Warenkorb, leer' }).waitFor()
    expect([errors, foreignRequests]).toEqual([[], []])
    await leave()
  })
})

/** Without a login, paid by a card of the test bank, up to the order button. */
async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill(email)
  await page.getByRole('button', { name: 'Weiter zu den Daten' }).click()
  for (const [label, value] of [
    ['Vorname', 'Eva'],
    ['Nachname', 'Sommer'],
    ['Straße und Hausnummer', 'Am Fluss 3'],
    ['Postleitzahl', '00412'],
    ['Ort', 'Auenburg'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
}

describe('a voucher', () => {
  let code = ''

  it('R1-84 is bought, and sent by mail', { timeout: 120_000 }, async () => {
    const { page, errors, leave } = await openReader({ device: 'desk' })
    // A fresh address, because the newest mail of an earlier run would contain a used voucher.
    const email = `gutschein-${Date.now()}@example.org`
    const voucher = listProducts(await readShop(), 'voucher').at(-1)!
    await page.goto(voucher.path)
    await untilAlive(page)
    await page.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByText(`Im Warenkorb: ${voucher.name}`).waitFor()
    await page.goto('/shop/warenkorb')
    await page.getByRole('button', { name: 'Zur Kasse' }).click()
    await fillCheckout(page, email)
    // Nothing is shipped, so no address is asked for.
    expect(await page.getByLabel('An eine andere Adresse liefern').count()).toBe(0)
    await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
    await payByCard(page)
    await page.getByRole('checkbox', { name: /AGB/ }).check()
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
    const path = /\/api\/shop\/papers\/\S+/.exec((await readMail(email, /Gutscheine/)).text)![0]
    const papers = await page.request.get(path)
    code = /[A-Z0-9]{4}(?:-[A-Z0-9]{4}){2,3}/.exec(readPdf(await papers.body()))![0]
    expect(errors).toEqual([])
    await leave()
  })

  it('R1-84 pays for a delivery to another address', { timeout: 120_000 }, async () => {
    const { page, errors, leave } = await openReader({ device: 'desk' })
    const email = `gutschein-${Date.now()}@example.org`
    const [goods] = listProducts(await readShop(), 'goods')
    await page.goto(goods!.path)
    await untilAlive(page)
    await page.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByText(`Im Warenkorb: ${goods!.name}`).waitFor()
    await page.goto('/shop/warenkorb')
    await page.getByText('Gutscheincode des Shops').first().click()
    await page.getByRole('textbox', { name: 'Gutscheincode des Shops' }).fill(code)
    await page.getByRole('button', { name: 'Anwenden' }).click()
    await page.getByText(/Danach bleiben/).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Zur Kasse' }).click()
    await fillCheckout(page, email)
    await page.getByLabel('An eine andere Adresse liefern').check()
    await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
    await page.getByRole('link', { name: /^Empfängerin, Empfänger oder Firma: Bitte/ }).waitFor()
    // Scrolled so that the fixed header covers no field.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page)
    for (const [label, value] of [
      ['Empfängerin, Empfänger oder Firma', 'Otto Feld'],
      ['Straße und Hausnummer der Lieferung', 'Gasse 1'],
      ['Postleitzahl der Lieferung', '00413'],
      ['Ort der Lieferung', 'Tannau'],
    ] as const)
      await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
    await page.getByText('Sie müssen nichts mehr bezahlen').waitFor()
    await page.getByText('Lieferung an Otto Feld, Tannau').waitFor()
    expect(await page.getByRole('radio').count()).toBe(0)
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
    await page.getByRole('checkbox', { name: /AGB/ }).check()
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
    await page.getByRole('heading', { name: 'Vielen Dank für Ihre Bestellung.' }).waitFor()
    await page.getByText('Kein Betrag offen').waitFor()
    await expectAccessible(page)
    await expect
      .poll(async () => (await readMail(email, /^Ihre Bestellung/)).text, { timeout: 20_000 })
      .toMatch(/Otto Feld\s+Gasse 1\s+00413 Tannau/)
    expect(errors).toEqual([])
    await leave()
  })
})

it('has a shop in every publication', async () => {
  for (const publication of PUBLICATIONS) {
    const { page, errors, leave } = await openReader({ device: 'phone', publication })
    await page.goto('/shop')
    await untilAlive(page)
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
    await expectAccessible(page)
    expect(errors).toEqual([])
    await leave()
  }
})

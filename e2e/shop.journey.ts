/** Into the cart, through a reload and another tab, to the checkout, paid: on a phone and on a desk, light and dark. */
import { afterAll, describe, expect, it } from 'vitest'
import { readMail } from './account-reader.ts'
import { closeBrowser, expectAccessible, openReader, PUBLICATIONS, untilAlive } from './reader.ts'

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
    await page.goto('/shop')
    await untilAlive(page)
    await expectAccessible(page)
    expect(await isWide()).toBe(0)
    // By keyboard, as by touch.
    await page.getByRole('link', { name: 'Tasse „Morgenausgabe“' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByText('Im Warenkorb: Tasse').waitFor()
    await expectAccessible(page)
    await page.reload()
    await untilAlive(page)
    await page.getByRole('link', { name: 'Warenkorb, 1 Artikel' }).click()
    await page.getByRole('button', { name: 'Zur Kasse' }).waitFor()
    // Another tab of the same device.
    const other = await page.context().newPage()
    await other.goto('/shop/artikel/beutel')
    await untilAlive(other)
    await other.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByRole('link', { name: 'Beutel „Jeden Tag von hier“' }).waitFor()
    await other.close()
    await page.getByRole('button', { name: /^Beutel .* entfernen$/ }).click()
    await page.getByText('19,80 €').first().waitFor()
    await expectAccessible(page)
    expect(await isWide()).toBe(0)

    await page.getByRole('button', { name: 'Zur Kasse' }).click()
    const email = `shop-${device}@example.org`
    await page.getByLabel('E-Mail-Adresse').fill(email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Weiter zu den Daten' }).click()
    for (const [label, value] of [
      ['Vorname', 'Eva'],
      ['Nachname', 'Sommer'],
      ['Straße und Hausnummer', 'Am Fluss 3'],
      ['Postleitzahl', '00412'],
      ['Ort', 'Auenburg'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
    await page.getByText('Kreditkarte').click()
    await page.getByLabel('Nummer der Testkarte').fill('9999 0000 0000 0012')
    await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
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

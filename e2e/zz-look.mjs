import { chromium } from 'playwright-core'
const base = 'http://ak.localhost:4870'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--host-resolver-rules=MAP *.localhost 127.0.0.1'] })
const shots = '/tmp/w/data-shop'
const step = process.argv[2]
async function open(width, scheme = 'light') {
  const context = await browser.newContext({ viewport: { width, height: width < 500 ? 780 : 900 }, colorScheme: scheme, locale: 'de-DE' })
  const page = await context.newPage()
  page.on('pageerror', (e) => console.log('ERR', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log('CON', m.text().slice(0, 200)))
  page.setDefaultTimeout(60000)
  return page
}
const dismiss = async (page) => { const b = page.getByRole('button', { name: /Akzeptieren|Ablehnen|Alle/ }).first(); if (await b.isVisible().catch(() => false)) await b.click() }
if (step === 'buy') {
  const page = await open(360)
  await page.goto(base + '/shop/artikel/tasse', { timeout: 120000 })
  await page.waitForTimeout(6000)
  await dismiss(page)
  await page.getByRole('button', { name: 'In den Warenkorb' }).click()
  await page.screenshot({ path: shots + '/s-product-360.png', fullPage: true })
  await page.goto(base + '/shop/warenkorb')
  await page.getByRole('button', { name: 'Zur Kasse' }).waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: shots + '/s-cart-360.png', fullPage: true })
  await page.getByRole('button', { name: 'Zur Kasse' }).click()
  await page.waitForURL(/order\/kauf/)
  await page.getByLabel('E-Mail-Adresse').waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: shots + '/s-kauf1-360.png', fullPage: true })
  await page.getByLabel('E-Mail-Adresse').fill('gast@example.org')
  await page.getByRole('button', { name: 'Weiter zu den Daten' }).click()
  for (const [l, v] of [['Vorname', 'Eva'], ['Nachname', 'Sommer'], ['Straße und Hausnummer', 'Am Fluss 3'], ['Postleitzahl', '00412'], ['Ort', 'Auenburg']]) await page.getByLabel(l, { exact: true }).fill(v)
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click()
  await page.getByText('Kreditkarte').click()
  await page.getByLabel('Nummer der Testkarte').fill('9999000000000012')
  await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).waitFor()
  await page.screenshot({ path: shots + '/s-kauf2-360.png', fullPage: true })
  await page.getByLabel(/AGB/).check()
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click()
  await page.getByRole('heading', { name: 'Vielen Dank' }).waitFor()
  await page.screenshot({ path: shots + '/s-done-360.png', fullPage: true })
  console.log('bought', page.url())
}
if (step === 'look') {
  for (const [w, s] of [[360, 'light'], [768, 'dark'], [1280, 'light']]) {
    const page = await open(w, s)
    await page.goto(base + '/shop', { timeout: 120000 })
    await page.waitForTimeout(2500)
    await dismiss(page)
    await page.screenshot({ path: `${shots}/s-shop-${w}.png`, fullPage: true })
    console.log(w, await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    if (w === 1280) {
      await page.goto(base + '/shop/artikel/lesung'); await page.waitForTimeout(2500)
      await page.getByRole('button', { name: 'In den Warenkorb' }).click()
      await page.screenshot({ path: `${shots}/s-ticket-1280.png`, fullPage: true })
      await page.goto(base + '/shop/artikel/buch').catch(() => {})
      await page.goto(base + '/shop/artikel/beutel'); await page.waitForTimeout(1500); await page.getByRole('button', { name: 'In den Warenkorb' }).click()
      await page.goto(base + '/shop/warenkorb'); await page.getByRole('button', { name: 'Zur Kasse' }).waitFor(); await page.waitForTimeout(1500)
      await page.screenshot({ path: `${shots}/s-cart-1280.png`, fullPage: true })
    }
    await page.context().close()
  }
}
await browser.close()

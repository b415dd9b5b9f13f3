/**
 * Death notices: found, read, condoled, reported; written by a reader, bought, reviewed by the publisher, published.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import {
  drawnWidthOf,
  fillAddress,
  logIn,
  payByCard,
  PHOTO,
  placeOrder,
  readMail,
  toDemoEmail,
  untilReader,
} from '@lokalteil/e2e/account-reader'
import { getPage } from '@lokalteil/e2e/page-kinds'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  PUBLICATIONS,
  servedPortal,
  untilAlive,
} from '@lokalteil/e2e/reader'

afterAll(closeBrowser)

/** Calls like the office's command. */
async function office<T>(path: string, body?: object): Promise<T> {
  const { dataDir, port } = servedPortal()
  const key = readFileSync(join(dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${port}/__services/notices/ak/internal${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as T
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  const colorScheme = device === 'phone' ? 'dark' : 'light'
  const viewport = device === 'phone' ? { viewport: { width: 360, height: 740 } } : {}

  it('R1-79 a reader finds a person, reads the notices and lights a candle, which appears after approval', async () => {
    const { page, context, errors, foreignRequests, leave } = await openReader({
      device,
      context: { colorScheme, ...viewport },
    })
    await logIn(context, toDemoEmail(device === 'phone' ? 'plus' : 'free'))
    await page.goto('/trauer')
    await untilAlive(page)
    await untilReader(page)
    await expectAccessible(page, { within: 'main' })
    expect(await overflow(page)).toBe(0)
    // Found by keyboard, without a mouse.
    await page.getByLabel('Name').focus()
    await page.keyboard.type('lindhorst')
    await page.keyboard.press('Enter')
    await page.getByText('2 Anzeigen gefunden').waitFor()
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('link', { name: 'Margarethe Lindhorst' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Margarethe Lindhorst' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(2)
    expect(await page.locator('[data-ad-slot]').count()).toBe(0)
    await page.getByText('Text der Anzeige').click()
    await page.getByText('für eine stumme Umarmung').waitFor()
    await expectAccessible(page, { within: 'main' })
    expect(await overflow(page)).toBe(0)

    await page.getByRole('link', { name: 'Ins Kondolenzbuch schreiben' }).click()
    await page.getByRole('heading', { level: 1, name: /Kondolenzbuch/ }).waitFor()
    await page.getByText('Deine Altstimme fehlt uns.').waitFor()
    const words = `Wir denken an euch (${device}).`
    await page.getByLabel('Ihre Worte').fill('Ruft mich an: 0151 2345 6789')
    await page.getByRole('button', { name: 'Eintrag absenden' }).click()
    await page.getByText('Bitte ohne Telefonnummern').waitFor()
    await page.getByLabel('Ihre Worte').fill(words)
    await page.getByLabel('Unterschrift').fill('Familie <b>Feld</b>')
    await page.getByRole('button', { name: 'Eintrag absenden' }).click()
    await page.getByText('Danke. Wir lesen Ihren Eintrag').waitFor()
    await page.getByRole('button', { name: 'Eine Kerze entzünden' }).click()
    await page.getByText('Danke. Ihre Kerze erscheint').waitFor()
    await expectAccessible(page, { within: 'main' })
    expect(await overflow(page)).toBe(0)
    expect((await getPage('ak', new URL(page.url()).pathname)).body).not.toContain(words)

    const { entries } = await office<{ entries: { id: string; text: string; kind: string }[] }>('/entries')
    for (const { id } of entries)
      await office(`/entries/${id}/decision`, { action: 'approve', ground: null, facts: '', by: 'journey' })
    await page.reload()
    const entry = page.getByRole('article').filter({ hasText: words })
    await entry.getByText('Familie <b>Feld</b>').waitFor()

    // Everybody may report it.
    await entry.getByRole('link', { name: /melden$/ }).click()
    await page.getByRole('heading', { name: 'Eintrag melden' }).waitFor()
    await page.getByLabel('Grund').selectOption('privacy')
    await page.getByLabel('Was ist daran nicht in Ordnung?').fill('Das stimmt so nicht.')
    await page.getByLabel('Ihre E-Mail-Adresse').fill('otto@example.com')
    await page.getByLabel(/Ich versichere/).check()
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('button', { name: 'Meldung senden' }).click()
    await page.getByText(/Vorgang M-[0-9A-F]{12}/).waitFor()
    await page.getByRole('link', { name: 'Zurück' }).click()

    // Authors can withdraw their own entries.
    await page.getByRole('button', { name: 'Kerze zurücknehmen' }).click()
    await page.getByRole('button', { name: 'Eintrag zurücknehmen' }).click()
    await page.getByRole('heading', { name: 'Ihre Einträge' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Anzeigen', exact: true }).click()
    await page.getByRole('button', { name: 'An den Jahrestag erinnern' }).click()
    await page.getByRole('button', { name: 'Nicht mehr erinnern' }).click()
    await page.getByRole('button', { name: 'An den Jahrestag erinnern' }).waitFor()
    // The browser logs the refusal of the text with a telephone number, as expected.
    expect([errors.filter((line) => !line.includes('422')), foreignRequests]).toEqual([[], []])
    await leave()
  })
})

it(
  'R1-79 a reader writes a notice, sees it and its price, and buys it; it is published after the review',
  {
    timeout: 180_000,
  },
  async () => {
    const { page, context, errors, leave } = await openReader({ device: 'desk' })
    await logIn(context, toDemoEmail('plus'))
    await page.goto('/trauer/aufgeben')
    await untilAlive(page)
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('button', { name: 'Weiter zur Kasse' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Name' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Wilhelmine Aufenthal')
    await page.getByLabel('Geburtstag').fill('1939-05-01')
    await page.getByLabel('Todestag').fill('2026-11-01')
    await page.getByLabel('Mit Landschaft').check()
    await page.getByLabel('Es trauern (freiwillig)').fill('Hanna\nKarl')
    await page.getByLabel('Bild auswählen').setInputFiles(PHOTO)
    const preview = page.getByRole('region', { name: 'Vorschau' })
    const portrait = preview.getByRole('img', { name: 'Porträt von Wilhelmine Aufenthal' })
    await portrait.waitFor()
    expect(await drawnWidthOf(portrait)).toBeGreaterThan(0)
    expect(await preview.innerText()).toMatch(/Wilhelmine Aufenthal[\s\S]*1\. Mai 1939[\s\S]*Hanna\nKarl/)
    expect(await page.getByRole('row', { name: /Gesamtpreis/ }).innerText()).toContain('68,00')
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('button', { name: 'Weiter zur Kasse' }).click()
    await page.waitForURL('**/order/kauf?seller=notices**')
    await page.getByText('Traueranzeige, Klein').first().waitFor()
    await page.getByText('Wilhelmine Aufenthal').first().waitFor()
    await page.getByText(/68,00/).first().waitFor()
    // Back to the form, with everything that was written.
    const checkout = new URL(page.url())
    await page.goto(`/trauer/aufgeben?entwurf=${checkout.searchParams.get('basket')}`)
    await untilAlive(page)
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Wilhelmine Aufenthal')
    await portrait.waitFor()

    await page.goto(checkout.pathname + checkout.search)
    await fillAddress(page)
    await payByCard(page)
    await placeOrder(page)
    const { orders } = await office<{ orders: { number: string; state: string }[] }>('/orders')
    expect(orders.map(({ state }) => state)).toEqual(['paid'])
    expect((await getPage('ak', '/trauer')).body).not.toContain('Wilhelmine Aufenthal')
    await office(`/orders/${orders[0]!.number}/decision`, { outcome: 'published' })
    await readMail(toDemoEmail('plus'), /^Ihre Anzeige für Wilhelmine Aufenthal ist erschienen/)
    await page.goto('/trauer/suche?name=aufenthal')
    await page.getByRole('link', { name: 'Wilhelmine Aufenthal' }).waitFor()
    expect(await drawnWidthOf(page.getByRole('img', { name: 'Porträt von Wilhelmine Aufenthal' }))).toBeGreaterThan(0)
    await page.goto(`/trauer/anzeige/${orders[0]!.number.toLowerCase()}`)
    expect(await drawnWidthOf(page.getByRole('img', { name: 'Porträt von Wilhelmine Aufenthal' }))).toBeGreaterThan(0)
    await expectAccessible(page, { within: 'main' })
    expect(errors).toEqual([])
    await leave()
  },
)

it.each(PUBLICATIONS)('%s has notices and a quiet page for each person, without scripts too', async (publication) => {
  const { page, leave } = await openReader({ publication, device: 'phone', context: { javaScriptEnabled: false } })
  await page.goto('/trauer')
  await page.locator('main h2 a').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: /^Kondolenzbuch/ }).click()
  await page.getByRole('heading', { level: 1, name: /Kondolenzbuch/ }).waitFor()
  expect(await page.locator('[data-ad-slot], [aria-label="Eilmeldung"]').count()).toBe(0)
  await leave()
})

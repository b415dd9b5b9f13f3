/** Homes and jobs: search, listing, message, saved search, and an advertisement from the form to the page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const EVIL = '"><script>window.evil=1</script><img src=x onerror="window.evil=1">'

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  const look = { colorScheme: device === 'phone' ? ('dark' as const) : ('light' as const) }
  it('R1-80 leads from filters to a listing and a message', async () => {
    const { page, errors, foreignRequests, leave } = await openReader({
      device,
      context: { ...look, ...(device === 'phone' ? { viewport: { width: 360, height: 740 } } : {}) },
    })
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await page.goto('/immobilien')
    await untilAlive(page)
    await expectAccessible(page)
    expect(await isWide()).toBe(0)
    const all = await countOf(page)
    if (device === 'phone') await page.locator('summary', { hasText: 'Filter' }).click()
    const rent = page.getByRole('checkbox', { name: /^Mieten/ })
    const told = Number((await page.locator('label', { has: rent }).innerText()).replace(/\D+/g, ''))
    await rent.check()
    // On a wide screen a choice searches at once, on a phone the button does.
    if (device === 'phone') await page.getByRole('button', { name: 'Suchen', exact: true }).last().click()
    await page.waitForURL('**/immobilien?angebot=mieten')
    await expect.poll(() => countOf(page)).toBe(told)
    expect(told).toBeLessThan(all)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Filter entfernen: Mieten' }).click()
    await page.waitForURL((url) => url.pathname === '/immobilien' && url.search === '')
    await expect.poll(() => countOf(page)).toBe(all)
    if (device === 'desk') expect(await rent.isChecked()).toBe(false)

    const first = page.locator('main h3 a').first()
    const title = await first.innerText()
    await first.click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await isWide()).toBe(0)
    await expectAccessible(page)
    const form = page.locator('#anfrage')
    await form.getByRole('button', { name: 'Nachricht senden' }).click()
    await form.getByRole('alert').waitFor()
    await expectAccessible(page)
    await form.getByLabel('Ihr Name').fill('Lena Ufer')
    await form.getByLabel('Ihre E-Mail-Adresse').fill(`lena-${device}@example.org`)
    await form.getByLabel('Ihre Nachricht').fill(`Guten Tag, ist das Angebot noch zu haben? (${Date.now()})`)
    await form.getByRole('button', { name: 'Nachricht senden' }).click()
    await page.getByRole('heading', { name: 'Fast geschafft: Bitte bestätigen Sie' }).waitFor()
    const mail = await readMail(`lena-${device}@example.org`, /bestätigen Sie Ihre Anfrage/)
    expect(mail.text).not.toContain('noch zu haben')
    await page.goto(/\/immobilien\/link\/[\w-]+/.exec(mail.text)![0])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Jetzt abschicken' }).click()
    await page.getByText('Abgeschickt.').waitFor()
    expect((await readMail(`lena-${device}@example.org`, /^Ihre Anfrage/)).text).toContain('noch zu haben')
    expect([unexpected(errors), foreignRequests]).toEqual([[], []])
    await leave()
  })

  it('R1-81 keeps a search of jobs and ends it in the account', async () => {
    const { page, context, errors, leave } = await openReader({ device, context: look })
    await page.goto('/jobs?feld=it')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Neue Treffer per E-Mail' }).click()
    await page.getByText('Dafür brauchen Sie ein Konto.').waitFor()
    await expectAccessible(page)
    await logIn(context, toDemoEmail('plus'))
    await page.goto('/jobs?feld=it')
    await page.getByRole('button', { name: 'Neue Treffer per E-Mail' }).click()
    await page.getByText('Gespeichert.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Suchaufträge verwalten' }).click()
    await page.getByRole('heading', { level: 1, name: 'Suchaufträge und Anzeigen' }).waitFor()
    await page.getByRole('link', { name: 'IT', exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Beenden: IT' }).click()
    await page.getByText('Der Suchauftrag ist beendet.').waitFor()
    await page.getByText('Sie haben keine Suche gespeichert.').waitFor()
    expect(unexpected(errors)).toEqual([])
    await leave()
  })
})

it(
  'R1-81 an advertisement is written, previewed, paid, and hidden until it is approved',
  { timeout: 180_000 },
  async () => {
    const { page, context, errors, leave } = await openReader({ device: 'phone' })
    await logIn(context, toDemoEmail('plus'))
    await page.goto('/jobs/inserieren')
    await untilAlive(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Vorschau ansehen' }).click()
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    // A script in every field.
    for (const field of await page.locator('main form input[type=text]').all())
      await field.evaluate((input: HTMLInputElement, value) => ((input.maxLength = 500), (input.value = value)), EVIL)
    await page
      .getByLabel('Text', { exact: true })
      .fill(EVIL + ' lang genug für eine Anzeige, die niemand lesen soll, aber es geht ja um etwas anderes.')
    await page.getByRole('button', { name: 'Vorschau ansehen' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.evaluate(() => (window as { evil?: number }).evil)).toBe(undefined)
    for (const [label, value] of [
      ['Arbeitgeber', 'Fahrradwerkstatt Speiche'],
      ['Beginn', 'sofort'],
      ['Postleitzahl', '06990'],
      ['Ort', 'Auenburg'],
      ['Ortsteil (freiwillig)', ''],
      ['von, in Euro', '2.800'],
      ['bis, in Euro', '3.300'],
      ['Tarif oder Eingruppierung', ''],
      ['Überschrift', 'Zweiradmechanik in kleiner Werkstatt'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('checkbox', { name: 'Vollzeit' }).check()
    await page
      .getByLabel('Text', { exact: true })
      .fill(
        'Wir reparieren Räder und Lastenräder.\n\n- Vier-Tage-Woche\n- <b>eigene</b> Werkbank\n\nKommen Sie gern zum Probearbeiten vorbei.',
      )
    await page.getByLabel('Logo auswählen').setInputFiles(PHOTO)
    const words = page.getByLabel('Was zeigt das Logo?')
    await words.fill('Ein Rad mit acht Speichen')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Vorschau ansehen' }).click()
    await page.getByRole('heading', { level: 1, name: 'So erscheint Ihre Anzeige' }).waitFor()
    const logo = page.getByRole('img', { name: 'Ein Rad mit acht Speichen' })
    expect(await drawnWidthOf(logo)).toBeGreaterThan(0)
    await page.getByText('2.800–3.300 € im Monat').first().waitFor()
    await page.getByText('<b>eigene</b> Werkbank').waitFor()
    await expectAccessible(page)
    const checkout = await page.getByRole('link', { name: 'Weiter zur Kasse' }).getAttribute('href')
    expect(checkout).toMatch(/^\/order\/kauf\?seller=anzeigen&basket=[\w-]{36}$/)
    await page.getByRole('button', { name: 'Ändern' }).click()
    expect(await page.getByLabel('Arbeitgeber', { exact: true }).inputValue()).toBe('Fahrradwerkstatt Speiche')
    await page.goto('/account/suchen')
    await page.getByText('Zweiradmechanik in kleiner Werkstatt').waitFor()
    const search = '/jobs?q=zweiradmechanik'
    expect((await getPage('ak', search)).body).not.toContain('Zweiradmechanik in kleiner')

    await page.goto(checkout!)
    await page.getByText('Zweiradmechanik in kleiner Werkstatt').first().waitFor()
    await fillAddress(page)
    await payByCard(page)
    await placeOrder(page, () => expectAccessible(page))
    expect((await getPage('ak', search)).body).not.toContain('Zweiradmechanik in kleiner')
    const { ads } = await office<{ ads: { id: string; text: { title: string } }[] }>('/ads')
    const ad = ads.find(({ text }) => text.title === 'Zweiradmechanik in kleiner Werkstatt')!
    await office(`/ads/${ad.id}`, { decision: 'publish' })
    await page.goto(search)
    expect(await drawnWidthOf(logo)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Zweiradmechanik in kleiner Werkstatt' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Zweiradmechanik in kleiner Werkstatt' }).waitFor()
    await page.getByText('<b>eigene</b> Werkbank').waitFor()
    await page.locator('#anfrage').waitFor()
    expect(await drawnWidthOf(logo)).toBeGreaterThan(0)
    expect(unexpected(errors)).toEqual([])
    await leave()
  },
)

it('script in every field of a feed finds nothing', async () => {
  const { dataDir, port } = servedPortal()
  const key = readFileSync(join(dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const inside = EVIL.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const tags = ['title', 'company', 'city', 'postalcode', 'description', 'salary', 'category', 'jobtype', 'startdate']
  const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/documents?publication=ak`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/xml' },
    body: `<source><publisher>evil</publisher><job><referencenumber>1</referencenumber><url>javascript:alert(1)</url><email>evil@example.org</email>${tags
      .map((tag) => `<${tag}>${inside}Xylophonbau</${tag}>`)
      .join('')}</job></source>`,
  })
  const { results } = (await answer.json()) as { results: { id: string }[] }
  const { page, errors, leave } = await openReader()
  for (const path of ['/jobs?q=xylophonbau', results[0]!.id]) {
    await page.goto(path)
    await untilAlive(page)
    await page.getByText('Xylophonbau').first().waitFor()
    expect(await page.evaluate(() => (window as { evil?: number }).evil)).toBe(undefined)
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
  }
  expect(errors).toEqual([])
  await leave()
})

it.each(PUBLICATIONS)('%s has homes and jobs, without scripts too', async (publication) => {
  const { page, leave } = await openReader({ publication, device: 'phone', context: { javaScriptEnabled: false } })
  for (const path of ['/immobilien', '/jobs']) {
    await page.goto(path)
    expect(await countOf(page)).toBeGreaterThan(20)
    await page
      .locator('main form[role=search]')
      .getByLabel(path === '/jobs' ? 'Stichwort' : 'Stichwort')
      .fill('sofort')
    await page.getByRole('button', { name: 'Suchen', exact: true }).first().click()
    await page.waitForURL(/q=sofort/)
    await page.goto(path)
    await page.locator('main h3 a').first().click()
    await page.locator('#anfrage').waitFor()
  }
  await leave()
})

/** Calls of the office that approves. */
async function office<T>(path: string, body?: object): Promise<T> {
  const { dataDir, port } = servedPortal()
  const key = readFileSync(join(dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${port}/__services/markets/ak/internal/moderation${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as T
}

/** A refused form answers with an error status, which the browser logs. */
const unexpected = (errors: readonly string[]) => errors.filter((text) => !/status of (?:401|422)/.test(text))

async function countOf(page: import('playwright-core').Page): Promise<number> {
  const text = await page.locator('main h2').first().innerText()
  return /^Ein/.test(text) ? 1 : Number(/\d+/.exec(text)?.[0] ?? 0)
}

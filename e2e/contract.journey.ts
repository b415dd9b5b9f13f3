import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { MailboxEntry } from '@lokalteil/contracts/mail'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  originOf,
  untilAlive,
  type DeviceName,
  type PublicationCode,
  type Reader,
} from './reader.ts'

afterAll(closeBrowser)

const NUMBER = /^[KW]-\d{4}-\w{4}-\w{4}$/
let addresses = 0
const newAddress = () => `leserin-${++addresses}@example.org`

/** The demo's mailbox has the mails of all publications. */
async function mailsTo(address: string): Promise<MailboxEntry[]> {
  const list = async () =>
    (await (
      await fetch(`${originOf()}/__services/mail/mails.json?to=${encodeURIComponent(address)}`)
    ).json()) as MailboxEntry[]
  await expect.poll(async () => (await list()).length, { timeout: 10_000 }).toBeGreaterThan(0)
  return list()
}

async function factsOf({ page }: Reader): Promise<Record<string, string>> {
  const facts = page.locator('main dl > div')
  return Object.fromEntries(
    await Promise.all(
      (await facts.all()).map(async (fact) => [
        await fact.locator('dt').innerText(),
        await fact.locator('dd').innerText(),
      ]),
    ),
  )
}

async function fillIn({ page }: Reader, address: string): Promise<void> {
  await page.getByLabel('Vor- und Nachname').fill('Eva Süß')
  await page.getByLabel('E-Mail-Adresse').fill(address)
  await page.getByLabel('Kundennummer oder Vertrag').fill('Plus Monat')
}

const isFocused = (reader: Reader, id: string) =>
  expect.poll(() => reader.page.evaluate(() => document.activeElement?.id), { timeout: 5000 }).toBe(id)

describe.each<[DeviceName, PublicationCode]>([
  ['phone', 'ht'],
  ['desk', 'ak'],
])('cancelling on a %s', (device, publication) => {
  it('R1-85 goes from the footer to a receipt, without a login and by keyboard only', async () => {
    const reader = await openReader({ device, publication })
    const { page } = reader
    const address = newAddress()
    await page.goto('/autoren')
    await untilAlive(page)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Verträge hier kündigen', exact: true })
      .press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Verträge hier kündigen' }).waitFor()
    await expectAccessible(page, { within: 'main' })
    await page.getByRole('button', { name: 'Jetzt kündigen', exact: true }).press('Enter')
    await isFocused(reader, 'contract-name')
    expect(await page.getByLabel('E-Mail-Adresse').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByText('Bitte geben Sie Ihren Namen an.').count()).toBe(2)
    await expectAccessible(page, { within: 'main' })

    await fillIn(reader, address)
    await page.getByLabel('Außerordentlich').press('Space')
    await page.getByRole('button', { name: 'Jetzt kündigen', exact: true }).press('Enter')
    await isFocused(reader, 'contract-reason')
    await page.keyboard.type('Umzug ins Ausland')
    await page.getByLabel('Zu einem bestimmten Tag').press('Space')
    await page.getByLabel('Tag', { exact: true }).fill('2099-12-31')
    await page.getByRole('button', { name: 'Jetzt kündigen', exact: true }).press('Enter')
    await isFocused(reader, 'contract-endDate')
    await page.getByLabel('So früh wie möglich').press('Space')
    await page.getByRole('button', { name: 'Jetzt kündigen', exact: true }).press('Enter')

    const heading = page.getByRole('heading', { level: 1, name: 'Ihre Kündigung ist eingegangen' })
    await heading.waitFor()
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    const facts = await factsOf(reader)
    expect(facts).toMatchObject({
      Name: 'Eva Süß',
      'E-Mail-Adresse': address,
      'Kundennummer oder Vertrag': 'Plus Monat',
      Grund: 'Umzug ins Ausland',
      'Vertrag soll enden': 'zum frühestmöglichen Zeitpunkt',
    })
    expect(facts.Vorgangsnummer).toMatch(NUMBER)
    expect(facts['Eingegangen am']).toMatch(/^\d{1,2}\. \S+ \d{4}, \d\d:\d\d Uhr$/)
    await expectAccessible(page, { within: 'main' })

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Bestätigung herunterladen' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${facts.Vorgangsnummer}.txt`)
    expect(await readFile((await download.path())!, 'utf8')).toContain(`Eingegangen am: ${facts['Eingegangen am']}`)
    const mails = await mailsTo(address)
    expect(mails.map(({ template }) => template)).toEqual(['cancellation-received'])
    for (const part of [facts.Vorgangsnummer!, facts['Eingegangen am']!, 'Umzug ins Ausland'])
      expect(mails[0]!.text).toContain(part)
    expect([reader.errors, reader.foreignRequests]).toEqual([[], []])
    await reader.leave()
  })

  it('R1-85 works without JavaScript', async () => {
    const reader = await openReader({ device, publication, context: { javaScriptEnabled: false } })
    const { page } = reader
    const address = newAddress()
    await page.goto('/kuendigen')
    await fillIn(reader, 'keine Adresse')
    await page.getByRole('button', { name: 'Jetzt kündigen', exact: true }).click()
    await page.getByText('Diese E-Mail-Adresse ist nicht vollständig').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/kuendigen')
    expect(await page.getByLabel('Vor- und Nachname').inputValue()).toBe('Eva Süß')
    expect(await page.locator('#contract-email:focus').count()).toBe(1)
    await page.getByLabel('E-Mail-Adresse').fill(address)
    await page.getByRole('button', { name: 'Jetzt kündigen', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ihre Kündigung ist eingegangen' }).waitFor()
    expect((await factsOf(reader)).Vorgangsnummer).toMatch(NUMBER)
    expect(await mailsTo(address)).toHaveLength(1)
    await reader.leave()
  })
})

describe('withdrawing', () => {
  it.each([true, false])('requires name, address and contract, with JavaScript: %s', async (javaScriptEnabled) => {
    const reader = await openReader({ device: 'phone', publication: 'fb', context: { javaScriptEnabled } })
    const { page } = reader
    const address = newAddress()
    await page.goto('/widerrufen')
    if (javaScriptEnabled) {
      await untilAlive(page)
      await expectAccessible(page, { within: 'main' })
    }
    await fillIn(reader, address)
    await page.getByRole('button', { name: 'Widerruf bestätigen', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' }).waitFor()
    expect(await factsOf(reader)).toMatchObject({
      'Ihre Erklärung': 'Widerruf des Vertrags',
      'E-Mail-Adresse': address,
    })
    expect((await mailsTo(address)).map(({ template }) => template)).toEqual(['withdrawal-received'])
    await reader.leave()
  })

  it('loses nothing when the line breaks: sent again, it is filed once', async () => {
    const reader = await openReader()
    const { page } = reader
    const address = newAddress()
    await page.goto('/widerrufen')
    await untilAlive(page)
    await fillIn(reader, address)
    // The server receives it, the answer is lost.
    await page.route('**/api/contracts/withdrawal', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Widerruf bestätigen', exact: true }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe(address)
    await expectAccessible(page, { within: 'main' })
    await page.unroute('**/api/contracts/withdrawal')
    await page.getByRole('button', { name: 'Widerruf bestätigen', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ihr Widerruf ist eingegangen' }).waitFor()
    expect(await mailsTo(address)).toHaveLength(1)
    await reader.leave()
  })
})

describe.each<[DeviceName, PublicationCode, 'light' | 'dark']>([
  ['phone', 'la', 'dark'],
  ['desk', 'ak', 'light'],
])('the offers on a %s', (device, publication, colorScheme) => {
  it('R2.3-02 show price, trial and the price after it in the same size, and link to the reader service', async () => {
    const reader = await openReader({ device, publication, context: { colorScheme } })
    const { page } = reader
    await page.goto('/order')
    await page.getByRole('main').getByRole('link', { name: 'Abo bestellen' }).click()
    await page.getByRole('heading', { level: 3, name: 'Plus Monat' }).waitFor()
    const card = page.locator('#plus-monat')
    const sizes = await card
      .locator('strong')
      .evaluateAll((amounts) => amounts.map((amount) => getComputedStyle(amount).fontSize))
    expect(sizes).toHaveLength(2)
    expect(new Set(sizes).size).toBe(1)
    expect(await card.getByRole('link').getAttribute('href')).toBe('/order/checkout?offer=plus-monat')
    expect(
      (await page.locator('a[href^="tel:"]').count()) + (await page.locator('a[href^="mailto:abo@"]').count()),
    ).toBeGreaterThanOrEqual(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page, { within: 'main' })
    expect([reader.errors, reader.foreignRequests]).toEqual([[], []])
    await reader.leave()
  })
})

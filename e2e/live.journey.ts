/**
 * A growing live report: on a phone and a desktop, with and without a stream, free and paid, and for returning readers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { logIn, toDemoEmail } from './account-reader.ts'
import { closeBrowser, expectAccessible, openReader, originOf, servedPortal, untilAlive } from './reader.ts'

afterAll(closeBrowser)

const BEGIN = Date.now() - 3_600_000
let state = 0

/** Delivered as a newsroom does: the whole report with every change. */
async function deliver(id: string, count: number, more: object = {}): Promise<string> {
  const { dataDir, port } = servedPortal()
  const key = readFileSync(join(dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const entries = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    time: new Date(BEGIN + index * 60_000).toISOString(),
    headline: `Eintrag Nummer ${index + 1}`,
    html: '<p>Im Saal des Rathauses wird seit dem Nachmittag über den Haushalt beraten.</p>'.repeat(3),
    important: index % 4 === 0,
  }))
  const response = await fetch(`http://127.0.0.1:${port}/api/ingest/documents?publication=ak`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      format: 'liveblog@1',
      id,
      title: 'Der Haushalt im Stadtrat',
      teaser: 'Wir berichten aus dem Saal.',
      section: 'Lokales',
      published: new Date(BEGIN).toISOString(),
      updated: new Date(Date.now() + ++state).toISOString(),
      entries,
      ...more,
    }),
  })
  const { results } = (await response.json()) as { results: { id: string }[] }
  return `/${results[0]!.id}`
}

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  it('entries appear without a reload, the reading position stays, and a button leads to the newest', async () => {
    const path = await deliver(`wachsend-${device}`, 12)
    const { page, errors, leave } = await openReader({
      device,
      context: { colorScheme: device === 'phone' ? 'dark' : 'light' },
    })
    await page.goto(path)
    await untilAlive(page)
    await page.getByText('Dieser Bericht aktualisiert sich von selbst.').waitFor()
    await page.locator('#eintrag-6').evaluate((entry) => entry.scrollIntoView({ block: 'start', behavior: 'instant' }))
    const topOf = (id: string) => page.locator(id).evaluate((entry) => Math.round(entry.getBoundingClientRect().top))
    const before = await topOf('#eintrag-6')

    const sent = performance.now()
    await deliver(`wachsend-${device}`, 13)
    await page.locator('#eintrag-13').waitFor({ state: 'attached' })
    expect(performance.now() - sent).toBeLessThan(2000)
    const button = page.getByRole('button', { name: 'Ein neuer Eintrag' })
    await button.waitFor()
    expect(Math.abs((await topOf('#eintrag-6')) - before)).toBeLessThan(3)
    expect(await page.getByRole('status').filter({ hasText: 'Neuer Eintrag: Eintrag Nummer 13' }).count()).toBe(1)
    await expectAccessible(page)

    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => topOf('#eintrag-13')).toBeGreaterThanOrEqual(0)
    await button.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('eintrag-13')
    expect(errors).toEqual([])
    await leave()
  })
})

it('a returning reader sees the last position, and nothing of it stays if reading is not recorded', async () => {
  const path = await deliver('besuche', 6)
  const { page, leave } = await openReader({ device: 'phone' })
  const marked = () => page.locator('[data-seen-from]').getAttribute('id', { timeout: 1000 })
  await page.goto(path)
  await page.getByText('aktualisiert sich von selbst').waitFor()
  expect(await page.locator('[data-seen-from]').count()).toBe(0)
  await page.goto('about:blank')
  await deliver('besuche', 9)
  await page.goto(path)
  await page.getByText('aktualisiert sich von selbst').waitFor()
  await expect.poll(marked).toBe('eintrag-6')
  await page.evaluate(() => {
    localStorage.clear()
    localStorage.setItem('readArticlesOff', '1')
  })
  await page.reload()
  await page.getByText('aktualisiert sich von selbst').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('liveSeen'))).toBeNull()
  await leave()
})

it('polls if no stream gets through', async () => {
  const path = await deliver('gefragt', 5)
  const { page, leave } = await openReader()
  await page.route(/\/api\/live\/\d+(?:\?|$)/, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(path)
  await untilAlive(page)
  await page.getByText('Neue Einträge kommen alle paar Sekunden').waitFor()
  await deliver('gefragt', 6)
  await expect.poll(() => page.locator('#eintrag-6').count(), { timeout: 15_000 }).toBe(1)
  await leave()
})

it('a paid report grows for entitled readers, and shows nothing to others', async () => {
  const path = await deliver('bezahlt', 5, { paid: true })
  const reader = await openReader()
  await logIn(reader.context, toDemoEmail('plus'))
  await reader.page.goto(path)
  await reader.page.locator('#eintrag-5').waitFor({ state: 'attached' })
  const stranger = await openReader({ device: 'phone' })
  await stranger.page.goto(path)
  await untilAlive(stranger.page)
  await deliver('bezahlt', 6, { paid: true })
  await reader.page.locator('#eintrag-6').waitFor({ state: 'attached' })
  expect(await stranger.page.locator('[id^=eintrag-]').count()).toBe(0)
  expect(await (await stranger.page.request.get(new URL(path, originOf('ak')).href)).text()).not.toContain(
    'Eintrag Nummer',
  )
  await Promise.all([reader.leave(), stranger.leave()])
})

/** Tables, matchdays, teams and matches; a match in progress; the block on a front. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  openReader,
  PUBLICATIONS,
  servedPortal,
  untilAlive,
  untilQuiet,
} from '@lokalteil/e2e/reader'

afterAll(closeBrowser)

const LEAGUE = '/ergebnisse/kreisliga-auenburg'
let state = 0

/** Delivers like a feed. */
async function deliver(document: object): Promise<void> {
  const { dataDir, port } = servedPortal()
  const key = readFileSync(join(dataDir, 'keys', 'ingest.key'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${port}/api/ingest/documents?publication=ak`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      format: 'sport@1',
      updated: new Date(Date.now() + ++state * 1000).toISOString(),
      ...document,
    }),
  })
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, ''])
}

function liveMatch(away: number): object {
  return {
    id: 'finale',
    matchday: 1,
    round: 'Finale',
    kickoff: new Date(Date.now() - 1_800_000).toISOString(),
    home: 'rot',
    away: 'blau',
    status: 'live',
    score: { home: 0, away },
    goals: Array.from({ length: away }, (_, index) => ({
      minute: 10 + index,
      side: 'away',
      scorer: `Schützin ${index + 1}`,
    })),
  }
}

/** The demo's leagues played matchday twelve last Sunday; from Thursday on the thirteenth is nearer and shown. */
async function chooseMatchday(page: Page, day: number): Promise<void> {
  const all = page.locator('details', { hasText: 'Alle Spieltage' })
  if (!(await all.evaluate((details: HTMLDetailsElement) => details.open))) await all.locator('summary').click()
  await page.getByRole('link', { name: `${day}. Spieltag`, exact: true }).click()
  await page.getByRole('heading', { name: `${day}. Spieltag` }).waitFor()
}

describe.each(['phone', 'desk'] as const)('on a %s', (device) => {
  it('leads from the overview through matchdays and teams to a match with its ticker', async () => {
    const { page, errors, foreignRequests, leave } = await openReader({
      device,
      context: {
        colorScheme: device === 'phone' ? 'dark' : 'light',
        ...(device === 'phone' ? { viewport: { width: 360, height: 740 } } : {}),
      },
    })
    const isWide = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await page.goto('/ergebnisse')
    await untilAlive(page)
    await expectAccessible(page)
    // By keyboard, with the same result as by touch.
    await page
      .getByRole('link', { name: /Kreisliga Auenburg/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${LEAGUE}`)
    await chooseMatchday(page, 12)
    const table = page.getByRole('table', { name: 'Tabelle: Kreisliga Auenburg' })
    expect(await table.getByRole('row').count()).toBe(13)
    expect(await isWide()).toBe(0)
    await expectAccessible(page)

    await page.getByRole('link', { name: /^Nächster/ }).click()
    await page.getByRole('heading', { name: '13. Spieltag' }).waitFor()
    // The thirteenth is played at the end of this week, the fourteenth a week later.
    await chooseMatchday(page, 14)
    expect(await page.getByText('noch nicht gespielt').count()).toBe(6)
    await chooseMatchday(page, 12)
    const match = page
      .locator('main a[href^="/ergebnisse/spiel/"]')
      .filter({ hasText: /Talheim III/ })
      .first()
    await match.click()
    await page.getByRole('heading', { name: 'Aufstellungen' }).waitFor()
    expect(await isWide()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('heading', { level: 1 }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Nächste Spiele' }).waitFor()
    await expectAccessible(page)
    expect(await isWide()).toBe(0)
    expect([errors, foreignRequests]).toEqual([[], []])
    await leave()
  })
})

it('a goal appears without a reload', async () => {
  await deliver({
    kind: 'competition',
    id: 'pokal',
    name: 'Pokal',
    teams: [
      { id: 'rot', name: 'SV Rot' },
      { id: 'blau', name: 'SV Blau' },
    ],
    matches: [liveMatch(0)],
  })
  const { page, errors, leave } = await openReader({ device: 'phone' })
  await page.goto('/ergebnisse/spiel/pokal/finale')
  await untilAlive(page)
  await page.getByText('Diese Seite zeigt Neues von selbst.').waitFor()
  await untilQuiet(page)
  await deliver({ kind: 'match', competition: 'pokal', match: liveMatch(1) })
  // A page that becomes visible again updates at once.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('Neuer Spielstand: SV Rot 0, SV Blau 1').waitFor({ state: 'attached' })
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('0:1')
  await page.getByText('Schützin 1').waitFor()
  await expectAccessible(page)
  await deliver({ kind: 'competition', id: 'pokal', status: 'canceled' })
  expect(errors).toEqual([])
  await leave()
})

it('the block stands on home without a script of its own, and loads with one on client-side navigation', async () => {
  const { page, errors, leave } = await openReader()
  // On such a slow connection nothing is prefetched, because linked pages contain the block, too.
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ effectiveType: '2g' }) }),
  )
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto('/')
  await untilAlive(page)
  const block = page.locator('[data-extension="@sport"]')
  await block.scrollIntoViewIfNeeded()
  expect(await block.getByRole('row').count()).toBe(7)
  expect(scripts.filter((address) => /SportBlock/.test(address))).toEqual([])
  await expectAccessible(page, { within: '[data-extension="@sport"]' })
  await block.getByRole('link', { name: 'Kreisliga Auenburg' }).first().click()
  await page.waitForURL(`**${LEAGUE}`)
  await page
    .getByRole('link', { name: /Startseite/ })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === '/')
  await block.getByRole('row').nth(6).waitFor()
  // The rows are rendered before the script.
  await expect.poll(() => scripts.some((address) => address.includes('SportBlock'))).toBe(true)
  // Below an article of the league: rendered by the server, then by client-side navigation.
  scripts.length = 0
  await page.goto('/30040')
  await untilAlive(page)
  await block.scrollIntoViewIfNeeded()
  expect(await block.getByRole('row').count()).toBe(13)
  expect(scripts.filter((address) => /SportBlock/.test(address))).toEqual([])
  await expectAccessible(page, { within: '[data-extension="@sport"]' })
  await block.getByRole('link', { name: 'Kreisliga Auenburg' }).first().click()
  await page.waitForURL(`**${LEAGUE}`)
  await page.goBack()
  await block.getByRole('row').nth(12).waitFor()
  expect(errors).toEqual([])
  await leave()
})

it('R4.12-02 the embedded widget has the colours of the site around it, not its reader’s', async () => {
  const { page, errors, leave } = await openReader({ context: { colorScheme: 'dark' } })
  await page.addInitScript(() => localStorage.setItem('color-mode', 'dark'))
  const modeOf = async (path: string) => {
    await page.goto(path)
    return page.evaluate(() => document.documentElement.dataset.mode ?? null)
  }
  expect([
    await modeOf('/sport-widget'),
    await modeOf('/sport-widget?mode=dark'),
    await modeOf('/sport-widget?mode=system'),
    await modeOf('/sport-widget?mode=bunt'),
  ]).toEqual(['light', 'dark', null, 'light'])
  expect(errors).toEqual([])
  await leave()
})

it.each(PUBLICATIONS)('%s has a league, without scripts too', async (publication) => {
  const { page, leave } = await openReader({ publication, device: 'phone', context: { javaScriptEnabled: false } })
  await page.goto('/ergebnisse')
  await page.locator('main section h2 a').first().click()
  await page.getByRole('heading', { name: 'Tabelle' }).waitFor()
  await chooseMatchday(page, 12)
  await page.locator('main a[href^="/ergebnisse/spiel/"]').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('heading', { name: 'Aufstellungen' }).count()).toBe(1)
  await leave()
})

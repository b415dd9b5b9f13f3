/**
 * A publication that uses every vendor, and one whose readers an external consent manager asks: which hosts a browser
 * asks for what, on a portal of its own.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { grantVendors, NO_CONSENT, VENDORS, type Vendor } from '@lokalteil/domain/consent/consent'
import { MANAGER_IDS, MANAGER_ORIGIN, serveManager } from './consent-manager-double.ts'
import { findFilm } from './page-kinds.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, openReader, storeConsent, untilAlive, untilQuiet, type Reader } from './reader.ts'

const SCRIPTS = {
  analytics: 'https://analytics.example',
  ads: 'https://ads.example',
  recommendations: 'https://recommendations.example',
  pushNotifications: 'https://push.example',
  socialPosting: 'https://social.example',
} as const
const MEASUREMENT = 'https://data-0123456789.paper.example'
const FILM = 'https://www.youtube-nocookie.com'

/** Hosts on a page with a film, for each vendor that was granted alone; all others none. */
const HOSTS: Readonly<Partial<Record<Vendor, readonly string[]>>> = {
  analytics: [SCRIPTS.analytics],
  youtube: [FILM],
  pushNotifications: [SCRIPTS.pushNotifications],
  kdm: [SCRIPTS.ads, SCRIPTS.recommendations],
  socialPosting: [SCRIPTS.socialPosting],
  audienceMeasurement: [MEASUREMENT],
}

let portal: OwnPortal
let film = ''
beforeAll(async () => {
  portal = await openOwnPortal({
    env: {
      OFFICE_ORIGIN: 'https://redaktion.example',
      ANALYTICS_SCRIPT: `${SCRIPTS.analytics}/tag.js`,
      AD_SCRIPT: `${SCRIPTS.ads}/ads.js`,
      RECOMMENDATION_SCRIPT: `${SCRIPTS.recommendations}/reco.js`,
      PUSH_SCRIPT: `${SCRIPTS.pushNotifications}/push.js`,
      SOCIAL_POSTING_SCRIPT: `${SCRIPTS.socialPosting}/social.js`,
      NEWS_AGENCY_FRAMES: 'https://maps.agency.example',
      ALLES_PLUS_FRAMES: 'https://plus.example',
      SPORTS_DATA_FRAMES: 'https://live.example',
      SOURCEPOINT_VENDORS: `${MANAGER_IDS.analytics}=analytics ${MANAGER_IDS.youtube}=youtube`,
      SOURCEPOINT_PRIVACY_MANAGERS: 'ak=99',
    },
  })
  film = (await findFilm()) ?? ''
  assert.notEqual(film, '')
}, 240_000)
afterAll(async () => {
  await closeBrowser()
  await portal.close()
})

async function change(changes: object, isThere: (html: string) => boolean): Promise<void> {
  const key = readFileSync(join(portal.dataDir, 'keys', 'user.key'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${portal.port}/__services/user/mandators/ak/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ changes }),
  })
  expect(answer.status).toBe(200)
  // Settings are polled every five seconds; then stored pages are rendered again.
  for (const path of ['/', film, '/sport', '/impressum'])
    await vi.waitFor(async () => assert.ok(isThere(await (await fetch(portal.origin + path)).text()), path), {
      timeout: 60_000,
      interval: 700,
    })
}

async function open(): Promise<Reader> {
  const reader = await openReader({ isUnasked: true, context: { baseURL: portal.origin } })
  await reader.context.route(/^https:\/\//, (route) =>
    route.fulfill(
      route.request().resourceType() === 'document'
        ? { contentType: 'text/html', body: '<!doctype html><title>Inhalt</title>' }
        : { contentType: 'text/javascript', body: '' },
    ),
  )
  return reader
}

const hostsOf = ({ foreignRequests }: Reader) =>
  [...new Set(foreignRequests.map((address) => new URL(address).origin))].toSorted()

async function visit({ page }: Reader, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
  await untilQuiet(page, 1200)
  // Frames load when they are near the window.
  const box = page.locator('[data-embed="youtube"]').first()
  if (path === film) await box.scrollIntoViewIfNeeded()
  await untilQuiet(page, 800)
}

describe('a publication that uses every vendor', () => {
  beforeAll(
    () =>
      change(
        {
          sourcepoint_enabled: true,
          ivw_szm_enabled: true,
          ivw_cname: 'data-0123456789.paper.example',
          ivw_st_desktopname: 'paper',
          ecommercewidget_enabled: true,
          ecommercewidget_iframeurlpattern: 'https://shop.example/{articleId}',
        },
        (html) => html.includes('ivw_cname'),
      ),
    180_000,
  )

  it('R1-44 R1-45 R1-46 R1-47 R1-48 S3.14-01 asks other hosts for nothing before an answer and after a refusal', async () => {
    for (const consent of [null, NO_CONSENT]) {
      const reader = await open()
      if (consent !== null) await storeConsent(reader.context, consent, portal.origin)
      for (const path of ['/', film, '/impressum']) await visit(reader, path)
      expect([consent, hostsOf(reader)]).toEqual([consent, []])
      await reader.leave()
    }
  })

  it.each(VENDORS)('S3.14-01 R3.13-12 R3.13-13 asks only the hosts of %s when it alone was granted', async (vendor) => {
    const reader = await open()
    await storeConsent(reader.context, grantVendors({ [vendor]: true }), portal.origin)
    await visit(reader, film)
    expect(hostsOf(reader)).toEqual(
      [...(HOSTS[vendor] ?? []), ...(vendor === 'partner' ? ['https://shop.example'] : [])].toSorted(),
    )
    await reader.leave()
  })

  it('asks in the settings for each of the sixteen', async () => {
    const reader = await open()
    await visit(reader, '/')
    await reader.page.locator('footer [data-consent-settings]').click()
    await expect.poll(() => reader.page.getByRole('dialog').getByRole('checkbox').count()).toBe(16)
    await reader.leave()
  })
})

describe('receipts', () => {
  it('an answer is kept under the id that the settings show, and a withdrawal is one press away', async () => {
    const reader = await open()
    const { page } = reader
    await visit(reader, '/sport')
    // The policy of this document names no scripts, so it is loaded anew.
    const [anew] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${portal.origin}/sport`),
      page.getByRole('button', { name: 'Alle akzeptieren', exact: true }).click(),
    ])
    expect(anew.headers()['content-security-policy']).toContain(SCRIPTS.ads)
    await untilAlive(page)
    await page.locator('footer [data-consent-settings]').click()
    const shown = page.locator('[data-consent-receipt]')
    await shown.waitFor()
    expect(await shown.textContent()).toMatch(/Gegeben am \d+\. \w+ 20\d\d, .*Textfassung 20\d\d-\d\d-\d\d/)
    const address = await shown.getByRole('link', { name: 'Beleg herunterladen' }).getAttribute('href')
    const read = () =>
      page.evaluate(
        async (path) => ((await (await fetch(path)).json()) as { answers: { granted: string[] }[] }).answers,
        address!,
      )
    await expect.poll(async () => (await read()).map(({ granted }) => granted.length)).toEqual([16])
    await page.getByRole('dialog').getByRole('button', { name: 'Alle ablehnen', exact: true }).click()
    await page.waitForURL(/nocache=/)
    await untilAlive(page)
    await expect.poll(async () => (await read()).map(({ granted }) => granted.length)).toEqual([16, 0])
    await reader.leave()
  })
})

describe('an external consent manager', () => {
  beforeAll(
    () =>
      change(
        {
          sourcepoint_account_id: '12',
          sourcepoint_property_id: 34,
          sourcepoint_subdomain: 'cmp.example',
        },
        (html) => html.includes('sourcepoint_account_id'),
      ),
    180_000,
  )

  async function openManaged(options = {}): Promise<Reader> {
    const reader = await open()
    // The last route comes first.
    await serveManager(reader.context, options)
    return reader
  }
  const message = (page: Page) => page.locator('#sp_message')
  const callsOf = (page: Page) =>
    page.evaluate(() => (window as unknown as { __managerCalls: unknown[][] }).__managerCalls)
  const untilAsked = async (page: Page, host: string) =>
    page.waitForRequest((request) => request.url().startsWith(host))

  it('R7.7-06 R3.13-07 R3.13-08 R3.13-09 R3.13-10 asks in place of the banner, and only what it grants loads', async () => {
    const reader = await openManaged()
    const { page } = reader
    await visit(reader, '/')
    await message(page).waitFor()
    expect([hostsOf(reader), await page.locator('[data-consent-banner]').count(), (await callsOf(page))[0]]).toEqual([
      [MANAGER_ORIGIN],
      0,
      ['config', 12, 34, MANAGER_ORIGIN],
    ])
    const loaded = untilAsked(page, SCRIPTS.analytics)
    await message(page).getByRole('button', { name: 'Alles annehmen' }).click()
    await loaded
    await untilQuiet(page, 800)
    expect(hostsOf(reader)).toEqual([MANAGER_ORIGIN, SCRIPTS.analytics].toSorted())
    // The next page is not asked, and loads the same.
    await visit(reader, '/sport')
    expect(await message(page).count()).toBe(0)
    expect((await reader.context.cookies()).find(({ name }) => name === 'euconsent-v2')?.value).toBe('of-the-manager')
    await reader.leave()
  })

  it('R7.7-06 answers scripts that asked before it was loaded', async () => {
    const reader = await openManaged()
    await visit(reader, '/')
    const status = await reader.page.evaluate(
      () =>
        new Promise((resolve) =>
          window.__tcfapi!('addEventListener', 2, (data) => resolve((data as { eventStatus: string }).eventStatus)),
        ),
    )
    expect(status).toBe('cmpuishown')
    await reader.leave()
  })

  it('S1-11 hears of a grant that is given in a box of an article', async () => {
    const reader = await openManaged()
    const { page } = reader
    await visit(reader, film)
    await message(page).getByRole('button', { name: 'Alles verweigern' }).click()
    await page.locator('[data-embed="youtube"]').first().getByRole('button', { name: 'Inhalt anzeigen' }).click()
    await page.locator('iframe[src^="https://www.youtube-nocookie.com"]').first().waitFor()
    expect(await callsOf(page)).toContainEqual(['postCustomConsent', [MANAGER_IDS.youtube], ['p1'], []])
    await reader.leave()
  })

  it('R4.8-03 R2.9-10 S2.9-04 opens its dialog from the end of every page; a withdrawal there or by the link reloads the page', async () => {
    const reader = await openManaged()
    const { page } = reader
    await visit(reader, '/sport')
    const loaded = untilAsked(page, SCRIPTS.analytics)
    await message(page).getByRole('button', { name: 'Alles annehmen' }).click()
    await loaded
    await page.locator('footer [data-consent-settings]').click()
    await page.getByRole('dialog', { name: 'Datenschutz des Anbieters' }).waitFor()
    await message(page).getByRole('button', { name: 'Nur Videos' }).click()
    await page.waitForURL(/\/sport\?nocache=\d+$/)
    await visit(reader, '/datenschutz')
    await page.locator('main a[href="/datenschutz/consent-reset"]').click()
    await page.waitForURL(/\/datenschutz\?nocache=\d+$/)
    reader.foreignRequests.length = 0
    await visit(reader, '/sport')
    expect(hostsOf(reader)).toEqual([MANAGER_ORIGIN])
    expect(await page.evaluate(() => localStorage.getItem('_sp_user_consent'))).toContain('"id-youtube":false')
    await reader.leave()
  })

  it('R4.8-05 R8-38 is not asked on legal pages, not with Global Privacy Control, and pages work without it', async () => {
    const legal = await openManaged()
    await visit(legal, '/impressum')
    expect(hostsOf(legal)).toEqual([])
    await legal.leave()

    const quiet = await openManaged()
    await quiet.page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }))
    await visit(quiet, '/sport')
    expect(hostsOf(quiet)).toEqual([])
    await quiet.leave()

    const alone = await openManaged({ isThere: false })
    await visit(alone, '/sport')
    expect([hostsOf(alone), await alone.page.locator('main h1').count()]).toEqual([[MANAGER_ORIGIN], 1])
    await alone.page.locator('footer [data-consent-settings]').click()
    await alone.page.waitForURL('**/datenschutz#einstellungen')
    await alone.leave()
  })
})

/**
 * The request log: which hosts a browser asks, by kind of page, publication and what the reader has consented to, against the table
 * of vendors (`domain/third-parties/vendors`). In the demo vendors are stand-ins of our own; the release run has them all at other hosts.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ALL_VENDORS,
  grantVendors,
  NO_CONSENT,
  VENDORS,
  type Consent,
  type Vendor,
} from '@lokalteil/domain/consent/consent'
import { VENDOR_TABLE, type VendorFacts } from '@lokalteil/domain/third-parties/vendors'
import { RUN } from '@lokalteil/tools/runs'
import { DEMO_PASSWORD, toDemoEmail } from './account-reader.ts'
import { findFilm, listMoreKinds, listPageKinds, type PageKinds } from './page-kinds.ts'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import {
  closeBrowser,
  NATIVE_AGENT,
  openReader,
  originOf,
  PUBLICATIONS,
  storeConsent,
  untilQuiet,
  type PublicationCode,
  type Reader,
} from './reader.ts'

type State = {
  name: string
  consent: Consent | null
  persona?: 'pur' | 'pur-plus'
  isNative?: true
  /** Vendors that may load. */
  granted: readonly Vendor[]
}
const ALL = grantVendors(ALL_VENDORS)
const STATES: readonly State[] = [
  { name: 'unasked', consent: null, granted: [] },
  { name: 'refused', consent: NO_CONSENT, granted: [] },
  { name: 'given', consent: ALL, granted: VENDORS },
  { name: 'Pur, all stored', consent: ALL, persona: 'pur', granted: [] },
  {
    name: 'Pur and Plus, all stored',
    consent: ALL,
    persona: 'pur-plus',
    granted: VENDORS.filter((vendor) => vendor !== 'kdm'),
  },
  { name: 'native app, all stored', consent: ALL, isNative: true, granted: [] },
]
/** The gate asks as these two readers, the release run as all. */
const IN_GATE: ReadonlySet<string> = new Set(['given', 'Pur, all stored'])
const ALONE: readonly State[] = VENDORS.map((vendor) => ({
  name: `${vendor} alone`,
  consent: grantVendors({ [vendor]: true }),
  granted: [vendor],
}))

/** A portal, and the vendor to which an address belongs. */
type Place = {
  originOf: (publication: PublicationCode) => string
  facts: VendorFacts
  vendorOf: (address: string) => Vendor | undefined
}

const LEGAL: ReadonlySet<string> = new Set(['terms', 'privacy', 'imprint', 'accessibility statement'])
const ARTICLES: ReadonlySet<string> = new Set([
  'article',
  'paid article',
  'opinion piece',
  'gallery',
  'film',
  'live report',
  'test report',
  'article with a film',
])
const SOME_KINDS: ReadonlySet<string> = new Set([
  'home',
  'section',
  'article',
  'paid article',
  'article with a film',
  'radio',
  'imprint',
])
/** Other sites frame it. */
const BARE = 'sport widget'

/** Scripts that must be asked for, and frames that may be, by the table. */
function expectVendors(kind: string, granted: readonly Vendor[], { facts }: Place): { must: Vendor[]; may: Vendor[] } {
  const isOn = (vendor: Vendor): boolean => {
    const { on } = VENDOR_TABLE[vendor]
    if (kind === BARE) return false
    if (on === 'every page') return true
    if (on === 'every page but legal ones') return !LEGAL.has(kind)
    return ARTICLES.has(kind) || (on === 'articles and radio' && kind === 'radio')
  }
  const there = granted.filter((vendor) => VENDOR_TABLE[vendor].isUsed(facts) && isOn(vendor))
  const isScript = (vendor: Vendor) =>
    VENDOR_TABLE[vendor].loads === 'script' &&
    // Messages of our own need no script of others.
    (vendor !== 'pushNotifications' || facts.thirdParties?.scripts.pushNotifications !== undefined)
  return {
    must: there.filter(isScript),
    may: there.filter((vendor) => !isScript(vendor)),
  }
}

/** Requests that may not be, and those that are missing; '' for an unknown host. */
function findViolations(
  asked: readonly string[],
  { must, may }: ReturnType<typeof expectVendors>,
  { vendorOf }: Place,
): string[] {
  const seen = new Set<Vendor>()
  const violations = asked.flatMap((address) => {
    const vendor = vendorOf(address)
    if (vendor !== undefined) seen.add(vendor)
    return vendor !== undefined && (must.includes(vendor) || may.includes(vendor))
      ? []
      : [`asked ${new URL(address).host} of ${vendor ?? 'nobody'}`]
  })
  return [
    ...new Set(violations),
    ...must.filter((vendor) => !seen.has(vendor)).map((vendor) => `did not ask ${vendor}`),
  ]
}

type Visitor = Reader & { asked: string[] }

async function open(place: Place, publication: PublicationCode, state: State): Promise<Visitor> {
  const origin = place.originOf(publication)
  const reader = await openReader({
    isUnasked: true,
    publication,
    context: { baseURL: origin, ...(state.isNative ? { userAgent: NATIVE_AGENT } : {}) },
  })
  await reader.context.route(/^https:\/\//, (route) =>
    route.fulfill(
      route.request().resourceType() === 'document'
        ? { contentType: 'text/html', body: '<!doctype html><title>Inhalt</title>' }
        : { contentType: 'text/javascript', body: '' },
    ),
  )
  if (state.consent !== null) await storeConsent(reader.context, state.consent, origin)
  if (state.persona !== undefined) await logIn(reader.page, toDemoEmail(state.persona))
  const asked: string[] = []
  reader.page.on('request', (request) => {
    const { host, protocol, pathname } = new URL(request.url())
    const isOwn = host === new URL(origin).host && !pathname.startsWith('/__services/scripts/')
    if (protocol.startsWith('http') && !isOwn) asked.push(request.url())
  })
  return { ...reader, asked }
}

/** In the browser, because the system may not know hosts below `localhost`. */
async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/robots.txt')
  const status = await page.evaluate(
    async ([address, body]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address, { method: 'POST', headers, body })).status
    },
    ['/api/mein/oauth2/login', JSON.stringify({ email, password: DEMO_PASSWORD })] as const,
  )
  assert.equal(status, 200)
}

/** Opens a page, waits for what must come, and then for anything else. */
async function visit(visitor: Visitor, path: string, kind: string, state: State, place: Place): Promise<string[]> {
  const { page, asked } = visitor
  const expected = expectVendors(kind, state.granted, place)
  asked.length = 0
  await page.goto(path)
  // Pages of the guards and frames have no navigation.
  await page.waitForSelector('html[data-navigable]', { timeout: kind === BARE ? 500 : 8000 }).catch(() => {})
  await scrollToFrame(page)
  const isMissing = () => expected.must.some((vendor) => !asked.some((address) => place.vendorOf(address) === vendor))
  for (let waited = 0; isMissing() && waited < 10_000; waited += 100) await page.waitForTimeout(100)
  await untilQuiet(page, expected.must.length > 0 ? 500 : 1000)
  return findViolations(asked, expected, place)
}

/** Frames load when they are near the window. */
async function scrollToFrame(page: Page): Promise<void> {
  const box = page.locator('[data-embed]').first()
  if ((await box.count()) > 0) await box.scrollIntoViewIfNeeded({ timeout: 3000 }).catch(() => {})
}

/** All states side by side, each on all pages. */
async function walk(
  place: Place,
  publication: PublicationCode,
  states: readonly State[],
  kinds: PageKinds,
): Promise<string[]> {
  const found: string[] = []
  const waiting = [...states]
  const go = async () => {
    for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
      const given = publication === 'la' ? { ...state, granted: [] } : state
      const visitor = await open(place, publication, given)
      for (const [kind, path] of Object.entries(kinds))
        for (const violation of await visit(visitor, path, kind, given, place))
          found.push(`${publication}, ${given.name}, ${kind}: ${violation}`)
      await visitor.leave()
    }
  }
  await Promise.all(Array.from({ length: 4 }, go))
  return found
}

const toOrigins = (facts: VendorFacts) =>
  new Map(VENDORS.flatMap((vendor) => VENDOR_TABLE[vendor].toOrigins(facts).map((origin) => [origin, vendor] as const)))

/** A page that asks a host of advertising although only analytics was granted. */
async function plant({ context }: Reader, address: string): Promise<void> {
  await context.addInitScript((src) => {
    addEventListener('load', () => {
      const script = document.createElement('script')
      script.src = src
      document.head.append(script)
    })
  }, address)
}
const ANALYTICS_ALONE = ALONE.find(({ granted }) => granted[0] === 'analytics')!

/** The local edition keeps every default. */
const CONFIGURABLE = PUBLICATIONS.filter((publication) => publication !== 'la')

afterAll(closeBrowser)

describe('the demo', () => {
  const SCRIPTS: Readonly<Record<string, Vendor>> = {
    analytics: 'analytics',
    ads: 'kdm',
    recommendations: 'kdm',
    'push-notifications': 'pushNotifications',
    'social-posting': 'socialPosting',
  }
  const scripts = {
    analytics: '/a.js',
    ads: '/b.js',
    recommendations: '/c.js',
    pushNotifications: '/d.js',
    socialPosting: '/e.js',
  }
  const facts: VendorFacts = { publication: { rooms: ['push'] }, settings: {}, thirdParties: { scripts } }
  const origins = toOrigins(facts)
  const place: Place = {
    originOf,
    facts,
    vendorOf: (address) =>
      SCRIPTS[/\/__services\/scripts\/([\w-]+)\.js$/.exec(address)?.[1] ?? ''] ?? origins.get(new URL(address).origin),
  }

  it('R1-44 R1-45 R1-46 R1-47 R1-18 R4.8-13 R4.8-15 asks for what the table of vendors says, and a planted request is found', async () => {
    const film = await findFilm('ak')
    const states = RUN === 'release' ? STATES : STATES.filter(({ name }) => IN_GATE.has(name))
    expect(await walk(place, 'ak', states, { 'article with a film': film!, imprint: '/impressum' })).toEqual([])
    expect(await walk(place, 'la', [STATES[2]!], { home: '/' })).toEqual([])

    const visitor = await open(place, 'ak', ANALYTICS_ALONE)
    await plant(visitor, '/__services/scripts/ads.js')
    expect(await visit(visitor, '/impressum', 'imprint', ANALYTICS_ALONE, place)).toEqual([
      expect.stringMatching(/^asked localhost:\d+ of kdm$/),
    ])
    await visitor.leave()
  }, 180_000)
})

describe('a portal with all vendors at other hosts', () => {
  const scripts = {
    analytics: 'https://analytics.example/tag.js',
    ads: 'https://ads.example/ads.js',
    recommendations: 'https://recommendations.example/reco.js',
    pushNotifications: 'https://push.example/push.js',
    socialPosting: 'https://social.example/social.js',
  }
  const settings = {
    ivw_szm_enabled: true,
    ivw_cname: 'data-0123456789.paper.example',
    ivw_st_desktopname: 'paper',
    ecommercewidget_enabled: true,
    ecommercewidget_iframeurlpattern: 'https://shop.example/{articleId}',
  }
  const facts: VendorFacts = {
    publication: { rooms: ['push'] },
    settings,
    thirdParties: {
      scripts,
      frames: {
        'https://maps.agency.example': 'newsAgency',
        'https://plus.example': 'allesPlus',
        'https://live.example': 'sportsData',
      },
    },
  }
  const origins = toOrigins(facts)
  let portal: OwnPortal
  const place: Place = {
    originOf: (publication) => `http://${publication === 'ak' ? '' : `${publication}.`}localhost:${portal.port}`,
    facts,
    vendorOf: (address) => origins.get(new URL(address).origin),
  }

  beforeAll(async () => {
    portal = await openOwnPortal({
      env: {
        OFFICE_ORIGIN: 'https://redaktion.example',
        ANALYTICS_SCRIPT: scripts.analytics,
        AD_SCRIPT: scripts.ads,
        RECOMMENDATION_SCRIPT: scripts.recommendations,
        PUSH_SCRIPT: scripts.pushNotifications,
        SOCIAL_POSTING_SCRIPT: scripts.socialPosting,
        NEWS_AGENCY_FRAMES: 'https://maps.agency.example',
        ALLES_PLUS_FRAMES: 'https://plus.example',
        SPORTS_DATA_FRAMES: 'https://live.example',
      },
    })
    const key = readFileSync(join(portal.dataDir, 'keys', 'user.key'), 'utf8').trim()
    for (const publication of CONFIGURABLE) {
      const answer = await fetch(`http://127.0.0.1:${portal.port}/__services/user/mandators/${publication}/settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ changes: { sourcepoint_enabled: true, ...settings } }),
      })
      assert.equal(answer.status, 200, await answer.text())
    }
    // Settings are read every five seconds; nothing was stored without them, because no page was opened before.
    await new Promise((resolve) => setTimeout(resolve, 7000))
  }, 240_000)
  afterAll(() => portal.close())

  // Which vendors load depends on the kind of page: all kinds are visited in one publication, some in the others.
  it.each(PUBLICATIONS)(
    'S3.14-01 R7.7-05 %s asks for what the table says, on its kinds of page and for every answer',
    async (publication) => {
      const film = await findFilm(publication)
      const kinds = {
        ...(await listPageKinds(publication)),
        ...(publication === 'ak' ? await listMoreKinds(publication) : {}),
        ...(film === undefined ? {} : { 'article with a film': film }),
      }
      const some = Object.fromEntries(Object.entries(kinds).filter(([kind]) => SOME_KINDS.has(kind)))
      const states = publication === 'la' ? STATES.filter(({ persona }) => persona === undefined) : STATES
      const isWhole = publication === 'ak'
      expect(await walk(place, publication, states, isWhole ? kinds : some)).toEqual([])
      if (isWhole) expect(await walk(place, publication, ALONE, some)).toEqual([])
    },
    3_600_000,
  )

  it('a planted request to a host that the policy names is found, and one to another host is refused by the policy', async () => {
    const visitor = await open(place, 'ak', ANALYTICS_ALONE)
    await plant(visitor, scripts.ads)
    expect(await visit(visitor, '/impressum', 'imprint', ANALYTICS_ALONE, place)).toEqual(['asked ads.example of kdm'])
    await visitor.leave()

    const refused = STATES.find(({ name }) => name === 'refused')!
    const other = await open(place, 'ak', refused)
    await plant(other, scripts.ads)
    const told = other.page.waitForRequest((request) => request.url().endsWith('/api/csp-report'))
    await other.page.goto('/impressum')
    expect((await told).postData()).toContain('https://ads.example')
    await other.leave()
  }, 60_000)
})

/** Third-party scripts: configuration, addresses in pages, the policy, and the sample scripts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import {
  CONSENT_COOKIES,
  grantVendors,
  NO_CONSENT,
  serializeConsent,
  VENDORS,
  type Consent,
} from '@lokalteil/domain/consent/consent'
import { VENDOR_TABLE } from '@lokalteil/domain/third-parties/vendors'
import { EMBED_ORIGIN_OF } from '@lokalteil/domain/reading/embeds'
import { WIDGET_PATHS } from '@lokalteil/domain/routing/widgets.testing'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toConfigText } from './config/config-text.ts'
import { readConfig } from './config/config.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const read = (environment: Record<string, string>) => {
  const result = readConfig(environment)
  return result.ok ? result.config.thirdParties : result.problems
}

/** The values without any variable. */
const REST = {
  attributes: {},
  origins: {},
  bucketCookie: 'reco_95',
  embeds: null,
  frames: {},
  manager: { vendors: {}, privacyManagers: {} },
  registration: null,
}

const STAND_INS = {
  analytics: '/__services/scripts/analytics.js',
  ads: '/__services/scripts/ads.js',
  recommendations: '/__services/scripts/recommendations.js',
  pushNotifications: '/__services/scripts/push-notifications.js',
  socialPosting: '/__services/scripts/social-posting.js',
}

it('S3.14-01 docs/operations.md shows the table of vendors', () => {
  const guide = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const shown = [
    ...guide.matchAll(/^\| `(\w+)` \| (script|frame|frame or stream) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm),
  ]
  expect(shown.map((row) => row.slice(1))).toEqual(
    VENDORS.map((vendor) => {
      const { loads, on, by, without } = VENDOR_TABLE[vendor]
      return [vendor, loads, on, by.map((name) => `\`${name}\``).join(', '), without]
    }),
  )
})

describe('the configuration', () => {
  it('R1-92 S1-09 has no scripts, recommendations off and the bucket’s default name; the demo uses the sample scripts', () => {
    expect(read({ DEMO: '0' })).toEqual({ ...REST, scripts: {}, isRecoEnabled: false })
    expect(read({})).toEqual({ ...REST, scripts: STAND_INS, isRecoEnabled: true })
  })

  it('S1-09 has no recommendation script while recommendations are off', () => {
    expect(read({ RECO_ENABLED: '0' })).toMatchObject({
      isRecoEnabled: false,
      scripts: expect.not.objectContaining({ recommendations: expect.anything() }) as unknown,
    })
    expect(
      read({ DEMO: '0', RECO_ENABLED: '1', RECOMMENDATION_SCRIPT: 'reference', RECO_BUCKET_COOKIE: 'reco_50' }),
    ).toEqual({
      ...REST,
      scripts: { recommendations: STAND_INS.recommendations },
      isRecoEnabled: true,
      bucketCookie: 'reco_50',
    })
  })

  it('says which platforms articles show, whose frames belong to a vendor, and the ids of a manager and of registered vendors', () => {
    expect(
      read({
        DEMO: '0',
        EMBEDS: 'youtube vimeo',
        NEWS_AGENCY_FRAMES: 'https://maps.agency.example https://charts.agency.example',
        SPORTS_DATA_FRAMES: 'https://live.example',
        SOURCEPOINT_VENDORS: '5e7ac3=youtube 5e7ac4=analytics',
        SOURCEPOINT_PRIVACY_MANAGERS: 'ak=17 fb=18',
        TCF_CMP_ID: '77',
        TCF_VENDORS: '755=kdm 730=audienceMeasurement',
      }),
    ).toMatchObject({
      embeds: ['youtube', 'vimeo'],
      frames: {
        'https://maps.agency.example': 'newsAgency',
        'https://charts.agency.example': 'newsAgency',
        'https://live.example': 'sportsData',
      },
      manager: { vendors: { '5e7ac3': 'youtube', '5e7ac4': 'analytics' }, privacyManagers: { ak: '17', fb: '18' } },
      registration: { cmpId: 77, vendors: { 755: 'kdm', 730: 'audienceMeasurement' } },
    })
    expect(read({ DEMO: '0', EMBEDS: 'none' })).toMatchObject({ embeds: [] })
  })

  it('takes attributes of scripts, and a page in which advertising runs', () => {
    const SCRIPT_ATTRIBUTES = JSON.stringify({
      analytics: { integrity: 'sha384-abc', 'data-account': '{mandator}' },
      bidding: { integrity: 'sha384-def' },
    })
    expect(read({ SCRIPT_ATTRIBUTES, AD_FRAME: 'https://anzeigen.{mandator}.example/place' })).toMatchObject({
      scripts: { ads: '/__services/scripts/ad-frames.js' },
      attributes: {
        analytics: { integrity: 'sha384-abc', 'data-account': '{mandator}' },
        bidding: { integrity: 'sha384-def' },
        ads: { 'data-frame': 'https://anzeigen.{mandator}.example/place' },
      },
    })
  })

  it('takes further origins by script; those of all scripts are still read, and the start says what to write instead', () => {
    expect(
      read({
        DEMO: '0',
        ANALYTICS_ORIGINS: 'https://a.example',
        AD_ORIGINS: 'https://b.example https://c.example',
        RECOMMENDATION_ORIGINS: 'https://d.example',
        PUSH_ORIGINS: 'https://e.example',
        SOCIAL_POSTING_ORIGINS: 'https://f.example',
        AUDIENCE_MEASUREMENT_ORIGINS: 'https://g.example',
        THIRD_PARTY_ORIGINS: 'https://h.example',
      }),
    ).toMatchObject({
      origins: {
        analytics: ['https://a.example'],
        ads: ['https://b.example', 'https://c.example'],
        recommendations: ['https://d.example'],
        pushNotifications: ['https://e.example'],
        socialPosting: ['https://f.example'],
        audienceMeasurement: ['https://g.example'],
        any: ['https://h.example'],
      },
    })
    const said = toConfigText(readConfig({ DEMO: '0', THIRD_PARTY_ORIGINS: 'https://h.example' }))
    expect(said).toMatch(/^ {2}THIRD_PARTY_ORIGINS: .*ANALYTICS_ORIGINS, AD_ORIGINS/m)
    expect(toConfigText(readConfig({ DEMO: '0', AD_ORIGINS: 'https://b.example' }))).toBe('')
  })

  it.each([
    [{ AD_SCRIPT: 'http://ads.example/x.js' }, 'AD_SCRIPT'],
    [{ AD_ORIGINS: 'http://ads.example' }, 'AD_ORIGINS'],
    [{ PUSH_ORIGINS: 'https://a.example/path' }, 'PUSH_ORIGINS'],
    [{ SCRIPT_ATTRIBUTES: '{"bidding":{"src":"https://b.example/x.js"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ ANALYTICS_SCRIPT: 'javascript:alert(1)' }, 'ANALYTICS_SCRIPT'],
    [{ PUSH_SCRIPT: 'ja' }, 'PUSH_SCRIPT'],
    [{ THIRD_PARTY_ORIGINS: 'https://a.example/path' }, 'THIRD_PARTY_ORIGINS'],
    [{ AD_FRAME: 'http://ads.example/place' }, 'AD_FRAME'],
    [{ AD_FRAME: 'https://ads.example/place', AD_SCRIPT: 'https://ads.example/x.js' }, 'AD_FRAME'],
    [
      { AD_FRAME: 'https://www.paper.example/place', PUBLIC_ORIGIN: 'https://www.paper.example', DEMO: '0' },
      'AD_FRAME',
    ],
    [
      { AD_FRAME: 'https://{mandator}.example/place', PUBLICATION_ORIGINS: '{"fb":"https://fb.example"}', DEMO: '0' },
      'AD_FRAME',
    ],
    [{ AD_FRAME: 'https://office.example/place', OFFICE_ORIGIN: 'https://office.example' }, 'AD_FRAME'],
    [{ AD_FRAME: 'http://anzeigen.localhost:3000/place', PORT: '3000' }, 'AD_FRAME'],
    [{ AD_FRAME: 'https://ads.example/place', SCRIPT_ATTRIBUTES: '{"ads":{"data-a":"1"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ AD_SCRIPT: 'none', SCRIPT_ATTRIBUTES: '{"ads":{"data-a":"1"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ DEMO: '0', SCRIPT_ATTRIBUTES: '{"ads":{"data-a":"1"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ SCRIPT_ATTRIBUTES: 'integrity' }, 'SCRIPT_ATTRIBUTES'],
    [{ SCRIPT_ATTRIBUTES: '{"ads":{"onload":"alert(1)"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ SCRIPT_ATTRIBUTES: '{"ads":{"src":"https://b.example/x.js"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ SCRIPT_ATTRIBUTES: '{"youtube":{"data-a":"1"}}' }, 'SCRIPT_ATTRIBUTES'],
    [{ THIRD_PARTY_ORIGINS: "https://a.example *; script-src 'unsafe-inline'" }, 'THIRD_PARTY_ORIGINS'],
    [{ RECO_BUCKET_COOKIE: 'reco' }, 'RECO_BUCKET_COOKIE'],
    [{ EMBEDS: 'youtube myspace' }, 'EMBEDS'],
    [{ NEWS_AGENCY_FRAMES: 'http://agency.example' }, 'NEWS_AGENCY_FRAMES'],
    [{ ALLES_PLUS_FRAMES: 'https://a.example/path' }, 'ALLES_PLUS_FRAMES'],
    [{ SPORTS_DATA_FRAMES: "https://a.example; script-src 'unsafe-inline'" }, 'SPORTS_DATA_FRAMES'],
    [{ SOURCEPOINT_VENDORS: '5e7ac3=myspace' }, 'SOURCEPOINT_VENDORS'],
    [{ SOURCEPOINT_VENDORS: 'youtube' }, 'SOURCEPOINT_VENDORS'],
    [{ SOURCEPOINT_PRIVACY_MANAGERS: 'ak=x' }, 'SOURCEPOINT_PRIVACY_MANAGERS'],
    [{ TCF_CMP_ID: '5000' }, 'TCF_CMP_ID'],
    [{ TCF_CMP_ID: '77', TCF_VENDORS: 'x=kdm' }, 'TCF_VENDORS'],
    [{ TCF_VENDORS: '755=kdm' }, 'TCF_VENDORS'],
    [
      { TCF_CMP_ID: '77', TCF_VENDORS: Array.from({ length: 501 }, (_unused, index) => `${index + 1}=kdm`).join(' ') },
      'TCF_VENDORS: must be at most 500',
    ],
    [{ RECO_BUCKET_COOKIE: 'reco_101' }, 'RECO_BUCKET_COOKIE'],
  ])('refuses %j', (environment, variable) => {
    expect(read(environment)).toEqual(expect.arrayContaining([expect.stringMatching(new RegExp(`^${variable}`))]))
  })
})

const toCookie = (consent: Consent) => `${CONSENT_COOKIES.consents}=${encodeURIComponent(serializeConsent(consent))}`
const GRANTED = toCookie(grantVendors({ kdm: true }))
const REFUSED = toCookie(NO_CONSENT)
const FILMS = toCookie(grantVendors({ youtube: true, partner: true }))

describe('a portal with third-party scripts', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await openTestPortal({
      seed: SEED,
      env: {
        AD_SCRIPT: 'https://ads.example/{mandator}/loader.js',
        ANALYTICS_SCRIPT: 'reference',
        PUSH_SCRIPT: 'https://push.example/p.js',
        AD_ORIGINS: 'https://cdn.ads.example https://ads.example',
        LEGAL_SITE_IDS: '101',
        SCRIPT_ATTRIBUTES: '{"ads":{"integrity":"sha384-abc","data-paper":"{mandator}"}}',
      },
    })
  })
  afterAll(() => portal.close())

  const NATIVE = { 'user-agent': 'Mozilla/5.0 NewsPortalApp/3' }
  const stateOf = async (path: string, options: Parameters<TestPortal['get']>[1] = {}) =>
    (
      JSON.parse(
        /<script type="application\/json" id="state">([\s\S]*?)<\/script>/.exec(await portal.html(path, options))![1]!,
      ) as { chrome: Record<string, unknown> }
    ).chrome
  const policyOf = async (path: string, options: Parameters<TestPortal['get']>[1] = {}) =>
    Object.fromEntries(
      (await portal.get(path, options)).headers
        .get('content-security-policy')!
        .split('; ')
        .map((directive) => [directive.split(' ', 1)[0]!, directive.split(' ').slice(1)]),
    )

  it('S4.8-06 names their addresses in every page, with this publication’s code', async () => {
    expect((await stateOf('/')).thirdParties).toEqual({
      scripts: {
        analytics: STAND_INS.analytics,
        ads: 'https://ads.example/ak/loader.js',
        pushNotifications: 'https://push.example/p.js',
      },
      attributes: { ads: { integrity: 'sha384-abc', 'data-paper': 'ak' } },
      recipientsSince: '2026-11-01',
    })
    expect((await stateOf('/', { publication: 'fb' })).thirdParties).toMatchObject({
      scripts: { ads: 'https://ads.example/fb/loader.js' },
    })
    expect(await portal.html('/')).not.toMatch(/<script[^>]*src="(?:https:|\/__services)/)
  })

  it.each<[string, string, Parameters<TestPortal['get']>[1]]>([
    ['R1-08 S1-03 the local edition', '/', { publication: 'la' }],
    ['R4.8-15 the native app', '/', { headers: NATIVE }],
  ])('%s names none and could load none', async (_ids, path, options) => {
    expect((await stateOf(path, options)).thirdParties).toBeUndefined()
    const policy = await policyOf(path, { ...options, headers: { ...options?.headers, cookie: GRANTED } })
    expect([policy['script-src']!.length, policy['frame-src'], policy['connect-src']]).toEqual([
      2,
      ["'self'"],
      ["'self'"],
    ])
  })

  it('S7.7-04 without a consent to a script allows frames alone, which wait for a press on the page', async () => {
    for (const cookie of ['', REFUSED, FILMS]) {
      const policy = await policyOf('/', { headers: { cookie } })
      expect(policy['script-src']).toEqual(["'self'", expect.stringMatching(/^'sha256-/)])
      expect([policy['connect-src'], policy['img-src']]).toEqual([["'self'"], ["'self'", 'data:']])
      expect(policy['frame-src']).toEqual(["'self'", ...Object.values(EMBED_ORIGIN_OF)])
    }
  })

  it('S7.7-04 a browser that holds the page of before gets the new policy with the new page', async () => {
    const before = await portal.get('/')
    const etag = before.headers.get('etag')!
    const again = await portal.get('/', { headers: { 'if-none-match': etag } })
    const granted = await portal.get('/', { headers: { 'if-none-match': etag, cookie: GRANTED } })
    expect([again.status, granted.status]).toEqual([304, 200])
    expect(granted.headers.get('content-security-policy')).toContain('https://ads.example')
  })

  it('S7.7-04 with a consent allows exactly the configured origins, on every page that can be navigated from', async () => {
    for (const path of ['/', '/101', '/agb', '/gibt-es-nicht']) {
      const policy = await policyOf(path, { headers: { cookie: GRANTED } })
      const origins = ['https://push.example', 'https://ads.example', 'https://cdn.ads.example']
      expect(policy['script-src']).toEqual(["'self'", expect.stringMatching(/^'sha256-/), ...origins])
      expect(policy['connect-src']).toEqual(["'self'", ...origins])
      expect(policy['img-src']).toEqual(["'self'", 'data:', ...origins])
      expect(policy['frame-src']).toEqual(["'self'", ...origins, ...Object.values(EMBED_ORIGIN_OF)])
    }
  })

  it.each([...WIDGET_PATHS, '/__mein-portal/dialog-flow/login'])(
    'R2.2-27 R2.2-28 allows none of them on %s',
    async (path) => {
      const policy = await policyOf(path, { headers: { 'sec-fetch-dest': 'iframe', cookie: GRANTED } })
      expect([policy['script-src']!.length, policy['frame-src']]).toEqual([2, ["'self'"]])
    },
  )

  it('S2.9-04 redirects from the reset page without scripts to the text about settings', async () => {
    const response = await portal.get('/datenschutz/consent-reset')
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).toEqual([
      302,
      '/datenschutz#einstellungen',
      'private, no-store',
    ])
  })

  it('R2.1-42 tells the browser which articles count as legal pages', async () => {
    expect((await stateOf('/')).legalSiteIds).toEqual(['101'])
  })

  it('S4.8-06 serves sample scripts that only report that they loaded', async () => {
    for (const [name, path] of Object.entries(STAND_INS)) {
      const response = await portal.get(path)
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
      const window: { __loaded?: object } = { __loaded: { other: true } }
      runInNewContext(await response.text(), { window, document: {} })
      expect(window.__loaded).toEqual({ other: true, [name]: true })
    }
    expect((await portal.get('/__services/scripts/app.ts')).status).toBe(404)
    expect((await portal.get('/__services/scripts/..%2fapp.ts')).status).toBe(404)
  })
})

describe('settings that load scripts of other houses', () => {
  const SETTINGS = {
    sourcepoint_account_id: '12',
    sourcepoint_property_id: 34,
    sourcepoint_subdomain: 'cmp.paper.example',
    ivw_szm_enabled: true,
    ivw_cname: 'data-0123456789.paper.example',
    ivw_st_desktopname: 'paper',
  }

  let answered: unknown
  const warningsOf = (portal: TestPortal) =>
    portal.logged().flatMap((line) => {
      const { event, publication, settings, reason } = JSON.parse(line) as Record<string, unknown>
      return event === 'setting-without-effect' ? [[publication, String(settings), reason]] : []
    })

  async function open(env: Record<string, string>): Promise<TestPortal> {
    const portal = await openTestPortal({ seed: SEED, env })
    const key = readFileSync(join(portal.dataDir, 'keys', 'user.key'), 'utf8').trim()
    const saved = await portal.get('/__services/user/mandators/ak/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ changes: { sourcepoint_enabled: true, plus_logo_enabled: true, ...SETTINGS } }),
    })
    expect(saved.status).toBe(200)
    answered = await saved.json()
    // Settings are cached for five seconds, and a stored page is served once more while it is rendered again.
    portal.clock.now = new Date(portal.clock.now.getTime() + 6000)
    await portal.get('/api/settings')
    await expect
      .poll(async () => (await readChrome(portal)).settings, { timeout: 10_000, interval: 50 })
      .toMatchObject({ plus_logo_enabled: true })
    return portal
  }
  const readChrome = async (portal: TestPortal) => {
    const response = await portal.get('/', { headers: { cookie: GRANTED } })
    const html = await response.text()
    const { chrome } = JSON.parse(
      /<script type="application\/json" id="state">([\s\S]*?)<\/script>/.exec(html)![1]!,
    ) as { chrome: { settings: object; thirdParties?: object } }
    return { ...chrome, policy: response.headers.get('content-security-policy')! }
  }
  const HOSTS = ['https://cmp.paper.example', 'https://data-0123456789.paper.example']

  it('R3.13-08 R3.13-09 R3.13-10 R3.13-12 R3.13-13 R7.7-06 reach pages and their policy where the office is apart', async () => {
    const portal = await open({ OFFICE_ORIGIN: 'https://office.example', SOURCEPOINT_PRIVACY_MANAGERS: 'ak=99' })
    const { settings, thirdParties, policy } = await readChrome(portal)
    expect(settings).toMatchObject(SETTINGS)
    expect(thirdParties).toMatchObject({ manager: { vendors: {}, privacyManager: '99' } })
    for (const directive of ['script-src', 'connect-src', 'img-src', 'frame-src'])
      for (const host of HOSTS) expect(policy).toMatch(new RegExp(`${directive} [^;]*${host}`))
    expect([answered, warningsOf(portal)]).toEqual([expect.not.objectContaining({ warnings: expect.anything() }), []])
    await portal.close()
  })

  it('R3.13-12 R7.7-06 load nothing where the office answers at the same origin, which the call and the log say once', async () => {
    const portal = await open({})
    const { settings, thirdParties, policy } = await readChrome(portal)
    expect(settings).toMatchObject({ sourcepoint_enabled: true })
    expect(settings).not.toHaveProperty('sourcepoint_account_id')
    expect(settings).not.toHaveProperty('ivw_szm_enabled')
    expect(thirdParties ?? {}).not.toHaveProperty('manager')
    for (const host of HOSTS) expect(policy).not.toContain(host)
    const idle = [
      'sourcepoint_account_id,sourcepoint_subdomain,sourcepoint_property_id',
      'ivw_szm_enabled,ivw_cname,ivw_st_desktopname',
    ]
    expect(answered).toMatchObject({
      warnings: idle.map((list) => ({ settings: list.split(','), reason: 'OFFICE_AT_THE_SAME_ORIGIN' })),
    })
    expect(warningsOf(portal)).toEqual(idle.map((list) => ['ak', list, 'OFFICE_AT_THE_SAME_ORIGIN']))
    await portal.close()
  })
})

describe('the sample script for recommendations', () => {
  type Widget = { request: (asked: object) => Promise<{ type: string; responseId: string; articleIds: string[] }> }
  let portal: TestPortal
  let widget: Widget
  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED })
    const window: { recommendationWidget?: Widget } = {}
    runInNewContext(await (await portal.get(STAND_INS.recommendations)).text(), {
      window,
      fetch: (path: string) => portal.get(path),
      encodeURIComponent,
      Date,
    })
    widget = window.recommendationWidget!
  })
  afterAll(() => portal.close())

  type Teaser = { documentId: string; tagIds: string[]; regionIds: string[]; publishDate: string }
  const readNewest = async () =>
    ((await (await portal.get('/__proxy_content_api/v5/newest-articles')).json()) as { teasers: Teaser[] }).teasers
  const ask = (more: object) =>
    widget.request({
      articleId: '101',
      topicIds: [],
      exclude: [],
      limit: 4,
      isTopicRankingOff: false,
      bucket: 'B',
      contentApi: '/__proxy_content_api',
      ...more,
    })

  it('R3.13-20 ranks by shared topics, or newest first if the publisher turned that off', async () => {
    const newest = await readNewest()
    const [latest] = newest
    const other = newest.findLast(
      ({ tagIds, documentId }) =>
        tagIds.length > 0 && documentId !== '101' && !tagIds.some((id) => latest!.tagIds.includes(id)),
    )!
    const byTopic = await ask({ topicIds: other.tagIds })
    const byDate = await ask({ topicIds: other.tagIds, isTopicRankingOff: true })
    expect(byTopic.type).toBe('topics')
    const first = newest.find(({ documentId }) => documentId === byTopic.articleIds[0])
    expect(first?.tagIds.some((id) => other.tagIds.includes(id))).toBe(true)
    expect(byDate).toMatchObject({
      type: 'freshness',
      articleIds: newest
        .filter(({ documentId }) => documentId !== '101')
        .slice(0, 4)
        .map(({ documentId }) => documentId),
    })
  })

  it('leaves out articles that the page shows', async () => {
    const [first] = (await ask({})).articleIds
    const { articleIds, responseId } = await ask({ exclude: [first] })
    expect([
      articleIds.includes(first!),
      articleIds.includes('101'),
      new Set(articleIds).size,
      responseId.startsWith('b-101-'),
    ]).toEqual([false, false, articleIds.length, true])
  })
})

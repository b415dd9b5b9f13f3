/** Settings and onboarding on the publication's own origin (3.13, 4.7, 7.5; S1-03, S3.13-03, S3.13-04). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, toSettings } from '@lokalteil/domain/publication/settings'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { WIDGET_PATHS } from '@lokalteil/domain/routing/widgets.testing'
import { SEED } from '@lokalteil/services/content/content.testing'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { createSettingsSource } from '../rendering/settings-source.ts'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'
import { outcomeOf, TestReader } from '../reader.testing.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', TRUST_PROXY: '127.0.0.1' } })
}, 240_000)
afterAll(() => portal.close())

const change = (publication: PublicationCode, changes: object) =>
  portal.get(`/__services/user/mandators/${publication}/settings`, {
    method: 'PUT',
    body: JSON.stringify({ changes }),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${readFileSync(join(portal.dataDir, 'keys', 'user.key'), 'utf8').trim()}`,
    },
  })
const settingsOf = async (publication: PublicationCode) =>
  (await (await portal.get('/api/settings', { publication })).json()) as Record<string, unknown>
/** Moves the clock beyond the five seconds for which settings are cached. */
const wait = () => void (portal.clock.now = new Date(portal.clock.now.getTime() + 6000))

/** Poll, because a stored page is served stale once while it is rendered again (stale-while-revalidate). */
const RENEWED = { timeout: 10_000, interval: 50 }

describe('GET /api/settings', () => {
  it('S3.13-04 R7.5-06 is public, has only the listed keys, and shows a change without a restart', async () => {
    expect(Object.keys(await settingsOf('fb')).toSorted()).toEqual(Object.keys(DEFAULT_SETTINGS).toSorted())
    expect((await change('fb', { data_reco_timeout_ms: '500', swipe_tooltip_enabled: '1' })).status).toBe(200)
    wait()
    expect(await settingsOf('fb')).toMatchObject({ data_reco_timeout_ms: 500, swipe_tooltip_enabled: true })
    expect((await portal.get('/api/settings', { publication: 'fb' })).headers.get('cache-control')).toBe(
      'public, max-age=5',
    )
  })

  it('S1-03 answers the local edition with the defaults', async () => {
    expect(await settingsOf('la')).toEqual(DEFAULT_SETTINGS)
  })
})

describe('effects of settings on pages', () => {
  beforeEach(wait)

  it('R3.13-01 S3.13-03 links the header’s button to the URL of the setting, also on stored pages', async () => {
    const linkOf = async () =>
      /<a href="([^"]+)"[^>]*>Abo</.exec(await portal.html('/schlagzeilen', { publication: 'fb' }))?.[1]
    await change('fb', { header_subscription_link: null })
    wait()
    expect(await linkOf()).toBe('/order/abo')
    expect(await linkOf()).toBe('/order/abo')
    await change('fb', { header_subscription_link: 'https://abo.example/fb' })
    wait()
    // A request or the watcher reads the settings: then no stored page keeps the old link.
    await settingsOf('fb')
    await expect.poll(() => linkOf(), RENEWED).toBe('https://abo.example/fb')
  })

  it('R3.13-18 R3.13-19 R3.13-22 S3.13-03 marks the document for the rainbow logo, the plus logo and the hint on galleries', async () => {
    const marksOf = async (publication: PublicationCode) =>
      [
        ...((await portal.html('/agb', { publication })).match(/<html[^>]*>/)?.[0] ?? '').matchAll(
          /data-(rainbow-logo|plus-logo|swipe-hint)=/g,
        ),
      ].map(([, name]) => name)
    await change('ak', { xp_lgbtqi_logo_enabled: null, plus_logo_enabled: null, swipe_tooltip_enabled: null })
    wait()
    await settingsOf('ak')
    expect(await marksOf('ak')).toEqual([])
    await change('ak', { xp_lgbtqi_logo_enabled: true, plus_logo_enabled: true, swipe_tooltip_enabled: true })
    wait()
    await settingsOf('ak')
    await expect.poll(() => marksOf('ak'), RENEWED).toEqual(['rainbow-logo', 'plus-logo', 'swipe-hint'])
    expect(await marksOf('la')).toEqual([])
  })

  it('R3.13-15 R3.13-16 S3.13-03 lets a page frame the shop’s site while the widget is on, but be framed by no site', async () => {
    const path = '/ein-ja-das-noch-lange-kein-gleis-ist-10061'
    const framesShop = async (address: string) =>
      /frame-src ([^;]*)/
        .exec((await portal.get(address)).headers.get('content-security-policy') ?? '')?.[1]
        ?.split(' ')
        .includes('https://shop.example')
    await change('ak', {
      ecommercewidget_enabled: true,
      ecommercewidget_iframeurlpattern: 'https://shop.example/{mandator}/{articleId}',
    })
    wait()
    await settingsOf('ak')
    await expect.poll(() => framesShop(path), RENEWED).toBe(true)
    for (const widget of WIDGET_PATHS) expect(await framesShop(widget)).toBe(false)
    expect(await portal.html(path)).not.toContain('<iframe')
    await change('ak', { ecommercewidget_enabled: null, ecommercewidget_iframeurlpattern: null })
    wait()
    await settingsOf('ak')
    await expect.poll(() => framesShop(path), RENEWED).toBe(false)
  })

  it('R3.13-14 S3.13-03 labels home’s teasers with their section when it is on', async () => {
    const hasLabels = async () => /<span class="_section_\w+">[^<]/.test(await portal.html('/'))
    await change('ak', { ressort_label_homemix_enabled: null })
    wait()
    await settingsOf('ak')
    await expect.poll(() => hasLabels(), RENEWED).toBe(false)
    await change('ak', { ressort_label_homemix_enabled: true })
    wait()
    await settingsOf('ak')
    await expect.poll(() => hasLabels(), RENEWED).toBe(true)
  })

  it('R3.13-03 R3.13-04 R3.13-05 R3.13-06 S2.2-10 links the account to the URLs of the settings', async () => {
    const reader = new TestReader(portal)
    await reader.login(toDemoEmail('plus'))
    const links = async () =>
      ((await (await reader.ask('/api/mein/account/subscriptions')).json()) as { links: unknown }).links
    await change('ak', {
      sub_subscription_link: 'https://abo.example/abo',
      sub_cancellation_link: 'https://abo.example/ende',
      sub_online_service_link: '/service',
    })
    const unsafe = await change('ak', { sub_subscription_link: null, sub_give_away_link: 'javascript:alert(1)' })
    // One unsafe URL: all settings of the request are refused.
    expect(unsafe.status).toBe(422)
    wait()
    await settingsOf('ak')
    await expect.poll(links, RENEWED).toEqual({
      subscription: 'https://abo.example/abo',
      cancellation: 'https://abo.example/ende',
      onlineService: '/service',
      giveAway: '',
    })
    await change('ak', { sub_give_away_link: 'https://abo.example/schenken', sub_cancellation_link: null })
    wait()
    await settingsOf('ak')
    await expect.poll(links, RENEWED).toEqual({
      subscription: 'https://abo.example/abo',
      cancellation: '/kuendigen',
      onlineService: '/service',
      giveAway: 'https://abo.example/schenken',
    })
    await change('ak', {
      sub_subscription_link: null,
      sub_cancellation_link: null,
      sub_online_service_link: null,
      sub_give_away_link: null,
    })
    wait()
    await settingsOf('ak')
    await expect
      .poll(links, RENEWED)
      .toEqual({ subscription: '', onlineService: '', giveAway: '', cancellation: '/kuendigen' })
  })
})

describe('/api/onboarding', () => {
  it('R7.5-04 R7.5-05 R4.7-03 belongs to the reader and is stored on the server for all their browsers', async () => {
    const [first, second, other] = [new TestReader(portal), new TestReader(portal), new TestReader(portal)]
    await first.login(toDemoEmail('free'))
    await second.login(toDemoEmail('free'))
    await other.login(toDemoEmail('plus'))
    const read = async (reader: TestReader) => (await (await reader.ask('/api/onboarding')).json()) as unknown
    expect(await read(first)).toEqual({ isOnboardingCompleted: false })
    expect(await (await first.post('/api/onboarding', { isOnboardingCompleted: true })).json()).toEqual({
      isOnboardingCompleted: true,
    })
    expect([await read(second), await read(other)]).toEqual([
      { isOnboardingCompleted: true },
      { isOnboardingCompleted: false },
    ])
  })

  it('R7.5-04 answers 401 without a session and refuses other sites and other bodies', async () => {
    expect(await outcomeOf(portal.get('/api/onboarding'))).toBe('401 NOT_LOGGED_IN')
    const reader = new TestReader(portal)
    await reader.login(toDemoEmail('pur'))
    expect(
      await outcomeOf(
        reader.post(
          '/api/onboarding',
          { isOnboardingCompleted: true },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        ),
      ),
    ).toBe('403 FORBIDDEN')
    expect(await outcomeOf(reader.post('/api/onboarding', { isOnboardingCompleted: 'ja' }))).toBe('400 BAD_REQUEST')
    reader.cookies.delete('FA_ACCESS_TOKEN')
    reader.cookies.delete('FA_REFRESH_TOKEN')
    expect(await outcomeOf(reader.post('/api/onboarding', { isOnboardingCompleted: true }))).toBe('401 NOT_LOGGED_IN')
  })

  it('S7.4-01 renews an access token that expired while the page was open', async () => {
    const reader = new TestReader(portal)
    await reader.login(toDemoEmail('wallet'))
    reader.cookies.delete('FA_ACCESS_TOKEN')
    expect((await reader.post('/api/onboarding', { isOnboardingCompleted: true })).status).toBe(200)
    expect(reader.cookies.has('FA_ACCESS_TOKEN')).toBe(true)
  })
})

describe('the source of settings', () => {
  const answer = (settings: object, status = 200) =>
    new Response(JSON.stringify(settings), { status, headers: { 'content-type': 'application/json' } })
  function open(respond: () => Response | Promise<Response>, isEmbedded = true) {
    const seen = {
      asked: [] as string[],
      changed: [] as string[],
      known: [] as unknown[],
      errors: [] as string[],
      now: 0,
    }
    const source = createSettingsSource({
      api: {
        fetch: async (request) => (seen.asked.push(new URL(request.url).pathname), respond()),
        base: 'http://user.test',
        isEmbedded,
      },
      onChange: (publication) => void seen.changed.push(publication),
      onSettings: (publication, { plus_logo_enabled }) => void seen.known.push([publication, plus_logo_enabled]),
      onError: (message) => void seen.errors.push(message),
      now: () => seen.now,
    })
    return { seen, source }
  }

  it('S1-03 makes no request for the local edition', async () => {
    const { seen, source } = open(() => answer({ swipe_tooltip_enabled: true }))
    expect([await source.read('la'), seen.asked]).toEqual([DEFAULT_SETTINGS, []])
  })

  it('S3.13-02 R8-36 keeps the last answer, or the defaults, while the service is down, and logs that', async () => {
    let isUp = false
    const { seen, source } = open(() => (isUp ? answer({ data_reco_timeout_ms: 700 }) : answer({}, 500)))
    expect(await source.read('ak')).toEqual(toSettings(null))
    expect(seen.errors).toEqual(['Error while fetching settings for store'])
    isUp = true
    seen.now += 6000
    expect((await source.read('ak')).data_reco_timeout_ms).toBe(700)
    isUp = false
    seen.now += 6000
    expect((await source.read('ak')).data_reco_timeout_ms).toBe(700)
  })

  it('S3.13-04 makes one request in five seconds for all callers, and reports changes that pages show', async () => {
    let settings: object = { data_reco_timeout_ms: 400 }
    const { seen, source } = open(() => answer(settings))
    await Promise.all(Array.from({ length: 50 }, () => source.read('ak')))
    expect(seen.asked).toEqual(['/mandators/ak/settings'])
    for (const next of [{ data_reco_timeout_ms: 900 }, { plus_logo_enabled: true }]) {
      settings = next
      seen.now += 6000
      await source.read('ak')
    }
    expect(seen.changed).toEqual(['ak'])
  })

  it('hands on the first settings and each change, once', async () => {
    let settings: object = {}
    const { seen, source } = open(() => answer(settings))
    for (const next of [
      {},
      {},
      { data_reco_timeout_ms: 900 },
      { plus_logo_enabled: true },
      { plus_logo_enabled: true },
    ]) {
      settings = next
      seen.now += 6000
      await source.read('ak')
    }
    expect(seen.known).toEqual([
      ['ak', false],
      ['ak', false],
      ['ak', true],
    ])
  })
})

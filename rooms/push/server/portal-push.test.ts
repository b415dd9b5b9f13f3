/** Push messages through a whole portal: from a browser's subscription over the ingest door to an encrypted message. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { incoming, SEED } from '@lokalteil/services/content/content.testing'
import { createBrowserDouble, readVapid, startPushDouble, type PushDouble } from '@lokalteil/tools/push-double'
import type { PushService } from '../service/app.ts'
import { FIRST_CHOICES, PUSH_CONSENT, type PushPayload } from '../domain/push.ts'
import { toDemoEmail } from '@lokalteil/services/accounts/demo-accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'
import { TestReader } from '@lokalteil/web/server/reader.testing'

const KEY = 'the-key-of-the-agency'
const CONTENT_KEY = 'the-key-of-the-content-service'
let portal: TestPortal
let double: PushDouble
beforeAll(async () => {
  double = await startPushDouble()
  portal = await openTestPortal({
    seed: SEED,
    env: {
      DEMO: '1',
      INGEST_KEY: KEY,
      CONTENT_SERVICE_KEY: CONTENT_KEY,
      PUSH_HOSTS: double.origin,
      PUSH_GATEWAY_URL: `${double.origin}/gateway`,
      PUSH_GATEWAY_KEY: 'the-key-of-the-gateway',
      TRUST_PROXY: '127.0.0.1',
    },
  })
})
afterAll(async () => {
  await portal.close()
  await double.close()
})

const runDue = () => (portal.runtime.rooms.get('push') as PushService).runDue()
const json = async <T>(answer: Promise<Response>) => (await answer).json() as Promise<T>
const choices = { ...FIRST_CHOICES, follows: [], quiet: null }
type State = { device: string; isOfAccount: boolean; choices: { breaking: boolean } }

let devices = 0
function createDevice() {
  const browser = createBrowserDouble(`${double.origin}/device-${++devices}`)
  return {
    browser,
    body: { subscription: browser.subscription, textVersion: PUSH_CONSENT.version, choices },
    got: () =>
      double.received
        .filter(({ path }) => browser.subscription.endpoint.endsWith(path))
        .map(({ body }) => JSON.parse(browser.open(body)) as PushPayload),
  }
}

async function deliver(document: object): Promise<void> {
  const answer = await portal.get('/api/ingest/documents?publication=ak', {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'text',
      version: '1',
      versioncreated: portal.clock.now.toISOString(),
      pubstatus: 'usable',
      language: 'de',
      body_html: '<p>Der erste Absatz.</p><p>Das steht hinter der Schranke.</p>',
      ...document,
    }),
  })
  const text = await answer.text()
  expect([answer.status, text.includes('"created"')]).toEqual([200, true])
}

it('R1-55: breaking news from the ingest door reach a subscribed device, once and after the embargo', async () => {
  const reader = new TestReader(portal)
  const { publicKey } = await json<{ publicKey: string }>(reader.ask('/api/push/key'))
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  const device = createDevice()
  const state = await json<State>(reader.post('/api/push/devices', device.body))
  expect(state).toMatchObject({ isOfAccount: false, choices: { breaking: true } })
  await runDue()

  portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
  const embargoed = new Date(portal.clock.now.getTime() + 600_000).toISOString()
  await deliver({ uri: 'urn:push:1', headline: 'Deich hält', urgency: 1, embargoed })
  await runDue()
  expect(device.got()).toEqual([])
  portal.clock.now = new Date(portal.clock.now.getTime() + 660_000)
  await runDue()
  await runDue()
  expect(device.got()).toMatchObject([{ kind: 'breaking', title: 'Deich hält', device: state.device }])
  const [received] = double.received
  expect(readVapid(received!.headers)).toMatchObject({ key: publicKey, aud: double.origin })
  expect(JSON.stringify(device.got())).not.toContain('Schranke')
  const page = await portal.get(device.got()[0]!.path)
  expect(page.status).toBe(200)

  // The button in the message needs no session.
  expect((await reader.post('/api/push/off', { device: state.device, kind: 'breaking', ref: '' })).status).toBe(204)
  const after = await json<State>(reader.post('/api/push/state', { device: state.device }))
  expect(after.choices.breaking).toBe(false)
  expect((await reader.post('/api/push/remove', { device: state.device })).status).toBe(204)
  expect((await reader.post('/api/push/state', { device: state.device })).status).toBe(404)
})

it('R1-34 R1-55: a message about a paid article has headline and teaser; unpublished and withdrawn articles cause none', async () => {
  const reader = new TestReader(portal)
  // The account may read everything, but a message appears on a locked screen.
  await reader.login(toDemoEmail('plus'))
  const device = createDevice()
  await reader.post('/api/push/devices', device.body)
  await runDue()
  const content = createTestClient(CONTENT_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `http://127.0.0.1:${portal.port}/__services/content/ak`,
    headers: { authorization: `Bearer ${CONTENT_KEY}` },
  })
  const later = (minutes: number) => new Date(portal.clock.now.getTime() + minutes * 60_000).toISOString()
  const flash = async (sourceId: string, change: Parameters<typeof incoming>[1]) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + 60_000)
    const sent = await content.ingest({
      body: {
        documents: [
          incoming(sourceId, {
            urgency: 1,
            contentRestriction: 'paid',
            publishDate: portal.clock.now.toISOString(),
            contentItems: [
              { type: 'paragraph', html: 'Der bezahlte Anfang.' },
              { type: 'paragraph', html: 'Der bezahlte Schluss.' },
            ],
            ...change,
          }),
        ],
      },
    })
    expect(sent.ok).toBe(true)
    await runDue()
    await runDue()
  }
  await flash('urn:paid:1', { title: 'Rathaus: das Urteil', teaserTextHtml: 'Der offene Vorspann.' })
  await flash('urn:paid:2', { title: 'Rathaus: ohne Vorspann', teaserTextHtml: '' })
  await flash('urn:paid:3', { title: 'Noch gesperrt', embargo: later(90) })
  await flash('urn:paid:4', { title: 'Zurückgezogen', embargo: later(30) })
  await flash('urn:paid:4', { title: 'Zurückgezogen', version: 2, status: 'canceled' })
  portal.clock.now = new Date(portal.clock.now.getTime() + 40 * 60_000)
  await runDue()
  const got = device.got()
  expect(got.map(({ title }) => title)).toEqual(['Rathaus: das Urteil', 'Rathaus: ohne Vorspann'])
  expect(got[0]!.body).toBe('Der offene Vorspann.')
  expect(JSON.stringify(got)).not.toMatch(/bezahlte|gesperrt|Zurück/)
})

it('choices belong to the account, are in the export of its data, and leave the device at logout', async () => {
  const reader = new TestReader(portal)
  expect((await reader.post('/api/push/state', { device: null })).status).toBe(401)
  await reader.login(toDemoEmail('free'))
  const phone = createDevice()
  const { device, isOfAccount } = await json<State>(reader.post('/api/push/devices', phone.body))
  expect(isOfAccount).toBe(true)
  expect(await json(reader.post('/api/push/state', { device: null }))).toMatchObject({ device: null, devices: 1 })
  const key = readFileSync(join(portal.dataDir, 'keys', 'push.key'), 'utf8').trim()
  const tell = (tag: string, authorization = `Bearer ${key}`) =>
    portal.get('/__services/push/ak/internal/notifications', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({
        sub: String(reader.claims().sub),
        kind: 'reply',
        title: 'Antwort von Jan Mertens',
        body: 'Das sehe ich anders.',
        path: '/101#kommentar-1',
        tag,
      }),
    })
  expect((await tell('comment-1', 'Bearer wrong')).status).toBe(401)
  expect(await json(tell('comment-1'))).toEqual({ devices: 1 })
  await runDue()
  expect(phone.got()).toMatchObject([{ kind: 'reply', title: 'Antwort von Jan Mertens' }])

  const zip = Buffer.from(await (await reader.ask('/api/mein/account/export')).arrayBuffer())
  // The first file of the ZIP, after its header of 30 bytes and its name.
  const copy = inflateRawSync(zip.subarray(30 + zip.readUInt16LE(26))).toString()
  expect(JSON.parse(copy)).toMatchObject({
    data: { push: { choices: { breaking: true }, devices: [{ textVersion: PUSH_CONSENT.version }] } },
  })
  // A device's endpoint address is secret: its holder can send to it.
  expect(copy).not.toContain(phone.browser.subscription.endpoint)

  const stranger = new TestReader(portal)
  expect((await stranger.post('/api/push/detach', { device })).status).toBe(204)
  expect(await json(tell('comment-2'))).toEqual({ devices: 0 })
})

it('R1-55: a device of the app is reached through the configured gateway, until logout', async () => {
  const reader = new TestReader(portal)
  await reader.login(toDemoEmail('wallet'))
  expect(await json(reader.ask('/api/push/key'))).toMatchObject({ takesShells: true })
  const subscription = { shell: { platform: 'ios', token: 'a-token-of-the-vendor' } }
  const body = { subscription, textVersion: PUSH_CONSENT.version, choices }
  const { device } = await json<State>(reader.post('/api/push/devices', body))
  const key = readFileSync(join(portal.dataDir, 'keys', 'push.key'), 'utf8').trim()
  const sent = await portal.get('/__services/push/ak/internal/notifications', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({
      sub: String(reader.claims().sub),
      kind: 'reply',
      title: 'Antwort',
      body: '',
      path: '/101#kommentar-2',
      tag: 'comment-9',
    }),
  })
  expect(await sent.json()).toEqual({ devices: 1 })
  await runDue()
  const handed = double.received.filter(({ path }) => path === '/gateway')
  expect(handed.map(({ headers, body: text }) => [headers.authorization, JSON.parse(text.toString())])).toEqual([
    [
      'Bearer the-key-of-the-gateway',
      expect.objectContaining({ platform: 'ios', token: subscription.shell.token, device, title: 'Antwort' }),
    ],
  ])
  expect((await reader.post('/api/push/detach', { device })).status).toBe(204)
  expect((await reader.post('/api/push/state', { device })).status).toBe(404)
  const wrong = { ...body, subscription: { shell: { platform: 'web', token: 'x' } } }
  expect((await reader.post('/api/push/devices', wrong)).status).toBe(400)
})

it('refuses other sites, unknown push services and invalid ids, and logs nothing of them', async () => {
  const reader = new TestReader(portal)
  const { body } = createDevice()
  const foreign = await reader.post('/api/push/devices', body, {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  expect(foreign.status).toBe(403)
  const inside = createBrowserDouble('https://metadata.internal/device').subscription
  const refused = await reader.post('/api/push/devices', { ...body, subscription: inside })
  expect([refused.status, (await refused.json()) as object]).toMatchObject([422, { code: 'NO_PUSH_SERVICE' }])
  expect((await reader.post('/api/push/off', { device: '../../x', kind: 'breaking', ref: '' })).status).toBe(400)
  const log = portal.logged().join('\n')
  for (const secret of [double.origin, 'metadata.internal', '/device-']) expect(log).not.toContain(secret)
})

it('the page is the same for all and works without scripts; the bell links to it', async () => {
  for (const publication of ['ak', 'fb', 'ht', 'la'] as const) {
    const page = await portal.get('/mitteilungen', { publication })
    expect([publication, page.status, page.headers.get('cache-control')]).toEqual([
      publication,
      200,
      expect.stringContaining('s-maxage'),
    ])
    expect(await page.text()).toContain('braucht Ihr Browser JavaScript')
  }
  expect(await portal.html('/')).toMatch(/<a href="\/mitteilungen"[^>]*data-bell/)
  const native = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Mobile NewsPortalApp/1.0' }
  expect(await portal.html('/', { headers: native })).not.toContain('data-bell')
  expect(await portal.html('/mitteilungen', { headers: native })).toContain('Mitteilungen der App')
})

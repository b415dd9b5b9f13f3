import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createBrowserDouble, readVapid, startPushDouble, type PushDouble } from '@lokalteil/tools/push-double'
import { CONTENT, type Teaser } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { GatewayMessage, PUSH } from '../contract/push.ts'
import { FIRST_CHOICES, PUSH_CONSENT, type PushChoices, type PushPayload } from '../domain/push.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase, type TestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { problem, serveContract } from '@lokalteil/services/platform/serve'
import { createPushService, type PushService, type PushServiceOptions } from './app.ts'
import { toVapid } from './vapid.ts'

const KEY = 'a-service-key-for-tests'
/** A Tuesday, noon in Berlin. */
const NOON = new Date('2026-11-24T11:00:00Z')
const VAPID = toVapid('a secret of more than thirty-two characters', 'mailto:push@auenkurier.example')
const OTHER = toVapid('another secret of more than thirty-two characters', 'mailto:push@auenkurier.example')
const TABLES = ['devices', 'owners', 'follows', 'messages', 'deliveries', 'marks', 'counters']

const teaser = (documentId: string, publishDate: string, change: Partial<Teaser> = {}): Teaser => ({
  documentId,
  contentRestriction: 'free',
  targetPathOrUrl: `/hochwasser-${documentId}`,
  title: `Titel ${documentId}`,
  titlePrefix: '',
  teaserTextHtml: 'Der Pegel <b>steigt</b> &amp; steigt.',
  isSoldContent: false,
  isOpinion: false,
  isPodcast: false,
  isVideoArticle: false,
  isGallery: false,
  isLive: false,
  isTestReport: false,
  authors: [],
  img: null,
  publishDate,
  updateDate: null,
  sectionName: 'Lokales',
  sectionPath: 'lokales',
  readingMinutes: 1,
  tagIds: [],
  regionIds: [],
  rating: null,
  ...change,
})
const author = { id: '7', prename: 'Lena', surname: 'Vogt', urlPath: '/autor/lena-vogt-7', portrait: null }

/** A content service with these lists, behind the real contract. */
function createContent() {
  const state = { newest: [] as Teaser[], breaking: null as string | null, isByHand: false, isDown: false }
  const { listNewestArticles, getBreakingNews, getTeaser, getAuthor, listPersonalTopics, listPersonalRegions } = CONTENT
  const contract = {
    listNewestArticles,
    getBreakingNews,
    getTeaser,
    getAuthor,
    listPersonalTopics,
    listPersonalRegions,
  }
  const node = (id: string, label: string, ...children: { id: string; label: string }[]) => ({
    id,
    label,
    target: `/${id}`,
    children: children.map((child) => ({ ...child, target: `/${child.id}`, children: [] })),
  })
  const app = serveContract<typeof contract, null>(
    contract,
    {
      listNewestArticles: () =>
        state.isDown
          ? problem(503, 'UNAVAILABLE', 'down')
          : { teasers: state.newest, page: 1, pages: 1, total: state.newest.length },
      getBreakingNews() {
        const item = state.newest.find(({ documentId }) => documentId === state.breaking)
        return {
          item:
            item === undefined
              ? null
              : {
                  title: item.title,
                  target: item.targetPathOrUrl,
                  publishDate: item.publishDate,
                  ...(state.isByHand ? { isPushed: false as const } : {}),
                },
        }
      },
      getTeaser: ({ params }) =>
        state.newest.find(({ documentId }) => documentId === params.id) ?? problem(410, 'GONE', 'withdrawn'),
      getAuthor: () => problem(404, 'NOT_FOUND', 'none'),
      listPersonalTopics: () => [node('wetter', 'Wetter', { id: 'hochwasser', label: 'Hochwasser' })],
      listPersonalRegions: () => [node('aue', 'Untere Aue', { id: 'tannau', label: 'Tannau' })],
    },
    { toContext: () => null },
  )
  const client = createTestClient(contract, {
    fetch: async (request) => app.fetch(request),
    base: 'http://content.test',
  })
  return { state, contentOf: () => client }
}

describe.each(ENGINES)('the push service on %s', (engine) => {
  let opened: TestDatabase
  let double: PushDouble
  let content: ReturnType<typeof createContent>
  let clock: Date
  let troubles: unknown[]
  let errors: unknown[]
  const services: PushService[] = []
  const later = (minutes: number) => (clock = new Date(clock.getTime() + minutes * 60_000))

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    double = await startPushDouble()
  })
  afterAll(async () => {
    await double.close()
    await opened.drop()
  })
  beforeEach(async () => {
    clock = NOON
    troubles = []
    errors = []
    content = createContent()
    double.received.length = 0
    double.answer(() => ({ status: 201 }))
  })
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close()
    for (const table of TABLES) await sql.raw(`delete from push.${table}`).execute(opened.database.db)
    if (errors.length > 0) throw new AggregateError(errors, 'The service reported errors')
  })

  async function open(change: Partial<PushServiceOptions> = {}) {
    const service = await createPushService({
      database: opened.database,
      serviceKey: KEY,
      vapid: VAPID,
      hosts: { hosts: [], origins: [double.origin] },
      contentOf: content.contentOf,
      now: () => clock,
      onError: (error) => errors.push(error),
      onTrouble: (...trouble) => troubles.push(trouble.slice(1)),
      ...change,
    })
    services.push(service)
    const client = createTestClient(PUSH, {
      fetch: async (request) => service.app.fetch(request),
      base: 'http://push.test/ak',
      headers: { authorization: `Bearer ${KEY}` },
    })
    let last = 0
    async function subscribe(choices: Partial<PushChoices> = {}, sub: string | null = null) {
      const browser = createBrowserDouble(`${double.origin}/device-${++last}-${Math.random()}`)
      const found = await client.register({
        body: {
          subscription: browser.subscription,
          sub,
          textVersion: PUSH_CONSENT.version,
          requester: `someone ${last}`,
          choices: { ...FIRST_CHOICES, breaking: false, ...choices, follows: [...(choices.follows ?? [])] },
        },
      })
      if (!found.ok) throw new Error(found.problem.code)
      const path = new URL(browser.subscription.endpoint).pathname
      return {
        id: found.data.device!,
        browser,
        state: found.data,
        got: () =>
          double.received
            .filter((one) => one.path === path)
            .map((one) => JSON.parse(browser.open(one.body)) as PushPayload),
        titles: () =>
          double.received
            .filter((one) => one.path === path)
            .map((one) => (JSON.parse(browser.open(one.body)) as PushPayload).title),
      }
    }
    return { service, client, subscribe }
  }
  const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000).toISOString()
  const topic = (ref: string) => ({ kind: 'topic' as const, ref })

  it('R1-55: a new article reaches followers of its topic, of topics above, its region or author, with the reason', async () => {
    const { service, subscribe } = await open()
    const flood = await subscribe({ follows: [topic('hochwasser')] })
    const weather = await subscribe({ follows: [topic('wetter')] })
    const region = await subscribe({ follows: [{ kind: 'region', ref: 'aue' }] })
    const lena = await subscribe({ follows: [{ kind: 'author', ref: '7' }, topic('wetter')] })
    const nobody = await subscribe({ follows: [topic('sport')] })
    await service.runDue()
    later(5)
    content.state.newest = [
      teaser('12', at(4), { titlePrefix: 'Aue', tagIds: ['hochwasser'], regionIds: ['tannau'], authors: [author] }),
      teaser('11', at(-500), { tagIds: ['hochwasser'] }),
      teaser('10', at(3), { tagIds: ['hochwasser'], isSoldContent: true }),
    ]
    await service.runDue()
    expect(flood.got()).toEqual([
      {
        v: 1,
        device: flood.id,
        kind: 'topic',
        ref: 'hochwasser',
        label: 'Hochwasser',
        title: 'Aue: Titel 12',
        body: 'Der Pegel steigt & steigt.',
        path: '/hochwasser-12',
        tag: 'article:12',
        icon: '/assets/brand/ak/icon-192.png',
        at: at(5),
      },
    ])
    expect(weather.got()[0]).toMatchObject({ kind: 'topic', label: 'Wetter' })
    expect(region.got()[0]).toMatchObject({ kind: 'region', ref: 'aue', label: 'Untere Aue' })
    expect(lena.got()[0]).toMatchObject({ kind: 'author', label: 'Lena Vogt' })
    expect(nobody.got()).toEqual([])
    await service.runDue()
    expect(double.received).toHaveLength(4)
    const first = double.received.find(({ path }) => flood.browser.subscription.endpoint.endsWith(path))
    expect(first!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'normal' })
    expect(first!.headers.topic).toMatch(/^[\w-]{32}$/)
    expect(readVapid(first!.headers)).toMatchObject({
      key: VAPID.publicKey,
      aud: double.origin,
      sub: 'mailto:push@auenkurier.example',
    })
  })

  it('R1-55: breaking news reach devices that chose them, and each article reaches a device once', async () => {
    const { service, subscribe } = await open()
    const both = await subscribe({ breaking: true, follows: [topic('hochwasser')] })
    const follower = await subscribe({ follows: [topic('hochwasser')] })
    await service.runDue()
    later(1)
    content.state.newest = [teaser('12', at(0.5), { tagIds: ['hochwasser'] })]
    content.state.breaking = '12'
    await service.runDue()
    later(1)
    await service.runDue()
    expect(both.got().map(({ kind }) => kind)).toEqual(['breaking'])
    expect(follower.got().map(({ kind }) => kind)).toEqual(['topic'])
    expect(new Set(double.received.map(({ headers }) => headers.urgency))).toEqual(new Set(['high', 'normal']))
  })

  it('R1-55: news from the seconds after the first registration are sent', async () => {
    const { service, subscribe } = await open()
    const first = await subscribe({ breaking: true })
    content.state.newest = [teaser('12', at(0.1))]
    content.state.breaking = '12'
    later(1)
    await service.runDue()
    expect(first.titles()).toEqual(['Titel 12'])
  })

  it('news in quiet hours wait for the morning, or are dropped if they are too old by then', async () => {
    const { service, subscribe } = await open()
    clock = new Date('2026-11-24T22:30:00Z')
    const sleeper = await subscribe({ breaking: true, follows: [topic('hochwasser')] })
    const awake = await subscribe({ breaking: true, isBreakingInQuiet: true })
    await service.runDue()
    const night = new Date(clock.getTime() + 60_000).toISOString()
    later(2)
    content.state.newest = [teaser('12', night, { tagIds: ['hochwasser'] }), teaser('13', night)]
    content.state.breaking = '13'
    await service.runDue()
    expect([sleeper.got().length, awake.titles()]).toEqual([0, ['Titel 13']])
    clock = new Date('2026-11-25T06:01:00Z')
    await service.runDue()
    // Breaking news expire after six hours, so one from before midnight is dropped at seven.
    expect(sleeper.titles()).toEqual(['Titel 12'])
  })

  it('an article withdrawn overnight is not sent in the morning', async () => {
    const { service, subscribe } = await open()
    clock = new Date('2026-11-24T22:30:00Z')
    const sleeper = await subscribe({ follows: [topic('hochwasser')] })
    await service.runDue()
    content.state.newest = [teaser('12', new Date(clock.getTime() + 1000).toISOString(), { tagIds: ['hochwasser'] })]
    later(1)
    await service.runDue()
    content.state.newest = []
    clock = new Date('2026-11-25T06:01:00Z')
    await service.runDue()
    expect(sleeper.got()).toEqual([])
  })

  it('a day’s cap holds; breaking news do not count', async () => {
    const { service, subscribe } = await open()
    const modest = await subscribe({ breaking: true, follows: [topic('wetter')], mostADay: 2, quiet: null })
    await service.runDue()
    later(10)
    content.state.newest = ['21', '22', '23', '24'].map((id) => teaser(id, at(5), { tagIds: ['wetter'] }))
    content.state.breaking = '24'
    await service.runDue()
    expect(
      modest
        .got()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['breaking', 'topic', 'topic'])
    clock = new Date('2026-11-25T11:00:00Z')
    content.state.newest = [teaser('31', clock.toISOString(), { tagIds: ['wetter'] })]
    content.state.breaking = null
    await service.runDue()
    expect(modest.titles()).toContain('Titel 31')
  })

  it('a device that is gone is removed; a requested pause is kept; a failure is retried until the message expires', async () => {
    const { service, client, subscribe } = await open()
    const gone = await subscribe({ breaking: true })
    const path = new URL(gone.browser.subscription.endpoint).pathname
    double.answer((asked) => ({ status: asked === path ? 410 : 201 }))
    await client.send({ body: { audience: { kind: 'breaking' }, title: 'Erste', path: '/' } })
    await service.runDue()
    expect(await client.getDevice({ params: { device: gone.id }, body: { sub: null } })).toMatchObject({ status: 404 })
    await service.close()
    services.length = 0

    const next = await open()
    const patient = await next.subscribe({ breaking: true, quiet: null })
    double.answer(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    await next.client.send({ body: { audience: { kind: 'breaking' }, title: 'Zweite', path: '/' } })
    await next.service.runDue()
    const asked = double.received.length
    double.answer(() => ({ status: 201 }))
    later(9)
    await next.service.runDue()
    expect(double.received).toHaveLength(asked)
    expect(troubles).toEqual([['HTTP_429', 1]])
    // The sending thread pauses by the real clock; another process does not know the pause.
    await next.service.close()
    services.length = 0
    const third = await open()
    later(2)
    await third.service.runDue()
    expect(patient.titles()).toEqual(['Zweite', 'Zweite'])

    double.answer(() => ({ status: 503 }))
    await third.client.send({ body: { audience: { kind: 'breaking' }, title: 'Dritte', path: '/' } })
    await third.service.runDue()
    later(7 * 60)
    double.answer(() => ({ status: 201 }))
    await third.service.runDue()
    expect(patient.titles().filter((title) => title === 'Dritte')).toHaveLength(1)
    const status = await third.client.getStatus({})
    expect(status.ok && status.data.messages[0]).toMatchObject({ title: 'Dritte', waiting: 0, sent: 0, failed: 1 })
  })

  it('a push service that is down is retried later, quietly', async () => {
    const closed = await startPushDouble()
    await closed.close()
    const { service, client } = await open({ hosts: { hosts: [], origins: [closed.origin] } })
    const browser = createBrowserDouble(`${closed.origin}/a`)
    await client.register({
      body: {
        subscription: browser.subscription,
        sub: null,
        textVersion: PUSH_CONSENT.version,
        requester: 'someone',
        choices: { ...FIRST_CHOICES, follows: [] },
      },
    })
    await client.send({ body: { audience: { kind: 'breaking' }, title: 'Erste', path: '/' } })
    await service.runDue()
    expect(troubles).toEqual([['ECONNREFUSED', 1]])
    const status = await client.getStatus({})
    expect(status.ok && status.data).toMatchObject({ devices: 1, waiting: 1 })
  })

  it('two processes send no message twice', async () => {
    const [one, two] = [await open(), await open()]
    const devices = []
    for (let index = 0; index < 60; index++)
      devices.push(await one.subscribe({ breaking: true, follows: [topic('wetter')], quiet: null }))
    await one.service.runDue()
    later(1)
    content.state.newest = [
      teaser('12', at(0.5), { tagIds: ['wetter'] }),
      teaser('13', at(0.5), { tagIds: ['wetter'] }),
    ]
    content.state.breaking = '13'
    await Promise.all([one.service.runDue(), two.service.runDue(), one.client.getStatus({}), two.service.runDue()])
    await Promise.all([one.service.runDue(), two.service.runDue()])
    for (const device of devices) expect(device.titles().toSorted()).toEqual(['Titel 12', 'Titel 13'])
  })

  it('choices follow the account, and a logout removes them from the device', async () => {
    const { service, client, subscribe } = await open()
    const phone = await subscribe({ breaking: true, follows: [topic('wetter')] }, 'reader-1')
    expect(phone.state).toMatchObject({ isOfAccount: true, devices: 1 })
    const desk = await subscribe({ follows: [{ kind: 'region', ref: 'aue' }] })
    const joined = await client.getDevice({ params: { device: desk.id }, body: { sub: 'reader-1' } })
    if (!joined.ok) throw new Error(joined.problem.code)
    expect(joined.data).toMatchObject({
      isOfAccount: true,
      devices: 2,
      choices: { breaking: true, follows: [topic('wetter'), { kind: 'region', ref: 'aue' }] },
    })
    const reply = {
      sub: 'reader-1',
      kind: 'reply' as const,
      title: 'Antwort von Jan',
      body: 'Das stimmt.',
      path: '/hochwasser-12#kommentar-3',
      tag: 'comment-3',
    }
    const tell = async (change: object = {}) => {
      const found = await client.notify({ body: { ...reply, ...change } })
      return found.ok && found.data.devices
    }
    expect(await tell()).toBe(2)
    expect(await tell()).toBe(0)
    expect(await tell({ sub: 'reader-2', tag: 'x' })).toBe(0)
    await service.runDue()
    expect([phone.got()[0], desk.got()[0]]).toMatchObject([
      { kind: 'reply', path: '/hochwasser-12#kommentar-3' },
      { kind: 'reply', title: 'Antwort von Jan' },
    ])
    // A reply that waits for the morning is dropped with the account.
    clock = new Date('2026-11-24T22:30:00Z')
    expect(await tell({ tag: 'comment-4' })).toBe(2)
    await client.detach({ params: { device: phone.id } })
    clock = new Date('2026-11-25T06:01:00Z')
    await service.runDue()
    expect([phone.got().length, desk.got().length]).toEqual([1, 2])
    expect(await tell({ tag: 'comment-5' })).toBe(1)
    const left = await client.getDevice({ params: { device: phone.id }, body: { sub: null } })
    expect(left.ok && left.data).toMatchObject({
      isOfAccount: false,
      choices: { breaking: true, replies: false, follows: [] },
    })
    // A second device saves the account's choices as its page showed them.
    const shown = await client.saveReader({
      params: { sub: 'reader-1' },
      body: { choices: { ...joined.data.choices, breaking: false } },
    })
    const tablet = await subscribe(shown.ok ? shown.data.choices : {}, 'reader-1')
    expect(tablet.state.choices).toMatchObject({ breaking: false, follows: joined.data.choices.follows })
    await client.saveReader({ params: { sub: 'reader-1' }, body: { choices: joined.data.choices } })
    // One tap in a message ends this kind only, for its account.
    await client.turnOff({ params: { device: desk.id }, body: topic('wetter') })
    const after = await client.getReader({ params: { sub: 'reader-1' } })
    expect(after.ok && after.data.choices).toMatchObject({ breaking: true, follows: [{ kind: 'region', ref: 'aue' }] })
  })

  it('a new password detaches devices like a logout, until the next login on them', async () => {
    const { service, client, subscribe } = await open()
    const stranger = await subscribe({ breaking: true, follows: [topic('wetter')] }, 'reader-1')
    const other = await subscribe({ follows: [topic('wetter')] }, 'reader-2')
    await service.personalData.dropOpened({ publication: 'ak', sub: 'reader-1' })
    const reply = { kind: 'reply' as const, title: 'Antwort', body: '', path: '/a-1', tag: 'comment-1' }
    expect(await client.notify({ body: { ...reply, sub: 'reader-1' } })).toMatchObject({ data: { devices: 0 } })
    expect(await client.notify({ body: { ...reply, sub: 'reader-2' } })).toMatchObject({ data: { devices: 1 } })
    const left = await client.getDevice({ params: { device: stranger.id }, body: { sub: null } })
    expect(left).toMatchObject({
      data: { isOfAccount: false, choices: { breaking: true, replies: false, follows: [] } },
    })
    const again = await client.getDevice({ params: { device: stranger.id }, body: { sub: 'reader-1' } })
    expect(again).toMatchObject({ data: { isOfAccount: true, choices: { follows: [topic('wetter')] } } })
    expect(other.state.devices).toBe(1)
  })

  it('explains why a message came, and exports and erases a reader’s data', async () => {
    const { service, client, subscribe } = await open()
    const phone = await subscribe({ follows: [topic('wetter')] }, 'reader-1')
    await service.runDue()
    later(1)
    content.state.newest = [teaser('12', at(0.5), { tagIds: ['wetter'] })]
    await service.runDue()
    const state = await client.getDevice({ params: { device: phone.id }, body: { sub: 'reader-1' } })
    expect(state.ok && state.data.latest).toEqual([
      {
        title: 'Titel 12',
        path: '/hochwasser-12',
        kind: 'topic',
        ref: 'wetter',
        label: 'Wetter',
        at: at(1),
        state: 'sent',
      },
    ])
    const subject = { publication: 'ak' as PublicationCode, sub: 'reader-1' }
    const read = JSON.stringify(await service.personalData.read(subject))
    expect(read).toContain('"pushService":"127.0.0.1"')
    expect(read).toContain('Titel 12')
    expect(read).not.toContain(phone.browser.subscription.endpoint)
    await service.personalData.erase(subject)
    await service.personalData.erase(subject)
    for (const table of ['devices', 'owners', 'follows', 'deliveries']) {
      const { rows } = await sql.raw(`select * from push.${table}`).execute(opened.database.db)
      expect([table, rows]).toEqual([table, []])
    }
  })

  it('refuses addresses of other hosts, an outdated consent text, floods, and callers without the key', async () => {
    const { client } = await open()
    const register = (endpoint: string, textVersion: string = PUSH_CONSENT.version) =>
      client.register({
        body: {
          subscription: createBrowserDouble(endpoint).subscription,
          sub: null,
          textVersion,
          requester: 'one',
        },
      })
    for (const endpoint of [
      'http://fcm.googleapis.com/a',
      'https://fcm.googleapis.com:8443/a',
      'https://user:word@fcm.googleapis.com/a',
      'https://fcm.googleapis.com.evil.example/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://localhost/a',
      'https://169.254.169.254/latest/meta-data',
      'https://push.apple.com.evil.example/a',
      'http://127.0.0.1:1/a',
    ]) {
      const found = await register(endpoint)
      expect([endpoint, !found.ok && found.problem.code]).toEqual([endpoint, 'NO_PUSH_SERVICE'])
      expect(JSON.stringify(found)).not.toContain(endpoint)
    }
    expect(await register(`${double.origin}/a`, '2020-01-01')).toMatchObject({ status: 409 })
    for (const endpoint of ['https://fcm.googleapis.com/fcm/send/a', 'https://web.push.apple.com/b'])
      expect((await register(endpoint)).ok).toBe(true)
    for (let index = 0; index < 28; index++) await register(`${double.origin}/${index}`)
    expect(await register(`${double.origin}/one-more`)).toMatchObject({ status: 429 })
    const stranger = createTestClient(PUSH, {
      fetch: async (request) => services[0]!.app.fetch(request),
      base: 'http://push.test/ak',
    })
    expect(await stranger.getStatus({})).toMatchObject({ status: 401 })
  })

  it('one browser is one device; a new address replaces the old one; a changed key ends it', async () => {
    const { service, client, subscribe } = await open()
    const phone = await subscribe({ breaking: true })
    const again = await client.register({
      body: {
        subscription: phone.browser.subscription,
        sub: null,
        textVersion: PUSH_CONSENT.version,
        requester: 'x',
      },
    })
    expect(again.ok && [again.data.device, again.data.choices.breaking]).toEqual([phone.id, true])
    const moved = createBrowserDouble(`${double.origin}/moved`)
    await client.replace({ params: { device: phone.id }, body: { subscription: moved.subscription } })
    await client.send({ body: { key: 'one', audience: { kind: 'breaking' }, title: 'Umgezogen', path: '/' } })
    const known = await client.send({
      body: { key: 'one', audience: { kind: 'breaking' }, title: 'Umgezogen', path: '/' },
    })
    expect(known.ok && known.data.outcome).toBe('known')
    await service.runDue()
    expect(double.received.map(({ path }) => path)).toEqual(['/moved'])
    await service.close()
    services.length = 0

    const other = await open({ vapid: OTHER })
    double.answer(() => ({ status: 403 }))
    await other.client.send({ body: { audience: { kind: 'breaking' }, title: 'Neu', path: '/' } })
    await other.service.runDue()
    const status = await other.client.getStatus({})
    expect(status.ok && status.data.devices).toBe(0)
  })

  it('R1-55: a device of the app is reached through the gateway, ends with the login, and needs one', async () => {
    const shell = (token: string) => ({ shell: { platform: 'android' as const, token } })
    const body = (token: string, sub: string | null = null) => ({
      subscription: shell(token),
      sub,
      textVersion: PUSH_CONSENT.version,
      requester: 'the app',
      choices: { ...FIRST_CHOICES, breaking: false, follows: [topic('hochwasser')] },
    })
    const without = await open()
    expect(await without.client.register({ body: body('a-token-of-the-vendor') })).toMatchObject({
      problem: { code: 'NO_PUSH_SERVICE' },
    })
    expect((await without.client.getKey({})).ok && (await without.client.getKey({}))).toMatchObject({
      data: { takesShells: false },
    })

    const gateway = { url: `${double.origin}/gateway`, key: 'the-key-of-the-gateway' }
    const { service, client } = await open({ gateway })
    const register = async (token: string, sub: string | null = null) => {
      const found = await client.register({ body: body(token, sub) })
      return found.ok ? found.data.device! : found.problem.code
    }
    const device = await register('a-token-of-the-vendor')
    expect(await register('a-token-of-the-vendor')).toBe(device)
    const reader = await register('another-token-of-it', 'eva')
    await service.runDue()
    later(5)
    content.state.newest = [teaser('31', at(4), { tagIds: ['hochwasser'] })]
    await service.runDue()
    const handed = () =>
      double.received
        .filter(({ path }) => path === '/gateway')
        .map(
          ({ headers, body: sent }) => [headers.authorization, JSON.parse(sent.toString()) as GatewayMessage] as const,
        )
    expect(
      handed()
        .map(([key, { token }]) => `${key} ${token}`)
        .toSorted(),
    ).toEqual([
      'Bearer the-key-of-the-gateway a-token-of-the-vendor',
      'Bearer the-key-of-the-gateway another-token-of-it',
    ])
    const [, message] = handed().find(([, one]) => one.device === device)!
    expect(GatewayMessage.parse(message)).toMatchObject({
      platform: 'android',
      publication: 'ak',
      title: 'Titel 31',
      path: '/hochwasser-31',
      kind: 'topic',
      label: 'Hochwasser',
      urgency: 'normal',
    })
    expect(
      JSON.stringify(await service.personalData.read({ publication: 'ak' as PublicationCode, sub: 'eva' })),
    ).not.toContain('another-token')

    // The login ends: the app says so, or the page's next request shows it.
    await client.detach({ params: { device: reader } })
    const gone = { problem: { code: 'UNKNOWN_DEVICE' } }
    expect(await client.getDevice({ params: { device: reader }, body: { sub: 'eva' } })).toMatchObject(gone)
    const silent = await register('a-third-token-of-it', 'eva')
    expect(await client.getDevice({ params: { device: silent }, body: { sub: null } })).toMatchObject(gone)
    expect(await client.getDevice({ params: { device }, body: { sub: null } })).toMatchObject({ ok: true })
    // A replaced token, then one that the vendor no longer knows.
    await client.replace({ params: { device }, body: { subscription: shell('a-renewed-token-of-it') } })
    double.received.length = 0
    double.answer(() => ({ status: 410 }))
    later(5)
    content.state.newest = [teaser('32', at(9), { tagIds: ['hochwasser'] })]
    await service.runDue()
    expect(handed().map(([, { token }]) => token)).toEqual(['a-renewed-token-of-it'])
    expect(await client.getDevice({ params: { device }, body: { sub: null } })).toMatchObject(gone)
    expect(troubles).toEqual([])
  })

  it('an article without the wish for a message is not sent, not even as breaking news', async () => {
    const { service, subscribe } = await open()
    const device = await subscribe({ breaking: true, follows: [topic('hochwasser')] })
    await service.runDue()
    later(5)
    const silent = teaser('51', at(4), { tagIds: ['hochwasser'], isPushed: false })
    content.state.newest = [silent, teaser('52', at(3), { tagIds: ['hochwasser'] })]
    content.state.breaking = '51'
    await service.runDue()
    expect(device.titles()).toEqual(['Titel 52'])
  })

  it('a bar that the office opened sends nothing by itself', async () => {
    const { service, subscribe } = await open()
    const device = await subscribe({ breaking: true })
    await service.runDue()
    later(5)
    content.state.newest = [teaser('53', at(4))]
    Object.assign(content.state, { breaking: '53', isByHand: true })
    await service.runDue()
    expect(device.titles()).toEqual([])
  })

  describe('orders of the office', () => {
    const target = { kind: 'breaking' as const, ref: '' }
    const flood = { target, title: 'Deich hält', body: 'Das Wasser sinkt.', path: '/deich-4711', by: 'Jonas Kern' }
    const shown = () => (content.state.newest = [teaser('4711', at(0))])
    type Opened = Awaited<ReturnType<typeof open>>
    const reachOf = async ({ client }: Opened, query: { kind: 'breaking' | 'topic'; ref?: string } = target) => {
      const found = await client.countAudience({ query: { ...query, path: flood.path } })
      return found.ok ? found.data : found.problem.code
    }
    const hold = async ({ client }: Opened, key: string, change: object = {}) => {
      const found = await client.holdPush({ body: { ...flood, key, ...change } })
      return found.ok ? found.data : { outcome: found.problem.code, order: null }
    }
    const seconds = (count: number) => (clock = new Date(clock.getTime() + count * 1000))

    it('counts devices and apps by the rules of sending: choices, quiet hours, limits, earlier messages', async () => {
      const office = await open({ gateway: { url: `${double.origin}/gateway`, key: null } })
      const { client, service, subscribe } = office
      await subscribe({ breaking: true, quiet: null })
      await subscribe({ breaking: true, quiet: { from: 11 * 60, to: 13 * 60 } })
      await subscribe({ breaking: true, quiet: { from: 11 * 60, to: 13 * 60 }, isBreakingInQuiet: true })
      // Its quiet hours outlast the message.
      await subscribe({ breaking: true, quiet: { from: 11 * 60, to: 23 * 60 } })
      await subscribe({ follows: [topic('hochwasser')], quiet: null, mostADay: 1 })
      await client.register({
        body: {
          subscription: { shell: { platform: 'android', token: 'a-token-of-the-vendor' } },
          sub: null,
          textVersion: PUSH_CONSENT.version,
          requester: 'an app',
          choices: { ...FIRST_CHOICES, follows: [], quiet: null },
        },
      })
      expect(await reachOf(office)).toEqual({ now: 3, later: 1, heard: 0 })
      expect(await reachOf(office, { kind: 'topic', ref: 'hochwasser' })).toEqual({ now: 1, later: 0, heard: 0 })
      shown()
      const { order } = await hold(office, 'the-first-order')
      expect(order).toMatchObject({ state: 'held', leftMs: 60_000, expected: 4, by: 'Jonas Kern', sent: 0 })
      seconds(60)
      await service.runDue()
      expect(await reachOf(office)).toEqual({ now: 0, later: 0, heard: 4 })
      await client.send({ body: { audience: topic('hochwasser'), title: 'Eins heute', path: '/' } })
      await service.runDue()
      expect(await reachOf(office, { kind: 'topic', ref: 'hochwasser' })).toEqual({ now: 0, later: 0, heard: 0 })
    })

    it('a message waits a minute, goes once, and says how many it reached', async () => {
      const office = await open()
      const { client, service, subscribe } = office
      const device = await subscribe({ breaking: true })
      shown()
      await hold(office, 'one-order')
      seconds(59)
      await service.runDue()
      expect(device.titles()).toEqual([])
      seconds(1)
      await service.runDue()
      await service.runDue()
      expect(device.got()).toMatchObject([{ kind: 'breaking', title: 'Deich hält', path: '/deich-4711' }])
      const listed = await client.listPushes({})
      expect(listed.ok && listed.data.orders).toMatchObject([
        { title: 'Deich hält', by: 'Jonas Kern', state: 'planned', expected: 1, sent: 1, waiting: 0, failed: 0 },
      ])
    })

    it('a message stopped within the minute is not sent; later it cannot be stopped', async () => {
      const office = await open()
      const { client, service, subscribe } = office
      const device = await subscribe({ breaking: true })
      shown()
      const { order } = await hold(office, 'one-order')
      seconds(59)
      const params = { id: order!.id }
      expect(await client.stopPush({ params })).toMatchObject({ data: { state: 'stopped', leftMs: 0 } })
      expect(await client.stopPush({ params })).toMatchObject({ ok: true })
      seconds(60)
      await service.runDue()
      expect(device.titles()).toEqual([])
      expect(await hold(office, 'one-order')).toMatchObject({ outcome: 'known', order: { state: 'stopped' } })

      const { order: second } = await hold(office, 'another-order')
      seconds(60)
      const late = { params: { id: second!.id } }
      expect(await client.stopPush(late)).toMatchObject({ problem: { code: 'TOO_LATE' } })
      await service.runDue()
      expect(await client.stopPush(late)).toMatchObject({ problem: { code: 'TOO_LATE' } })
      expect(device.titles()).toEqual(['Deich hält'])
      expect(await client.stopPush({ params: { id: 'none' } })).toMatchObject({ problem: { code: 'UNKNOWN' } })
    })

    it('the same order twice, and orders of two people about one article, are one message', async () => {
      const office = await open()
      const { service, subscribe } = office
      const device = await subscribe({ breaking: true })
      shown()
      const both = await Promise.all([hold(office, 'one-order'), hold(office, 'one-order')])
      expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'known'])
      expect((await hold(office, 'of-somebody-else', { by: 'Nele Brandt' })).outcome).toBe('WAITS')
      seconds(60)
      await service.runDue()
      expect((await hold(office, 'one-order')).outcome).toBe('known')
      await hold(office, 'a-later-order')
      seconds(60)
      await service.runDue()
      expect(device.titles()).toEqual(['Deich hält'])
    })

    it('goes once from whichever process is left, and when several see its time', async () => {
      const first = await open()
      const devices = []
      for (let index = 0; index < 20; index++) devices.push(await first.subscribe({ breaking: true }))
      shown()
      await hold(first, 'one-order')
      // The process dies within the minute.
      await first.service.close()
      const [one, two] = [await open(), await open()]
      await Promise.all([one.service.runDue(), two.service.runDue()])
      expect(double.received).toEqual([])
      seconds(60)
      await Promise.all([one.service.runDue(), two.service.runDue(), one.service.runDue()])
      await Promise.all([one.service.runDue(), two.service.runDue()])
      for (const device of devices) expect(device.titles()).toEqual(['Deich hält'])
    })

    it('after a process died with the order in hand, the next one sends it, and it cannot be stopped', async () => {
      const office = await open()
      const { client, service, subscribe } = office
      const device = await subscribe({ breaking: true })
      shown()
      const { order } = await hold(office, 'one-order')
      seconds(61)
      const until = new Date(clock.getTime() + 60_000)
      await sql`update push.messages set lease = 'of a dead process', leased_until = ${until}`.execute(
        opened.database.db,
      )
      // Its clock is behind.
      seconds(-30)
      expect(await client.stopPush({ params: { id: order!.id } })).toMatchObject({ problem: { code: 'TOO_LATE' } })
      seconds(30)
      await service.runDue()
      expect(device.titles()).toEqual([])
      seconds(61)
      await service.runDue()
      expect(device.titles()).toEqual(['Deich hält'])
    })

    it('an article that is gone within the minute stops its message', async () => {
      const office = await open()
      const { client, service, subscribe } = office
      const device = await subscribe({ breaking: true })
      await hold(office, 'one-order')
      seconds(60)
      await service.runDue()
      expect(device.titles()).toEqual([])
      const listed = await client.listPushes({})
      expect(listed.ok && listed.data.orders[0]).toMatchObject({ state: 'stopped', sent: 0 })
    })

    it('messages to a single reader are not listed', async () => {
      const office = await open()
      const { client, subscribe } = office
      await subscribe({ replies: true }, 'eva')
      await client.notify({
        body: { sub: 'eva', kind: 'reply', title: 'Antwort', body: '', path: '/', tag: 'reply-1' },
      })
      const listed = await client.listPushes({})
      expect(listed.ok && listed.data.orders).toEqual([])
    })
  })

  it('a content service that is down delays no other publication', async () => {
    const { service, client, subscribe } = await open()
    const device = await subscribe({ breaking: true })
    content.state.isDown = true
    await client.send({ body: { audience: { kind: 'breaking' }, title: 'Von Hand', path: '/' } })
    await service.runDue()
    expect(device.titles()).toEqual(['Von Hand'])
    expect(errors.splice(0)).toHaveLength(1)
  })
})

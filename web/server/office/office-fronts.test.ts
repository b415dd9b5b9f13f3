/** Edits of fronts through the whole portal: the pages of readers, and the page cache. */
import { createDraft, type FrontEdit } from '@lokalteil/contracts/content'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_ARTICLES, OFFICE_BREAKING, OFFICE_FRONTS } from '@lokalteil/contracts/office'
import { Front } from '@lokalteil/contracts/publication/front'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { SEED, toFolder } from '@lokalteil/services/content/content.testing'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { createTestDatabase, type TestDatabase } from '@lokalteil/tools/postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from '../portal.testing.ts'

const BLOCKS = [{ block: 'lead' }, { block: 'articles', source: { section: 'lokales' }, layout: 'threeUp' }]

const leadOf = (html: string) => /data-kind="lead">.*?data-document="(\d+)"/s.exec(html)?.[1]
const stateOf = async (portal: TestPortal, path: string) => (await portal.get(path)).headers.get('x-cache')

async function signIn(portal: TestPortal, id: string) {
  const headers = { origin: `http://ak.localhost:${portal.port}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ email: toStaffEmail(id), password: DEMO_PASSWORD })
  const response = await portal.get('/redaktion/api/session', { method: 'POST', headers, body })
  const [line = ''] = response.headers.getSetCookie()
  const cookie = line.slice(0, line.indexOf(';'))
  const to = {
    base: 'http://office.local/ak',
    fetch: async (request: Request) =>
      portal.get(`/redaktion/api${new URL(request.url).pathname}${new URL(request.url).search}`, {
        method: request.method,
        headers: { ...headers, cookie },
        ...(request.method === 'GET' ? {} : { body: await request.text() }),
      }),
  }
  return {
    fronts: createTestClient(OFFICE_FRONTS, to),
    articles: createTestClient(OFFICE_ARTICLES, to),
    breaking: createTestClient(OFFICE_BREAKING, to),
    headers: { ...headers, cookie },
  }
}
type Desk = Awaited<ReturnType<typeof signIn>>

async function toPin({ fronts }: Desk, article: string, path = '', until: string | null = null): Promise<FrontEdit> {
  const { slots } = await get(fronts.getFront({ query: { path } }))
  const lead = slots.find(({ name }) => name.block === 'lead')!
  return { kind: 'pin', id: `pin-${article}`, until, article, block: lead.name }
}

async function publish({ fronts }: Desk, edits: FrontEdit[], path = '') {
  const { edits: was } = await get(fronts.getFront({ query: { path } }))
  const { revision } = await get(fronts.saveFrontDraft({ body: { path, was, edits } }))
  return get(fronts.publishFront({ body: { path, revision } }))
}

describe('a front that the office edits', () => {
  const others = ['/sport', '/lokales', '/101', '/autoren']
  let portal: TestPortal
  let desk: Desk
  beforeAll(async () => {
    portal = await openTestPortal({ seed: SEED, env: { DEMO: '1' } })
    desk = await signIn(portal, 'desk')
  }, 240_000)
  beforeEach(async () => {
    await publish(desk, [])
    await applyFolder(BLOCKS)
    for (const path of ['/', ...others]) await portal.get(path)
  })
  afterAll(() => portal.close())

  const applyFolder = (home: readonly object[]) =>
    portal.runtime.content!.savePublication({ ...toFolder(SEED, 'ak'), front: Front.parse({ home }) })
  const listStates = () => Promise.all(others.map((path) => stateOf(portal, path)))
  const lead = async () => leadOf(await portal.html('/'))
  const HITS = others.map(() => 'HIT')

  it('shows a pin in the very next answer, and no other page leaves the cache', async () => {
    const before = await lead()
    expect(before).not.toBe('139')
    const edit = await toPin(desk, '139')
    await get(desk.fronts.saveFrontDraft({ body: { path: '', was: [], edits: [edit] } }))
    expect([await stateOf(portal, '/'), await lead()]).toEqual(['HIT', before])
    await publish(desk, [edit])
    expect(await lead()).toBe('139')
    expect([await stateOf(portal, '/'), ...(await listStates())]).toEqual(['HIT', ...HITS])
  })

  it('shows it on no other publication', async () => {
    const before = leadOf(await portal.html('/', { publication: 'fb' }))
    await publish(desk, [await toPin(desk, '139')])
    expect(leadOf(await portal.html('/', { publication: 'fb' }))).toBe(before)
  })

  it('the end of a pin removes it at its moment, and no other page leaves the cache', async () => {
    const before = await lead()
    const until = new Date(portal.clock.now.getTime() + 20_000).toISOString()
    await publish(desk, [await toPin(desk, '139', '', until)])
    for (const path of others) await portal.get(path)
    portal.clock.now = new Date(Date.parse(until) - 1000)
    expect(await lead()).toBe('139')
    await listStates()
    portal.clock.now = new Date(until)
    expect(await lead()).toBe(before)
    expect(await listStates()).toEqual(HITS)
    expect((await get(desk.fronts.getFront({ query: { path: '' } }))).edits).toEqual([])
  })

  it('a folder that is applied meanwhile keeps its front and the pin', async () => {
    await publish(desk, [await toPin(desk, '139')])
    await applyFolder([{ block: 'timeline', heading: 'Jetzt', count: 4 }, ...BLOCKS])
    const html = await portal.html('/')
    expect([html.includes('Jetzt'), leadOf(html)]).toEqual([true, '139'])
    await applyFolder([{ block: 'timeline', heading: 'Jetzt', count: 4 }])
    expect(await get(desk.fronts.getFront({ query: { path: '' } }))).toMatchObject({ states: [{ state: 'noPlace' }] })
    await applyFolder(BLOCKS)
    expect(await lead()).toBe('139')
  })

  it('a section has its own edits', async () => {
    const home = await lead()
    const edit = await toPin(desk, '139', 'lokales')
    await publish(desk, [edit], 'lokales')
    expect(leadOf(await portal.html('/lokales'))).toBe('139')
    expect([await lead(), await stateOf(portal, '/'), await stateOf(portal, '/sport')]).toEqual([home, 'HIT', 'HIT'])
    await publish(desk, [], 'lokales')
    expect(leadOf(await portal.html('/lokales'))).not.toBe('139')
  })

  it('a preview is the page with the draft; readers and the cache know nothing of it', async () => {
    const before = await lead()
    const order = { front: '', edits: [await toPin(desk, '139')], reader: 'anonymous', device: 'desktop' }
    const made = await portal.get('/redaktion/api/ak/front/preview', {
      method: 'POST',
      headers: desk.headers,
      body: JSON.stringify(order),
    })
    const { url } = (await made.json()) as { url: string }
    const html = await portal.html(url, { headers: desk.headers })
    expect(leadOf(html)).toBe('139')
    const { slots } = await get(desk.fronts.getFront({ query: { path: '' } }))
    const sections = [...html.matchAll(/<section[^>]* data-kind="(?!extension")(\w+)"/g)].map(([, kind]) => kind)
    expect(slots.map(({ place }) => (place === null ? null : sections[place]))).toEqual(['lead', 'threeUp'])
    expect([await stateOf(portal, '/'), await lead()]).toEqual(['HIT', before])
  })
})

describe('of two processes over one database, on the pages of every process within a second', () => {
  let postgres: TestDatabase
  let first: TestPortal
  let second: TestPortal
  let desk: Desk
  beforeAll(async () => {
    postgres = await createTestDatabase()
    const env = { DEMO: '1', DATABASE_URL: postgres.url, SSO_SECRET: 'a-secret-of-thirty-two-characters-and-more' }
    first = await openTestPortal({ seed: SEED, env })
    second = await openTestPortal({ seed: SEED, env })
    desk = await signIn(first, 'desk')
  }, 240_000)
  afterAll(async () => {
    await first.close()
    await second.close()
    await postgres.drop()
  })

  /** The second process as a browser asks it. */
  const askSecond = (path: string, init: { method?: string; body?: string } = {}) =>
    second.get(path, { ...init, headers: { ...desk.headers, origin: `http://ak.localhost:${second.port}` } })

  it('stands a preview that the other drew, for its session and a minute', async () => {
    let url = ''
    const seen = { reader: 'anonymous', device: 'desktop' }
    const draft = {
      ...createDraft('news', 'lokales'),
      title: 'Deich hält im Nachbarprozess',
      body: [{ type: 'paragraph', html: 'Der Deich hält.' }],
    }
    const show = async (path: string, order: object) => {
      const init = { method: 'POST', headers: desk.headers, body: JSON.stringify({ ...order, ...seen }) }
      const made = (await (await first.get(`/redaktion/api/ak${path}`, init)).json()) as { url: string }
      url = made.url
      return askSecond(url)
    }
    const article = await show('/preview', { id: '4711', draft })
    expect([article.status, (await article.text()).includes('Deich hält im Nachbarprozess')]).toEqual([200, true])
    const front = await show('/front/preview', { front: '', edits: [await toPin(desk, '139')] })
    expect([front.status, leadOf(await front.text())]).toEqual([200, '139'])
    expect((await second.get(url)).status).toBe(404)
    second.clock.now = new Date(second.clock.now.getTime() + 61_000)
    expect((await askSecond(url)).status).toBe(404)
    second.clock.now = new Date(first.clock.now)
  })

  it('stands a pin, and its end too', async () => {
    const lead = async () => leadOf(await second.html('/'))
    const before = await lead()
    await publish(desk, [await toPin(desk, '139', '', new Date(first.clock.now.getTime() + 600_000).toISOString())])
    // Of its clock: however busy the machine is, no later look at the change log happens.
    second.clock.now = new Date(second.clock.now.getTime() + 1000)
    await expect.poll(lead, { timeout: 20_000 }).toBe('139')
    second.clock.now = new Date(first.clock.now.getTime() + 600_000)
    expect(leadOf(await second.html('/'))).toBe(before)
    second.clock.now = new Date(first.clock.now)
  })

  it('stands the bar of breaking news, and its end', async () => {
    const { bar } = await get(desk.breaking.getBreaking({}))
    const line = 'Deich bei Tannau gebrochen'
    const isShown = async () => (await second.html('/sport')).includes(line)
    const passSecond = () => (second.clock.now = new Date(second.clock.now.getTime() + 1000))
    expect(await isShown()).toBe(false)
    const body = { articleId: '101', line, until: null, seen: bar?.articleId ?? null }
    await get(desk.breaking.setBreaking({ body }))
    passSecond()
    await expect.poll(isShown, { timeout: 20_000 }).toBe(true)
    await get(desk.breaking.endBreaking({ body: { seen: '101' } }))
    passSecond()
    await expect.poll(isShown, { timeout: 20_000 }).toBe(false)
  })

  it('a tab of the other process gets the people in an article', async () => {
    const other = await signIn(second, 'chief')
    const { id, revision, draft } = await get(desk.articles.createArticle({ body: { sectionPath: 'lokales' } }))
    const told: string[] = []
    const stop = second.runtime.office!.onEvent(({ kind, id: target }) => void told.push(`${kind} ${target}`))
    try {
      await new Promise((resolve) => setTimeout(resolve, 1200))
      told.length = 0
      const body = {
        base: revision,
        draft: { ...draft, body: [{ type: 'paragraph' as const, html: 'Neu.' }] },
        isKept: false,
      }
      await get(desk.articles.saveDraft({ params: { id }, body }))
      await expect.poll(() => told, { timeout: 2000 }).toContain(`presence ${id}`)
    } finally {
      stop()
    }
    const { present } = await get(other.articles.getArticle({ params: { id } }))
    expect(present).toContainEqual(
      expect.objectContaining({ hasPen: true, person: { id: 'demo-desk', name: 'Jonas Kern' } }),
    )
  })
})

/** Edits of fronts through the whole portal: what readers get, and what the page cache keeps. */
import type { FrontEdit } from '@lokalteil/contracts/content'
import { createTestClient, get } from '@lokalteil/contracts/kernel/client.testing'
import { OFFICE_FRONTS } from '@lokalteil/contracts/office'
import { Front } from '@lokalteil/contracts/publication/front'
import { DEMO_PASSWORD } from '@lokalteil/services/accounts/demo-accounts'
import { SEED, toFolder } from '@lokalteil/services/content/content.testing'
import { toStaffEmail } from '@lokalteil/services/office/people/demo-staff'
import { createTestDatabase } from '@lokalteil/tools/postgres'
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
  const fronts = createTestClient(OFFICE_FRONTS, {
    base: 'http://office.local/ak',
    fetch: async (request) =>
      portal.get(`/redaktion/api${new URL(request.url).pathname}${new URL(request.url).search}`, {
        method: request.method,
        headers: { ...headers, cookie },
        ...(request.method === 'GET' ? {} : { body: await request.text() }),
      }),
  })
  return { fronts, headers: { ...headers, cookie } }
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

it('a pin is on the pages of every process within two seconds, and its end too', async () => {
  const postgres = await createTestDatabase()
  const env = { DEMO: '1', DATABASE_URL: postgres.url, SSO_SECRET: 'a-secret-of-thirty-two-characters-and-more' }
  const first = await openTestPortal({ seed: SEED, env })
  const second = await openTestPortal({ seed: SEED, env })
  try {
    const desk = await signIn(first, 'desk')
    const lead = async () => {
      second.clock.now = new Date(second.clock.now.getTime() + 500)
      return leadOf(await second.html('/'))
    }
    const before = await lead()
    await publish(desk, [await toPin(desk, '139', '', new Date(first.clock.now.getTime() + 600_000).toISOString())])
    await expect.poll(lead, { timeout: 2000 }).toBe('139')
    second.clock.now = new Date(first.clock.now.getTime() + 600_000)
    expect(leadOf(await second.html('/'))).toBe(before)
  } finally {
    await first.close()
    await second.close()
    await postgres.drop()
  }
})

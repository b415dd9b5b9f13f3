/** The radio (R1-57) through a whole portal: the room, the current title, the policy, and the demo's own programme. */
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRadioSource, DEMO_STREAM } from './rendering/rooms/radio-source.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'the-key-of-the-publications'
const FOLDER = '/__services/publications/publications/ak'
const FOREIGN = 'https://stream.sender.example/live/haupt.mp3'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { DEMO: '1', PUBLICATIONS_SERVICE_KEY: KEY } })
})
afterAll(() => portal.close())

async function ask(method: string, content?: object) {
  const answer = await portal.get(FOLDER, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  })
  return { status: answer.status, body: (await answer.json()) as { folder: { rooms?: object } } }
}

async function furnish(radio: object | undefined): Promise<number> {
  const { folder } = (await ask('GET')).body
  const { status } = await ask('PUT', {
    folder: { ...folder, navigation: {}, rooms: { ...folder.rooms, radio } },
    prefer: 'folder',
  })
  portal.clock.now = new Date(portal.clock.now.getTime() + 3_600_000)
  return status
}

const mediaOf = (response: Response) =>
  /media-src ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]

/** Pages are renewed in the background (stale-while-revalidate). */
async function readRenewed(path: string, isNew: (policy: string) => boolean) {
  for (let turn = 0; turn < 50; turn += 1) {
    const response = await portal.get(path)
    const policy = mediaOf(response) ?? ''
    if (isNew(policy)) return { policy, html: await response.text() }
    portal.clock.now = new Date(portal.clock.now.getTime() + 20_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The policy of ${path} never changed`)
}

it('R1-57 the publisher’s own radio plays without scripts, and needs no entry in the policy', async () => {
  expect(await furnish({ title: 'Auenradio', stream: DEMO_STREAM })).toBe(200)
  const response = await portal.get('/radio')
  const html = await response.text()
  expect([response.status, mediaOf(response)]).toEqual([200, "'self'"])
  expect(html).toMatch(/<h1[^>]*>Auenradio/)
  expect(html).toMatch(/<audio controls="" preload="none" src="\/api\/radio\/demo"/)
  expect(html).toContain('"BroadcastService"')
  const view = (await (await portal.get('/api/radio')).json()) as Record<string, unknown>
  expect(view).toMatchObject({ title: 'Auenradio', stream: DEMO_STREAM, fallback: null })
  expect(view.nowPlaying).toMatch(/\w/)
})

it('R1-57 the demo’s programme comes from its own process and does not end', async () => {
  // Not `portal.get`, which waits for the end of the body.
  const response = await fetch(`http://127.0.0.1:${portal.port}${DEMO_STREAM}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  const reader = response.body!.getReader()
  let taken = 0
  const begun = performance.now()
  while (performance.now() - begun < 1600) {
    const { value } = await reader.read()
    taken += value?.length ?? 0
  }
  // Eight seconds at once, then playing speed: 6,000 bytes a second.
  expect(taken).toBeGreaterThan(48_000)
  expect(taken).toBeLessThan(84_000)
  await reader.cancel()
  expect((await portal.get(DEMO_STREAM, { method: 'POST' })).status).toBe(405)
})

it('R1-57 S1-11 an external programme: the policy allows its one address, and the page loads nothing from it', async () => {
  expect(await furnish({ title: 'Sender', stream: `${FOREIGN}?token=1`, fallback: 'Gleich geht es weiter.' })).toBe(200)
  for (const path of ['/radio', '/', '/impressum']) {
    const { policy, html } = await readRenewed(path, (one) => one.includes('sender.example'))
    expect([path, policy]).toEqual([path, `'self' ${FOREIGN}`])
    // The page contains a link to it but loads nothing.
    expect(html.replace(/<a [^>]*>/g, '').match(/(?:src|href)="[^"]*sender\.example/g)).toBe(null)
  }
  const native = await portal.get('/radio', { headers: { 'user-agent': 'Mozilla/5.0 Mobile NewsPortalApp/1.0' } })
  expect(mediaOf(native)).toBe("'self'")
  expect(await native.text()).toContain('Livestream bei stream.sender.example hören')
})

it.each([
  ['no address', { title: 'X', stream: 'live' }],
  ['plain http', { title: 'X', stream: 'http://stream.example/live' }],
  ['what would end the header', { title: 'X', stream: "https://stream.example/a;script-src 'unsafe-inline'" }],
  ['a password', { title: 'X', stream: 'https://a:b@stream.example/live' }],
  ['another house by two slashes', { title: 'X', stream: '//stream.example/live' }],
  ['no title', { stream: '/live' }],
  ['a title from a local file', { title: 'X', stream: '/live', nowPlaying: 'file:///etc/passwd' }],
])('refuses %s', async (_what, radio) => expect(await furnish(radio)).toBe(400))

it('without the room there is no radio', async () => {
  expect(await furnish(undefined)).toBe(200)
  expect((await portal.get('/radio')).status).toBe(404)
  expect((await portal.get('/api/radio')).status).toBe(404)
  expect(await (await portal.get('/sitemaps/pages.xml')).text()).not.toContain('/radio')
})

it('without the demo its programme does not exist', async () => {
  const other = await openTestPortal({ seed: SEED, env: { DEMO: '0' } })
  expect((await other.get(DEMO_STREAM)).status).toBe(404)
  await other.close()
})

it('the current title is loaded once in fifteen seconds for all, and is empty on failure', async () => {
  let now = 0
  const asked: string[] = []
  const reasons: string[] = []
  const answers = [
    { kind: 'answer', status: 200, bytes: Buffer.from('{"title":" Das  Morgen\\u0000magazin ","x":1}') },
    { kind: 'answer', status: 200, bytes: Buffer.from('<html>') },
    { kind: 'failed', reason: 'no answer in time' },
    { kind: 'answer', status: 404, bytes: Buffer.from('{"title":"x"}') },
    { kind: 'answer', status: 200, bytes: Buffer.from(JSON.stringify({ title: 'y'.repeat(999) })) },
  ]
  const source = createRadioSource({
    rooms: {
      of: () => ({ title: 'Sender', stream: FOREIGN, nowPlaying: 'https://sender.example/now.json' }) as never,
    },
    internalHosts: new Set(),
    nowOnDemo: null,
    now: () => now,
    onError: (reason) => reasons.push(reason),
    request: async (address, { maxBytes, timeout, reach }) => {
      asked.push([address, maxBytes, timeout, reach].join(' '))
      return { headers: {}, address, ...answers.shift() } as never
    },
  })
  const read = async () => (await source.read('ak'))!.nowPlaying
  expect(await Promise.all([read(), read(), read()])).toEqual(Array(3).fill('Das Morgen magazin'))
  now += 14_999
  expect([await read(), asked.length]).toEqual(['Das Morgen magazin', 1])
  const seen: (string | null)[] = []
  for (let turn = 0; turn < 4; turn++) {
    now += 15_000
    seen.push(await read())
  }
  expect(seen).toEqual([null, null, null, 'y'.repeat(200)])
  expect(reasons).toEqual(['no title', 'no answer in time', 'status 404'])
  expect(new Set(asked)).toEqual(new Set(['https://sender.example/now.json 16384 1500 https of one host']))
})

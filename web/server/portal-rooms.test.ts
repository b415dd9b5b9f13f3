/** Rooms through a whole portal: there as soon as a folder names them, gone with the key, for that publication alone. */
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'the-key-of-the-publications'
const FOLDER = '/__services/publications/publications/ak'
/** Of the core: the others may be removed. */
const ROOMS = { radio: { title: 'Auenradio', stream: '/api/radio/demo' } }

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { PUBLICATIONS_SERVICE_KEY: KEY } })
})
afterAll(() => portal.close())

async function ask(method: string, content?: object): Promise<{ folder: object }> {
  const answer = await portal.get(FOLDER, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    ...(content === undefined ? {} : { body: JSON.stringify(content) }),
  })
  expect([answer.status, answer.status === 200 ? '' : await answer.clone().text()]).toEqual([200, ''])
  return (await answer.json()) as { folder: object }
}

/** Uses the menus that are generated without a file. */
async function apply(rooms: object | undefined): Promise<void> {
  const { folder } = await ask('GET')
  // The demo's front has blocks of rooms that do not exist then.
  await ask('PUT', { folder: { ...folder, navigation: {}, front: {}, rooms }, prefer: 'folder' })
}

const settings = (publication = 'ak') => portal.get('/api/rooms/radio', { publication })
/** A page and its menus are renewed in the background, while the portal's clock stands still. */
async function waitForMenu(isThere: boolean): Promise<string> {
  for (let turn = 0; turn < 50; turn += 1) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 20_000)
    const page = await portal.html('/impressum')
    if (page.includes('href="/radio"') === isThere) return page
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The menu never ${isThere ? 'had' : 'lost'} its item`)
}
const sitemap = async (publication = 'ak') => (await portal.get('/sitemaps/pages.xml', { publication })).text()

/** Renewed in the background, like a page. */
async function waitForSitemap(path: string): Promise<string> {
  for (let turn = 0; turn < 20 && !(await sitemap()).includes(path); turn += 1) {
    portal.clock.now = new Date(portal.clock.now.getTime() + 20_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return sitemap()
}

it('a room exists once a folder names it, and disappears with its key', async () => {
  await apply(undefined)
  await waitForMenu(false)
  expect((await settings()).status).toBe(404)
  const off = await portal.get('/radio')
  expect([off.status, await off.text()]).toEqual([404, expect.stringContaining('Page not found: /radio')])
  expect(await sitemap()).not.toContain('/radio')

  await apply(ROOMS)
  expect(await waitForMenu(true)).not.toContain('href="/spiele"')
  expect(await (await settings()).json()).toEqual(ROOMS.radio)
  expect(await portal.html('/radio')).toContain('Auenradio')
  expect(await waitForSitemap('/radio')).toMatch(/<loc>[^<]*\/radio<\/loc><\/url>/)

  await apply({})
  await waitForMenu(false)
  expect((await settings()).status).toBe(404)
  expect((await portal.get('/radio')).status).toBe(404)
  expect((await portal.get('/radio', { publication: 'fb' })).status).toBe(200)
  expect(await sitemap()).not.toContain('/radio')
})

it.each(['library', '__proto__', 'Weather'])('there is no room "%s"', async (room) =>
  expect((await portal.get(`/api/rooms/${room}`)).status).toBe(400),
)

/** The calculators in a whole portal: switched on by a folder, working without scripts, never stored. */
import { SEED } from '@lokalteil/services/content/content.testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestPortal, type TestPortal } from '@lokalteil/web/server/portal.testing'

const KEY = 'the-key-of-the-publications'
const FOLDER = '/__services/publications/publications/ak'
const asked = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal({ seed: SEED, env: { PUBLICATIONS_SERVICE_KEY: KEY } })
  await apply({ calculator: {} })
  await vi.waitUntil(async () => (await portal.get('/rechner?betrag=1000')).status === 200, { timeout: 10_000 })
})
afterAll(() => portal.close())

async function apply(rooms: object): Promise<void> {
  const { folder } = (await (await portal.get(FOLDER, { headers: asked })).json()) as { folder: object }
  // Use the default menus and front, because the folder's own ones may name rooms that are off.
  const body = JSON.stringify({ folder: { ...folder, navigation: {}, front: {}, rooms }, prefer: 'folder' })
  const answer = await portal.get(FOLDER, { method: 'PUT', headers: asked, body })
  if (!answer.ok) throw new Error(await answer.text())
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/[\s\u00a0]+/g, ' ')

describe('R1-87 the calculators', () => {
  it.each<[string, string, string[]]>([
    ['a loan', '?betrag=20000&monate=60&zins=5', ['Monatliche Rate 377,42 €', 'Tilgungsplan nach Jahren']],
    ['a household', '?einkommen=2000&wohnen=1500&essen=800', ['Es fehlen im Monat']],
    ['a car', '?kilometer=12000&liter=6,5&literpreis=1,75', ['Mit Strom sparen Sie 589,80 €', '6,8 Jahren']],
    ['what is no number', '?betrag=viel', ['Das ist keine Zahl']],
    ['what is too much', '?monate=5000', ['Höchstens 480']],
    ['what is no field', '?name=x&__proto__=1', ['Monatliche Rate 377,42 €']],
  ])('%s works without scripts', async (_name, query, texts) => {
    const text = textOf(await portal.html(`/rechner${query}`))
    for (const one of texts) expect(text).toContain(one)
  })

  it('are not cached and not indexed with typed values', async () => {
    const own = await portal.get('/rechner?einkommen=1234')
    const plain = await portal.get('/rechner')
    expect([own.headers.get('cache-control'), plain.headers.get('cache-control')]).toEqual([
      'private, no-store',
      expect.stringContaining('s-maxage'),
    ])
    expect(await own.text()).toContain('content="noindex,follow"')
    const html = await plain.text()
    expect(html).not.toContain('noindex')
    expect(html).not.toContain('1234')
    expect(portal.logged().join('')).not.toContain('1234')
  })

  it('show typed values as escaped text (no XSS)', async () => {
    const html = await portal.html(`/rechner?betrag=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(html).not.toContain('<script>alert(1)')
  })

  it('answer 404 when the room is switched off', async () => {
    await apply({})
    const look = async () => {
      // Header and footer are cached for some seconds, and the portal's clock stands still.
      portal.clock.now = new Date(portal.clock.now.getTime() + 20_000)
      return (await portal.get('/rechner?betrag=1000')).status
    }
    await expect.poll(look, { timeout: 10_000 }).toBe(404)
  })
})

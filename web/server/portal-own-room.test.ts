/** A publisher's own room through a whole portal: the cinema of the demo, with page, block, menu, table and command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toDemoContent } from '@lokalteil/demo/demo.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runLokalteil } from './composition/commands.ts'
import { TAKEN_NAMES } from './composition/own-rooms.ts'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'the-key-of-the-publications'
const FOLDER = '/__services/publications/publications/ak'

let portal: TestPortal
let files: string
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'cinema-'))
  portal = await openTestPortal({ seed: toDemoContent, env: { PUBLICATIONS_SERVICE_KEY: KEY } })
})
afterAll(async () => {
  rmSync(files, { recursive: true })
  await portal.close()
})

const programme = async (publication = 'ak') => portal.get('/api/rooms/cinema/programme', { publication })

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await runLokalteil(
    ['cinema', ...args, '--publication', 'ak', '--url', `http://127.0.0.1:${portal.port}`],
    { DATA_DIR: portal.dataDir, INIT_CWD: files },
    { out: (text) => void (said.out += text), err: (text) => void (said.err += text) },
    () => portal.clock.now,
  )
  return { code, ...said }
}

function write(text: string): string {
  writeFileSync(join(files, 'programm.yaml'), text)
  return 'programm.yaml'
}

async function apply(change: object): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  const { folder } = (await (await portal.get(FOLDER, { headers })).json()) as { folder: object }
  const body = JSON.stringify({ folder: { ...folder, ...change }, prefer: 'folder' })
  const answer = await portal.get(FOLDER, { method: 'PUT', headers, body })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
}

/** Pages are renewed in the background, while the portal's clock stands still. */
async function untilShown(path: string, text: string): Promise<string> {
  for (let turn = 0; turn < 50; turn += 1) {
    const html = await portal.html(path)
    if (html.includes(text)) return html
    portal.clock.now = new Date(portal.clock.now.getTime() + 20_000)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${path} never showed ${text}`)
}

describe('an own room', () => {
  it('has a page, an item in the menu and a line in the sitemap, where it is switched on', async () => {
    const html = await portal.html('/kino')
    expect(html).toContain('<title>Kino in Auenburg | ')
    expect(html).toContain('Für die nächsten Tage liegt noch kein Programm vor.')
    expect(await portal.html('/impressum')).toContain('href="/kino"')
    expect(await portal.html('/sitemaps/pages.xml')).toMatch(/<loc>[^<]+\/kino<\/loc>/)
    expect(await (await programme()).json()).toEqual({ house: 'Lichtspielhaus am Wehr', showings: [] })
  })

  it('does not exist in a publication that has not switched it on', async () => {
    expect((await portal.get('/kino', { publication: 'fb' })).status).toBe(404)
    expect((await programme('fb')).status).toBe(404)
    expect(await portal.html('/sitemaps/pages.xml', { publication: 'fb' })).not.toContain('/kino')
  })

  it('is filled by its command, and the page shows it at once', async () => {
    const file = write(`
- { day: 2026-11-22, time: "20:15", film: Nachts im Stellwerk, hall: Kleiner Saal }
- { day: 2026-11-21, time: "17:30", film: "<b>Ein Sommer</b> am Wehr", note: Originalfassung }
- { day: 2026-12-31, time: "20:00", film: Silvesterfilm }
`)
    expect(await run('fill', file)).toEqual({ code: 0, out: '3 showings from 2026-11-21 to 2026-12-31\n', err: '' })
    const html = await untilShown('/kino', 'Nachts im Stellwerk')
    expect(html).toContain('Heute, Samstag, 21. November')
    expect(html).toContain('&lt;b&gt;Ein Sommer&lt;/b&gt; am Wehr')
    expect(html).not.toContain('Silvesterfilm')
    expect((await run('list')).out).toBe(
      '2026-11-21 17:30  <b>Ein Sommer</b> am Wehr\n2026-11-22 20:15  Nachts im Stellwerk, Kleiner Saal\n2 showings until 2026-11-22\n',
    )
  })

  it.each([
    ['- { day: gestern, time: "20:15", film: x }', /entry 1, day: must be a day like 2026-12-31/],
    ['- { day: 2026-11-21, time: "20:15" }', /entry 1, film: /],
    ['[]', /must have a showing/],
    ['a: [', /is no YAML/],
  ])('refuses a file like %s, and changes nothing', async (text, fault) => {
    const before = await (await programme()).json()
    const { code, err } = await run('fill', write(text))
    expect([code, err]).toEqual([1, expect.stringMatching(fault)])
    expect(await (await programme()).json()).toEqual(before)
  })

  it('cannot be written without its key', async () => {
    const answer = await portal.get('/__services/cinema/ak/showings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ showings: [{ day: '2026-11-21', time: '20:15', film: 'x' }] }),
    })
    expect(answer.status).toBe(401)
  })

  it('has a block for fronts', async () => {
    await apply({ front: { home: [{ block: 'lead' }, { block: 'extension', name: 'cinema' }] } })
    const html = await untilShown('/', 'data-extension="cinema"')
    expect(html).toContain('Heute im Kino')
    expect(html).toContain('17:30 Uhr')
  })

  it('goes with its key in rooms.yaml, and comes into menus that no file writes', async () => {
    await apply({ front: {}, navigation: {}, rooms: { own: { cinema: { house: 'Capitol' } } } })
    await untilShown('/kino', 'Capitol')
    await untilShown('/impressum', 'href="/kino"')
    await apply({ front: {}, navigation: {}, rooms: {} })
    for (let turn = 0; turn < 50 && (await portal.get('/kino')).status !== 404; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect([(await portal.get('/kino')).status, (await programme()).status]).toEqual([404, 404])
  })

  it('stays off with settings that it refuses, and the log says why', async () => {
    await apply({ rooms: { own: { cinema: { house: 'Capitol', days: 99 } } } })
    for (let turn = 0; turn < 50 && !portal.logged().some((line) => line.includes('room-settings')); turn += 1) {
      await programme()
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect((await programme()).status).toBe(404)
    expect(portal.logged().find((line) => line.includes('room-settings'))).toMatch(/cinema.*days/)
  })

  it('cannot take the name of a service', () => {
    const names = portal.runtime.routes.flatMap(({ path }) => /^\/__services\/(\w+)/.exec(path)?.[1] ?? [])
    expect([...new Set(names)].filter((name) => name !== 'cinema' && !TAKEN_NAMES.has(name))).toEqual([])
  })
})

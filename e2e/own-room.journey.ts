/**
 * A publisher's own room in a folder outside of the repository: built with the pages, served by the portal, filled by its command.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openOwnPortal, type OwnPortal } from './portal-setup.ts'
import { closeBrowser, expectAccessible, openReader, untilAlive } from './reader.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const PUBLICATIONS = join(root, 'demo/publications')

let dist: string
let place: string
let portal: OwnPortal

const run = (tool: string, args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, [join(root, tool), ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LOKALTEIL_DIST: dist, PUBLICATIONS_DIR: place, ...env },
  })

beforeAll(async () => {
  // Below the repository, because built pages import its packages.
  mkdirSync(join(root, 'dist'), { recursive: true })
  dist = mkdtempSync(join(root, 'dist', 'journey-'))
  place = mkdtempSync(join(tmpdir(), 'own-room-'))
  cpSync(PUBLICATIONS, place, { recursive: true, filter: (source) => !/publications\/(?:fb|ht|la)$/.test(source) })
  // Other words than the demo's, to see that these files are the ones.
  writeFileSync(
    join(place, 'rooms/cinema/app/cinema-texts.ts'),
    `export const cinemaTexts = {
  title: 'Das Capitol', description: 'Filme', empty: 'Keine Filme', today: 'Heute',
  at: (time: string) => time, house: (house: string) => \`Saal von \${house}\`,
}
`,
  )
  const built = run('tools/build.mjs', [], {})
  if (built.status !== 0) throw new Error(built.stderr)
  portal = await openOwnPortal({ env: { LOKALTEIL_DIST: dist, PUBLICATIONS_DIR: place } })
}, 600_000)
afterAll(async () => {
  await closeBrowser()
  await portal?.close()
  rmSync(dist, { recursive: true, force: true })
  rmSync(place, { recursive: true, force: true })
})

it('is built, served, filled by its command and reached by client-side navigation', { timeout: 120_000 }, async () => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date())
  const file = join(place, 'programm.yaml')
  writeFileSync(file, `- { day: ${day}, time: "23:59", film: Der letzte Zug }\n`)
  const filled = run(
    'web/server/composition/commands.ts',
    ['cinema', 'fill', file, '--publication', 'ak', '--url', portal.origin],
    {
      DATA_DIR: portal.dataDir,
    },
  )
  expect([filled.status, filled.stdout, filled.stderr]).toEqual([0, `1 showings from ${day} to ${day}\n`, ''])

  const { page, errors, foreignRequests, leave } = await openReader({ context: { baseURL: portal.origin } })
  const loaded: string[] = []
  page.on(
    'request',
    (request) => void (/\/assets\/CinemaPage-[\w-]+\.js$/.test(request.url()) && loaded.push(request.url())),
  )
  await page.goto('/', { waitUntil: 'load' })
  await untilAlive(page)
  expect(loaded).toEqual([])
  await page.locator('a[href="/kino"]').last().click()
  await page.getByRole('heading', { level: 1, name: 'Das Capitol' }).waitFor()
  await page.getByText('Der letzte Zug').waitFor()
  expect(loaded).toHaveLength(1)

  await page.reload({ waitUntil: 'load' })
  await untilAlive(page)
  expect(await page.getByText('Saal von Lichtspielhaus am Wehr').count()).toBe(1)
  await expectAccessible(page)
  expect([errors, foreignRequests]).toEqual([[], []])
  await leave()
})

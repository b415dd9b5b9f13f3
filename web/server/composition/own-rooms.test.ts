/** A publisher's own rooms: reading them at the start, and the messages about unusable ones. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOUNS, runLokalteil } from './commands.ts'
import { readOwnRooms, TAKEN_NAMES, withRoomSettings } from './own-rooms.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const CHECK = join(ROOT, 'web/server/composition/check-start.ts')

let place: string
beforeEach(() => {
  // Outside of the repository, as a publisher's are.
  place = mkdtempSync(join(tmpdir(), 'own-rooms-'))
})
afterEach(() => rmSync(place, { recursive: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), text)
}

const toRoom = (name: string, more = '') => `import { defineRoom } from '@lokalteil/rooms/define-room'
export const room = defineRoom({ name: '${name}', ${more}open: () => ({ calls: [] }) })
`
const toPage = (path: string) => `export const page = definePage({ path: '${path}', title: 'x' })`

/** In a process of its own, as at a start: vitest would resolve packages in its own way. */
function start(environment: Record<string, string> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [CHECK], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, DEMO: '0', PUBLICATIONS_DIR: place, DATA_DIR: join(place, 'data'), ...environment },
  })
  return { status, said: stderr.replaceAll(place, 'PLACE').replaceAll(`file://${place}`, 'PLACE') }
}

describe('a start', { timeout: 240_000 }, () => {
  it('takes rooms outside of the repository, which import packages of the product', () => {
    cpSync(join(DEMO_FOLDERS.publications, 'rooms'), join(place, 'rooms'), { recursive: true })
    put('rooms/library/room.ts', toRoom('library2'))
    expect(
      start()
        .said.split('\n')
        .filter((line) => line.includes('cinema')),
    ).toEqual([])
    rmSync(join(place, 'rooms/library'), { recursive: true })
    expect(start()).toEqual({ status: 0, said: '' })
  })

  it('ends with a line for each fault, before anything is built', () => {
    put('rooms/radio/room.ts', toRoom('radio'))
    put('rooms/Kino/room.ts', toRoom('kino'))
    put('rooms/empty/README.md', '')
    put('rooms/nothing/room.ts', 'export const other = 1\n')
    put('rooms/byhand/room.ts', `export const room = { name: 'byhand' }\n`)
    put('rooms/renamed/room.ts', toRoom('before'))
    put('rooms/torn/room.ts', 'export const room = (\n')
    put('rooms/lost/room.ts', `import './service/app.ts'\n`)
    put('rooms/pages/room.ts', toRoom('pages'))
    put('rooms/pages/app/OnePage.tsx', toPage('/suche'))
    put('rooms/pages/app/TwoPage.tsx', 'export const page = definePage({ title: 1 })')
    put('rooms/pages/app/ThreePage.tsx', toPage('/verein'))
    put('rooms/second/room.ts', toRoom('second'))
    put('rooms/second/app/ClubPage.tsx', toPage('/verein'))
    put('rooms/second/app/ABlock.tsx', '')
    put('rooms/second/app/BBlock.tsx', '')
    const { status, said } = start()
    expect(status).toBe(1)
    const lines = said.split('\n').filter((line) => line.startsWith('  '))
    expect(said.split('\n')[0]).toBe('Rooms of your own that cannot be used (docs/own-room.md):')
    const find = (part: string) => lines.filter((line) => line.includes(part))
    expect(find('rooms/radio')).toEqual([expect.stringContaining('a name that the product uses itself: "radio"')])
    expect(find('rooms/Kino')).toEqual([
      '  PLACE/rooms/Kino: is no name of a room. Use two to sixteen lower-case letters and digits.',
      expect.stringContaining('rooms/Kino/room.ts: calls its room "kino"'),
    ])
    expect(find('rooms/empty')).toEqual([
      expect.stringContaining('rooms/empty/room.ts: is missing. It exports the room'),
    ])
    expect(find('rooms/nothing')).toEqual([expect.stringContaining('exports no "room", only other')])
    expect(find('rooms/byhand')).toEqual([expect.stringContaining('exports a "room" that defineRoom has not made')])
    expect(find('rooms/renamed')).toEqual([expect.stringContaining('calls its room "before". Call it "renamed"')])
    expect(find('rooms/torn')).toEqual([expect.stringMatching(/rooms\/torn\/room\.ts(?::\d+)?: cannot be loaded: /)])
    expect(find('rooms/lost')).toEqual([expect.stringMatching(/cannot be loaded: .*rooms\/lost\/service\/app\.ts/)])
    expect(find('OnePage')).toEqual([expect.stringContaining('at "/suche", which is a page of the portal')])
    expect(find('TwoPage')).toEqual([expect.stringContaining('has no page whose path can be read')])
    expect(find('ClubPage')).toEqual([expect.stringMatching(/at "\/verein", as .*ThreePage\.tsx has/)])
    expect(find('BBlock')).toEqual([expect.stringContaining('is a second block of the room')])
  })

  it('ends when a folder has settings that its room refuses', () => {
    cpSync(DEMO_FOLDERS.publications, place, { recursive: true, filter: (source) => !/\/(?:fb|ht|la)$/.test(source) })
    const rooms = readFileSync(join(place, 'ak/rooms.yaml'), 'utf8')
    put('ak/rooms.yaml', rooms.replace('am Wehr }', 'am Wehr, days: 40 }'))
    const { status, said } = start()
    expect([status, said]).toEqual([1, expect.stringMatching(/PLACE\/ak: rooms\.yaml own\.cinema days: .+/)])
  })
})

describe('the rooms of the demo', () => {
  it('are read without a fault, and none without a folder of publications', async () => {
    const { rooms, faults } = await readOwnRooms(DEMO_FOLDERS.publications)
    expect([rooms.map(({ name }) => name), faults]).toEqual([['cinema'], []])
    expect(await readOwnRooms(null)).toEqual({ rooms: [], faults: [] })
    expect(await readOwnRooms(join(place, 'nowhere'))).toEqual({ rooms: [], faults: [] })
  })

  it('accept their settings in the demo, and refuse others', async () => {
    const { rooms } = await readOwnRooms(DEMO_FOLDERS.publications)
    const read = withRoomSettings(rooms, readFolder)
    const { folder, findings } = await read(join(DEMO_FOLDERS.publications, 'ak'))
    expect([folder?.rooms?.own, findings.filter(({ level }) => level === 'error')]).toEqual([
      { cinema: { house: 'Lichtspielhaus am Wehr' } },
      [],
    ])
    const changed = withRoomSettings(rooms, async (root) => ({
      ...(await readFolder(root)),
      folder: { ...folder!, rooms: { own: { cinema: { house: '' }, other: { any: 1 } } } },
    }))
    const refused = await changed(join(DEMO_FOLDERS.publications, 'ak'))
    expect([refused.folder, refused.findings.filter(({ level }) => level === 'error')]).toEqual([
      null,
      [
        expect.objectContaining({
          file: 'rooms.yaml',
          field: 'own.cinema',
          message: expect.stringMatching(/^house: /),
        }),
      ],
    ])
  })
})

describe('nouns of own rooms', () => {
  async function run(args: string[], environment: Record<string, string> = {}) {
    const said = { out: '', err: '' }
    const code = await runLokalteil(args, environment, {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
    })
    return { code, ...said }
  }

  it('stand in the help, and have one of their own', async () => {
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringMatching(/^ {2}cinema +the programme/m) })
    expect((await run(['cinema', '--help'])).out).toContain('npx lokalteil cinema fill [--publication CODE] FILE')
    expect((await run(['--help'], { DEMO: '0' })).out).not.toContain('cinema')
  })

  it('cannot take a name of the product', () => {
    expect(Object.keys(NOUNS).filter((noun) => !TAKEN_NAMES.has(noun))).toEqual([])
  })
})

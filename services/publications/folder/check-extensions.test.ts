import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { writeFolder } from './folder.testing.ts'
import { readFolder } from './read-folder.ts'

const page = (path: string) => `\nexport const page = definePage({ path: '${path}', title: 'Kalender' })\n`

async function check(files: Readonly<Record<string, string>>) {
  const root = await writeFolder(files)
  try {
    const { folder, findings } = await readFolder(root)
    return { isSound: folder !== null, files: Object.keys(folder?.files ?? {}), findings }
  } finally {
    await rm(root, { recursive: true })
  }
}

it('a page of the folder at a free address is valid and is not part of the applied document', async () => {
  const { isSound, files, findings } = await check({ 'extensions/kalender.tsx': page('/kalender') })
  expect([isSound, files, findings]).toEqual([true, [], []])
})

it.each([
  ['/suche', '"/suche", where the portal has one', 'another path'],
  ['/api/kalender', '"/api/kalender", where the portal has one', 'another path'],
  ['/lokales', '"/lokales", where a section, a tag or a document', 'another path'],
  ['/verkehr', '"/verkehr", where a section, a tag or a document', 'another path'],
  ['/kalender-2026', 'ends like the address of an article', 'end with a word'],
  ['/Kalender', '"/Kalender", which is no address', 'lower-case letters'],
])('an address %s is refused with file and remedy', async (path, message, remedy) => {
  const { isSound, findings } = await check({ 'extensions/kalender.tsx': page(path) })
  expect([isSound, findings]).toEqual([
    false,
    [
      {
        level: 'error',
        file: 'extensions/kalender.tsx',
        line: 2,
        field: 'path',
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      },
    ],
  ])
})

it('a page whose path cannot be read is refused', async () => {
  const { findings } = await check({ 'extensions/kalender.tsx': 'export const page = definePage({ path: PATH })' })
  expect(findings.map(({ message, remedy }) => [message, remedy])).toEqual([
    ['has a page whose path cannot be read', "Begin it with: export const page = definePage({ path: '/kalender',"],
  ])
})

it('a page at the address of another one is refused', async () => {
  const { isSound, findings } = await check({
    'extensions/eins.tsx': page('/kalender'),
    'extensions/zwei.tsx': page('/kalender'),
  })
  expect([isSound, findings.map(({ file, message }) => [file, message])]).toEqual([
    false,
    [['extensions/zwei.tsx', 'has its page at "/kalender", as extensions/eins.tsx has']],
  ])
})

it('menus may name such pages, and a missing target is warned of', async () => {
  const menu = (target: string) => `  - { label: Hier, target: ${target} }\n`
  const { isSound, findings } = await check({
    'extensions/kalender.tsx': page('/kalender'),
    'redirects.csv': 'from;to\n/frueher;/lokales\n',
    'navigation.yaml': `main:\n${['/kalender', '/lokales', '/suche', '/frueher', '/kalendar', '/nirgends-im-haus', 'https://muster.example'].map(menu).join('')}`,
  })
  const missing = (target: string) => `there is no section, tag, document or page "${target}" in this folder`
  expect([isSound, findings.map(({ level, line, message, remedy }) => [level, line, message, remedy])]).toEqual([
    true,
    [
      ['warning', 6, missing('/kalendar'), 'Did you mean "/kalender"?'],
      ['warning', 7, missing('/nirgends-im-haus'), 'Add it, or let the link lead elsewhere.'],
    ],
  ])
})

/** A folder with own rooms beside it. */
async function checkBeside(files: Readonly<Record<string, string>>, rooms: Readonly<Record<string, string>>) {
  const place = await mkdtemp(join(tmpdir(), 'rooms-beside-'))
  try {
    await rename(await writeFolder(files), join(place, 'paper'))
    for (const [file, text] of Object.entries(rooms)) {
      await mkdir(dirname(join(place, 'rooms', file)), { recursive: true })
      await writeFile(join(place, 'rooms', file), text)
    }
    return (await readFolder(join(place, 'paper'))).findings.map(({ level, file, message }) => [level, file, message])
  } finally {
    await rm(place, { recursive: true })
  }
}

const ON = { 'rooms.yaml': 'own:\n  kino: {}\n' }

it('the page of an own room is an address that menus may lead to, if the room is switched on', async () => {
  const room = { 'kino/room.ts': '', 'kino/app/KinoPage.tsx': page('/kino') }
  const menu = { 'navigation.yaml': 'main:\n  - { label: Kino, target: /kino }\n' }
  expect(await checkBeside({ ...ON, ...menu }, room)).toEqual([])
  expect(await checkBeside(menu, room)).toEqual([
    ['warning', 'navigation.yaml', 'there is no section, tag, document or page "/kino" in this folder'],
  ])
})

it('an own room that is not there is a warning, and a page of one where a section is an error', async () => {
  expect(await checkBeside(ON, {})).toEqual([
    ['warning', 'rooms.yaml', 'there is no room of your own at ../rooms/kino/room.ts'],
  ])
  expect(await checkBeside(ON, { 'kino/room.ts': '', 'kino/app/KinoPage.tsx': page('/lokales') })).toEqual([
    ['error', '../rooms/kino/app/KinoPage.tsx', expect.stringContaining('"/lokales", where a section')],
  ])
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPublications, listExtensionPages, listExtensions } from './extensions-build.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'extensions-'))
})
afterEach(() => rm(place, { recursive: true }))

async function put(path: string, text = ''): Promise<void> {
  await mkdir(dirname(join(place, path)), { recursive: true })
  await writeFile(join(place, path), text)
}

it('extensions are keyed by the code of their publication and the name of their file', async () => {
  await put('eins/publication.yaml', '# Our paper\nname: "Der Bote"\ncode: "bote" # for good\n')
  await put('eins/extensions/pegel.tsx')
  await put('eins/extensions/pegel.module.css')
  await put('eins/extensions/Groß.tsx')
  await put('zwei/publication.yaml', 'code: blatt\n')
  await put('zwei/extensions/pegel.tsx')
  await put('drei/extensions/ohne-zeitung.tsx')
  await put('vier/publication.yaml', 'code: "NEIN"\n')
  await put('vier/extensions/pegel.tsx')
  expect([...listExtensions(place)].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['blatt/pegel', join(place, 'zwei/extensions/pegel.tsx')],
    ['bote/pegel', join(place, 'eins/extensions/pegel.tsx')],
  ])
})

it('pages are keyed by code and path; of two the first counts; invalid paths are left out', async () => {
  const page = (path: string) => `export const page = definePage({ path: '${path}', title: 'x' })`
  await put('eins/publication.yaml', 'code: bote\n')
  await put('eins/extensions/kalender.tsx', page('/kalender'))
  await put('eins/extensions/zweiter.tsx', page('/kalender'))
  await put('eins/extensions/suche.tsx', page('/suche'))
  await put('eins/extensions/block.tsx', 'export default defineBlock({})')
  await put('zwei/publication.yaml', 'code: blatt\n')
  await put('zwei/extensions/plan.tsx', page('/verein/kalender'))
  expect(Object.fromEntries(listExtensionPages(listExtensions(place)))).toEqual({
    'bote/kalender': 'bote/kalender',
    'blatt/verein/kalender': 'blatt/plan',
  })
})

it('own rooms are keyed by room and file, their pages by the path alone', async () => {
  await put('rooms/kino/app/KinoPage.tsx', "export const page = definePage({ path: '/kino', title: 'x' })")
  await put('rooms/kino/app/KinoBlock.tsx')
  await put('rooms/kino/app/Film.tsx')
  await put('eins/publication.yaml', 'code: rooms\n')
  await put('eins/extensions/plan.tsx', "export const page = definePage({ path: '/plan', title: 'x' })")
  const extensions = listExtensions(place)
  expect(Object.fromEntries(extensions)).toEqual({
    'rooms/kino/block': join(place, 'rooms/kino/app/KinoBlock.tsx'),
    'rooms/kino/KinoPage': join(place, 'rooms/kino/app/KinoPage.tsx'),
    'rooms/plan': join(place, 'eins/extensions/plan.tsx'),
  })
  expect(Object.fromEntries(listExtensionPages(extensions))).toEqual({
    '/kino': 'rooms/kino/KinoPage',
    'rooms/plan': 'rooms/plan',
  })
})

it('without publications there are no extensions', () => {
  expect(listExtensions(join(place, 'nowhere')).size).toBe(0)
})

it('the demo has one', () => {
  expect([...listExtensions(findPublications(undefined)).keys()]).toContain('ak/wochentermine')
})

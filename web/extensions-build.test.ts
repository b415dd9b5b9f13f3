import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findPublications, listExtensions } from './extensions-build.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'extensions-'))
})
afterEach(() => rm(place, { recursive: true }))

async function put(path: string, text = ''): Promise<void> {
  await mkdir(dirname(join(place, path)), { recursive: true })
  await writeFile(join(place, path), text)
}

it('extensions are known by the code of their publication and the name of their file', async () => {
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

it('there are none where there are no publications', () => {
  expect(listExtensions(join(place, 'nowhere')).size).toBe(0)
})

it('the demo has one', () => {
  expect([...listExtensions(findPublications(undefined)).keys()]).toContain('ak/wochentermine')
})

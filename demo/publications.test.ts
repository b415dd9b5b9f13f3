import { globSync, readFileSync } from 'node:fs'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { toPublication } from '@lokalteil/contracts/publication/directory'
import { DEMO_PUBLICATIONS } from './codes.ts'

const folders = new Map<string, PublicationFolder>()
for (const code of DEMO_PUBLICATIONS) {
  const { folder, findings } = await readFolder(join(import.meta.dirname, 'publications', code))
  if (folder === null) throw new Error(`${code}: ${JSON.stringify(findings)}`)
  folders.set(code, folder)
}
const toInForce = (folder: PublicationFolder, position: number) => toPublication({ folder, position, version: 1 })
const publications = [...folders.values()].map(toInForce)

it('R1-05 R1-06 are the four of the specification, one of them the local edition', () => {
  expect(publications.map(({ code }) => code)).toEqual(['ak', 'fb', 'ht', 'la'])
  expect(publications.filter(({ isLocalEdition }) => isLocalEdition).map(({ code }) => code)).toEqual(['la'])
})

it('R1-09 S1-02 gives the first variant to ak and fb, the second to ht and la', () => {
  expect(publications.map(({ variant }) => variant)).toEqual(['first', 'first', 'second', 'second'])
})

it('equal those used by other tests, except for their rooms', () =>
  expect(
    publications.map((one) => ({ ...one, hasCommunity: undefined, rooms: [], ownRooms: undefined, hasEpaper: false })),
  ).toEqual(TEST_PUBLICATIONS))

it.each(DEMO_PUBLICATIONS)(
  '%s has no two entries with the same name in its menu, and its e-paper in the first line',
  (code) => {
    type Items = NonNullable<PublicationFolder['navigation']['main']>
    const labelsOf = (items: Items): string[] => items.flatMap(({ label, children }) => [label, ...labelsOf(children)])
    const { utilityBar = [], ...sheet } = folders.get(code)!.navigation
    const labels = Object.values(sheet).flatMap((items) => labelsOf(items ?? []))
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([])
    if (hasRoom('epaper')) expect(utilityBar[0]?.target).toBe('/epaper')
  },
)

it.each(DEMO_PUBLICATIONS)(
  '%s has a valid folder with every file, and menus that link all of its rooms',
  async (code) => {
    const { findings } = await readFolder(join(import.meta.dirname, 'publications', code))
    expect(findings.filter(({ level, file }) => level === 'error' || file === 'rooms.yaml')).toEqual([])
  },
)

it.each(DEMO_PUBLICATIONS)('%s sells tickets and gives coupons for years to come, except expired ones', (code) => {
  const folder = join(import.meta.dirname, 'publications', code)
  const days = globSync('*.yaml', { cwd: folder }).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/\b20\d\d-\d\d-\d\d\b/g)].map(([day]) => `${day} ${file}`),
  )
  // The demo's texts are of 21 November 2026.
  expect(days.filter((day) => day > '2026-11-21' && day < '2030')).toEqual([])
  expect(days.length).toBeGreaterThan(3)
})

/**
 * Names that the demo's articles use from the folders in `publications/`: sections with the publications that have
 * them, tags, places and people. The folders are the only source.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { People, Places, Taxonomy, type Place } from '@lokalteil/contracts/publication/order'
import { parse } from 'yaml'
import { DEMO_PUBLICATIONS, type DemoCode } from './codes.ts'

const read = (code: DemoCode, file: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, 'publications', code, file), 'utf8'))

const FOLDERS = DEMO_PUBLICATIONS.map((code) => ({
  code,
  taxonomy: Taxonomy.parse(read(code, 'taxonomy.yaml')),
  places: Places.parse(read(code, 'places.yaml')),
  people: People.parse(read(code, 'people.yaml')),
}))

export type DemoSection = { path: string; name: string; publications: readonly DemoCode[] }

/** Each path once, with the publications that have it. */
export const SECTIONS: readonly DemoSection[] = once(
  FOLDERS.flatMap(({ taxonomy }) => taxonomy.sections),
  ({ path }) => path,
).map(({ path, name }) => ({
  path,
  name,
  publications: FOLDERS.filter(({ taxonomy }) => taxonomy.sections.some((section) => section.path === path)).map(
    ({ code }) => code,
  ),
}))

export const TAGS = once(
  FOLDERS.flatMap(({ taxonomy }) => taxonomy.tags),
  ({ slug }) => slug,
).map(({ slug, name, id = slug, parent }) => ({ slug, name, id, parent }))

export const PLACE_IDS: ReadonlySet<string> = new Set(FOLDERS.flatMap(({ places }) => listPlaces(places.regions)))

/** `key`: used by articles and as the name of the portrait. */
export const PEOPLE = once(
  FOLDERS.flatMap(({ people }) => people.people),
  ({ id }) => id,
).map(({ id, firstName, lastName, portrait }) => ({
  id,
  name: `${firstName} ${lastName}`,
  key: /portrait-(.+)\.jpg$/.exec(typeof portrait === 'object' ? portrait.file : (portrait ?? ''))?.[1] ?? '',
}))

function listPlaces(places: readonly Place[]): string[] {
  return places.flatMap(({ id, places: below }) => [id, ...listPlaces(below)])
}

function once<T>(all: readonly T[], toKey: (one: T) => string): T[] {
  const keys = all.map(toKey)
  return all.filter((_one, index) => keys.indexOf(keys[index]!) === index)
}

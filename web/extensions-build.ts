/**
 * Vite plugin for pages and blocks of a publisher's own: `{folder}/extensions/{name}.tsx` beside a `publication.yaml`, which the
 * app imports by `{code}/{name}`, and those of own rooms, `rooms/{room}/app/{Name}Page.tsx` (by `rooms/{room}/{Name}Page`) and
 * `{Name}Block.tsx` (by `rooms/{room}/block`). Each is a chunk of its own. `PUBLICATIONS_DIR` is the folder around them, by
 * default the demo's.
 */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { readExtensionPage, toPathProblem } from '@lokalteil/domain/routing/extension-pages'

const MODULE = 'virtual:extensions'
/** A module of its own, because only the look-up of pages needs the paths. */
const PAGES_MODULE = 'virtual:extension-pages'
const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Packages imported by an extension outside the repository are resolved from here. */
const INSIDE = join(ROOT, 'web/app/extension.ts')
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*\.tsx$/
/** A publication's own keys have one slash. */
const OF_ROOM = /^rooms\/[^/]+\//
const CODE = /^code:\s*['"]?([a-z][a-z0-9]{1,15})['"]?\s*(?:#.*)?$/m

/** Blocks of rooms are built and loaded like extensions; no extension can have a name with `@`. */
export function withOwnBlocks(extensions: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...listRoomBlocks(), ...extensions])
}

/** `@{room}` → `rooms/{room}/app/{Name}Block.tsx`. */
function listRoomBlocks(): [string, string][] {
  return globSync('rooms/*/app/*Block.tsx', { cwd: ROOT }).map((file) => [`@${file.split(sep)[1]}`, join(ROOT, file)])
}

export function findPublications(directory: string | undefined): string {
  return directory === undefined || directory === '' ? join(ROOT, 'demo/publications') : resolve(ROOT, directory)
}

/** Key → file. */
export function listExtensions(publications: string): Map<string, string> {
  const found = new Map<string, string>(listOwnRooms(publications))
  if (!existsSync(publications)) return found
  for (const folder of readdirSync(publications, { withFileTypes: true })) {
    const place = join(publications, folder.name)
    const [identity, extensions] = [join(place, 'publication.yaml'), join(place, 'extensions')]
    if (!folder.isDirectory() || !existsSync(identity) || !existsSync(extensions)) continue
    const code = CODE.exec(readFileSync(identity, 'utf8'))?.[1]
    if (code === undefined) continue
    for (const file of readdirSync(extensions).toSorted())
      if (NAME.test(file)) found.set(`${code}/${basename(file, '.tsx')}`, join(extensions, file))
  }
  return found
}

/** Rooms whose names are refused are built all the same; the start prints the fault. */
function listOwnRooms(publications: string): [string, string][] {
  return globSync('rooms/*/app/*{Page,Block}.tsx', { cwd: publications })
    .toSorted()
    .map((file) => {
      const [, room, , name = ''] = file.split(sep)
      return [
        `rooms/${room}/${name.endsWith('Block.tsx') ? 'block' : basename(name, '.tsx')}`,
        join(publications, file),
      ]
    })
}

/** `{code}{path}`, or `{path}` of an own room → key. Pages with an invalid path are skipped; the check of the folder reports them. */
export function listExtensionPages(extensions: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, file] of extensions) {
    const path = readExtensionPage(readFileSync(file, 'utf8'))?.path ?? null
    if (path === null || toPathProblem(path) !== null) continue
    const place = OF_ROOM.test(key) ? path : key.slice(0, key.indexOf('/')) + path
    if (!found.has(place)) found.set(place, key)
  }
  return found
}

export function publicationExtensions(publications: string, extensions: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'publication-extensions',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source === MODULE || source === PAGES_MODULE) return `\0${source}`
      const isBare = !/^[./\0]/.test(source)
      if (!isBare || importer === undefined || importer.startsWith(ROOT) || !importer.startsWith(publications))
        return null
      return this.resolve(source, INSIDE, { ...options, skipSelf: true })
    },
    load(id) {
      if (id === `\0${PAGES_MODULE}`)
        return `export const pages = ${JSON.stringify(Object.fromEntries(listExtensionPages(extensions)))}`
      if (id !== `\0${MODULE}`) return null
      const entries = [...extensions].map(
        ([key, file]) => `${JSON.stringify(key)}: () => import(${JSON.stringify(file)})`,
      )
      return `export const extensions = { ${entries.join(', ')} }`
    },
  }
}

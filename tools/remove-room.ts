/**
 * `node tools/run-node.mjs tools/remove-room.ts NAME`: removes a room of the product (docs/rooms.md): its folder, its entries
 * in the registries `rooms/*.ts`, packages that it alone imports, and its entries in the demo's publications. Prints the steps
 * that are left to do by hand.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './ensure-node.mjs'

export const REGISTRY = /^rooms\/[^/]+\.ts$/

/** `...name`, `name`, `() => name`, `key: name` and `key: () => import('./room/…')`, with the imports of the names. */
export function removeEntries(source: string, room: string): string {
  const ownImport = new RegExp(`^import (?:type )?\\{([^}]*)\\} from '\\./${room}/[^']*'\\n`, 'gm')
  const names = [...source.matchAll(ownImport)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().replace(/^(?:type )?(?:\w+ as )?/, '')),
  )
  const key = /(?:(?:\w+|'[^']+'): )?/.source
  const entries = [
    ...names.filter((name) => name !== '').map((name) => `(?:\\.\\.\\.|${key})(?:\\(\\) => )?\\b${name}\\b`),
    `${key}\\(\\) => import\\('\\./${room}/[^']*'\\)`,
  ]
  return entries.reduce(
    (text, entry) => text.replaceAll(new RegExp(`${entry},?`, 'g'), ''),
    source.replaceAll(ownImport, ''),
  )
}

/** A room as the demo's files name it. `file`: its own one in a publication's folder. */
type Named = { key: string; path: string; file: string | null }

/** The keys of a room's folder, from the registries as they are before it goes. */
export function listNames(read: (path: string) => string, room: string): Named[] {
  const rows = read(`rooms/${room}/domain/row.ts`)
  const keyOf = new Map(
    [...read('rooms/rows.ts').matchAll(/^ {2}(\w+)(?:: (\w+))?,$/gm)].map(([, key = '', name = key]) => [name, key]),
  )
  const files = /ROOM_FILES = \{([^}]*)\}/.exec(read('rooms/contracts.ts'))?.[1] ?? ''
  return [...rows.matchAll(/^export const (\w+) = \{[^]*?\bpath: '([^']+)'/gm)].flatMap(([, name = '', path = '']) => {
    const key = keyOf.get(name)
    return key === undefined ? [] : [{ key, path, file: new RegExp(`\\b${key}:`).test(files) ? `${key}.yaml` : null }]
  })
}

/**
 * Drops entries of lists in YAML. `isGone` gets the lines of an entry before entries of its own, and whether it has none.
 */
function dropItems(text: string, isGone: (head: string, isLeaf: boolean) => boolean): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length;) {
    const indent = /^( *)- /.exec(lines[at]!)?.[1]?.length
    let end = at + 1
    if (indent !== undefined) while (end < lines.length && /^ */.exec(lines[end]!)![0].length > indent) end += 1
    const below = lines.slice(at + 1, end)
    const first = below.findIndex((line) => /^ *(?:- |children:)/.test(line))
    const head = [lines[at]!, ...(first === -1 ? below : below.slice(0, first))].join('\n')
    if (indent !== undefined && isGone(head, first === -1)) at = end
    else kept.push(lines[at++]!)
  }
  return kept.join('\n')
}

/** Drops paragraphs that link to a page of these rooms, and headings that have nothing below them then. */
function dropParagraphs(text: string, rooms: readonly Named[]): string {
  const parts = text.split('\n\n')
  const isGone = (part = '') => rooms.some(({ path }) => new RegExp(`\\]\\(${path}[)/#?]`).test(part))
  const isHead = (part = '#') => part.startsWith('#')
  return parts
    .filter((part, at) => !isGone(part) && !(isHead(part) && isGone(parts[at + 1]) && isHead(parts[at + 2])))
    .join('\n\n')
}

/** A file of the demo without these rooms; null: the file goes. */
export function removeFromDemo(file: string, text: string, rooms: readonly Named[]): string | null {
  const name = file.split('/').at(-1)!
  if (rooms.some((room) => room.file === name)) return null
  const keys = rooms.map(({ key }) => key)
  if (name === 'rooms.yaml')
    return keys.reduce((rest, key) => rest.replace(new RegExp(`^${key}:.*\\n(?:[ -].*\\n)*`, 'm'), ''), text)
  if (name === 'navigation.yaml')
    return dropItems(text, (head) => rooms.some(({ path }) => new RegExp(`target: ${path}(?:/.*)?$`, 'm').test(head)))
  if (name.endsWith('.md')) return dropParagraphs(text, rooms)
  if (name !== 'front.yaml') return text
  const rest = dropItems(text, (head) => keys.some((key) => new RegExp(`- block: ${key}$`, 'm').test(head)))
  // Articles without a block, and a field without entries.
  return dropItems(rest, (head, isLeaf) => isLeaf && /\n *blocks:$/.test(head)).replace(/^\w+:\n(?! )/gm, '')
}

/** Packages of `rooms/package.json` that no other file in `rooms/` imports, with their types. */
function listOwnPackages(sources: ReadonlyMap<string, string>, room: string): string[] {
  const users = new Map<string, Set<boolean>>()
  for (const [path, source] of sources)
    for (const [, name = ''] of source.matchAll(/(?:from|import\(?) ?'((?:@[^/'@.]+\/)?[^/'@.][^/']*)/g))
      users.set(name, (users.get(name) ?? new Set()).add(path.startsWith(`rooms/${room}/`)))
  return [...users].flatMap(([name, isOwn]) => (isOwn.has(false) ? [] : [name, `@types/${name}`]))
}

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

/** Takes packages out of the manifest of the rooms and out of its copy in the lockfile. */
function removePackages(place: string, names: readonly string[]): void {
  for (const file of ['rooms/package.json', 'package-lock.json']) {
    const json = JSON.parse(readFileSync(join(place, file), 'utf8')) as Manifest & { packages?: { rooms: Manifest } }
    const manifest = json.packages?.rooms ?? json
    for (const name of names) {
      delete manifest.dependencies?.[name]
      delete manifest.devDependencies?.[name]
    }
    writeFileSync(join(place, file), `${JSON.stringify(json, null, 2)}\n`)
  }
}

export const DEMO = 'demo/publications/*/{rooms.yaml,navigation.yaml,front.yaml,shop.yaml,documents/*.md}'

/** Changes the files below `place`. */
export function removeRoom(place: string, room: string): void {
  const read = (path: string) => readFileSync(join(place, path), 'utf8')
  const named = listNames(read, room)
  const list = (pattern: string) => globSync(pattern, { cwd: place }).map((file) => file.replaceAll(sep, '/'))
  const files = list('rooms/**/*.{ts,tsx}').filter((file) => !file.includes('node_modules'))
  removePackages(place, listOwnPackages(new Map(files.map((file) => [file, read(file)])), room))
  for (const file of list('rooms/*.ts')) writeFileSync(join(place, file), removeEntries(read(file), room))
  for (const file of list(DEMO)) {
    const rest = removeFromDemo(file, read(file), named)
    if (rest === null) rmSync(join(place, file))
    else writeFileSync(join(place, file), rest)
  }
  rmSync(join(place, 'rooms', room), { recursive: true })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [room = ''] = process.argv.slice(2)
  if (!/^[a-z]+$/.test(room) || !existsSync(join(root, 'rooms', room, 'domain/row.ts'))) {
    process.stderr.write(
      `Name a folder of rooms/: node tools/run-node.mjs tools/remove-room.ts NAME. There is no "${room}".\n`,
    )
    process.exitCode = 2
  } else {
    removeRoom(root, room)
    spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), 'rooms'], { cwd: root, stdio: 'inherit' })
    process.stdout.write(
      `rooms/${room} is removed. By hand: its key in rooms.yaml of your own publications, what the core offers to this room alone\n(git grep '@${room}'), and what docs/ says of it. Then npm test.\n`,
    )
  }
}

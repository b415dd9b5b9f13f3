/**
 * A publisher's own rooms (docs/own-room.md): folders in `rooms/` beside the folders of publications, each with a `room.ts` that
 * exports `room`. They are code and run in the server, so they are read from disk at the start and never taken over HTTP. A room
 * that cannot be used stops the start, with a line that names its file, the fault and the remedy.
 */
import { existsSync, globSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { DEMO_FOLDERS } from '@lokalteil/demo/publications-folder'
import { OWN_ROOM, ROOM_KEYS } from '@lokalteil/domain/rooms/rooms'
import { readExtensionPage, toPathProblem } from '@lokalteil/domain/routing/extension-pages'
import { checkSettings, isRoom, type OpenRoom, type Room } from '@lokalteil/rooms/define-room'
import { ROOMS } from '@lokalteil/rooms/server'
import { toOutage } from '@lokalteil/services/platform/database/outage'
import type { readFolder } from '@lokalteil/services/publications/folder/read-folder'
import { readConfig, type ConfigResult } from '../config/config.ts'
import type { Environment } from '../config/environment.ts'

type OwnRooms = { rooms: readonly Room[]; faults: readonly string[] }

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const FOLDER = 'rooms'
const NONE: OwnRooms = { rooms: [], faults: [] }

/** Names of services, of schemas of their tables and of nouns of `npx lokalteil`; a room of the same name would share them. */
export const TAKEN_NAMES: ReadonlySet<string> = new Set([
  ...ROOMS.map(({ name }) => name),
  ...ROOM_KEYS,
  ...'accounts announcements articles auth backup billing bounces codes coins commerce community consent content customers'.split(
    ' ',
  ),
  ...'declarations figures gifts import information_schema jobs library mail newsletter newsletters offers office own'.split(
    ' ',
  ),
  ...'paywall pictures plenigo portal public publication publications reader rooms scripts settings sso staff'.split(
    ' ',
  ),
  ...'status subscribers subscription user'.split(' '),
])

/** The configuration, with the variables of own rooms, and these rooms. */
export async function readConfigAndRooms(environment: Environment): Promise<{ parsed: ConfigResult; own: OwnRooms }> {
  const parsed = readConfig(environment, ROOMS)
  if (!parsed.ok) return { parsed, own: NONE }
  const { publicationsDir, isDemo } = parsed.config
  const own = await readOwnRooms(publicationsDir ?? (isDemo ? DEMO_FOLDERS.publications : null))
  return { parsed: own.rooms.length === 0 ? parsed : readConfig(environment, [...ROOMS, ...own.rooms]), own }
}

/** For commands, which do not read the whole configuration. */
export function readRoomsOf({ PUBLICATIONS_DIR, DEMO = '1' }: Environment): Promise<OwnRooms> {
  const isDemo = !['', '0', 'false'].includes(DEMO)
  return readOwnRooms(PUBLICATIONS_DIR || (isDemo ? DEMO_FOLDERS.publications : null))
}

export function toRoomsText({ faults }: OwnRooms): string {
  return faults.length === 0 ? '' : `Rooms of your own that cannot be used (docs/own-room.md):\n${faults.join('\n')}\n`
}

/** `publications`: the folder around those of publications; null: there is none. */
export async function readOwnRooms(publications: string | null): Promise<OwnRooms> {
  if (publications === null) return NONE
  const place = join(resolve(ROOT, publications), FOLDER)
  if (!existsSync(place) || existsSync(join(place, 'publication.yaml'))) return NONE
  resolvePackagesFromHere(place)
  const names = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .toSorted()
  const rooms: Room[] = []
  const faults: string[] = []
  const pages = new Map<string, string>()
  for (const name of names) {
    const found = [...checkName(place, name), ...checkApp(join(place, name), pages)]
    const room = await loadRoom(join(place, name, 'room.ts'), name)
    if (typeof room === 'string') found.push(room)
    else if (found.length === 0) rooms.push(guard(room, join(place, name, 'room.ts')))
    faults.push(...found)
  }
  return { rooms, faults }
}

const toFault = (file: string, what: string, remedy: string): string => `  ${file}: ${what}. ${remedy}`

function checkName(place: string, name: string): string[] {
  if (!OWN_ROOM.test(name))
    return [toFault(join(place, name), 'is no name of a room', 'Use two to sixteen lower-case letters and digits.')]
  if (!TAKEN_NAMES.has(name)) return []
  return [
    toFault(
      join(place, name),
      `has a name that the product uses itself: "${name}"`,
      'Give the folder and the room in it another one.',
    ),
  ]
}

const PAGE_REMEDY = `Begin its page with: export const page = definePage({ path: '/kino',`
const PATH_FAULTS = {
  spelling: 'is no address; write one to four parts of lower-case letters, digits and hyphens',
  number: 'ends like the address of an article or with the number of a page; let it end with a word',
  taken: 'is a page of the portal',
} as const

/** `pages`: path → file, of all own rooms. */
function checkApp(folder: string, pages: Map<string, string>): string[] {
  const files = (pattern: string) => globSync(`app/${pattern}`, { cwd: folder }).map((file) => join(folder, file))
  const faults = files('*Page.tsx').flatMap((file) => {
    const path = readExtensionPage(readFileSync(file, 'utf8'))?.path ?? null
    if (path === null) return [toFault(file, 'has no page whose path can be read', PAGE_REMEDY)]
    const problem = toPathProblem(path)
    if (problem !== null)
      return [toFault(file, `has its page at "${path}", which ${PATH_FAULTS[problem]}`, PAGE_REMEDY)]
    const other = pages.get(path)
    pages.set(path, file)
    return other === undefined
      ? []
      : [toFault(file, `has its page at "${path}", as ${other} has`, 'Give one of them another path.')]
  })
  const [, second] = files('*Block.tsx').toSorted()
  return second === undefined
    ? faults
    : [...faults, toFault(second, 'is a second block of the room', 'A room has one; make another room for it.')]
}

/** The room, or why it cannot be used. */
async function loadRoom(file: string, name: string): Promise<Room | string> {
  const remedy = `It exports the room: export const room = defineRoom({ name: '${name}', …`
  if (!existsSync(file)) return toFault(file, 'is missing', remedy)
  let module: { room?: unknown }
  try {
    module = await import(pathToFileURL(file).href)
  } catch (error) {
    return toFault(toPlace(error) ?? file, `cannot be loaded: ${toMessage(error)}`, 'Mend it and start again.')
  }
  const { room } = module
  if (room === undefined) {
    const others = Object.keys(module).join(', ')
    return toFault(file, `exports no "room"${others === '' ? '' : `, only ${others}`}`, remedy)
  }
  if (!isRoom(room)) return toFault(file, 'exports a "room" that defineRoom has not made', remedy)
  return room.name === name
    ? room
    : toFault(file, `calls its room "${room.name}"`, `Call it "${name}" like its folder, or rename the folder.`)
}

/** The file and line of a syntax error, which its message does not name. */
function toPlace(error: unknown): string | null {
  const [, place] = /^(?:file:\/\/)?(\/.+:\d+)\r?\n/.exec((error instanceof Error ? error.stack : null) ?? '') ?? []
  return place ?? null
}

function toMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!.replace(/\.$/, '')
}

let places: readonly string[] = []

/** Packages that a room imports are those of the product, wherever its folder lies. */
function resolvePackagesFromHere(place: string): void {
  const base = pathToFileURL(`${realpathSync(place)}/`).href
  if (places.includes(base) || base.startsWith(pathToFileURL(ROOT).href)) return
  places = [...places, base]
  if (places.length > 1) return
  registerHooks({
    resolve(specifier, context, next) {
      const isPackage = !/^(?:[./]|[a-z]+:)/.test(specifier)
      const isOwn = places.some((own) => context.parentURL?.startsWith(own))
      return next(specifier, isPackage && isOwn ? { ...context, parentURL: import.meta.url } : context)
    },
  })
}

/** Errors say which room they are of, and a room answers nothing outside of its own addresses. */
function guard(room: Room, file: string): Room {
  const rethrow = (error: unknown): never => {
    // An outage of the database is no fault of the room. A missing file is one and looks the same.
    const isMissingFile = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (toOutage(error) !== null && !isMissingFile) throw error
    throw new Error(`The room ${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
  return {
    ...room,
    async mount(...asked) {
      const mounted = await room.mount(...asked).catch(rethrow)
      return {
        ...mounted,
        open(core) {
          try {
            const opened = mounted.open(core)
            checkAddresses(room.name, opened)
            return opened
          } catch (error) {
            return rethrow(error)
          }
        },
      }
    },
  }
}

function checkAddresses(name: string, { calls, routes, forms, pageCalls }: OpenRoom): void {
  const base = `/api/rooms/${name}/`
  const outside = [...calls.map(({ endpoint }) => endpoint.path), ...(routes?.routes ?? []).map(({ path }) => path)]
  const wrong = outside.find((path) => !path.startsWith(base))
  if (wrong !== undefined) throw new Error(`it answers ${wrong}, and its addresses begin with ${base}`)
  if (forms !== undefined || pageCalls !== undefined)
    throw new Error('"forms" and "pageCalls" need a row in the table of routes, which own rooms do not have')
}

/** Adds faults of the settings of own rooms. */
export function withRoomSettings(rooms: readonly Room[], read: typeof readFolder): typeof readFolder {
  return async (root) => {
    const result = await read(root)
    const faults = Object.entries(result.folder?.rooms?.own ?? {}).flatMap(([name, raw]) => {
      const room = rooms.find((one) => one.name === name)
      const checked = room === undefined ? null : checkSettings(room.own?.settings, raw)
      return checked === null || checked.ok ? [] : [{ name, fault: checked.fault }]
    })
    const findings = faults.map(({ name, fault }) => ({
      level: 'error' as const,
      file: 'rooms.yaml',
      line: null,
      field: `own.${name}`,
      message: fault,
      remedy: 'Write it as the room wants it.',
    }))
    return faults.length === 0 ? result : { ...result, folder: null, findings: [...result.findings, ...findings] }
  }
}

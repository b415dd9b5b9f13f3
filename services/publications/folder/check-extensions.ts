/**
 * Checks the pages that a folder brings itself (`extensions/*.tsx`) and those of own rooms that it switches on: each needs an
 * address that can be read, that is free and that no other page of the folder has; and every address in a menu must exist.
 * Extensions and own rooms are built, never applied, so only folders on disk are checked.
 */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listOwnRooms } from '@lokalteil/contracts/publication/rooms'
import type { MenuItem } from '@lokalteil/contracts/publication/navigation'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { type PathProblem, readExtensionPage, toPathProblem } from '@lokalteil/domain/routing/extension-pages'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { toRedirects } from './check-redirects.ts'
import { REDIRECTS_FILE } from './references.ts'
import { nearest, toField, toFinding, type YamlSource } from './yaml-source.ts'

/** The same patterns as in the build. */
const EXTENSION = /^[a-z0-9]+(?:-[a-z0-9]+)*\.tsx$/
const PAGE = /Page\.tsx$/
/** Own rooms lie beside the folders of publications. */
const ROOMS = '../rooms'
const MOST_BYTES = 1_000_000

type Files = ReadonlyMap<string, Uint8Array>
type Sources = ReadonlyMap<string, YamlSource>

export async function checkExtensions(
  root: string,
  folder: PublicationFolder,
  files: Files,
  sources: Sources,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const pages = new Map<string, string>()
  const rooms = listOwnRooms(folder.rooms)
  const ofRooms = await Promise.all(
    rooms.map(async (room) => {
      if (!(await isFile(join(root, ROOMS, room, 'room.ts')))) findings.push(toMissing(room, sources))
      return readSources(root, `${ROOMS}/${room}/app`, PAGE)
    }),
  )
  for (const [file, source] of [...(await readSources(root, 'extensions', EXTENSION)), ...ofRooms.flat()]) {
    const found = readExtensionPage(source)
    if (found === null) continue
    const { path, line } = found
    const flag = (message: string, remedy: string) => void findings.push(toFinding(file, line, 'path', message, remedy))
    if (path === null) {
      flag('has a page whose path cannot be read', `Begin it with: export const page = definePage({ path: '/kalender',`)
      continue
    }
    const problem = toPathProblem(path) ?? (isTaken(folder, path.slice(1)) ? 'section' : null)
    const other = pages.get(path)
    if (problem !== null) flag(...PROBLEMS[problem](path))
    else if (other !== undefined) flag(`has its page at "${path}", as ${other} has`, 'Give one of them another path.')
    else pages.set(path, file)
  }
  const known = [...listPaths(folder), ...pages.keys()]
  const former = new Set(toRedirects(files.get(REDIRECTS_FILE)).map(({ from }) => from))
  for (const [menu, items] of Object.entries(folder.navigation))
    findings.push(...checkMenu(items ?? [], [menu], known, former, sources))
  return findings
}

const PROBLEMS: Readonly<Record<PathProblem | 'section', (path: string) => [message: string, remedy: string]>> = {
  spelling: (path) => [
    `has its page at "${path}", which is no address`,
    'Write one to four parts of lower-case letters, digits and hyphens, each behind a slash, like /kalender.',
  ],
  number: (path) => [
    `has its page at "${path}", which ends like the address of an article or with the number of a page`,
    'Let it end with a word.',
  ],
  taken: (path) => [`has its page at "${path}", where the portal has one`, 'Give it another path.'],
  section: (path) => [
    `has its page at "${path}", where a section, a tag or a document of the folder is`,
    'Give it another path.',
  ],
}

/** A warning only: a folder is also checked away from the rooms. */
function toMissing(room: string, sources: Sources): Finding {
  return toFinding(
    'rooms.yaml',
    sources.get('rooms.yaml')?.lineOf(['own', room]) ?? null,
    `own.${room}`,
    `there is no room of your own at ${ROOMS}/${room}/room.ts`,
    'Write its name as its folder has it, or remove it.',
    'warning',
  )
}

async function isFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isFile() ?? false
}

async function readSources(root: string, folder: string, pattern: RegExp): Promise<[file: string, source: string][]> {
  const place = join(root, folder)
  const names = await readdir(place).catch(() => [])
  const read = await Promise.all(
    names
      .filter((name) => pattern.test(name))
      .toSorted()
      .map(async (name): Promise<[string, string][]> => {
        const stat = await lstat(join(place, name))
        if (!stat.isFile() || stat.size > MOST_BYTES) return []
        return [[`${folder}/${name}`, await readFile(join(place, name), 'utf8')]]
      }),
  )
  return read.flat()
}

function isTaken(folder: PublicationFolder, name: string): boolean {
  return listPaths(folder).includes(`/${name}`)
}

function listPaths({ taxonomy, documents }: PublicationFolder): string[] {
  return [
    ...taxonomy.sections.map(({ path }) => path),
    ...taxonomy.tags.map(({ slug }) => slug),
    ...documents.map(({ id }) => id),
  ].map((path) => `/${path}`)
}

/** A warning only, because articles can bring sections and tags of their own. */
function checkMenu(
  items: readonly MenuItem[],
  at: readonly (string | number)[],
  known: readonly string[],
  former: ReadonlySet<string>,
  sources: Sources,
): Finding[] {
  return items.flatMap(({ target, children }, index) => {
    const here = [...at, index]
    const below = checkMenu(children, [...here, 'children'], known, former, sources)
    if (!isOpen(target) || known.includes(target) || former.has(target)) return below
    const meant = nearest(target, known)
    const field = [...here, 'target']
    return [
      toFinding(
        'navigation.yaml',
        sources.get('navigation.yaml')?.lineOf(field) ?? null,
        toField(field),
        `there is no section, tag, document or page "${target}" in this folder`,
        meant === null ? 'Add it, or let the link lead elsewhere.' : `Did you mean "${meant}"?`,
        'warning',
      ),
      ...below,
    ]
  })
}

/** True for addresses that any section or tag may have, so that the path alone does not tell whether a page exists. */
function isOpen(target: string): boolean {
  if (!target.startsWith('/') || /[?#]/.test(target)) return false
  const found = matchRoute(target)
  return found.kind === 'route' && found.route.name === 'channel'
}

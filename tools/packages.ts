/** Which packages the product stands on, by its imports: those that the server loads, and those that the build puts into the pages. */
import { resolveFile, type Sources } from './import-rules.ts'
import { findLocked } from './lockfile.ts'
import { readModule } from './module-reader.ts'

type Locked = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }

/** The server, its commands, and the pages that it renders. */
const SERVER = ['web/server/main.ts', 'web/server/composition/commands.ts', 'web/app/render.tsx']
/** Loaded by browsers: the pages, the service worker and the office. */
const BROWSER = ['web/app/entry.tsx', 'web/app/sw/worker.ts', 'web/office/main.tsx']
/** For `npm run dev` alone; the server imports them when it is started so. */
const OF_DEVELOPMENT = new Set(['vite', '@vitejs/plugin-react'])

/** `loaded`: by the server. `bundled`: by the build, into the files of browsers. */
export function readPackages(sources: Sources): { loaded: string[]; bundled: string[] } {
  const known = new Map<string, { packages: string[]; files: string[] }>()
  const read = (path: string) => {
    let found = known.get(path)
    if (found === undefined) known.set(path, (found = readImports(path, sources)))
    return found
  }
  const list = (entries: readonly string[]) => {
    const reached = new Set(entries)
    // Iterating a Set also visits elements added meanwhile.
    for (const path of reached) for (const file of read(path).files) reached.add(file)
    return [...new Set([...reached].flatMap((path) => read(path).packages))].toSorted()
  }
  return { loaded: list(SERVER).filter((name) => !OF_DEVELOPMENT.has(name)), bundled: list(BROWSER) }
}

/** The imports of a file, without types. */
function readImports(path: string, sources: Sources): { packages: string[]; files: string[] } {
  const source = sources.get(path) ?? ''
  const names =
    source === ''
      ? []
      : readModule(path, source)
          .imports.filter(({ isType }) => !isType)
          .map(({ name }) => name)
  return {
    files: names.flatMap((name) => resolveFile(path, name, sources) ?? []),
    packages: names
      .filter((name) => !/^[./]|^(?:node|virtual):|^@lokalteil\//.test(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0]),
  }
}

/** Places of these packages in the lockfile, with everything they need. */
export function listPlacesOf(
  packages: Readonly<Record<string, Locked>>,
  from: string,
  names: Iterable<string>,
): Set<string> {
  const places = new Set<string>()
  const add = (around: string, name: string) => {
    const place = findLocked(packages, around, name)
    if (place === null || places.has(place)) return
    places.add(place)
    const { dependencies, optionalDependencies } = packages[place]!
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(place, needed)
  }
  for (const name of names) add(from, name)
  return places
}

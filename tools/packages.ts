/** Which packages the product stands on, by its imports: those that the server loads, and those that the build puts into the pages. */
import { listReached, readImportGraph } from './import-graph.ts'
import type { Sources } from './import-rules.ts'
import { findLocked } from './lockfile.ts'
import { readModule } from './module-reader.ts'

type Locked = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> }

/** The server, its commands, and the pages that it renders. */
const SERVER = ['web/server/main.ts', 'web/server/composition/commands.ts', 'web/app/render.tsx']
/** What browsers load: the pages, the service worker and the office. */
const BROWSER = ['web/app/entry.tsx', 'web/app/sw/worker.ts', 'web/office/main.tsx']
/** For `npm run dev` alone; the server imports them when it is started so. */
const OF_DEVELOPMENT = new Set(['vite', '@vitejs/plugin-react'])

export const listLoaded = (sources: Sources): string[] =>
  listImported(sources, SERVER).filter((name) => !OF_DEVELOPMENT.has(name))
export const listBundled = (sources: Sources): string[] => listImported(sources, BROWSER)

/** Names of the packages that are imported by the files reached from `entries`; types do not count. */
function listImported(sources: Sources, entries: readonly string[]): string[] {
  const graph = readImportGraph(sources, { hasTypes: false })
  const names = new Set<string>()
  for (const path of listReached(graph, entries)) {
    const source = sources.get(path) ?? ''
    if (source === '') continue
    for (const { name, isType } of readModule(path, source).imports)
      if (!isType && !/^[./]|^(?:node|virtual):|^@lokalteil\//.test(name))
        names.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
  }
  return [...names].toSorted()
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

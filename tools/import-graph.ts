/**
 * The import graph of the repository: the files reached from a file, and the files that reach a changed one. Type
 * imports count only if requested; workers and dynamic imports always count.
 */
import { posix } from 'node:path'
import { resolveFile, type Sources } from './import-rules.ts'
import { readModule } from './module-reader.ts'

export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

const MODULE = /\.[cm]?[jt]sx?$/

export function readImportGraph(sources: Sources, { hasTypes }: { hasTypes: boolean }): ImportGraph {
  const graph = new Map<string, ReadonlySet<string>>()
  for (const [path, source] of sources) {
    if (!MODULE.test(path)) continue
    const targets = readModule(path, source)
      .imports.filter(({ isType }) => hasTypes || !isType)
      .flatMap(({ name }) => resolveFile(path, name, sources) ?? [])
    graph.set(path, new Set([...targets, ...listMigrations(path, source, sources)]))
  }
  return graph
}

/** Found by their folder when a service starts (services/platform/database/migrations.ts). */
function listMigrations(path: string, source: string, sources: Sources): string[] {
  if (!source.includes('import.meta.dirname')) return []
  const folder = `${posix.dirname(path)}/migrations/`
  return [...sources.keys()].filter((other) => other.startsWith(folder))
}

/** Includes the starting files. `enters`: whether a file's own imports are followed. */
export function listReached(
  graph: ImportGraph,
  from: Iterable<string>,
  enters: (path: string) => boolean = () => true,
): ReadonlySet<string> {
  const reached = new Set(from)
  // Iterating a Set also visits elements added meanwhile.
  for (const path of reached) if (enters(path)) for (const target of graph.get(path) ?? []) reached.add(target)
  return reached
}

export function turnAround(graph: ImportGraph): ImportGraph {
  const turned = new Map<string, Set<string>>()
  for (const [path, targets] of graph)
    for (const target of targets) turned.set(target, (turned.get(target) ?? new Set()).add(path))
  return turned
}

/** Entry points of the product: the server, both halves of the pages, the worker, and the commands of the publisher. */
export function listEntries(sources: Sources, scripts: Readonly<Record<string, string>>): string[] {
  const commands = Object.values(scripts).flatMap((script) => script.match(/(?:services|web)\/\S+\.ts/g) ?? [])
  const entries = ['web/server/main.ts', 'web/app/entry.tsx', 'web/app/render.tsx', 'web/app/sw/worker.ts', ...commands]
  const missing = entries.filter((path) => !sources.has(path))
  if (missing.length > 0) throw new Error(`The product begins at ${missing.join(', ')}, which is not there`)
  return entries
}

/**
 * Test files that a change may break: those that reach a changed module. For a file without importers (a text, a style
 * sheet read at build, a folder of the demo) those of the nearest parent folder that has tests.
 */
export function listTouchedTests(changed: readonly string[], graph: ImportGraph): string[] {
  const users = turnAround(graph)
  const tests = [...graph.keys()].filter((path) => /\.test\.tsx?$/.test(path))
  const besides = changed
    .filter((path) => !users.has(path) && !/\.(test|journey)\.tsx?$/.test(path))
    .flatMap((path) => {
      for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
        const near = tests.filter((test) => test.startsWith(`${folder}/`))
        if (near.length > 0) return near
      }
      return tests.filter((test) => test.startsWith('tools/'))
    })
  const touched = listReached(users, changed)
  return [...new Set([...tests.filter((test) => touched.has(test)), ...besides])].toSorted()
}

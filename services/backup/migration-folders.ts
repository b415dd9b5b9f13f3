/** The services whose migrations this version has, to tell a backup that is newer and to bring an older one up to date. */
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Known = { folder: string; names: ReadonlySet<string> }

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PLACES = ['services/*/migrations/*.ts', 'services/platform/*/migrations/*.ts', 'rooms/*/service/migrations/*.ts']

/** By the first migration, which is another one in every service. */
export function listMigrationFolders(root = ROOT): Map<string, Known> {
  const files = PLACES.flatMap((place) => globSync(place, { cwd: root })).filter((file) =>
    /\/\d{4}-[\w-]+\.ts$/.test(file),
  )
  const byFolder = Map.groupBy(files, (file) => dirname(dirname(file)))
  return new Map(
    [...byFolder].map(([folder, own]) => {
      const names = own.map((file) => basename(file, '.ts')).toSorted()
      return [names[0]!, { folder: join(root, folder), names: new Set(names) }]
    }),
  )
}

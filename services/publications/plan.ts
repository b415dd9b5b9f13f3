/** Computes the changes that applying a folder would make, and the obstacles to it. */
import type { Plan } from '@lokalteil/contracts/publication/publication-api'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { checkFolder } from './check-folder.ts'
import { listNamedFiles, REDIRECTS_FILE } from './folder/references.ts'
import { toFinding } from './folder/yaml-source.ts'
import { merge, type Prefer } from './merge.ts'
import { getFile, listMissingFiles, listPublications, type StoredPublication } from './store.ts'
import type { PublicationsDb } from './schema.ts'

export type Planned = { plan: Plan; value: PublicationFolder; stored: StoredPublication | null }

export async function planApply(db: PublicationsDb, folder: PublicationFolder, prefer: Prefer): Promise<Planned> {
  const all = await listPublications(db)
  const stored = all.find(({ code }) => code === folder.identity.code) ?? null
  const { value, changes, conflicts, kept } = merge(stored?.applied ?? undefined, folder, stored?.folder, prefer)
  const findings = await checkPublication(db, value, all)
  const missingFiles = await listMissingFiles(db, Object.values(value.files))
  return { plan: { isNew: stored === null, changes, conflicts, kept, findings, missingFiles }, value, stored }
}

/** Checks the publication as it would be in force, together with the others. */
export async function checkPublication(
  db: PublicationsDb,
  folder: PublicationFolder,
  all: readonly StoredPublication[],
): Promise<Finding[]> {
  const paths = listNamedFiles(folder).flatMap(({ file, path }) =>
    file === 'look.yaml' || file === REDIRECTS_FILE ? [path] : [],
  )
  const files = new Map<string, Uint8Array>()
  for (const path of paths) {
    const bytes = folder.files[path] === undefined ? null : await getFile(db, folder.files[path])
    if (bytes !== null) files.set(path, bytes)
  }
  return [...checkFolder(folder, files), ...checkHosts(folder, all)]
}

/** A host may belong to one publication only. */
function checkHosts(folder: PublicationFolder, all: readonly StoredPublication[]): Finding[] {
  return folder.identity.hosts.flatMap((host, index) => {
    const owner = all.find(
      ({ code, folder: other }) => code !== folder.identity.code && other.identity.hosts.includes(host),
    )
    return owner === undefined
      ? []
      : [
          toFinding(
            'publication.yaml',
            null,
            `hosts[${index + 1}]`,
            `"${host}" belongs to ${owner.folder.identity.name} (${owner.code})`,
            'Remove it from one of them.',
          ),
        ]
  })
}

export const isSound = ({ findings }: Pick<Plan, 'findings'>): boolean =>
  findings.every(({ level }) => level !== 'error')

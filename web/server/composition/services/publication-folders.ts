/**
 * Reads folders of publications from disk: the usable ones, and a message for the operator about each of the others.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding, PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import type { FolderResult } from '@lokalteil/services/publications/folder/read-folder'

type UsableFolder = { folder: PublicationFolder; files: ReadonlyMap<string, Uint8Array> }
type BrokenFolder = { name: string; findings: readonly Finding[]; faults: readonly string[] }

/** `place`: the parent folder. If it does not exist there are no folders. */
export async function readFolders(
  place: string,
  readOne: (folder: string) => Promise<FolderResult>,
): Promise<{ folders: UsableFolder[]; broken: BrokenFolder[] }> {
  const names = existsSync(place)
    ? readdirSync(place, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && existsSync(join(place, entry.name, 'publication.yaml')))
        .map(({ name }) => name)
        .toSorted()
    : []
  const folders: UsableFolder[] = []
  const broken: BrokenFolder[] = []
  for (const [index, { folder, files, findings }] of (
    await Promise.all(names.map((name) => readOne(join(place, name))))
  ).entries()) {
    if (folder !== null) folders.push({ folder, files })
    else broken.push({ name: names[index]!, findings, faults: toFaults(join(place, names[index]!), findings) })
  }
  return { folders, broken }
}

export function toFaults(place: string, findings: readonly Finding[]): string[] {
  return findings
    .filter(({ level }) => level === 'error')
    .map(({ file, line, field, message, remedy }) => {
      const at = `${file}${line === null ? '' : `:${line}`}${field === '' ? '' : ` ${field}`}`
      return `  ${place}: ${at} ${message}. ${remedy}`
    })
}

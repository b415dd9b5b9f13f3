/** Writes a publication as files; used by `publication new` and `export`. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  FOLDER_FILES,
  type FolderFile,
  PublicationFolder,
  type PublicationText,
} from '@lokalteil/contracts/publication/publication-folder'
import { stringify } from 'yaml'
import { toKey } from './read-folder.ts'

/** Returns false, and writes nothing, if the place is not empty. */
export async function writeFolder(
  root: string,
  folder: PublicationFolder,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<boolean> {
  if ((await readdir(root).catch(() => [])).length > 0) return false
  const put = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  for (const name of Object.keys(FOLDER_FILES)) {
    const text = toYaml(name as FolderFile, folder)
    if (text !== '') await put(name, text)
  }
  for (const document of folder.documents) await put(`documents/${document.id}.md`, toDocument(document))
  for (const [path, bytes] of files) await put(path, bytes)
  return true
}

/** The content of a YAML file of the folder; '' if all its values are defaults. */
export function toYaml(name: FolderFile, folder: PublicationFolder): string {
  const key = toKey(name)
  const part = folder[key] ?? null
  const text = part === null ? '' : toYamlPart(toSaid(part, DEFAULTS[key]))
  return text === '{}\n' ? '' : text
}

export function toYamlPart(value: unknown): string {
  return stringify(value, { lineWidth: 110, singleQuote: true })
}

export function toDocument({ title, updated, markdown }: PublicationText): string {
  return `---\n${stringify({ title }).trim()}\nupdated: ${updated}\n---\n${markdown}\n`
}

const DEFAULTS: Readonly<Record<string, unknown>> = (() => {
  const { identity: _, ...rest } = PublicationFolder.shape
  return Object.fromEntries(
    Object.entries(rest).map(([key, schema]) => [key, schema.safeParse(undefined).data ?? null]),
  )
})()

/** Removes the values that equal the defaults. */
function toSaid(value: unknown, fallback: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const defaults = (typeof fallback === 'object' && fallback !== null ? fallback : {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, one]) => one !== undefined && JSON.stringify(one) !== JSON.stringify(defaults[key]))
      .map(([key, one]) => [key, toSaid(one, defaults[key])]),
  )
}

/**
 * Reads a publication's folder into a document with its files, and lists every fault. Symbolic links out of the folder
 * are not followed, files that no document names are not read, and sizes are limited.
 */
import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type Finding,
  FOLDER_FILES,
  type FolderFile,
  PublicationFolder,
  PublicationText,
} from '@lokalteil/contracts/publication/publication-folder'
import { checkExtensions } from './check-extensions.ts'
import { checkFolder } from '../check-folder.ts'
import { listNamedFiles } from './references.ts'
import { nearest, readYaml, toFinding, type YamlSource } from './yaml-source.ts'

export type FolderResult = {
  /** Null: there are errors. */
  folder: PublicationFolder | null
  /** Keyed by path in the folder, as `folder.files` names them. */
  files: ReadonlyMap<string, Uint8Array>
  findings: Finding[]
}

const MOST_FILE_BYTES = 10_000_000
const MOST_FOLDER_BYTES = 100_000_000
const MOST_DOCUMENT_BYTES = 200_000

type Key = Exclude<keyof PublicationFolder, 'documents' | 'files'>
/** The part of the document that a file has. */
export const toKey = (file: FolderFile): Key =>
  file === 'publication.yaml' ? 'identity' : (basename(file, '.yaml') as Key)

const FOLDERS = ['brand', 'documents', 'pictures', 'fonts', 'extensions']

export async function readFolder(root: string): Promise<FolderResult> {
  const findings: Finding[] = []
  const names = await listNames(root)
  if (names === null)
    return {
      folder: null,
      files: new Map(),
      findings: [
        toFinding(
          '',
          null,
          '',
          `${root} is no folder that can be read`,
          'Name the folder that publication.yaml lies in.',
        ),
      ],
    }
  findings.push(...checkNames(names))
  const parts: Partial<Record<Key, unknown>> = {}
  const sources = new Map<string, YamlSource>()
  let isWhole = true
  for (const [file, schema] of Object.entries(FOLDER_FILES) as [FolderFile, (typeof FOLDER_FILES)[FolderFile]][]) {
    if (!names.includes(file)) continue
    const bytes = await readBounded(join(root, file))
    if (bytes === null) {
      findings.push(toFinding(file, null, '', 'cannot be read', 'It must be a plain file below 10 MB.'))
      isWhole = false
      continue
    }
    const result = readYaml(file, bytes, schema)
    findings.push(...result.findings)
    sources.set(file, result.source)
    if (result.data === null) isWhole = false
    else parts[toKey(file)] = result.data
  }
  if (!names.includes('publication.yaml')) {
    findings.push(
      toFinding(
        'publication.yaml',
        null,
        '',
        'is missing',
        'Every folder has one; "npx lokalteil publication new" writes it.',
      ),
    )
    isWhole = false
  }
  const documents = await readDocuments(root, findings)
  if (!isWhole) return { folder: null, files: new Map(), findings }
  const folder = PublicationFolder.parse({ ...parts, documents })
  const files = await readNamedFiles(root, folder, findings)
  folder.files = Object.fromEntries(
    [...files].map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')]),
  )
  findings.push(...checkFolder(folder, files, sources), ...(await checkExtensions(root, folder, files, sources)))
  const isSound = findings.every(({ level }) => level !== 'error')
  return { folder: isSound ? folder : null, files, findings }
}

async function listNames(root: string): Promise<string[] | null> {
  try {
    if (!(await lstat(root)).isDirectory()) return null
    return await readdir(root)
  } catch {
    return null
  }
}

function checkNames(names: readonly string[]): Finding[] {
  const known = [...Object.keys(FOLDER_FILES), ...FOLDERS, 'README.md', 'redirects.csv', 'map.geojson']
  return names
    .filter((name) => !name.startsWith('.') && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known)
      return toFinding(
        name,
        null,
        '',
        'is nothing the product reads',
        meant === null ? `Remove it; it reads ${known.join(', ')}.` : `Did you mean "${meant}"?`,
        'warning',
      )
    })
}

async function readBounded(path: string, most = MOST_FILE_BYTES): Promise<Uint8Array | null> {
  try {
    const { size, ...stat } = await lstat(path).then((found) => ({ size: found.size, isFile: found.isFile() }))
    return stat.isFile && size <= most ? await readFile(path) : null
  } catch {
    return null
  }
}

/** Reads `documents/{id}.md`: front matter between two lines of `---`, then Markdown. */
async function readDocuments(root: string, findings: Finding[]): Promise<PublicationText[]> {
  const names = (await listNames(join(root, 'documents'))) ?? []
  const documents: PublicationText[] = []
  for (const name of names.toSorted()) {
    if (name.startsWith('.')) continue
    const file = `documents/${name}`
    if (!name.endsWith('.md')) {
      findings.push(
        toFinding(file, null, '', 'is no document', 'Documents are Markdown files, like impressum.md.', 'warning'),
      )
      continue
    }
    const bytes = await readBounded(join(root, file), MOST_DOCUMENT_BYTES)
    if (bytes === null) {
      findings.push(toFinding(file, null, '', 'cannot be read', 'It must be a plain file below 200 kB.'))
      continue
    }
    const text = new TextDecoder().decode(bytes)
    const matter = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(text)
    if (matter === null) {
      findings.push(
        toFinding(
          file,
          1,
          '',
          'has no title and date',
          'Begin it with ---, title: …, updated: 2026-01-31, and --- again.',
        ),
      )
      continue
    }
    const head = readYaml(
      file,
      new TextEncoder().encode(matter[1]),
      PublicationText.pick({ title: true, updated: true }),
    )
    findings.push(...head.findings.map((finding) => ({ ...finding, line: (finding.line ?? 0) + 1 })))
    if (head.data === null) continue
    const document = PublicationText.safeParse({
      ...head.data,
      id: basename(name, '.md'),
      markdown: text.slice(matter[0].length).trim(),
    })
    if (document.success) documents.push(document.data)
    else
      findings.push(
        toFinding(file, null, '', 'has a name that is no address', 'Use lower-case letters, digits and hyphens.'),
      )
  }
  return documents
}

/** Reads the named files that exist; the check reports the missing ones. */
async function readNamedFiles(
  root: string,
  folder: PublicationFolder,
  findings: Finding[],
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  let total = 0
  for (const path of new Set(listNamedFiles(folder).map((named) => named.path))) {
    const bytes = await readBounded(join(root, path))
    if (bytes === null) continue
    total += bytes.byteLength
    if (total > MOST_FOLDER_BYTES) {
      findings.push(toFinding(path, null, '', 'makes the folder larger than 100 MB', 'Make pictures smaller.'))
      break
    }
    files.set(path, bytes)
  }
  return files
}

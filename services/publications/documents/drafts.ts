/**
 * Documents that were filled with a publisher's data are filled again when the data change, as long as nobody wrote in them:
 * `documents/.drafts` has the digest of each text as it was written. Promises: a text that somebody changed is never
 * touched, unless it is named.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublicationFolder, PublicationText } from '@lokalteil/contracts/publication/publication-folder'
import { toDocument, writeFolder } from '../folder/write-folder.ts'
import { fillDocuments } from './fill-documents.ts'

/** `yours`: somebody wrote in it. */
export type Draft = { id: string; outcome: 'new' | 'again' | 'same' | 'yours' }

/** False: there is something at that place already, and nothing was written. */
export async function writeNewFolder(
  root: string,
  folder: PublicationFolder,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<boolean> {
  if (!(await writeFolder(root, folder, files))) return false
  await saveDigests(root, Object.fromEntries(folder.documents.map(({ id, markdown }) => [id, toDigest(markdown)])))
  return true
}

/** `named`: these are written again whatever is in them. */
export async function writeDrafts(
  root: string,
  folder: PublicationFolder,
  { today, named }: { today: string; named: ReadonlySet<string> },
): Promise<Draft[]> {
  const digests = await readDigests(root)
  const drafts: Draft[] = []
  for (const draft of fill(folder, today)) {
    const { id, markdown } = draft
    const before = folder.documents.find((document) => document.id === id)
    const outcome = before === undefined ? 'new' : named.has(id) ? 'again' : judge(folder, before, digests[id])
    drafts.push({ id, outcome })
    if (outcome !== 'new' && outcome !== 'again') continue
    await mkdir(join(root, 'documents'), { recursive: true })
    await writeFile(join(root, `documents/${id}.md`), toDocument(draft))
    digests[id] = toDigest(markdown)
  }
  await saveDigests(root, digests)
  return drafts
}

function judge(folder: PublicationFolder, before: PublicationText, digest: string | undefined): Draft['outcome'] {
  // Some name their own day.
  const asOfThen = (isDraft: boolean) =>
    fill(folder, before.updated, isDraft).find(({ id }) => id === before.id)?.markdown === before.markdown
  if (asOfThen(true)) return 'same'
  // With values in place of names: written by an earlier version.
  return asOfThen(false) || toDigest(before.markdown) === digest ? 'again' : 'yours'
}

function fill(
  { identity, offers, newsletters, rooms, community }: PublicationFolder,
  today: string,
  isDraft = true,
): PublicationText[] {
  return fillDocuments(identity, { offers, newsletters, rooms, community, today, isDraft })
}

function toDigest(markdown: string): string {
  return createHash('sha256').update(markdown.trim()).digest('hex')
}

const toPath = (root: string) => join(root, 'documents/.drafts')

/** Absent, or no longer what it was: nothing is known of any text. */
async function readDigests(root: string): Promise<Record<string, string>> {
  const lines = (await readFile(toPath(root), 'utf8').catch(() => '')).split('\n')
  return Object.fromEntries(
    lines.flatMap((line) =>
      [...line.matchAll(/^([0-9a-f]{64}) {2}([a-z0-9-]+)\.md$/g)].map(([, digest, id]) => [id!, digest!]),
    ),
  )
}

/** As `sha256sum` writes it. */
async function saveDigests(root: string, digests: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(digests).map(([id, digest]) => `${digest}  ${id}.md\n`)
  if (lines.length > 0) await writeFile(toPath(root), lines.join(''))
}

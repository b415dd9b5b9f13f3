/**
 * A folder into which other programs put documents. Each look takes complete files: unchanged between two looks at
 * least two seconds apart, and without the name of a partial upload. (Upload programs give no signal, and network
 * drives report no changes, so polling is the only sure way.) Imported files are moved to `done/`, files with unusable
 * documents to `rejected/` with the reasons in a `.txt` beside them. A file is moved after it is published; after a
 * crash in between it is imported again, which changes nothing. Pictures stay until no document can need them.
 */
import { lstat, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { emptyReport, merge } from '../delivery/importer.ts'
import type { Importer, ImportReport } from '../delivery/importer.ts'
import { describeFault } from '../delivery/set-aside.ts'
import { DOCUMENT_EXTENSIONS, listSources } from '../delivery/sources.ts'
import type { Part } from '../delivery/sources.ts'
import type { ParsedDocument } from '../parsed-document.ts'

export type FolderLook =
  | {
      kind: 'looked'
      files: TakenFile[]
      /** Files that may still be being written, as seen; passed to the next look. */
      growing: Record<string, string>
      /** Some of these files are documents. */
      isWaiting: boolean
      /** Why a file could not be read or moved; '': no trouble. */
      trouble: string
    }
  | { kind: 'failed'; reason: string }
/** `remarks`: about the whole file, such as a wrong encoding. */
export type TakenFile = { name: string; movedTo: string; report: ImportReport; remarks: readonly string[] }

export type FolderContext = {
  /** Must keep nothing itself, because the file stays. */
  importer: Importer
  now: () => Date
  isMine: () => boolean
  /** Called for each file once it is moved. */
  onTaken?: (file: TakenFile) => void
}

const DONE = 'done'
export const REJECTED = 'rejected'
export const SETTLE_MS = 2000
/** Milliseconds to wait for an empty file, which may have been created before writing. */
const EMPTY_MS = 60_000
/** Milliseconds to wait for a picture that arrives after its text. */
const COMPANION_MS = 120_000
/** Milliseconds after which an unused picture is moved away. */
const LEFT_OVER_MS = 3_600_000
const MOST_FILES = 1000
const HALF_WRITTEN = /^\.|~$|\.(?:part|partial|tmp|temp|filepart|crdownload|download|swp|writing|lock)$/i

type WatchedFile = { name: string; size: number; mark: string; since: number }

export async function lookIntoFolder(
  folder: string,
  before: Readonly<Record<string, string>>,
  context: FolderContext,
): Promise<FolderLook> {
  let found: WatchedFile[]
  try {
    for (const name of [DONE, REJECTED]) await ensureFolder(join(folder, name))
    found = await listFiles(folder, before, context.now().getTime())
  } catch (error) {
    const { code } = error as { code?: string }
    return { kind: 'failed', reason: code === 'ENOENT' ? 'there is no such folder' : describeFault(error) }
  }
  const time = context.now().getTime()
  const isSettled = ({ size, since }: WatchedFile) => time - since >= (size === 0 ? EMPTY_MS : SETTLE_MS)
  const settled = new Set(found.filter(isSettled).map(({ name }) => name))
  const files: TakenFile[] = []
  let trouble = ''
  const gone = new Set<string>()
  for (const file of found) {
    if (!context.isMine()) break
    if (!settled.has(file.name)) continue
    try {
      if (!isDocument(file.name)) {
        if (time - file.since < LEFT_OVER_MS) continue
        await move(folder, file.name, DONE, context.now())
      } else {
        const mayWait = time - file.since < COMPANION_MS
        const taken = await takeFile(folder, file, mayWait ? settled : null, context)
        if (taken === null) continue
        files.push(taken)
        context.onTaken?.(taken)
      }
      gone.add(file.name)
    } catch (error) {
      // An unreadable file does not hold up the others.
      if ((error as { code?: string }).code === undefined) throw error
      trouble ||= `${file.name}: ${describeFault(error)}`
    }
  }
  const left = found.filter(({ name }) => !gone.has(name))
  const growing = Object.fromEntries(left.map(({ name, mark, since }) => [name, `${mark}@${since}`]))
  return { kind: 'looked', files, growing, isWaiting: left.some(({ name }) => isDocument(name)), trouble }
}

const isDocument = (name: string): boolean => DOCUMENT_EXTENSIONS.has(extname(name).toLowerCase())

/** A symbolic link in its place would lead documents elsewhere. */
async function ensureFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: { code?: string }) => {
    if (error.code !== 'EEXIST') throw error
  })
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is no folder`)
}

/** The oldest first, so that a correction comes after the text it corrects. */
async function listFiles(
  folder: string,
  before: Readonly<Record<string, string>>,
  time: number,
): Promise<WatchedFile[]> {
  const found: (WatchedFile & { changed: number })[] = []
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && !HALF_WRITTEN.test(entry.name)).map(({ name }) => name)
  // Documents first, so that many pictures cannot hide them.
  for (const name of names.toSorted((a, b) => Number(isDocument(b)) - Number(isDocument(a))).slice(0, MOST_FILES)) {
    const known = await stat(join(folder, name)).catch(() => null)
    // Deleted in between.
    if (known === null) continue
    const mark = `${known.size}:${known.mtimeMs}`
    const [seen = '', since = ''] = before[name]?.split('@') ?? []
    // After the clock was set back, the time seen earlier does not count.
    const isSame = seen === mark && Number(since) <= time
    found.push({ name, size: known.size, mark, since: isSame ? Number(since) : time, changed: known.mtimeMs })
  }
  return found.toSorted((a, b) => a.changed - b.changed || (a.name < b.name ? -1 : 1))
}

/** `settled` null: no longer waits for pictures. Returns null: take it another time. */
async function takeFile(
  folder: string,
  { name, mark }: WatchedFile,
  settled: ReadonlySet<string> | null,
  { importer, now }: FolderContext,
): Promise<TakenFile | null> {
  const path = join(folder, name)
  const report = emptyReport()
  const remarks = new Set<string>()
  let isBegun = false
  for await (const source of listSources(path)) {
    for await (const part of source.read(now())) {
      const isEarly = settled !== null && listCompanions(part).some((companion) => !settled.has(companion))
      if (isEarly && !isBegun) return null
      isBegun = true
      for (const remark of part.remarks ?? []) remarks.add(remark)
      merge(report, await importer.add(part, source))
    }
  }
  merge(report, await importer.finish())
  const after = await stat(path).catch(() => null)
  // Rewritten meanwhile: the next look reads it.
  if (after === null || `${after.size}:${after.mtimeMs}` !== mark) return null
  const isRefused = report.refusals.some(({ outcome }) => outcome === 'refused')
  const place = isRefused ? REJECTED : DONE
  const target = await findFreeName(join(folder, place), name, now())
  if (report.refusals.length > 0) await writeFile(join(folder, place, `${target}.txt`), toText(name, report))
  await rename(path, join(folder, place, target))
  return { name, movedTo: `${place}/${target}`, report, remarks: [...remarks] }
}

async function move(folder: string, name: string, place: string, now: Date): Promise<void> {
  await rename(join(folder, name), join(folder, place, await findFreeName(join(folder, place), name, now)))
}

/** A free name: a file of an earlier delivery is never overwritten. */
async function findFreeName(place: string, name: string, now: Date): Promise<string> {
  const extension = extname(name)
  const stem = name.slice(0, name.length - extension.length)
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const candidates = [name, `${stem}-${moment}${extension}`]
  for (let count = 2; ; count += 1) {
    const candidate = candidates.shift() ?? `${stem}-${moment}-${count}${extension}`
    const isTaken = await lstat(join(place, candidate)).then(
      () => true,
      () => false,
    )
    if (!isTaken) return candidate
  }
}

/** Names of files that the documents expect beside them. */
function listCompanions({ documents }: Part): string[] {
  const addresses = documents.flatMap(({ picture, contentItems }: ParsedDocument) => [
    picture?.baseUrl,
    ...contentItems.flatMap((item) =>
      item.type === 'image'
        ? [item.picture.baseUrl]
        : item.type === 'gallery'
          ? item.pictures.map(({ baseUrl }) => baseUrl)
          : item.type === 'video'
            ? [item.poster?.baseUrl]
            : [],
    ),
  ])
  // Subfolders are not searched.
  return addresses.filter((address) => address !== undefined && /^[^/:?#]+$/.test(address)) as string[]
}

const MOST_LINES = 200

function toText(name: string, { results, refusals, notes }: ImportReport): string {
  const count = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).length
  const refused = refusals.filter(({ outcome }) => outcome === 'refused').length
  const lines = [
    `${name}: ${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${count('removed')} removed, ${refusals.length - refused} put aside, ${refused} refused`,
    '',
    ...refusals
      .slice(0, MOST_LINES)
      .map(
        ({ outcome, sourceId, reason }) =>
          `${outcome === 'refused' ? 'refused' : 'put aside'}${sourceId === '' ? '' : ` ${sourceId}`}: ${reason}`,
      ),
    ...(refusals.length > MOST_LINES ? [`… and ${refusals.length - MOST_LINES} more`] : []),
    ...notes.slice(0, MOST_LINES).map(({ sourceId, note }) => `note ${sourceId}: ${note}`),
    ...(refused === 0
      ? []
      : ['', 'What came in stays. Correct the file and move it back into the folder above: nothing is taken twice.']),
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Keeps unpublished documents for a look and another try: `FOLDER/rejected/<day>-<hash>.<ext>` for unusable ones,
 * `FOLDER/put-aside/…` for those not meant for readers, each with a file for the reason and the way it arrived. Written
 * completely or not at all: a full disk leaves no partial file and never ends an import.
 */
import { createHash } from 'node:crypto'
import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Refusal } from '../parsed-document.ts'

/** How a document arrived; a retry takes the same way. */
export type Arrival = {
  /** Path or address it was read from. */
  origin: string
  /** The owner first; empty: unknown. */
  publications: readonly string[]
  isPaid: boolean
  /** Id of the source in `sources.yaml`; '': none. */
  source: string
}

export const toArrival = (origin: string): Arrival => ({ origin, publications: [], isPaid: false, source: '' })

export type SetAside = { kind: 'kept'; file: string } | { kind: 'lost'; reason: string }

/** Returns the file's name. The same document is kept once, under the day it first arrived, with its latest reason. */
export async function setAside(folder: string, now: Date, refusal: Refusal, arrival: Arrival): Promise<SetAside> {
  const place = join(folder, refusal.outcome === 'put-aside' ? 'put-aside' : 'rejected')
  const hash = createHash('sha256')
    .update(refusal.identity ?? refusal.raw)
    .update(refusal.sourceId)
    .digest('hex')
    .slice(0, 16)
  const reason = toReasonFile(refusal, arrival)
  let name = `${now.toISOString().slice(0, 10)}-${hash}`
  let known: string | null = null
  try {
    await mkdir(place, { recursive: true, mode: 0o700 })
    known = await findName(place, hash)
    name = known ?? name
    await writeWhole(join(place, name + REASON), reason)
    await writeWhole(join(place, `${name}.${refusal.extension}`), refusal.raw)
  } catch (error) {
    if (known === null) await rm(join(place, name + REASON), { force: true }).catch(() => {})
    return { kind: 'lost', reason: describeFault(error) }
  }
  namesOf.get(place)?.set(hash, name)
  return { kind: 'kept', file: join(place, `${name}.${refusal.extension}`) }
}

/** By folder and hash: names this process has seen. A feed brings the same unusable documents again and again. */
const namesOf = new Map<string, Map<string, string>>()

async function findName(place: string, hash: string): Promise<string | null> {
  let names = namesOf.get(place)
  if (names === undefined) {
    const found = await readdir(place)
    names = new Map(
      found
        .filter((file) => file.endsWith(REASON))
        .map((file) => file.slice(0, -REASON.length))
        .map((name) => [name.slice(name.lastIndexOf('-') + 1), name]),
    )
    namesOf.set(place, names)
  }
  const name = names.get(hash)
  if (name === undefined) return null
  // Another process may have imported it since.
  const isThere = await access(join(place, name + REASON)).then(
    () => true,
    () => false,
  )
  return isThere ? name : null
}

/** Ending of the reason file beside each document. */
export const REASON = '.reason.txt'

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** For people; `readReasonFile` can parse it. */
function toReasonFile({ reason, sourceId, isParsed }: Refusal, arrival: Arrival): string {
  const { origin, publications, isPaid, source } = arrival
  const lines = [
    toLine(reason),
    `source: ${toLine(origin)}`,
    `document: ${toLine(sourceId) || 'unknown'}`,
    ...(publications.length === 0 ? [] : [`publication: ${publications.join(', ')}`]),
    ...(isPaid ? ['paid: yes'] : []),
    ...(source === '' ? [] : [`from: ${source}`]),
    ...(isParsed === true ? ['form: as it was read'] : []),
  ]
  return `${lines.join('\n')}\n`
}

export type ReasonFile = { reason: string; sourceId: string; isParsed: boolean; arrival: Arrival }

export function readReasonFile(text: string): ReasonFile {
  const [reason = '', ...lines] = text.split('\n')
  const valueOf = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
  const sourceId = valueOf('document')
  return {
    reason,
    sourceId: sourceId === 'unknown' ? '' : sourceId,
    isParsed: valueOf('form') !== '',
    arrival: {
      origin: valueOf('source'),
      publications: valueOf('publication').split(', ').filter(Boolean),
      isPaid: valueOf('paid') === 'yes',
      source: valueOf('from'),
    },
  }
}

async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const part = `${file}.part`
  try {
    await writeFile(part, content, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw error
  }
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'writing there is not permitted',
  EPERM: 'writing there is not permitted',
  ENOTDIR: 'its folder is a file',
}

/** The message for a known system error anywhere in the chain of causes. */
export function describeFault(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = SENTENCES[(cause as { code?: string }).code ?? '']
    if (sentence !== undefined) return sentence
    if (/no space left on device|ENOSPC|disk (?:is )?full/i.test(cause.message)) return SENTENCES.ENOSPC!
  }
  return error instanceof Error ? error.message.split('\n')[0]!.slice(0, 200) : 'unknown error'
}

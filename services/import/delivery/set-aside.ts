/**
 * What is not published stays for a look: `FOLDER/rejected/<day>-<hash>.<ext>` what cannot be used,
 * `FOLDER/put-aside/…` what is not for readers, each with its reason beside it. Written whole or not at all: a full
 * disk leaves no half of a file, and never ends an import.
 */
import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Refusal } from '../formats/parsed-document.ts'

export type Kept = { kind: 'kept'; file: string } | { kind: 'lost'; reason: string }

/** Gives back the name of the file; the same document is kept once a day. */
export async function setAside(folder: string, now: Date, refusal: Refusal, origin: string): Promise<Kept> {
  const place = join(folder, refusal.outcome === 'put-aside' ? 'put-aside' : 'rejected')
  const hash = createHash('sha256').update(refusal.raw).update(refusal.sourceId).digest('hex').slice(0, 16)
  const name = `${now.toISOString().slice(0, 10)}-${hash}`
  const line = (text: string) => text.replace(/\s+/g, ' ')
  const reason = `${line(refusal.reason)}\nsource: ${line(origin)}\ndocument: ${line(refusal.sourceId) || 'unknown'}\n`
  try {
    await mkdir(place, { recursive: true, mode: 0o700 })
    await writeWhole(join(place, `${name}.reason.txt`), reason)
    await writeWhole(join(place, `${name}.${refusal.extension}`), refusal.raw)
  } catch (error) {
    await rm(join(place, `${name}.reason.txt`), { force: true }).catch(() => {})
    return { kind: 'lost', reason: describeFault(error) }
  }
  return { kind: 'kept', file: join(place, `${name}.${refusal.extension}`) }
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

/** A fault of the machine in words, wherever in the chain of causes it stands. */
export function describeFault(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const sentence = SENTENCES[(cause as { code?: string }).code ?? '']
    if (sentence !== undefined) return sentence
    if (/no space left on device|ENOSPC|disk (?:is )?full/i.test(cause.message)) return SENTENCES.ENOSPC!
  }
  return error instanceof Error ? error.message.split('\n')[0]!.slice(0, 200) : 'unknown error'
}

/** What could not be used stays for a look: `DATA_DIR/import/rejected/<day>-<hash>.<ext>` with its reason beside it. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Refusal } from './parsed-document.ts'

/** Gives back the name of the file; the same document is kept once a day. */
export async function setAside(dataDir: string, now: Date, refusal: Refusal, origin: string): Promise<string> {
  const folder = join(dataDir, 'import', 'rejected')
  const hash = createHash('sha256').update(refusal.raw).update(refusal.sourceId).digest('hex').slice(0, 16)
  const name = `${now.toISOString().slice(0, 10)}-${hash}`
  const line = (text: string) => text.replace(/\s+/g, ' ')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, `${name}.${refusal.extension}`), refusal.raw, { mode: 0o600 })
  await writeFile(
    join(folder, `${name}.reason.txt`),
    `${line(refusal.reason)}\nsource: ${line(origin)}\ndocument: ${line(refusal.sourceId) || 'unknown'}\n`,
    { mode: 0o600 },
  )
  return join(folder, `${name}.${refusal.extension}`)
}

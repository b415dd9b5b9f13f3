/**
 * The file of a backup: a compressed tar. It begins with `backup.json` (version, time, engine) and ends with `manifest.json`
 * (name, size and SHA-256 of every earlier member). So one pass writes it, and one pass finds a truncated or changed file.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { z } from 'zod'

const FIRST = 'backup.json'
const LAST = 'manifest.json'
/** Bytes of a member that is read whole; V8 has no longer strings. */
const MOST = 500_000_000

const Manifest = z.object({
  members: z
    .array(
      z.object({
        name: z.string().max(5000),
        bytes: z.number().int().min(0),
        sha256: z.string().length(64),
      }),
    )
    .max(10_000_000),
})
type Member = z.infer<typeof Manifest>['members'][number]

/** The file is no backup, is damaged, or cannot be used by this version. */
export class UnusableBackup extends Error {
  override readonly name = 'UnusableBackup'
}

type ArchiveWriter = {
  addText: (name: string, text: string) => Promise<void>
  /** False: the file is gone. */
  addFile: (name: string, path: string) => Promise<boolean>
}

/**
 * Writes under another name until the file is whole. Only its owner may read it, because it holds keys. Rejects with `EEXIST` if
 * there is such a file already.
 */
export async function writeArchive(
  file: string,
  header: unknown,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const part = `${file}.${process.pid}.part`
  const pack = tar.pack()
  const written = pipeline(
    pack,
    createGzip({ level: 1 }),
    createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
  )
  written.catch(() => {})
  const members: Member[] = []

  async function add(name: string, size: number, mode: number, source: AsyncIterable<Buffer>): Promise<void> {
    const hash = createHash('sha256')
    const entry = pack.entry({ name, size, mode })
    // Fails as well when the file cannot be written: the entry is destroyed with the archive.
    await pipeline(Readable.from(hashed(source, hash)), entry)
    members.push({ name, bytes: size, sha256: hash.digest('hex') })
  }
  const addText = (name: string, text: string) => {
    const bytes = Buffer.from(text)
    return add(name, bytes.length, 0o600, Readable.from([bytes]))
  }

  try {
    await addText(FIRST, JSON.stringify(header, null, 1))
    await fill({
      addText,
      async addFile(name, path) {
        const handle = await open(path).catch(toNullIfGone)
        if (handle === null) return false
        try {
          const { size, mode } = await handle.stat()
          // Bytes appended after `stat` are left out, because the tar header has the size.
          const source: AsyncIterable<Buffer> =
            size === 0 ? Readable.from([]) : handle.createReadStream({ end: size - 1, autoClose: false })
          await add(name, size, mode & 0o777, source)
          return true
        } finally {
          await handle.close()
        }
      },
    })
    await addText(LAST, JSON.stringify({ members } satisfies z.infer<typeof Manifest>))
    pack.finalize()
    await written
    // Unlike renaming, linking never replaces a file.
    await link(part, file)
  } catch (error) {
    pack.destroy()
    // The archive only says that it was closed; why is known to the disk.
    const lost = await written.then(
      () => null,
      (reason: NodeJS.ErrnoException) => reason,
    )
    throw lost?.syscall === undefined ? error : lost
  } finally {
    await rm(part, { force: true })
  }
}

function toNullIfGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

export type ReadMember = {
  name: string
  bytes: number
  mode: number
  readText: () => Promise<string>
  stream: () => AsyncIterable<Buffer>
}

/**
 * Hands over `backup.json`, then every other member; members that the callback does not read are skipped, but checked. Throws
 * `UnusableBackup` at the end if a checksum differs, so no result may be used before it resolves.
 */
export async function readArchive(
  file: string,
  takeHeader: (text: string) => Promise<void> | void,
  takeMember: (member: ReadMember) => Promise<void>,
): Promise<void> {
  const extract = tar.extract()
  const read = pipeline(createReadStream(file), createGunzip(), extract)
  read.catch(() => {})
  const found: Member[] = []
  let manifest: string | null = null
  try {
    for await (const entry of extract) {
      const { name, size: bytes = 0, mode = 0o600, type } = entry.header
      if (type !== 'file' || manifest !== null) throw new UnusableBackup(`${name} does not belong into a backup`)
      if (found.length === 0 && name !== FIRST) throw new UnusableBackup(`It does not begin with ${FIRST}`)
      const hash = createHash('sha256')
      const source = hashed(entry, hash)
      const member: ReadMember = {
        name,
        bytes,
        mode,
        stream: () => source,
        readText: () => toText(name, bytes, source),
      }
      if (name === LAST) manifest = await member.readText()
      else if (name === FIRST) await takeHeader(await member.readText())
      else await takeMember(member)
      // Drains the entry: the hash needs all bytes, and the tar reader goes on only after the end of an entry.
      for await (const _chunk of source);
      if (name !== LAST) found.push({ name, bytes, sha256: hash.digest('hex') })
    }
    await read
  } catch (error) {
    extract.destroy()
    await read.catch(() => {})
    throw isDamage(error) ? new UnusableBackup(`It is damaged or was cut off (${error.message})`) : error
  }
  if (manifest === null) throw new UnusableBackup('It was cut off: its end is missing')
  compare(parseManifest(manifest), found)
}

async function toText(name: string, bytes: number, source: AsyncIterable<Buffer>): Promise<string> {
  if (bytes > MOST) throw new UnusableBackup(`${name} is too large`)
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function parseManifest(text: string): Member[] {
  try {
    return Manifest.parse(JSON.parse(text)).members
  } catch (error) {
    throw new UnusableBackup(`${LAST} cannot be read`, { cause: error })
  }
}

function compare(listed: readonly Member[], found: readonly Member[]): void {
  for (const [at, { name, bytes, sha256 }] of listed.entries()) {
    const there = found[at]
    if (there?.name !== name) throw new UnusableBackup(`${name} is missing`)
    if (there.bytes !== bytes || there.sha256 !== sha256) throw new UnusableBackup(`${name} is not what was written`)
  }
  if (found.length > listed.length) throw new UnusableBackup(`${found[listed.length]!.name} was added`)
}

/** Errors of gunzip and the tar reader about damaged bytes. */
function isDamage(error: unknown): error is Error {
  return (
    error instanceof Error &&
    ((error as NodeJS.ErrnoException).code?.startsWith('Z_') === true ||
      /^(?:Invalid tar header|Unexpected end of data)|premature close/i.test(error.message))
  )
}

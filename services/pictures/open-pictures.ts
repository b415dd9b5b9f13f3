/** The pictures of one process: its store, the folder beside it, and the door for programs. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Database } from '../database.ts'
import { createPictureApp } from './app.ts'
import { openDatabaseOriginals } from './database-originals.ts'
import type { Originals } from './originals.ts'
import { createPictureFiles, type PictureFiles } from './picture-files.ts'
import { createS3Originals, type S3Options } from './s3-originals.ts'

export type OpenPicturesOptions = {
  dataDir: string
  /** Null: every service is elsewhere; without `s3` the folder is then all there is. */
  database: Database | null
  s3: S3Options | null
  findShipped?: (path: string) => string | null
}

export async function openPictureFiles(options: OpenPicturesOptions): Promise<PictureFiles> {
  const { s3, database, findShipped } = options
  const folder = join(options.dataDir, 'pictures')
  let originals: Originals | null = null
  if (s3 !== null) originals = createS3Originals(s3)
  else if (database !== null) originals = await openDatabaseOriginals(database)
  return createPictureFiles({
    folder,
    originals,
    ...(findShipped === undefined ? {} : { findShipped }),
    // Asking a store elsewhere for each file at each start would take minutes.
    mark: s3 === null ? null : { file: join(folder, '.stored.json'), store: toStoreName(s3) },
  })
}

function toStoreName({ base, accessKeyId }: S3Options): string {
  return createHash('sha256').update(`${base} ${accessKeyId}`).digest('hex').slice(0, 16)
}

export type PictureService = { files: PictureFiles; app: Hono; close: () => Promise<void> }

/** Brings what lies only in the folder into the store, beside everything else. */
export async function openPictures(
  options: OpenPicturesOptions & {
    ingestKey: string
    readKey: string | null
    onError: (error: unknown) => void
    onStored: (count: { stored: number; known: number }) => void
  },
): Promise<PictureService> {
  const { ingestKey, readKey, onError } = options
  const files = await openPictureFiles(options)
  const stopping = new AbortController()
  const storing = files.storeFolder(stopping.signal).then((count) => {
    if (count.stored > 0) options.onStored(count)
  }, onError)
  return {
    files,
    app: createPictureApp({ files, ingestKey, readKey, onError }),
    async close() {
      stopping.abort()
      await storing
    },
  }
}

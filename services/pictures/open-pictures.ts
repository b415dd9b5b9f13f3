/** The pictures of one process: store, local folder, and the endpoint for programs. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import type { S3Options } from '../platform/s3-store.ts'
import { createPictureApp } from './app.ts'
import { openDatabaseOriginals } from './database-originals.ts'
import type { Originals } from './originals.ts'
import { trimPictureCache } from './picture-cache.ts'
import { createPictureFiles, type PictureFiles } from './picture-files.ts'
import { createS3Originals } from './s3-originals.ts'

export type OpenPicturesOptions = {
  dataDir: string
  /** Null: every service is elsewhere; without `s3` only the folder is used. */
  database: Database | null
  s3: S3Options | null
  findShipped?: (path: string) => string | null
}

export async function openPictureFiles(options: OpenPicturesOptions): Promise<PictureFiles> {
  return toPictureFiles(options, await openOriginals(options))
}

async function openOriginals({ s3, database }: OpenPicturesOptions): Promise<Originals | null> {
  if (s3 !== null) return createS3Originals(s3)
  return database === null ? null : openDatabaseOriginals(database)
}

function toPictureFiles({ s3, findShipped, dataDir }: OpenPicturesOptions, originals: Originals | null): PictureFiles {
  const folder = join(dataDir, 'pictures')
  return createPictureFiles({
    folder,
    made: join(dataDir, 'pictures-made'),
    originals,
    findShipped,
    // Checking each file in a remote store at every start would take minutes.
    mark: s3 === null ? null : { file: join(folder, '.stored.json'), store: toStoreName(s3) },
  })
}

function toStoreName({ base, accessKeyId }: S3Options): string {
  return createHash('sha256').update(`${base} ${accessKeyId}`).digest('hex').slice(0, 16)
}

export type PictureService = {
  files: PictureFiles
  app: Hono
  /** Whether the store elsewhere answers; null: pictures lie in the database, or only in the folder. */
  isAnswering: (() => Promise<boolean>) | null
  close: () => Promise<void>
}

const TRIM_MS = 600_000
/** Any path will do: no such picture is an answer, too. */
const ASKED_FOR = 'import/00/health.jpg'

/**
 * Copies files that are only in the folder into the store, and keeps the folders within their limit, in the background.
 */
export async function openPictures(
  options: OpenPicturesOptions & {
    ingestKey: string
    readKey: string | null
    /** Limit of all pictures on this disk that can be fetched or made again. */
    cacheBytes: number
    onError: (error: unknown) => void
    onStored: (count: { stored: number; known: number }) => void
  },
): Promise<PictureService> {
  const { ingestKey, readKey, onError } = options
  const originals = await openOriginals(options)
  const files = toPictureFiles(options, originals)
  const stopping = new AbortController()
  const [folder, made] = [join(options.dataDir, 'pictures'), join(options.dataDir, 'pictures-made')]
  let trimming: Promise<unknown> = Promise.resolve()
  const trimmer = setInterval(() => {
    trimming = trimPictureCache({ folder, made, originals, maxBytes: options.cacheBytes }).catch(onError)
  }, TRIM_MS).unref()
  const storing = files.storeFolder(stopping.signal).then((count) => {
    if (count.stored > 0) options.onStored(count)
  }, onError)
  return {
    files,
    app: createPictureApp({ files, ingestKey, readKey, onError }),
    isAnswering: options.s3 === null || originals === null ? null : () => isAnswering(originals),
    async close() {
      stopping.abort()
      clearInterval(trimmer)
      await Promise.all([storing, trimming])
    },
  }
}

async function isAnswering(originals: Originals): Promise<boolean> {
  return originals.listSizes([ASKED_FOR]).then(
    () => true,
    () => false,
  )
}

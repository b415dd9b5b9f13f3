/**
 * Opens the destination of an import: a running portal over HTTP with its ingest key, or, if none runs on this data
 * directory, the database through the same service and client. The embedded database belongs to one process, so a
 * portal that holds it without answering is reported as such.
 */
import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@lokalteil/contracts/kernel/client'
import type { ClientOptions, Fetch } from '@lokalteil/contracts/kernel/client'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createContentService } from '../../content/app.ts'
import { unknownPublication } from '../../platform/commands/call.ts'
import { isUnknownPublication } from '../../platform/commands/reach.ts'
import { readKeptKey } from '../../platform/kept-key.ts'
import { learnPublications } from '../../platform/known-publications.ts'
import { openDatabase } from '../../platform/database.ts'
import { openPictureFiles } from '../../pictures/open-pictures.ts'
import { createRemotePictures } from '../../pictures/remote-pictures.ts'
import { parseS3Url } from '../../platform/s3-store.ts'
import { toOwnMapping, type ContentClients } from './deliver.ts'
import { ALL_ROOM_FORMATS } from '../formats/all-rooms.ts'
import type { RoomServices } from './deliver-room.ts'
import type { Mapping } from './mapping.ts'
import { describeFault } from './set-aside.ts'

export type Destination =
  | {
      kind: 'open'
      description: string
      clients: ContentClients
      roomsOf: RoomServices
      keepPicture: (path: string, bytes: Uint8Array) => Promise<void>
      /** The data directory belongs to the portal that gets the documents. */
      isOwnData: boolean
      /** The publication's own mapping; null: it has none. */
      mapping: Mapping | null
      close: () => Promise<void>
    }
  | { kind: 'refused'; reason: string }

export type DestinationOptions = {
  dataDir: string
  publication: PublicationCode
  url: string | undefined
  key: string | undefined
  environment: Readonly<Record<string, string | undefined>>
}

/** Milliseconds for a batch; a busy machine writes 150 documents in a few seconds. */
const TIMEOUT = 120_000

export async function openDestination(options: DestinationOptions): Promise<Destination> {
  const { dataDir, environment } = options
  const key = options.key ?? (environment.INGEST_KEY || readKeptKey(dataDir, 'ingest'))
  const base = (options.url ?? `http://127.0.0.1:${environment.PORT || 3000}`).replace(/\/+$/, '')
  if (!URL.canParse(base)) return { kind: 'refused', reason: `--url ${base} is no address.` }

  const asked: Asked = key === '' ? { found: 'no-key' } : await askPortal(base, key, options.publication)
  const { found } = asked
  if (asked.found === 'ours') {
    const clientsOf = (publication: PublicationCode) =>
      toClients((request) => fetch(request), `${base}/__services/content/${publication}`, key)
    const clients = clientsOf(options.publication)
    return {
      kind: 'open',
      description: `through ${base}`,
      clients,
      roomsOf: (code, service) => toOptions((request) => fetch(request), `${base}/__services/${service}/${code}`, key),
      keepPicture: createRemotePictures(`${base}/__services/pictures`, key),
      isOwnData: key === readKeptKey(dataDir, 'ingest'),
      mapping: asked.mapping,
      close: async () => {},
    }
  }
  if (found === 'no-publication') return { kind: 'refused', reason: unknownPublication(options.publication).message }
  if (options.url !== undefined) {
    const reasons = {
      'no-key': `The portal at ${base} wants its ingest key: --key, INGEST_KEY or ${join(dataDir, 'keys', 'ingest.key')}.`,
      'wrong-key': `The portal at ${base} does not accept this ingest key.`,
      nobody: `Nothing answers at ${base}.`,
      other: `What answers at ${base} is no portal of this kind.`,
      ours: '',
    }
    return { kind: 'refused', reason: reasons[found] }
  }
  return openEmbedded(options, base)
}

type Asked =
  | { found: 'ours'; mapping: Mapping | null }
  | { found: 'no-key' | 'wrong-key' | 'no-publication' | 'nobody' | 'other' }

/** Asking for the mapping shows whether the key fits. */
async function askPortal(base: string, key: string, publication: PublicationCode): Promise<Asked> {
  const client = createClient(CONTENT_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `${base}/__services/content/${publication}`,
    headers: { authorization: `Bearer ${key}` },
    timeout: 5000,
  })
  const answer = await client.getMapping({})
  if (answer.ok) return { found: 'ours', mapping: toOwnMapping(answer.data) }
  if (answer.status === 401 || answer.status === 403) return { found: 'wrong-key' }
  if (isUnknownPublication(answer)) return { found: 'no-publication' }
  // A content service by another vendor may lack this endpoint; an empty delivery changes nothing.
  if (answer.status === 404 && (await client.ingest({ body: { documents: [] } })).ok)
    return { found: 'ours', mapping: null }
  return { found: answer.status === 0 ? 'nobody' : 'other' }
}

function toClients(fetch: Fetch, base: string, key: string) {
  return {
    internal: createClient(CONTENT_INTERNAL, toOptions(fetch, base, key)),
    content: createClient(CONTENT, { fetch, base, timeout: 20_000, retryReads: true }),
  }
}

function toOptions(fetch: Fetch, base: string, key: string): ClientOptions {
  return { fetch, base, headers: { authorization: `Bearer ${key}` }, timeout: TIMEOUT }
}

async function openEmbedded(options: DestinationOptions, base: string): Promise<Destination> {
  const { dataDir, environment, publication } = options
  const url = environment.DATABASE_URL ?? ''
  const s3 = environment.PICTURES_URL ? parseS3Url(environment.PICTURES_URL) : null
  if (typeof s3 === 'string') return { kind: 'refused', reason: `PICTURES_URL ${s3}.` }
  let fault: string | null = null
  try {
    const database = await openDatabase(url === '' ? { dataDir } : { url })
    await learnPublications(database)
    const pictures = await openPictureFiles({ dataDir, database, s3 })
    // A random key: the service wants one, and no other process can reach this instance.
    const serviceKey = randomBytes(24).toString('base64url')
    const service = await createContentService({
      database,
      serviceKey,
      checkAnswers: false,
      onError: (error) => {
        if (isDiskFull(error)) fault = `the disk of ${url === '' ? dataDir : 'the database'} is full`
        else console.error(error instanceof Error ? error.message : error)
      },
    })
    const answer = async (request: Request): Promise<Response> => {
      const response = await service.app.fetch(request)
      if (response.status < 500 || fault === null) return response
      return Response.json({ status: 507, code: 'DISK_FULL', title: fault }, { status: 507, headers: PROBLEM })
    }
    const services = new Map<string, Fetch>([['content', answer]])
    for (const { service: name, open } of ALL_ROOM_FORMATS) {
      const room = await open?.({ database, serviceKey })
      if (room !== undefined) services.set(name, (request) => room.app.fetch(request))
    }
    const clientsOf = (code: PublicationCode) => toClients(answer, `http://content.local/${code}`, serviceKey)
    const clients = clientsOf(publication)
    const asked = await clients.internal.getMapping({})
    if (!asked.ok && isUnknownPublication(asked)) {
      await service.close()
      await database.close()
      return { kind: 'refused', reason: unknownPublication(publication).message }
    }
    if (!asked.ok) throw new Error(asked.problem.title)
    return {
      kind: 'open',
      description: url === '' ? `in ${dataDir}` : 'in the database of DATABASE_URL',
      clients,
      roomsOf: (code, name) => toOptions(services.get(name)!, `http://${name}.local/${code}`, serviceKey),
      keepPicture: pictures.put,
      isOwnData: url === '' || readKeptKey(dataDir, 'ingest') !== '',
      mapping: toOwnMapping(asked.data),
      async close() {
        await service.close()
        await database.close()
      },
    }
  } catch (error) {
    if (error instanceof Error && error.name === 'DirectoryInUse') {
      return {
        kind: 'refused',
        reason: `${error.message}\nIf it is a running portal, it did not answer at ${base} with the key of this directory: name its address with --url.`,
      }
    }
    const reason = isDiskFull(error) || isFull(dataDir) ? `the disk of ${dataDir} is full` : describeFault(error)
    return { kind: 'refused', reason: `The database cannot be opened: ${reason}.` }
  }
}

const PROBLEM = { 'content-type': 'application/problem+json' }

const isDiskFull = (error: unknown): boolean => describeFault(error) === 'the disk is full'

/** The embedded engine only reports that it was aborted. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < LEAST_FREE
  } catch {
    return false
  }
}

/** Bytes; the engine writes its log in files of 16 MB. */
const LEAST_FREE = 16 * 1024 * 1024

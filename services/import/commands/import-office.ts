/** Connects the command to the import service: in a running portal, else on the database directly. */
import { IMPORTS } from '@lokalteil/contracts/imports'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createClient } from '@lokalteil/contracts/kernel/client'
import type { Client } from '@lokalteil/contracts/kernel/client'
import { createContentService } from '../../content/app.ts'
import type { Call } from '../../platform/commands/call.ts'
import type { Reach } from '../../platform/commands/reach.ts'
import type { Database } from '../../platform/database.ts'
import { readDirectory } from '../../platform/known-publications.ts'
import { openPictureFiles } from '../../pictures/open-pictures.ts'
import { parseS3Url } from '../../platform/s3-store.ts'
import { createImportService } from '../import-service.ts'

export type Imports = Client<typeof IMPORTS>

/** Milliseconds; a batch of retries may fetch pictures. */
const TIMEOUT = 300_000

export const IMPORT_REACH: Reach<typeof IMPORTS> = {
  calls: IMPORTS,
  mount: '/__services/import',
  prefix: null,
  key: 'ingest',
  timeout: TIMEOUT,
  own: { probe: (imports) => imports.listSources({}), open: openOwn },
}

async function openOwn(database: Database, serviceKey: string, _key: string, call: Call) {
  const { environment, dataDir, terminal } = call
  const onError = (error: unknown) => terminal.err(`${error instanceof Error ? error.message : String(error)}\n`)
  const s3 = environment.PICTURES_URL ? parseS3Url(environment.PICTURES_URL) : null
  if (typeof s3 === 'string') throw new Error(`PICTURES_URL ${s3}`)
  const pictures = await openPictureFiles({ dataDir, database, s3 })
  const content = await createContentService({ database, serviceKey, checkAnswers: false, onError })
  const clientsOf = (publication: string) => {
    const fetch = async (request: Request) => content.app.fetch(request)
    const base = `http://content.local/${publication}`
    const headers = { authorization: `Bearer ${serviceKey}` }
    return {
      content: createClient(CONTENT, { fetch, base }),
      internal: createClient(CONTENT_INTERNAL, { fetch, base, headers, timeout: TIMEOUT }),
    }
  }
  const directory = await readDirectory(database)
  return createImportService({
    database,
    directory,
    serviceKey,
    clientsOf,
    dataDir,
    keepPicture: pictures.put,
    internalHosts: new Set(listed(environment.IMPORT_HOSTS)),
    importDirs: listed(environment.IMPORT_DIRS),
    now: call.now,
    checkAnswers: false,
    onError,
  })
}

const listed = (value = ''): string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

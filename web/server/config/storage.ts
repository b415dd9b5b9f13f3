/** Data on this machine and elsewhere, how many processes share it, and limits of caches. */
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { count, listByCommas } from './values.ts'

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ })

const MOST_WORKERS = 64

const workerCount = z.string().transform((text, context) => {
  const number = text === 'auto' ? Math.min(availableParallelism(), MOST_WORKERS) : Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= MOST_WORKERS) return number
  context.addIssue({ code: 'custom', message: `must be auto or a number from 1 to ${MOST_WORKERS}` })
  return z.NEVER
})

const VARIABLES = {
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  /** Replicas of that database which take reads, separated by commas. */
  DATABASE_READ_URL: listByCommas.pipe(z.array(databaseAddress).max(20)).default([]),
  /** Processes on this machine behind one port; `auto`: one for each processor. */
  WEB_CONCURRENCY: workerCount.default(1),
  CACHE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Hosts of the publisher's network from which feeds may be read, separated by commas (allow-list). */
  IMPORT_HOSTS: listByCommas.default([]),
  /** Directories below which `sources.yaml` may name folders, separated by commas (allow-list). */
  IMPORT_DIRS: listByCommas.default([]),
  PAGE_CACHE_ENTRIES: count(500, 1, 100_000),
  PAGE_CACHE_BYTES: count(128 * 1024 * 1024, 1_000_000, 8 * 1024 ** 3),
  HOME_SWR_SECONDS: z
    .enum(['120', '300'])
    .default('120')
    .transform((value): 120 | 300 => (value === '300' ? 300 : 120)),
  /** `retired`: browsers remove the service worker and its caches. */
  SERVICE_WORKER: z.enum(['on', 'retired']).default('on'),
}

export type StorageConfig = {
  dataDir: string
  databaseUrl: string | null
  databaseReadUrls: readonly string[]
  /** Processes that this start makes. */
  workers: number
  cacheUrl: string | null
  /** Private hosts and directories that `sources.yaml` may use. */
  imports: { hosts: ReadonlySet<string>; dirs: readonly string[] }
  pageCache: { entries: number; bytes: number }
  homeSeconds: 120 | 300
  isServiceWorkerRetired: boolean
}

export function readStorage(environment: EnvironmentReader): StorageConfig {
  const values = environment.parse(VARIABLES)
  if (values.DATABASE_READ_URL.length > 0 && values.DATABASE_URL === undefined)
    environment.refuse('DATABASE_READ_URL: needs DATABASE_URL, the database that the replicas follow')
  if (values.WEB_CONCURRENCY > 1 && values.DATABASE_URL === undefined)
    environment.refuse(
      'WEB_CONCURRENCY: several processes need DATABASE_URL; the embedded database belongs to one process',
    )
  return {
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReadUrls: values.DATABASE_READ_URL,
    workers: values.WEB_CONCURRENCY,
    cacheUrl: values.CACHE_URL ?? null,
    imports: { hosts: new Set(values.IMPORT_HOSTS), dirs: values.IMPORT_DIRS },
    pageCache: { entries: values.PAGE_CACHE_ENTRIES, bytes: values.PAGE_CACHE_BYTES },
    homeSeconds: values.HOME_SWR_SECONDS,
    isServiceWorkerRetired: values.SERVICE_WORKER === 'retired',
  }
}

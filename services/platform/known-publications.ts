/** How a command learns the codes of the publications: from a running portal, else from its database. */
import { createClient } from '@lokalteil/contracts/kernel/client'
import { PUBLICATIONS_INTERNAL } from '@lokalteil/contracts/publication/publication-api'
import { toPublication } from '@lokalteil/contracts/publication/directory'
import type { PublicationDirectory, PublicationInForce } from '@lokalteil/contracts/publication/directory'
import { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { listPublicationCodes, setPublications, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import { openDatabase, type Database } from './database.ts'
import { readKeptKey } from './kept-key.ts'

/** A database on which no portal has started yet knows none; then nothing changes. */
export async function learnPublications(database: Pick<Database, 'db'>): Promise<void> {
  const found = await readPublications(database)
  if (found !== null) setPublications(found.map(toPublication))
}

/** A snapshot: commands end before a publication changes. */
export async function readDirectory(database: Pick<Database, 'db'>): Promise<PublicationDirectory> {
  const found = (await readPublications(database)) ?? []
  return {
    list: () => found,
    find: (code) => found.find(({ folder }) => folder.identity.code === code) ?? null,
    subscribe: () => () => {},
  }
}

/** Null: the table does not exist yet. */
async function readPublications({ db }: Pick<Database, 'db'>): Promise<PublicationInForce[] | null> {
  const { rows: tables } = await sql<{
    found: string | null
  }>`select to_regclass('publications.publications')::text as found`.execute(db)
  if (!tables[0]?.found) return null
  const { rows } = await sql<{ folder: unknown; position: number; version: number }>`
    select folder, position, version from publications.publications order by position`.execute(db)
  return rows.map((row) => ({ ...row, folder: PublicationFolder.parse(row.folder) }))
}

/** All publications in their order, or a text: the reason why they cannot be read. */
export async function listAllPublications(
  environment: Readonly<Record<string, string | undefined>>,
  address: string,
  dataDir: string,
): Promise<readonly PublicationCode[] | string> {
  const base = address.replace(/\/+$/, '')
  const portal = createClient(PUBLICATIONS_INTERNAL, {
    fetch: (request) => fetch(request),
    base: `${base}/__services/publications`,
    headers: {
      authorization: `Bearer ${environment.PUBLICATIONS_SERVICE_KEY || readKeptKey(dataDir, 'publications')}`,
    },
    timeout: 5000,
  })
  const answer = await portal.listPublications({})
  if (answer.ok) return answer.data.publications.map(({ code }) => code)
  if (answer.status !== 0)
    return `What answers at ${base} does not say which publications there are: ${answer.problem.code}.`
  try {
    const { DATABASE_URL: url } = environment
    const database = await openDatabase(url ? { url } : { dataDir })
    try {
      await learnPublications(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    return `The database cannot be opened: ${error instanceof Error ? error.message : String(error)}`
  }
  return listPublicationCodes()
}

/** The publication meant by a command that names none: `MANDATOR`, else the only one there is. */
export async function findOnlyPublication(
  environment: Readonly<Record<string, string | undefined>>,
  address: string,
  dataDir: string,
): Promise<PublicationCode | { problem: string }> {
  if (environment.MANDATOR) return environment.MANDATOR
  const all = await listAllPublications(environment, address, dataDir)
  if (typeof all === 'string') return { problem: `${all} Say which one is meant with --publication.` }
  if (all.length === 1) return all[0]!
  return {
    problem:
      all.length === 0
        ? 'There is no publication yet.'
        : `Which publication? Say --publication, one of ${all.slice(0, 20).join(', ')}.`,
  }
}

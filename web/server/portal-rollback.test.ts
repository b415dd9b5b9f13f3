/**
 * A rollback by one version, with data, over the whole portal: this version runs, a later one changes the tables of
 * every service and writes, this version runs on those data and writes, and the later one reads everything. If the
 * later one did more than add to the schema, this version refuses to start and says why.
 */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { incoming, SEED } from '@lokalteil/services/content/content.testing'
import { openDatabase, type AnyKysely, type Database } from '@lokalteil/services/platform/database'
import { migrate, type ServiceMigration } from '@lokalteil/services/platform/database/migrations'
import {
  BOTH_ENGINES,
  createDataDirectory,
  type EngineName,
} from '@lokalteil/services/platform/database/database.testing'
import { runStatement } from '@lokalteil/services/platform/database/statements.testing'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { openTestPortal, type TestPortal } from './portal.testing.ts'

const KEY = 'a-content-key-for-going-back'
const LATER = '9.0.0 (fedcba9)'

type Store = {
  env: Record<string, string>
  where: { dataDir: string } | { url: string }
  remove: () => Promise<void>
}

async function openStore(engine: EngineName): Promise<Store> {
  const { dataDir, remove } = await createDataDirectory()
  if (engine === 'embedded') return { env: { DATA_DIR: dataDir }, where: { dataDir }, remove: async () => remove() }
  const { url, drop } = await createTestDatabase()
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    where: { url },
    remove: async () => {
      await drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

describe.each(BOTH_ENGINES)('a rollback by one version on %s', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore(engine)
  })
  afterAll(() => store.remove())

  async function withPortal(work: (portal: TestPortal) => Promise<void>): Promise<void> {
    const portal = await openTestPortal({ seed: SEED, env: { CONTENT_SERVICE_KEY: KEY, ...store.env } })
    try {
      await work(portal)
    } finally {
      await portal.close()
    }
  }

  async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
    const database = await openDatabase(store.where)
    try {
      await work(database)
    } finally {
      await database.close()
    }
  }

  const ingest = async (portal: TestPortal, sourceId: string, version: number, title: string) => {
    const answer = await createTestClient(CONTENT_INTERNAL, {
      fetch: (request) => fetch(request),
      base: `http://127.0.0.1:${portal.port}/__services/content/ak`,
      headers: { authorization: `Bearer ${KEY}` },
    }).ingest({ body: { documents: [incoming(sourceId, { version, title })] } })
    if (!answer.ok) throw new Error(`The import was answered with ${answer.status}`)
    const [result] = answer.data.results
    return { id: result!.id ?? '', outcome: result!.outcome }
  }
  /** All services with their applied migrations, and one more migration for each. */
  async function listServices(database: Database): Promise<string[]> {
    const rows = await runStatement<{ name: string }>(
      database,
      "select table_schema as name from information_schema.tables where table_name = 'migration' order by 1",
    )
    return rows.map(({ name }) => name)
  }
  async function update(database: Database, schema: string, more: Record<string, ServiceMigration>): Promise<void> {
    const rows = await runStatement<{ name: string }>(database, `select name from ${schema}.migration`)
    const applied = rows.map(({ name }) => [name, { up: async () => {} }] as const)
    await migrate(database, schema, { ...Object.fromEntries(applied), ...more }, LATER)
  }
  const adding = (schema: string): Record<string, ServiceMigration> => ({
    '9000-later': {
      isExpandOnly: true,
      async up(db: AnyKysely) {
        await runStatement({ db }, `create table ${schema}.later (id int primary key, note text not null)`)
        if (schema === 'content')
          await runStatement({ db }, "alter table content.articles add column added text not null default 'of before'")
      },
    },
  })

  it('starts, shows and stores articles on a later version’s data, and the later one finds all of them', async () => {
    const ids = { before: '', back: '' }
    await withPortal(async (portal) => {
      ids.before = (await ingest(portal, 'urn:before', 1, 'Von vorher')).id
    })
    await withDatabase(async (database) => {
      const services = await listServices(database)
      expect(services).toEqual(expect.arrayContaining(['content', 'mail', 'pictures', 'reader', 'sso', 'subscription']))
      for (const schema of services) {
        await update(database, schema, adding(schema))
        await runStatement(database, `insert into ${schema}.later (id, note) values (1, 'of ${schema}')`)
      }
      await runStatement(database, `update content.articles set added = 'of later' where id = '${ids.before}'`)
    })
    await withPortal(async (portal) => {
      expect(await portal.html(`/x-${ids.before}`)).toContain('Von vorher')
      expect((await portal.get('/')).status).toBe(200)
      expect((await ingest(portal, 'urn:before', 2, 'Von vorher, verbessert')).outcome).toBe('updated')
      ids.back = (await ingest(portal, 'urn:back', 1, 'Nach dem Weg zurück')).id
      expect(await portal.html(`/x-${ids.back}`)).toContain('Nach dem Weg zurück')
    })
    await withDatabase(async (database) => {
      for (const schema of await listServices(database)) await update(database, schema, adding(schema))
      const rows = await runStatement(
        database,
        `select id, added from content.articles where id in ('${ids.before}', '${ids.back}') order by id`,
      )
      expect(rows).toEqual([
        { id: ids.before, added: 'of later' },
        { id: ids.back, added: 'of before' },
      ])
    })
  })

  it('refuses to start if the later version did more than add, and names the change, the service and the remedy', async () => {
    let day = ''
    await withDatabase(async (database) => {
      await update(database, 'content', {
        ...adding('content'),
        '9001-renamed': {
          up: async (db: AnyKysely) => {
            await runStatement({ db }, 'alter table content.later rename column note to text')
          },
        },
      })
      // The stored time, because midnight may pass before the portal starts.
      const [note] = await runStatement<{ written_at: Date }>(
        database,
        "select written_at from content.migration_note where name = '9001-renamed'",
      )
      day = note!.written_at.toISOString().slice(0, 10)
    })
    await expect(withPortal(async () => {})).rejects.toThrow(
      `it was changed by version ${LATER} on ${day} (migration 9001-renamed), which older versions cannot work with. Start that version or a later one again, or restore the backup`,
    )
  })
})

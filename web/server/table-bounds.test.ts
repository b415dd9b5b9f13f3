/** Every table of a whole portal stands in the list of what bounds it (docs/operations.md), and no other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEED } from '@lokalteil/services/content/content.testing'
import { openDatabase } from '@lokalteil/services/platform/database'
import { ENGINE } from '@lokalteil/services/platform/database/database.testing'
import { expect, it } from 'vitest'
import { openTestGround, openTestPortal } from './portal.testing.ts'

/** `cinema`: the demo's example of a publisher's own room. */
const LEFT_OUT = /\.migration(?:_lock|_note)?$|^cinema\./
/** No other process shares the embedded database, so nothing is announced there. */
const OF_POSTGRES = ENGINE === 'embedded' ? ['announcements.last'] : []

it('names every table once', async () => {
  const ground = await openTestGround()
  const portal = await openTestPortal({ seed: SEED, env: ground.env })
  await portal.close()
  const { DATA_DIR: dataDir = '', DATABASE_URL: url } = ground.env
  const database = await openDatabase(url === undefined ? { dataDir } : { url })
  const rows = await database.db
    .selectFrom('pg_tables')
    .select(['schemaname', 'tablename'])
    .where('schemaname', 'not in', ['pg_catalog', 'information_schema'])
    .execute()
  await database.close()
  await ground.remove()
  const tables = rows
    .map(({ schemaname, tablename }) => `${String(schemaname)}.${String(tablename)}`)
    .filter((name) => !LEFT_OUT.test(name))
  const text = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const section = /^### Tables and their bounds$(.*?)^## /ms.exec(text)![1]!
  const listed = [...section.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name]) => name!)
  // A room that was removed from this copy has no tables.
  const schemas = new Set([...tables, ...OF_POSTGRES].map((name) => name.split('.')[0]))
  expect(listed.filter((name) => schemas.has(name.split('.')[0])).toSorted()).toEqual(
    [...tables, ...OF_POSTGRES].toSorted(),
  )
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { ENGINE, openTestDatabase } from '../platform/database/database.testing.ts'
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createContentService } from './app.ts'
import { incoming } from './content.testing.ts'
import { ingestDocuments } from './ingest.ts'
import type { ContentDb } from './schema.ts'
import * as taxonomyStore from './store/taxonomy.ts'
import { createTaxonomy } from './taxonomy.ts'

it('a single document gets in between the portions of a long delivery', async () => {
  const { database, drop } = await openTestDatabase(ENGINE, createTestDatabase)
  const service = await createContentService({ database })
  try {
    const db = database.db as ContentDb
    const text = [{ type: 'paragraph' as const, html: 'Wort '.repeat(2000) }]
    const send = (owner: string, ids: readonly string[], onPortion?: () => void) =>
      ingestDocuments(
        db,
        async (trx) => createTaxonomy(await taxonomyStore.loadTaxonomy(trx, owner)),
        {
          owner,
          carriers: [],
          documents: ids.map((id) => ({ ...incoming(id), contentItems: text })),
          now: new Date('2026-11-21T12:00:00Z'),
        },
        onPortion,
      )
    // Two connections are open, so that none is opened while portions go on.
    await Promise.all([1, 2].map(() => db.transaction().execute((trx) => sql`select pg_sleep(0.05)`.execute(trx))))
    let portions = 0
    let isDone = false
    const archive = send(
      'ak',
      Array.from({ length: 150 }, (_unused, index) => `urn:archive:${index}`),
      () => portions++,
    )
    void archive.then(() => (isDone = true))
    const before = portions
    const { results } = await send('fb', ['urn:single'])
    expect([results[0]?.outcome, isDone]).toEqual(['created', false])
    // The lock is given in order: the document waits for the portion that runs, and not for a second one to end.
    expect(portions - before).toBeLessThanOrEqual(2)
    await archive
    expect(portions).toBeGreaterThan(1)
  } finally {
    await service.close()
    await drop()
  }
})

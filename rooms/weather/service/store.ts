/** Queries of the weather. */
import type { Selectable } from 'kysely'
import type { DocumentRow, WeatherDb } from './schema.ts'

export type StoredDocument = Selectable<DocumentRow>

export async function getDocument(db: WeatherDb, id: string): Promise<StoredDocument | null> {
  return (await db.selectFrom('weather.documents').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Takes the lease of a document until `until`. Null: it is not due, or another process has the lease. */
export async function takeDue(db: WeatherDb, id: string, now: Date, until: Date): Promise<StoredDocument | null> {
  await db
    .insertInto('weather.documents')
    .values({ id, next_at: now, heard_at: null, body: null, etag: '', last_modified: '', trouble: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .updateTable('weather.documents')
    .set({ next_at: until })
    .where('id', '=', id)
    .where('next_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function saveHeard(
  db: WeatherDb,
  id: string,
  heard: { body: unknown; etag: string; lastModified: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('weather.documents')
    .set({
      heard_at: now,
      body: JSON.stringify(heard.body),
      etag: heard.etag,
      last_modified: heard.lastModified,
      trouble: '',
    })
    .where('id', '=', id)
    .execute()
}

/** Notes that the source has no newer document (304). */
export async function saveSame(db: WeatherDb, id: string, now: Date): Promise<void> {
  await db.updateTable('weather.documents').set({ heard_at: now, trouble: '' }).where('id', '=', id).execute()
}

/** Saves the fault of a request; the document stays. */
export async function saveTrouble(db: WeatherDb, id: string, trouble: string): Promise<void> {
  await db
    .updateTable('weather.documents')
    .set({ trouble: trouble.slice(0, 500) })
    .where('id', '=', id)
    .execute()
}

export async function removeOthers(db: WeatherDb, ids: readonly string[]): Promise<void> {
  const others = db.deleteFrom('weather.documents')
  await (ids.length === 0 ? others : others.where('id', 'not in', [...ids])).execute()
}

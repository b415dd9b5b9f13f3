/**
 * Events of changes in the office, for the streams of its tabs. A write appends its event in its own transaction (`emit`); each
 * process reads the table twice a second while a stream is open. Events are kept for an hour.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { OfficeDb } from './schema.ts'
import { createSchedule } from '../platform/schedule.ts'

/** `kind`: "article", "arrivals", "front" (`id`: its path), …; `session`: the session `id` has ended. `publication` null: of no publication. */
export type OfficeEvent = { kind: string; id: string; publication: PublicationCode | null }

const LOOK_MS = 500
/** Events of slower transactions become visible after those with a higher id: look back for this long. */
const LATE_MS = 15_000
const MOST = 1000

/** Call it in the transaction of the change. */
export async function emit(trx: OfficeDb, event: OfficeEvent): Promise<void> {
  await trx
    .insertInto('office.events')
    .values({ kind: event.kind, target: event.id, publication: event.publication })
    .execute()
}

export function createEvents(db: OfficeDb, onError: (error: unknown, at: string) => void) {
  const listeners = new Set<(event: OfficeEvent) => void>()
  /** Events up to this id were sent. Null: read from the present end of the table. */
  let told: number | null = null
  const early = new Map<number, number>()

  async function look(): Promise<void> {
    if (listeners.size === 0) {
      told = null
      early.clear()
      return
    }
    if (told === null) {
      const last = await db
        .selectFrom('office.events')
        .select(({ fn }) => fn.max('id').as('id'))
        .executeTakeFirst()
      told = last?.id ?? 0
      return
    }
    const rows = await db
      .selectFrom('office.events')
      .selectAll()
      .where('id', '>', told)
      .orderBy('id')
      .limit(MOST)
      .execute()
    const now = performance.now()
    for (const { id, kind, target, publication } of rows) {
      if (early.has(id)) continue
      early.set(id, now)
      for (const listener of listeners) listener({ kind, id: target, publication })
    }
    // In the order of ids; a full page is of the past altogether.
    for (const [id, seen] of [...early].toSorted(([one], [other]) => one - other)) {
      if (now - seen < LATE_MS && rows.length < MOST) break
      told = Math.max(told, id)
      early.delete(id)
    }
  }

  const schedule = createSchedule(LOOK_MS, look, (error) => onError(error, 'office-events'))
  return {
    /** Returns the function that removes the listener. */
    onEvent(listener: (event: OfficeEvent) => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) schedule.start()
      return () => void listeners.delete(listener)
    },
    close: () => schedule.close(),
  }
}

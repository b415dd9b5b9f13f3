/** What changed in the office, for the streams of its tabs. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { OfficeDb } from './schema.ts'

/** `kind`: "article", "arrivals", … */
export type OfficeEvent = { kind: string; id: string; publication: Mandator | null }

/** Call it in the transaction of the change. */
export async function emit(trx: OfficeDb, { kind, id, publication }: OfficeEvent): Promise<void> {
  await sql`insert into office.events (kind, target, publication) values (${kind}, ${id}, ${publication})`.execute(trx)
}

/** Converts rows to answers. */
import type { ModeratedEntry, Obituary, OwnEntry, PersonHead } from '../contract/obituaries.ts'
import type { EntryRow, Moderated } from './store/entries.ts'
import type { ObituaryRow, PersonRow, StoredObituary } from './store/obituaries.ts'

export function toPersonHead({ id, name, birth_name, born, died, place }: PersonRow): PersonHead {
  return { id, name, birthName: birth_name, born, died, place }
}

export function toObituary(
  { id, published, body }: ObituaryRow & { body: StoredObituary },
  person: PersonRow,
): Obituary {
  const { kind, picture, portrait = null, set } = body
  return { id, kind, published: published.toISOString(), person: toPersonHead(person), picture, portrait, set }
}

export function toOwnEntry({ id, kind, name, text, state, ground, facts, created_at }: EntryRow): OwnEntry {
  return { id, kind, name, text, state, ground, facts, at: created_at.toISOString() }
}

export function toModeratedEntry(row: Moderated): ModeratedEntry {
  return {
    ...toOwnEntry(row),
    person: toPersonHead(row.who),
    reader: row.address === '' ? null : row.reader,
    decidedAt: row.decided_at?.toISOString() ?? null,
    openReports: row.openReports,
  }
}

export function toPages(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The audit: who did what, when, from where. Append-only; kept for two years; of readers only ids. */
import type { AuditActor, AuditInput } from '../context.ts'
import type { OfficeDb } from '../schema.ts'

/** Actor of a command line call, where no person is signed in. */
export const BY_COMMAND = { id: null, name: 'npx lokalteil', network: '' } as const
/** Actor of scheduled work of the office itself. */
const BY_OFFICE = { id: null, name: 'Lokalteil', network: '' } as const

export async function appendAudit(
  db: OfficeDb,
  by: { id: string | null; name: string; network: string },
  { act, publication, target, before, after }: Omit<AuditInput, 'act'> & { act: AuditInput['act'] | 'resetFactor' },
  at: Date,
): Promise<void> {
  await db
    .insertInto('office.audit')
    .values({
      at,
      staff: by.id,
      by_name: by.name,
      network: by.network,
      act,
      publication,
      target,
      before: JSON.stringify(before ?? null),
      after: JSON.stringify(after ?? null),
    })
    .execute()
}

export function byActor(by: AuditActor): { id: string | null; name: string; network: string } {
  if (by === null) return BY_OFFICE
  if ('source' in by) return { id: null, name: by.source, network: '' }
  return { id: by.person.id, name: by.person.name, network: by.network }
}

const PAGE = 100

export async function listEntries(
  db: OfficeDb,
  /** `scope`: publications whose entries may be seen; null: all, and entries without a publication. */
  asked: {
    before?: number | undefined
    person?: string | undefined
    publication?: string | undefined
    target?: string | undefined
    scope: readonly string[] | null
  },
) {
  let query = db
    .selectFrom('office.audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PAGE + 1)
  if (asked.before !== undefined) query = query.where('id', '<', asked.before)
  if (asked.person !== undefined) query = query.where('staff', '=', asked.person)
  if (asked.publication !== undefined) query = query.where('publication', '=', asked.publication)
  if (asked.target !== undefined) query = query.where('target', '=', asked.target)
  if (asked.scope !== null) query = query.where('publication', 'in', asked.scope.length === 0 ? [''] : [...asked.scope])
  const rows = await query.execute()
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE }
}

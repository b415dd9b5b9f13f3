/** All queries of reports and decisions. `tables` names the tables of the service. */
import { sql, type RawBuilder } from 'kysely'
import type { AnyKysely } from '../database.ts'
import type { CaseTarget, DecisionRow, ReportRow } from './case-tables.ts'

export type CaseTables = { reports: string; decisions: string }
export type CaseCounts = {
  reports: { total: number; byGround: Record<string, number>; medianHours: number | null }
  decisions: {
    total: number
    byAction: Record<string, number>
    byGround: Record<string, number>
    bySource: Record<string, number>
    automated: number
  }
  complaints: { total: number; reversed: number; upheld: number; open: number }
}

export async function addReport(trx: AnyKysely, { reports }: CaseTables, report: ReportRow): Promise<void> {
  await trx.insertInto(reports).values(report).execute()
}

/** Number of different reporters since the text was shown; null: a moderator reviewed it and left it. */
export async function countReporters(
  trx: AnyKysely,
  { reports, decisions }: CaseTables,
  { kind, id }: CaseTarget,
): Promise<number | null> {
  const decided = await trx
    .selectFrom(decisions)
    .select('action')
    .where('kind', '=', kind)
    .where('target', '=', id)
    .executeTakeFirst()
  if (decided !== undefined) return null
  const { total } = await trx
    .selectFrom(reports)
    .select(sql<number>`least(count(distinct requester), count(distinct email))`.as('total'))
    .where('kind', '=', kind)
    .where('target', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

export async function closeReports(
  trx: AnyKysely,
  { reports }: CaseTables,
  { kind, id }: CaseTarget,
  at: Date,
): Promise<ReportRow[]> {
  return (await trx
    .updateTable(reports)
    .set({ closed_at: at })
    .where('kind', '=', kind)
    .where('target', '=', id)
    .where('closed_at', 'is', null)
    .returningAll()
    .execute()) as ReportRow[]
}

type NewDecision = Pick<
  DecisionRow,
  'publication' | 'id' | 'kind' | 'target' | 'action' | 'ground' | 'facts' | 'source' | 'decided_by' | 'at'
>
export async function addDecision(
  trx: AnyKysely,
  { decisions }: CaseTables,
  decision: NewDecision,
): Promise<DecisionRow> {
  return (await trx.insertInto(decisions).values(decision).returningAll().executeTakeFirstOrThrow()) as DecisionRow
}

export async function findDecision(
  db: AnyKysely,
  { decisions }: CaseTables,
  publication: string,
  id: string,
): Promise<DecisionRow | null> {
  const row = await selectDecision(db, decisions, publication, id).executeTakeFirst()
  return (row as DecisionRow | undefined) ?? null
}

export async function lockDecision(
  trx: AnyKysely,
  { decisions }: CaseTables,
  publication: string,
  id: string,
): Promise<DecisionRow | null> {
  const row = await selectDecision(trx, decisions, publication, id).forUpdate().executeTakeFirst()
  return (row as DecisionRow | undefined) ?? null
}

const selectDecision = (db: AnyKysely, decisions: string, publication: string, id: string) =>
  db.selectFrom(decisions).selectAll().where('publication', '=', publication).where('id', '=', id)

type Complaint = Pick<
  DecisionRow,
  'complaint_at' | 'complaint_text' | 'outcome' | 'answer' | 'answered_by' | 'answered_at'
>
export async function saveComplaint(
  trx: AnyKysely,
  { decisions }: CaseTables,
  id: string,
  change: Partial<Complaint>,
): Promise<DecisionRow> {
  return (await trx
    .updateTable(decisions)
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as DecisionRow
}

export const toKey = ({ kind, id }: CaseTarget): string => `${kind} ${id}`

/** Decisions by `toKey` of their target, oldest first. */
export async function listDecisions(
  db: AnyKysely,
  { decisions }: CaseTables,
  targets: readonly CaseTarget[],
): Promise<Map<string, DecisionRow[]>> {
  return listOf<DecisionRow>(db, decisions, targets)
}

export async function listReports(
  db: AnyKysely,
  { reports }: CaseTables,
  targets: readonly CaseTarget[],
): Promise<Map<string, ReportRow[]>> {
  return listOf<ReportRow>(db, reports, targets)
}

async function listOf<Row extends DecisionRow | ReportRow>(
  db: AnyKysely,
  table: string,
  targets: readonly CaseTarget[],
): Promise<Map<string, Row[]>> {
  const found = new Map<string, Row[]>()
  if (targets.length === 0) return found
  const which = targets.map(({ kind, id }) => sql`(kind = ${kind} and target = ${id})`)
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where ${sql.join(which, sql` or `)} order by at, id`.execute(db)
  for (const row of rows) {
    const key = toKey({ kind: row.kind, id: String(row.target) })
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** Cases with an open report, or with an unanswered complaint, the longest waiting first. */
export async function listOpen(
  db: AnyKysely,
  { reports, decisions }: CaseTables,
  publication: string,
  { list, limit, offset }: { list: 'reported' | 'complaints'; limit: number; offset: number },
): Promise<{ targets: CaseTarget[]; total: number }> {
  const from =
    list === 'reported'
      ? sql`(select kind, target, min(at) as since from ${sql.table(reports)}
          where publication = ${publication} and closed_at is null group by kind, target) t`
      : sql`(select kind, target, min(complaint_at) as since from ${sql.table(decisions)}
          where publication = ${publication} and complaint_at is not null and outcome is null group by kind, target) t`
  const { rows } = await sql<{ kind: string; target: string | number; total: number }>`
    select kind, target, (count(*) over ()) as total from ${from}
    order by since, target limit ${limit} offset ${offset}`.execute(db)
  return {
    targets: rows.map(({ kind, target }) => ({ kind, id: String(target) })),
    total: rows[0]?.total ?? 0,
  }
}

/** Reports made from a mail address, for the export of personal data. */
export async function listReportsFrom(
  db: AnyKysely,
  { reports }: CaseTables,
  publication: string,
  email: string,
): Promise<Omit<ReportRow, 'requester' | 'publication'>[]> {
  return (await db
    .selectFrom(reports)
    .select(['id', 'kind', 'target', 'ground', 'explanation', 'name', 'email', 'at', 'closed_at'])
    .where('publication', '=', publication)
    .where('email', '=', email.toLowerCase())
    .execute()) as ReportRow[]
}

/** Forgets who reported; the report itself stays for the transparency figures. */
export async function forgetReporter(
  db: AnyKysely,
  { reports }: CaseTables,
  publication: string,
  email: string,
): Promise<void> {
  await db
    .updateTable(reports)
    .set({ name: '', email: '' })
    .where('publication', '=', publication)
    .where('email', '=', email.toLowerCase())
    .execute()
}

/** Keeps the fact of each decision for the figures; deletes its texts. */
export async function forgetDecisions(
  db: AnyKysely,
  { decisions }: CaseTables,
  { kind, id }: CaseTarget,
): Promise<void> {
  await db
    .updateTable(decisions)
    .set({ facts: '', complaint_text: null, answer: null })
    .where('kind', '=', kind)
    .where('target', '=', id)
    .execute()
}

/** Deletes names and texts of old reports and decisions. */
export async function forgetOldReports(db: AnyKysely, { reports }: CaseTables, before: Date): Promise<void> {
  await db
    .updateTable(reports)
    .set({ name: '', email: '', explanation: '', requester: '' })
    .where('closed_at', '<', before)
    .where(sql<boolean>`email <> '' or explanation <> '' or requester <> ''`)
    .execute()
}

export async function countPeriod(
  db: AnyKysely,
  tables: CaseTables,
  publication: string,
  from: Date,
  to: Date,
): Promise<CaseCounts> {
  const reports = sql.table(tables.reports)
  const decisions = sql.table(tables.decisions)
  const within = sql`publication = ${publication} and at >= ${from} and at < ${to}`
  const count = async (table: RawBuilder<unknown>, column: string): Promise<Record<string, number>> => {
    const { rows } = await sql<{ key: string | null; total: number }>`
      select ${sql.ref(column)} as key, count(*) as total from ${table} where ${within} group by 1`.execute(db)
    return Object.fromEntries(rows.flatMap(({ key, total }) => (key === null ? [] : [[key, total]])))
  }
  const numbers = await sql<{ reports: number; median: number | null; decisions: number }>`
    select (select count(*) from ${reports} where ${within}) as reports,
      (select (percentile_cont(0.5) within group (order by extract(epoch from closed_at - at)) / 3600)::double precision
        from ${reports} where ${within} and closed_at is not null) as median,
      (select count(*) from ${decisions} where ${within}) as decisions`.execute(db)
  const complaints = await sql<{ outcome: string; total: number }>`
    select coalesce(outcome, 'open') as outcome, count(*) as total from ${decisions}
    where publication = ${publication} and complaint_at >= ${from} and complaint_at < ${to} group by 1`.execute(db)
  const outcomes = new Map(complaints.rows.map(({ outcome, total }) => [outcome, total]))
  const { reports: reported, median, decisions: decided } = numbers.rows[0]!
  return {
    reports: {
      total: reported,
      byGround: await count(reports, 'ground'),
      medianHours: median === null ? null : Math.round(median * 10) / 10,
    },
    decisions: {
      total: decided,
      byAction: await count(decisions, 'action'),
      byGround: await count(decisions, 'ground'),
      bySource: await count(decisions, 'source'),
      automated: 0,
    },
    complaints: {
      total: [...outcomes.values()].reduce((sum, one) => sum + one, 0),
      reversed: outcomes.get('reversed') ?? 0,
      upheld: outcomes.get('upheld') ?? 0,
      open: outcomes.get('open') ?? 0,
    },
  }
}

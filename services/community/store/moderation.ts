/** Reports and decisions, and what is counted of them. */
import type { Target, Transparency } from '@lokalteil/contracts/community'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql, type Insertable, type Selectable } from 'kysely'
import type { CommunityDb, CommunityTables, TargetKind, Trx } from '../schema.ts'

export type ReportRow = Selectable<CommunityTables['community.reports']>
export type DecisionRow = Selectable<CommunityTables['community.decisions']>

export async function addReport(trx: Trx, report: Insertable<CommunityTables['community.reports']>): Promise<void> {
  await trx.insertInto('community.reports').values(report).execute()
}

/** Of how many different senders since the last decision; null: a moderator has looked already and left it. */
export async function countReporters(trx: Trx, kind: TargetKind, target: number): Promise<number | null> {
  const last = await trx
    .selectFrom('community.decisions')
    .select('action')
    .where('kind', '=', kind)
    .where('target', '=', target)
    .orderBy('at', 'desc')
    .executeTakeFirst()
  if (last !== undefined) return null
  const { total } = await trx
    .selectFrom('community.reports')
    .select(sql<number>`least(count(distinct requester), count(distinct email))`.as('total'))
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

export async function closeReports(trx: Trx, kind: TargetKind, target: number, at: Date): Promise<ReportRow[]> {
  return trx
    .updateTable('community.reports')
    .set({ closed_at: at })
    .where('kind', '=', kind)
    .where('target', '=', target)
    .where('closed_at', 'is', null)
    .returningAll()
    .execute()
}

export async function addDecision(
  trx: Trx,
  decision: Omit<
    Insertable<CommunityTables['community.decisions']>,
    'complaint_at' | 'complaint_text' | 'outcome' | 'answer' | 'answered_by' | 'answered_at'
  >,
): Promise<DecisionRow> {
  return trx
    .insertInto('community.decisions')
    .values({
      ...decision,
      complaint_at: null,
      complaint_text: null,
      outcome: null,
      answer: null,
      answered_by: null,
      answered_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function lockDecision(trx: Trx, publication: Mandator, id: string): Promise<DecisionRow | null> {
  const row = await trx
    .selectFrom('community.decisions')
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function saveComplaint(
  trx: Trx,
  id: string,
  change: Partial<
    Pick<DecisionRow, 'complaint_at' | 'complaint_text' | 'outcome' | 'answer' | 'answered_by' | 'answered_at'>
  >,
): Promise<DecisionRow> {
  return trx
    .updateTable('community.decisions')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const keyOf = ({ kind, target }: { kind: TargetKind; target: number }) => `${kind} ${target}`
export const toKey = ({ kind, id }: Target) => `${kind} ${id}`

/** By `toKey`, oldest first. */
export async function listDecisions(db: CommunityDb, targets: readonly Target[]): Promise<Map<string, DecisionRow[]>> {
  return group(await selectOf(db, 'community.decisions', targets))
}

export async function listReports(db: CommunityDb, targets: readonly Target[]): Promise<Map<string, ReportRow[]>> {
  return group(await selectOf(db, 'community.reports', targets))
}

async function selectOf<Table extends 'community.decisions' | 'community.reports'>(
  db: CommunityDb,
  table: Table,
  targets: readonly Target[],
): Promise<Selectable<CommunityTables[Table]>[]> {
  if (targets.length === 0) return []
  const { rows } = await sql<Selectable<CommunityTables[Table]>>`
    select * from ${sql.table(table)} where (kind, target) in (${sql.join(
      targets.map(({ kind, id }) => sql`(${kind}, ${id}::bigint)`),
    )}) order by at`.execute(db)
  return rows
}

function group<T extends { kind: TargetKind; target: number }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}

export type TextRow = {
  kind: TargetKind
  id: number
  article: string
  path: string
  title: string
  sub: string | null
  name: string | null
  author_texts: number | null
  banned_at: Date | null
  banned_until: Date | null
  state: CommunityTables['community.comments']['state']
  text: string
  stars: number | null
  at: Date
  is_picked: boolean
  held_for: string
  up: number
  down: number
  replies: number
}

export type TextFilter = {
  list: 'pending' | 'reported' | 'complaints' | 'all'
  search: string
  sub: string | null
  article: string | null
  target: Target | null
  isNewestFirst: boolean
  limit: number
  offset: number
}

/** Comments and reviews together, as moderators and their authors see them. */
export async function listTexts(
  db: CommunityDb,
  publication: Mandator,
  filter: TextFilter,
): Promise<{ rows: TextRow[]; total: number }> {
  const { list, search, sub, article, target } = filter
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const conditions = [
    sql`t.publication = ${publication}`,
    ...(list === 'pending' ? [sql`t.state = 'pending'`] : []),
    ...(list === 'reported'
      ? [
          sql`exists (select from community.reports r where r.kind = t.kind and r.target = t.id and r.closed_at is null)`,
        ]
      : []),
    ...(list === 'complaints'
      ? [
          sql`exists (select from community.decisions d where d.kind = t.kind and d.target = t.id and d.complaint_at is not null and d.outcome is null)`,
        ]
      : []),
    ...(search === ''
      ? []
      : [
          sql`(t.search @@ websearch_to_tsquery('german', ${search}) or t.text ilike ${pattern} or m.name ilike ${pattern})`,
        ]),
    ...(sub === null ? [] : [sql`t.sub = ${sub}`]),
    ...(article === null ? [] : [sql`t.article = ${article}`]),
    ...(target === null ? [] : [sql`t.kind = ${target.kind} and t.id = ${target.id}::bigint`]),
  ]
  const from = sql`from (
      select 'comment' as kind, id, publication, article, sub, text, state, held_for, at, search, null::smallint as stars,
        is_picked, up, down, replies from community.comments
      union all
      select 'review', id, publication, article, sub, text, state, held_for, at, search, stars, false, 0, 0, 0
        from community.reviews
    ) t join community.threads h on h.publication = t.publication and h.article = t.article
      left join community.members m on m.publication = t.publication and m.sub = t.sub
    where ${sql.join(conditions, sql` and `)}`
  const direction = filter.isNewestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<TextRow>`
    select t.kind, t.id, t.article, h.path, h.title, t.sub, m.name, m.texts as author_texts, m.banned_at, m.banned_until,
      t.state, t.text, t.stars, t.at, t.is_picked, t.held_for, t.up, t.down, t.replies
    ${from} order by t.at ${direction}, t.id ${direction} limit ${filter.limit} offset ${filter.offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db)
  return { rows, total: counted.rows[0]!.total }
}

export async function countPeriod(
  db: CommunityDb,
  publication: Mandator,
  from: Date,
  to: Date,
): Promise<Omit<Transparency, 'from' | 'to'>> {
  const within = sql`publication = ${publication} and at >= ${from} and at < ${to}`
  const byGround = async (table: string, column: string) => {
    const { rows } = await sql<{ key: string | null; total: number }>`
      select ${sql.ref(column)} as key, count(*) as total from ${sql.table(table)} where ${within} group by 1`.execute(
      db,
    )
    return Object.fromEntries(rows.flatMap(({ key, total }) => (key === null ? [] : [[key, total]])))
  }
  const numbers = await sql<{ reports: number; median: number | null; decisions: number; bans: number }>`
    select (select count(*) from community.reports where ${within}) as reports,
      (select (percentile_cont(0.5) within group (order by extract(epoch from closed_at - at)) / 3600)::double precision
        from community.reports where ${within} and closed_at is not null) as median,
      (select count(*) from community.decisions where ${within}) as decisions,
      (select count(*) from community.bans where ${within}) as bans`.execute(db)
  const complaints = await sql<{ outcome: string; total: number }>`
    select coalesce(outcome, 'open') as outcome, count(*) as total from community.decisions
    where publication = ${publication} and complaint_at >= ${from} and complaint_at < ${to} group by 1`.execute(db)
  const outcomes = new Map(complaints.rows.map(({ outcome, total }) => [outcome, total]))
  const { reports, median, decisions, bans } = numbers.rows[0]!
  return {
    reports: {
      total: reports,
      byGround: await byGround('community.reports', 'ground'),
      medianHours: median === null ? null : Math.round(median * 10) / 10,
    },
    decisions: {
      total: decisions,
      byAction: await byGround('community.decisions', 'action'),
      byGround: await byGround('community.decisions', 'ground'),
      bySource: await byGround('community.decisions', 'source'),
      automated: 0,
    },
    complaints: {
      total: [...outcomes.values()].reduce((sum, one) => sum + one, 0),
      reversed: outcomes.get('reversed') ?? 0,
      upheld: outcomes.get('upheld') ?? 0,
      open: outcomes.get('open') ?? 0,
    },
    bans: bans,
  }
}

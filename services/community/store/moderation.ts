/** Comments and reviews together, for moderators. */
import type { Target } from '@lokalteil/contracts/community'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { CommunityDb, CommunityTables, TargetKind } from '../schema.ts'

export const CASE_TABLES = { reports: 'community.reports', decisions: 'community.decisions' } as const

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

/** Including hidden ones, for moderators and their authors. */
export async function listTexts(
  db: CommunityDb,
  publication: PublicationCode,
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

export async function countBans(db: CommunityDb, publication: PublicationCode, from: Date, to: Date): Promise<number> {
  const { total } = await db
    .selectFrom('community.bans')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('publication', '=', publication)
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow()
  return total
}

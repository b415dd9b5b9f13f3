import { sql, type Kysely } from 'kysely'
import { listMedia, toMediaUses, type MediaUses } from '../media-uses.ts'

const STATEMENTS = [
  // Which content shows a file of this site: the id of an article, "taxonomy", or "entries:" and their kind. "former":
  // was free once.
  `create table content.media_uses (
    used_by text not null, name text not null, use text not null check (use in ('free', 'paid', 'former')),
    primary key (used_by, name)
  )`,
  'create index media_uses_name on content.media_uses (name) include (use)',
]

const ROWS_AT_ONCE = 200

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)

  const { rows: whole } = await sql<{ used_by: string; data: unknown }>`
    select 'entries:' || kind as used_by, jsonb_agg(data) as data from content.entries group by kind
    union all select 'taxonomy', coalesce((select jsonb_agg(jsonb_build_array(picture)) from content.topics), '[]') || coalesce((select jsonb_agg(jsonb_build_array(portrait)) from content.authors), '[]')`.execute(
    db,
  )
  for (const { used_by, data } of whole) await save(db, used_by, { free: listMedia(data), paid: [] })

  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; article: string; teaser: string; full_article: string | null }>`
      select id, article, teaser, full_article from content.articles where id > ${after} order by id limit ${ROWS_AT_ONCE}`.execute(
      db,
    )
    for (const row of rows) {
      const open = [JSON.parse(row.article), JSON.parse(row.teaser)]
      await save(db, row.id, toMediaUses(open, row.full_article === null ? null : JSON.parse(row.full_article)))
    }
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!.id
  }
}

async function save(db: Kysely<unknown>, usedBy: string, { free, paid }: MediaUses): Promise<void> {
  if (free.length + paid.length === 0) return
  const uses = [...free.map(() => 'free'), ...paid.map(() => 'paid')]
  await sql`insert into content.media_uses (used_by, name, use) select ${usedBy}::text, * from unnest(${[...free, ...paid]}::text[], ${uses}::text[])`.execute(
    db,
  )
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  'create table pictures.originals (path text primary key, bytes int not null, stored_at timestamptz not null default now())',
  // In pieces, so that neither writing nor reading holds a picture completely.
  `create table pictures.pieces (
    path text not null references pictures.originals (path) on delete cascade, number int not null, data bytea not null,
    primary key (path, number)
  )`,
  // Stored uncompressed: pictures do not compress further.
  'alter table pictures.pieces alter column data set storage external',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

/**
 * Describes the tables of all services as statements that make them again: in an empty database, on either engine. Read from
 * PostgreSQL's catalogue and not from migrations, so that a backup also has the tables of rooms that this version does not know.
 * As in `pg_dump`, rows go in between: then indexes are built once, and neither triggers nor foreign keys see single rows.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { AnyKysely } from '../platform/database.ts'

const name = z.string().min(1).max(63)
const statement = z.string().min(1).max(1_000_000)
const Table = z.object({
  schema: name,
  name,
  /** Without computed ones. `type`: as PostgreSQL writes it. */
  columns: z
    .array(z.object({ name, type: z.string().min(1).max(200) }))
    .min(1)
    .max(1600),
})
export const Catalogue = z.object({
  /** The migrations that ran, by schema. */
  migrations: z.record(name, z.array(z.string().max(200)).max(10_000)),
  beforeRows: z.array(statement).max(100_000),
  tables: z.array(Table).max(100_000),
  afterRows: z.array(statement).max(100_000),
})
export type Table = z.infer<typeof Table>
export type Catalogue = z.infer<typeof Catalogue>

/** The database has no tables of a portal, or objects that a backup would lose. */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase'
}

/** `db`: a transaction, so that all rows are of one snapshot. */
export async function readCatalogue(db: AnyKysely): Promise<Catalogue> {
  // Deparsed statements leave out a schema that the search path has.
  await sql`set local search_path = public`.execute(db)
  const schemas = await listSchemas(db)
  if (schemas.length === 0) throw new UnfitDatabase('The database has nothing of a portal')
  await refuseUnknownKinds(db, schemas)
  const list = (query: string) => listStatements(db, query, schemas)
  const tables = await listTables(db, schemas)
  return {
    migrations: await listMigrations(db, schemas),
    beforeRows: [
      ...(await list(EXTENSIONS)),
      ...schemas.map((schema) => `create schema ${quote(schema)}`),
      ...(await list(SEQUENCES)),
      ...(await list(FUNCTIONS)),
      ...tables.map(({ statement: text }) => text),
    ],
    tables: tables.map(({ schema, name: table, columns }) => ({ schema, name: table, columns })),
    afterRows: [
      ...(await list(CONSTRAINTS)),
      ...(await list(INDEXES)),
      ...(await list(FOREIGN_KEYS)),
      ...(await list(VIEWS)),
      ...(await list(TRIGGERS)),
      ...(await list(OWNED_SEQUENCES)),
      ...(await listPositions(db, schemas)),
    ],
  }
}

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** The schemas that migrations of services made. */
async function listSchemas(db: AnyKysely): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select n.nspname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'migration_lock' and c.relkind = 'r' order by 1`.execute(db)
  return rows.map((row) => row.name)
}

async function listMigrations(db: AnyKysely, schemas: readonly string[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const schema of schemas) {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(`${schema}.migration`)} order by name collate "C"`.execute(db)
    found[schema] = rows.map((row) => row.name)
  }
  return found
}

async function refuseUnknownKinds(db: AnyKysely, schemas: readonly string[]): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select 'relation ' || c.oid::regclass as what from pg_class c
    where c.relnamespace = any (${toSchemas(schemas)})
      and (c.relkind not in ('r', 'v', 'S', 'i', 't') or c.relrowsecurity or c.relispartition
        or exists (select from pg_inherits h where h.inhrelid = c.oid))
    union all
    select 'type ' || t.oid::regtype from pg_type t
    where t.typnamespace = any (${toSchemas(schemas)}) and t.typtype in ('d', 'e', 'm', 'r')
    union all
    select 'function ' || p.oid::regprocedure from pg_proc p
    where p.pronamespace = any (${toSchemas(schemas)}) and p.prokind not in ('f', 'p')
    order by 1`.execute(db)
  if (rows.length > 0)
    throw new UnfitDatabase(`The database has what no backup can hold yet: ${rows.map(({ what }) => what).join(', ')}`)
}

const toSchemas = (schemas: readonly string[]) => sql`(${[...schemas]}::text[])::regnamespace[]`

/** `query` gives `statement`; `$1` are the schemas. */
async function listStatements(db: AnyKysely, query: string, schemas: readonly string[]): Promise<string[]> {
  const [before = '', after = ''] = query.split('$1')
  const { rows } = await sql<{ statement: string }>`
    ${sql.raw(before)}${toSchemas(schemas)}${sql.raw(after)}`.execute(db)
  return rows.map((row) => row.statement)
}

async function listTables(db: AnyKysely, schemas: readonly string[]): Promise<(Table & { statement: string })[]> {
  const { rows } = await sql<Table & { statement: string }>`
    select n.nspname as schema, c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        filter (where a.attgenerated = '') as columns,
      format('create %stable %s (%s)%s', case when c.relpersistence = 'u' then 'unlogged ' end, c.oid::regclass,
        string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
          case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
          case when a.attnotnull then 'not null' end,
          case
            when a.attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
            when a.attidentity <> '' then format('generated %s as identity (sequence name %s %s)',
              case a.attidentity when 'a' then 'always' else 'by default' end, s.seqrelid::regclass, ${sql.raw(SEQUENCE_OPTIONS)})
            when d.adbin is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid)
          end), ', ' order by a.attnum),
        ' with (' || array_to_string(c.reloptions, ', ') || ')') as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_depend o on a.attidentity <> '' and o.classid = 'pg_class'::regclass and o.refclassid = 'pg_class'::regclass
      and o.refobjid = c.oid and o.refobjsubid = a.attnum and o.deptype = 'i'
    left join pg_sequence s on s.seqrelid = o.objid
    where c.relkind = 'r' and c.relnamespace = any (${toSchemas(schemas)})
    group by c.oid, n.nspname, c.relname, c.relpersistence, c.reloptions order by n.nspname, c.relname`.execute(db)
  return rows
}

const SEQUENCE_OPTIONS = `format('start with %s increment by %s minvalue %s maxvalue %s cache %s%s', s.seqstart, s.seqincrement,
  s.seqmin, s.seqmax, s.seqcache, case when s.seqcycle then ' cycle' end)`

/** Extensions that tables and indexes depend on. */
const EXTENSIONS = `select format('create extension if not exists %I with schema %I', e.extname, n.nspname) as statement
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where exists (select from pg_depend m
    join pg_depend d on d.refclassid = m.classid and d.refobjid = m.objid and d.classid = 'pg_class'::regclass
    join pg_class c on c.oid = d.objid
    where m.refclassid = 'pg_extension'::regclass and m.refobjid = e.oid and m.deptype = 'e' and c.relnamespace = any ($1))
  order by e.extname`

/** Without the sequences of identity columns, which `create table` creates. */
const SEQUENCES = `select format('create sequence %s as %s %s', c.oid::regclass, format_type(s.seqtypid, null), ${SEQUENCE_OPTIONS}) as statement
  from pg_sequence s join pg_class c on c.oid = s.seqrelid
  where c.relnamespace = any ($1) and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i')
  order by c.oid`

const FUNCTIONS = `select pg_get_functiondef(p.oid) as statement from pg_proc p where p.pronamespace = any ($1) order by p.oid`

const toConstraints = (
  kinds: string,
) => `select format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as statement
  from pg_constraint k where k.connamespace = any ($1) and k.conrelid <> 0 and k.contype in (${kinds}) order by k.oid`
const CONSTRAINTS = toConstraints(`'p', 'u', 'c', 'x'`)
const FOREIGN_KEYS = toConstraints(`'f'`)

const INDEXES = `select pg_get_indexdef(x.indexrelid) as statement
  from pg_index x join pg_class c on c.oid = x.indexrelid
  where c.relnamespace = any ($1)
    and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
  order by x.indexrelid`

const VIEWS = `select format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) as statement
  from pg_class c where c.relkind = 'v' and c.relnamespace = any ($1) order by c.oid`

const TRIGGERS = `select pg_get_triggerdef(t.oid) as statement
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = any ($1) order by t.oid`

const OWNED_SEQUENCES = `select format('alter sequence %s owned by %s.%I', d.objid::regclass, d.refobjid::regclass, a.attname) as statement
  from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
  join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype = 'a' and c.relnamespace = any ($1)
  order by d.objid`

/**
 * The next value of each sequence. Sequences are not transactional, but rows of the snapshot took their numbers before this
 * read, so it is never behind them.
 */
async function listPositions(db: AnyKysely, schemas: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and c.relnamespace = any (${toSchemas(schemas)}) order by 1, 2`.execute(db)
  const found: string[] = []
  for (const { schema, name: sequence } of rows) {
    const { rows: positions } = await sql<{ statement: string }>`
      select format('select setval(%L, %s, %L)', ${`${quote(schema)}.${quote(sequence)}`}::text, last_value, is_called) as statement
      from ${sql.table(`${schema}.${sequence}`)}`.execute(db)
    found.push(...positions.map((row) => row.statement))
  }
  return found
}

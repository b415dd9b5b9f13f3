/** Compares the tables before and after a migration and lists statements of the version before that would fail now. */
import { sql } from 'kysely'
import type { AnyKysely } from '../database.ts'

type Column = {
  relation: string
  name: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  isView: boolean
}
/** A constraint, a unique index or a trigger, and its columns (none: it concerns whole rows). */
type Rule = { relation: string; name: string; definition: string; columns: string[] }
export type Catalogue = { columns: Map<string, Column>; rules: Map<string, Rule> }

export async function readCatalogue(db: AnyKysely, schema: string): Promise<Catalogue> {
  const { rows: columns } = await sql<Column>`
    select c.relname as relation, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", a.atthasdef or a.attidentity <> '' as "hasDefault",
      c.relkind in ('v', 'm') as "isView"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped and c.relname not like 'migration%'`.execute(
    db,
  )
  const { rows: rules } = await sql<Rule>`
    select c.relname as relation, k.conname as name, pg_get_constraintdef(k.oid) as definition,
      coalesce((select array_agg(a.attname::text) from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)), '{}') as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and k.contype in ('c', 'u', 'p', 'f', 'x')
    union all
    select c.relname, i.relname, pg_get_indexdef(i.oid),
      coalesce((select array_agg(a.attname::text) from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any (x.indkey::int2[])), '{}')
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and x.indisunique
    union all
    select c.relname, t.tgname, pg_get_triggerdef(t.oid), '{}'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and not t.tgisinternal`.execute(db)
  return {
    columns: new Map(columns.map((column) => [`${column.relation}.${column.name}`, column])),
    rules: new Map(rules.map((rule) => [`${rule.relation}.${rule.name}`, rule])),
  }
}

/** One sentence for each narrowing; none when the version before can go on. */
export function listNarrowings(before: Catalogue, after: Catalogue): string[] {
  const known = new Set([...before.columns.values()].map(({ relation }) => relation))
  const found: string[] = []
  for (const [key, was] of before.columns) {
    const now = after.columns.get(key)
    if (now === undefined) found.push(`${key} is gone`)
    else if (now.type !== was.type) found.push(`${key} was ${was.type} and is ${now.type}`)
    else if (now.isRequired && !was.isRequired) found.push(`${key} may not be empty any more`)
    else if (was.hasDefault && !now.hasDefault) found.push(`${key} has no default any more`)
  }
  for (const [key, now] of after.columns)
    if (!before.columns.has(key) && known.has(now.relation) && now.isRequired && !now.hasDefault)
      found.push(`${key} is new, must be filled and has no default`)
  for (const [key, now] of after.rules) {
    const was = before.rules.get(key)
    if (!known.has(now.relation) || was?.definition === now.definition) continue
    const isAboutNewOnly =
      now.columns.length > 0 && now.columns.every((name) => !before.columns.has(`${now.relation}.${name}`))
    if (!isAboutNewOnly) found.push(`${key} is a new rule for what the version before writes: ${now.definition}`)
  }
  return found
}

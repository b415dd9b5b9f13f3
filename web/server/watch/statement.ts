/**
 * Name of a database statement for metrics and spans: its operation, of a bounded set, and the table. Never its text, which may
 * hold a value.
 */
type Statement = { operation: string; table: string | null }

const OPERATION = /^\s*(select|insert|update|delete|with|begin|start|commit|rollback|savepoint|release|set)\b/i
const TRANSACTION: ReadonlySet<string> = new Set(['begin', 'start', 'commit', 'rollback', 'savepoint', 'release'])
/** With its schema, as all tables of services are written. */
const TABLE = /\b(?:from|into|update|join)\s+"?([a-z][a-z_]{0,40})"?\."?([a-z][a-z_]{0,40})\b/i
/** The table stands near the beginning, except behind a long list of columns. */
const MOST_READ = 4000

export function toStatement(text: string): Statement {
  const word = OPERATION.exec(text)?.[1]?.toLowerCase() ?? 'other'
  if (TRANSACTION.has(word)) return { operation: 'transaction', table: null }
  const [, schema, table] = TABLE.exec(text.slice(0, MOST_READ)) ?? []
  return { operation: word, table: schema === undefined ? null : `${schema}.${table}`.toLowerCase() }
}

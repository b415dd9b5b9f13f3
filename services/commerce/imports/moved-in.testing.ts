/** For tests of a whole portal: reads its database after an import of subscribers. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.ts'

/** Number of rows in each table that an import writes to. */
export async function countRows({ db }: Database): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select schemaname || '.' || tablename as name,
      (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I.%I', schemaname, tablename), false, true, '')))[1]::text::int as count
    from pg_tables where schemaname in ('sso', 'subscription', 'mail') and tablename not in ('keys', 'limits')`.execute(
    db,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.count]))
}

/** Mails in the outbox, oldest first. */
export async function listMails({
  db,
}: Database): Promise<{ template: string; to: { address: string }; data: { path: string } }[]> {
  const { rows } = await sql<{
    message: never
  }>`select message from mail.outbox where message is not null order by created_at`.execute(db)
  return rows.map(({ message }) => message)
}

export async function listAsked({ db }: Database) {
  const { rows } = await sql<{
    period_from: string
    amount_cents: number
    state: string
  }>`select period_from, amount_cents, state from subscription.charges order by period_from`.execute(db)
  return rows
}

export async function listIssued({ db }: Database): Promise<unknown[]> {
  const { rows } = await sql<{ data: unknown }>`select data from subscription.invoices`.execute(db)
  return rows.map(({ data }) => data)
}

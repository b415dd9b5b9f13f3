import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table subscription.bought (
    mandator text not null, customer_id text not null, kind text not null check (kind in ('article', 'issue')), key text not null,
    receipt_number text not null unique references subscription.bookings (receipt_number),
    title text not null, path text not null, coins int not null check (coins > 0), bought_at timestamptz not null, credited_at timestamptz,
    primary key (mandator, customer_id, kind, key),
    foreign key (mandator, customer_id) references subscription.wallets (mandator, customer_id)
  )`,
  `insert into subscription.bought (mandator, customer_id, kind, key, receipt_number, title, path, coins, bought_at, credited_at)
    select mandator, customer_id, 'article', article_id, receipt_number, title, path, coins, bought_at, credited_at from subscription.article_purchases
    union all
    select mandator, customer_id, 'issue', issue_key, receipt_number, title, path, coins, bought_at, null from subscription.issue_purchases`,
  'drop table subscription.article_purchases',
  'drop table subscription.issue_purchases',
  // Views for the previous version: each shows one kind, and sets it on rows that are written through it.
  `create view subscription.article_purchases as
    select mandator, customer_id, key as article_id, receipt_number, title, path, coins, bought_at, credited_at, kind from subscription.bought where kind = 'article'`,
  "alter view subscription.article_purchases alter column kind set default 'article'",
  `create view subscription.issue_purchases as
    select mandator, customer_id, key as issue_key, receipt_number, title, path, coins, bought_at, kind from subscription.bought where kind = 'issue'`,
  "alter view subscription.issue_purchases alter column kind set default 'issue'",
]

/** The previous version keeps working with its two tables: they are now updatable views of the new one. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table subscription.customers (
    mandator text not null, customer_id text not null, sub text, wallet_id text not null,
    created_at timestamptz not null, erased_at timestamptz,
    primary key (mandator, customer_id), unique (mandator, sub)
  )`,
  `create table subscription.subscriptions (
    mandator text not null, id text not null, customer_id text not null, kind text not null, product_name text not null,
    state text not null, roles jsonb not null, coins int, price_cents int, period_months int, trial jsonb,
    starts_on text not null, ends_on text, resumes_on text, created_at timestamptz not null, changed_at timestamptz not null,
    primary key (mandator, id),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id)
  )`,
  'create index subscriptions_customer on subscription.subscriptions (mandator, customer_id)',
  "create index declarations_email on subscription.declarations (mandator, lower(declaration ->> 'email'))",
  `create table subscription.print_subscribers (
    mandator text not null, customer_number text not null, postcode text not null, product_name text not null,
    roles jsonb not null, is_active boolean not null, bound_customer_id text, bound_at timestamptz,
    primary key (mandator, customer_number),
    foreign key (mandator, bound_customer_id) references subscription.customers (mandator, customer_id)
  )`,
  'create index print_subscribers_customer on subscription.print_subscribers (mandator, bound_customer_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

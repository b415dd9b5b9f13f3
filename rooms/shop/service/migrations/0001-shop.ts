import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  'create schema if not exists shop',
  'create table shop.catalogues (mandator text primary key, source text, revision int not null default 1, data jsonb not null, changed_at timestamptz not null)',
  // `given`: pieces put in so far, null: unlimited. Left are `given` - `taken`; the constraint keeps an order from
  // taking more.
  `create table shop.stock (
    mandator text not null, sku text not null, given int check (given >= 0), taken int not null default 0 check (taken >= 0),
    primary key (mandator, sku)
  )`,
  `create table shop.baskets (
    mandator text not null, reference text not null, cart jsonb not null, created_at timestamptz not null, primary key (mandator, reference)
  )`,
  'create index baskets_age on shop.baskets (created_at)',
  // An order of the platform by its number. `basket`: as it was kept for the order. The state `released` is final.
  `create table shop.orders (
    mandator text not null, number text not null, state text not null check (state in ('reserved', 'sold', 'released')), sub text,
    basket jsonb not null, items jsonb not null, delivery jsonb, recipient jsonb, email text, payment text not null default 'open',
    returned jsonb not null default '[]', held jsonb not null default '[]', sent_on text, forgets_when_sent boolean not null default false,
    ordered_at timestamptz not null, changed_at timestamptz not null,
    primary key (mandator, number)
  )`,
  "create index orders_open on shop.orders (mandator, ordered_at) where state = 'sold' and sent_on is null",
  'create index orders_reader on shop.orders (mandator, sub)',
  `create table shop.tickets (
    mandator text not null, code text not null, number text not null, line text not null, title text not null, event jsonb,
    state text not null default 'valid' check (state in ('valid', 'used', 'void')), used_at timestamptz, created_at timestamptz not null,
    primary key (mandator, code), foreign key (mandator, number) references shop.orders (mandator, number)
  )`,
  'create index tickets_order on shop.tickets (mandator, number)',
  // The balance of a value code is changed in the same transaction as its entries; never below zero.
  `create table shop.vouchers (
    mandator text not null, code text not null, number text not null, line text not null, cents int not null check (cents > 0),
    balance int not null check (balance >= 0 and balance <= cents), is_void boolean not null default false, valid_until text not null, created_at timestamptz not null,
    primary key (mandator, code), foreign key (mandator, number) references shop.orders (mandator, number)
  )`,
  'create index vouchers_order on shop.vouchers (mandator, number)',
  `create table shop.voucher_entries (
    sequence bigserial primary key, mandator text not null, code text not null, number text not null, kind text not null check (kind in ('issue', 'redeem', 'back', 'void')),
    cents int not null, at timestamptz not null, unique (mandator, code, number, kind)
  )`,
  'create table shop.counters (bucket text primary key, started_at timestamptz not null, count int not null)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

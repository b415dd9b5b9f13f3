import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // The payment method of a subscription and its next payment.
  `create table subscription.payment_methods (
    mandator text not null, id text not null, customer_id text not null, kind text not null check (kind in ('sepa', 'card', 'invoice')), provider text not null,
    holder text not null, label text not null, sealed_account text, mandate_reference text, mandate_signed_on text, provider_reference text,
    is_active boolean not null default true, created_at timestamptz not null,
    primary key (mandator, id), unique (mandator, mandate_reference),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id)
  )`,
  'create index payment_methods_customer on subscription.payment_methods (mandator, customer_id)',
  'alter table subscription.subscriptions add column vat_percent int, add column term_months int, add column notice_months int, add column renewal text, add column payment_method_id text, add column offer_id text, add column reminded_on text',

  `create table subscription.orders (
    mandator text not null, order_number text not null, customer_id text not null, idempotency_key text not null, digest text not null,
    state text not null check (state in ('pending', 'completed', 'failed')), offer jsonb not null, quote jsonb not null, buyer jsonb not null, consents jsonb not null,
    payment_method_id text not null, subscription_id text not null, voucher_code text,
    email text, is_guest boolean not null default false, refusal text, failure text, placed_at timestamptz not null, changed_at timestamptz not null,
    primary key (mandator, order_number), unique (mandator, customer_id, idempotency_key),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id),
    foreign key (mandator, payment_method_id) references subscription.payment_methods (mandator, id)
  )`,
  'create index orders_customer on subscription.orders (mandator, customer_id, placed_at)',

  // One row for each amount to pay. A period of a subscription is never charged twice.
  `create table subscription.charges (
    mandator text not null, charge_id text not null, customer_id text not null, subscription_id text not null, order_number text, payment_method_id text not null,
    kind text not null check (kind in ('first', 'renewal', 'change')), period_from text not null, period_to text,
    amount_cents int not null check (amount_cents >= 0), vat_percent int not null, description text not null,
    state text not null check (state in ('due', 'submitted', 'paid', 'failed', 'refunded', 'cancelled')),
    due_on text not null, attempts int not null default 0, next_attempt_on text, reminders int not null default 0, failure text, provider_reference text,
    redirect_url text, lease text, leased_until timestamptz, looked_at timestamptz,
    created_at timestamptz not null, changed_at timestamptz not null, settled_at timestamptz,
    primary key (mandator, charge_id), unique (mandator, subscription_id, kind, period_from),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id),
    foreign key (mandator, payment_method_id) references subscription.payment_methods (mandator, id)
  )`,
  'create index charges_customer on subscription.charges (mandator, customer_id, created_at)',
  "create index charges_open on subscription.charges (state, due_on) where state in ('due', 'submitted', 'failed')",
  'create index charges_reference on subscription.charges (provider_reference)',
  // Handled messages of providers, so that a repeated message is handled once.
  'create table subscription.payment_events (provider text not null, event_id text not null, received_at timestamptz not null, primary key (provider, event_id))',
  'create table subscription.collections (mandator text not null, collection_id text not null, created_at timestamptz not null, collect_on text not null, charge_ids jsonb not null, document text not null, primary key (mandator, collection_id))',

  // Numbers without gaps for each publication and year; an invoice never changes, only a correction can follow.
  'create table subscription.invoice_numbers (mandator text not null, year int not null, last int not null, primary key (mandator, year))',
  `create table subscription.invoices (
    mandator text not null, invoice_number text not null, kind text not null check (kind in ('invoice', 'correction')), customer_id text not null, charge_id text not null,
    issued_on text not null, corrects text, data jsonb not null, created_at timestamptz not null,
    primary key (mandator, invoice_number), unique (mandator, charge_id, kind),
    foreign key (mandator, charge_id) references subscription.charges (mandator, charge_id)
  )`,
  'create index invoices_customer on subscription.invoices (mandator, customer_id, issued_on)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

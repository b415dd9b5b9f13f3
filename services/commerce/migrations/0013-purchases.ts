import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // A basket of a seller, bought once. `step`: the next message to the seller; the queue's columns belong to it.
  `create table subscription.purchases (
    mandator text not null, purchase_number text not null, customer_id text not null, idempotency_key text not null, digest text not null,
    seller text not null, reference text not null,
    state text not null check (state in ('placed', 'pending', 'completed', 'failed')), failure text,
    basket jsonb not null, due_cents int not null check (due_cents >= 0), buyer jsonb not null, consents jsonb not null, email text, is_guest boolean not null,
    payment_method_id text not null, payment text not null default 'open' check (payment in ('open', 'promised', 'paid', 'unpaid')),
    taken_back jsonb not null default '[]', sent_on text, arrived_on text,
    step text check (step in ('reserve', 'settle', 'release')), step_reason text, step_attempts int not null default 0, step_by text, step_until timestamptz, step_error text,
    placed_at timestamptz not null, changed_at timestamptz not null,
    primary key (mandator, purchase_number), unique (mandator, customer_id, idempotency_key),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id),
    foreign key (mandator, payment_method_id) references subscription.payment_methods (mandator, id)
  )`,
  'create index purchases_customer on subscription.purchases (mandator, customer_id, placed_at)',
  'create index purchases_steps on subscription.purchases (placed_at) where step is not null',
  // A purchase has one charge, whose `subscription_id` is its number. The domain checks the kinds instead.
  'alter table subscription.charges drop constraint charges_kind_check',
]

/** The previous version sells no baskets; open purchases wait until the later version is back. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

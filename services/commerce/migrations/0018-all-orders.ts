import { sql, type Kysely } from 'kysely'

/** In the order of the tables of before, so that `select *` answers the same. */
const ORDER = `mandator, order_number, customer_id, idempotency_key, digest, state, offer, quote, buyer, consents, payment_method_id,
  subscription_id, voucher_code, email, is_guest, refusal, failure, placed_at, changed_at`
const toPurchase = (
  number: string,
) => `mandator, ${number}, customer_id, idempotency_key, digest, seller, reference, state, failure,
  basket, due_cents, buyer, consents, email, is_guest, payment_method_id, payment, taken_back, sent_on, arrived_on,
  step, step_reason, step_attempts, step_by, step_until, step_error, placed_at, changed_at, recipient`

const STATEMENTS = [
  // One table for both: an order has lines either of an offer of the publication (`seller` null) or of a seller's basket.
  `create table subscription.all_orders (
    mandator text not null, order_number text not null, customer_id text not null, idempotency_key text not null, digest text not null,
    state text not null check (state in ('placed', 'pending', 'completed', 'failed')), failure text,
    buyer jsonb not null, consents jsonb not null, email text, is_guest boolean not null default false, payment_method_id text not null,
    placed_at timestamptz not null, changed_at timestamptz not null,
    offer jsonb, quote jsonb, subscription_id text, voucher_code text, refusal text,
    seller text, reference text, basket jsonb, due_cents int check (due_cents >= 0), recipient jsonb,
    payment text not null default 'open' check (payment in ('open', 'promised', 'paid', 'unpaid')),
    taken_back jsonb not null default '[]', sent_on text, arrived_on text,
    step text check (step in ('reserve', 'settle', 'release')), step_reason text, step_attempts int not null default 0,
    step_by text, step_until timestamptz, step_error text,
    primary key (mandator, order_number),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id),
    foreign key (mandator, payment_method_id) references subscription.payment_methods (mandator, id),
    constraint all_orders_lines check (case when seller is null
      then offer is not null and quote is not null and subscription_id is not null and basket is null
      else basket is not null and reference is not null and due_cents is not null and offer is null and subscription_id is null end)
  )`,
  `insert into subscription.all_orders (${ORDER}) select ${ORDER} from subscription.orders`,
  `insert into subscription.all_orders (${toPurchase('order_number')}) select ${toPurchase('purchase_number')} from subscription.purchases`,
  'drop table subscription.orders',
  'drop table subscription.purchases',
  // As before, an idempotency key of an offer and one of a basket do not meet.
  'create unique index all_orders_key on subscription.all_orders (mandator, customer_id, idempotency_key, (seller is null))',
  'create index all_orders_customer on subscription.all_orders (mandator, customer_id, placed_at)',
  'create index all_orders_subscription on subscription.all_orders (mandator, subscription_id)',
  'create index all_orders_steps on subscription.all_orders (placed_at) where step is not null',
  // Views for the previous version, which reads and writes them like its tables: each shows the orders of its kind.
  `create view subscription.orders as select ${ORDER} from subscription.all_orders where seller is null`,
  'alter view subscription.orders alter column is_guest set default false',
  `create view subscription.purchases as select ${toPurchase('order_number as purchase_number')} from subscription.all_orders where seller is not null`,
  "alter view subscription.purchases alter column payment set default 'open'",
  "alter view subscription.purchases alter column taken_back set default '[]'",
  'alter view subscription.purchases alter column step_attempts set default 0',
]

/** The previous version keeps working with its two tables: they are now updatable views of the new one. */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

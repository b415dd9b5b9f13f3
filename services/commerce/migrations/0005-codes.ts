import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Codes that were made together and have the same grant.
  `create table subscription.code_batches (
    mandator text not null, batch text not null, kind text not null check (kind in ('access', 'coins', 'voucher')), grants jsonb not null,
    uses int not null check (uses > 0), valid_until text, created_at timestamptz not null,
    primary key (mandator, batch)
  )`,
  `create table subscription.codes (
    mandator text not null, code text not null, batch text not null, uses_left int not null check (uses_left >= 0), revoked_at timestamptz,
    primary key (mandator, code),
    foreign key (mandator, batch) references subscription.code_batches (mandator, batch)
  )`,
  'create index codes_batch on subscription.codes (mandator, batch)',
  // A reader uses a code once, however many uses it has.
  `create table subscription.redemptions (
    mandator text not null, code text not null, customer_id text not null, idempotency_key text, subscription_id text, order_number text, redeemed_at timestamptz not null,
    primary key (mandator, code, customer_id),
    foreign key (mandator, code) references subscription.codes (mandator, code),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id)
  )`,
  'create index redemptions_customer on subscription.redemptions (mandator, customer_id)',
  'create index redemptions_order on subscription.redemptions (mandator, order_number)',
  `create table subscription.invites (
    mandator text not null, token text not null, customer_id text not null, created_at timestamptz not null,
    primary key (mandator, token), unique (mandator, customer_id),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id)
  )`,
  // Readers who came by an invitation; the reward is booked once, with the first paid order.
  `create table subscription.invited (
    mandator text not null, customer_id text not null, invited_by text not null, accepted_at timestamptz not null, rewarded_at timestamptz,
    primary key (mandator, customer_id), check (customer_id <> invited_by),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id),
    foreign key (mandator, invited_by) references subscription.customers (mandator, customer_id)
  )`,
  'create index invited_by on subscription.invited (mandator, invited_by)',
  // Other members of the household who use a subscription. A member has one seat in a publication.
  `create table subscription.seats (
    mandator text not null, seat_id text not null, subscription_id text not null, owner_id text not null, token_digest text not null, label text not null,
    member_id text, offered_at timestamptz not null, accepted_at timestamptz, ended_at timestamptz,
    primary key (mandator, seat_id), unique (mandator, token_digest), check (member_id <> owner_id),
    foreign key (mandator, subscription_id) references subscription.subscriptions (mandator, id),
    foreign key (mandator, owner_id) references subscription.customers (mandator, customer_id),
    foreign key (mandator, member_id) references subscription.customers (mandator, customer_id)
  )`,
  'create unique index seats_member on subscription.seats (mandator, member_id) where ended_at is null and member_id is not null',
  'create index seats_subscription on subscription.seats (mandator, subscription_id)',
  'create index seats_owner on subscription.seats (mandator, owner_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

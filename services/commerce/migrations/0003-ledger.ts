import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table subscription.wallets (
    mandator text not null, customer_id text not null, balance int not null check (balance >= 0), opened_at timestamptz not null,
    primary key (mandator, customer_id),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id)
  )`,
  `create table subscription.bookings (
    sequence bigint generated always as identity unique, receipt_number text primary key, mandator text not null, customer_id text not null,
    kind text not null check (kind in ('purchase', 'grant', 'article', 'refund', 'expiry', 'credit')),
    subject jsonb not null, reason text not null, expires_on text, refunds text unique references subscription.bookings (receipt_number),
    idempotency_key text not null, digest text not null, booked_at timestamptz not null,
    unique (mandator, idempotency_key),
    foreign key (mandator, customer_id) references subscription.wallets (mandator, customer_id)
  )`,
  'create index bookings_customer on subscription.bookings (mandator, customer_id, sequence)',
  `create table subscription.entries (
    sequence bigint generated always as identity primary key,
    receipt_number text not null references subscription.bookings (receipt_number), mandator text not null,
    account text not null check (account in ('wallet', 'issued', 'articles', 'expired')), customer_id text,
    amount int not null check (amount <> 0),
    check ((account = 'wallet') = (customer_id is not null)),
    foreign key (mandator, customer_id) references subscription.wallets (mandator, customer_id)
  )`,
  'create index entries_booking on subscription.entries (receipt_number)',
  'create index entries_customer on subscription.entries (mandator, customer_id) where customer_id is not null',
  `create table subscription.article_purchases (
    mandator text not null, customer_id text not null, article_id text not null, receipt_number text not null references subscription.bookings (receipt_number),
    title text not null, path text not null, coins int not null check (coins > 0), bought_at timestamptz not null, credited_at timestamptz,
    primary key (mandator, customer_id, article_id),
    foreign key (mandator, customer_id) references subscription.wallets (mandator, customer_id)
  )`,

  // Append-only: bookings and entries refuse changes.
  `create function subscription.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The ledger is only ever added to (% on %)', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
  end $$`,
  ...['bookings', 'entries'].flatMap((table) => [
    `create trigger append_only before update or delete on subscription.${table} for each row execute function subscription.refuse_change()`,
    `create trigger append_only_whole before truncate on subscription.${table} for each statement execute function subscription.refuse_change()`,
  ]),

  // Only entries change a wallet's balance, which is their sum. The row stays locked until the transaction ends.
  `create function subscription.change_balance() returns trigger language plpgsql as $$
  begin
    if new.account = 'wallet' then
      update subscription.wallets set balance = balance + new.amount where mandator = new.mandator and customer_id = new.customer_id;
    end if;
    return null;
  end $$`,
  'create trigger change_balance after insert on subscription.entries for each row execute function subscription.change_balance()',
  `create function subscription.guard_balance() returns trigger language plpgsql as $$
  begin
    if (tg_op = 'INSERT' and new.balance <> 0) or (tg_op = 'UPDATE' and new.balance <> old.balance and pg_trigger_depth() < 2) then
      raise exception 'A balance follows from entries' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end $$`,
  'create trigger guard_balance before insert or update on subscription.wallets for each row execute function subscription.guard_balance()',

  // A deferred check at the end of the transaction, because the two entries are written one after the other.
  `create function subscription.check_sum() returns trigger language plpgsql as $$
  declare
    total bigint;
    sides int;
  begin
    select coalesce(sum(amount), 0), count(*) into total, sides from subscription.entries where receipt_number = new.receipt_number;
    if total <> 0 or sides < 2 then
      raise exception 'The booking % has % entries with the sum %', new.receipt_number, sides, total using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end $$`,
  ...['bookings', 'entries'].map(
    (table) =>
      `create constraint trigger check_sum after insert on subscription.${table} deferrable initially deferred for each row execute function subscription.check_sum()`,
  ),

  // Coins that were bought before the ledger existed.
  `insert into subscription.wallets (mandator, customer_id, balance, opened_at)
    select mandator, customer_id, 0, min(created_at) from subscription.subscriptions where coins is not null and state = 'active' group by mandator, customer_id`,
  `insert into subscription.bookings (receipt_number, mandator, customer_id, kind, subject, reason, idempotency_key, digest, booked_at)
    select 'B-' || to_char(created_at, 'YYYY') || '-' || upper(substr(md5(mandator || ' ' || id), 1, 4)) || '-' || upper(substr(md5(id || ' ' || customer_id), 1, 4)),
      mandator, customer_id, 'purchase', jsonb_build_object('subscriptionId', id, 'name', product_name), 'Coins gekauft', 'coins ' || customer_id || ' ' || id, '', created_at
    from subscription.subscriptions where coins is not null and state = 'active'`,
  `insert into subscription.entries (receipt_number, mandator, account, customer_id, amount)
    select b.receipt_number, b.mandator, side.account, case side.account when 'wallet' then b.customer_id end, side.sign * s.coins
    from subscription.bookings b
    join subscription.subscriptions s on s.mandator = b.mandator and s.id = b.subject ->> 'subscriptionId'
    cross join (values ('issued', -1), ('wallet', 1)) as side (account, sign)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

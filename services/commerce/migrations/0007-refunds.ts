import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Full and partial refunds. Never more than was paid: a trigger keeps their sum in the charge.
  `create table subscription.refunds (
    mandator text not null, refund_id text not null, charge_id text not null, customer_id text not null, amount_cents int not null check (amount_cents > 0),
    reason text not null check (reason in ('withdrawal', 'unused', 'goodwill', 'not-kept')),
    state text not null check (state in ('due', 'transfer', 'by-hand', 'sent', 'done', 'void')),
    idempotency_key text not null, failure text, collection_id text, attempts int not null default 0, leased_until timestamptz,
    created_at timestamptz not null, changed_at timestamptz not null, settled_at timestamptz,
    primary key (mandator, refund_id), unique (mandator, charge_id, idempotency_key),
    foreign key (mandator, charge_id) references subscription.charges (mandator, charge_id),
    foreign key (mandator, customer_id) references subscription.customers (mandator, customer_id)
  )`,
  "create index refunds_open on subscription.refunds (state, created_at) where state in ('due', 'transfer', 'by-hand')",
  'alter table subscription.charges add column refunded_cents int not null default 0, add constraint refunded_within_paid check (refunded_cents between 0 and amount_cents)',
  `create function subscription.count_refund() returns trigger language plpgsql as $$
  declare
    difference int := 0;
  begin
    if tg_op = 'UPDATE' and (new.amount_cents <> old.amount_cents or new.charge_id <> old.charge_id or (old.state = 'void' and new.state <> 'void')) then
      raise exception 'A refund stays what it is' using errcode = 'integrity_constraint_violation';
    end if;
    if tg_op <> 'INSERT' and old.state <> 'void' then difference := difference - old.amount_cents; end if;
    if tg_op <> 'DELETE' and new.state <> 'void' then difference := difference + new.amount_cents; end if;
    if difference <> 0 then
      update subscription.charges set refunded_cents = refunded_cents + difference
        where mandator = coalesce(new.mandator, old.mandator) and charge_id = coalesce(new.charge_id, old.charge_id) and (difference < 0 or state in ('paid', 'refunded'));
      if not found then raise exception 'Nothing was paid that could go back' using errcode = 'integrity_constraint_violation'; end if;
    end if;
    return null;
  end $$`,
  'create trigger count_refund after insert or update or delete on subscription.refunds for each row execute function subscription.count_refund()',
  `create function subscription.guard_refunded() returns trigger language plpgsql as $$
  begin
    if (tg_op = 'INSERT' and new.refunded_cents <> 0) or (tg_op = 'UPDATE' and new.refunded_cents <> old.refunded_cents and pg_trigger_depth() < 2) then
      raise exception 'What went back follows from refunds' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end $$`,
  'create trigger guard_refunded before insert or update on subscription.charges for each row execute function subscription.guard_refunded()',

  // An invoice may have several corrections, one for each refund.
  'alter table subscription.invoices add column refund_id text, drop constraint invoices_mandator_charge_id_kind_key',
  "create unique index invoices_of_charge on subscription.invoices (mandator, charge_id) where kind = 'invoice'",
  'create unique index invoices_of_refund on subscription.invoices (mandator, refund_id) where refund_id is not null',
  'create index invoices_charge on subscription.invoices (mandator, charge_id)',
  // A file for the bank has debits or transfers.
  "alter table subscription.collections add column kind text not null default 'debits' check (kind in ('debits', 'transfers'))",

  // Refunds from before this table, and credits that the office may have transferred since.
  `insert into subscription.refunds (mandator, refund_id, charge_id, customer_id, amount_cents, reason, state, idempotency_key, created_at, changed_at, settled_at)
    select mandator, 'R-' || substr(md5(charge_id), 1, 24), charge_id, customer_id, amount_cents, 'not-kept', case when failure = 'BY_HAND' then 'by-hand' else 'done' end, 'rest', changed_at, changed_at,
      case when failure = 'BY_HAND' then null else changed_at end
    from subscription.charges where state = 'refunded' and amount_cents > 0`,
  `insert into subscription.refunds (mandator, refund_id, charge_id, customer_id, amount_cents, reason, state, idempotency_key, created_at, changed_at)
    select i.mandator, 'R-' || substr(md5(i.invoice_number || i.mandator), 1, 24), i.charge_id, i.customer_id, -(i.data -> 'sums' ->> 'grossCents')::int, 'unused', 'by-hand', 'unused', i.created_at, i.created_at
    from subscription.invoices i join subscription.charges c on c.mandator = i.mandator and c.charge_id = i.charge_id
    where i.kind = 'correction' and c.state = 'paid'`,
  `update subscription.invoices i set refund_id = r.refund_id from subscription.refunds r where r.mandator = i.mandator and r.charge_id = i.charge_id and i.kind = 'correction'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // Run the deferred checks for bookings of earlier migrations in this transaction before their tables change.
  'set constraints all immediate',
  // The deferred check of the sum now also checks kinds, accounts, and the account of each kind.
  'alter table subscription.bookings drop constraint bookings_kind_check',
  'alter table subscription.entries drop constraint entries_account_check',
  `create or replace function subscription.check_sum() returns trigger language plpgsql as $$
  declare
    total bigint;
    sides int;
    booked text;
    accounts text;
  begin
    select coalesce(sum(amount), 0), count(*), string_agg(account, ' ' order by (account = 'wallet') desc, account) into total, sides, accounts
      from subscription.entries where receipt_number = new.receipt_number;
    if total <> 0 or sides < 2 then
      raise exception 'The booking % has % entries with the sum %', new.receipt_number, sides, total using errcode = 'integrity_constraint_violation';
    end if;
    select kind into booked from subscription.bookings where receipt_number = new.receipt_number;
    if not (
      (booked in ('purchase', 'grant') and accounts = 'wallet issued')
      or (booked in ('article', 'credit') and accounts = 'wallet articles')
      or (booked = 'issue' and accounts = 'wallet issues')
      or (booked = 'expiry' and accounts = 'wallet expired')
      or (booked = 'refund' and accounts in ('wallet issued', 'wallet articles', 'wallet issues'))
    ) then
      raise exception 'A booking of the kind % is not one of %', booked, accounts using errcode = 'integrity_constraint_violation';
    end if;
    return null;
  end $$`,
  `create table subscription.issue_purchases (
    mandator text not null, customer_id text not null, issue_key text not null, receipt_number text not null unique references subscription.bookings (receipt_number),
    title text not null, path text not null, coins int not null check (coins > 0), bought_at timestamptz not null,
    primary key (mandator, customer_id, issue_key),
    foreign key (mandator, customer_id) references subscription.wallets (mandator, customer_id)
  )`,
  'set constraints all deferred',
]

/**
 * The previous version books as before. It does not know the new kind: it cannot sell, open or refund an issue, and does not
 * list the bookings of a reader who bought one until the later version is back.
 */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

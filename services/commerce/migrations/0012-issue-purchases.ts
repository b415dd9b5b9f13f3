import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // What an earlier migration of the same start has booked is looked at before its tables change.
  'set constraints all immediate',
  // Which kinds and accounts there are is looked at with the sum, and which account a kind is booked against.
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
 * The version before books what it booked. It does not know the new kind: an issue it neither sells nor opens nor gives
 * back, and the account of a reader who has bought one does not list bookings until the later version is back.
 */
export const isExpandOnly = true

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

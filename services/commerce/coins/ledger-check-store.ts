/** Checks the books of one publication. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { CommerceDb } from '../schema.ts'
import type { Account } from './ledger-store.ts'

/** Sums of all accounts in coins. `faults` lists broken promises of the ledger, at most 50; it must be empty. */
export async function checkLedger(
  publication: PublicationCode,
  db: CommerceDb,
): Promise<{ bookings: number; accounts: Record<Account, number>; faults: string[] }> {
  const { rows } = await sql<{
    account: Account
    total: number | string
  }>`select account, sum(amount) as total from subscription.entries where mandator = ${publication} group by account`.execute(
    db,
  )
  const accounts: Record<Account, number> = { wallet: 0, issued: 0, articles: 0, issues: 0, expired: 0 }
  for (const { account, total } of rows) accounts[account] = Number(total)
  const { rows: wrong } = await sql<{ fault: string }>`
    select 'wallet ' || w.customer_id || ' holds ' || w.balance || ', its entries say ' || coalesce(e.total, 0) as fault
    from subscription.wallets w
    left join (select customer_id, sum(amount) as total from subscription.entries where mandator = ${publication} and customer_id is not null group by customer_id) e using (customer_id)
    where w.mandator = ${publication} and w.balance <> coalesce(e.total, 0)
    union all
    select 'booking ' || b.receipt_number || ' sums to ' || coalesce(sum(e.amount), 0)
    from subscription.bookings b left join subscription.entries e using (receipt_number)
    where b.mandator = ${publication} group by b.receipt_number having coalesce(sum(e.amount), 0) <> 0 or count(e.*) <> 2
    union all
    select p.kind || ' ' || p.key || ' of ' || p.customer_id || ' was never paid'
    from subscription.bought p left join subscription.entries e on e.receipt_number = p.receipt_number and e.account = p.kind || 's'
    where p.mandator = ${publication} and e.amount is distinct from p.coins
    limit 50`.execute(db)
  const sum = Object.values(accounts).reduce((total, amount) => total + amount, 0)
  const { count } = await db
    .selectFrom('subscription.bookings')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('mandator', '=', publication)
    .executeTakeFirstOrThrow()
  return {
    bookings: Number(count),
    accounts,
    faults: [...(sum === 0 ? [] : [`all entries sum to ${sum}`]), ...wrong.map(({ fault }) => fault)],
  }
}

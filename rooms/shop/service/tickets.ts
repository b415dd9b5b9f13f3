/** Tickets: one code each, valid once. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '@lokalteil/services/platform/serve'
import { inTransaction, type ShopContext } from './context.ts'
import type { ShopDb, TicketRow } from './schema.ts'
import type { OrderName } from './store.ts'

export type TicketEvent = { on: string; at: string; place: string }
type NewTicket = {
  mandator: PublicationCode
  code: string
  number: string
  line: string
  title: string
  event: TicketEvent | null
}

export async function addTicket({ event, ...ticket }: NewTicket, at: Date, within: ShopDb): Promise<void> {
  await within
    .insertInto('shop.tickets')
    .values({ ...ticket, event: event === null ? null : JSON.stringify(event), created_at: at })
    .execute()
}

export async function listTickets({ publication, number }: OrderName, within: ShopDb): Promise<TicketRow[]> {
  return within
    .selectFrom('shop.tickets')
    .selectAll()
    .where('mandator', '=', publication)
    .where('number', '=', number)
    .orderBy('line')
    .orderBy('code')
    .execute()
}

export async function voidTickets(
  { publication, number }: OrderName,
  lines: readonly string[],
  within: ShopDb,
): Promise<void> {
  if (lines.length === 0) return
  await within
    .updateTable('shop.tickets')
    .set({ state: 'void' })
    .where('mandator', '=', publication)
    .where('number', '=', number)
    .where('line', 'in', [...lines])
    .where('state', '=', 'valid')
    .execute()
}

/** Called at the entrance. A second use answers `isNew: false` with the time of the first. */
export async function redeemTicket(
  context: ShopContext,
  publication: PublicationCode,
  code: string,
): Promise<{ isNew: boolean; title: string; on: string | null; usedAt: string } | Refusal> {
  return inTransaction(context, async (within) => {
    const row = await within
      .selectFrom('shop.tickets')
      .selectAll()
      .where('mandator', '=', publication)
      .where('code', '=', code)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return problem(404, 'NOT_FOUND', 'There is no such ticket')
    if (row.state === 'void') return problem(409, 'NOT_VALID', 'The ticket was taken back')
    const usedAt = row.used_at ?? context.now()
    if (row.state === 'valid')
      await within
        .updateTable('shop.tickets')
        .set({ state: 'used', used_at: usedAt })
        .where('mandator', '=', publication)
        .where('code', '=', code)
        .execute()
    return {
      isNew: row.state === 'valid',
      title: row.title,
      on: (row.event as TicketEvent | null)?.on ?? null,
      usedAt: usedAt.toISOString(),
    }
  })
}

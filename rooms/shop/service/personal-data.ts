/**
 * The personal data that the shop stores of a reader: exported and erased on request. The purchase itself belongs to
 * the platform.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ShopContext } from './context.ts'
import { forgetReader, listOrdersOf } from './store.ts'
import { listTickets } from './tickets.ts'
import { listVouchers } from './vouchers.ts'

type Reader = { publication: PublicationCode; sub: string }

export function createPersonalData(context: ShopContext) {
  return {
    name: 'shop',
    title: 'Shop',
    async read({ publication, sub }: Reader) {
      const orders = await listOrdersOf(publication, sub, context.db)
      if (orders.length === 0) return null
      return Promise.all(
        orders.map(async ({ number, state, items, delivery, recipient, email, sent_on, ordered_at }) => ({
          number,
          state,
          items,
          delivery,
          recipient,
          email,
          sentOn: sent_on,
          orderedAt: ordered_at,
          tickets: (await listTickets({ publication, number }, context.db)).map(({ title, code, state: use }) => ({
            title,
            code,
            state: use,
          })),
          vouchers: (await listVouchers({ publication, number }, null, context.db)).map(({ code, cents, balance }) => ({
            code,
            cents,
            balance,
          })),
        })),
      )
    },
    async listKept({ publication, sub }: Reader) {
      const orders = await listOrdersOf(publication, sub, context.db)
      const waiting = orders.filter(
        ({ state, delivery, sent_on, recipient }) =>
          state === 'sold' && delivery !== null && sent_on === null && recipient !== null,
      )
      return waiting.map(({ number }) => ({
        what: `Die Anschrift Ihrer Bestellung ${number}, die noch nicht verschickt ist`,
        reason: 'Damit sie ankommt; danach löschen wir sie',
        until: 'bis zum Versand',
      }))
    },
    erase: ({ publication, sub }: Reader) => forgetReader(publication, sub, context.db),
  }
}

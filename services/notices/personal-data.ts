/** What the notices hold of a reader, for the account service: export and erasure. Entries go with their writer. */
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { tell, type NoticesContext } from './context.ts'
import * as entryStore from './store/entries.ts'
import * as orderStore from './store/orders.ts'
import * as reminderStore from './store/reminders.ts'

type Subject = { mandator: Mandator; sub: string }

export function toPersonalData(context: NoticesContext) {
  const { db } = context
  return {
    name: 'notices',
    title: 'Traueranzeigen, Kondolenzen, Kerzen und Erinnerungen an Jahrestage',
    async read({ mandator, sub }: Subject): Promise<unknown> {
      const [entries, reminders, orders] = await Promise.all([
        entryStore.listOfReader(db, mandator, sub),
        reminderStore.listOfReader(db, mandator, sub),
        orderStore.listPurchasesOf(db, mandator, sub),
      ])
      return {
        entries: entries.map(({ person, kind, name, text, state, ground, facts, created_at, decided_at }) => ({
          person,
          kind,
          signature: name,
          text,
          state,
          ground,
          facts,
          writtenAt: created_at,
          decidedAt: decided_at,
        })),
        orders: orders.map(({ number, state, cents, draft, created_at }) => ({
          number,
          state,
          cents,
          draft,
          orderedAt: created_at,
        })),
        reminders: reminders.map(({ person, next_at }) => ({ person, nextMailAt: next_at })),
      }
    },
    async erase({ mandator, sub }: Subject): Promise<void> {
      await reminderStore.removeAllOfReader(db, mandator, sub)
      await orderStore.forgetReader(db, mandator, sub)
      if (await entryStore.removeOfReader(db, mandator, sub)) tell(context)
    },
  }
}

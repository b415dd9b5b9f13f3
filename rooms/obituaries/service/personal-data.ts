/**
 * Personal data of a reader in notices, for export and erasure by the account service. Entries are deleted with their
 * author.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { forgetDecisions, forgetReporter, listReportsFrom } from '@lokalteil/services/platform/moderation/case-store'
import { disownPictures, listPicturesOf } from '@lokalteil/services/platform/reader-pictures'
import { ENTRY } from './cases.ts'
import { tell, type ObituariesContext } from './context.ts'
import { PORTRAITS, settlePortraits } from './portraits.ts'
import * as entryStore from './store/entries.ts'
import { removePortraits } from './store/obituaries.ts'
import { CASE_TABLES } from './store/office.ts'
import * as orderStore from './store/orders.ts'
import * as reminderStore from './store/reminders.ts'

type Subject = { publication: PublicationCode; sub: string; email: string; isShadow: boolean; isEmailVerified: boolean }
/** Reports from an address belong to its owner once the account has confirmed it. */
const ownAddress = ({ email, isShadow, isEmailVerified }: Subject) => (isShadow || !isEmailVerified ? null : email)

export function toPersonalData(context: ObituariesContext) {
  const { db } = context
  return {
    name: 'notices',
    title: 'Traueranzeigen, Kondolenzen, Kerzen und Erinnerungen an Jahrestage',
    async read(subject: Subject): Promise<unknown> {
      const { publication, sub } = subject
      const address = ownAddress(subject)
      const [entries, reminders, orders, reports, portraits] = await Promise.all([
        entryStore.listOfReader(db, publication, sub),
        reminderStore.listOfReader(db, publication, sub),
        orderStore.listPurchasesOf(db, publication, sub),
        address === null ? [] : listReportsFrom(db, CASE_TABLES, publication, address),
        listPicturesOf(db, PORTRAITS, publication, sub),
      ])
      const numbers = new Map(orders.map(({ reference, number }) => [reference, number]))
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
        portraits: portraits.map(({ owner, width, height }) => ({ order: numbers.get(owner) ?? null, width, height })),
        reports,
        reminders: reminders.map(({ person, next_at }) => ({ person, nextMailAt: next_at })),
      }
    },
    async erase(subject: Subject): Promise<void> {
      const { publication, sub } = subject
      const address = ownAddress(subject)
      if (address !== null) await forgetReporter(db, CASE_TABLES, publication, address)
      for (const { id } of await entryStore.listOfReader(db, publication, sub))
        await forgetDecisions(db, CASE_TABLES, { kind: ENTRY, id })
      await reminderStore.removeAllOfReader(db, publication, sub)
      const published = (await orderStore.listPurchasesOf(db, publication, sub)).flatMap(({ notice }) => notice ?? [])
      await db.transaction().execute(async (trx) => {
        await removePortraits(trx, publication, published)
        await disownPictures(trx, PORTRAITS, publication, { reader: sub })
        await orderStore.forgetReader(trx, publication, sub)
      })
      await settlePortraits(context)
      const hadEntries = await entryStore.removeOfReader(db, publication, sub)
      if (hadEntries || published.length > 0) tell(context, published.length > 0)
    },
  }
}

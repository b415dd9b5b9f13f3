/** Mails about entries: to a writer whose entry was taken out, to somebody who reported one. */
import { MODERATION_GROUNDS } from '@lokalteil/domain/community/moderation'
import type { NoticeDraft } from '@lokalteil/contracts/notices'
import { toBookPath, toNoticePath } from '@lokalteil/domain/notices/notice-paths'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { NoticesContext } from './context.ts'
import type { NoticesDb } from './schema.ts'
import type { EntryRow } from './store/entries.ts'
import { getPerson } from './store/notices.ts'
import type { ReportRow } from './store/office.ts'
import type { PurchaseRow } from './store/orders.ts'

/** The statement of reasons (DSA Art. 17). */
export async function tellWriter({ queueMail }: NoticesContext, within: NoticesDb, entry: EntryRow): Promise<void> {
  const person = await getPerson(within, entry.publication, entry.person)
  // Entries that were filled in are of nobody who could be told.
  if (person === null || entry.ground === null || entry.address === '') return
  await queueMail(
    {
      template: 'condolence-removed',
      mandator: entry.publication as Mandator,
      to: { address: entry.address },
      data: {
        name: person.name,
        kind: entry.kind,
        text: entry.text,
        wasShown: entry.state === 'visible',
        ground: MODERATION_GROUNDS[entry.ground],
        facts: entry.facts,
      },
    },
    within,
  )
}

/** The receipt, and later the outcome (DSA Art. 16). */
export async function tellReporter(
  { queueMail }: NoticesContext,
  within: NoticesDb,
  report: ReportRow,
  person: string,
): Promise<void> {
  const found = await getPerson(within, report.publication, person)
  await queueMail(
    {
      template: 'condolence-report',
      mandator: report.publication as Mandator,
      to: { address: report.email, name: report.name },
      data: {
        receipt: report.id,
        name: found?.name ?? '',
        path: toBookPath(person),
        ground: MODERATION_GROUNDS[report.ground],
        outcome: report.outcome,
      },
    },
    within,
  )
}

/** What became of a notice that was bought. */
export async function tellBuyer(
  { queueMail }: NoticesContext,
  within: NoticesDb,
  { publication, number, email, draft }: PurchaseRow & { draft: NoticeDraft },
  { outcome, facts }: { outcome: 'published' | 'declined'; facts: string },
): Promise<void> {
  if (email === '') return
  await queueMail(
    {
      template: 'notice-order',
      mandator: publication as Mandator,
      to: { address: email },
      data: { name: draft.person.name, number, path: toNoticePath(number.toLowerCase()), outcome, facts },
    },
    within,
  )
}

/** Mails about ordered notices. */
import type { NoticeDraft } from '../contract/notices.ts'
import { toNoticePath } from '../domain/notice-paths.ts'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { NoticesContext } from './context.ts'
import type { NoticesDb } from './schema.ts'
import type { PurchaseRow } from './store/orders.ts'

/** Tells the buyer the state of an ordered notice. */
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

/** Mails about ordered notices. */
import type { ObituaryDraft } from '../contract/obituaries.ts'
import { toObituaryPath } from '../domain/obituary-paths.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { ObituariesContext } from './context.ts'
import type { ObituariesDb } from './schema.ts'
import type { PurchaseRow } from './store/orders.ts'

/** Tells the buyer the state of an ordered notice. */
export async function tellBuyer(
  { queueMail }: ObituariesContext,
  within: ObituariesDb,
  { publication, number, email, draft }: PurchaseRow & { draft: ObituaryDraft },
  { outcome, facts }: { outcome: 'published' | 'declined'; facts: string },
): Promise<void> {
  if (email === '') return
  await queueMail(
    {
      template: 'notice-order',
      mandator: publication as PublicationCode,
      to: { address: email },
      data: { name: draft.person.name, number, path: toObituaryPath(number.toLowerCase()), outcome, facts },
    },
    within,
  )
}

/** Letters about contracts. */
import type { ContractNotice } from '@lokalteil/contracts/mail'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { CommerceContext } from '../context.ts'
import type { ContractRow, CommerceDb } from '../schema.ts'
import { addNotice, findLetterAddress } from './calendar-store.ts'

/** The kind of a letter and its fields. */
export type NewNotice = Partial<ContractNotice> & Pick<ContractNotice, 'kind'>

export type Notified = Pick<ContractRow, 'mandator' | 'id' | 'customer_id' | 'product_name'>

/** Queues a letter once per `key`, or on each call if `key` is ''. Without an address (erased reader) it does nothing. */
export async function notify(
  context: CommerceContext,
  row: Notified,
  key: string,
  notice: NewNotice,
  within: CommerceDb,
): Promise<boolean> {
  if (key !== '') {
    const isNew = await addNotice(
      { mandator: row.mandator, subscription_id: row.id, notice: key, sent_at: context.now() },
      within,
    )
    if (!isNew) return false
  }
  const address = await findLetterAddress(row, within)
  if (address === null) return false
  await context.queueMail(
    {
      mandator: row.mandator as PublicationCode,
      to: { address },
      template: 'contract-notice',
      data: { contract: row.product_name, ...notice },
    },
    within,
  )
  return true
}

/** The dependencies that the functions of the shop share. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { SavedShop } from '../contract/shop.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '@lokalteil/services/platform/limits/limiter'
import type { ShopDb } from './schema.ts'

export type ShopContext = {
  db: ShopDb
  now: () => Date
  /** Whether the publication has switched the shop on (feature flag). */
  isOn: (publication: PublicationCode) => boolean
  limiter: Limiter
  /** The publication's own colour, readable on white. */
  colourOf: (publication: PublicationCode) => string
  /** Secret for the tokens of papers' links. */
  secret: string
  /** Puts a mail into the outbox of the same database, within the transaction that causes it (transactional outbox). */
  queueMail: (message: MailMessageInput, within: ShopDb) => Promise<unknown>
  /** Tells the platform that goods were sent or handed over; resolves to false if it does not answer. */
  markSent: (publication: PublicationCode, number: string, sentOn: string, isHandedOver: boolean) => Promise<boolean>
  onChange: () => void
  onError: (error: unknown, at: string) => void
  /** The catalogue parsed last for each publication, with its revision. */
  kept: Map<string, { revision: number; shop: SavedShop }>
}

export function inTransaction<T>({ db }: ShopContext, work: (within: ShopDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

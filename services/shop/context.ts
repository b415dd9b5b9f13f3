/** What the functions of the shop share. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { SavedShop } from '@lokalteil/contracts/shop'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../platform/limits/limiter.ts'
import type { ShopDb } from './schema.ts'

export type ShopContext = {
  db: ShopDb
  now: () => Date
  /** Whether the publication has switched the room on. */
  isOn: (mandator: Mandator) => boolean
  limiter: Limiter
  /** The publication's own, readable on white. */
  colourOf: (mandator: Mandator) => string
  /** Makes the token of a purchase's papers. */
  secret: string
  /** Puts a mail into the outbox of the same database, within the transaction that makes it necessary. */
  queueMail: (message: MailMessageInput, within: ShopDb) => Promise<unknown>
  /** Tells the platform that goods are on their way. */
  markSent: (mandator: Mandator, number: string, sentOn: string, isHandedOver: boolean) => Promise<boolean>
  onChange: () => void
  onError: (error: unknown, at: string) => void
  /** By publication, as it was read last. */
  kept: Map<string, { revision: number; shop: SavedShop }>
}

export function inTransaction<T>({ db }: ShopContext, work: (within: ShopDb) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}

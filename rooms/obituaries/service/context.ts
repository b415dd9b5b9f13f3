/** The shared state of the notice service's functions. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { OBITUARIES, OBITUARIES_INTERNAL } from '../contract/obituaries.ts'
import type { ObituaryPrices } from '../domain/obituary-price.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '@lokalteil/services/platform/limits/limiter'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import { problem, type BoundHandlers, type Call, type Refusal } from '@lokalteil/services/platform/serve'
import type { ObituariesDb } from './schema.ts'

export type ObituariesContext = {
  db: ObituariesDb
  limiter: Limiter
  /** Signs the links in mails: at least 32 characters, the same in every process. */
  secret: string
  /** Puts a mail into the outbox of the same database, in the transaction that causes it. */
  queueMail: (message: MailMessageInput, within: ObituariesDb) => Promise<unknown>
  /** Prices of notices for readers; null: none are sold. */
  pricesOf: (publication: PublicationCode) => ObituaryPrices | null
  /** Refunds a purchase; false: not possible now. */
  giveUp: (publication: PublicationCode, number: string) => Promise<boolean>
  /** The public store of portraits. */
  pictures: ShownPictures
  now: () => Date
  onError: (error: unknown, requestId: string) => void
  /** Called after changes that readers can see; `isRemoved`: cached pages must not show it either. */
  listeners: Set<(isRemoved: boolean) => void>
}

export type PublicCall<Name extends keyof typeof OBITUARIES> = Call<(typeof OBITUARIES)[Name], PublicationCode>
export type InternalCall<Name extends keyof typeof OBITUARIES_INTERNAL> = Call<
  (typeof OBITUARIES_INTERNAL)[Name],
  PublicationCode
>
export type PublicHandlers = BoundHandlers<ObituariesContext, typeof OBITUARIES, PublicationCode>
export type InternalHandlers = BoundHandlers<ObituariesContext, typeof OBITUARIES_INTERNAL, PublicationCode>

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export function tell({ listeners }: ObituariesContext, isRemoved = false): void {
  for (const listener of listeners) listener(isRemoved)
}

export function missing(title: string): Refusal {
  return problem(404, 'NOT_FOUND', title)
}

/** 422 with a code for each field; null: no faults. */
export function refuseFields(faults: Readonly<Record<string, string | null>>): Refusal | null {
  const wrong = Object.entries(faults).flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]]))
  return wrong.length === 0
    ? null
    : { ...problem(422, 'INVALID_FIELDS', 'Fields are missing or wrong'), fields: Object.fromEntries(wrong) as never }
}

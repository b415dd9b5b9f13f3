/** The shared state of the markets' functions. */
import { createHash } from 'node:crypto'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { MARKETS, MARKETS_INTERNAL } from '../contract/markets.ts'
import type { SELLER } from '@lokalteil/contracts/commerce/sellers'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { MarketKind } from '../domain/markets.ts'
import type { Limiter } from '@lokalteil/services/platform/limits/limiter'
import { problem, type BoundHandlers, type Refusal } from '@lokalteil/services/platform/serve'
import type { ShownPictures } from '@lokalteil/services/platform/reader-pictures'
import type { StoredQueue } from '@lokalteil/services/platform/jobs/job-table'
import type { MarketDb } from './schema.ts'
import type { MarketIndexes } from './search/market-indexes.ts'

/** `isRemoved`: by a moderator or with its reader, so cached pages must not show it either. */
export type MarketChange = { publication: PublicationCode; market: MarketKind; isRemoved: boolean }

export type MarketContext = {
  db: MarketDb
  indexes: MarketIndexes
  limiter: Limiter
  /** Signs the links in mails: at least 32 characters, the same in every process. */
  secret: string
  /** Puts a mail into the outbox, in the transaction that causes it. */
  queueMail: (message: MailMessageInput, within: MarketDb) => Promise<unknown>
  /** Refunds a purchase; null: there is no checkout. */
  giveUpPurchase: ((publication: PublicationCode, number: string) => Promise<'done' | 'unknown' | 'silent'>) | null
  /** The public store of advertisements' pictures. */
  pictures: ShownPictures
  /** A job for each purchase to be refunded. */
  refundJobs: StoredQueue<{ publication: string }>
  /** A job for each saved search. */
  searchJobs: StoredQueue<{ publication: string }>
  now: () => Date
  onError: (error: unknown, requestId: string) => void
  /** Called after every change of a listing. */
  listeners: Set<(change: MarketChange) => void>
}

export type PublicHandlers = BoundHandlers<MarketContext, typeof MARKETS, PublicationCode>
export type InternalHandlers = BoundHandlers<MarketContext, typeof MARKETS_INTERNAL, PublicationCode>
export type SellerHandlers = BoundHandlers<MarketContext, typeof SELLER, PublicationCode>

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

export const notFound = (title: string): Refusal => problem(404, 'NOT_FOUND', title)

/** By field: a code. */
export function invalidFields(fields: Record<string, string>): Refusal {
  return { ...problem(422, 'INVALID_FIELDS', 'Fields are missing or wrong'), fields }
}

export function tellChange(
  context: MarketContext,
  publication: PublicationCode,
  market: MarketKind,
  isRemoved = false,
): void {
  for (const listener of context.listeners) listener({ publication, market, isRemoved })
}

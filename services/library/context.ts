/** The dependencies that the functions of the library service share, and `change`, the way to change a reader's data. */
import type { LIBRARY } from '@lokalteil/contracts/library'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type BoundHandlers, type Refusal } from '../platform/serve.ts'
import type { LibraryDb } from './schema.ts'
import { changeReader, type Reader, type ReaderChange } from './store/readers.ts'

/** Access to the articles bought with credits. */
export type Purchases = {
  /** Maps each bought article to its time of purchase; articles that were not bought are absent. */
  listPurchased: (
    publication: PublicationCode,
    user: string,
    articleIds: readonly string[],
  ) => Promise<ReadonlyMap<string, Date>>
}

export type LibraryContext = {
  db: LibraryDb
  purchases: Purchases
  /** The feature flag `bookmarkLimitBypass` of the configuration (S6-01). */
  isBookmarkLimitBypassed: boolean
  /** Scripts of other houses share no origin with the office, so settings may load them. */
  isOfficeApart: boolean
  now: () => Date
}

export type Caller = Reader & { roles: readonly string[] }
export type LibraryHandlers = BoundHandlers<LibraryContext, typeof LIBRARY, Caller>

/** Thrown to roll a change back and to answer with the refusal. */
export class Undo extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.title)
    this.refusal = refusal
  }
}

/** Runs `work` in a transaction that holds the reader's lock. If `work` throws `Undo`, nothing is changed. */
export async function change<T>(
  { db, now }: LibraryContext,
  caller: Caller,
  work: (change: ReaderChange) => Promise<T>,
): Promise<T | Refusal> {
  try {
    const outcome = await changeReader(db, caller, now(), async (held) => ({ value: await work(held) }))
    return outcome === null ? problem(401, 'NOT_LOGGED_IN', 'The account does not exist any more') : outcome.value
  } catch (error) {
    if (error instanceof Undo) return error.refusal
    throw error
  }
}

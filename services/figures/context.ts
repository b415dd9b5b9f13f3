/** The dependencies that the functions of the figures share. */
import type { FIGURES } from '@lokalteil/contracts/figures'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Call } from '../platform/serve.ts'
import type { DayOfReaders } from './pair-articles.ts'
import type { FiguresDb } from './schema.ts'

export type FiguresContext = {
  db: FiguresDb
  now: () => Date
  /** Months for which sums are kept. */
  months: number
  /** Values that have a row, by day, publication and kind. A cache: a value without a row is counted as one of the others once a day is full. */
  values: Map<string, Set<string>>
  /** By day and publication, in memory only. */
  readers: Map<string, DayOfReaders>
}

export type FiguresCall<Name extends keyof typeof FIGURES> = Call<(typeof FIGURES)[Name], PublicationCode>

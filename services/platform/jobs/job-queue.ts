/**
 * What a queue promises its runner, whatever it is kept in. A claimed job is held until `until`; whoever died leaves it to
 * the next one then. Everything that is said about it afterwards counts only under the hold it was claimed with (fencing):
 * `false` means that somebody else has it by now, and nothing was written.
 */
import type { AnyKysely } from '../database.ts'

export type Claimed<Job> = {
  job: Job
  /** With this one; 0 where the queue does not count. A crash counts, `release` does not. */
  attempts: number
  hold: Hold
}

/** The right to work on a job. */
export type Hold = { key: Readonly<Record<string, unknown>>; by: string; until: Date }

export type Claim = {
  by: string
  now: Date
  until: Date
  /** A hold or pause that ends later than this was written by a clock that has been set back since; it does not count. */
  horizon: Date
  limit: number
  /** This job alone, when it may be taken now. */
  only?: Readonly<Record<string, unknown>>
}

export type JobQueue<Job> = {
  name: string
  claim: (claim: Claim) => Promise<Claimed<Job>[]>
  /** Done. `values` and `within`: what else changes in its row, and the transaction it belongs to. */
  complete: (hold: Hold, now: Date, change?: Change) => Promise<boolean>
  /** Still at it: held until `until` from now on. */
  extend: (hold: Hold, until: Date, change?: Change) => Promise<boolean>
  /** Not before `at`, after a failure. */
  postpone: (hold: Hold, at: Date, now: Date, error: string) => Promise<boolean>
  /** Done for now, and again at `at`, as `job` where it has changed; attempts begin anew. */
  again: (hold: Hold, at: Date, now: Date, job?: Job) => Promise<boolean>
  /** As if it had not been claimed. */
  release: (hold: Hold, now: Date) => Promise<boolean>
  giveUp: (hold: Hold, now: Date, error: string) => Promise<boolean>
  /** When the next one may be taken; null: nothing waits. */
  getNextDue: () => Promise<Date | null>
}

export type Change = { within?: AnyKysely; values?: Readonly<Record<string, unknown>> }

/** What operators see of a queue. */
export type QueueState = {
  name: string
  /** Free to be taken, now or later. */
  waiting: number
  /** Held by a process; where the queue does not note by whom, paused after a failure as well. */
  working: number
  /** Left to people. */
  givenUp: number
  /** Since when the first of those that could be worked on has been waiting; null: none is late. */
  oldest: Date | null
}

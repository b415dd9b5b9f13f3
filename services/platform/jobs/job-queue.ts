/**
 * The interface between a queue and its runner, whatever the queue is stored in. A claimed job is leased until `until`;
 * the job of a process that died can be claimed again then. Every later call names the lease (fencing token): `false`
 * means that another process has the job by now, and nothing was written.
 */
import type { AnyKysely } from '../database.ts'

export type Claimed<Job> = {
  job: Job
  /** This attempt included; 0 if the queue does not count. A crash counts as an attempt, `release` does not. */
  attempts: number
  hold: Hold
}

/** A lease on a job, and the fencing token of later calls. */
export type Hold = { key: Readonly<Record<string, unknown>>; by: string; until: Date }

export type Claim = {
  by: string
  now: Date
  until: Date
  /** A lease or pause that ends later than this was written before the clock was set back; it does not count. */
  horizon: Date
  limit: number
  /** Claims this job only, if it is free. */
  only?: Readonly<Record<string, unknown>>
}

export type JobQueue<Job> = {
  name: string
  claim: (claim: Claim) => Promise<Claimed<Job>[]>
  /** The job is done. `change`: further columns of its row, and the transaction it belongs to. */
  complete: (hold: Hold, now: Date, change?: Change) => Promise<boolean>
  /** Renews the lease until `until`. */
  extend: (hold: Hold, until: Date, change?: Change) => Promise<boolean>
  /** Failed: try again at `at`. */
  postpone: (hold: Hold, at: Date, now: Date, error: string) => Promise<boolean>
  /** Done for now: run again at `at`, with `job` as its data if given. Attempts count anew. */
  again: (hold: Hold, at: Date, now: Date, job?: Job) => Promise<boolean>
  /** Gives the job back as if it had never been claimed. */
  release: (hold: Hold, now: Date) => Promise<boolean>
  giveUp: (hold: Hold, now: Date, error: string) => Promise<boolean>
  /** When the next job may be claimed; null: none waits. */
  getNextDue: () => Promise<Date | null>
}

export type Change = { within?: AnyKysely; values?: Readonly<Record<string, unknown>> }

/** The state of a queue for operators. */
export type QueueState = {
  name: string
  /** Jobs that are free, due now or later. */
  waiting: number
  /** Jobs under a lease; in a queue that does not note the owner, jobs paused after a failure as well. */
  working: number
  /** Jobs that failed for good and need a person. */
  givenUp: number
  /** Since when the oldest due job has been waiting; null: none is late. */
  oldest: Date | null
}

/**
 * Which days still take views, and what happens when one is over: its salt is destroyed, the marks of its visitors are removed, and
 * its smallest rows are summed up. A day ends at midnight in Berlin and is closed a quarter of an hour later, so that pages told
 * before midnight and written after it count on their day.
 */
import { randomBytes } from 'node:crypto'
import { toDayKey } from '@lokalteil/domain/german'
import type { FiguresContext } from './context.ts'
import type { FiguresDb } from './schema.ts'
import * as store from './store.ts'

const LATE_MS = 15 * 60_000
const AHEAD_MS = 60_000
const SALT_BYTES = 32

/** The day of a view; null: it is over, or still to come. */
export function toOpenDay(at: Date, now: Date): string | null {
  const day = toDayKey(at)
  const isOpen = day >= toFirstOpenDay(now) && at.getTime() <= now.getTime() + AHEAD_MS
  return isOpen ? day : null
}

const toFirstOpenDay = (now: Date): string => toDayKey(new Date(now.getTime() - LATE_MS))

/** The salt of an open day, the same in all processes. The day cannot be closed until the transaction ends. */
export async function readSalt(trx: FiguresDb, day: string): Promise<Uint8Array> {
  await store.holdDay(trx, day)
  const salt = await store.getSalt(trx, day)
  if (salt !== null) return salt
  await store.addSalt(trx, day, randomBytes(SALT_BYTES))
  return (await store.getSalt(trx, day))!
}

/** Closes every day that is over. Closing twice changes nothing. */
export async function closeDays({ db, now, values, readers }: FiguresContext): Promise<void> {
  const first = toFirstOpenDay(now())
  for (const held of [values, readers]) for (const key of held.keys()) if (key.slice(0, 10) < first) held.delete(key)
  for (const day of await store.listSaltedDays(db, first))
    await db.transaction().execute(async (trx) => {
      await store.lockDay(trx, day)
      // Another process has closed the day meanwhile, and its table of marks may be in use for another day.
      if (!(await store.removeSalt(trx, day))) return
      await store.removeMarks(trx, day)
      await store.foldDay(trx, day)
      await store.foldPairs(trx, day)
    })
}

/** Readers of pairs are added up over 30 days. */
export const toFirstPairDay = (now: Date): string => toDayKey(new Date(now.getTime() - 29 * 86_400_000))

/** Removes sums that are older than the publisher keeps them. */
export async function prune({ db, now, months }: FiguresContext): Promise<void> {
  const oldest = new Date(`${toDayKey(now())}T12:00:00Z`)
  oldest.setUTCMonth(oldest.getUTCMonth() - months)
  await store.removeBefore(db, oldest.toISOString().slice(0, 10))
  await store.removePairsBefore(db, toFirstPairDay(now()))
}

/**
 * Remembers which progress of this device the account already has; stored beside the progress, deleted at the logout.
 */
import type { ProgressByPuzzle } from '@lokalteil/domain/games/progress'
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'

const ACCOUNT_KEY = 'gamesAccount'
/** The library accepts 20 000 bytes and sixty puzzles; records are added to these. */
const MOST_BYTES = 9000
const MOST_PUZZLES = 40

export type AccountMark = {
  reader: string
  /** The account's revision at the last sync. */
  revision: number
  /** Time of the last synced move, by puzzle. */
  sent: Readonly<Record<string, number>>
}

/** Null: never synced, or storage is blocked. */
export function readMark(): AccountMark | null {
  return parseMark(readStored(ACCOUNT_KEY))
}

export function parseMark(text: string | null): AccountMark | null {
  try {
    const { reader, revision, sent } = JSON.parse(text ?? 'null') as Record<string, unknown>
    if (typeof reader !== 'string' || !Number.isSafeInteger(revision) || typeof sent !== 'object' || sent === null)
      return null
    const times = Object.entries(sent).filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    return { reader, revision: revision as number, sent: Object.fromEntries(times) }
  } catch {
    return null
  }
}

/** Entries of deleted puzzles are dropped. */
export function writeMark({ reader, revision, sent }: AccountMark, puzzles: ProgressByPuzzle): void {
  const kept = Object.fromEntries(Object.entries(sent).filter(([key]) => puzzles[key] !== undefined))
  keepStored(ACCOUNT_KEY, JSON.stringify({ reader, revision, sent: kept }))
}

/** Picks at most as many puzzles as one call takes; the others follow in the next call. */
export function pickUnsent(puzzles: ProgressByPuzzle, sent: AccountMark['sent']): ProgressByPuzzle {
  const picked: Record<string, ProgressByPuzzle[string]> = {}
  let bytes = 0
  let count = 0
  for (const [key, progress] of Object.entries(puzzles)) {
    if (sent[key] === progress.at) continue
    bytes += key.length + JSON.stringify(progress).length
    if (count > 0 && (bytes > MOST_BYTES || count >= MOST_PUZZLES)) break
    picked[key] = progress
    count++
  }
  return picked
}

/** A puzzle was just won: sync at once. */
export function isWonMove(before: ProgressByPuzzle, after: ProgressByPuzzle): boolean {
  return Object.entries(after).some(([key, { wonIn }]) => wonIn !== null && (before[key]?.wonIn ?? null) === null)
}

/**
 * A reader's progress in the games, shared by all devices of the reader. The state of a device is merged into the
 * stored one, never put in its place.
 */
import { addDays, GAME_KEYS, OPEN_DAYS } from '@lokalteil/domain/games/games'
import { mergeGames, parsePuzzleKey, type GameProgress } from '@lokalteil/domain/games/progress'
import { toDayKey } from '@lokalteil/domain/german'
import { change, type LibraryHandlers } from './context.ts'
import { dropGamesBefore, readGames, readGamesSince, saveGames } from './store/games.ts'

export const GAME_HANDLERS = {
  mergeGameProgress: (library, { context, body: { since, puzzles, records } }) =>
    change(library, context, async (held) => {
      const today = toDayKey(held.at)
      const latest = held.at.getTime()
      const sent: GameProgress = {
        // A device whose clock is ahead must not outlast later progress of other devices.
        puzzles: Object.fromEntries(
          Object.entries(puzzles).map(([key, progress]) => [key, { ...progress, at: Math.min(progress.at, latest) }]),
        ),
        records,
      }
      const names = Object.keys(puzzles)
      const games = new Set([...names.map((key) => parsePuzzleKey(key)!.game), ...Object.keys(records)])
      if (games.size > 0) {
        const known = await readGames(held.within, held, [...names, ...games])
        const merged = mergeGames(known, sent, today)
        await saveGames(held, [
          ...listChanges(names, known.puzzles, merged.puzzles),
          ...listChanges(GAME_KEYS, known.records, merged.records),
        ])
        await dropGamesBefore(held, addDays(today, 1 - OPEN_DAYS))
      }
      return readGamesSince(held, since)
    }),
} satisfies Partial<LibraryHandlers>

/** Compares the values as JSON with sorted keys, because the database keeps no order of keys. */
function listChanges(
  names: readonly string[],
  known: Readonly<Record<string, unknown>>,
  merged: Readonly<Record<string, unknown>>,
): { item: string; data: unknown }[] {
  return names.flatMap((item) => {
    const data = merged[item]
    return data === undefined || toText(data) === toText(known[item]) ? [] : [{ item, data }]
  })
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

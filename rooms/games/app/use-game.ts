/**
 * Shared by all games: resumes the saved state, stores each move on this device, undoes moves, and counts playing time
 * from the first move to the end, without pauses and hidden tabs.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { toPuzzleKey, type Outcome } from '@lokalteil/domain/games/progress'
import type { Game, Level } from '@lokalteil/domain/games/games'
import { getProgress, saveProgress, today, useProgress } from './progress/progress-store.ts'

export type GameOptions<S> = {
  game: Game
  day: string
  level: Level | ''
  start: S
  /** Null: the text belongs to another puzzle. */
  parse: (text: string) => S | null
  format: (state: S) => string
  judge: (state: S) => Outcome
  /** Seconds of a won game, if they differ from the clock. */
  toWonIn?: (state: S, seconds: number) => number
  /** Keeps parts of the state that an undo must not revert. */
  onUndo?: (before: S, undone: S) => S
}

const asPlayed = (_state: unknown, seconds: number) => seconds

export type GameControls<S> = {
  state: S
  outcome: Outcome
  /** False on the server and until hydration. */
  isReady: boolean
  isPaused: boolean
  canUndo: boolean
  /** A move; reverted by `undo`. */
  move: (state: S) => void
  undo: () => void
  restart: () => void
  setPaused: (isPaused: boolean) => void
  readSeconds: () => number
}

const MOST_UNDO = 300

export function useGame<S>(options: GameOptions<S>): GameControls<S> {
  const { game, day, level, start, parse, format, judge, toWonIn = asPlayed, onUndo } = options
  const key = toPuzzleKey(game, day, level)
  const [state, setState] = useState(start)
  const [past, setPast] = useState<readonly S[]>([])
  const [isReady, setReady] = useState(false)
  const [isPaused, setPaused] = useState(false)
  const clock = useRef({ seconds: 0, since: null as number | null })
  const outcome = judge(state)
  const isRunning = isReady && !isPaused && outcome === 'open' && past.length > 0
  // Another tab or device may be further.
  const other = useProgress().puzzles[key]
  const written = useRef<number>(0)

  useEffect(() => {
    const kept = getProgress().puzzles[key]
    setReady(true)
    if (kept === undefined || kept.at <= written.current) return
    written.current = kept.at
    clock.current = { seconds: kept.seconds, since: null }
    const found = kept.state === '' ? null : parse(kept.state)
    if (found !== null) setState(found)
    // `parse` is fixed for a puzzle, as the key is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, other])

  const readSeconds = useCallback(() => {
    const { seconds, since } = clock.current
    return seconds + (since === null ? 0 : Math.floor((Date.now() - since) / 1000))
  }, [])

  useEffect(() => {
    if (!isRunning) return
    const { current } = clock
    const go = () => {
      current.seconds = readSeconds()
      current.since = document.visibilityState === 'hidden' ? null : Date.now()
    }
    go()
    document.addEventListener('visibilitychange', go)
    return () => {
      document.removeEventListener('visibilitychange', go)
      current.seconds = readSeconds()
      current.since = null
    }
  }, [isRunning, readSeconds])

  const save = (next: S) => {
    const result = judge(next)
    const at = Math.max(Date.now(), written.current + 1)
    written.current = at
    const seconds = readSeconds()
    const wonIn = result === 'won' ? toWonIn(next, seconds) : null
    saveProgress(key, {
      at,
      seconds,
      outcome: result,
      state: format(next),
      wonIn,
      isOnTime: wonIn !== null && day === today(),
    })
  }

  return {
    state,
    outcome,
    isReady,
    isPaused,
    canUndo: past.length > 0 && outcome === 'open',
    move: (next) => {
      setPast([...past.slice(-MOST_UNDO), state])
      setState(next)
      save(next)
    },
    undo: () => {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      const back = onUndo === undefined ? before : onUndo(before, state)
      setState(back)
      save(back)
    },
    restart: () => {
      clock.current = { seconds: 0, since: null }
      setPast([])
      setPaused(false)
      setState(start)
      save(start)
    },
    setPaused,
    readSeconds,
  }
}

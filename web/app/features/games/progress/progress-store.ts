/**
 * How far the reader is with each puzzle, on this device. Several tabs share it; where storage is closed to us, it lasts as
 * long as the page. Written a moment after a move, and when the page is left.
 */
import { useSyncExternalStore } from 'react'
import {
  mergeGames,
  NO_PROGRESS,
  parseProgress,
  type GameProgress,
  type Progress,
} from '@lokalteil/domain/games/progress'
import { toDayKey } from '@lokalteil/domain/german'
import { getSession, subscribeSession } from '../../../browser/session/session.ts'
import { createListeners } from '../../../page/listeners.ts'

const PROGRESS_KEY = 'games'
const PAUSE_MS = 400
const { subscribe, notify } = createListeners()

let known: GameProgress | null = null
let timer: ReturnType<typeof setTimeout> | undefined

export const subscribeProgress = subscribe

export function getProgress(): GameProgress {
  if (known === null) {
    known = read()
    forgetWithLogin()
  }
  return known
}

export function saveProgress(key: string, progress: Progress): void {
  addProgress({ puzzles: { [key]: progress }, records: {} })
}

/** Of a move, another tab or another device. */
export function addProgress(more: GameProgress): void {
  known = mergeGames(getProgress(), more, today())
  timer ??= setTimeout(writeProgress, PAUSE_MS)
  notify()
}

/** When the login ends storage is emptied, and what is in memory must not fill it again nor be shown to the next reader. */
function forgetWithLogin(): void {
  let { status } = getSession()
  subscribeSession(() => {
    const before = status
    status = getSession().status
    if (before === 'reader' && status === 'anonymous') forgetProgress()
  })
}

/** From this device; the account keeps what it has. */
export function forgetProgress(): void {
  clearTimeout(timer)
  timer = undefined
  known = NO_PROGRESS
  try {
    localStorage.removeItem(PROGRESS_KEY)
  } catch {
    // Then nothing is there.
  }
  notify()
}

function writeProgress(): void {
  clearTimeout(timer)
  timer = undefined
  try {
    known = mergeGames(getProgress(), read(), today())
    localStorage.setItem(PROGRESS_KEY, JSON.stringify(known))
  } catch {
    // Full or forbidden: the game goes on all the same.
  }
}

function read(): GameProgress {
  try {
    return parseProgress(localStorage.getItem(PROGRESS_KEY))
  } catch {
    return NO_PROGRESS
  }
}

export function today(): string {
  return toDayKey(new Date())
}

/** Nothing on the server and while hydrating. */
export function useProgress(): GameProgress {
  return useSyncExternalStore(watch, getProgress, () => NO_PROGRESS)
}

function watch(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === PROGRESS_KEY) addProgress(parseProgress(event.newValue))
  }
  const onLeave = () => {
    if (timer !== undefined) writeProgress()
  }
  const stop = subscribe(listener)
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', onLeave)
  return () => {
    stop()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', onLeave)
    onLeave()
  }
}

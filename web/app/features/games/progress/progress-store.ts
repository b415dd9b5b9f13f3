/**
 * How far the reader is with each puzzle, on this device. Several tabs share it; where storage is closed to us, it lasts as
 * long as the page. Written a moment after a move, and when the page is left.
 */
import { useSyncExternalStore } from 'react'
import { mergeProgress, parseProgress, type Progress, type ProgressByPuzzle } from '@lokalteil/domain/games/progress'
import { toDayKey } from '@lokalteil/domain/german'
import { getSession, subscribeSession } from '../../browser/session/session.ts'
import { createListeners } from '../../page/listeners.ts'

const KEY = 'games'
const PAUSE_MS = 400
const NONE: ProgressByPuzzle = {}
const { subscribe, notify } = createListeners()

let known: ProgressByPuzzle | null = null
let timer: ReturnType<typeof setTimeout> | undefined

export function getProgress(): ProgressByPuzzle {
  known ??= read()
  return known
}

export function saveProgress(key: string, progress: Progress): void {
  known = { ...getProgress(), [key]: progress }
  timer ??= setTimeout(writeProgress, PAUSE_MS)
  notify()
}

/** From another device or tab. */
export function addProgress(more: ProgressByPuzzle): void {
  known = mergeProgress(getProgress(), more, today())
  timer ??= setTimeout(writeProgress, PAUSE_MS)
  notify()
}

/** When the login ends: storage is emptied then, and what is in memory must not fill it again. */
function forgetProgress(): void {
  clearTimeout(timer)
  timer = undefined
  known = {}
  notify()
}

export function writeProgress(): void {
  clearTimeout(timer)
  timer = undefined
  try {
    known = mergeProgress(getProgress(), read(), today())
    localStorage.setItem(KEY, JSON.stringify(known))
  } catch {
    // Full or forbidden: the game goes on all the same.
  }
}

function read(): ProgressByPuzzle {
  try {
    return parseProgress(localStorage.getItem(KEY))
  } catch {
    return {}
  }
}

export function today(): string {
  return toDayKey(new Date())
}

/** Nothing on the server and while hydrating. */
export function useProgress(): ProgressByPuzzle {
  return useSyncExternalStore(watch, getProgress, () => NONE)
}

function watch(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) addProgress(parseProgress(event.newValue))
  }
  const onLeave = () => {
    if (timer !== undefined) writeProgress()
  }
  const stop = subscribe(listener)
  let { status } = getSession()
  const stopSession = subscribeSession(() => {
    const before = status
    status = getSession().status
    if (before === 'reader' && status === 'anonymous') forgetProgress()
  })
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', onLeave)
  return () => {
    stop()
    stopSession()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', onLeave)
    onLeave()
  }
}

/**
 * The reader's progress with each puzzle on this device, shared by tabs; without storage it lasts for the page. Written
 * a moment after a move (debounce) and when the page is left.
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
import { getSession, subscribeSession } from '@lokalteil/web/app/browser/session/session'
import { createListeners } from '@lokalteil/web/app/page/listeners'
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'

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

/** Merges progress from a move, another tab or another device. */
export function addProgress(more: GameProgress): void {
  known = mergeGames(getProgress(), more, today())
  timer ??= setTimeout(writeProgress, PAUSE_MS)
  notify()
}

/** At the logout storage is emptied; the copy in memory must neither be written back nor shown to the next reader. */
function forgetWithLogin(): void {
  let { status } = getSession()
  subscribeSession(() => {
    const before = status
    status = getSession().status
    if (before === 'reader' && status === 'anonymous') forgetProgress()
  })
}

/** From this device only; the account keeps its data. */
export function forgetProgress(): void {
  clearTimeout(timer)
  timer = undefined
  known = NO_PROGRESS
  keepStored(PROGRESS_KEY, null)
  notify()
}

function writeProgress(): void {
  clearTimeout(timer)
  timer = undefined
  known = mergeGames(getProgress(), read(), today())
  keepStored(PROGRESS_KEY, JSON.stringify(known))
}

const read = (): GameProgress => parseProgress(readStored(PROGRESS_KEY))

export function today(): string {
  return toDayKey(new Date())
}

/** Empty on the server and during hydration. */
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

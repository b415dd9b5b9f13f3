/** The last result of each quiz on this device, deleted at the logout. Without access to storage there is none. */
import { useMemo, useSyncExternalStore } from 'react'
import { addResult, parseResults, type QuizResult, type QuizResults } from '../domain/quiz-results.ts'
import { createListeners } from '@lokalteil/web/app/page/listeners'

const KEY = 'quizResults'
const { subscribe, notify } = createListeners()

export function saveResult(slug: string, result: QuizResult): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(addResult(parseResults(read()), slug, result)))
  } catch {
    // Storage is full or blocked: the result is shown anyway.
  }
  notify()
}

/** Empty on the server and during hydration. */
export function useResults(): QuizResults {
  const text = useSyncExternalStore(watch, read, () => null)
  return useMemo(() => parseResults(text), [text])
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function watch(listener: () => void): () => void {
  const stop = subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

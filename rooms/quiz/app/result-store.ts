/** The last result of each quiz on this device, deleted at the logout. Without access to storage there is none. */
import { useMemo, useSyncExternalStore } from 'react'
import { keepStored, readStored } from '@lokalteil/web/app/browser/device-storage'
import { addResult, parseResults, type QuizResult, type QuizResults } from '../domain/quiz-results.ts'
import { createListeners } from '@lokalteil/web/app/page/listeners'

const KEY = 'quizResults'
const { subscribe, notify } = createListeners()

export function saveResult(slug: string, result: QuizResult): void {
  keepStored(KEY, JSON.stringify(addResult(parseResults(read()), slug, result)))
  notify()
}

/** Empty on the server and during hydration. */
export function useResults(): QuizResults {
  const text = useSyncExternalStore(watch, read, () => null)
  return useMemo(() => parseResults(text), [text])
}

const read = (): string | null => readStored(KEY)

function watch(listener: () => void): () => void {
  const stop = subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

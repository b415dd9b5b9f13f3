/** React hook for the reader's own place; null on the server and during hydration. */
import { useSyncExternalStore } from 'react'
import { readOwnPlace, subscribeOwnPlace, type OwnPlace } from './own-place.ts'

export function useOwnPlace(): OwnPlace | null {
  return useSyncExternalStore(subscribeOwnPlace, readOwnPlace, () => null)
}

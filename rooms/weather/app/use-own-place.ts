/** The reader's own place as components see it; none on the server and while hydrating. */
import { useSyncExternalStore } from 'react'
import { readOwnPlace, subscribeOwnPlace, type OwnPlace } from './own-place.ts'

export function useOwnPlace(): OwnPlace | null {
  return useSyncExternalStore(subscribeOwnPlace, readOwnPlace, () => null)
}

/** For parts that only a browser draws. */
import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/** False on the server and during hydration. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
}

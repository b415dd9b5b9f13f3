/** For what only a browser draws. */
import { useSyncExternalStore } from 'react'

const subscribeNever = () => () => undefined

/** False on the server and while the page is being taken over. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
}

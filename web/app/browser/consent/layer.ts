/**
 * Whether the consent manager shows its question or its settings now. Scripts hear of it in the framework's terms, so it has to
 * be true at every moment, also while an answer is being stored.
 */
import { createListeners } from '../../page/listeners.ts'

let read = (): boolean => false
const { subscribe, notify } = createListeners()

export const isLayerShown = (): boolean => read()

export const subscribeLayer = subscribe

/** `isShown` is asked each time. The manager calls the returned function when its answer has changed. */
export function provideLayer(isShown: () => boolean): () => void {
  read = isShown
  return notify
}

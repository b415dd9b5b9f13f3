/** The reader's own place in the utility bar, where one is known on this device; nothing else is loaded for it. */
import { keepOwnPlace, readOwnPlace } from './own-place.ts'

export async function startOwnPlace(): Promise<void> {
  if (readOwnPlace() !== null) (await import('./own-line.lazy.ts')).followOwnPlace()
}

/** Storage is emptied when a login ends; the line goes back to what every page brings. */
export const ownPlacePart = {
  load: async () => {},
  reset: () => keepOwnPlace(null),
}

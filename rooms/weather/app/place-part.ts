/** Loads the code for the own place in the utility bar, only if a place is stored on this device. */
import { keepOwnPlace, readOwnPlace } from './own-place.ts'

export async function startOwnPlace(): Promise<void> {
  if (readOwnPlace() !== null) (await import('./own-line.lazy.ts')).followOwnPlace()
}

/** At the logout storage is emptied, and the line shows the publication's first place again. */
export const ownPlacePart = {
  load: async () => {},
  reset: () => keepOwnPlace(null),
}

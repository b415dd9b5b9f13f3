/**
 * The reader's own place for the weather, stored on this device: chosen on the weather page, or taken from a followed region.
 * Needs no consent, because the reader asked for it; deleted at the logout (`forget-reader`).
 */
import { createListeners } from '@lokalteil/web/app/page/listeners'
import { keepStored } from '@lokalteil/web/app/browser/device-storage'

export type OwnPlace = {
  /** Id of one of the publication's places. */
  place: string
  /** False: taken from a followed region. A choice has priority. */
  isChosen: boolean
}

const OWN_PLACE_KEY = 'weatherPlace'
const { subscribe, notify } = createListeners()
export const subscribeOwnPlace = subscribe

/** Copy in memory, for pages where storage is blocked. */
let known: { text: string | null; own: OwnPlace | null } = { text: null, own: null }

/** Returns the same object for the same text, which `useSyncExternalStore` requires. */
export function readOwnPlace(): OwnPlace | null {
  let { text } = known
  try {
    text = localStorage.getItem(OWN_PLACE_KEY)
  } catch {
    // As above.
  }
  if (text !== known.text) known = { text, own: parseOwnPlace(text) }
  return known.own
}

/** Saves the place; null removes it. */
export function keepOwnPlace(own: OwnPlace | null): void {
  const text = own === null ? null : JSON.stringify(own)
  known = { text, own }
  // Where storage is full or blocked, the place lasts for this page.
  keepStored(OWN_PLACE_KEY, text)
  notify()
}

export function parseOwnPlace(text: string | null): OwnPlace | null {
  try {
    const { place, isChosen } = JSON.parse(text ?? 'null') as Record<string, unknown>
    return typeof place === 'string' && /^[a-z0-9-]{1,100}$/.test(place) ? { place, isChosen: isChosen === true } : null
  } catch {
    return null
  }
}

/** `regions`: followed regions, newest first. Null: none of them has a weather place. */
export function findRegionPlace(regions: readonly string[], places: readonly { id: string }[]): string | null {
  return regions.find((region) => places.some(({ id }) => id === region)) ?? null
}

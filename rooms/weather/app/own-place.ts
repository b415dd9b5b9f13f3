/**
 * The place whose weather the reader wants, on this device: chosen on the page of the weather, or that of a region the
 * reader follows. Kept because the reader asked for it, and gone with the login (`forget-reader`).
 */
import { createListeners } from '@lokalteil/web/app/page/listeners'

export type OwnPlace = {
  /** The id of one of the publication's places. */
  place: string
  /** False: of a followed region; a choice counts more. */
  isChosen: boolean
}

const OWN_PLACE_KEY = 'weatherPlace'
const { subscribe, notify } = createListeners()
export const subscribeOwnPlace = subscribe

/** What this page knows where storage is closed to us. */
let known: { text: string | null; own: OwnPlace | null } = { text: null, own: null }

/** The same object for the same text, as React wants it. */
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

/** Null: none. */
export function keepOwnPlace(own: OwnPlace | null): void {
  const text = own === null ? null : JSON.stringify(own)
  known = { text, own }
  try {
    if (text === null) localStorage.removeItem(OWN_PLACE_KEY)
    else localStorage.setItem(OWN_PLACE_KEY, text)
  } catch {
    // Full or forbidden: for as long as this page.
  }
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

/** `regions`: followed, the newest first. Null: none of them has its weather here. */
export function findRegionPlace(regions: readonly string[], places: readonly { id: string }[]): string | null {
  return regions.find((region) => places.some(({ id }) => id === region)) ?? null
}

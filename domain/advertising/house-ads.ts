/**
 * Which of a publication's own advertisements fills a place. It follows from the page alone: its kind of place and its
 * section (contextual advertising). Nothing about the reader is known, so no consent is needed. Pure.
 */
import { isAtOrBelow } from '../section-path.ts'
import { toAdKind } from './places.ts'

export type HouseAdRules = {
  id: string
  /** Kinds of places; empty: all. */
  places: readonly string[]
  /** Sections, with all below them; empty: all pages. */
  sections: readonly string[]
  /** Share among those that fit a place. */
  weight: number
}

/**
 * Those that name the section come first, and those that are not on the page yet. `chance`: from 0 to below 1. Null: none
 * fits the place.
 */
export function chooseHouseAd<Ad extends HouseAdRules>(
  ads: readonly Ad[],
  page: { place: string; section: string; shown: readonly string[] },
  chance: number,
): Ad | null {
  const kind = toAdKind(page.place)
  const fits = ads.filter(
    ({ places, sections }) =>
      (places.length === 0 || places.includes(kind)) &&
      (sections.length === 0 || sections.some((section) => isAtOrBelow(page.section, section))),
  )
  const fresh = fits.filter(({ id }) => !page.shown.includes(id))
  const left = fresh.length > 0 ? fresh : fits
  const near = left.filter(({ sections }) => sections.length > 0)
  const chosen = near.length > 0 ? near : left
  let at = chance * chosen.reduce((sum, { weight }) => sum + weight, 0)
  return chosen.find(({ weight }) => (at -= weight) < 0) ?? null
}

/** `from`, `until` and `day`: days in Berlin, the last one included. */
export function isBooked(
  { from, until }: { from?: string | undefined; until?: string | undefined },
  day: string,
): boolean {
  return (from === undefined || from <= day) && (until === undefined || day <= until)
}

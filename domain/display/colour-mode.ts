/**
 * Light or dark (specification 3.15, 4.12). The preference is kept in local storage, never in a cookie. The inline
 * script of `early-script.ts` applies it to the document before the first paint.
 */
import { isWidgetName } from '../routing/layouts.ts'
import type { RouteName } from '../routing/route-table.ts'

export const COLOUR_MODE_KEY = 'color-mode'
export const COLOUR_PREFERENCES = ['system', 'light', 'dark'] as const
export type ColourPreference = (typeof COLOUR_PREFERENCES)[number]
export type ColourMode = Exclude<ColourPreference, 'system'>

/** Every value but the three words is 'system'. */
export function parseColourPreference(stored: string | null): ColourPreference {
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** The colour mode that a page requires: widgets are embedded in foreign pages (S4.12-01), which choose by `?mode=`. */
export function forcedColourMode(name: RouteName): ColourMode | null {
  return isWidgetName(name) ? 'light' : null
}

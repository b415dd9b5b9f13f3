/** The reader's colour mode on the device (local storage); `early-script.ts` applies it before the first paint. */
import { COLOUR_MODE_KEY, parseColourPreference, type ColourPreference } from '@lokalteil/domain/display/colour-mode'
import { keepStored } from './device-storage.ts'

export function readColourPreference(): ColourPreference {
  try {
    return parseColourPreference(localStorage.getItem(COLOUR_MODE_KEY))
  } catch {
    // Storage may be blocked; the choice then lasts for this page.
    return parseColourPreference(document.documentElement.dataset.mode ?? null)
  }
}

/** False: storage is blocked. */
export function keepColourPreference(mode: ColourPreference): boolean {
  return keepStored(COLOUR_MODE_KEY, mode)
}

/** A widget in another site's page keeps that page's mode (`data-forced`). */
export function showColourPreference(mode: ColourPreference): void {
  const { dataset } = document.documentElement
  if (dataset.forced !== undefined) return
  if (mode === 'system') delete dataset.mode
  else dataset.mode = mode
}

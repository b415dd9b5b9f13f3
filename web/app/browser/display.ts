/** Font size and colour mode on the device; `early-script.ts` applies them before the first paint. */
import { COLOUR_MODE_KEY, parseColourPreference, type ColourPreference } from '@lokalteil/domain/colour-mode'
import { decideFontSizeCookie, parseFontSize, type FontSize } from '@lokalteil/domain/font-size'

export const FONT_SIZE_COOKIE = 'fontSize'
/** 200 days. */
const FONT_SIZE_SECONDS = 4800 * 3600

export function readFontSize(): FontSize {
  return parseFontSize(new RegExp(`(?:^|; )${FONT_SIZE_COOKIE}=([^;]+)`).exec(document.cookie)?.[1])
}

export function applyFontSize(size: FontSize): void {
  const cookie = decideFontSizeCookie(size)
  document.documentElement.style.fontSize = cookie.kind === 'clear' ? '' : `${size}%`
  const value = cookie.kind === 'clear' ? '; max-age=0' : `${cookie.value}; max-age=${FONT_SIZE_SECONDS}`
  document.cookie = `${FONT_SIZE_COOKIE}=${value}; path=/; samesite=lax`
}

export function readColourPreference(): ColourPreference {
  try {
    return parseColourPreference(localStorage.getItem(COLOUR_MODE_KEY))
  } catch {
    return 'system'
  }
}

export function applyColourPreference(mode: ColourPreference): void {
  try {
    localStorage.setItem(COLOUR_MODE_KEY, mode)
  } catch {
    // Storage may be closed to us; the choice then lasts for this page.
  }
  if (mode === 'system') delete document.documentElement.dataset.mode
  else document.documentElement.dataset.mode = mode
}

/**
 * Font size and colour mode on the device. `EARLY_SCRIPT` runs inline in the head, so that no page flashes; it is one
 * constant text, which is why the Content-Security-Policy can name its hash and cached pages stay cacheable.
 */
import { COLOUR_MODE_KEY, parseColourPreference, type ColourPreference } from '@lokalteil/domain/colour-mode'
import { decideFontSizeCookie, parseFontSize, type FontSize } from '@lokalteil/domain/font-size'

const FONT_SIZE_COOKIE = 'fontSize'
/** 200 days. */
const FONT_SIZE_SECONDS = 4800 * 3600

export const EARLY_SCRIPT = `(function(d){d.dataset.js='';if(d.dataset.forced===undefined)try{var m=localStorage.getItem('${COLOUR_MODE_KEY}');if(m==='light'||m==='dark')d.dataset.mode=m}catch(e){}var f=/(?:^|; )${FONT_SIZE_COOKIE}=([\\d.]+)/.exec(document.cookie);if(f){var n=+f[1];if(n>=100&&n<=150)d.style.fontSize=n+'%'}})(document.documentElement)`

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

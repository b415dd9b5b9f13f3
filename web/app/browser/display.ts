/**
 * Font size and colour mode on the device; `early-script.ts` applies them before the first paint. A change applies in
 * all tabs: the message only says that something changed, and each tab reads the stored value itself (3.2).
 */
import type { ColourPreference } from '@lokalteil/domain/display/colour-mode'
import { decideFontSizeCookie, parseFontSize, type FontSize } from '@lokalteil/domain/display/font-size'
import { createListeners } from '../page/listeners.ts'
import { keepColourPreference, readColourPreference, showColourPreference } from './colour-mode.ts'

export const FONT_SIZE_COOKIE = 'fontSize'
/** 200 days. */
const FONT_SIZE_SECONDS = 4800 * 3600
const CHANNEL = 'display'

const { subscribe, notify } = createListeners()
export const subscribeDisplay = subscribe
let channel: BroadcastChannel | null = null

export function readFontSize(): FontSize {
  return parseFontSize(new RegExp(`(?:^|; )${FONT_SIZE_COOKIE}=([^;]+)`).exec(document.cookie)?.[1])
}

export function setFontSize(size: FontSize): void {
  const cookie = decideFontSizeCookie(size)
  const value = cookie.kind === 'clear' ? '; max-age=0' : `${cookie.value}; max-age=${FONT_SIZE_SECONDS}`
  document.cookie = `${FONT_SIZE_COOKIE}=${value}; path=/; samesite=lax`
  showFontSize(size)
  share()
}

export function setColourPreference(mode: ColourPreference): void {
  showColourPreference(mode)
  if (keepColourPreference(mode)) share()
  else notify()
}

/** Follows changes in other tabs, and reads again when the page returns from the back/forward cache. */
export function followDisplay(): void {
  const open = () => {
    if (!('BroadcastChannel' in window)) return
    channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', showStored)
  }
  open()
  addEventListener('pagehide', () => {
    channel?.close()
    channel = null
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    open()
    showStored()
  })
}

function share(): void {
  if ('BroadcastChannel' in window) (channel ?? new BroadcastChannel(CHANNEL)).postMessage('changed')
  notify()
}

function showStored(): void {
  showFontSize(readFontSize())
  showColourPreference(readColourPreference())
  notify()
}

function showFontSize(size: FontSize): void {
  document.documentElement.style.fontSize = decideFontSizeCookie(size).kind === 'clear' ? '' : `${size}%`
}

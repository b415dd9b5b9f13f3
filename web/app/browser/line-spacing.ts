/** How far apart the lines of a text stand on this device; `early-script` applies it before the first paint. */
import { LINE_SPACING_COOKIE, parseLineSpacing, type LineSpacing } from '@lokalteil/domain/display/line-spacing'
import { createListeners } from '../page/listeners.ts'

const { subscribe, notify } = createListeners()
export const subscribeLineSpacing = subscribe

export function readLineSpacing(): LineSpacing {
  return parseLineSpacing(new RegExp(`(?:^|; )${LINE_SPACING_COOKIE.name}=([^;]+)`).exec(document.cookie)?.[1])
}

export function setLineSpacing(spacing: LineSpacing): void {
  const isUsual = spacing === 'normal'
  const value = isUsual ? '; max-age=0' : `${spacing}; max-age=${LINE_SPACING_COOKIE.seconds}`
  document.cookie = `${LINE_SPACING_COOKIE.name}=${value}; path=/; samesite=lax`
  const { dataset } = document.documentElement
  if (isUsual) delete dataset.spacing
  else dataset.spacing = spacing
  notify()
}

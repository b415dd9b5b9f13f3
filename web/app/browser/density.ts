/** How close lists stand on this device; `early-script` applies it before the first paint. */
import { DENSITY_COOKIE, parseDensity, type Density } from '@lokalteil/domain/display/density'
import { createListeners } from '../page/listeners.ts'

const { subscribe, notify } = createListeners()
export const subscribeDensity = subscribe

export function readDensity(): Density {
  return parseDensity(new RegExp(`(?:^|; )${DENSITY_COOKIE.name}=([^;]+)`).exec(document.cookie)?.[1])
}

export function setDensity(density: Density): void {
  const value = density === 'airy' ? '; max-age=0' : `${density}; max-age=${DENSITY_COOKIE.seconds}`
  document.cookie = `${DENSITY_COOKIE.name}=${value}; path=/; samesite=lax`
  if (density === 'airy') delete document.documentElement.dataset.density
  else document.documentElement.dataset.density = density
  notify()
}

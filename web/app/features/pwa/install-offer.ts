/**
 * When the box "App installieren" is shown: once in 30 days, never in the native app, never when installed (S4.11-03), and never
 * beside the question of consent: one box at a time.
 */
const OFFER_KEY = 'install-offer'
const PAUSE_MS = 30 * 86_400_000

export type InstallSituation = {
  canInstall: boolean
  isInstalled: boolean
  isNativeApp: boolean
  isAsked: boolean
  lastOffer: number | null
  now: number
}

export function decideInstallOffer({
  canInstall,
  isInstalled,
  isNativeApp,
  isAsked,
  lastOffer,
  now,
}: InstallSituation): boolean {
  if (!canInstall || isInstalled || isNativeApp || isAsked) return false
  // A time ahead of the clock is a clock that was set back: the pause counts from now.
  return lastOffer === null || Math.abs(now - lastOffer) >= PAUSE_MS
}

export function readLastOffer(): number | null {
  try {
    const value = Number(localStorage.getItem(OFFER_KEY) ?? Number.NaN)
    return Number.isFinite(value) ? value : null
  } catch {
    return null
  }
}

/** False when it cannot be remembered: then the box would come with every page, so it does not come at all. */
export function rememberOffer(now: number): boolean {
  try {
    localStorage.setItem(OFFER_KEY, String(now))
    return true
  } catch {
    return false
  }
}

/**
 * When the box "App installieren" is shown: once in 30 days, never in the native app or when installed (S4.11-03), and
 * never together with the consent banner.
 */
import { keepStored, readStored } from '../../browser/device-storage.ts'

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
  // A time in the future means that the clock was set back: the pause starts now.
  return lastOffer === null || Math.abs(now - lastOffer) >= PAUSE_MS
}

export function readLastOffer(): number | null {
  const value = Number(readStored(OFFER_KEY) ?? Number.NaN)
  return Number.isFinite(value) ? value : null
}

/** False if it cannot be stored; then the box is not shown, because it would come with every page. */
export function rememberOffer(now: number): boolean {
  return keepStored(OFFER_KEY, String(now))
}

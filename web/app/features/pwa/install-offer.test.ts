import { expect, it } from 'vitest'
import { decideInstallOffer, type InstallSituation } from './install-offer.ts'

const DAY = 86_400_000
const able: InstallSituation = {
  canInstall: true,
  isInstalled: false,
  isNativeApp: false,
  isAsked: false,
  lastOffer: null,
  now: 100 * DAY,
}

it.each<[string, Partial<InstallSituation>, boolean]>([
  ['R4.11-05 offers what the browser can install', {}, true],
  ['offers nothing the browser cannot install', { canInstall: false }, false],
  ['R4.11-06 offers nothing once installed', { isInstalled: true }, false],
  ['never in the native app', { isNativeApp: true }, false],
  ['not beside the question of consent', { isAsked: true }, false],
  ['not again within 30 days', { lastOffer: 70 * DAY + 1 }, false],
  ['again after 30 days', { lastOffer: 70 * DAY }, true],
  ['not again because a clock was set back a little', { lastOffer: 101 * DAY }, false],
  ['again when the remembered time is far from any clock', { lastOffer: 1000 * DAY }, true],
])('%s', (_name, more, isOffered) => {
  expect(decideInstallOffer({ ...able, ...more })).toBe(isOffered)
})

/** On every page: consent that was withdrawn ends messages on this device, and in the app so does a logout. */
import { getConsent, subscribeConsent } from '@lokalteil/web/app/browser/consent/consent'
import { untilIdle } from '@lokalteil/web/app/browser/navigation/after-paint'
import type { Chrome } from '@lokalteil/web/app/page/page'
import { DEVICE_CACHE } from './push-device.ts'

export async function startPush(chrome: () => Chrome): Promise<void> {
  const { app, publication } = chrome()
  if (app.isNativeApp) {
    await untilIdle()
    const { endPushWithLogin } = await import('./shell-logout.lazy.ts')
    endPushWithLogin()
  } else if (!publication.isLocalEdition) {
    const look = () => void endIfRefused().catch(() => {})
    subscribeConsent(look)
    look()
  }
}

/** Our messages need no script, but the same consent as one of others; a missing answer changes nothing. */
async function endIfRefused(): Promise<void> {
  const consent = getConsent()
  if (consent === null || consent.vendors.pushNotifications || !('caches' in window)) return
  if (await caches.has(DEVICE_CACHE)) await (await import('./end-push.lazy.ts')).endPush()
}

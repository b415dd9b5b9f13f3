/**
 * The browser's push support, permission and subscription. The permission must be requested inside the click, which
 * Safari and Firefox require.
 */

/** `install`: iPhone or iPad, where only installed sites get messages. */
export type PushSupport = 'yes' | 'install' | 'no'

type SupportFacts = { hasPush: boolean; isAppleTouch: boolean; isInstalled: boolean }

function decideSupport({ hasPush, isAppleTouch, isInstalled }: SupportFacts): PushSupport {
  if (hasPush) return 'yes'
  return isAppleTouch && !isInstalled ? 'install' : 'no'
}

export function readSupport(): PushSupport {
  const { userAgent, maxTouchPoints } = navigator
  return decideSupport({
    hasPush: 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window,
    // An iPad identifies as a Mac, but has a touch screen.
    isAppleTouch: /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  })
}

const WORKER_MS = 20_000

/** Null: there is no worker; it is switched off, or its script failed to load. */
export async function readRegistration(): Promise<ServiceWorkerRegistration | null> {
  const known = await navigator.serviceWorker.getRegistration()
  if (known?.active) return known
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS)),
  ])
}

/** Subscribes with our key; a subscription with another key is unusable. */
export async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const known = await registration.pushManager.getSubscription()
  if (known !== null) {
    const key = known.options?.applicationServerKey
    // Not every browser reveals the key.
    if (!key || toBase64Url(key) === publicKey) return known
    await known.unsubscribe()
  }
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function toBase64Url(key: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

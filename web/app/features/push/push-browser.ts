/**
 * What the browser says about push messages, and how it is asked for them. The permission is asked for in the press itself:
 * Safari and Firefox want one.
 */

/** `install`: an iPhone or iPad that shows messages of installed sites alone. */
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
    // An iPad says that it is a Mac, which has no touch screen.
    isAppleTouch: /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1),
    isInstalled: matchMedia('(display-mode: standalone)').matches,
  })
}

const WORKER_MS = 20_000

/** Null: no worker comes; it is switched off, or its script cannot be had. */
export async function readRegistration(): Promise<ServiceWorkerRegistration | null> {
  const known = await navigator.serviceWorker.getRegistration()
  if (known?.active) return known
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => setTimeout(() => resolve(null), WORKER_MS)),
  ])
}

/** With our key: a subscription of another one can never be used. */
export async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const known = await registration.pushManager.getSubscription()
  if (known !== null) {
    const key = known.options?.applicationServerKey
    // Not every browser says which.
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

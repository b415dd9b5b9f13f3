/** Types of the service worker's scope, as far as they are used; TypeScript's own collide with those of a page. */
type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
export type FetchEvent = ExtendableEvent & {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
type WorkerMessageEvent = ExtendableEvent & { data: unknown; ports?: readonly MessagePort[] }
type WindowClient = { url: string; navigate: (url: string) => Promise<unknown>; focus?: () => Promise<unknown> }
type PushEvent = ExtendableEvent & { data: { json: () => unknown } | null }
type NotificationEvent = ExtendableEvent & {
  action: string
  notification: { close: () => void; data: unknown }
}
type SubscriptionChangeEvent = ExtendableEvent & { newSubscription?: PushSubscription | null }

export type WorkerScope = {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: WorkerMessageEvent) => void): void
    (type: 'push', listener: (event: PushEvent) => void): void
    (type: 'notificationclick', listener: (event: NotificationEvent) => void): void
    (type: 'pushsubscriptionchange', listener: (event: SubscriptionChangeEvent) => void): void
  }
  location: { origin: string }
  navigator: { onLine: boolean; connection?: { saveData?: boolean } }
  clients: {
    claim: () => Promise<void>
    matchAll: (options?: { type?: 'window'; includeUncontrolled?: boolean }) => Promise<WindowClient[]>
    openWindow?: (url: string) => Promise<unknown>
  }
  registration: {
    unregister: () => Promise<boolean>
    navigationPreload?: { enable: () => Promise<void> }
    pushManager?: PushManager
    showNotification?: (title: string, options: object) => Promise<void>
    getNotifications?: (filter?: { tag?: string }) => Promise<{ close: () => void; data: unknown }[]>
  }
  skipWaiting: () => Promise<void>
}

/** A room's part of the worker (`rooms/worker.ts`). */
export type WorkerPart = {
  /** The name of its cache, which a new worker keeps. */
  cache: string
  listen: () => void
  /** A reader has logged out. */
  forget: () => Promise<void>
}

export const scope = globalThis as unknown as WorkerScope

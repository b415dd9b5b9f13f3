/** The part of a service worker's surroundings we use; TypeScript's own types of it collide with those of a page. */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
export type FetchEvent = ExtendableEvent & {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}
export type WorkerMessageEvent = ExtendableEvent & { data: unknown }
export type WindowClient = { url: string; navigate: (url: string) => Promise<unknown> }

export type WorkerScope = {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
    (type: 'message', listener: (event: WorkerMessageEvent) => void): void
  }
  location: { origin: string }
  navigator: { onLine: boolean }
  clients: { claim: () => Promise<void>; matchAll: (options?: { type?: 'window' }) => Promise<WindowClient[]> }
  registration: { unregister: () => Promise<boolean>; navigationPreload?: { enable: () => Promise<void> } }
  skipWaiting: () => Promise<void>
}

export const scope = globalThis as unknown as WorkerScope

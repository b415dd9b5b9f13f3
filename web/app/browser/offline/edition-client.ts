/** The page's side of the offline edition: sends requests to the worker, which goes on when the page is left. */
import { EDITION_CACHE, type EditionReport } from './edition-cache.ts'

type Word =
  | { kind: 'keep-edition'; pages: readonly string[]; sounds: readonly string[]; hasPictures: boolean }
  | { kind: 'drop-edition'; page: string | null }

/** Null in private windows of some browsers, in the native shell, and in development. */
export async function findWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator) || !('caches' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return registration?.active ?? null
}

/** Resolves with the last report. */
export async function tellWorker(word: Word, onProgress: (report: EditionReport) => void): Promise<EditionReport> {
  const worker = await findWorker()
  if (worker === null) return { kind: 'failed' }
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }: MessageEvent<EditionReport>) => {
      onProgress(data)
      if (data.kind === 'progress') return
      port1.close()
      resolve(data)
    })
    port1.start()
    worker.postMessage(word, [port2])
  })
}

/** Bytes of the offline edition. */
export async function measureEdition(): Promise<number> {
  try {
    if (!(await caches.has(EDITION_CACHE))) return 0
    const cache = await caches.open(EDITION_CACHE)
    let bytes = 0
    for (const request of await cache.keys())
      bytes += Number((await cache.match(request, { ignoreVary: true }))?.headers.get('x-kept-bytes')) || 0
    return bytes
  } catch {
    return 0
  }
}

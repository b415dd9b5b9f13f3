/**
 * The service worker, served as `/sw.js`. Pages come from the network; without one, the copy kept at the last visit,
 * else the offline page, which is a shell like any other page and leads on when the device is back online. Hashed files
 * and pictures come from their copy. Whatever fails in here, the answer is the network's: a mistake of ours must not
 * take the site away. What may be kept is decided in `cache-policy.ts`; `retire.ts` is the way out.
 */
import {
  BOUNDS,
  OFFLINE_PATH,
  decideHandling,
  decideCaching,
  listFiles,
  readPage,
  staysKept,
  type Handling,
} from './cache-policy.ts'
import { openKeptCache, type KeptCache } from './kept-cache.ts'
import { parseWorkerMessage } from './worker-messages.ts'
import { DEVICE_CACHE } from '../browser/offline/push-device.ts'
import { leavePushAccount, listenToPush } from './push-events.ts'
import { scope, type FetchEvent } from './worker-scope.ts'

declare const BUILD_ID: string

const SHELL = `shell-${BUILD_ID}`
const { origin } = scope.location
const now = () => Date.now()
const pages = openKeptCache('pages', BOUNDS.pages, now)
const pictures = openKeptCache('pictures', BOUNDS.pictures, now)
const files = openKeptCache('files', BOUNDS.files, now)
const OURS: ReadonlySet<string> = new Set([SHELL, 'pages', 'pictures', 'files', DEVICE_CACHE])

/** With a copy at hand nobody waits longer for a network that may be none. */
const PATIENCE_MS = 3000
/** A page that was just kept is not fetched again because the page itself says it was visited. */
const JUST_KEPT_MS = 60_000

scope.addEventListener('install', (event) => event.waitUntil(keepShell()))

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await scope.registration.navigationPreload?.enable()
      for (const name of await caches.keys()) if (!OURS.has(name)) await caches.delete(name)
      await scope.clients.claim()
      await dropUnusedFiles()
    })(),
  )
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const asked = {
    method: request.method,
    url: request.url,
    isNavigation: request.mode === 'navigate',
    hasRange: request.headers.has('range'),
  }
  const handling = decideHandling(asked, origin)
  switch (handling.kind) {
    case 'pass':
      return
    case 'through':
      return event.respondWith(askNetwork(event))
    case 'page':
    case 'document':
      return event.respondWith(answerPage(event, handling))
    case 'file':
      return event.respondWith(answerFile(event, handling, files))
    case 'picture':
      return event.respondWith(answerFile(event, handling, pictures))
    case 'brand':
      return event.respondWith(answerBrand(event, handling))
  }
})

scope.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data)
  if (message === null) return
  if (message.kind === 'take-over') event.waitUntil(scope.skipWaiting())
  else if (message.kind === 'forget')
    event.waitUntil(Promise.all([pages.clear(), pictures.clear(), leavePushAccount()]))
  else event.waitUntil(keepVisited(message.path, message.files, message.isForAll === true))
})

listenToPush()

/** All or nothing: a shell with a hole must not replace a whole one. */
async function keepShell(): Promise<void> {
  const document = await fetch(OFFLINE_PATH, { cache: 'reload', credentials: 'omit' })
  if (!document.ok) throw new Error(`The offline page answered ${document.status}`)
  const html = await document.clone().text()
  const publication = /data-publication="([a-z0-9]+)"/.exec(html)?.[1]
  const cache = await caches.open(SHELL)
  await cache.put(OFFLINE_PATH, await toCopy(document))
  await Promise.all(
    [...listFiles(html), ...(publication === undefined ? [] : [`/assets/fallback-${publication}.svg`])].map(
      async (path) => {
        const file = await fetch(path, { credentials: 'omit' })
        if (!file.ok) throw new Error(`${path} answered ${file.status}`)
        await cache.put(path, await toCopy(file))
      },
    ),
  )
}

async function toCopy(response: Response): Promise<Response> {
  const headers = new Headers(response.headers)
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name)
  return new Response(await response.arrayBuffer(), { status: response.status, headers })
}

/** The browser has asked already (navigation preload); asking twice would use up links that work once. */
async function askNetwork(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request)
}

async function answerPage(
  event: FetchEvent,
  handling: Extract<Handling, { kind: 'page' | 'document' }>,
): Promise<Response> {
  const network = askNetwork(event)
  const put = pages.openWrite()
  const key = handling.kind === 'page' ? handling.key : null
  const copy = async () => (key === null ? undefined : pages.match(key).catch(() => undefined))
  if (handling.kind === 'page')
    event.waitUntil(network.then((response) => keep(handling, response.clone(), pages, put)).catch(() => undefined))
  try {
    const response = await (key === null ? network : Promise.race([network, waitForCopy(copy)]))
    if (response.status < 500) return response
    return (await copy()) ?? response
  } catch (error) {
    const offline = (await copy()) ?? (await matchShell(OFFLINE_PATH))
    if (offline === undefined) throw error
    return offline
  }
}

/** The copy after a while; never settles when there is none. */
function waitForCopy(copy: () => Promise<Response | undefined>): Promise<Response> {
  return new Promise((resolve) => {
    setTimeout(() => void copy().then((found) => found && resolve(found)), PATIENCE_MS)
  })
}

async function answerFile(
  event: FetchEvent,
  handling: Extract<Handling, { kind: 'file' | 'picture' }>,
  cache: KeptCache,
): Promise<Response> {
  const found = (await matchShell(handling.key)) ?? (await cache.match(handling.key).catch(() => undefined))
  if (found !== undefined) return found
  const put = cache.openWrite()
  const response = await fetch(event.request)
  event.waitUntil(keep(handling, response.clone(), cache, put).catch(() => undefined))
  return response
}

async function answerBrand(event: FetchEvent, handling: Extract<Handling, { kind: 'brand' }>): Promise<Response> {
  try {
    const response = await fetch(event.request)
    event.waitUntil(keep(handling, response.clone(), files).catch(() => undefined))
    return response
  } catch (error) {
    const found = (await matchShell(handling.key)) ?? (await files.match(handling.key))
    if (found === undefined) throw error
    return found
  }
}

async function matchShell(key: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(SHELL)).match(key, { ignoreVary: true })
  } catch {
    // Storage may be closed to us.
    return undefined
  }
}

/** Keeps an answer, or drops the copy of a page that may not be kept any more: withdrawn, moved, now paid. */
async function keep(handling: Handling, response: Response, cache: KeptCache, put = cache.openWrite()): Promise<void> {
  if (!('key' in handling)) return
  if (response.status >= 500) return
  const isPage = handling.kind === 'page'
  const isReadable = response.type === 'basic' && response.status === 200
  const body = isReadable ? await response.arrayBuffer() : new ArrayBuffer(0)
  const html = isPage ? new TextDecoder().decode(body) : ''
  const answer = {
    status: response.status,
    type: response.type,
    isRedirected: response.redirected,
    bytes: body.byteLength,
    header: (name: string) => response.headers.get(name),
  }
  const decision = decideCaching(handling, answer, isPage ? readPage(html) : null)
  if (decision.isKept) {
    // Its files first: a page that is there must come to life without a connection.
    if (isPage) await Promise.all(listFiles(html).map(keepFile))
    await put(handling.key, response, body)
  } else if (isPage && !staysKept(handling.key, decision.reason)) await cache.drop(handling.key)
}

/** What a page has loaded before this worker saw its requests; the browser still has it at hand. */
async function keepVisited(path: string | null, addresses: readonly string[], isForAll: boolean): Promise<void> {
  await Promise.all(addresses.map((address) => keepFile(address).catch(() => undefined)))
  if (path === null) return
  const handling = decideHandling({ method: 'GET', url: origin + path, isNavigation: true, hasRange: false }, origin)
  if (handling.kind !== 'page' || !handling.mayKeep || (await pages.has(handling.key, JUST_KEPT_MS))) return
  const put = pages.openWrite()
  const credentials = isForAll ? 'omit' : 'same-origin'
  await keep(handling, await fetch(handling.key, { credentials, redirect: 'manual' }), pages, put)
}

async function keepFile(address: string): Promise<void> {
  const url = new URL(address, origin).href
  const handling = decideHandling({ method: 'GET', url, isNavigation: false, hasRange: false }, origin)
  if (handling.kind !== 'file' && handling.kind !== 'picture' && handling.kind !== 'brand') return
  const cache = handling.kind === 'picture' ? pictures : files
  if ((await cache.has(handling.key)) || (await matchShell(handling.key)) !== undefined) return
  await keep(handling, await fetch(handling.key, { credentials: 'omit' }), cache)
}

/** Files of earlier builds stay only as long as a kept page needs them. */
async function dropUnusedFiles(): Promise<void> {
  const used = new Set<string>()
  for (const key of await pages.keys()) {
    const html = await (await pages.match(key))?.text()
    for (const path of listFiles(html ?? '')) used.add(origin + path)
  }
  for (const key of await files.keys()) if (!used.has(key)) await files.drop(key)
}

/**
 * The service worker, served as `/sw.js`. Pages are network first, else the copy of the last visit, else the offline page,
 * which continues when the device is online again. Hashed files and pictures are cache first. If anything here fails, the
 * network answers: a bug must not take the site down. `cache-policy.ts` is the policy of its caches; `retire.ts` is the kill
 * switch.
 */
import { PUBLIC_COPIES, ROOM_WORKERS } from '@lokalteil/rooms/worker'
import {
  BOUNDS,
  OFFLINE_PATH,
  decideHandling,
  decideCaching,
  isSound,
  listFiles,
  readFileList,
  readPage,
  staysKept,
  toAnySize,
  toFileList,
  type Handling,
} from './cache-policy.ts'
import { keptAt, openKeptCache, type KeptCache } from './kept-cache.ts'
import { parseWorkerMessage } from './worker-messages.ts'
import { DEVICE_SETTINGS_CACHE, EDITION_CACHE } from '../browser/offline/edition-cache.ts'
import { changeSaveData, isSavingData, isWanted, waitingPicture, wantPicture } from './data-saver.ts'
import { answerSound, createEditionKeeper } from './edition.ts'
import { scope, type FetchEvent } from './worker-scope.ts'

declare const BUILD_ID: string

const SHELL = `shell-${BUILD_ID}`
const { origin } = scope.location
const now = () => Date.now()
const pages = openKeptCache('pages', BOUNDS.pages, now)
const pictures = openKeptCache('pictures', BOUNDS.pictures, now)
const files = openKeptCache('files', BOUNDS.files, now)
const edition = openKeptCache(EDITION_CACHE, BOUNDS.edition, now)
const keeper = createEditionKeeper({ cache: edition, origin, keepFile: keepNeededFile, readFile })
const OURS: ReadonlySet<string> = new Set([
  SHELL,
  'pages',
  'pictures',
  'files',
  EDITION_CACHE,
  DEVICE_SETTINGS_CACHE,
  ...ROOM_WORKERS.map(({ cache }) => cache),
])

/** Milliseconds to wait for the network if there is a copy. */
const PATIENCE_MS = 3000
/** Milliseconds for which a kept page is not fetched again when the page reports its visit. */
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
      // Online the player streams it from the network.
      if (!scope.navigator.onLine && isSound(request.url, origin)) event.respondWith(answerKeptSound(request))
      return
    case 'through':
      return event.respondWith(askNetwork(event))
    case 'page':
    case 'document':
      return event.respondWith(answerPage(event, handling))
    case 'file':
      return event.respondWith(answerFile(event, handling, files))
    case 'picture':
      return event.respondWith(answerPicture(event, handling))
    case 'brand':
      return event.respondWith(answerBrand(event, handling))
  }
})

scope.addEventListener('message', (event) => {
  const message = parseWorkerMessage(event.data)
  if (message === null) return
  if (message.kind === 'take-over') event.waitUntil(scope.skipWaiting())
  else if (message.kind === 'forget')
    event.waitUntil(
      Promise.all([pages.clear(), pictures.clear(), keeper.drop(null), ...ROOM_WORKERS.map(({ forget }) => forget())]),
    )
  else if (message.kind === 'keep-edition')
    event.waitUntil(
      keeper
        .keep(message, (word) => event.ports?.[0]?.postMessage(word))
        .catch(() => event.ports?.[0]?.postMessage({ kind: 'failed' })),
    )
  else if (message.kind === 'drop-edition')
    event.waitUntil(
      keeper.drop(message.page).then(() => event.ports?.[0]?.postMessage({ kind: 'done', bytes: 0, missed: 0 })),
    )
  else if (message.kind === 'save-data') changeSaveData(message.isOn)
  else event.waitUntil(keepVisited(message.path, message.files, message.isForAll === true))
})

for (const { listen } of ROOM_WORKERS) listen()

/** All or nothing: an incomplete shell must not replace a complete one. */
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

/** Uses the response of navigation preload; a second request would use up single-use links. */
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
  const copy = async () => (key === null ? undefined : findPage(key).catch(() => undefined))
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

/** The newer copy: visited, or from the offline edition. */
async function findPage(key: string): Promise<Response | undefined> {
  const [visited, taken] = await Promise.all([pages.match(key), edition.match(key)])
  if (visited === undefined || taken === undefined) return visited ?? taken
  return keptAt(taken) > keptAt(visited) ? taken : visited
}

/** Resolves with the copy after a while; never settles if there is none. */
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

/** Offline any kept size of it will do. */
async function answerPicture(event: FetchEvent, handling: Extract<Handling, { kind: 'picture' }>): Promise<Response> {
  // A picture that the page fetches by script was requested by a tap.
  if (event.request.destination !== 'image') wantPicture(handling.key)
  else if (!isWanted(handling.key) && (await isSavingData().catch(() => false)))
    return (await findPicture(handling.key)) ?? waitingPicture()
  try {
    return await answerFile(event, handling, pictures)
  } catch (error) {
    const found = await findPicture(handling.key)
    if (found === undefined) throw error
    return found
  }
}

async function findPicture(key: string): Promise<Response | undefined> {
  const any = toAnySize(key)
  const found = await pictures.match(key).catch(() => undefined)
  return found ?? (any === null ? undefined : edition.match(any).catch(() => undefined))
}

async function answerKeptSound(request: Request): Promise<Response> {
  const copy = await edition.match(request.url).catch(() => undefined)
  return copy === undefined ? fetch(request) : answerSound(copy, request.headers.get('range'))
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
    // Storage may be blocked.
    return undefined
  }
}

/** Keeps an answer, or deletes the copy of a page that may no longer be kept: withdrawn, moved, now paid. */
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
    // Its files first: a kept page must work offline.
    if (isPage) await Promise.all(listFiles(html).map(keepFile))
    await put(handling.key, response, body)
  } else if (isPage && !staysKept(handling.key, decision.reason, PUBLIC_COPIES)) {
    await cache.drop(handling.key)
    // An offline copy stays if the answer is private to this reader; it is deleted if the page was withdrawn or is paid
    // now.
    if (decision.reason === 'paid' || /^status 4/.test(decision.reason)) await edition.drop(handling.key)
  }
}

/** Keeps files that the page loaded before this worker saw its requests; they still are in the browser's cache. */
async function keepVisited(path: string | null, addresses: readonly string[], isForAll: boolean): Promise<void> {
  await Promise.all(addresses.map((address) => keepFile(address).catch(() => undefined)))
  if (path === null) return
  const handling = decideHandling({ method: 'GET', url: origin + path, isNavigation: true, hasRange: false }, origin)
  if (handling.kind !== 'page' || !handling.mayKeep || (await pages.has(handling.key, JUST_KEPT_MS))) return
  const put = pages.openWrite()
  const credentials = isForAll ? 'omit' : 'same-origin'
  await keep(handling, await fetch(handling.key, { credentials, redirect: 'manual' }), pages, put)
}

function decideFile(address: string): Handling {
  const url = new URL(address, origin).href
  return decideHandling({ method: 'GET', url, isNavigation: false, hasRange: false }, origin)
}

async function keepFile(address: string): Promise<void> {
  const handling = decideFile(address)
  if (handling.kind !== 'file' && handling.kind !== 'picture' && handling.kind !== 'brand') return
  const cache = handling.kind === 'picture' ? pictures : files
  if ((await cache.has(handling.key)) || (await matchShell(handling.key)) !== undefined) return
  await keep(handling, await fetch(handling.key, { credentials: 'omit' }), cache)
}

/** Throws if the file cannot be fetched, because a page of the edition must work offline. */
async function keepNeededFile(address: string): Promise<void> {
  await keepFile(address)
  const handling = decideFile(address)
  if (handling.kind !== 'file' || (await files.has(handling.key)) || (await matchShell(handling.key)) !== undefined)
    return
  throw new Error(`${address} cannot be had`)
}

async function readFile(address: string): Promise<string | null> {
  const { href } = new URL(address, origin)
  return (await ((await matchShell(href)) ?? (await files.match(href)))?.text()) ?? null
}

/** Files of earlier builds stay only as long as a kept page needs them. */
async function dropUnusedFiles(): Promise<void> {
  const used = new Set<string>()
  for (const cache of [pages, edition])
    for (const key of await cache.keys()) {
      const copy = await cache.match(key)
      if (copy?.headers.get('content-type')?.startsWith('text/html') !== true) continue
      const html = await copy.text()
      const list = toFileList(html)
      const later = list === null ? [] : readFileList((await readFile(list)) ?? '')
      for (const path of [...listFiles(html), ...(list === null ? [] : [list]), ...later]) used.add(origin + path)
    }
  for (const key of await files.keys()) if (!used.has(key)) await files.drop(key)
}

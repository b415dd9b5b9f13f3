/**
 * The shared state of the content service: database, clock, caches in memory. Everything in memory but the counted
 * views may be lost at any time: it lasts seconds and ends with every change.
 */
import type { CONTENT, CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { findPublication, type Publication } from '@lokalteil/domain/publication/publications'
import { buildPath } from '@lokalteil/domain/routing/routes'
import type { Database } from '../platform/database.ts'
import { problem, type Call, type Refusal } from '../platform/serve.ts'
import type { Carriers, ContentDb } from './schema.ts'
import * as changeStore from './store/changes.ts'
import * as listStore from './store/lists.ts'
import type { PictureEnds } from './store/media.ts'
import * as taxonomyStore from './store/taxonomy.ts'
import type { View } from './store/view.ts'
import { createTaxonomy, type Taxonomy } from './taxonomy.ts'

export type ContentContext = {
  database: Database
  db: ContentDb
  now: () => Date
  /** Whether the header carries the service key. */
  hasKey: (authorization: string | null) => boolean
  onError: (error: unknown, requestId: string) => void
  memory: ContentMemory
}

type ContentMemory = {
  /** By publication. */
  taxonomies: Map<string, Promise<Taxonomy>>
  /** By publication. */
  pictureEnds: Map<string, Promise<PictureEnds>>
  /** Sequence number of the last change that was seen in the log, and the time of the look. */
  followed: { sequence: number; at: number }
  cache: Map<string, { value: Promise<unknown>; until: number }>
  /** By publication and id, as readers get them. Replaced by an empty map with every change. */
  articles: Map<string, KnownArticle>
  listeners: Set<(change: Change) => unknown>
  /** Views not written yet, by publication and article. */
  views: Map<string, Map<string, number>>
  lastSweep: number
  tidyUp: { written: number; after: number; running: Promise<void> }
}

type KnownArticle = {
  answer: AnswerOf<(typeof CONTENT)['getArticle' | 'getTestReport']>
  isTestReport: boolean
  until: number
}

/**
 * `removed`: a public text no longer is (withdrawn, or paid from now on); stored copies must go at once. `proposal`: a
 * document waits for the office, or does so no more; readers see no difference. `front`: the office edited a front, or
 * an edit ended; the ids are `ak/` for a home page and `ak/sport` for a section, and no other page shows it. `breaking`:
 * the desk opened, changed or closed the bar of the publications `ids`. `pictures`: an office changed ends of rights in the
 * publications `ids`; articles that look different are a change of their own.
 */
export type Change = {
  ids: readonly string[]
  kind: 'article' | 'removed' | 'taxonomy' | 'all' | 'proposal' | 'front' | 'breaking' | 'pictures'
  /** Of a few changed articles: paths of the sections, tags and topics that list them. */
  paths?: readonly string[]
}

/** The publication that a request asks. */
export type PublicationContext = { publication: Publication; carrier: Carriers }

export type InternalCall<Name extends keyof typeof CONTENT_INTERNAL> = Call<
  (typeof CONTENT_INTERNAL)[Name],
  PublicationContext
>
export type InternalReply<Name extends keyof typeof CONTENT_INTERNAL> = Promise<
  AnswerOf<(typeof CONTENT_INTERNAL)[Name]> | Refusal
>

export type RecordCall<Name extends keyof typeof RECORDS> = Call<(typeof RECORDS)[Name], PublicationContext>
export type RecordReply<Name extends keyof typeof RECORDS> = Promise<AnswerOf<(typeof RECORDS)[Name]> | Refusal>

export type PublicHandler<Name extends keyof typeof CONTENT> = (
  content: ContentContext,
  call: Call<(typeof CONTENT)[Name], PublicationContext>,
) => Promise<AnswerOf<(typeof CONTENT)[Name]> | Refusal>
export type InternalHandler<Name extends keyof typeof CONTENT_INTERNAL> = (
  content: ContentContext,
  call: InternalCall<Name>,
) => InternalReply<Name>
export type RecordHandler<Name extends keyof typeof RECORDS> = (
  content: ContentContext,
  call: RecordCall<Name>,
) => RecordReply<Name>
/** The service for calls of readers, which may be answered from a replica. */
export const forReads = (content: ContentContext): ContentContext => ({ ...content, db: content.database.reads.db })

export const PAGE_SIZE = 20
/** Milliseconds. Half of the second within which every process shows the writes of another. */
export const FOLLOW_MS = 500
const CACHE_MS = 5_000
const CACHE_ENTRIES = 2_000

export function toView(content: ContentContext, { carrier }: PublicationContext): View {
  return { carrier, now: content.now() }
}

export function cached<T>(
  content: ContentContext,
  key: string,
  load: () => Promise<T>,
  milliseconds = CACHE_MS,
): Promise<T> {
  const { cache } = content.memory
  const time = content.now().getTime()
  const hit = cache.get(key)
  // An entry from before the clock was set back does not count.
  if (hit !== undefined && time < hit.until && hit.until - time <= milliseconds) return hit.value as Promise<T>
  const value = load()
  cache.delete(key)
  cache.set(key, { value, until: time + milliseconds })
  value.catch(() => cache.get(key)?.value === value && cache.delete(key))
  if (cache.size > CACHE_ENTRIES) cache.delete(cache.keys().next().value!)
  return value
}

export async function announce(content: ContentContext, change: Change): Promise<void> {
  const { memory } = content
  // Before anything is forgotten, or it would be read anew from a replica that lags.
  await content.database.reads.catchUp()
  if (change.kind === 'front') for (const id of change.ids) forgetFront(memory, id)
  else if (change.kind !== 'proposal') forget(memory)
  if (change.kind === 'taxonomy' || change.kind === 'all') memory.taxonomies.clear()
  if (change.kind === 'pictures') for (const id of change.ids) memory.pictureEnds.delete(id)
  if (change.kind === 'all') memory.pictureEnds.clear()
  const paths = change.kind === 'article' ? await listPaths(content, change.ids) : []
  const told = paths.length === 0 ? change : { ...change, paths }
  await Promise.all([...memory.listeners].map((listener) => listener(told)))
}

export function forget(memory: ContentMemory): void {
  memory.cache.clear()
  memory.articles = new Map()
}

/** As the change log names a front; `path` '' is the home page. */
export const toFrontId = (publication: string, path: string): string => `${publication}/${path}`
/** Keys of `cached`: a composed front, by its id; the edits of a publication. */
export const toFrontKey = (id: string): string => `composed|${id}`
export const toEditsKey = (publication: string): string => `edits|${publication}`

function forgetFront({ cache }: ContentMemory, id: string): void {
  cache.delete(toFrontKey(id))
  cache.delete(toEditsKey(id.slice(0, id.indexOf('/'))))
}

/** If more articles changed, as in a long import, pages that list them are not purged one by one. */
const MOST_LISTED = 20

async function listPaths(content: ContentContext, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0 || ids.length > MOST_LISTED) return []
  try {
    const paths = new Set<string>()
    for (const [owner, rows] of Map.groupBy(await listStore.listListsOf(content.db, ids), (row) => row.owner)) {
      const publication = findPublication(owner)
      if (publication === null) continue
      const known = await loadTaxonomy(content, publication.code)
      for (const { list } of rows) for (const path of toPaths(list, known)) paths.add(path)
    }
    return [...paths]
  } catch (error) {
    content.onError(error, 'paths-of-changes')
    return []
  }
}

/** `list`: as `LISTS` names them. */
function toPaths(list: string, known: Taxonomy): string[] {
  const id = list.slice(2)
  if (list.startsWith('s:')) return [`/${id}`]
  if (!list.startsWith('t:')) return []
  const tag = known.getTag(id)
  const topics = known.topics.filter(({ tagIds }) => tagIds.includes(id))
  return [
    ...(tag === null ? [] : [known.toTagRef(tag).fullPath]),
    ...topics.map((topic) => buildPath({ name: 'topic', id: topic.id, page: null })),
  ]
}

/**
 * Reads the change log for writes of other processes on the same PostgreSQL and empties the caches. The embedded engine
 * belongs to this process alone.
 */
export async function follow(content: ContentContext): Promise<void> {
  const { database, memory, now } = content
  if (database.engine === 'embedded') return
  // The log of a replica may lag as well.
  const db = database.db as ContentDb
  const time = now().getTime()
  // Timers fire a little early.
  if (Math.abs(time - memory.followed.at) < FOLLOW_MS - 50) return
  memory.followed.at = time
  const { changes } = await changeStore.listChanges(db, memory.followed.sequence, 1000)
  const last = changes.at(-1)
  if (last === undefined) return
  memory.followed = {
    sequence: changes.length === 1000 ? await changeStore.getLastSequence(db) : last.sequence,
    at: time,
  }
  const foreign = changes.filter(({ sequence }) => !changeStore.takeOwn(db, sequence))
  if (changes.length === 1000) await announce(content, { ids: [], kind: 'all' })
  else
    for (const [kind, ids] of Map.groupBy(foreign, (change) => change.kind as Change['kind']))
      await announce(content, { ids: ids.map(({ id }) => id), kind })
}

/** The taxonomy of the publication that is asked, cached. */
export async function getTaxonomy(content: ContentContext, { publication }: PublicationContext): Promise<Taxonomy> {
  await follow(content)
  return loadTaxonomy(content, publication.code)
}

function loadTaxonomy({ db, memory }: ContentContext, code: string): Promise<Taxonomy> {
  return remembered(memory.taxonomies, code, () => taxonomyStore.loadTaxonomy(db, code).then(createTaxonomy))
}

/** Memoises by key: the value of the map, else a loaded one; a failure is not kept. */
export function remembered<T>(known: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const found = known.get(key)
  if (found !== undefined) return found
  const loading = load()
  known.set(key, loading)
  loading.catch(() => known.get(key) === loading && known.delete(key))
  return loading
}

export function notFound(title: string) {
  return problem(404, 'NOT_FOUND', title)
}

export function gone() {
  return problem(410, 'GONE', 'The article was withdrawn')
}

export function inPage<T>(value: T | null): T | Refusal {
  return value ?? notFound('No such page')
}

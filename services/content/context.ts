/**
 * The shared state of the content service: database, clock, caches in memory. Everything in memory but the counted
 * views may be lost at any time: it lasts seconds and ends with every change.
 */
import type { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import type { Publication } from '@lokalteil/domain/publication/publications'
import type { Database } from '../platform/database.ts'
import { problem, type Call, type Refusal } from '../platform/serve.ts'
import type { Carriers, ContentDb } from './schema.ts'
import * as changeStore from './store/changes.ts'
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
  /** Sequence number of the last change by another process that was seen, and the time of the look. */
  followed: { sequence: number; at: number }
  cache: Map<string, { value: Promise<unknown>; until: number }>
  listeners: Set<(change: Change) => unknown>
  /** Views not written yet, by publication and article. */
  views: Map<string, Map<string, number>>
  lastSweep: number
  tidyUp: { written: number; after: number; running: Promise<void> }
}

/** `removed`: a public text no longer is (withdrawn, or paid from now on); stored copies must go at once. */
export type Change = { ids: readonly string[]; kind: 'article' | 'removed' | 'taxonomy' | 'all' }

/** The publication that a request asks. */
export type PublicationContext = { publication: Publication; carrier: Carriers }

export type PublicCall<Name extends keyof typeof CONTENT> = Call<(typeof CONTENT)[Name], PublicationContext>
export type PublicReply<Name extends keyof typeof CONTENT> = Promise<AnswerOf<(typeof CONTENT)[Name]> | Refusal>
export type InternalCall<Name extends keyof typeof CONTENT_INTERNAL> = Call<
  (typeof CONTENT_INTERNAL)[Name],
  PublicationContext
>
export type InternalReply<Name extends keyof typeof CONTENT_INTERNAL> = Promise<
  AnswerOf<(typeof CONTENT_INTERNAL)[Name]> | Refusal
>

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
  content.memory.cache.clear()
  if (change.kind === 'taxonomy' || change.kind === 'all') content.memory.taxonomies.clear()
  await Promise.all([...content.memory.listeners].map((listener) => listener(change)))
}

/**
 * Reads the change log for writes of other processes on the same PostgreSQL and empties the caches. The embedded engine
 * belongs to this process alone.
 */
export async function follow(content: ContentContext): Promise<void> {
  const { database, db, memory, now } = content
  if (database.engine === 'embedded') return
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
  if (changes.length === 1000) await announce(content, { ids: [], kind: 'all' })
  else
    for (const [kind, ids] of Map.groupBy(changes, (change) => change.kind as Change['kind']))
      await announce(content, { ids: ids.map(({ id }) => id), kind })
}

/** The taxonomy of the publication that is asked, cached. */
export async function getTaxonomy(content: ContentContext, { publication }: PublicationContext): Promise<Taxonomy> {
  const { db, memory } = content
  await follow(content)
  const { code } = publication
  const known = memory.taxonomies.get(code)
  if (known !== undefined) return known
  const loading = taxonomyStore.loadTaxonomy(db, code).then(createTaxonomy)
  memory.taxonomies.set(code, loading)
  loading.catch(() => memory.taxonomies.get(code) === loading && memory.taxonomies.delete(code))
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

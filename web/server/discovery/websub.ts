/**
 * Notifies a WebSub hub about changed feeds, so that search engines and feed readers learn about an article within
 * seconds. Changes within a few seconds are sent together (debounce). A hub that does not answer is retried once and
 * then left until the next change; nothing is lost, because feeds can still be polled.
 */
import type { Client, Fetch } from '@lokalteil/contracts/kernel/client'
import type { CONTENT, Teaser } from '@lokalteil/contracts/content'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Log } from '../http/log.ts'
import { FEED_FORMATS, toFeedAddress, type FeedSubject } from './feed-address.ts'

export type WebSubOptions = {
  hub: string
  originOf: (publication: PublicationCode) => string
  contentOf: (publication: PublicationCode) => Pick<Client<typeof CONTENT>, 'listTeasers'>
  log: Log
  fetch: Fetch
  /** Milliseconds to collect changes, and to wait before a retry. */
  waits?: { together: number; again: number }
}

const TIMEOUT_MS = 10_000
/** Most ids of one call to the content service, and most feeds of one call to the hub. */
const IDS_AT_ONCE = 50
const FEEDS_AT_ONCE = 100
/** Above this number, as in an import, only the home feeds are announced. */
const MOST_IDS = 500

export function createWebSub({
  hub,
  originOf,
  contentOf,
  log,
  fetch: ask,
  waits = { together: 3000, again: 30_000 },
}: WebSubOptions) {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  function wait(milliseconds: number): void {
    timer ??= setTimeout(() => {
      timer = null
      running = running.then(tell).catch((error: unknown) => log('error', 'websub-failed', { error: String(error) }))
    }, milliseconds)
    timer.unref()
  }

  async function tell(): Promise<void> {
    const ids = [...changed]
    changed.clear()
    const feeds: string[] = []
    for (const publication of listPublicationCodes()) feeds.push(...(await listFeeds(publication, ids)))
    for (let at = 0; at < feeds.length; at += FEEDS_AT_ONCE) {
      const some = feeds.slice(at, at + FEEDS_AT_ONCE)
      if (!(await publish(some))) {
        await new Promise((resolve) => setTimeout(resolve, waits.again).unref())
        if (!(await publish(some))) return
      }
    }
  }

  async function listFeeds(publication: PublicationCode, ids: readonly string[]): Promise<string[]> {
    const subjects = new Map<string, FeedSubject>()
    for (let at = 0; at < Math.min(ids.length, MOST_IDS); at += IDS_AT_ONCE) {
      const found = await contentOf(publication).listTeasers({
        params: {},
        query: { ids: ids.slice(at, at + IDS_AT_ONCE).join(',') },
      })
      // A publication that does not carry an article has no change.
      if (found.ok)
        for (const subject of found.data.teasers.flatMap(toSubjects))
          subjects.set(toFeedAddress('rss', subject), subject)
    }
    return [...subjects.values()].flatMap((subject) =>
      FEED_FORMATS.map((format) => originOf(publication) + toFeedAddress(format, subject)),
    )
  }

  async function publish(feeds: readonly string[]): Promise<boolean> {
    const body = new URLSearchParams([['hub.mode', 'publish'], ...feeds.map((feed) => ['hub.url', feed])])
    try {
      const response = await ask(
        new Request(hub, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }),
      )
      if (!response.ok) log('warn', 'websub-refused', { status: response.status, feeds: feeds.length })
      return response.ok
    } catch {
      log('warn', 'websub-unanswered', { feeds: feeds.length })
      return false
    }
  }

  return {
    changed(ids: readonly string[]): void {
      for (const id of ids) changed.add(id)
      if (changed.size > 0) wait(waits.together)
    },
    async close(): Promise<void> {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

/** The feeds that contain an article. Paid advertising is in none. */
function toSubjects({ sectionPath, regionIds, authors, isSoldContent }: Teaser): FeedSubject[] {
  if (isSoldContent) return []
  const parts = sectionPath.split('/').filter((part) => part !== '')
  const sections = parts.map((_, index): FeedSubject => ({
    kind: 'section',
    path: parts.slice(0, index + 1).join('/'),
  }))
  return [
    { kind: 'home' },
    ...sections,
    ...regionIds.map((id): FeedSubject => ({ kind: 'region', id })),
    ...authors.map(({ id }): FeedSubject => ({ kind: 'author', id })),
  ]
}

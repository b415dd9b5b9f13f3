/**
 * What time changes without a write: an embargo or a scheduled publication comes to its moment, a pin, an exclusion, a
 * coupon or breaking news ends, an episode appears. The next such moment is known after every change; when it has come,
 * `settle` tells the listeners, once in each process.
 */
import { Front } from '@lokalteil/contracts/publication/front'
import { announce, type Change, type ContentContext } from './context.ts'
import { BREAKING_MS } from './routes/fronts.ts'
import { listAppeared, nextAppearance, nextEndOfUrgency } from './store/articles.ts'
import { listEntries, type StoredCoupon, type StoredPodcast } from './store/entries.ts'
import { listEntriesOfAll } from './store/taxonomy.ts'

export type TimedChanges = {
  /** A moment has come that `settle` has not told of. Cheap: asked with every request. */
  isDue: () => boolean
  /** Tells of what has come; returns when the listeners are done. Never throws. */
  settle: () => Promise<void>
  /** Listens from now on, and tells. */
  start: () => Promise<void>
  close: () => void
}

/** Beyond these every page is told to be new, none by its number. */
const MOST_IDS = 1000
/** Timers hold no more than 24 days; a clock that was set is noticed within this. */
const LONGEST_WAIT_MS = 60_000
const RETRY_MS = 1000

export function createTimedChanges(content: ContentContext): TimedChanges {
  const { db, now } = content
  /** Milliseconds of the epoch, of what stands in fronts and lists of publications. */
  let fixed: readonly number[] = []
  let next = Infinity
  /** What came before this moment is told. */
  let toldUntil = now()
  let timer: NodeJS.Timeout | null = null
  let settling: Promise<void> | null = null
  let isClosed = false

  /** Content was written: looks for the next moment anew. Never throws. */
  async function look({ kind }: Pick<Change, 'kind'>): Promise<void> {
    try {
      if (kind === 'all') fixed = await listFixedMoments(content)
      // Nothing was waiting to be told: what is visible by now was told by its write.
      if (!isDue()) toldUntil = now()
      const at = toldUntil
      const moments = [await nextAppearance(db, at), await nextEndOfUrgency(db, at, BREAKING_MS)]
      wait(
        Math.min(
          ...moments.map((moment) => moment?.getTime() ?? Infinity),
          ...fixed.filter((moment) => moment > at.getTime()),
        ),
      )
    } catch (error) {
      again(error)
    }
  }

  function again(error: unknown): void {
    content.onError?.(error, 'timed-changes')
    wait(now().getTime() + RETRY_MS)
  }

  function wait(until: number): void {
    next = until
    if (timer !== null) clearTimeout(timer)
    if (isClosed) return
    const pause = Math.min(Math.max(0, next - now().getTime()), LONGEST_WAIT_MS)
    timer = setTimeout(() => (isDue() ? void settle() : wait(next)), pause).unref()
  }

  const isDue = () => now().getTime() >= next

  function settle(): Promise<void> {
    settling ??= (async () => {
      const until = now()
      const ids = await listAppeared(db, toldUntil, until, MOST_IDS + 1)
      toldUntil = until
      await announce(content, { ids: ids.length > MOST_IDS ? [] : ids, kind: 'article' })
    })()
      .catch(again)
      .finally(() => (settling = null))
    return settling
  }

  return {
    isDue,
    settle,
    async start() {
      content.memory.listeners.add(look)
      await look({ kind: 'all' })
    },
    close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

async function listFixedMoments({ db }: ContentContext): Promise<number[]> {
  const [fronts, podcasts, coupons] = await Promise.all([
    listEntries(db, 'front'),
    listEntries(db, 'podcast'),
    listEntriesOfAll(db, 'coupon'),
  ])
  const texts = [
    ...fronts.flatMap(({ data }) => {
      const front = Front.safeParse(data)
      return front.success ? [...front.data.pinned, ...front.data.excluded].map(({ until }) => until) : []
    }),
    ...podcasts.flatMap(({ data }) => (data as StoredPodcast).episodes.map(({ publishDate }) => publishDate)),
  ]
  // A coupon is still good at its last moment.
  const ends = coupons.map((data) => Date.parse((data as StoredCoupon).validUntil) + 1)
  return [...texts.map((text) => Date.parse(text)), ...ends].filter((moment) => !Number.isNaN(moment))
}

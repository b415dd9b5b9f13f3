/**
 * Changes that time brings without a write: an embargo ends, an episode or a quiz appears, a pin, an exclusion, an edit
 * of a front, a coupon, breaking news or the right to a picture ends. The next such moment is computed after every
 * change; when it has come, `settle` notifies the listeners, once in each process.
 */
import { Front } from '@lokalteil/contracts/publication/front'
import { BREAKING_MS } from './breaking.ts'
import { announce, toFrontId, type Change, type ContentContext } from './context.ts'
import { listAppeared, nextAppearance, nextEndOfUrgency } from './store/articles.ts'
import { nextEndOfBar } from './store/breaking.ts'
import { listEntries, type StoredCoupon, type StoredPodcast } from './store/entries.ts'
import { listEnds } from './store/front-edits.ts'
import { listArticlesThatLose, nextPictureEnd } from './store/media.ts'
import { nextQuiz } from './store/quizzes.ts'
import { listEntriesOfAll } from './store/taxonomy.ts'

export type TimedChanges = {
  /** Whether a moment has come that `settle` has not reported. Cheap: asked with every request. */
  isDue: () => boolean
  /** Reports the moments that have come; resolves when the listeners are done. Never throws. */
  settle: () => Promise<void>
  /** Starts listening to changes and reporting. */
  start: () => Promise<void>
  /** Waits for a report that goes on. */
  close: () => Promise<void>
}

/** Beyond so many articles all pages are reported as changed. */
const MOST_IDS = 1000
/** Milliseconds. A timer cannot run longer than 24 days, and a changed clock is noticed after this time. */
const LONGEST_WAIT_MS = 60_000
const RETRY_MS = 1000

export function createTimedChanges(content: ContentContext): TimedChanges {
  const { db, now } = content
  /** Milliseconds since the epoch: moments named in fronts and lists of publications. */
  let fixed: readonly number[] = []
  /** Ends of edits of fronts, each with the id of its front. */
  let ends: readonly { at: number; id: string }[] = []
  let next = Infinity
  /** Moments up to this one have been reported. */
  let toldUntil = now()
  let timer: NodeJS.Timeout | null = null
  let settling: Promise<void> | null = null
  let isClosed = false

  /** After a write: finds the next moment. Never throws. */
  async function look({ kind }: Pick<Change, 'kind'>): Promise<void> {
    try {
      if (kind === 'all') fixed = await listFixedMoments(content)
      if (kind === 'all' || kind === 'front')
        ends = (await listEnds(db)).map(({ publication, path, at }) => ({ at, id: toFrontId(publication, path) }))
      // Nothing is due: the write itself has reported everything visible by now.
      if (!isDue()) toldUntil = now()
      const at = toldUntil
      const own = ends.flatMap((end) => (end.at > at.getTime() ? [end.at] : []))
      wait(Math.min(await findNext(at), ...own))
    } catch (error) {
      again(error)
    }
  }

  /** The next moment that any page may show. */
  async function findNext(at: Date): Promise<number> {
    const moments = [
      await nextAppearance(db, at),
      await nextEndOfUrgency(db, at, BREAKING_MS),
      await nextEndOfBar(db, at),
      await nextPictureEnd(db, at),
      await nextQuiz(db, at),
    ]
    return Math.min(
      ...moments.map((moment) => moment?.getTime() ?? Infinity),
      ...fixed.filter((moment) => moment > at.getTime()),
    )
  }

  function again(error: unknown): void {
    content.onError(error, 'timed-changes')
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
      const from = toldUntil
      const fronts = ends.filter(({ at }) => at > from.getTime() && at <= until.getTime()).map(({ id }) => id)
      const appeared = await listAppeared(db, from, until, MOST_IDS + 1)
      const ids = [...new Set([...appeared, ...(await listArticlesThatLose(db, from, until, MOST_IDS + 1))])]
      const isOfFrontsAlone = fronts.length > 0 && (await findNext(from)) > until.getTime()
      toldUntil = until
      if (fronts.length > 0) await announce(content, { ids: [...new Set(fronts)], kind: 'front' })
      if (!isOfFrontsAlone) await announce(content, { ids: ids.length > MOST_IDS ? [] : ids, kind: 'article' })
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
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await settling
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
  // A coupon is valid up to and including its last millisecond.
  const ends = coupons.map((data) => Date.parse((data as StoredCoupon).validUntil) + 1)
  return [...texts.map((text) => Date.parse(text)), ...ends].filter((moment) => !Number.isNaN(moment))
}

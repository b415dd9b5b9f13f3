/**
 * Queue of events for the analytics tag. Events wait for consent and for the tag, and leave in order. A refusal drops
 * waiting events (S2.9-06), and so does a tag that does not load in time (S9-12).
 */
import type { AnalyticsEvent } from '@lokalteil/domain/analytics/analytics'

export type AnalyticsTag = { track: (event: AnalyticsEvent) => unknown }

const POLL_MS = 200
const GIVE_UP_MS = 10_000
const REPLAY_MS = 500
const END_MS = 100
/** Limits the memory for a reader who never answers. */
const MOST_WAITING = 100

export type AnalyticsQueue = {
  track: (event: AnalyticsEvent) => void
  /** Sends the event that completes the description of a page; a newer page replaces a waiting one. */
  end: (read: () => AnalyticsEvent) => void
  /** Null: not known yet. */
  allow: (isAllowed: boolean | null) => void
}

export function createAnalyticsQueue(
  findTag: () => AnalyticsTag | undefined,
  report: (error: unknown) => void,
): AnalyticsQueue {
  let waiting: AnalyticsEvent[] = []
  let state: 'undecided' | 'looking' | 'replaying' | 'open' | 'closed' = 'undecided'
  let timer: ReturnType<typeof setTimeout> | undefined
  let ending: ReturnType<typeof setTimeout> | undefined
  let tag: AnalyticsTag | undefined

  function look(waited: number): void {
    tag = findTag()
    if (tag !== undefined) {
      state = 'replaying'
      timer = setTimeout(replay, REPLAY_MS)
    } else if (waited >= GIVE_UP_MS) close()
    else timer = setTimeout(look, POLL_MS, waited + POLL_MS)
  }

  function replay(): void {
    state = 'open'
    const events = waiting
    waiting = []
    for (const event of events) send(event)
  }

  function send(event: AnalyticsEvent): void {
    try {
      tag!.track(event)
    } catch (error) {
      report(error)
    }
  }

  function close(): void {
    clearTimeout(timer)
    state = 'closed'
    waiting = []
  }

  function track(event: AnalyticsEvent): void {
    if (state === 'open') send(event)
    else if (state !== 'closed' && waiting.length < MOST_WAITING) waiting.push(event)
  }

  return {
    track,
    end(read) {
      clearTimeout(ending)
      ending = setTimeout(() => track(read()), END_MS)
    },
    allow(isAllowed) {
      if (isAllowed === false) close()
      else if (isAllowed === true && (state === 'undecided' || state === 'closed')) {
        state = 'looking'
        look(0)
      }
    },
  }
}

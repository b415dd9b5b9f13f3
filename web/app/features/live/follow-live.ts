/**
 * The browser's side of a live report (`web/server/live`): a stream while the page is visible, polling where no stream
 * works. Promises: updates are complete, in order and newer than before; the text of a paid report comes only from the
 * endpoint that checks access.
 */
import type { ContentItem } from '@lokalteil/contracts/content'
import { applyLiveChange, toRevision, type LiveChange } from '@lokalteil/domain/reading/live-changes'
import { portalClient, toStatus } from '../../page/portal-client.ts'

/** `asking`: polling without a stream. `off`: no answer. */
export type LiveState = 'on' | 'asking' | 'off'

export type FollowOptions = {
  id: string
  items: readonly ContentItem[]
  /** Revision of a paid report; null: it is free. */
  paidRevision: string | null
  /** The body of a paid report, null without access. */
  askForBody: () => Promise<readonly ContentItem[] | null>
  onItems: (items: readonly ContentItem[]) => void
  onGone: () => void
  onState: (state: LiveState) => void
}

const ASK_MS = 6000
/** Milliseconds until a stream is tried again. */
const RETRY_MS = 60_000
/** Milliseconds after which a hidden page closes its stream. */
const HIDDEN_MS = 60_000
/** Milliseconds over which requests for a paid body are spread, so that not all readers ask at once. */
const SPREAD_MS = 1200

/** Long, because stream, polling and the known entries are one state. */
export function followLive(options: FollowOptions): () => void {
  const address = `/api/live/${options.id}`
  let known = options.items
  let revision = options.paidRevision ?? toRevision(known)
  let stream: EventSource | null = null
  let asking: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let streamAt = 0
  let isEnded = false

  function take(items: readonly ContentItem[], next: string): void {
    known = items
    revision = next
    options.onItems(items)
  }

  async function apply(change: LiveChange<ContentItem>): Promise<void> {
    if (change.revision === revision) return
    if (change.items === null) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS))
      const items = isEnded ? null : await options.askForBody()
      if (items !== null && !isEnded) take(items, change.revision)
      return
    }
    const items = applyLiveChange(known, change.items)
    if (items === null) return void ask()
    take(items, change.revision)
  }

  /** Null: no answer. */
  async function ask(): Promise<LiveChange<ContentItem> | 'same' | 'gone' | null> {
    const answer = await portalClient.call('GET /api/live/{id}/entries', {
      params: { id: options.id },
      query: { revision },
    })
    if (answer.kind !== 'ok') return toStatus(answer) === 404 ? 'gone' : null
    if (answer.data === undefined) return 'same'
    if (!isEnded) await apply(answer.data)
    return answer.data
  }

  function askAgain(): void {
    clearTimeout(asking)
    asking = setTimeout(() => void goOn(), ASK_MS)
  }

  async function goOn(): Promise<void> {
    const answer = await ask()
    if (isEnded) return
    if (answer === 'gone') return end()
    options.onState(answer === null ? 'off' : 'asking')
    if (performance.now() - streamAt > RETRY_MS) open()
    else askAgain()
  }

  function open(): void {
    close()
    streamAt = performance.now()
    if (typeof EventSource === 'undefined') return askAgain()
    stream = new EventSource(`${address}?revision=${revision}`)
    stream.addEventListener('open', () => options.onState('on'))
    stream.addEventListener('change', ({ data }) => void apply(JSON.parse(data as string) as LiveChange<ContentItem>))
    stream.addEventListener('gone', () => {
      end()
      options.onGone()
    })
    stream.addEventListener('error', () => {
      if (stream?.readyState === EventSource.CLOSED) askAgain()
      else options.onState('off')
    })
  }

  function close(): void {
    clearTimeout(asking)
    stream?.close()
    stream = null
  }

  function onVisibility(): void {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden') hiding = setTimeout(close, HIDDEN_MS)
    else if (stream === null) open()
  }

  function end(): void {
    isEnded = true
    clearTimeout(hiding)
    close()
    document.removeEventListener('visibilitychange', onVisibility)
  }

  document.addEventListener('visibilitychange', onVisibility)
  open()
  return end
}

/** The stream of changes. Screens fetch changed data again. */
import { useEffect } from 'react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { API } from './client.ts'

type Change = { kind: string; id?: string; publication?: string | null }

/** Changes of this time are fetched together. */
const GATHER_MS = 250
const AGAIN_MS = 10_000

/** Keys of queries begin with the publication's code; those of people have their own names. */
export function isTouched(key: readonly unknown[], { kind, id, publication }: Change): boolean {
  const [first, what, which] = key
  if (kind === 'staff') return first === 'staff' || first === 'me' || first === 'audit'
  if (kind === 'audit') return first === 'audit'
  if (publication === undefined || publication === null || first !== publication) return false
  if (kind === 'front') return what === 'fronts' || (what === 'front' && (id === undefined || which === id))
  if (kind === 'breaking') return what === 'breaking'
  if (kind === 'quiz') return what === 'quizzes' || (what === 'quiz' && which === id)
  if (kind === 'newsletter') return what === 'newsletters' || (what === 'newsletter' && which === id)
  if (what === 'article' || what === 'revisions' || what === 'preview-links') return id === undefined || which === id
  if (what === 'media') return kind === 'media'
  if (what === 'medium') return kind === 'media' && which === Number(id)
  return what === 'articles' || what === 'desk' || what === 'arrivals'
}

function readChange(text: string): Change | null {
  try {
    const value = JSON.parse(text) as Change
    return typeof value?.kind === 'string' ? value : null
  } catch {
    return null
  }
}

export function useEvents(isOn: boolean): void {
  const queries = useQueryClient()
  useEffect(() => (isOn ? listen(queries) : undefined), [queries, isOn])
}

/** Sent when the stream is open again: earlier changes are not repeated, so everything is fetched again. */
const ALL = { kind: '*' }
const NAME = 'redaktion-events'

/**
 * Tabs of one browser share a stream: over HTTP/1.1 a browser opens six connections to a host, and six streams would leave
 * none for calls. The tab with the lock has it and tells the others.
 */
function listen(queries: QueryClient): () => void {
  const channel = new BroadcastChannel(NAME)
  const ended = new AbortController()
  let gather: ReturnType<typeof setTimeout> | undefined
  let gathered: Change[] = []

  const apply = () => {
    gather = undefined
    const changes = gathered
    gathered = []
    const isAll = changes.some(({ kind }) => kind === ALL.kind)
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => isAll || changes.some((one) => isTouched(queryKey, one)),
    })
  }
  const take = (change: Change) => {
    gathered.push(change)
    gather ??= setTimeout(apply, GATHER_MS)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => take(data))
  const tellAll = (change: Change) => {
    take(change)
    channel.postMessage(change)
  }
  // Without locks (no secure context) each tab has a stream of its own.
  const { locks } = navigator as { locks?: LockManager | null }
  if (locks)
    locks
      .request(NAME, { signal: ended.signal }, () => follow(tellAll, ended.signal))
      .catch(() => {
        // The tab was closed or the person signed out while another had the stream.
      })
  else void follow(take, ended.signal)
  return () => {
    ended.abort()
    clearTimeout(gather)
    channel.close()
  }
}

/** Has the stream until the signal. */
function follow(tell: (change: Change) => void, signal: AbortSignal): Promise<void> {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false
  const connect = () => {
    source = new EventSource(`${API}/events`)
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = readChange(data)
      if (change !== null) tell(change)
    })
    source.addEventListener('open', () => {
      if (wasOpen) tell(ALL)
      wasOpen = true
    })
    source.addEventListener('error', () => {
      // The browser connects again by itself, but not after an answer that is no stream.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS)
    })
  }
  connect()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      clearTimeout(again)
      source?.close()
      resolve()
    })
  })
}

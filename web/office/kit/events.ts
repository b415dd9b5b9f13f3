/** The stream of changes: one for a tab. What changed is fetched anew by the screens that show it. */
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
  if (what === 'article' || what === 'revisions') return id === undefined || which === id
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

function listen(queries: QueryClient): () => void {
  let source: EventSource | null = null
  let again: ReturnType<typeof setTimeout> | undefined
  let gather: ReturnType<typeof setTimeout> | undefined
  let gathered: Change[] = []
  let wasOpen = false

  const apply = () => {
    gather = undefined
    const changes = gathered
    gathered = []
    void queries.invalidateQueries({ predicate: ({ queryKey }) => changes.some((one) => isTouched(queryKey, one)) })
  }
  const connect = () => {
    source = new EventSource(`${API}/events`)
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = readChange(data)
      if (change === null) return
      gathered.push(change)
      gather ??= setTimeout(apply, GATHER_MS)
    })
    source.addEventListener('open', () => {
      // Changes of the time without a stream are not sent again.
      if (wasOpen) void queries.invalidateQueries()
      wasOpen = true
    })
    source.addEventListener('error', () => {
      // The browser connects again by itself, but not after an answer that is no stream.
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(connect, AGAIN_MS)
    })
  }
  connect()
  return () => {
    clearTimeout(again)
    clearTimeout(gather)
    source?.close()
  }
}

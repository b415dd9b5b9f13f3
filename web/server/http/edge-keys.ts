/** The headers that name the surrogate keys of an answer, and the call that purges keys, as each kind of edge reads them. */
import type { Edge } from '../config/edge.ts'

/** Varnish, nginx and Fastly read `Surrogate-Key`; other networks `Cache-Tag`. */
export function toKeyHeaders({ kind }: Pick<Edge, 'kind'>, keys: readonly string[]): Record<string, string> {
  if (keys.length === 0) return {}
  return { 'surrogate-key': keys.join(' '), ...(kind === 'http' ? { 'cache-tag': keys.join(',') } : {}) }
}

/** `PURGE` with the keys in a header, as `deploy/` reads it; for `http` a POST of `{"keys": […]}`. */
export function toPurgeRequest(
  { kind, purgeToken }: Edge,
  url: string,
  keys: readonly string[],
  signal: AbortSignal,
): Request {
  const authorization = `Bearer ${purgeToken}`
  if (kind !== 'http')
    return new Request(url, {
      method: 'PURGE',
      headers: { authorization, 'surrogate-key': keys.join(' ') },
      redirect: 'error',
      signal,
    })
  return new Request(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ keys }),
    redirect: 'error',
    signal,
  })
}

/**
 * Memory cache of content API answers that were prefetched or are recent. Public data only: bodies of paid articles
 * never enter it (part C of the decisions, items 8 and 10).
 */
import type { FetchJson, Read } from '../../page/content-api.ts'

const KEEP_MS = 60_000
const MOST = 60

export type ReadCache = { fetchJson: FetchJson; clear: () => void }

export function createReadCache(fetchJson: FetchJson, now: () => number): ReadCache {
  const entries = new Map<string, { at: number; answer: Promise<Read<unknown>> }>()
  return {
    fetchJson: (address) => {
      const known = entries.get(address)
      if (known && now() - known.at < KEEP_MS) return known.answer
      entries.delete(address)
      const answer = fetchJson(address)
      entries.set(address, { at: now(), answer })
      const forget = () => {
        if (entries.get(address)?.answer === answer) entries.delete(address)
      }
      answer.then((read) => read.ok || forget(), forget)
      if (entries.size > MOST) entries.delete(entries.keys().next().value as string)
      return answer
    },
    clear: () => entries.clear(),
  }
}

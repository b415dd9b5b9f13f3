/**
 * Windows of this process, in memory: for limits on cheap requests, which must not cost a query. A restart forgets
 * them.
 */
import type { Windows } from './limiter.ts'

/** `keys`: how many to remember; beyond it the longest unused ones are forgotten. */
export function createMemoryWindows(keys: number): Windows {
  const windows = new Map<string, { count: number; until: Date }>()
  const put = (key: string, window: { count: number; until: Date }) => {
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > keys) windows.delete(windows.keys().next().value!)
    return window
  }
  return {
    async count({ key, budget }, now) {
      const held = windows.get(key)
      const until = new Date(now.getTime() + budget.windowMs)
      const isOver = held === undefined || held.until <= now || held.until > until
      return put(key, isOver ? { count: 1, until } : { count: held.count + 1, until: held.until })
    },
    async giveBack(key) {
      const held = windows.get(key)
      if (held !== undefined) put(key, { ...held, count: Math.max(0, held.count - 1) })
    },
    async reset(key) {
      windows.delete(key)
    },
  }
}

/** Token buckets: the budget refills evenly instead of all at once. `until` is when the next token is there. */
export function createTokenBuckets(keys: number): Windows {
  const buckets = new Map<string, { left: number; at: number; most: number }>()
  return {
    async count({ key, budget: { most, windowMs } }, now) {
      const time = now.getTime()
      const held = buckets.get(key) ?? { left: most, at: time, most }
      const left = Math.min(most, held.left + (Math.max(0, time - held.at) / windowMs) * most)
      const isFull = left < 1
      buckets.delete(key)
      buckets.set(key, { left: isFull ? left : left - 1, at: time, most })
      if (buckets.size > keys) buckets.delete(buckets.keys().next().value!)
      return isFull
        ? { count: most + 1, until: new Date(time + Math.ceil(((1 - left) / most) * windowMs)) }
        : { count: Math.ceil(most - left + 1), until: new Date(time + windowMs) }
    },
    async giveBack(key) {
      const held = buckets.get(key)
      if (held !== undefined) held.left = Math.min(held.most, held.left + 1)
    },
    async reset(key) {
      buckets.delete(key)
    },
  }
}

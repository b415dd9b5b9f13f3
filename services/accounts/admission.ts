/**
 * How many logins may be under way at once. Beyond it a caller hears BUSY before anything was asked of the database: the
 * queries of a flood would stand before those of readers. Browsers that show a device cookie have places of their own;
 * whether it is true costs a query, so somebody who forges one only shares these places with others who do.
 */
import { problem, type Refusal } from '../platform/serve.ts'

/**
 * A hash takes 20 to 40 ms, one at a time: the last of them waits about a second. All of them ask the database when a flood
 * begins, which is the longest a page can be held up.
 */
const PLACES = 32

export function createAdmission(places = PLACES) {
  const underWay = { device: 0, stranger: 0 }
  return async function admit<T>(lane: keyof typeof underWay, work: () => Promise<T>): Promise<T | Refusal> {
    if (underWay[lane] >= places) return problem(503, 'BUSY', 'Too many logins at once', { 'retry-after': '2' })
    underWay[lane]++
    try {
      return await work()
    } finally {
      underWay[lane]--
    }
  }
}

/**
 * Load shedding: limits how many logins run at once. Beyond the limit a caller gets BUSY before any query, because the
 * queries of a flood would delay those of readers. Browsers with a device cookie have places of their own; checking the
 * cookie would cost a query, so an attacker who forges one only shares these places with other forgers and returning
 * readers.
 */
import { problem, type Refusal } from '../platform/serve.ts'

/**
 * A hash takes 20 to 40 ms, one at a time, so the last login waits about a second. All of them query the database when
 * a flood begins, which delays pages by that much at most.
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

/** Readiness of this process, for load balancers. */
import type { RoutesOptions } from '../api/routes.ts'
import type { Platform } from './services/platform.ts'

export type Readiness = { set: (isReady: boolean) => void; whyNot: RoutesOptions['whyNotReady'] }

const REMEMBERED_MS = 500

export function createReadiness(platform: Platform | null): Readiness {
  let state: 'starting' | 'ready' | 'stopping' = 'starting'
  const isDatabaseThere = platform === null ? async () => true : rememberBriefly(platform.database.isAnswering)
  return {
    set(isReady) {
      state = isReady ? 'ready' : 'stopping'
    },
    whyNot: async () => (state !== 'ready' ? state : (await isDatabaseThere()) ? null : 'database'),
  }
}

/** Memoises for half a second, so that many balancers cause few database queries. */
function rememberBriefly(ask: () => Promise<boolean>): () => Promise<boolean> {
  let at = -REMEMBERED_MS
  let answer = Promise.resolve(true)
  return () => {
    if (performance.now() - at >= REMEMBERED_MS) {
      at = performance.now()
      answer = ask()
    }
    return answer
  }
}

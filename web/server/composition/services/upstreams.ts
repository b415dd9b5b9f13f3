/** The upstreams of this process by name, each made once; what becomes of them goes to the log. */
import { createUpstream, type Upstream } from '@lokalteil/services/platform/upstream'
import type { Log } from '../../http/log.ts'

/** The rows of the table of services. */
export type ServiceName =
  | 'content'
  | 'subscription'
  | 'sso'
  | 'paywall'
  | 'gifts'
  | 'newsletter'
  | 'user'
  | 'weather'
  | 'sport'
  | 'community'
  | 'shop'
  | 'markets'
  | 'epaper'
  | 'notices'
  | 'push'

type UpstreamName = ServiceName | 'single-sign-on' | 'auth' | 'payments' | 'websub'

export type Upstreams = { of: (name: UpstreamName) => Upstream; close: () => void }

export function createUpstreams({ maxBytes, log }: { maxBytes: number; log: Log }): Upstreams {
  const made = new Map<UpstreamName, Upstream>()
  return {
    of(name) {
      let upstream = made.get(name)
      if (upstream === undefined) {
        upstream = createUpstream({
          name,
          maxBytes,
          onChange: ({ origin, isDown, reason }) =>
            isDown
              ? log('warn', 'upstream-down', { upstream: name, origin, reason })
              : log('info', 'upstream-back', { upstream: name, origin }),
        })
        made.set(name, upstream)
      }
      return upstream
    },
    close() {
      for (const upstream of made.values()) upstream.close()
    },
  }
}

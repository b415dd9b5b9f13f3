/** The upstreams of this process by name, each created once. Their state changes go to the log. */
import { createUpstream, type Upstream } from '@lokalteil/services/platform/upstream'
import type { Log } from '../../http/log.ts'

export type Upstreams = { of: (name: string) => Upstream; close: () => void }

export function createUpstreams({ maxBytes, log }: { maxBytes: number; log: Log }): Upstreams {
  const made = new Map<string, Upstream>()
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

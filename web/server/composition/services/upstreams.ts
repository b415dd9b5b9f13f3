/** The upstreams of this process by name, each created once. Their state changes go to the log. */
import { createUpstream, type Upstream } from '@lokalteil/services/platform/upstream'
import type { Log } from '../../http/log.ts'
import type { Reach, Watch } from '../../watch/watch.ts'

export type Upstreams = {
  /** `reach`: of a service that the publisher runs at an address of the configuration; default: somebody else's. */
  of: (name: string, reach?: Reach) => Upstream
  /** `down`: how many of its origins are held for down. */
  list: () => { name: string; down: number }[]
  close: () => void
}

type Made = { upstream: Upstream; down: Set<string> }

export function createUpstreams({
  maxBytes,
  watch = null,
  log,
}: {
  maxBytes: number
  watch?: Pick<Watch, 'observeCall'> | null
  log: Log
}): Upstreams {
  const made = new Map<string, Made>()

  function make(name: string, reach: Reach): Made {
    const down = new Set<string>()
    const upstream = createUpstream({
      name,
      maxBytes,
      onChange({ origin, isDown, reason }) {
        if (isDown) down.add(origin)
        else down.delete(origin)
        if (isDown) log('warn', 'upstream-down', { upstream: name, origin, reason })
        else log('info', 'upstream-back', { upstream: name, origin })
      },
    })
    if (watch === null) return { upstream, down }
    const fetch: Upstream['fetch'] = (request) => watch.observeCall({ name, reach }, request, upstream.fetch)
    return { upstream: { ...upstream, fetch }, down }
  }

  return {
    of(name, reach = 'third-party') {
      let found = made.get(name)
      if (found === undefined) made.set(name, (found = make(name, reach)))
      return found.upstream
    },
    list: () => Array.from(made, ([name, { down }]) => ({ name, down: down.size })),
    close() {
      for (const { upstream } of made.values()) upstream.close()
    },
  }
}

/** Purges the shared caches in front when the content changes. Without one that can be purged there is nothing to do. */
import { isDeepStrictEqual } from 'node:util'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { ALL_KEY, toChangeKeys, toPagesKey, type KeyedChange } from '@lokalteil/domain/rendering/surrogate-keys'
import type { Config } from '../config/config.ts'
import { createEdgePurge } from '../http/edge-purge.ts'
import type { Log } from '../http/log.ts'
import type { Services } from './services/service-table.ts'

type Edge = {
  /** Call it after the pages in memory are outdated, or the edge gets the old ones again. Does not wait. */
  changed: (change: KeyedChange) => void
  purge: (keys: readonly string[]) => void
  close: () => void
}

/** Null: no edge, or none that can be purged. */
export function openEdge(
  { config: { edge }, log }: { config: Pick<Config, 'edge'>; log: Log },
  { clients }: Pick<Services['content'], 'clients'>,
): Edge | null {
  if (edge === null || edge.purgeUrls.length === 0) return null
  const { purge, close } = createEdgePurge({ edge, log })
  /** The breaking news of the pages that the edge has. */
  const shown = new Map<PublicationCode, unknown>()

  /** An article may open or end breaking news, which are on every page. Unknown ones count as new. */
  async function readNews(code: PublicationCode): Promise<boolean> {
    const found = await clients
      .public(code)
      .getBreakingNews({ params: {} })
      .catch(() => null)
    const news = found?.ok === true ? found.data.item : undefined
    const isNew = news === undefined || !shown.has(code) || !isDeepStrictEqual(shown.get(code), news)
    if (news === undefined) shown.delete(code)
    else shown.set(code, news)
    return isNew
  }

  // Changes before this start are in no memory.
  purge([ALL_KEY])
  return {
    changed(change) {
      const keys = toChangeKeys(change)
      purge(keys)
      if (keys.length === 0 || change.kind === 'front' || change.kind === 'pictures') return
      for (const code of listPublicationCodes())
        void readNews(code).then((isNew) => {
          if (isNew) purge([toPagesKey(code)])
        })
    },
    purge,
    close,
  }
}

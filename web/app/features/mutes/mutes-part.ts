/**
 * The reader's muted topics on this device: loaded once per login, updated when changed here. A muted place includes
 * all places in it; for topics each teaser lists its parent topics.
 */
import type { FeedNode } from '@lokalteil/contracts/content'
import { flattenFeed } from '@lokalteil/domain/reading/feeds'
import type { Chrome } from '../../page/page.ts'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { createLibraryApi } from '../../page/library-api.ts'
import { keepMutedTopics } from '../../browser/muted-topics.ts'
import { getSession, type ReaderPart } from '../../browser/session/session.ts'

export async function applyMutes(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return keepMutedTopics([])
  const regions = await createContentApi(contentBase(), createBrowserFetch()).listPersonalRegions()
  keepMutedTopics(withPlacesIn(ids, regions.ok ? regions.data : []))
}

export function withPlacesIn(ids: readonly string[], regions: readonly FeedNode[]): string[] {
  const known = new Map(nodesOf(regions).map((node) => [node.id, node]))
  return [
    ...new Set(ids.flatMap((id) => [id, ...flattenFeed(known.get(id)?.children ?? []).map((inside) => inside.id)])),
  ]
}

function nodesOf(nodes: readonly FeedNode[]): FeedNode[] {
  return nodes.flatMap((node) => [node, ...nodesOf(node.children)])
}

export function createMutesPart(chrome: () => Chrome): ReaderPart {
  return {
    async load({ isNewLogin, view }) {
      const ssoId = view.userData?.ssoId ?? ''
      if (!isNewLogin || ssoId === '') return
      const answer = await createLibraryApi(chrome().publication.code, ssoId).listMutes()
      if (answer.ok && getSession().view.userData?.ssoId === ssoId)
        await applyMutes(answer.data.topics.map(({ id }) => id))
    },
    reset: () => keepMutedTopics([]),
  }
}

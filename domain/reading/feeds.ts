/** Regions and topics a reader can follow (specification 3.3, 4.3; decisions S3.3-01, S3.3-02, S4.3-05). */

export type FeedEntry = { id: string; label: string; target: string }
export type FeedNode = FeedEntry & { children: readonly FeedNode[] }

/** Depth first, a parent before its children. Of entries with the same id the first is kept. */
export function flattenFeed(nodes: readonly FeedNode[]): FeedEntry[] {
  const entries = new Map<string, FeedEntry>()
  const open: FeedNode[] = [...nodes].reverse()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { id, label, target, children } = node
    // The children of a known id are skipped, so that a cyclic list ends.
    if (entries.has(id)) continue
    entries.set(id, { id, label, target })
    open.push(...[...children].reverse())
  }
  return [...entries.values()]
}

/** An entry for a followed tag that is in no list, from its separate look-up. */
export function toFeedEntry(id: string, tag: { displayName: string; fullPath: string }): FeedEntry {
  return { id, label: tag.displayName, target: tag.fullPath }
}

/** The kind of bookmark for an id; a known region wins over a topic with the same id. */
export function decideFeedKind(id: string, regions: readonly FeedEntry[]): 'region' | 'tag' {
  return regions.some((region) => region.id === id) ? 'region' : 'tag'
}

/** Known topics first, otherwise in the given order. */
export function sortKnownTopicsFirst<Item extends { id: string }>(
  items: readonly Item[],
  topics: readonly FeedEntry[],
): Item[] {
  const known = new Set(topics.map((topic) => topic.id))
  return [...items.filter((item) => known.has(item.id)), ...items.filter((item) => !known.has(item.id))]
}

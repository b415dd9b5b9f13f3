/** Followable subjects of an author's articles, the most frequent first. */
import type { FeedNode, Teaser } from '@lokalteil/contracts/content'
import { flattenFeed, type FeedEntry } from '@lokalteil/domain/reading/feeds'

const MOST_SUBJECTS = 5

export function listSubjects(
  teasers: readonly Pick<Teaser, 'tagIds' | 'regionIds'>[],
  { regions, topics }: { regions: readonly FeedNode[]; topics: readonly FeedNode[] },
): FeedEntry[] {
  const counts = new Map<string, number>()
  for (const { tagIds, regionIds } of teasers)
    for (const id of [...tagIds.map((tag) => `t${tag}`), ...regionIds.map((region) => `r${region}`)])
      counts.set(id, (counts.get(id) ?? 0) + 1)
  const known = [
    ...flattenFeed(topics).map((entry) => ({ entry, key: `t${entry.id}` })),
    ...flattenFeed(regions).map((entry) => ({ entry, key: `r${entry.id}` })),
  ]
  return known
    .filter(({ key }) => counts.has(key))
    .toSorted((a, b) => counts.get(b.key)! - counts.get(a.key)!)
    .slice(0, MOST_SUBJECTS)
    .map(({ entry }) => entry)
}

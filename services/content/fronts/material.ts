/** The material of a front: lists of teasers and the things shown beside them. */
import type { Episode, MenuEntry, Newsletter, Teaser, TopicRef } from '@lokalteil/contracts/content'
import type { FrontSource } from '@lokalteil/contracts/publication/front'
import { isAtOrBelow } from '@lokalteil/domain/section-path'
import type { Taxonomy } from '../taxonomy.ts'
import type { Origin } from './sources.ts'
import { byWeight } from './weight.ts'

export type Material = {
  /** The publication's taxonomy. */
  known: Taxonomy
  now: Date
  ground: readonly string[]
  /** The newest of the publication, or of the section on a section's front. */
  newest: readonly Teaser[]
  mostRead: readonly Teaser[]
  /** Newest first, by the name of the list. */
  byList: ReadonlyMap<string, readonly Teaser[]>
  byId: ReadonlyMap<string, Teaser>
  episodes: readonly (Episode & { podcastTitle: string })[]
  newsletters: readonly Newsletter[]
  topics: readonly TopicRef[]
  services: readonly MenuEntry[]
}

export function listTeasersOf(source: FrontSource, origin: Origin, material: Material): readonly Teaser[] {
  if ('articles' in source) return source.articles.flatMap((id) => material.byId.get(id) ?? [])
  if (!('by' in source)) return mergeLists(origin.lists, material)
  if (source.by === 'mostRead') return material.mostRead
  return source.by === 'newest' ? material.newest : byWeight(material.newest, material.now, material.ground)
}

/** Merges lists: each article once, newest first. */
export function mergeLists(lists: readonly string[], { byList }: Material): readonly Teaser[] {
  const found = lists.map((list) => byList.get(list) ?? [])
  if (found.length === 1) return found[0]!
  const byId = new Map(found.flat().map((teaser) => [teaser.documentId, teaser]))
  return [...byId.values()].sort((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate))
}

/**
 * Narrows the material to a section: its most read articles, its topics, its newsletters first. Lists that a block
 * names stay the publication's.
 */
export function toMaterialOfSection(path: string, material: Material): Material {
  const isBelow = (other: string) => isAtOrBelow(other, path)
  const tagIds = new Set(material.newest.flatMap((teaser) => teaser.tagIds))
  const { known } = material
  return {
    ...material,
    mostRead: material.mostRead.filter(({ sectionPath }) => isBelow(sectionPath)),
    newsletters: [
      ...material.newsletters.filter((newsletter) => isNewsletterOf(newsletter, path)),
      ...material.newsletters.filter((newsletter) => !isNewsletterOf(newsletter, path)),
    ],
    topics: material.topics.filter(({ id }) => known.getTopic(id)?.tagIds.some((tagId) => tagIds.has(tagId))),
  }
}

/** Whether the newsletter is made of articles of this section or one below it. */
export function isNewsletterOf({ sections = [] }: Newsletter, path: string): boolean {
  return sections.some((section) => isAtOrBelow(section, path))
}

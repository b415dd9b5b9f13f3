/**
 * The personal feed (specification 3.3, 2.1; decision S2.1-24): which of the newest articles a reader sees, for which
 * reason, and which are new. A mute wins over a follow. An article's subjects include their ancestors (a reader who
 * follows the hills follows their villages). The reason shown is the nearest followed subject, a region before a topic
 * of the same distance.
 */
import { flattenFeed, type FeedEntry, type FeedNode } from './feeds.ts'
import { foldGerman } from '../german-text.ts'

/** Topics: `/deine-themen`. Regions: `/deine-regionen`. Each feed has its own visits. */
export const FEEDS = ['topics', 'regions'] as const
export type Feed = (typeof FEEDS)[number]

export type FeedArticle = {
  documentId: string
  title: string
  titlePrefix: string
  teaserTextHtml: string
  /** ISO 8601. */
  publishDate: string
  tagIds: readonly string[]
  regionIds: readonly string[]
}

export type Followed = FeedEntry & { kind: 'region' | 'tag' }
export type Mutes = { topics: readonly string[]; words: readonly string[] }

/** Ancestors of an id, the nearest first; empty for an unknown id. */
export type Ancestors = (id: string) => readonly string[]

/** From the nested lists of regions and topics. */
export function toAncestors(...lists: readonly (readonly FeedNode[])[]): Ancestors {
  const above = new Map<string, readonly string[]>()
  const open = lists.flat().map((node) => ({ node, path: [] as readonly string[] }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, path } = next
    // A cyclic list must end; of several places of an id the shortest path counts.
    if (above.has(node.id) && path.length >= above.get(node.id)!.length) continue
    if (path.includes(node.id)) continue
    above.set(node.id, path)
    open.push(...node.children.map((child) => ({ node: child, path: [node.id, ...path] })))
  }
  return (id) => above.get(id) ?? []
}

export type FeedItem<Article> = {
  article: Article
  /**
   * Labels of the followed subjects that match, nearest first, at most two: "weil Sie … folgen". Empty: no reason is
   * shown.
   */
  reasons: string[]
  isNew: boolean
}

export type FeedView = {
  follows: readonly Followed[]
  mutes: Mutes
  ancestors: Ancestors
  /** Articles published later are new; null: no article is new. */
  since: Date | null
}

const MOST_REASONS = 2

/** Merges lists: newest first, each article once, without muted ones. */
export function toPersonalFeed<Article extends FeedArticle>(
  lists: readonly (readonly Article[])[],
  { follows, mutes, ancestors, since }: FeedView,
): FeedItem<Article>[] {
  const isMuted = toMuteCheck(mutes, ancestors)
  const articles = new Map<string, Article>()
  for (const article of lists.flat()) if (!articles.has(article.documentId)) articles.set(article.documentId, article)
  return [...articles.values()]
    .filter((article) => !isMuted(article))
    .toSorted((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate) || (a.documentId < b.documentId ? 1 : -1))
    .map((article) => ({
      article,
      reasons: listReasons(article, follows, ancestors),
      isNew: since !== null && Date.parse(article.publishDate) > since.getTime(),
    }))
}

export function countNew(items: readonly { isNew: boolean }[]): number {
  return items.filter(({ isNew }) => isNew).length
}

function listReasons(article: FeedArticle, follows: readonly Followed[], ancestors: Ancestors): string[] {
  const ranked = follows.flatMap((followed) => {
    const ids = followed.kind === 'region' ? article.regionIds : article.tagIds
    const distances = ids.map((id) =>
      id === followed.id ? 0 : ancestors(id).indexOf(followed.id) + 1 || Number.POSITIVE_INFINITY,
    )
    const distance = Math.min(...distances, Number.POSITIVE_INFINITY)
    return Number.isFinite(distance)
      ? [{ label: followed.label, distance, order: followed.kind === 'region' ? 0 : 1 }]
      : []
  })
  const labels = ranked.toSorted((a, b) => a.distance - b.distance || a.order - b.order).map(({ label }) => label)
  return [...new Set(labels)].slice(0, MOST_REASONS)
}

/**
 * A muted word matches at the beginning of words ("Stau" hides "Staumeldung"); one of up to three letters only as a
 * whole word ("EM").
 */
export function toMuteCheck({ topics, words }: Mutes, ancestors: Ancestors): (article: FeedArticle) => boolean {
  const mutedTopics = new Set(topics)
  const folded = words.map(toWords).filter((word) => word !== '')
  return (article) => {
    const isTopicMuted = [...article.tagIds, ...article.regionIds].some(
      (id) => mutedTopics.has(id) || ancestors(id).some((above) => mutedTopics.has(above)),
    )
    if (isTopicMuted || folded.length === 0) return isTopicMuted
    const text = ` ${toWords(`${article.titlePrefix} ${article.title} ${article.teaserTextHtml.replace(/<[^>]*>/g, ' ')}`)} `
    return folded.some((word) => text.includes(word.length > 3 ? ` ${word}` : ` ${word} `))
  }
}

/** Without case, umlauts and punctuation; one blank between words. */
function toWords(text: string): string {
  return foldGerman(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

export type FeedVisit = {
  /** Articles published later are new in this visit; null in the first visit. */
  since: Date | null
  /** When the feed was last opened. */
  visitedAt: Date
}

const VISIT_MS = 30 * 60_000

/** Within half an hour the visit continues: articles marked as new stay new when the page is reloaded. */
export function decideFeedVisit(before: FeedVisit | null, now: Date): FeedVisit {
  if (before === null) return { since: null, visitedAt: now }
  const isSameVisit = now.getTime() - before.visitedAt.getTime() < VISIT_MS
  const visitedAt = now > before.visitedAt ? now : before.visitedAt
  return { since: isSameVisit ? before.since : before.visitedAt, visitedAt }
}

/** Articles requested for a page of the feed; more than it shows, because muted ones are removed. */
export const FEED_PAGE_SIZE = 20
export const MOST_FEED_ARTICLES = 60

const QUESTION = { ids: 100, characters: 2000 } as const

/** Splits the ids into requests of the size that the content service allows (S7.5-10); the answers are merged. */
export function toFeedQuestions(
  follows: readonly Pick<Followed, 'id' | 'kind'>[],
): { tags: string[]; regions: string[] }[] {
  const questions: { tags: string[]; regions: string[] }[] = []
  let open: { tags: string[]; regions: string[] } | null = null
  let characters = 0
  for (const { id, kind } of follows) {
    if (
      open === null ||
      open.tags.length + open.regions.length >= QUESTION.ids ||
      characters + id.length + 1 > QUESTION.characters
    ) {
      open = { tags: [], regions: [] }
      questions.push(open)
      characters = 0
    }
    open[kind === 'tag' ? 'tags' : 'regions'].push(id)
    characters += id.length + 1
  }
  return questions
}

/** Labels of the follows. Ids without a label are left out; the caller has already looked up unknown ones (S3.3-02). */
export function toFollowed(
  ids: { regions: readonly string[]; tags: readonly string[] },
  entries: { regions: readonly FeedNode[]; topics: readonly FeedNode[]; lookedUp: readonly FeedEntry[] },
): Followed[] {
  const regions = new Map(flattenFeed(entries.regions).map((entry) => [entry.id, entry]))
  const tags = new Map([...entries.lookedUp, ...flattenFeed(entries.topics)].map((entry) => [entry.id, entry]))
  return [
    ...ids.regions.flatMap((id) => (regions.has(id) ? [{ ...regions.get(id)!, kind: 'region' as const }] : [])),
    ...ids.tags.flatMap((id) => (tags.has(id) ? [{ ...tags.get(id)!, kind: 'tag' as const }] : [])),
  ]
}

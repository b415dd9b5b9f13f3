/** Chooses the other articles shown beside and below an article, so that none is shown twice. */

/** Fewer earlier articles are not shown as a story. */
const LEAST_EARLIER = 2
/** A story with more articles has its topic page; four of them would be an arbitrary selection. */
export const MOST_OF_STORY = 12

type Listed = { documentId: string; publishDate: string }

export type Relations<T> = {
  /** Named as related by the editors. */
  named: readonly T[]
  /** Linked from the article's own text. */
  linked: readonly T[]
  /**
   * Articles of a topic that the publisher marked as a story, newest first. Ignored if there are more than
   * `MOST_OF_STORY`.
   */
  ofStory: readonly T[]
  /** Articles of the first tag or the section, newest first. They may interest the reader but do not form a story. */
  ofTopic: readonly T[]
  /** Shown as teasers in the text, therefore not elsewhere. */
  inText: ReadonlySet<string>
}

/**
 * `earlier`, "Was bisher geschah": older articles connected by an editor, a link or a story, newest first. A shared
 * tag is not enough: "Feuerwehr" holds a power cut and a burning kitchen. `related` is shown below the article.
 */
export function divideRelated<T extends Listed>(
  article: { id: string; publishDate: string },
  { named, linked, ofStory, ofTopic, inText }: Relations<T>,
  most: { related: number; earlier: number },
): { related: T[]; earlier: T[] } {
  const story = ofStory.length > MOST_OF_STORY ? [] : ofStory
  const older = unique([...named, ...linked, ...story])
    .filter(({ documentId }) => !inText.has(documentId))
    .filter(({ publishDate }) => Date.parse(publishDate) < Date.parse(article.publishDate))
    .slice(0, most.earlier)
  const earlier =
    older.length < LEAST_EARLIER ? [] : older.toSorted((a, b) => Date.parse(b.publishDate) - Date.parse(a.publishDate))
  const shown = new Set([article.id, ...inText, ...earlier.map(({ documentId }) => documentId)])
  const related = unique([...named, ...ofTopic]).filter(({ documentId }) => !shown.has(documentId))
  return { earlier, related: related.slice(0, most.related) }
}

type Surroundings = {
  relatedArticles: { teasers: readonly unknown[]; earlier?: readonly unknown[] | undefined }
  map?: unknown
  contentItems: readonly { type: string }[]
}

/**
 * Place of the related articles on a desk. The rail beside the text holds earlier articles, timelines, people and the
 * map; related articles fill it if it would hold only topics.
 */
export function placeRelated({ relatedArticles, map, contentItems }: Surroundings): 'beside' | 'below' | 'nowhere' {
  if (relatedArticles.teasers.length === 0) return 'nowhere'
  const hasStory =
    relatedArticles.earlier !== undefined ||
    map !== undefined ||
    contentItems.some(({ type }) => type === 'timeline' || type === 'people')
  return hasStory ? 'below' : 'beside'
}

function unique<T extends Listed>(articles: readonly T[]): T[] {
  return [...new Map(articles.map((article) => [article.documentId, article])).values()]
}

/** What stands beside and below an article of other articles, so that none stands in both places. */

/** One line alone is no story so far. */
const LEAST_EARLIER = 2
/** A story of more articles is told by its topic's page; four of them would be a random cut. */
export const MOST_OF_STORY = 12

type Listed = { documentId: string; publishDate: string }

export type Relations<T> = {
  /** By the editors, as related. */
  named: readonly T[]
  /** By links of the article's own text. */
  linked: readonly T[]
  /** Articles of a topic that the publisher calls one story, newest first; more than `MOST_OF_STORY`: not used. */
  ofStory: readonly T[]
  /** Of the first tag or the section, newest first: what readers of this article may like, and no story. */
  ofTopic: readonly T[]
  /** Shown as teasers in the text, and so nowhere else. */
  inText: ReadonlySet<string>
}

/**
 * `earlier`, "Was bisher geschah": older articles that somebody connected with this one, newest first. A shared tag is no
 * connection: "Feuerwehr" holds a power cut and a burning kitchen. `related` stands below the article.
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

function unique<T extends Listed>(articles: readonly T[]): T[] {
  return [...new Map(articles.map((article) => [article.documentId, article])).values()]
}

/** What stands beside and below an article of the other articles of its topic, so that none stands there twice. */

/** One line alone is no story so far. */
const LEAST_EARLIER = 2

type Listed = { documentId: string; publishDate: string }

/**
 * `named`: those the editors or the text point to; `ofTopic`: newest first. Below stand up to `most.related`; only what is
 * left then, and is older than the article, tells what happened so far.
 */
export function divideRelated<T extends Listed>(
  article: { id: string; publishDate: string },
  { named, ofTopic, inText }: { named: readonly T[]; ofTopic: readonly T[]; inText: ReadonlySet<string> },
  most: { related: number; earlier: number },
): { related: T[]; earlier: T[] } {
  const seen = new Set([article.id, ...inText])
  const isNew = ({ documentId }: T) => !seen.has(documentId) && seen.add(documentId) !== null
  const first = named.filter(isNew)
  const others = ofTopic.filter(isNew)
  const spare = first.length + others.length - most.related
  const older = others.filter(({ publishDate }) => Date.parse(publishDate) < Date.parse(article.publishDate))
  const count = Math.min(most.earlier, spare, older.length)
  const earlier = count < LEAST_EARLIER ? [] : older.slice(0, count)
  return { earlier, related: [...first, ...others.filter((one) => !earlier.includes(one))].slice(0, most.related) }
}

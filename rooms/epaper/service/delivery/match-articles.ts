/**
 * Finds the printed articles among the portal's articles: it reads those published around the day from the content
 * service and compares the texts.
 */
import { compareTitles, containment, findMatch, toShingles } from '../../domain/matching.ts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { toPlainLine } from '@lokalteil/domain/plain-text'
import type { EpaperContext } from '../context.ts'

const DAY = 86_400_000
/** Days before and after the day of the issue. */
const NEAR_DAYS = 3
const MOST_PAGES = 40
/** Candidates per printed article whose full text is read. */
const MOST_READ = 3

export type Printed = { title: string; text: string }
export type Matched = { contentId: string; contentPath: string; teaser: string }
type Candidate = { id: string; path: string; title: string; teaser: string }

/**
 * The result has the order of `printed`; null: no match. If the content service does not answer, articles not yet
 * listed have no match.
 */
export async function matchArticles(
  context: EpaperContext,
  publication: PublicationCode,
  day: string,
  printed: readonly Printed[],
): Promise<(Matched | null)[]> {
  const candidates = await listCandidates(context, publication, day)
  const matched: (Matched | null)[] = []
  for (const one of printed) matched.push(await findContent(context, publication, one, candidates))
  return matched
}

async function listCandidates(
  { contents, onError }: EpaperContext,
  publication: PublicationCode,
  day: string,
): Promise<Candidate[]> {
  const middle = Date.parse(`${day}T12:00:00Z`)
  const [from, to] = [middle - (NEAR_DAYS + 0.5) * DAY, middle + (NEAR_DAYS + 0.5) * DAY]
  const found: Candidate[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await contents.public(publication).listNewestArticles({ query: { page } })
    if (!answer.ok) {
      onError(new Error(`The content service answered ${answer.status} ${answer.problem.code}`), 'epaper-match')
      break
    }
    for (const { documentId: id, targetPathOrUrl, title, teaserTextHtml, publishDate } of answer.data.teasers) {
      const at = Date.parse(publishDate)
      if (at >= from && at <= to) found.push({ id, path: targetPathOrUrl, title, teaser: toPlainLine(teaserTextHtml) })
    }
    const last = answer.data.teasers.at(-1)
    if (last === undefined || page >= answer.data.pages || Date.parse(last.publishDate) < from) break
  }
  return found
}

async function findContent(
  { contents }: EpaperContext,
  publication: PublicationCode,
  printed: Printed,
  candidates: readonly Candidate[],
): Promise<Matched | null> {
  const shingles = toShingles(printed.text)
  const nearest = candidates
    .map((candidate) => ({
      candidate,
      likely:
        compareTitles(printed.title, candidate.title) +
        // Share of the teaser that the printed text contains. Print often has another teaser, so a small share is
        // enough to read the full text.
        containment(shingles, toShingles(candidate.teaser)),
    }))
    .filter(({ likely }) => likely > 0.1)
    .toSorted((a, b) => b.likely - a.likely)
    .slice(0, MOST_READ)
  const whole = []
  for (const { candidate } of nearest) {
    const article = await contents.internal(publication).getFullArticle({ params: { id: candidate.id } })
    if (article.ok)
      whole.push({
        ...candidate,
        text: `${candidate.teaser} ${toPlainLine(article.data.contentItems.map(toHtml).join(' '))}`,
      })
  }
  const match = findMatch(printed, whole)
  return match === null ? null : { contentId: match.id, contentPath: match.path, teaser: match.teaser }
}

/** All the text that an item of an article's body contains. */
function toHtml(item: Record<string, unknown>): string {
  return ['text', 'html', 'title']
    .map((name) => item[name])
    .filter((value) => typeof value === 'string')
    .join(' ')
}

/** Addresses and number of pages of search results. */
import { writeArticleSearch, type ArticleSearch } from '@lokalteil/domain/reading/article-search'

export const HITS_PER_PAGE = 20
/** The content service returns no hits beyond this offset. */
const LAST_OFFSET = 10_000

export function toSearchPath(search: ArticleSearch, page = 1): string {
  const path = page <= 1 ? '/suche' : `/suche/${page}`
  const query = writeArticleSearch(search)
  return query === '' ? path : `${path}?${query}`
}

/** Limited to pages that can be requested. */
export function countSearchPages(total: number): number {
  return Math.min(Math.ceil(total / HITS_PER_PAGE), LAST_OFFSET / HITS_PER_PAGE + 1)
}

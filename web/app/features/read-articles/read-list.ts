/** The list of read articles as it stands in local storage: newest first, each once, at most a hundred (S2.2-12). */

export type ReadArticle = { id: string; /** Milliseconds since 1970. */ ts: number }

export const READ_ARTICLES_KEY = 'readArticles'
export const MOST_READ_ARTICLES = 100

/** What others wrote there, or an older form, is left out; nothing throws. */
export function parseReadArticles(text: string | null): ReadArticle[] {
  if (text === null) return []
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return []
  }
  if (!Array.isArray(stored)) return []
  return tidy(stored.filter(isReadArticle).map(({ id, ts }) => ({ id, ts })))
}

export function addReadArticle(articles: readonly ReadArticle[], id: string, ts: number): ReadArticle[] {
  return tidy([{ id, ts }, ...articles.filter((article) => article.id !== id)])
}

function tidy(articles: readonly ReadArticle[]): ReadArticle[] {
  const newestFirst = articles.toSorted((a, b) => b.ts - a.ts)
  const seen = new Set<string>()
  return newestFirst.filter(({ id }) => !seen.has(id) && seen.add(id)).slice(0, MOST_READ_ARTICLES)
}

function isReadArticle(value: unknown): value is ReadArticle {
  if (typeof value !== 'object' || value === null) return false
  const { id, ts } = value as Record<string, unknown>
  return typeof id === 'string' && /^\d{1,40}$/.test(id) && typeof ts === 'number' && Number.isFinite(ts)
}

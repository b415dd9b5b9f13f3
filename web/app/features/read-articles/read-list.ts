/**
 * The list of read articles in local storage: newest first, each once, at most a hundred (S2.2-12), with the reading
 * progress. The library service merges it with other devices (`domain/visits`).
 */

/** `progress`: 0 to 1; absent when only opened. */
export type ReadArticle = { id: string; /** Milliseconds since 1970. */ ts: number; progress?: number }

export const READ_ARTICLES_KEY = 'readArticles'
/** '1': the reader has switched the list off. */
export const READ_ARTICLES_OFF_KEY = 'readArticlesOff'
/** '1': the list is synced with the account. */
export const READ_ARTICLES_SYNC_KEY = 'readArticlesSync'
export const MOST_READ_ARTICLES = 100

/** Invalid or old entries are left out; never throws. */
export function parseReadArticles(text: string | null): ReadArticle[] {
  if (text === null) return []
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return []
  }
  if (!Array.isArray(stored)) return []
  return tidy(
    stored
      .filter(isReadArticle)
      .map(({ id, ts, progress }) => ({ id, ts, ...(isProgress(progress) ? { progress } : {}) })),
  )
}

/** The earlier progress is kept. */
export function addReadArticle(articles: readonly ReadArticle[], id: string, ts: number): ReadArticle[] {
  const before = articles.find((article) => article.id === id)
  return tidy([{ ...before, id, ts }, ...articles.filter((article) => article.id !== id)])
}

/** Sets the progress; ignored for an article that is not in the list. */
export function setProgress(articles: readonly ReadArticle[], id: string, progress: number, ts: number): ReadArticle[] {
  const rounded = Math.round(Math.min(1, Math.max(0, progress)) * 100) / 100
  return tidy(articles.map((article) => (article.id === id ? { id, ts, progress: rounded } : article)))
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

function isProgress(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** Remembers on this device what was read. Where storage is closed to us, nothing is remembered and nothing breaks. */
import { addReadArticle, parseReadArticles, READ_ARTICLES_KEY, type ReadArticle } from './read-list.ts'

export function recordReadArticle(id: string, ts: number = Date.now()): void {
  try {
    const articles = addReadArticle(parseReadArticles(localStorage.getItem(READ_ARTICLES_KEY)), id, ts)
    localStorage.setItem(READ_ARTICLES_KEY, JSON.stringify(articles))
  } catch {
    // Full or forbidden: the article was read all the same.
  }
}

export function listReadArticles(): ReadArticle[] {
  try {
    return parseReadArticles(localStorage.getItem(READ_ARTICLES_KEY))
  } catch {
    return []
  }
}

/** On the reader's wish, and when the login ends. */
export function clearReadArticles(): void {
  try {
    localStorage.removeItem(READ_ARTICLES_KEY)
  } catch {
    // Nothing could be stored there either.
  }
}

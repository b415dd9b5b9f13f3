/** The number on the installed app's icon: articles of the offline edition that were not opened yet. None: no number. */
import { listKeptArticles } from './kept-pages.ts'

type Badged = Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/** Only an installed app has an icon; a browser without the interface is left alone. */
export async function showBadge(): Promise<void> {
  const { setAppBadge, clearAppBadge } = navigator as Badged
  if (setAppBadge === undefined || clearAppBadge === undefined) return
  try {
    const unread = countUnread(await listKeptArticles(), localStorage.getItem('readArticles'))
    if (unread === 0) await clearAppBadge.call(navigator)
    else await setAppBadge.call(navigator, unread)
  } catch {
    // Storage is closed to us, or the system shows none.
  }
}

export function countUnread(
  articles: readonly { articleId: string | null; isTaken: boolean }[],
  readArticles: string | null,
): number {
  let read: unknown = []
  try {
    read = JSON.parse(readArticles ?? '[]')
  } catch {
    // A list nobody can read is none.
  }
  const ids = new Set(Array.isArray(read) ? read.map((one: unknown) => (one as { id?: unknown } | null)?.id) : [])
  return articles.filter(({ articleId, isTaken }) => isTaken && articleId !== null && !ids.has(articleId)).length
}

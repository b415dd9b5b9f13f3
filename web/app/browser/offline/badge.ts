/** The badge on the installed app's icon: the number of unread articles of the offline edition; none: no badge. */
import { listKeptArticles } from './kept-pages.ts'

type Badged = Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/** Does nothing in browsers without the interface, or where the app is not installed. */
export async function showBadge(): Promise<void> {
  const badged = navigator as Badged
  if (badged.setAppBadge === undefined || badged.clearAppBadge === undefined) return
  try {
    const unread = countUnread(await listKeptArticles(), localStorage.getItem('readArticles'))
    if (unread === 0) await badged.clearAppBadge()
    else await badged.setAppBadge(unread)
  } catch {
    // Storage is blocked, or the system shows no badges.
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
    // An unreadable list counts as empty.
  }
  const ids = new Set(Array.isArray(read) ? read.map((one: unknown) => (one as { id?: unknown } | null)?.id) : [])
  return articles.filter(({ articleId, isTaken }) => isTaken && articleId !== null && !ids.has(articleId)).length
}

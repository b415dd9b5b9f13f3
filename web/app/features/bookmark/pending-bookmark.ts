/** The article a reader wanted to keep before logging in: one hour, digits only (specification 9, S9-17). */
const COOKIE = 'bookmarkedArticleId'
const SECONDS = 3600

export function rememberPendingBookmark(articleId: string): void {
  document.cookie = `${COOKIE}=${articleId}; path=/; max-age=${SECONDS}; samesite=lax`
}

export function clearPendingBookmark(): void {
  document.cookie = `${COOKIE}=; path=/; max-age=0; samesite=lax`
}

export function readPendingBookmark(): string | null {
  return /(?:^|; )bookmarkedArticleId=(\d{1,40})(?:;|$)/.exec(document.cookie)?.[1] ?? null
}

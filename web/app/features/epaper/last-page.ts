/** The page an issue was left at, on this device; gone with the login, like all that a reader leaves here. */
const KEY = 'epaperPages'
const MOST_ISSUES = 30

export function readLastPage(issueKey: string): number | null {
  return readAll().find(([key]) => key === issueKey)?.[1] ?? null
}

export function keepLastPage(issueKey: string, page: number): void {
  const others = readAll().filter(([key]) => key !== issueKey)
  // The first page is where an issue begins anyway.
  const kept = page === 1 ? others : [[issueKey, page] as const, ...others]
  try {
    localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST_ISSUES)))
  } catch {
    // Full or forbidden: the issue then begins with its first page.
  }
}

function readAll(): (readonly [string, number])[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is readonly [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isInteger(entry[1]) && entry[1] > 0
}

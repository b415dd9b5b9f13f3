/** Looks for a new build every five minutes and when the page comes to the front (4.11, S4.11-01). */
const EVERY_MS = 5 * 60_000

export function createBuildWatch(buildId: string, fetcher: typeof fetch = fetch): { hasNewBuild: () => boolean } {
  let isNew = false
  const check = async () => {
    if (isNew) return
    try {
      const response = await fetcher(`/builds/latest.json?${Date.now()}`, { cache: 'no-store', credentials: 'omit' })
      if (!response.ok) return
      const { id } = (await response.json()) as { id?: unknown }
      isNew = typeof id === 'string' && id !== buildId
    } catch {
      // Offline: the next look decides.
    }
  }
  setInterval(check, EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check()
  })
  return { hasNewBuild: () => isNew }
}

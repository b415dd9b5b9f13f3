/**
 * Looks for a new build every five minutes and when the page comes to the front (4.11, S4.11-01); 404, 403 or no answer
 * mean nothing. After a new build the next navigation is a full load.
 */
import type { PortalClient } from '../../page/portal-client.ts'

const EVERY_MS = 5 * 60_000

export type BuildWatch = { hasNewBuild: () => boolean; check: () => Promise<void> }

export function createBuildWatch(
  buildId: string,
  { exchange }: Pick<PortalClient, 'exchange'>,
  onNew: () => void = () => {},
): BuildWatch {
  let isNew = false
  const check = async () => {
    if (isNew) return
    // Without an answer the next look decides.
    const result = await exchange(`/builds/latest.json?${Date.now()}`, { cache: 'no-store', credentials: 'omit' })
    const id = result.kind === 'ok' ? (result.data as { id?: unknown } | null)?.id : null
    isNew = typeof id === 'string' && id !== buildId
    if (isNew) onNew()
  }
  setInterval(() => void check(), EVERY_MS)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void check()
  })
  return { hasNewBuild: () => isNew, check }
}

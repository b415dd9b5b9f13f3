/**
 * The publication's settings for decisions in the browser (3.13): fetched when needed, never by a first view, and never
 * in a local edition (S1-03). A failure is only logged and gives the defaults (section 8).
 */
import { toSettings, type Settings } from '@lokalteil/domain/publication/settings'
import { portalClient, type PortalClient } from '../../page/portal-client.ts'

/** Milliseconds for which an answer is reused. */
const FRESH_MS = 60_000
const PATIENCE_MS = 10_000

let known: { at: number; settings: Promise<Settings> } | null = null

export function readSettings(
  { isLocalEdition }: { isLocalEdition: boolean },
  client: PortalClient = portalClient,
): Promise<Settings> {
  if (isLocalEdition) return Promise.resolve(toSettings(null))
  const now = performance.now()
  if (known === null || now - known.at > FRESH_MS) known = { at: now, settings: ask(client) }
  return known.settings
}

async function ask(client: PortalClient): Promise<Settings> {
  const result = await client.call('GET /api/settings', { cache: 'default', timeoutMs: PATIENCE_MS })
  if (result.kind === 'ok') return toSettings(result.data)
  // oxlint-disable-next-line no-console
  console.error('Error while fetching settings for store', result)
  known = null
  return toSettings(null)
}

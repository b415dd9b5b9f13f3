/**
 * The publication's settings for what decides in the browser (3.13): asked when something needs them, never by a first
 * view, and never in the local edition (S1-03). A failure is logged only and gives the defaults (section 8).
 */
import { toSettings, type Settings } from '@lokalteil/domain/publication/settings'
import type { PORTAL } from '@lokalteil/contracts/portal'

const PATH: (typeof PORTAL)['getSettings']['path'] = '/api/settings'
/** As long as an answer may be taken for today's. */
const FRESH_MS = 60_000
const PATIENCE_MS = 10_000

let known: { at: number; settings: Promise<Settings> } | null = null

export function readSettings(
  { isLocalEdition }: { isLocalEdition: boolean },
  fetcher: typeof fetch = fetch,
): Promise<Settings> {
  if (isLocalEdition) return Promise.resolve(toSettings(null))
  const now = performance.now()
  if (known === null || now - known.at > FRESH_MS) known = { at: now, settings: ask(fetcher) }
  return known.settings
}

async function ask(fetcher: typeof fetch): Promise<Settings> {
  try {
    const response = await fetcher(PATH, {
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok) throw new Error(`Settings: ${response.status}`)
    return toSettings(await response.json())
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.error('Error while fetching settings for store', error)
    known = null
    return toSettings(null)
  }
}

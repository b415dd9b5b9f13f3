/** Whether the reader has completed the onboarding: kept on the server (4.7); failures are logged only (section 8). */
import type { PORTAL } from '@lokalteil/contracts/portal'

const PATH: (typeof PORTAL)['getOnboarding']['path'] = '/api/onboarding'
const PATIENCE_MS = 10_000

/** Null: not known. */
export function readOnboarding(fetcher: typeof fetch = fetch): Promise<boolean | null> {
  return ask(fetcher)
}

/** What the server holds afterwards; null: it could not be told. */
export function completeOnboarding(fetcher: typeof fetch = fetch): Promise<boolean | null> {
  return ask(fetcher, { isOnboardingCompleted: true })
}

async function ask(fetcher: typeof fetch, body?: { isOnboardingCompleted: boolean }): Promise<boolean | null> {
  try {
    const response = await fetcher(PATH, {
      credentials: 'same-origin',
      cache: 'no-store',
      // A page that is left takes its last write with it.
      keepalive: body !== undefined,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`Onboarding: ${response.status}`)
    const { isOnboardingCompleted } = (await response.json()) as { isOnboardingCompleted?: unknown }
    return typeof isOnboardingCompleted === 'boolean' ? isOnboardingCompleted : null
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.error('Error while asking for the onboarding', error)
    return null
  }
}

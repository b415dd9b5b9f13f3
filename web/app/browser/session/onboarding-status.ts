/**
 * Whether the reader has completed the onboarding, stored on the server (4.7); failures are only logged (section 8).
 */
import { portalClient, type PortalClient, type PortalAnswer, type PortalResult } from '../../page/portal-client.ts'

const PATIENCE_MS = 10_000

/** Null: unknown. */
export async function readOnboarding(client: PortalClient = portalClient): Promise<boolean | null> {
  return toCompleted(await client.call('GET /api/onboarding', { timeoutMs: PATIENCE_MS }))
}

/** Returns the stored state; null: the server did not answer. */
export async function completeOnboarding(client: PortalClient = portalClient): Promise<boolean | null> {
  // Sent even while the page is being left.
  const options = { timeoutMs: PATIENCE_MS, keepalive: true, body: { isOnboardingCompleted: true } } as const
  return toCompleted(await client.call('POST /api/onboarding', options))
}

function toCompleted(result: PortalResult<PortalAnswer<'GET /api/onboarding'>>): boolean | null {
  if (result.kind === 'ok') {
    const isCompleted: unknown = result.data?.isOnboardingCompleted
    return typeof isCompleted === 'boolean' ? isCompleted : null
  }
  // oxlint-disable-next-line no-console
  console.error('Error while asking for the onboarding', result)
  return null
}

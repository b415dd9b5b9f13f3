/** Whether the reader has completed the onboarding: kept on the server (4.7); failures are logged only (section 8). */
import { portalClient, type PortalClient, type PortalAnswer, type PortalResult } from '../../page/portal-client.ts'

const PATIENCE_MS = 10_000

/** Null: not known. */
export async function readOnboarding(client: PortalClient = portalClient): Promise<boolean | null> {
  return toCompleted(await client.call('GET /api/onboarding', { timeoutMs: PATIENCE_MS }))
}

/** What the server holds afterwards; null: it could not be told. */
export async function completeOnboarding(client: PortalClient = portalClient): Promise<boolean | null> {
  // A page that is left takes its last write with it.
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

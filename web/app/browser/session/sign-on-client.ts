/**
 * The site's public sign-on configuration, the same for every reader. Fetched only when a token, a dialog or a click
 * needs it, so that cached pages need not contain it.
 */
import type { SignOnClient } from '@lokalteil/contracts/accounts/sign-on-client'
import { portalClient, toStatus } from '../../page/portal-client.ts'

let asked: Promise<SignOnClient> | undefined

/** Rejects when the server does not answer; the next call tries again. */
export function getSignOnClient(): Promise<SignOnClient> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

async function ask(): Promise<SignOnClient> {
  const result = await portalClient.call('GET /api/mein/oauth2/client', { cache: 'default' })
  if (result.kind !== 'ok') throw new Error(`Sign-on client: ${toStatus(result)}`)
  return result.data
}

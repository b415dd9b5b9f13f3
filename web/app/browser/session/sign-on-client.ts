/**
 * What a page must know of this site's sign-on: public, the same for every reader, asked for only when a token, a dialog
 * or a press needs it, so that stored pages need not carry it.
 */
import type { SignOnClient } from '@lokalteil/contracts/accounts/sign-on-client'
import { portalClient, toStatus } from '../../page/portal-client.ts'

let asked: Promise<SignOnClient> | undefined

/** Rejects when the server does not answer; the next call asks again. */
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

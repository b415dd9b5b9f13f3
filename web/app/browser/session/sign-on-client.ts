/**
 * What a page must know of this site's sign-on: public, the same for every reader, asked for only when a token, a dialog
 * or a press needs it, so that stored pages need not carry it.
 */
import type { CLIENT_PATH, SignOnClient } from '@lokalteil/contracts/sign-on-client'

const PATH: typeof CLIENT_PATH = '/api/mein/oauth2/client'

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
  const response = await fetch(PATH, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`Sign-on client: ${response.status}`)
  return (await response.json()) as SignOnClient
}

/** The code flow at a provider (PKCE, state, nonce), for readers and for people of the office. */
import * as oidc from 'openid-client'
import type { Provider } from './foreign-context.ts'
import { readRefusal } from './provider-refusal.ts'

/** Secrets of an attempt, kept until the browser is back. */
export type CodeSecrets = { state: string; nonce: string; verifier: string }

/** The provider's page for a request, with fresh secrets. */
export async function beginCode(
  { configuration }: Provider,
  asked: { redirect_uri: string; scope: string; prompt?: string; max_age?: string },
): Promise<{ url: string; secrets: CodeSecrets }> {
  const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const url = oidc.buildAuthorizationUrl(configuration, {
    ...asked,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ui_locales: 'de',
  })
  return { url: url.href, secrets }
}

/** The tokens for an answer. Throws for everything that does not fit (`toFailure`). The signature is checked by `Provider.verify`. */
export function redeemCode(
  { configuration }: Provider,
  callback: string,
  answer: URLSearchParams,
  { state, nonce, verifier }: CodeSecrets,
) {
  return oidc.authorizationCodeGrant(configuration, new URL(`${callback}?${answer}`), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
}

/** Maps an error of the flow to a failure. A cancelled login, and with `isSilent` every refusal, is not reported. */
export function toFailure(
  error: unknown,
  report: (error: unknown) => void,
  isSilent = false,
): { kind: 'refused'; reason: string } | { kind: 'unavailable' } {
  const refusal = readRefusal(error)
  if (refusal !== null) {
    if (!isSilent && refusal.code !== 'access_denied') report(new Error(refusal.text))
    return { kind: 'refused', reason: refusal.code }
  }
  report(error)
  return error instanceof oidc.ClientError && error.code !== 'OAUTH_TIMEOUT'
    ? { kind: 'refused', reason: error.code ?? 'client' }
    : { kind: 'unavailable' }
}

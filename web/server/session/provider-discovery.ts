/** Discovery of a provider by its issuer: metadata and keys, loaded once. */
import * as oidc from 'openid-client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { createTokenVerifier } from '@lokalteil/services/accounts/tokens/verify-token'
import { fillMandator, type ForeignContext, type Provider } from './foreign-context.ts'
import { createProviderKeys } from './provider-keys.ts'

const TIMEOUT_SECONDS = 5
const RETRY_MS = 5000

export async function openProvider(context: ForeignContext, mandator: Mandator): Promise<Provider | null> {
  const held = context.providers.get(mandator)
  if (held !== undefined) return held
  // A provider that is down is asked every few seconds, not by every reader.
  const failed = context.failedAt.get(mandator)
  if (failed !== undefined && Math.abs(context.now() - failed) < RETRY_MS) return null
  let running = context.opening.get(mandator)
  if (running === undefined) {
    running = discover(context, mandator)
      .catch((error: unknown) => {
        context.failedAt.set(mandator, context.now())
        context.onError(error, 'sso-discovery')
        return null
      })
      .finally(() => context.opening.delete(mandator))
    context.opening.set(mandator, running)
  }
  return running
}

async function discover(context: ForeignContext, mandator: Mandator): Promise<Provider> {
  const ask: oidc.CustomFetch = async (address, init) => context.fetch(new Request(address, init as RequestInit))
  const issuer = new URL(fillMandator(context.config.issuer, mandator))
  const clientId = fillMandator(context.config.clientId, mandator)
  const { clientSecret } = context.config
  const configuration = await oidc.discovery(
    issuer,
    clientId,
    { id_token_signed_response_alg: 'RS256', ...(clientSecret === null ? {} : { client_secret: clientSecret }) },
    clientSecret === null ? oidc.None() : toClientAuth(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [oidc.customFetch]: ask,
      ...(issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
    },
  )
  const metadata = configuration.serverMetadata()
  if (metadata.jwks_uri === undefined) throw new Error('The provider publishes no keys (jwks_uri)')
  const keys = createProviderKeys(metadata.jwks_uri, context.fetch, TIMEOUT_SECONDS * 1000, context.now)
  const verify = createTokenVerifier({
    getKey: keys.get,
    kind: 'id',
    issuer: metadata.issuer,
    audience: clientId,
    now: context.clock,
  })
  const provider: Provider = { configuration, verify, keys }
  context.providers.set(mandator, provider)
  return provider
}

/** Client authentication by header, the default of the standard, or in the body if the provider supports only that. */
function toClientAuth(secret: string): oidc.ClientAuth {
  const [byHeader, byBody] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isByBody =
      methods !== undefined && !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    return (isByBody ? byBody : byHeader)(server, client, body, headers)
  }
}

/** Discovery of a provider by its issuer: metadata and keys, loaded once. */
import * as oidc from 'openid-client'
import type { Fetch } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createTokenVerifier } from '@lokalteil/services/accounts/tokens/verify-token'
import { fillPublication, type ForeignContext, type OpenProvider, type Provider } from './foreign-context.ts'
import { createProviderKeys } from './provider-keys.ts'

const TIMEOUT_SECONDS = 5
const RETRY_MS = 5000

type ProviderClient = {
  issuer: string
  clientId: string
  /** Null: a public client, which proves itself by PKCE alone. */
  clientSecret: string | null
  fetch: Fetch
  clock: () => Date
  onError: (error: unknown, at: string) => void
}

export function openProvider(context: ForeignContext, publication: PublicationCode): Promise<Provider | null> {
  let open = context.providers.get(publication)
  if (open === undefined) {
    const { issuer, clientId, clientSecret } = context.config
    const own = {
      issuer: fillPublication(issuer, publication),
      clientId: fillPublication(clientId, publication),
      clientSecret,
    }
    open = createProviderOpening({ ...own, fetch: context.fetch, clock: context.clock, onError: context.onError })
    context.providers.set(publication, open)
  }
  return open()
}

export function createProviderOpening(client: ProviderClient): OpenProvider {
  let held: Provider | null = null
  let failedAt: number | null = null
  let running: Promise<Provider | null> | null = null
  const now = () => client.clock().getTime()

  async function tryToOpen(): Promise<Provider | null> {
    try {
      held = await discover(client)
    } catch (error) {
      failedAt = now()
      client.onError(error, 'accounts-discovery')
    }
    return held
  }

  return async () => {
    if (held !== null) return held
    // A provider that is down is asked every few seconds, not by every reader.
    if (failedAt !== null && Math.abs(now() - failedAt) < RETRY_MS) return null
    running ??= tryToOpen().finally(() => (running = null))
    return running
  }
}

async function discover({ issuer: address, clientId, clientSecret, fetch, clock }: ProviderClient): Promise<Provider> {
  const ask: oidc.CustomFetch = async (url, init) => fetch(new Request(url, init as RequestInit))
  const issuer = new URL(address)
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
  const keys = createProviderKeys(metadata.jwks_uri, fetch, TIMEOUT_SECONDS * 1000, () => clock().getTime())
  const verify = createTokenVerifier({
    getKey: keys.get,
    kind: 'id',
    issuer: metadata.issuer,
    audience: clientId,
    now: clock,
  })
  return { configuration, verify, keys }
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

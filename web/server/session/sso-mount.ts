/**
 * The embedded single sign-on service as the portal uses it: made on the portal's database, asked in process behind a key
 * that exists only here, its public faces handed out for mounting. `signOn` is what a session needs of it.
 */
import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { createClient, type Client } from '@lokalteil/contracts/kernel/client'
import { SSO } from '@lokalteil/contracts/accounts'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Database } from '@lokalteil/services/platform/database'
import type { MailService } from '@lokalteil/services/mail/app'
import { createSsoService, type SsoService } from '@lokalteil/services/accounts/app'
import { toClientAddress } from '../http/client-address.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../http/log.ts'
import type { SignOn } from './session.ts'

export type SsoClient = Client<typeof SSO>

export type EmbeddedSso = {
  service: SsoService
  clientOf: (mandator: Mandator) => SsoClient
  signOn: SignOn
  /** The content/auth API, asked as the reader at this network address. */
  askAuth: (request: Request, address: string) => Promise<Response>
  toClient: (mandator: Mandator) => { issuer: string; clientId: string }
}

export type EmbeddedSsoOptions = {
  database: Database
  mail: Pick<MailService, 'queue' | 'listOf' | 'removeOf'>
  config: Pick<Config, 'origins' | 'trustedProxies' | 'social'>
  secret: string
  rolesOf: (mandator: Mandator, sub: string) => Promise<readonly string[]> | readonly string[]
  now: () => Date
  log: Log
}

/** Longer than any password hash waits for its turn. */
const TIMEOUT_MS = 15_000
const ADDRESS_HEADER = 'x-reader-address'

export async function openEmbeddedSso(options: EmbeddedSsoOptions): Promise<EmbeddedSso> {
  const { config, log } = options
  const serviceKey = randomBytes(32).toString('base64url')
  const toClient = (mandator: Mandator) => ({
    issuer: `${config.origins[mandator]}/__services/sso/${mandator}`,
    clientId: `portal-${mandator}`,
  })
  const service = await createSsoService({
    database: options.database,
    mail: options.mail,
    config: {
      secret: options.secret,
      origins: config.origins,
      social: config.social,
      issuerOf: (mandator) => toClient(mandator).issuer,
      clientIdOf: (mandator) => toClient(mandator).clientId,
    },
    serviceKey,
    rolesOf: options.rolesOf,
    now: options.now,
    addressOf: (request) => request.headers.get(ADDRESS_HEADER) ?? 'unknown',
    addressOfNode: (request) =>
      toClientAddress(
        request.socket.remoteAddress,
        request.headers['x-forwarded-for']?.toString(),
        config.trustedProxies,
      ),
    onError: (error, requestId) => log('error', 'sso-service', { requestId, error }),
    onReuse: ({ mandator, sid }) => log('warn', 'refresh-token-reused', { mandator, sid }),
  })
  const clients = new Map<Mandator, SsoClient>()

  function clientOf(mandator: Mandator): SsoClient {
    let client = clients.get(mandator)
    if (client === undefined) {
      client = createClient(SSO, {
        fetch: (request) => service.internal.fetch(request),
        base: `http://sso.internal/${mandator}`,
        headers: { authorization: `Bearer ${serviceKey}` },
        timeout: TIMEOUT_MS,
      })
      clients.set(mandator, client)
    }
    return client
  }

  const signOn: SignOn = {
    verifyId: async (mandator, token, { mayBeExpired = false } = {}) => {
      const check = await service.verifyToken('id', mandator, token)
      if (check.ok || check.code !== 'EXPIRED' || !mayBeExpired) return check
      // Signature, issuer, audience and publication were good: the end is looked at last.
      return { ok: true, claims: readClaims(token) }
    },
    async refresh(mandator, shown) {
      const refreshed = await clientOf(mandator).refresh({ body: shown })
      if (refreshed.ok) return { kind: 'tokens', tokens: refreshed.data.tokens }
      if (refreshed.status === 409) return { kind: 'superseded' }
      return { kind: isNo(refreshed.status) ? 'ended' : 'unavailable' }
    },
    async isAlive(mandator, idToken) {
      const found = await clientOf(mandator).validate({ body: { idToken } })
      return found.ok ? 'alive' : isNo(found.status) ? 'ended' : 'unavailable'
    },
    async introspect(mandator, accessToken) {
      const found = await clientOf(mandator).introspect({ body: { accessToken } })
      if (!found.ok) return { kind: found.status === 400 ? 'inactive' : 'unavailable' }
      return found.data.active ? { kind: 'active', sub: found.data.sub, roles: found.data.roles } : { kind: 'inactive' }
    },
  }

  return {
    service,
    clientOf,
    signOn,
    toClient,
    async askAuth(request, address) {
      const asked = new Request(request)
      asked.headers.set(ADDRESS_HEADER, address)
      return (service.app as Hono).fetch(asked)
    },
  }
}

/** A refusal of the service, not a failure of it; 400 is a value that can be no token. */
function isNo(status: number): boolean {
  return status === 401 || status === 400
}

function readClaims(token: string): { sub: string } & Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as { sub: string }
}

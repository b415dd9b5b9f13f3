/** The embedded single sign-on: clients for its internal side, and the content/auth API beside it. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { createAccountsService, type AccountsService } from '@lokalteil/services/accounts/app'
import type { AskAuth } from '../../api/auth-routes.ts'
import { toClientAddress } from '../../http/client-address.ts'
import type { OpenedService, OwnServiceContext } from './service-mount.ts'

/** Set only by this process; a value sent with a request is dropped. */
const ADDRESS_HEADER = 'x-reader-address'

/** The pages as OpenID Connect client of our own provider. */
export function toOwnClient(
  originOf: (publication: PublicationCode) => string,
): (publication: PublicationCode) => { issuer: string; clientId: string } {
  return (publication) => ({
    issuer: `${originOf(publication)}/__services/sso/${publication}`,
    clientId: `portal-${publication}`,
  })
}

export async function openAccounts(
  { config, accountsSecret, passwords, now, log, database, mail, serviceKey }: OwnServiceContext,
  rolesOf: (publication: PublicationCode, sub: string) => Promise<readonly string[]>,
): Promise<OpenedService<AccountsService>> {
  const toClient = toOwnClient(config.originOf)
  const service = await createAccountsService({
    database,
    mail,
    config: {
      secret: accountsSecret,
      originOf: config.originOf,
      social: config.social,
      issuerOf: (publication) => toClient(publication).issuer,
      clientIdOf: (publication) => toClient(publication).clientId,
    },
    serviceKey,
    rolesOf,
    passwords,
    now,
    addressOf: (request) => request.headers.get(ADDRESS_HEADER) ?? 'unknown',
    addressOfNode: (request) =>
      toClientAddress(
        request.socket.remoteAddress,
        request.headers['x-forwarded-for']?.toString(),
        config.trustedProxies,
      ),
    onError: (error, requestId) => log('error', 'accounts-service', { requestId, error }),
    onReuse: ({ publication, sid }) => log('warn', 'refresh-token-reused', { publication, sid }),
  })
  return { service, app: service.internal, start: service.start, close: service.close }
}

export function toAskAuth({ app }: Pick<AccountsService, 'app'>): AskAuth {
  return async (request, address) => {
    const asked = new Request(request)
    asked.headers.set(ADDRESS_HEADER, address)
    return app.fetch(asked)
  }
}

/** Sign-on: our own single sign-on or a publisher's provider, and the sessions of readers on top of it. */
import { LOGIN_CALLBACK } from '@lokalteil/contracts/portal'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { COMMERCE_INTERNAL } from '@lokalteil/contracts/commerce'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { AccountsService } from '@lokalteil/services/accounts/app'
import type { CommerceService } from '@lokalteil/services/commerce/app'
import { createForeignSignOn, type ForeignSignOn } from '../../session/foreign-sign-on.ts'
import { createOwnSignOn, type AccountsClient } from '../../session/own-sign-on.ts'
import { createPatientSessions, type PatientSessions } from '../../session/patient-session.ts'
import { createSessionCookies, type SessionCookies } from '../../session/session-cookies.ts'
import { createSessions, type Sessions, type SignOn } from '../../session/session.ts'
import type { PortalContext } from '../portal-context.ts'
import type { Mounted } from './service-mount.ts'
import { toOwnClient } from './accounts.ts'

export type RolesOf = (publication: PublicationCode, sub: string) => Promise<readonly string[]>

export type ReaderSignOn = {
  signOn: SignOn
  sessions: Sessions
  readSession: PatientSessions
  cookies: SessionCookies
  /** Null: embedded accounts. */
  foreign: ForeignSignOn | null
  /** Null with a publisher's own provider. */
  accountsOf: ((publication: PublicationCode) => AccountsClient) | null
  toClient: (publication: PublicationCode) => { issuer: string; clientId: string }
}

type Accounts = Mounted<AccountsService, { internal: (publication: PublicationCode) => AccountsClient }>
type Commerce = Mounted<
  CommerceService,
  { internal: (publication: PublicationCode) => Pick<Client<typeof COMMERCE_INTERNAL>, 'listRoles'> }
>

/**
 * Called whenever a token is created. If the platform does not answer, the roles are only missing until the next token.
 */
export function createRoles({ log }: PortalContext, commerce: Commerce): RolesOf {
  return async (publication, sub) => {
    if (commerce.own !== null) return commerce.own.service.rolesOf(publication, sub)
    const found = await commerce.clients.internal(publication).listRoles({ params: { sub } })
    if (!found.ok) log('warn', 'roles-unanswered', { status: found.status, code: found.problem.code })
    return found.ok ? found.data : []
  }
}

export function openSignOn(context: PortalContext, accounts: Accounts, rolesOf: RolesOf): ReaderSignOn {
  const { config, watch, now } = context
  const foreign = openForeign(context, rolesOf)
  const signOn =
    foreign?.signOn ?? (accounts.own === null ? null : createOwnSignOn(accounts.own.service, accounts.clients.internal))
  if (signOn === null) throw new Error('There is neither a single sign-on service nor a provider')
  const cookies = createSessionCookies({ originOf: config.originOf, ...config.cookies, isForeign: foreign !== null })
  const sessions = createSessions({ signOn, cookies, now, onEvent: watch?.noteSession })
  return {
    signOn,
    sessions,
    readSession: createPatientSessions(sessions, foreign === null),
    cookies,
    foreign,
    accountsOf: foreign === null ? accounts.clients.internal : null,
    toClient: foreign?.toClient ?? toOwnClient(config.originOf),
  }
}

function openForeign(
  { config, accountsSecret, upstreams, now, log }: PortalContext,
  rolesOf: RolesOf,
): ForeignSignOn | null {
  if (config.foreignProvider === null) return null
  return createForeignSignOn({
    config: config.foreignProvider,
    originOf: config.originOf,
    secret: accountsSecret,
    callbackPath: LOGIN_CALLBACK,
    fetch: upstreams.of('single-sign-on').fetch,
    rolesOf,
    now,
    onError: (error, at) => log('warn', at, { error }),
  })
}

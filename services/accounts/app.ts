/**
 * Single sign-on: accounts with three interfaces. `internal`: for the portal, behind the service key (contract `ACCOUNTS`);
 * `app`: the content/auth API of specification 7.2; `oidcHandler`: an OpenID Connect provider for other applications.
 * All three share accounts, keys, limits and privacy. Roles are neither stored nor granted here: `rolesOf` is asked for
 * every token, so a changed role is in the next one.
 */
import type { IncomingMessage } from 'node:http'
import { AUTH, AUTH_INFO } from '@lokalteil/contracts/accounts/auth'
import { ACCOUNTS, ACCOUNTS_INFO } from '@lokalteil/contracts/accounts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { Hono } from 'hono'
import type { JobRunner } from '../platform/jobs/job-runner.ts'
import { createSchedule } from '../platform/schedule.ts'
import { serveDocumentation, type BoundHandlers } from '../platform/serve.ts'
import { part, serveService, type ServiceBase, type ServiceOptions } from '../platform/service.ts'
import { createAdmission } from './admission.ts'
import { createAuthApi } from './auth-api.ts'
import { MAIL_PATHS, type AccountsContext, type MailPaths, type MailQueue } from './context.ts'
import { createAddressNotices, type AddressSubscriber } from './email-change/address-notices.ts'
import { createErasureJobs, SHADOW_LIFE_MS } from './privacy/erasures.ts'
import { createLimits, LIMIT_WINDOWS, type LimitTable } from './limits.ts'
import { createPasswords, type Passwords } from './passwords/passwords.ts'
import { toAccountSource, toMailSource, type MailHistory } from './privacy/personal-data.ts'
import { createPrivacy, type PersonalDataSource } from './privacy/privacy.ts'
import { createOidc, type OidcClient, type OidcHandler } from './providers/oidc.ts'
import { createSocial, type SocialOptions } from './providers/social.ts'
import * as accountRoutes from './routes/account.ts'
import * as codeRoutes from './routes/codes.ts'
import * as sessionRoutes from './routes/sessions.ts'
import * as socialRoutes from './routes/social.ts'
import * as subscriberRoutes from './routes/subscribers.ts'
import { ensureSecret, sweep } from './store/upkeep.ts'
import { createKeys } from './tokens/keys.ts'
import { createToken } from './tokens/secrecy.ts'
import type { RolesOf } from './tokens/sessions.ts'
import { createTokens } from './tokens/tokens.ts'
import type { TokenCheck, TokenKind } from './tokens/verify-token.ts'

type AccountsConfig = {
  /** At least 32 characters; seals the signing keys. Must be the same for all processes on one database. */
  secret: string
  /** Origin of a publication's site. */
  originOf: (publication: PublicationCode) => string
  /** Default `{origin}/__services/sso/{publication}`. */
  issuerOf?: (publication: PublicationCode) => string
  /** Audience of ID tokens for the portal, which is an OpenID client. Default `portal-{publication}`. */
  clientIdOf?: (publication: PublicationCode) => string
  /** Applications beside the portal; the portal itself is always one (public, PKCE). */
  clientsOf?: (publication: PublicationCode) => readonly OidcClient[]
  /** Public address of the content/auth API without prefix. Default `{origin}/__services/auth/{publication}`. */
  authBaseOf?: (publication: PublicationCode) => string
  social?: SocialOptions
  mailPaths?: Partial<MailPaths>
  socialReturnPath?: (provider: string) => string
  limits?: LimitTable
}

export type AccountsServiceOptions = ServiceOptions & {
  mail: MailHistory & { queue: MailQueue }
  config: AccountsConfig
  /** Asks the subscription service for a reader's roles; called for every token. */
  rolesOf: RolesOf
  passwords?: Passwords
  /** The reader's network address; the portal knows which proxy headers to trust. */
  addressOf?: (request: Request) => string
  addressOfNode?: (request: IncomingMessage) => string
  /** Called when a refresh token was used again long after its rotation (theft). */
  onReuse?: (session: { publication: string; sid: string }) => void
}

export type AccountsService = {
  /** Content/auth API: `/{publication}/api/…` and `/{publication}/…`. */
  app: Hono
  /** Contract `ACCOUNTS` at `/{publication}/…`, behind the service key. */
  internal: Hono
  /** For node:http, before other handlers. True if the request was for the provider. */
  oidcHandler: OidcHandler
  /** Checks signature and claims without the database; cheap enough for each page request. */
  verifyToken: (kind: TokenKind, publication: PublicationCode, token: string | null | undefined) => Promise<TokenCheck>
  registerDataSource: (source: PersonalDataSource) => void
  /** Calls the subscriber with every changed address until it succeeds; at least once, so it may be called twice. */
  onAddressChange: (name: string, subscriber: AddressSubscriber) => void
  /** Runs due erasures, deletes expired rows and rotates keys. After `start` it runs by itself. */
  runDue: () => Promise<void>
  rotateKeys: () => Promise<void>
  start: () => void
  /** Resolves when all work that goes on after answers is done. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

const DUE_MS = 30_000
const SWEEP_MS = 3_600_000

const HANDLERS: BoundHandlers<AccountsContext, typeof ACCOUNTS, PublicationCode> = {
  ...sessionRoutes,
  ...codeRoutes,
  ...socialRoutes,
  ...accountRoutes,
  ...subscriberRoutes,
}

export async function createAccountsService(options: AccountsServiceOptions): Promise<AccountsService> {
  const { config, onError = () => {} } = options
  if (config.secret.length < 32) throw new Error('The secret of single sign-on must have at least 32 characters')
  const background = createBackground((error) => onError(error, 'after-answer'))
  const { app: internal, context: accounts } = await serveService<AccountsContext>(options, {
    schema: 'sso',
    folder: import.meta.dirname,
    info: ACCOUNTS_INFO,
    toContext: (base) => createContext(base, options, background.run),
    parts: [part(ACCOUNTS, HANDLERS)],
  })
  const { keys, notices, privacy, tokens } = accounts
  privacy.register(toAccountSource(accounts))
  privacy.register(toMailSource(accounts, options.mail))
  const oidcHandler = await openOidc(accounts, options)
  const erasures = createErasureJobs(accounts, (error) => onError(error, 'accounts-due'))
  const runDue = toDueWork(accounts, erasures)
  const schedule = createSchedule(DUE_MS, runDue, (error) => onError(error, 'accounts-due'))
  return {
    app: createPublicApp(accounts, options),
    internal,
    oidcHandler,
    verifyToken: (kind, publication, token) => tokens.verify(kind, publication, token),
    registerDataSource: (source) => privacy.register(source),
    onAddressChange: (name, subscriber) => notices.subscribe(name, subscriber),
    runDue,
    rotateKeys: keys.rotate,
    start: () => schedule.start(false),
    settle: background.settle,
    async close() {
      await Promise.all([schedule.close(), notices.close(), erasures.close()])
      await background.settle()
    },
  }
}

/** Runs work that goes on after the answer. */
function createBackground(onError: (error: unknown) => void) {
  const pending = new Set<Promise<void>>()
  const run = (work: () => Promise<void>): void => {
    const running = work()
      .catch(onError)
      .finally(() => pending.delete(running))
    pending.add(running)
  }
  const settle = async (): Promise<void> => {
    while (pending.size > 0) await Promise.all(pending)
  }
  return { run, settle }
}

async function createContext(
  { db, now, onError, limitIn }: ServiceBase,
  { config, mail, rolesOf, onReuse, passwords = createPasswords() }: AccountsServiceOptions,
  inBackground: AccountsContext['inBackground'],
): Promise<AccountsContext> {
  const keys = await createKeys({ db, secret: config.secret, now })
  const tokens = createTokens({ keys, issuerOf: toIssuerOf(config), clientIdOf: toClientIdOf(config), now })
  return {
    db,
    originOf: config.originOf,
    passwords,
    keys,
    tokens,
    sessions: { db, tokens, rolesOf, now, onReuse },
    social: createSocial({ db, clients: config.social ?? {}, now }),
    limits: createLimits(limitIn(LIMIT_WINDOWS), now, config.limits),
    privacy: createPrivacy({ db, now }),
    notices: createAddressNotices({ db, now, onError: (error) => onError(error, 'address-notice') }),
    queueMail: mail.queue,
    paths: { ...MAIL_PATHS, ...config.mailPaths },
    now,
    inBackground,
    admit: createAdmission(),
  }
}

function toIssuerOf({ issuerOf, originOf }: AccountsConfig): (publication: PublicationCode) => string {
  return issuerOf ?? ((publication) => `${originOf(publication)}/__services/sso/${publication}`)
}

function toClientIdOf({ clientIdOf }: AccountsConfig): (publication: PublicationCode) => string {
  return clientIdOf ?? ((publication) => `portal-${publication}`)
}

function createPublicApp(accounts: AccountsContext, { config, addressOf, onError }: AccountsServiceOptions): Hono {
  const baseOf =
    config.authBaseOf ?? ((publication) => `${config.originOf(publication)}/__services/auth/${publication}`)
  const app = new Hono()
  app.route('/', serveDocumentation(AUTH, AUTH_INFO))
  app.route('/internal', serveDocumentation(ACCOUNTS, ACCOUNTS_INFO))
  const authApi = createAuthApi({
    accounts,
    baseOf: (publication) => `${baseOf(publication)}/api`,
    socialReturnPath: config.socialReturnPath ?? ((provider) => `/connect/${provider}/redirect`),
    addressOf: addressOf ?? (() => 'unknown'),
    onError: onError ?? (() => {}),
  })
  app.mount('/', authApi.fetch)
  return app
}

async function openOidc(
  accounts: AccountsContext,
  { config, addressOfNode, onError }: AccountsServiceOptions,
): Promise<OidcHandler> {
  const portalOf = (publication: PublicationCode): OidcClient => ({
    clientId: toClientIdOf(config)(publication),
    name: 'Portal',
    redirectUris: [`${config.originOf(publication)}/api/mein/oauth2/callback`],
    postLogoutRedirectUris: [`${config.originOf(publication)}/`],
  })
  return createOidc({
    accounts,
    issuerOf: toIssuerOf(config),
    clientsOf: (publication) => [portalOf(publication), ...(config.clientsOf?.(publication) ?? [])],
    cookieSecret: await ensureSecret(accounts.db, 'oidc-cookies', createToken()),
    secret: config.secret,
    addressOf: addressOfNode ?? ((request) => request.socket.remoteAddress ?? 'unknown'),
    onError: onError ?? (() => {}),
  })
}

function toDueWork(accounts: AccountsContext, erasures: JobRunner): () => Promise<void> {
  const { db, keys, notices, now } = accounts
  let lastSweep = 0
  return async () => {
    await notices.deliverDue()
    await erasures.runDue()
    if (now().getTime() - lastSweep < SWEEP_MS) return
    lastSweep = now().getTime()
    await sweep(db, now(), new Date(lastSweep - SHADOW_LIFE_MS))
    await keys.ensureKeys()
  }
}

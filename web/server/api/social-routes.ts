/**
 * Social sign-in on the publication's own origin: the nonce for the token-based button, the popup provider's callback, and the
 * redirect through `/connect`. A cookie binds each attempt to the browser that began it; a nonce or state works once. Every
 * sign-in starts both sessions. Also reads the answer of `/connect` of a publisher's own content/auth API.
 */
import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { APPLE_CALLBACK, PORTAL, type SocialAnswer } from '@lokalteil/contracts/portal'
import type { SocialOutcome, SocialProvider } from '@lokalteil/contracts/accounts'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { toSafePath } from '@lokalteil/domain/routing/redirect-paths'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { readText } from '@lokalteil/services/platform/request-body'
import {
  SOCIAL_CALLBACK_SCRIPT,
  SOCIAL_MESSAGE_ID,
  type SocialMessage,
} from '../../app/browser/session/social-messages.ts'
import { accountMailPageTexts } from '../../app/messages/accounts/account-mail-pages.ts'
import { toLoginAnswer } from './account/account-context.ts'
import { go, readReturnPath, toErrorPath, withUserState } from './account/redirects.ts'
import type { AuthApi } from './auth-routes.ts'
import type { CountStep } from './figures-door.ts'
import type { Config } from '../config/config.ts'
import type { RenderPlainPage } from '../http/plain-page.ts'
import type { PortalEnv } from '../http/portal-env.ts'
import {
  NO_STORE,
  refusal,
  reply,
  toRefusal,
  toResponse,
  unavailable,
  type PortalApi,
  type PortalCall,
  type RequestContext,
  type Reply,
} from './portal-api.ts'
import { toScriptHash } from '../http/security-headers.ts'
import { toSocialName, type SessionCookies } from '../session/session-cookies.ts'
import type { Sessions } from '../session/session.ts'
import type { AccountsClient } from '../session/own-sign-on.ts'

export type SocialRoutesOptions = {
  renderPlainPage: RenderPlainPage
  portalApi: PortalApi
  config: Pick<Config, 'originOf' | 'googleScript' | 'social'>
  sessions: Sessions
  cookies: SessionCookies
  /** Null with a publisher's own provider, which does social sign-in itself. */
  accountsOf: ((publication: PublicationCode) => AccountsClient) | null
  auth: AuthApi | null
  countStep: CountStep
}

const FORM_LIMIT = 20_000
const CALLBACK_HASH = toScriptHash(SOCIAL_CALLBACK_SCRIPT)

export function createSocialRoutes(options: SocialRoutesOptions): Hono<PortalEnv> {
  const { portalApi, config, accountsOf } = options
  const app = new Hono<PortalEnv>()
  portalApi.serve(app, PORTAL.listProviders, { as: 'anyone' }, async () => {
    const { google, apple } = accountsOf === null ? {} : config.social
    return reply({ google: google?.clientId ?? null, apple: apple?.clientId ?? null })
  })
  portalApi.serve(app, PORTAL.startSocial, { as: 'anyone' }, (call) => startSocial(options, call))
  portalApi.serve(app, PORTAL.googleLogin, { as: 'anyone' }, (call) => signInWithGoogle(options, call))
  app.get(APPLE_CALLBACK, (c) => answerPopup(options, c, new URL(c.req.url).searchParams))
  app.post(APPLE_CALLBACK, async (c) => answerPopup(options, c, await readForm(c.req.raw)))
  app.get('/connect/:provider', (c) => connect(options, c))
  app.get('/api/connect/:provider', (c) => connect(options, c))
  app.get('/connect/:provider/redirect', (c) => finishConnect(options, c, new URL(c.req.url).searchParams))
  app.post('/connect/:provider/redirect', async (c) => finishConnect(options, c, await readForm(c.req.raw)))
  return app
}

async function startSocial(
  { config, cookies, accountsOf }: SocialRoutesOptions,
  { params: { provider }, context }: PortalCall<typeof PORTAL.startSocial, 'anyone'>,
): Promise<Reply<AnswerOf<typeof PORTAL.startSocial>>> {
  if (accountsOf === null) return off()
  const redirectUri = provider === 'apple' ? `${config.originOf(context.publication)}${APPLE_CALLBACK}` : null
  const started = await accountsOf(context.publication).startSocial({
    params: { provider },
    body: { redirectUri, address: context.origin.address },
  })
  if (!started.ok) return toRefusal(started)
  const { clientId, nonce, state, url } = started.data
  const bound = provider === 'google' ? nonce : toDigest(state)
  return reply({ clientId, nonce, url, script: provider === 'google' ? config.googleScript : null }, [
    cookies.toSocialCookie(provider, bound, context.host),
  ])
}

async function signInWithGoogle(
  options: SocialRoutesOptions,
  { body, context }: PortalCall<typeof PORTAL.googleLogin, 'anyone'>,
): Promise<Reply<SocialAnswer>> {
  const { accountsOf } = options
  if (accountsOf === null) return off()
  const nonce = options.cookies.readOwn(context.cookies, toSocialName('google'))
  if (nonce === null) return failed()
  const outcome = await accountsOf(context.publication).signInWithCredential({
    params: { provider: 'google' },
    body: { ...context.origin, credential: body.token, nonce: nonce.slice(0, 200) },
  })
  return outcome.ok
    ? toSocialReply(options, outcome.data, context, options.cookies.toSocialCookie('google', '', context.host))
    : toRefusal(outcome)
}

/** Exchanges the code from a provider's redirect or form; only for the browser that began. */
async function exchange(
  options: SocialRoutesOptions,
  context: RequestContext,
  provider: SocialProvider,
  answer: URLSearchParams,
): Promise<Reply<SocialAnswer>> {
  const { accountsOf } = options
  if (accountsOf === null) return off()
  const [code, state] = [answer.get('code') ?? '', answer.get('state') ?? '']
  if (
    code === '' ||
    state === '' ||
    state.length > 200 ||
    options.cookies.readOwn(context.cookies, toSocialName(provider)) !== toDigest(state)
  )
    return failed()
  const name = readName(answer.get('user'))
  const outcome = await accountsOf(context.publication).signInWithCode({
    params: { provider },
    body: { ...context.origin, code: code.slice(0, 4000), state, ...name },
  })
  return outcome.ok
    ? toSocialReply(options, outcome.data, context, options.cookies.toSocialCookie(provider, '', context.host))
    : toRefusal(outcome)
}

// --- The popup (S7.5-11): a form of the provider's own site, or a redirect

async function answerPopup(
  options: SocialRoutesOptions,
  c: Context<PortalEnv>,
  answer: URLSearchParams | null,
): Promise<Response> {
  const context = options.portalApi.toRequestContext(c)
  const done =
    answer === null
      ? refusal(413, 'TOO_LARGE', 'The form is too large')
      : await exchange(options, context, 'apple', answer)
  const page = options.renderPlainPage(
    {
      publication: context.publication,
      ...accountMailPageTexts.popup,
      script: { body: SOCIAL_CALLBACK_SCRIPT, hash: CALLBACK_HASH, dataId: SOCIAL_MESSAGE_ID, data: toMessage(done) },
    },
    done.kind === 'data' ? 200 : done.status,
    {
      ...NO_STORE,
      'referrer-policy': 'no-referrer',
      // Any other policy would cut off the popup from its opener.
      'cross-origin-opener-policy': 'unsafe-none',
    },
  )
  for (const cookie of done.setCookies ?? []) page.headers.append('set-cookie', cookie)
  return page
}
// --- The redirect (7.2): `/connect/{provider}` and back

async function connect(
  { portalApi, config, cookies, accountsOf, auth }: SocialRoutesOptions,
  c: Context<PortalEnv>,
): Promise<Response> {
  const context = portalApi.toRequestContext(c)
  const provider = toProvider(c.req.param('provider'))
  if (provider === null) return toResponse(refusal(404, 'NOT_FOUND', 'No such provider'))
  const returnCookie = cookies.toReturnCookie(
    toSafePath(c.req.query('return') ?? '/', config.originOf(context.publication)) ?? '/',
    context.host,
  )
  if (accountsOf === null) {
    const address = auth?.toConnectAddress?.(context.publication, provider)
    return address === undefined ? toResponse(off()) : go(address, [returnCookie], 302)
  }
  const redirectUri = `${config.originOf(context.publication)}/connect/${provider}/redirect`
  const started = await accountsOf(context.publication).startSocial({
    params: { provider },
    body: { redirectUri, address: context.origin.address },
  })
  if (!started.ok) return toResponse(toRefusal(started))
  if (started.data.url === null) return toResponse(unavailable())
  return go(
    started.data.url,
    [returnCookie, cookies.toSocialCookie(provider, toDigest(started.data.state), context.host)],
    302,
  )
}

async function finishConnect(
  options: SocialRoutesOptions,
  c: Context<PortalEnv>,
  answer: URLSearchParams | null,
): Promise<Response> {
  const { portalApi, config, cookies } = options
  const context = portalApi.toRequestContext(c)
  const provider = toProvider(c.req.param('provider'))
  if (provider === null || answer === null) return toResponse(refusal(404, 'NOT_FOUND', 'No such provider'))
  const target = readReturnPath(context, config.originOf(context.publication))
  const cleared = cookies.toReturnCookie('', context.host)
  const ticket = answer.get('access_token')
  if (ticket !== null) {
    // The callback of the content/auth API: start only a session of that API.
    const jwt = (await options.auth?.signInWithTicket(context, provider, ticket)) ?? null
    return jwt === null
      ? go(toErrorPath('social-login-failed'), [cleared])
      : go(target, [cookies.toBearerCookie(jwt, context.host), cleared])
  }
  const done = await exchange(options, context, provider, answer)
  if (done.kind !== 'data')
    return go(toErrorPath(done.code === 'EMAIL_NOT_VERIFIED' ? 'email-not-verified' : 'social-login-failed'), [cleared])
  const setCookies = [...(done.setCookies ?? []), cleared]
  return done.data.kind === 'login'
    ? go(withUserState(target, done.data.userState), setCookies)
    : go(`${target.split('#', 1)[0]}#login`, setCookies)
}
function toSocialReply(
  { sessions, countStep }: SocialRoutesOptions,
  outcome: SocialOutcome,
  context: RequestContext,
  cleared: string,
): Extract<Reply<SocialAnswer>, { kind: 'data' }> {
  if (outcome.kind === 'link-mail-sent')
    return { kind: 'data', data: { kind: 'link-mail-sent' }, setCookies: [cleared] }
  if (outcome.isNewRegistration) countStep(context.publication, 'sign-up-done')
  return {
    kind: 'data',
    data: { kind: 'login', ...toLoginAnswer(outcome) },
    setCookies: [...sessions.toCookies(outcome, context.host), cleared],
  }
}

function off(): Reply<never> {
  return refusal(404, 'PROVIDER_OFF', 'This provider is not configured')
}

function failed(): Reply<never> {
  return refusal(401, 'SOCIAL_LOGIN_FAILED', 'This browser did not begin the sign-in')
}

/** The message to the opener: only the result, because cookies carry the session. */
function toMessage(done: Reply<SocialAnswer>): SocialMessage {
  if (done.kind !== 'data') return { type: 'social-login', kind: 'failed', code: done.code }
  if (done.data.kind !== 'login') return { type: 'social-login', kind: 'link-mail-sent' }
  return { type: 'social-login', kind: 'login', userState: done.data.userState, missingFields: done.data.missingFields }
}

function toProvider(name: string | undefined): SocialProvider | null {
  return name === 'google' || name === 'apple' ? name : null
}

function toDigest(state: string): string {
  return createHash('sha256').update(`portal ${state}`).digest('base64url')
}

async function readForm(request: Request): Promise<URLSearchParams | null> {
  const text = await readText(request, FORM_LIMIT)
  return text === null ? null : new URLSearchParams(text)
}

/** The name, which the popup provider sends only at the first sign-in and unsigned: use it for display only. */
function readName(text: string | null): { firstName: string; lastName: string } {
  try {
    const { name } = JSON.parse(text ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    const take = (value: unknown) => (typeof value === 'string' ? value.slice(0, 200) : '')
    return { firstName: take(name?.firstName), lastName: take(name?.lastName) }
  } catch {
    return { firstName: '', lastName: '' }
  }
}

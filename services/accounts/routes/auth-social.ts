/** Logins with Google and Apple in the content/auth API: by a signed token, or by the provider's page. */
import { createHash } from 'node:crypto'
import { AUTH, type AuthAnswer } from '@lokalteil/contracts/accounts/auth'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import { exchangeCode, keepIdentity, startSignIn, takeIdentity, verifyCredential } from '../providers/social.ts'
import { signInWithIdentity } from '../social-logins.ts'
import { toAnswer, toRequestContext, type AuthApi, type AuthCall } from './auth.ts'

const STATE_COOKIE = 'social_state'

export async function callback(
  api: AuthApi,
  { publication, request, params: { provider } }: AuthCall<'callback'>,
): Promise<AuthAnswer | Refusal> {
  const { accounts } = api
  const token = AUTH.callback.query.safeParse({
    access_token: new URL(request.url).searchParams.get('access_token') ?? '',
  })
  if (!token.success) return problem(400, 'BAD_REQUEST', 'access_token is missing')
  const refusal = await takeAttempt(api, request)
  if (refusal !== null) return refusal
  const value = token.data.access_token
  const identity = value.includes('.')
    ? await verifyCredential(accounts.social, publication, provider, value, readNonce(value))
    : await takeIdentity(accounts.social, publication, provider, value)
  if (isRefusal(identity)) return identity
  const context = toRequestContext(api, request)
  const outcome = await signInWithIdentity(accounts, publication, 'content', identity, context)
  if (!isRefusal(outcome) && 'kind' in outcome)
    return problem(403, 'LINK_MAIL_SENT', 'An account with this address exists; its owner was asked by mail')
  return toAnswer(api, outcome)
}

export async function startSocial(
  api: AuthApi,
  { publication, request, params: { provider } }: AuthCall<'startSocial'>,
): Promise<Response | Refusal> {
  const refusal = await takeAttempt(api, request)
  if (refusal !== null) return refusal
  const base = api.baseOf(publication)
  const started = await startSignIn(api.accounts.social, publication, provider, `${base}/connect/${provider}/callback`)
  if (isRefusal(started)) return started
  const cookie = `${STATE_COOKIE}=${digest(started.state)}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax${base.startsWith('https:') ? '; Secure' : ''}`
  return new Response(null, {
    status: 302,
    headers: { location: started.url!, 'set-cookie': cookie, 'cache-control': 'no-store' },
  })
}

/** Redirect target after the provider's page; the portal continues from there. */
export async function finishSocial(
  { accounts, socialReturnPath }: AuthApi,
  returned: { publication: PublicationCode; provider: 'google' | 'apple'; values: URLSearchParams; cookie: string },
): Promise<Response> {
  const { publication, provider, values } = returned
  const to = (path: string) =>
    new Response(null, {
      status: 303,
      headers: {
        location: accounts.originOf(publication) + path,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'set-cookie': `${STATE_COOKIE}=; Path=/; Max-Age=0`,
      },
    })
  const state = values.get('state') ?? ''
  const cookie = new RegExp(`(?:^|;\\s*)${STATE_COOKIE}=([\\w-]+)`).exec(returned.cookie)?.[1]
  // Apple posts from its own site, so the browser sends no cookie; the single-use state on the server must do
  // (S7.5-11).
  if (provider === 'google' && cookie !== digest(state)) return to('/error/social-login-failed')
  const identity = await exchangeCode(accounts.social, publication, provider, values.get('code') ?? '', state)
  if (isRefusal(identity)) return to('/error/social-login-failed')
  const ticket = await keepIdentity(accounts.social, publication, identity)
  return to(`${socialReturnPath(provider)}?access_token=${ticket}`)
}

function takeAttempt({ accounts: { limits }, addressOf }: AuthApi, request: Request): Promise<Refusal | null> {
  return limits.take(limits.ofAddress('social', addressOf(request)))
}

function digest(state: string): string {
  return createHash('sha256').update(`connect ${state}`).digest('base64url')
}

/** Reads the nonce unverified. It must be in the store of nonces, so a guess is worthless. */
function readNonce(credential: string): string {
  try {
    const claims = JSON.parse(Buffer.from(credential.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      nonce?: unknown
    } | null
    return typeof claims?.nonce === 'string' ? claims.nonce : ''
  } catch {
    return ''
  }
}

/**
 * The login redirect to a publisher's own provider and back: code with PKCE, state and nonce. The data of an attempt
 * travel encrypted in a cookie of the browser that began it.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { openWith, sealWith } from '@lokalteil/services/accounts/tokens/secrecy'
import type { ForeignContext } from './foreign-context.ts'
import { beginCode, redeemCode, toFailure, type CodeSecrets } from './provider-code.ts'
import { openProvider } from './provider-discovery.ts'
import { toCookieTokens } from './provider-tokens.ts'
import type { CookieTokens } from './session-cookies.ts'

/** `isSilent`: succeeds only with an existing session there, and never shows a form. */
export type Wish = { isRegistration: boolean; mustAskAgain: boolean; isSilent: boolean }

type Attempt = CodeSecrets & {
  mandator: PublicationCode
  isRegistration: boolean
  isSilent: boolean
  until: number
}

/** `sealed` is stored in the browser's cookie for `state`. */
export type Begun = { url: string; state: string; sealed: string }

export type Finished =
  | { kind: 'tokens'; tokens: CookieTokens; isRegistration: boolean; isSilent: boolean }
  | { kind: 'refused'; reason: string; isSilent: boolean }
  | { kind: 'unavailable'; isSilent: boolean }

const ATTEMPT_MS = 10 * 60_000

const toCallback = ({ originOf, callbackPath }: ForeignContext, publication: PublicationCode) =>
  `${originOf(publication)}${callbackPath}`

export async function beginJourney(
  context: ForeignContext,
  publication: PublicationCode,
  { isRegistration, mustAskAgain, isSilent }: Wish,
): Promise<Begun | null> {
  const provider = await openProvider(context, publication)
  if (provider === null) return null
  const prompts = provider.configuration.serverMetadata().prompt_values_supported as string[] | undefined
  // Without it a provider may refuse a refresh token (OpenID Connect Core 11), and a default installation does.
  const asksConsent =
    context.config.asksConsent &&
    context.config.scope.split(' ').includes('offline_access') &&
    (prompts === undefined || prompts.includes('consent'))
  const prompt = isSilent
    ? 'none'
    : isRegistration && prompts?.includes('create') === true
      ? 'create'
      : [...(mustAskAgain ? ['login'] : []), ...(asksConsent ? ['consent'] : [])].join(' ')
  const { url, secrets } = await beginCode(provider, {
    redirect_uri: toCallback(context, publication),
    scope: context.config.scope,
    ...(prompt === '' ? {} : { prompt }),
  })
  const attempt: Attempt = {
    mandator: publication,
    ...secrets,
    isRegistration,
    isSilent,
    until: context.now() + ATTEMPT_MS,
  }
  return { url, state: secrets.state, sealed: sealWith(context.secret, 'sign-on', JSON.stringify(attempt)) }
}

export async function finishJourney(
  context: ForeignContext,
  publication: PublicationCode,
  sealed: string | null,
  answer: URLSearchParams,
): Promise<Finished> {
  const text = sealed === null ? null : openWith(context.secret, 'sign-on', sealed)
  const attempt = text === null ? null : (JSON.parse(text) as Attempt)
  const isSilent = attempt?.isSilent ?? false
  const refuse = (reason: string) => ({ kind: 'refused' as const, reason, isSilent })
  if (attempt === null) return refuse('unknown-attempt')
  if (attempt.mandator !== publication || attempt.until < context.now()) return refuse('old-attempt')
  const provider = await openProvider(context, publication)
  if (provider === null) return { kind: 'unavailable', isSilent }
  try {
    const granted = await redeemCode(provider, toCallback(context, publication), answer, attempt)
    const found = await toCookieTokens(context, publication, provider, granted, { refreshToken: null, claims: null })
    switch (found.kind) {
      case 'tokens':
        return { kind: 'tokens', tokens: found.tokens, isRegistration: attempt.isRegistration, isSilent }
      case 'refused':
        return refuse(found.reason)
      case 'unavailable':
        return { kind: 'unavailable', isSilent }
    }
  } catch (error) {
    return { ...toFailure(error, (fault) => context.onError(fault, 'accounts-callback'), isSilent), isSilent }
  }
}

/** Logins with Google and Apple. */
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { AccountsContext } from '../context.ts'
import { exchangeCode, startSignIn, verifyCredential } from '../providers/social.ts'
import * as socialLogins from '../social-logins.ts'
import { toSocialOutcome, type AccountsHandler } from './reader.ts'

export const startSocial: AccountsHandler<'startSocial'> = async (accounts, { params, body, context }) => {
  const refusal = await takeAttempt(accounts, body)
  if (refusal !== null) return refusal
  const redirectUri = body.redirectUri ?? null
  if (redirectUri !== null && new URL(redirectUri).origin !== new URL(accounts.originOf(context)).origin)
    return problem(400, 'BAD_REQUEST', 'The callback must be on the publication’s own origin')
  return startSignIn(accounts.social, context, params.provider, redirectUri)
}

export const signInWithCredential: AccountsHandler<'signInWithCredential'> = async (
  accounts,
  { params, body, context },
) => {
  const refusal = await takeAttempt(accounts, body)
  if (refusal !== null) return refusal
  const identity = await verifyCredential(accounts.social, context, params.provider, body.credential, body.nonce)
  if (isRefusal(identity)) return identity
  return toSocialOutcome(accounts, await socialLogins.signInWithIdentity(accounts, context, 'sso', identity, body))
}

export const signInWithCode: AccountsHandler<'signInWithCode'> = async (accounts, { params, body, context }) => {
  const refusal = await takeAttempt(accounts, body)
  if (refusal !== null) return refusal
  const identity = await exchangeCode(accounts.social, context, params.provider, body.code, body.state)
  if (isRefusal(identity)) return identity
  const named = {
    ...identity,
    firstName: identity.firstName || body.firstName,
    lastName: identity.lastName || body.lastName,
  }
  return toSocialOutcome(accounts, await socialLogins.signInWithIdentity(accounts, context, 'sso', named, body))
}

function takeAttempt({ limits }: AccountsContext, { address }: { address: string }): Promise<Refusal | null> {
  return limits.take(limits.ofAddress('social', address))
}

export const confirmLink: AccountsHandler<'confirmLink'> = (accounts, { body, context }) => {
  return socialLogins.confirmLink(accounts, context, body.code)
}

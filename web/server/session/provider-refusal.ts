import * as oidc from 'openid-client'

/** A refusal in the provider's own words, from any place of the error; null: not a refusal. */
export function readRefusal(error: unknown): { code: string; text: string } | null {
  const said =
    error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError
      ? { error: error.error, why: error.error_description }
      : error instanceof oidc.WWWAuthenticateChallengeError
        ? error.cause.map(({ parameters }) => ({ error: parameters.error, why: parameters.error_description }))[0]
        : undefined
  if (said?.error === undefined) return null
  const why = (said.why ?? '').slice(0, 300)
  return { code: said.error, text: `The provider refuses: ${said.error}${why === '' ? '' : `, ${why}`}` }
}

/**
 * What the portal asks the embedded single sign-on service, server to server, behind the service key. Readers never reach
 * these endpoints: their browser posts to the portal's own forms. A publisher's own provider is asked through OpenID
 * Connect instead, and none of this exists then.
 * Promises: the answers to a known and an unknown address do not differ; every refusal has a code, texts are the
 * caller's. `address` is the reader's network address as the portal saw it, `deviceToken` the value of its cookie for
 * devices that logged in before. Call with a timeout of 15 s: password hashes wait for their turn.
 */
import { TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import { ACCOUNT_ENDPOINTS } from './accounts/account-endpoints.ts'
import { MAIL_CODE_ENDPOINTS } from './accounts/mail-code-endpoints.ts'
import { SESSION_ENDPOINTS } from './accounts/session-endpoints.ts'
import { SOCIAL_ENDPOINTS } from './accounts/social-endpoints.ts'
import { SUBSCRIBER_ENDPOINTS } from './accounts/subscriber-endpoints.ts'
import { contract } from './kernel/endpoint.ts'

export { MissingField, PendingEmail, SsoLogin, SsoTokens, SsoUser } from './accounts/values.ts'
export type { SocialOutcome, SocialProvider } from './accounts/values.ts'

export const SSO = contract({
  ...SESSION_ENDPOINTS,
  ...MAIL_CODE_ENDPOINTS,
  ...SOCIAL_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...SUBSCRIBER_ENDPOINTS,
})

export const SSO_INFO = {
  title: 'Single sign-on, for the portal',
  description: `Accounts, sessions and privacy, asked by the portal only. ID and access tokens live ${TOKEN_SECONDS.id / 60} minutes. Readers’ applications use OpenID Connect at the issuer instead.`,
  version: '1',
  base: '/sso/{mandator}',
}

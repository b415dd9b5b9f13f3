/**
 * Calls from the portal to the embedded single sign-on service, server to server, with the service key. Browsers never
 * reach these endpoints: they post to the portal's forms. If a publisher uses its own provider (OpenID Connect), this
 * service is not used. Promises: answers for a known and an unknown address do not differ; every refusal has a code,
 * and the caller has the texts. `address` is the reader's network address as the portal saw it, `deviceToken` the value
 * of the cookie of devices that logged in before. Call with a timeout of 15 s, because password hashing is queued.
 */
import { TOKEN_SECONDS } from '@lokalteil/domain/accounts/login'
import { ACCOUNT_ENDPOINTS } from './accounts/account-endpoints.ts'
import { MAIL_CODE_ENDPOINTS } from './accounts/mail-code-endpoints.ts'
import { SESSION_ENDPOINTS } from './accounts/session-endpoints.ts'
import { SOCIAL_ENDPOINTS } from './accounts/social-endpoints.ts'
import { SUBSCRIBER_ENDPOINTS } from './accounts/subscriber-endpoints.ts'
import { contract } from './kernel/endpoint.ts'

export { MissingField, PendingEmail, AccountLogin, AccountTokens, AccountUser } from './accounts/values.ts'
export type { SocialOutcome, SocialProvider } from './accounts/values.ts'

export const ACCOUNTS = contract({
  ...SESSION_ENDPOINTS,
  ...MAIL_CODE_ENDPOINTS,
  ...SOCIAL_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
  ...SUBSCRIBER_ENDPOINTS,
})

export const ACCOUNTS_INFO = {
  title: 'Single sign-on, for the portal',
  description: `Accounts, sessions and privacy, asked by the portal only. ID and access tokens live ${TOKEN_SECONDS.id / 60} minutes. Readers’ applications use OpenID Connect at the issuer instead.`,
  version: '1',
  base: '/sso/{publication}',
}

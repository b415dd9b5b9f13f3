/** Values of accounts and sessions. */
import { z } from 'zod'

export const Text = (most: number) => z.string().max(most)
/** Longer than any token of ours. */
export const Token = z.string().min(1).max(8192)
export const Code = z.string().max(200)
export const Address = z.string().max(100)
export const Instant = z.iso.datetime()
/** Longer passwords are refused by the password rule, with a code. This limit only bounds the work. */
export const Password = z.string().max(1000)

export const Origin = z.object({ address: Address, userAgent: Text(400).default(''), deviceToken: Text(200).nullish() })

export const AccountUser = z.object({
  sub: z.string(),
  salutation: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(z.string()),
})
export type AccountUser = z.infer<typeof AccountUser>

export const AccountTokens = z.object({
  idToken: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Identifies the session; grants nothing. */
  refreshTokenId: z.string(),
  idTokenExpiresAt: Instant,
  refreshTokenExpiresAt: Instant,
})
export type AccountTokens = z.infer<typeof AccountTokens>

/** The result of a login: both sessions (S4.1-01), the device's cookie, and consents still to be answered. */
export const AccountLogin = z.object({
  kind: z.literal('login'),
  tokens: AccountTokens,
  /** The bearer of the content/auth API. */
  contentJwt: z.string(),
  user: AccountUser,
  deviceToken: z.string(),
  missingFields: z.array(z.string()),
  isNewRegistration: z.boolean(),
})
export type AccountLogin = z.infer<typeof AccountLogin>

export const MissingField = z.object({ name: z.string(), label: z.string(), required: z.boolean() })
export type MissingField = z.infer<typeof MissingField>

export const Consents = z.object({ terms: z.boolean().optional(), advertising: z.boolean().optional() })
export const SocialProvider = z.enum(['google', 'apple'])
export type SocialProvider = z.infer<typeof SocialProvider>

/** `link-mail-sent`: an account with this address exists; its owner must allow the connection by the link in a mail. */
export const SocialOutcome = z.discriminatedUnion('kind', [
  AccountLogin,
  z.object({ kind: z.literal('link-mail-sent') }),
])
export type SocialOutcome = z.infer<typeof SocialOutcome>

/** A new address that waits for confirmation. */
export const PendingEmail = z.object({ email: z.string(), requestedAt: Instant, expiresAt: Instant })
export type PendingEmail = z.infer<typeof PendingEmail>

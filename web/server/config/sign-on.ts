/** The account provider, the session cookies, and social sign-in. */
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { addressPerPublication, flag, httpAddress, isSafe, secret } from './values.ts'

const VARIABLES = {
  /** Encrypts the signing keys of the embedded single sign-on; the same in every process. */
  SSO_SECRET: secret.optional(),
  /** A publisher's own OpenID Connect provider instead of the embedded one. */
  SSO_ISSUER: addressPerPublication.optional(),
  SSO_CLIENT_ID: z.string().min(1).max(200).optional(),
  SSO_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  SSO_SCOPE: z.string().min(6).max(300).default('openid profile email offline_access'),
  /** `0` for a provider that gives refresh tokens without showing its consent page. */
  SSO_CONSENT: flag(true),
  /** Name of a claim, or a dotted path to one. */
  SSO_ROLES_CLAIM: z.string().min(1).max(200).default('subscriptionRoles'),
  AUTH_API_URL: httpAddress.optional(),
  AUTH_API_VERSION: z.enum(['v3', 'v4']).default('v4'),
  BEARER_COOKIE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default('content_jwt'),
  PREVIEW_HOSTS: z
    .string()
    .regex(/^([\w.-]+(\s*,\s*[\w.-]+)*)?$/, 'must be host names, separated by commas')
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter((host) => host !== ''),
    ),
  COOKIE_INSECURE_DEV: flag(false),
  GOOGLE_SCRIPT: httpAddress.default('https://accounts.google.com/gsi/client'),
}

const GOOGLE_VARIABLES = {
  GOOGLE_CLIENT_ID: z.string().max(300).trim().default(''),
  GOOGLE_CLIENT_SECRET: z.string().max(500).optional(),
  GOOGLE_ISSUER: httpAddress.optional(),
}

const APPLE_VARIABLES = {
  APPLE_CLIENT_ID: z.string().max(300).trim().default(''),
  APPLE_TEAM_ID: z.string().max(100).optional(),
  APPLE_KEY_ID: z.string().max(100).optional(),
  /** PKCS#8 in PEM, line breaks also as `\n`. */
  APPLE_PRIVATE_KEY: z
    .string()
    .max(5000)
    .transform((value) => value.replaceAll('\\n', '\n'))
    .optional(),
  APPLE_ISSUER: httpAddress.optional(),
}

type Values = z.output<z.ZodObject<typeof VARIABLES>>

export type SignOnConfig = {
  accountsSecret: string | null
  /** Null: the embedded single sign-on. */
  foreignProvider: ForeignProviderConfig | null
  authApi: { url: string; version: 'v3' | 'v4' } | null
  social: SocialConfig
  /** Address of the provider's script for token-based sign-in. */
  googleScript: string
  cookies: { bearer: string; previewHosts: readonly string[]; isInsecureDevelopment: boolean }
}

/** `{mandator}` in issuer and client id stands for the code of the publication. */
export type ForeignProviderConfig = {
  issuer: string
  clientId: string
  clientSecret: string | null
  scope: string
  /** Whether to request the consent page; without it a provider may refuse a refresh token. */
  asksConsent: boolean
  /** The claim with the roles: its name, or a dotted path. */
  rolesClaim: string
}

/** A provider without a client id is off (S5-05). */
type SocialConfig = {
  google?: { clientId: string; clientSecret?: string; issuer?: string }
  apple?: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer?: string }
}

export function readSignOn(environment: EnvironmentReader): SignOnConfig {
  const values = environment.parse(VARIABLES)
  if (values.SSO_ISSUER !== undefined && values.SSO_CLIENT_ID === undefined)
    environment.refuse('SSO_CLIENT_ID: is needed with SSO_ISSUER')
  if (values.SSO_ISSUER !== undefined && !isSafe(values.SSO_ISSUER))
    environment.refuse('SSO_ISSUER: must be https, or on this machine')
  if (values.AUTH_API_URL !== undefined && values.SSO_ISSUER === undefined)
    environment.refuse(
      'AUTH_API_URL: replaces the content/auth API that comes with the embedded single sign-on; set SSO_ISSUER as well',
    )
  return {
    accountsSecret: values.SSO_SECRET ?? null,
    foreignProvider: toForeignProvider(values),
    authApi: values.AUTH_API_URL === undefined ? null : { url: values.AUTH_API_URL, version: values.AUTH_API_VERSION },
    social: { ...readGoogle(environment), ...readApple(environment) },
    googleScript: values.GOOGLE_SCRIPT,
    cookies: {
      bearer: values.BEARER_COOKIE,
      previewHosts: values.PREVIEW_HOSTS,
      isInsecureDevelopment: values.COOKIE_INSECURE_DEV,
    },
  }
}

function toForeignProvider(values: Values): ForeignProviderConfig | null {
  if (values.SSO_ISSUER === undefined || values.SSO_CLIENT_ID === undefined) return null
  return {
    issuer: values.SSO_ISSUER,
    clientId: values.SSO_CLIENT_ID,
    clientSecret: values.SSO_CLIENT_SECRET ?? null,
    scope: values.SSO_SCOPE,
    asksConsent: values.SSO_CONSENT,
    rolesClaim: values.SSO_ROLES_CLAIM,
  }
}

function readGoogle(environment: EnvironmentReader): Pick<SocialConfig, 'google'> {
  const values = environment.parse(GOOGLE_VARIABLES)
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = values
  if (clientId === '') return {}
  return {
    google: {
      clientId,
      clientSecret,
      issuer,
    },
  }
}

function readApple(environment: EnvironmentReader): Pick<SocialConfig, 'apple'> {
  const values = environment.parse(APPLE_VARIABLES)
  if (values.APPLE_CLIENT_ID === '') return {}
  const missing = (['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const).filter(
    (name) => values[name] === undefined,
  )
  if (missing.length > 0) environment.refuse(`${missing.join(', ')}: needed with APPLE_CLIENT_ID`)
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey, APPLE_ISSUER: issuer } = values
  if (teamId === undefined || keyId === undefined || privateKey === undefined) return {}
  return {
    apple: {
      clientId: values.APPLE_CLIENT_ID,
      teamId,
      keyId,
      privateKey,
      issuer,
    },
  }
}

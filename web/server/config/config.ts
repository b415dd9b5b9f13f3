/**
 * Configuration: only from the environment, parsed once at start. A wrong value stops the start with the list of all
 * that is wrong; nothing is guessed. Times in seconds, sizes in bytes.
 */
import { z } from 'zod'
import { PAYMENT_PROVIDERS, type PaymentProvider } from '@lokalteil/contracts/orders'
import { DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import type { ThirdPartyScript } from '@lokalteil/domain/consent/consent'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publication/publications'
import { parseS3Url, type S3Options } from '@lokalteil/services/pictures/s3-originals'
import { AdsRecords, FediverseAccounts, StoreLinks, perPublication } from './publisher-values.ts'
import type { ImageCdn } from '../http/signed-media.ts'

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'false', 'true', ''])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

/** `public`: for every network, without known passwords and without the mailbox. */
type Demo = 'off' | 'local' | 'public'

function toDemo(value: string): Demo {
  return value === 'public' ? 'public' : value === '1' || value === 'true' ? 'local' : 'off'
}

const httpAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const origin = httpAddress.refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')
const mandator = z.enum(MANDATORS)
const digits = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be ids of digits, separated by commas')
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',')))
const hostList = z
  .string()
  .regex(/^([\w.-]+(\s*,\s*[\w.-]+)*)?$/, 'must be host names, separated by commas')
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
  )
/** `{mandator}` stands for the code of the publication. */
const issuerAddress = z
  .string()
  .refine(
    (value) => httpAddress.safeParse(value.replaceAll('{mandator}', 'ak')).success,
    'must be an http(s) address; {mandator} may stand for the publication',
  )
/** Of a script that loads after consent: its address, `reference` for the product's own stand-in, `none`. Not given: the demo has the stand-in. */
const script = z
  .union(
    [
      z.enum(['none', 'reference']),
      issuerAddress.refine((value) => isSafe(value), 'must be https, or on this machine'),
    ],
    { error: 'must be an http(s) address, reference or none' },
  )
  .optional()
const count = (fallback: number, least: number, most: number) =>
  z.coerce.number().int().min(least).max(most).default(fallback)

const Environment = z.object({
  PORT: count(3000, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CACHE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** Imported pictures in an S3-compatible store; without it in the database. */
  PICTURES_URL: z
    .string()
    .transform((value, context): S3Options => {
      const parsed = parseS3Url(value)
      if (typeof parsed !== 'string') return parsed
      context.addIssue({ code: 'custom', message: parsed })
      return z.NEVER
    })
    .optional(),
  PICTURE_CACHE_BYTES: count(5_000_000_000, 10_000_000, 10_000_000_000_000),
  MANDATOR: mandator.default('ak'),
  PUBLIC_ORIGIN: origin.optional(),
  /** JSON: code → origin of the other publications. */
  PUBLICATION_ORIGINS: perPublication(origin, '{"fb":"https://www.flussbote.example"}'),
  DEMO: z.enum(['0', '1', 'public', 'false', 'true', '']).default('1').transform(toDemo),
  LANG_CODE: z.literal('de').default('de'),
  CONTENT_API_URL: httpAddress.optional(),
  CONTENT_SERVICE_KEY: z.string().min(16).optional(),
  CONTENT_PROXY: flag(true),
  INGEST_KEY: z.string().min(16).optional(),
  /** Bytes of one answer of a service elsewhere. */
  UPSTREAM_MAX_BYTES: count(5_000_000, 10_000, 1_000_000_000),
  /** The document's status while the content service is out; 404 is the literal reading of specification 8. */
  OUTAGE_STATUS: z
    .enum(['503', '404'])
    .default('503')
    .transform((value) => Number(value) as 503 | 404),
  /** Between "not ready" and the end of the port, for balancers to notice. */
  DRAIN_SECONDS: count(1, 0, 300),
  /** Offers and contracts; without it the embedded platform. */
  SUBSCRIPTION_URL: httpAddress.optional(),
  SUBSCRIPTION_SERVICE_KEY: z.string().min(16).optional(),
  /** Ways to pay, the preferred one first, with commas; the demo has its test bank. */
  PAYMENT_PROVIDERS: z
    .string()
    .transform((value) =>
      value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .pipe(z.array(z.enum(PAYMENT_PROVIDERS)))
    .optional(),
  /** Seals account numbers; the same on every process, made at the first start otherwise. */
  PAYMENT_SECRET: z.string().min(32).optional(),
  STRIPE_SECRET_KEY: z.string().min(8).max(500).optional(),
  STRIPE_WEBHOOK_SECRET: z.string().min(8).max(500).optional(),
  STRIPE_API_URL: httpAddress.default('https://api.stripe.com'),
  /** What readers keep; without it the embedded service, `none`: nothing is kept. */
  USER_API_URL: z.union([z.literal('none'), httpAddress]).optional(),
  /** For changing site settings of the embedded service; made at the first start otherwise. */
  USER_SERVICE_KEY: z.string().min(16).optional(),
  /** Lets everybody keep any number of articles. */
  BOOKMARK_LIMIT_BYPASS: flag(false),
  /** Newsletters; without it the embedded service. */
  NEWSLETTER_URL: httpAddress.optional(),
  NEWSLETTER_SERVICE_KEY: z.string().min(16).optional(),
  /** Hides addresses in the embedded service's proofs and signs its links; the same on every process. */
  NEWSLETTER_SECRET: z.string().min(32).optional(),
  /** `smtp://user:password@host:587` or `smtps://…`; without it the demo keeps mails in its mailbox, others wait. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Seals the signing keys of the embedded single sign-on; the same on every process. */
  SSO_SECRET: z.string().min(32).optional(),
  /** A publisher's own OpenID Connect provider instead of the embedded one. */
  SSO_ISSUER: issuerAddress.optional(),
  SSO_CLIENT_ID: z.string().min(1).max(200).optional(),
  SSO_CLIENT_SECRET: z.string().min(1).max(500).optional(),
  SSO_SCOPE: z.string().min(6).max(300).default('openid profile email offline_access'),
  /** `0` for a provider that gives refresh tokens without its consent page. */
  SSO_CONSENT: flag(true),
  /** A claim, or a path to one with dots. */
  SSO_ROLES_CLAIM: z.string().min(1).max(200).default('subscriptionRoles'),
  AUTH_API_URL: httpAddress.optional(),
  AUTH_API_VERSION: z.enum(['v3', 'v4']).default('v4'),
  BEARER_COOKIE: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .default('content_jwt'),
  PREVIEW_HOSTS: hostList,
  COOKIE_INSECURE_DEV: flag(false),
  GOOGLE_CLIENT_ID: z.string().max(300).default(''),
  GOOGLE_CLIENT_SECRET: z.string().max(500).optional(),
  GOOGLE_ISSUER: httpAddress.optional(),
  GOOGLE_SCRIPT: httpAddress.default('https://accounts.google.com/gsi/client'),
  APPLE_CLIENT_ID: z.string().max(300).default(''),
  APPLE_TEAM_ID: z.string().max(100).optional(),
  APPLE_KEY_ID: z.string().max(100).optional(),
  /** PKCS#8 in PEM, line breaks also as `\n`. */
  APPLE_PRIVATE_KEY: z
    .string()
    .max(5000)
    .transform((value) => value.replaceAll('\\n', '\n'))
    .optional(),
  APPLE_ISSUER: httpAddress.optional(),
  HOME_SWR_SECONDS: z
    .enum(['120', '300'])
    .default('120')
    .transform((value) => Number(value) as 120 | 300),
  PAYWALL_ENABLED: flag(true),
  /** Taken as it is: a service may mean the slash at its end. */
  PAYWALL_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAYWALL_SERVICE_KEY: z.string().min(16).max(500).optional(),
  /** Keys shared with the search provider, separated by blanks; the newest first. */
  EXTENDED_ACCESS_KEYS: z
    .string()
    .transform((value) => value.split(/\s+/).filter((key) => key !== ''))
    .refine((keys) => keys.every((key) => key.length >= 32), 'each key needs 32 characters')
    .default([]),
  /** Coins an article costs. */
  COIN_PRICE: count(1, 1, 1000),
  LEGAL_SITE_IDS: digits,
  /** Signs the addresses of pictures of paid texts; the same on every process, made at the first start otherwise. */
  IMAGE_SECRET: z.string().min(32).max(500).optional(),
  /** A picture service with the pictures' folder behind it, and the secret and way it wants addresses signed with. */
  IMAGE_CDN_URL: httpAddress.optional(),
  IMAGE_CDN_SECRET: z.string().min(8).max(500).optional(),
  IMAGE_CDN_SCHEME: z.enum(['sha256', 'md5']).default('sha256'),
  PAGE_CACHE_ENTRIES: count(500, 1, 100_000),
  PAGE_CACHE_BYTES: count(128 * 1024 * 1024, 1_000_000, 8 * 1024 ** 3),
  /** What loads after consent (S4.8-06); `{mandator}` in an address stands for the publication. */
  ANALYTICS_SCRIPT: script,
  AD_SCRIPT: script,
  RECOMMENDATION_SCRIPT: script,
  PUSH_SCRIPT: script,
  SOCIAL_POSTING_SCRIPT: script,
  /** Further origins these scripts may load from and send to, separated by blanks. */
  THIRD_PARTY_ORIGINS: z
    .string()
    .transform((value) => value.split(/\s+/).filter((item) => item !== ''))
    .pipe(z.array(origin))
    .default([]),
  /** `recoEnabled` (S1-09); not given: in the demo only. */
  RECO_ENABLED: z
    .enum(['0', '1', 'false', 'true'])
    .transform((value) => value === '1' || value === 'true')
    .optional(),
  /** Name of the bucket's cookie; the number is the percentage of B (S4.9-01). */
  RECO_BUCKET_COOKIE: z
    .string()
    .regex(/^[a-z]{1,20}_(?:100|\d{1,2})$/, 'must be a name, an underscore and a percentage, like reco_95')
    .default(DEFAULT_BUCKET_COOKIE),
  /** A WebSub hub that is told about new articles, so that search engines and readers' programs need not ask. */
  WEBSUB_HUB: httpAddress.optional(),
  /** Apps that open our links: `de.example.app=AB:CD:…[,…]`, separated by blanks. */
  ANDROID_APPS: z
    .string()
    .transform((value) => value.split(/\s+/).filter((app) => app !== ''))
    .refine(
      (apps) =>
        apps.every((app) =>
          /^[A-Za-z][\w.]{2,150}=(?:[0-9A-F]{2}(?::[0-9A-F]{2}){31})(?:,[0-9A-F]{2}(?::[0-9A-F]{2}){31})*$/.test(app),
        ),
      'each app is its package, =, and SHA-256 fingerprints of its certificates',
    )
    .transform((apps) =>
      apps.map((app) => ({
        packageName: app.slice(0, app.indexOf('=')),
        fingerprints: app.slice(app.indexOf('=') + 1).split(','),
      })),
    )
    .default([]),
  /** The same for the other store: `TEAMID1234.de.example.app`, separated by blanks. */
  IOS_APPS: z
    .string()
    .transform((value) => value.split(/\s+/).filter((app) => app !== ''))
    .refine(
      (apps) => apps.every((app) => /^[A-Z0-9]{10}\.[A-Za-z][\w.-]{2,150}$/.test(app)),
      'each app is the team and the bundle, ABCDE12345.de.example.app',
    )
    .default([]),
  /** JSON: code → records of ads.txt and app-ads.txt. */
  ADS_RECORDS: AdsRecords,
  /** JSON: code → account in the Fediverse that shared articles name. */
  FEDIVERSE_ACCOUNTS: FediverseAccounts,
  /** JSON: code → the app's pages in the stores. */
  APP_STORES: StoreLinks,
  /** `retired`: readers' browsers drop the service worker and everything it kept. */
  SERVICE_WORKER: z.enum(['on', 'retired']).default('on'),
  /** Addresses of balancers in front; only from them are X-Forwarded-* headers believed. */
  TRUST_PROXY: z.string().default(''),
})

export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | null
  cacheUrl: string | null
  /** Null: imported pictures lie in the database. */
  pictureStore: S3Options | null
  /** On this disk, of pictures that can be had or made again. */
  pictureCacheBytes: number
  mandator: Mandator
  /** Canonical origin of each publication. */
  origins: Readonly<Record<Mandator, string>>
  /** Host (without port) → publication, from the configured origins. */
  hosts: Readonly<Record<string, Mandator>>
  isDemo: boolean
  /** For every network: nobody knows a password, and mails are not shown. */
  isDemoPublic: boolean
  isDevelopment: boolean
  contentApiUrl: string | null
  contentServiceKey: string | null
  isContentProxied: boolean
  ingestKey: string | null
  upstreamMaxBytes: number
  outageStatus: 503 | 404
  drainSeconds: number
  subscriptionUrl: string | null
  subscriptionServiceKey: string | null
  paymentProviders: readonly PaymentProvider[]
  paymentSecret: string | null
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string } | null
  userApi: 'embedded' | 'none' | { url: string }
  userServiceKey: string | null
  /** `bookmarkLimitBypass` (S6-01). */
  isBookmarkLimitBypassed: boolean
  newsletterUrl: string | null
  newsletterServiceKey: string | null
  newsletterSecret: string | null
  smtpUrl: string | null
  ssoSecret: string | null
  /** Null: the embedded single sign-on. */
  foreignSso: ForeignSsoConfig | null
  authApi: { url: string; version: 'v3' | 'v4' } | null
  social: SocialConfig
  /** Address of the token-based provider's script. */
  googleScript: string
  cookies: { bearer: string; previewHosts: readonly string[]; isInsecureDevelopment: boolean }
  homeSeconds: 120 | 300
  isPaywallEnabled: boolean
  /** The publisher's own paywall service; null: the embedded one. */
  paywallUrl: string | null
  paywallServiceKey: string | null
  extendedAccessKeys: readonly string[]
  /** `coinPrice` (S7.5-03). */
  coinPrice: number
  legalSiteIds: readonly string[]
  imageSecret: string | null
  imageCdn: ImageCdn | null
  pageCache: { entries: number; bytes: number }
  trustedProxies: readonly string[]
  isServiceWorkerRetired: boolean
  websubHub: string | null
  thirdParties: ThirdPartiesConfig
  adsRecords: AdsRecords
  fediverseAccounts: FediverseAccounts
  storeLinks: StoreLinks
  apps: { android: readonly { packageName: string; fingerprints: readonly string[] }[]; ios: readonly string[] }
}

/** `{mandator}` in issuer and client id stands for the code of the publication. */
export type ForeignSsoConfig = {
  issuer: string
  clientId: string
  clientSecret: string | null
  scope: string
  /** Whether the consent page is asked for, without which a provider need not give a refresh token. */
  asksConsent: boolean
  /** Where roles stand: a claim, or a path to one with dots. */
  rolesClaim: string
}

export type ThirdPartiesConfig = {
  /** Addresses, `{mandator}` in them stands for the code of the publication; those that are not configured are absent. */
  scripts: Readonly<Partial<Record<ThirdPartyScript, string>>>
  /** Beside those of the scripts. */
  origins: readonly string[]
  isRecoEnabled: boolean
  bucketCookie: string
}

export type SocialConfig = {
  google?: { clientId: string; clientSecret?: string; issuer?: string }
  apple?: { clientId: string; teamId: string; keyId: string; privateKey: string; issuer?: string }
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given = Object.fromEntries(
    Object.keys(Environment.shape).flatMap((name) =>
      environment[name] === undefined || environment[name] === '' ? [] : [[name, environment[name]]],
    ),
  )
  const { value, wrong } = parseEach(given)
  const problems: string[] = []
  const isDemo = value.DEMO !== 'off'
  if (value.DEMO === 'local') problems.push(...listOpenAddresses(value))
  if (value.CONTENT_API_URL !== undefined && value.CONTENT_SERVICE_KEY === undefined) {
    problems.push('CONTENT_SERVICE_KEY: is needed with CONTENT_API_URL, for the text of paid articles')
  }
  if (value.SUBSCRIPTION_URL !== undefined && value.SUBSCRIPTION_SERVICE_KEY === undefined) {
    problems.push('SUBSCRIPTION_SERVICE_KEY: is needed with SUBSCRIPTION_URL, to file cancellations and withdrawals')
  }
  const providers = value.PAYMENT_PROVIDERS ?? (isDemo ? ['test-bank', 'invoice'] : [])
  if (providers.includes('test-bank') && !isDemo)
    problems.push('PAYMENT_PROVIDERS: test-bank moves no money and belongs to the demo')
  if (
    providers.includes('stripe') &&
    (value.STRIPE_SECRET_KEY === undefined || value.STRIPE_WEBHOOK_SECRET === undefined)
  )
    problems.push('STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: needed with stripe in PAYMENT_PROVIDERS')
  if (value.STRIPE_API_URL.startsWith('http:') && !isThisMachine(value.STRIPE_API_URL))
    problems.push('STRIPE_API_URL: must be https, or on this machine')
  if (value.SSO_ISSUER !== undefined && value.SSO_CLIENT_ID === undefined)
    problems.push('SSO_CLIENT_ID: is needed with SSO_ISSUER')
  if (value.SSO_ISSUER?.startsWith('http:') && !isThisMachine(value.SSO_ISSUER.replaceAll('{mandator}', 'ak')))
    problems.push('SSO_ISSUER: must be https, or on this machine')
  if (value.AUTH_API_URL !== undefined && value.SSO_ISSUER === undefined) {
    problems.push(
      'AUTH_API_URL: replaces the content/auth API that comes with the embedded single sign-on; set SSO_ISSUER as well',
    )
  }
  if (value.IMAGE_CDN_URL !== undefined && value.IMAGE_CDN_SECRET === undefined)
    problems.push('IMAGE_CDN_SECRET: is needed with IMAGE_CDN_URL, to sign addresses')
  const missingApple = (['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const).filter(
    (name) => value[name] === undefined,
  )
  if (value.APPLE_CLIENT_ID.trim() !== '' && missingApple.length > 0)
    problems.push(`${missingApple.join(', ')}: needed with APPLE_CLIENT_ID`)
  // What a wrong value would have meant is not known: rules about it say nothing, all others do.
  const sure = problems.filter((problem) => ![...wrong.keys()].some((name) => problem.includes(name)))
  const all = [...wrong.values(), ...sure]
  if (all.length > 0) return { ok: false, problems: all }
  const origins = toOrigins(value)
  return {
    ok: true,
    config: {
      port: value.PORT,
      host: value.HOST,
      dataDir: value.DATA_DIR,
      databaseUrl: value.DATABASE_URL ?? null,
      cacheUrl: value.CACHE_URL ?? null,
      pictureStore: value.PICTURES_URL ?? null,
      pictureCacheBytes: value.PICTURE_CACHE_BYTES,
      mandator: value.MANDATOR,
      origins,
      hosts: toHosts(value, origins),
      isDemo,
      isDemoPublic: value.DEMO === 'public',
      isDevelopment: environment.LOKALTEIL_DEV === '1',
      contentApiUrl: value.CONTENT_API_URL ?? null,
      contentServiceKey: value.CONTENT_SERVICE_KEY ?? null,
      isContentProxied: value.CONTENT_PROXY,
      ingestKey: value.INGEST_KEY ?? null,
      upstreamMaxBytes: value.UPSTREAM_MAX_BYTES,
      outageStatus: value.OUTAGE_STATUS,
      drainSeconds: value.DRAIN_SECONDS,
      subscriptionUrl: value.SUBSCRIPTION_URL ?? null,
      subscriptionServiceKey: value.SUBSCRIPTION_SERVICE_KEY ?? null,
      paymentProviders: providers as PaymentProvider[],
      paymentSecret: value.PAYMENT_SECRET ?? null,
      stripe:
        value.STRIPE_SECRET_KEY === undefined || value.STRIPE_WEBHOOK_SECRET === undefined
          ? null
          : {
              secretKey: value.STRIPE_SECRET_KEY,
              webhookSecret: value.STRIPE_WEBHOOK_SECRET,
              apiUrl: value.STRIPE_API_URL,
            },
      userApi:
        value.USER_API_URL === undefined
          ? 'embedded'
          : value.USER_API_URL === 'none'
            ? 'none'
            : { url: value.USER_API_URL },
      userServiceKey: value.USER_SERVICE_KEY ?? null,
      isBookmarkLimitBypassed: value.BOOKMARK_LIMIT_BYPASS,
      newsletterUrl: value.NEWSLETTER_URL ?? null,
      newsletterServiceKey: value.NEWSLETTER_SERVICE_KEY ?? null,
      newsletterSecret: value.NEWSLETTER_SECRET ?? null,
      smtpUrl: value.SMTP_URL ?? null,
      ssoSecret: value.SSO_SECRET ?? null,
      foreignSso:
        value.SSO_ISSUER === undefined || value.SSO_CLIENT_ID === undefined
          ? null
          : {
              issuer: value.SSO_ISSUER,
              clientId: value.SSO_CLIENT_ID,
              clientSecret: value.SSO_CLIENT_SECRET ?? null,
              scope: value.SSO_SCOPE,
              asksConsent: value.SSO_CONSENT,
              rolesClaim: value.SSO_ROLES_CLAIM,
            },
      authApi: value.AUTH_API_URL === undefined ? null : { url: value.AUTH_API_URL, version: value.AUTH_API_VERSION },
      social: toSocial(value),
      googleScript: value.GOOGLE_SCRIPT,
      cookies: {
        bearer: value.BEARER_COOKIE,
        previewHosts: value.PREVIEW_HOSTS,
        isInsecureDevelopment: value.COOKIE_INSECURE_DEV,
      },
      homeSeconds: value.HOME_SWR_SECONDS,
      isPaywallEnabled: value.PAYWALL_ENABLED,
      paywallUrl: value.PAYWALL_URL ?? null,
      paywallServiceKey: value.PAYWALL_SERVICE_KEY ?? null,
      extendedAccessKeys: value.EXTENDED_ACCESS_KEYS,
      coinPrice: value.COIN_PRICE,
      legalSiteIds: value.LEGAL_SITE_IDS,
      imageSecret: value.IMAGE_SECRET ?? null,
      imageCdn:
        value.IMAGE_CDN_URL === undefined || value.IMAGE_CDN_SECRET === undefined
          ? null
          : { url: value.IMAGE_CDN_URL, secret: value.IMAGE_CDN_SECRET, scheme: value.IMAGE_CDN_SCHEME },
      pageCache: { entries: value.PAGE_CACHE_ENTRIES, bytes: value.PAGE_CACHE_BYTES },
      isServiceWorkerRetired: value.SERVICE_WORKER === 'retired',
      websubHub: value.WEBSUB_HUB ?? null,
      thirdParties: toThirdParties(value),
      adsRecords: value.ADS_RECORDS,
      fediverseAccounts: value.FEDIVERSE_ACCOUNTS,
      storeLinks: isDemo ? { ...DEMO_STORES, ...value.APP_STORES } : value.APP_STORES,
      apps: { android: value.ANDROID_APPS, ios: value.IOS_APPS },
      trustedProxies: value.TRUST_PROXY.split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    },
  }
}

type Parsed = z.output<typeof Environment>

/** Each by itself, so that one wrong value hides no other mistake. A wrong one counts as not given. */
function parseEach(given: Readonly<Record<string, string | undefined>>): { value: Parsed; wrong: Map<string, string> } {
  const wrong = new Map<string, string>()
  const value: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(Environment.shape)) {
    const parsed = schema.safeParse(given[name])
    if (parsed.success) value[name] = parsed.data
    else {
      wrong.set(
        name,
        parsed.error.issues.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`).join('; '),
      )
      value[name] = schema.parse(undefined)
    }
  }
  return { value: value as Parsed, wrong }
}

/** Why the demo with its known passwords and its open mailbox may not start: others than this machine could reach it. */
function listOpenAddresses(value: Parsed): string[] {
  const way = 'set DEMO=0, or DEMO=public, which closes its accounts and its mailbox'
  const { HOST, PUBLIC_ORIGIN, PUBLICATION_ORIGINS } = value
  const host = `http://${HOST.includes(':') && !HOST.startsWith('[') ? `[${HOST}]` : HOST}`
  const isFar = (address: string | undefined) => address !== undefined && !isThisMachine(address)
  const place = 'the demo with its known passwords and open mailbox is for this machine alone'
  return [
    ...(!URL.canParse(host) || isFar(host) ? [`HOST: ${place}, and ${HOST} is open to others; ${way}`] : []),
    ...(isFar(PUBLIC_ORIGIN) ? [`PUBLIC_ORIGIN: ${place}; ${way}`] : []),
    ...(Object.values(PUBLICATION_ORIGINS).some(isFar) ? [`PUBLICATION_ORIGINS: ${place}; ${way}`] : []),
  ]
}

/** A provider without a client id is off (S5-05). */
function toSocial(value: Parsed): SocialConfig {
  const {
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    GOOGLE_ISSUER,
    APPLE_CLIENT_ID,
    APPLE_TEAM_ID,
    APPLE_KEY_ID,
    APPLE_PRIVATE_KEY,
    APPLE_ISSUER,
  } = value
  return {
    ...(GOOGLE_CLIENT_ID.trim() === ''
      ? {}
      : {
          google: {
            clientId: GOOGLE_CLIENT_ID.trim(),
            ...(GOOGLE_CLIENT_SECRET === undefined ? {} : { clientSecret: GOOGLE_CLIENT_SECRET }),
            ...(GOOGLE_ISSUER === undefined ? {} : { issuer: GOOGLE_ISSUER }),
          },
        }),
    ...(APPLE_CLIENT_ID.trim() === '' ||
    APPLE_TEAM_ID === undefined ||
    APPLE_KEY_ID === undefined ||
    APPLE_PRIVATE_KEY === undefined
      ? {}
      : {
          apple: {
            clientId: APPLE_CLIENT_ID.trim(),
            teamId: APPLE_TEAM_ID,
            keyId: APPLE_KEY_ID,
            privateKey: APPLE_PRIVATE_KEY,
            ...(APPLE_ISSUER === undefined ? {} : { issuer: APPLE_ISSUER }),
          },
        }),
  }
}

/** The demo has no app; its badges show the way to the stores. */
const FRONT_PAGES = { apple: 'https://apps.apple.com/de/', google: 'https://play.google.com/store/apps?hl=de' }
const DEMO_STORES: StoreLinks = Object.fromEntries(MANDATORS.map((code) => [code, FRONT_PAGES]))

/** Where the product's own stand-ins are. */
export const REFERENCE_SCRIPTS: Readonly<Record<ThirdPartyScript, string>> = {
  analytics: '/__services/scripts/analytics.js',
  ads: '/__services/scripts/ads.js',
  recommendations: '/__services/scripts/recommendations.js',
  pushNotifications: '/__services/scripts/push-notifications.js',
  socialPosting: '/__services/scripts/social-posting.js',
}

function toThirdParties(value: Parsed): ThirdPartiesConfig {
  const isRecoEnabled = value.RECO_ENABLED ?? value.DEMO !== 'off'
  const given: Record<ThirdPartyScript, string | undefined> = {
    analytics: value.ANALYTICS_SCRIPT,
    ads: value.AD_SCRIPT,
    recommendations: isRecoEnabled ? value.RECOMMENDATION_SCRIPT : 'none',
    pushNotifications: value.PUSH_SCRIPT,
    socialPosting: value.SOCIAL_POSTING_SCRIPT,
  }
  const scripts = Object.entries(given).flatMap(([name, address = value.DEMO === 'off' ? 'none' : 'reference']) =>
    address === 'none' ? [] : [[name, address === 'reference' ? REFERENCE_SCRIPTS[name as ThirdPartyScript] : address]],
  )
  return {
    scripts: Object.fromEntries(scripts) as ThirdPartiesConfig['scripts'],
    origins: value.THIRD_PARTY_ORIGINS,
    isRecoEnabled,
    bucketCookie: value.RECO_BUCKET_COOKIE,
  }
}

/** Without an origin of its own a publication answers at `{code}.localhost`, the default one at localhost. */
function toOrigins(value: Parsed): Record<Mandator, string> {
  const entries = MANDATORS.map((code) => {
    const configured = code === value.MANDATOR ? value.PUBLIC_ORIGIN : undefined
    const label = code === value.MANDATOR ? '' : `${code}.`
    return [code, value.PUBLICATION_ORIGINS[code] ?? configured ?? `http://${label}localhost:${value.PORT}`]
  })
  return Object.fromEntries(entries) as Record<Mandator, string>
}

function toHosts(value: Parsed, origins: Readonly<Record<Mandator, string>>): Record<string, Mandator> {
  const configured = MANDATORS.filter(
    (code) =>
      value.PUBLICATION_ORIGINS[code] !== undefined || (code === value.MANDATOR && value.PUBLIC_ORIGIN !== undefined),
  )
  return Object.fromEntries(configured.map((code) => [new URL(origins[code]).hostname, code]))
}

function isSafe(address: string): boolean {
  const example = address.replaceAll('{mandator}', 'ak')
  return example.startsWith('https:') || !URL.canParse(example) || isThisMachine(example)
}

export function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}

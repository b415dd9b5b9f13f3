/**
 * Configuration: only from the environment, parsed once at start. A wrong value stops the start with the list of all
 * that is wrong; nothing is guessed. Times in seconds, sizes in bytes.
 */
import { z } from 'zod'
import { MANDATORS, type Mandator } from '@lokalteil/domain/publications'

const flag = (fallback: boolean) =>
  z
    .enum(['0', '1', 'false', 'true', ''])
    .default(fallback ? '1' : '0')
    .transform((value) => value === '1' || value === 'true')

const httpAddress = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''))
const origin = httpAddress.refine((value) => new URL(value).pathname === '/', 'must be an origin without a path')
const mandator = z.enum(MANDATORS)
const digits = z
  .string()
  .regex(/^(\d+(,\d+)*)?$/, 'must be ids of digits, separated by commas')
  .default('')
  .transform((value) => (value === '' ? [] : value.split(',')))
const count = (fallback: number, least: number, most: number) => z.coerce.number().int().min(least).max(most).default(fallback)

const Environment = z.object({
  PORT: count(3000, 0, 65_535),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  CACHE_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  MANDATOR: mandator.default('ak'),
  PUBLIC_ORIGIN: origin.optional(),
  /** JSON: code → origin of the other publications. */
  PUBLICATION_ORIGINS: z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON like {"fb":"https://www.flussbote.example"}' })
        return z.NEVER
      }
    })
    .pipe(z.partialRecord(mandator, origin)),
  DEMO: flag(true),
  LANG_CODE: z.literal('de').default('de'),
  CONTENT_API_URL: httpAddress.optional(),
  CONTENT_SERVICE_KEY: z.string().min(16).optional(),
  CONTENT_PROXY: flag(true),
  INGEST_KEY: z.string().min(16).optional(),
  /** Offers and contracts; without it the embedded platform. */
  SUBSCRIPTION_URL: httpAddress.optional(),
  SUBSCRIPTION_SERVICE_KEY: z.string().min(16).optional(),
  /** `smtp://user:password@host:587` or `smtps://…`; without it the demo keeps mails in its mailbox, others wait. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  HOME_SWR_SECONDS: z.enum(['120', '300']).default('120').transform((value) => Number(value) as 120 | 300),
  PAYWALL_ENABLED: flag(true),
  LEGAL_SITE_IDS: digits,
  PAGE_CACHE_ENTRIES: count(500, 1, 100_000),
  PAGE_CACHE_BYTES: count(128 * 1024 * 1024, 1_000_000, 8 * 1024 ** 3),
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
  mandator: Mandator
  /** Canonical origin of each publication. */
  origins: Readonly<Record<Mandator, string>>
  /** Host (without port) → publication, from the configured origins. */
  hosts: Readonly<Record<string, Mandator>>
  isDemo: boolean
  isDevelopment: boolean
  contentApiUrl: string | null
  contentServiceKey: string | null
  isContentProxied: boolean
  ingestKey: string | null
  subscriptionUrl: string | null
  subscriptionServiceKey: string | null
  smtpUrl: string | null
  homeSeconds: 120 | 300
  isPaywallEnabled: boolean
  legalSiteIds: readonly string[]
  pageCache: { entries: number; bytes: number }
  trustedProxies: readonly string[]
  isServiceWorkerRetired: boolean
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given = Object.fromEntries(Object.keys(Environment.shape).flatMap((name) => (environment[name] === undefined || environment[name] === '' ? [] : [[name, environment[name]]])))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) }
  const value = parsed.data
  const problems: string[] = []
  if (value.DEMO && value.PUBLIC_ORIGIN !== undefined && !isThisMachine(value.PUBLIC_ORIGIN)) {
    problems.push('DEMO: the demo with its known passwords does not run under a public address; set DEMO=0 or leave PUBLIC_ORIGIN out')
  }
  if (value.CONTENT_API_URL !== undefined && value.CONTENT_SERVICE_KEY === undefined) {
    problems.push('CONTENT_SERVICE_KEY: is needed with CONTENT_API_URL, for the text of paid articles')
  }
  if (value.SUBSCRIPTION_URL !== undefined && value.SUBSCRIPTION_SERVICE_KEY === undefined) {
    problems.push('SUBSCRIPTION_SERVICE_KEY: is needed with SUBSCRIPTION_URL, to file cancellations and withdrawals')
  }
  if (problems.length > 0) return { ok: false, problems }
  const origins = toOrigins(value)
  return {
    ok: true,
    config: {
      port: value.PORT,
      host: value.HOST,
      dataDir: value.DATA_DIR,
      databaseUrl: value.DATABASE_URL ?? null,
      cacheUrl: value.CACHE_URL ?? null,
      mandator: value.MANDATOR,
      origins,
      hosts: toHosts(value, origins),
      isDemo: value.DEMO,
      isDevelopment: environment.LOKALTEIL_DEV === '1',
      contentApiUrl: value.CONTENT_API_URL ?? null,
      contentServiceKey: value.CONTENT_SERVICE_KEY ?? null,
      isContentProxied: value.CONTENT_PROXY,
      ingestKey: value.INGEST_KEY ?? null,
      subscriptionUrl: value.SUBSCRIPTION_URL ?? null,
      subscriptionServiceKey: value.SUBSCRIPTION_SERVICE_KEY ?? null,
      smtpUrl: value.SMTP_URL ?? null,
      homeSeconds: value.HOME_SWR_SECONDS,
      isPaywallEnabled: value.PAYWALL_ENABLED,
      legalSiteIds: value.LEGAL_SITE_IDS,
      pageCache: { entries: value.PAGE_CACHE_ENTRIES, bytes: value.PAGE_CACHE_BYTES },
      isServiceWorkerRetired: value.SERVICE_WORKER === 'retired',
      trustedProxies: value.TRUST_PROXY.split(',').map((item) => item.trim()).filter((item) => item !== ''),
    },
  }
}

type Parsed = z.output<typeof Environment>

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
  const configured = MANDATORS.filter((code) => value.PUBLICATION_ORIGINS[code] !== undefined || (code === value.MANDATOR && value.PUBLIC_ORIGIN !== undefined))
  return Object.fromEntries(configured.map((code) => [new URL(origins[code]).hostname, code]))
}

export function isThisMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

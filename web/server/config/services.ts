/** External services that replace embedded ones, their keys, and the answer during an outage. */
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { count, flag, httpAddress, secret, serviceKey } from './values.ts'

const VARIABLES = {
  CONTENT_API_URL: httpAddress.optional(),
  CONTENT_SERVICE_KEY: serviceKey.optional(),
  CONTENT_PROXY: flag(true),
  INGEST_KEY: serviceKey.optional(),
  /** Most bytes of one answer of an external service. */
  UPSTREAM_MAX_BYTES: count(5_000_000, 10_000, 1_000_000_000),
  /** HTTP status of pages while the content service is down; 404 is the literal reading of specification 8. */
  OUTAGE_STATUS: z
    .enum(['503', '404'])
    .default('503')
    .transform((value): 503 | 404 => (value === '404' ? 404 : 503)),
  /** Offers and contracts; default: the embedded platform. */
  SUBSCRIPTION_URL: httpAddress.optional(),
  SUBSCRIPTION_SERVICE_KEY: serviceKey.optional(),
  /** Bookmarks, follows and other data that readers store; default: the embedded service; `none`: nothing is stored. */
  USER_API_URL: z.union([z.literal('none'), httpAddress]).optional(),
  /** Key for changing site settings in the embedded service; default: generated at the first start. */
  USER_SERVICE_KEY: serviceKey.optional(),
  /** Removes the limit of bookmarks. */
  BOOKMARK_LIMIT_BYPASS: flag(false),
  /** Newsletters; default: the embedded service. */
  NEWSLETTER_URL: httpAddress.optional(),
  NEWSLETTER_SERVICE_KEY: serviceKey.optional(),
  /** Hashes addresses in the embedded service's proofs and signs its links; the same in every process. */
  NEWSLETTER_SECRET: secret.optional(),
  /** Comments and reviews; default: the embedded service. */
  COMMUNITY_URL: httpAddress.optional(),
  COMMUNITY_SERVICE_KEY: serviceKey.optional(),
  /** Signs the links in its mails; the same in every process. */
  COMMUNITY_SECRET: secret.optional(),
  /** Figures of views; default: the embedded service; `none`: nothing is counted. */
  FIGURES_URL: z.union([z.literal('none'), httpAddress]).optional(),
  FIGURES_SERVICE_KEY: serviceKey.optional(),
  /** Months for which the embedded service keeps its sums. */
  FIGURES_MONTHS: count(25, 1, 120),
}

type Replaceable = 'embedded' | 'none' | { url: string }

export type ServicesConfig = {
  contentApiUrl: string | null
  contentServiceKey: string | null
  isContentProxied: boolean
  ingestKey: string | null
  upstreamMaxBytes: number
  outageStatus: 503 | 404
  subscriptionUrl: string | null
  subscriptionServiceKey: string | null
  libraryApi: Replaceable
  libraryServiceKey: string | null
  /** `bookmarkLimitBypass` (S6-01). */
  isBookmarkLimitBypassed: boolean
  newsletterUrl: string | null
  newsletterServiceKey: string | null
  newsletterSecret: string | null
  communityUrl: string | null
  communityServiceKey: string | null
  communitySecret: string | null
  figures: Replaceable
  figuresServiceKey: string | null
  figuresMonths: number
}

export function readServices(environment: EnvironmentReader): ServicesConfig {
  const values = environment.parse(VARIABLES)
  if (values.CONTENT_API_URL !== undefined && values.CONTENT_SERVICE_KEY === undefined)
    environment.refuse('CONTENT_SERVICE_KEY: is needed with CONTENT_API_URL, for the text of paid articles')
  if (values.SUBSCRIPTION_URL !== undefined && values.SUBSCRIPTION_SERVICE_KEY === undefined)
    environment.refuse(
      'SUBSCRIPTION_SERVICE_KEY: is needed with SUBSCRIPTION_URL, to file cancellations and withdrawals',
    )
  return {
    contentApiUrl: values.CONTENT_API_URL ?? null,
    contentServiceKey: values.CONTENT_SERVICE_KEY ?? null,
    isContentProxied: values.CONTENT_PROXY,
    ingestKey: values.INGEST_KEY ?? null,
    upstreamMaxBytes: values.UPSTREAM_MAX_BYTES,
    outageStatus: values.OUTAGE_STATUS,
    subscriptionUrl: values.SUBSCRIPTION_URL ?? null,
    subscriptionServiceKey: values.SUBSCRIPTION_SERVICE_KEY ?? null,
    libraryApi: toReplaceable(values.USER_API_URL),
    libraryServiceKey: values.USER_SERVICE_KEY ?? null,
    isBookmarkLimitBypassed: values.BOOKMARK_LIMIT_BYPASS,
    newsletterUrl: values.NEWSLETTER_URL ?? null,
    newsletterServiceKey: values.NEWSLETTER_SERVICE_KEY ?? null,
    newsletterSecret: values.NEWSLETTER_SECRET ?? null,
    communityUrl: values.COMMUNITY_URL ?? null,
    communityServiceKey: values.COMMUNITY_SERVICE_KEY ?? null,
    communitySecret: values.COMMUNITY_SECRET ?? null,
    figures: toReplaceable(values.FIGURES_URL),
    figuresServiceKey: values.FIGURES_SERVICE_KEY ?? null,
    figuresMonths: values.FIGURES_MONTHS,
  }
}

function toReplaceable(value: string | undefined): Replaceable {
  if (value === undefined) return 'embedded'
  return value === 'none' ? 'none' : { url: value }
}

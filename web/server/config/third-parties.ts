/** Scripts that load after consent (S4.8-06), and the A/B test of recommendations. */
import { z } from 'zod'
import { DEFAULT_BUCKET_COOKIE } from '@lokalteil/domain/analytics/ab-bucket'
import type { ThirdPartyScript } from '@lokalteil/domain/consent/consent'
import type { EnvironmentReader } from './environment.ts'
import { addressPerPublication, isSafe, listByBlanks, origin } from './values.ts'

/**
 * Address of the script, `reference` for the product's own sample script, or `none`. Default: `reference` in the demo.
 */
const script = z
  .union([z.enum(['none', 'reference']), addressPerPublication.refine(isSafe, 'must be https, or on this machine')], {
    error: 'must be an http(s) address, reference or none',
  })
  .optional()

const VARIABLES = {
  /** `{mandator}` in an address stands for the publication's code. */
  ANALYTICS_SCRIPT: script,
  AD_SCRIPT: script,
  RECOMMENDATION_SCRIPT: script,
  PUSH_SCRIPT: script,
  SOCIAL_POSTING_SCRIPT: script,
  /** Further origins that these scripts may load from and send to, separated by blanks. */
  THIRD_PARTY_ORIGINS: listByBlanks.pipe(z.array(origin)).default([]),
  /** `recoEnabled` (S1-09); default: only in the demo. */
  RECO_ENABLED: z
    .enum(['0', '1', 'false', 'true'])
    .transform((value) => value === '1' || value === 'true')
    .optional(),
  /** Name of the bucket cookie; the number is the percentage of B (S4.9-01). */
  RECO_BUCKET_COOKIE: z
    .string()
    .regex(/^[a-z]{1,20}_(?:100|\d{1,2})$/, 'must be a name, an underscore and a percentage, like reco_95')
    .default(DEFAULT_BUCKET_COOKIE),
}

export type ThirdPartiesConfig = {
  /** Addresses with `{mandator}` for the publication's code; scripts that are not configured are absent. */
  scripts: Readonly<Partial<Record<ThirdPartyScript, string>>>
  /** In addition to the scripts' own origins. */
  origins: readonly string[]
  isRecoEnabled: boolean
  bucketCookie: string
}

/** Paths of the product's own sample scripts. */
const REFERENCE_SCRIPTS: Readonly<Record<ThirdPartyScript, string>> = {
  analytics: '/__services/scripts/analytics.js',
  ads: '/__services/scripts/ads.js',
  recommendations: '/__services/scripts/recommendations.js',
  pushNotifications: '/__services/scripts/push-notifications.js',
  socialPosting: '/__services/scripts/social-posting.js',
}

export function readThirdParties(
  environment: EnvironmentReader,
  { isDemo }: { isDemo: boolean },
): { thirdParties: ThirdPartiesConfig } {
  const values = environment.parse(VARIABLES)
  const isRecoEnabled = values.RECO_ENABLED ?? isDemo
  const toScript = (name: ThirdPartyScript, given = isDemo ? 'reference' : 'none'): ThirdPartiesConfig['scripts'] =>
    given === 'none' ? {} : { [name]: given === 'reference' ? REFERENCE_SCRIPTS[name] : given }
  return {
    thirdParties: {
      scripts: {
        ...toScript('analytics', values.ANALYTICS_SCRIPT),
        ...toScript('ads', values.AD_SCRIPT),
        ...toScript('recommendations', isRecoEnabled ? values.RECOMMENDATION_SCRIPT : 'none'),
        ...toScript('pushNotifications', values.PUSH_SCRIPT),
        ...toScript('socialPosting', values.SOCIAL_POSTING_SCRIPT),
      },
      origins: values.THIRD_PARTY_ORIGINS,
      isRecoEnabled,
      bucketCookie: values.RECO_BUCKET_COOKIE,
    },
  }
}

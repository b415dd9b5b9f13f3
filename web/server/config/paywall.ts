/** The paywall: paid content, the deciding service, the price of an article. */
import { z } from 'zod'
import type { EnvironmentReader } from './environment.ts'
import { count, flag, listByBlanks, serviceKey } from './values.ts'

const VARIABLES = {
  PAYWALL_ENABLED: flag(true),
  /** Used as given: a slash at the end may matter to the service. */
  PAYWALL_URL: z.url({ protocol: /^https?$/ }).optional(),
  PAYWALL_SERVICE_KEY: serviceKey.max(500).optional(),
  /** Keys shared with the search provider, separated by blanks, the newest first. */
  EXTENDED_ACCESS_KEYS: listByBlanks
    .refine((keys) => keys.every((key) => key.length >= 32), 'each key needs 32 characters')
    .default([]),
  /** Price of an article in coins. */
  COIN_PRICE: count(1, 1, 1000),
  LEGAL_SITE_IDS: z
    .string()
    .regex(/^(\d+(,\d+)*)?$/, 'must be ids of digits, separated by commas')
    .default('')
    .transform((value) => (value === '' ? [] : value.split(','))),
}

export type PaywallConfig = {
  isPaywallEnabled: boolean
  /** The publisher's own paywall service; null: the embedded one. */
  paywallUrl: string | null
  paywallServiceKey: string | null
  extendedAccessKeys: readonly string[]
  /** `coinPrice` (S7.5-03). */
  coinPrice: number
  legalSiteIds: readonly string[]
}

export function readPaywall(environment: EnvironmentReader): PaywallConfig {
  const values = environment.parse(VARIABLES)
  return {
    isPaywallEnabled: values.PAYWALL_ENABLED,
    paywallUrl: values.PAYWALL_URL ?? null,
    paywallServiceKey: values.PAYWALL_SERVICE_KEY ?? null,
    extendedAccessKeys: values.EXTENDED_ACCESS_KEYS,
    coinPrice: values.COIN_PRICE,
    legalSiteIds: values.LEGAL_SITE_IDS,
  }
}

/** What a page knows of a publication's advertising. Pure. */
import type { AdRules, OwnSizes } from './places.ts'
import type { SensitiveTopics } from './sensitive.ts'

/** How its ad server is asked. */
export type AdServerFacts = {
  /** Absent: `queue`, the product's own interface. */
  kind?: 'queue' | 'gpt' | undefined
  /** Of `gpt`: the ad unit, with `{place}` for the name of the place. */
  unit?: string | undefined
  /** Afterwards the place counts as empty. */
  waitMs?: number | undefined
  /** Seconds in view after which a place is filled anew; absent: never. */
  refreshSeconds?: number | undefined
}

/** Header bidding before each request. */
export type Bidding = {
  /** For `setConfig` of Prebid.js. */
  config: Readonly<Record<string, unknown>>
  timeoutMs: number
  /** `places`: kinds of places; absent or empty: all. */
  bidders: readonly { bidder: string; params: Readonly<Record<string, unknown>>; places?: readonly string[] }[]
}

export type AdvertisingFacts = {
  /** The publication has advertisements of its own in force, which need no consent. */
  hasHouseAds?: true
  sizes?: OwnSizes
  rules?: Partial<AdRules>
  sensitive?: SensitiveTopics
  server?: AdServerFacts
  bidding?: Bidding
}

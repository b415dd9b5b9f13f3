/** What a page knows of a publication's advertising. Pure. */
import type { AdRules, OwnSizes } from './places.ts'
import type { SensitiveTopics } from './sensitive.ts'

export type AdvertisingFacts = {
  /** The publication has advertisements of its own in force, which need no consent. */
  hasHouseAds?: true
  sizes?: OwnSizes
  rules?: Partial<AdRules>
  sensitive?: SensitiveTopics
}

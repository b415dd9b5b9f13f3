/** The advertising of a page: null in a publication without any, and on a page about a sensitive topic. */
import type { AdvertisingFacts } from '@lokalteil/domain/advertising/facts'
import { isSensitive, type Topics } from '@lokalteil/domain/advertising/sensitive'
import { useSurroundings } from '../../page/portal.ts'

export function useAds(page: Topics): AdvertisingFacts | null {
  const { advertising } = useSurroundings()
  return advertising === undefined || isSensitive(page, advertising.sensitive) ? null : advertising
}

/**
 * Third-party content allowed on the page in view. `third-parties.later.ts` decides, parts of the page read it here.
 * Null until the session is known.
 */
import { useSyncExternalStore } from 'react'
import type { AdSize } from '@lokalteil/domain/advertising/places'
import type { ThirdParties } from '@lokalteil/domain/consent/consent'
import type { Bucket } from '@lokalteil/domain/analytics/ab-bucket'
import { createListeners } from '../../page/listeners.ts'

/** The interface between the page and third-party scripts; an array (queue) until a script replaces it. */
declare global {
  interface Window {
    adPlaces?: { push: (request: QueuedAd) => unknown }
    /** Never in the native app (R4.8-17). */
    adTargeting?: Readonly<Record<string, string | readonly string[]>>
    recommendationWidget?: { request: (asked: RecommendationRequest) => Promise<unknown> }
  }
}

/** `sizes`: what the place has room for in this window. `answer`: says whether it was filled; may be left out. */
export type QueuedAd = {
  name: string
  element: HTMLElement
  sizes: readonly AdSize[]
  answer: (isFilled: boolean) => void
}

export type RecommendationRequest = {
  articleId: string
  topicIds: readonly string[]
  /** Articles the page shows already. */
  exclude: readonly string[]
  limit: number
  isTopicRankingOff: boolean
  bucket: Bucket
  /** Base of the content API. */
  contentApi: string
}

type RecommendationSink = (type: string, responseId: string) => void

let decided: ThirdParties | null = null
const { subscribe, notify } = createListeners()

const getThirdParties = (): ThirdParties | null => decided

export function setThirdParties(next: ThirdParties): void {
  decided = next
  notify()
}

export function useThirdParties(): ThirdParties | null {
  return useSyncExternalStore(subscribe, getThirdParties, () => null)
}

/** The current bucket of recommendations and the listener for answers, for the rest of the page. */
export const recommending: { tell: RecommendationSink; bucket: Bucket } = { tell: () => {}, bucket: 'A' }

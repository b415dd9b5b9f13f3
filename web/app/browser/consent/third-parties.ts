/**
 * What of other houses may be on the page in view: decided in one place (`third-parties.later.ts`), asked by the parts of a
 * page that wait for it. Null until it is known who reads.
 */
import { useSyncExternalStore } from 'react'
import type { ThirdParties } from '@lokalteil/domain/consent/consent'
import type { Bucket } from '@lokalteil/domain/analytics/ab-bucket'
import { createListeners } from '../../page/listeners.ts'

/** What the page and the scripts of others say to one another; an array until a script takes its place. */
declare global {
  interface Window {
    adPlaces?: { push: (place: AdPlace) => unknown }
    /** Never in the native app (R4.8-17). */
    adTargeting?: Readonly<Record<string, string | readonly string[]>>
    recommendationWidget?: { request: (asked: RecommendationRequest) => Promise<unknown> }
  }
}

export type AdPlace = { name: string; element: HTMLElement }

export type RecommendationRequest = {
  articleId: string
  topicIds: readonly string[]
  /** Articles the page shows already. */
  exclude: readonly string[]
  limit: number
  isTopicRankingOff: boolean
  bucket: Bucket
  /** Where the content API is asked. */
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

/** What the rest of the page knows of recommendations: who is told of an answer, and the bucket they are asked with. */
export const recommending: { tell: RecommendationSink; bucket: Bucket } = { tell: () => {}, bucket: 'A' }

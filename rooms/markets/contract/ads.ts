/**
 * Advertisements that a reader or a company writes and pays for. A text is a draft until it is ordered; after the
 * payment the publisher's staff reviews it, and only then it becomes a listing. The price comes from the publication
 * (`rooms.yaml`), is sent by the portal and stored with the draft. Ads are bought in the common checkout: the markets
 * are a seller (`contracts/commerce/sellers.ts`), and the id of an ad is its basket.
 */
import { z } from 'zod'
import { ReaderPicture, ReaderPictureId, SentPicture } from '@lokalteil/contracts/content/reader-pictures'
import { contractFor } from '@lokalteil/contracts/kernel/endpoint'
import { EmailAddress, Instant, Line, ListingFacts, ListingId, ListingPlace, MarketKindValue } from './values.ts'

const ReaderId = z.string().min(1).max(100)
const AdId = z.string().regex(/^[\w-]{8,60}$/)

export const AD_STATES = ['draft', 'ordered', 'in-review', 'live', 'rejected', 'ended'] as const

/** As typed; the service reports the faults. */
export const AdText = z.object({
  title: z.string().max(1000),
  text: z.string().max(30_000),
  provider: z.string().max(1000),
  place: ListingPlace,
  facts: ListingFacts,
})
export type AdText = z.infer<typeof AdText>

export const AdPackage = z.object({
  id: Line(40).min(1),
  name: Line(80).min(1),
  days: z.number().int().min(1).max(365),
  /** Including value added tax. */
  cents: z.number().int().min(1).max(1_000_000),
  vatPercent: z.number().int().min(0).max(100),
})
export type AdPackage = z.infer<typeof AdPackage>

export const Ad = z.object({
  id: AdId,
  market: MarketKindValue,
  state: z.enum(AD_STATES),
  text: AdText,
  /** Visible to their owner and the reviewer, and public with the published ad. */
  pictures: z.array(ReaderPicture),
  package: AdPackage,
  created: Instant,
  updated: Instant,
  /** Set while it is published. */
  listing: ListingId.nullable(),
  validUntil: Instant.nullable(),
  /** Number of the purchase; null: none. */
  purchase: z.string().nullable(),
  /** Reason of a rejection. */
  reason: z.string(),
})
export type Ad = z.infer<typeof Ad>

export const ADS_INTERNAL = contractFor('service-key', {
  saveAd: {
    method: 'POST',
    path: '/internal/readers/{sub}/ads',
    summary: 'Saves a new or changed draft; an ordered one cannot be changed',
    params: z.object({ sub: ReaderId }),
    body: z.object({
      id: AdId.nullable(),
      market: MarketKindValue,
      /** Confirmed address for enquiries. */
      email: EmailAddress,
      text: AdText,
      /** In order. Pictures of the draft that are missing here are deleted. */
      pictures: z
        .array(z.object({ id: ReaderPictureId, alt: z.string().max(1000) }))
        .max(20)
        .default([]),
      package: AdPackage,
    }),
    answer: Ad,
    problems: { 404: 'NOT_FOUND', 409: 'ALREADY_ORDERED', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ADS' },
  },
  listAds: {
    method: 'GET',
    path: '/internal/readers/{sub}/ads',
    summary: 'A reader’s advertisements, newest first',
    params: z.object({ sub: ReaderId }),
    answer: z.object({ ads: z.array(Ad) }),
  },
  removeAd: {
    method: 'DELETE',
    path: '/internal/readers/{sub}/ads/{id}',
    summary: 'Deletes a draft, or ends a published ad; a paid one that waits is decided by the publisher',
    params: z.object({ sub: ReaderId, id: AdId }),
    answer: null,
    problems: { 409: 'UNDER_WAY' },
  },
  addAdPicture: {
    method: 'POST',
    path: '/internal/readers/{sub}/pictures',
    summary:
      'Takes a picture for an advertisement; it belongs to none until one is saved with it, and is erased after a day',
    params: z.object({ sub: ReaderId }),
    body: SentPicture,
    answer: z.object({ id: ReaderPictureId }),
    problems: { 422: 'NO_PICTURE', 429: 'TOO_MANY_PICTURES' },
  },
  getAdPicture: {
    method: 'GET',
    path: '/internal/readers/{sub}/pictures/{id}',
    summary: 'A picture as its reader sent it',
    params: z.object({ sub: ReaderId, id: ReaderPictureId }),
    answer: SentPicture,
    problems: { 404: 'NOT_FOUND' },
  },
  getPictureToDecide: {
    method: 'GET',
    path: '/internal/moderation/pictures/{id}',
    summary: 'A picture of an advertisement, for the reviewer',
    params: z.object({ id: ReaderPictureId }),
    answer: SentPicture,
    problems: { 404: 'NOT_FOUND' },
  },
  listAdsToDecide: {
    method: 'GET',
    path: '/internal/moderation/ads',
    summary: 'What is paid and waits for somebody to read it, the oldest first',
    answer: z.object({ ads: z.array(Ad.extend({ reader: ReaderId })) }),
  },
  decideAd: {
    method: 'POST',
    path: '/internal/moderation/ads/{id}',
    summary:
      'Puts an advertisement on the air for the days it was ordered for, or rejects it with a reason its owner is told',
    params: z.object({ id: AdId }),
    body: z.discriminatedUnion('decision', [
      z.object({ decision: z.literal('publish') }),
      z.object({ decision: z.literal('reject'), reason: Line(500).min(1) }),
    ]),
    answer: Ad,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_WAITING' },
  },
})

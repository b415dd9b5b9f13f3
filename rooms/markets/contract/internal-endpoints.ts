/** Calls of the portal, of feeds and of the publisher's tools, with the service key. */
import { z } from 'zod'
import { CASE_OFFICE, CASES } from '@lokalteil/contracts/community/moderation'
import { contractFor } from '@lokalteil/contracts/kernel/endpoint'
import { EmailAddress, Instant, Line, ListingId, MarketDelivery, MarketKindValue } from './values.ts'
import { ADS_INTERNAL } from './ads.ts'
import { SearchedPlace } from './public-endpoints.ts'

const ReaderId = z.string().min(1).max(100)
/** A keyed hash of the caller, for rate limits. */
const Requester = z.string().min(8).max(100)
const Token = z.string().regex(/^[\w-]{20,80}(?:\.[\w-]{20,80})?$/)

/** A message to a provider. With a confirmed `reader` it is sent at once; a guest must first confirm by a link. */
export const Enquiry = z.object({
  name: z.string().max(400),
  email: z.string().max(254),
  phone: z.string().max(160),
  text: z.string().max(16_000),
})
export type Enquiry = z.infer<typeof Enquiry>

export const SavedSearch = z.object({
  id: z.string(),
  market: MarketKindValue,
  /** In the spelling of `toKeptSearch`. */
  query: z.string(),
  /** Name of the place; '' for everywhere. */
  placeName: z.string(),
  since: Instant,
  /** Time of the last mail with results; null: none yet. */
  lastMail: Instant.nullable(),
})
export type SavedSearch = z.infer<typeof SavedSearch>

/** A reader's text in the view of a moderator. */
export const ModeratedText = z.object({
  kind: z.enum(['enquiry', 'ad']),
  id: z.string(),
  at: Instant,
  market: MarketKindValue,
  /** The account; null: a guest. */
  reader: z.string().nullable(),
  listing: ListingId.nullable(),
  state: z.string(),
  text: z.string(),
})

export const MARKETS_INTERNAL = contractFor('service-key', {
  ingest: {
    method: 'POST',
    path: '/internal/deliveries',
    summary:
      'Takes listings, removals, or the complete list of a source; idempotent, and states older than the stored one change nothing',
    body: z.object({ delivery: MarketDelivery }),
    answer: z.object({
      results: z.array(
        z.object({
          sourceId: z.string(),
          outcome: z.enum(['created', 'updated', 'unchanged', 'removed']),
          /** Path on the site; '' for none. */
          path: z.string(),
          reason: z.string(),
        }),
      ),
    }),
  },
  sendEnquiry: {
    method: 'POST',
    path: '/internal/enquiries',
    summary:
      'Relays a message to the provider of a listing, with a copy to its sender; a guest must first confirm by a link',
    body: z.object({
      listing: ListingId,
      market: MarketKindValue,
      /** Null: a guest. `email`: confirmed; receives the copy. */
      reader: z.object({ sub: ReaderId, email: EmailAddress }).nullable(),
      requester: Requester,
      enquiry: Enquiry,
    }),
    answer: z.object({ state: z.enum(['sent', 'to-confirm']) }),
    problems: { 404: 'NOT_FOUND', 410: 'GONE', 422: 'INVALID_FIELDS', 429: 'TOO_MANY_ENQUIRIES' },
  },
  /** Describes a mail link, for the confirmation page. */
  getLink: {
    method: 'POST',
    path: '/internal/links/read',
    summary: 'What the link of a mail is about; changes nothing',
    body: z.object({ token: Token }),
    answer: z.object({
      kind: z.enum(['enquiry', 'search']),
      market: MarketKindValue,
      /** The listing's title or the search's query. */
      about: z.string(),
      placeName: z.string(),
      state: z.enum(['open', 'done']),
    }),
    problems: { 404: 'INVALID_LINK', 410: 'EXPIRED' },
  },
  useLink: {
    method: 'POST',
    path: '/internal/links/use',
    summary: 'Sends the enquiry, or ends the saved search; a second time changes nothing',
    body: z.object({ token: Token }),
    answer: z.object({
      kind: z.enum(['enquiry', 'search']),
      market: MarketKindValue,
      about: z.string(),
      placeName: z.string(),
    }),
    problems: { 404: 'INVALID_LINK', 410: 'EXPIRED' },
  },
  listSearches: {
    method: 'GET',
    path: '/internal/readers/{sub}/searches',
    summary: 'A reader’s saved searches',
    params: z.object({ sub: ReaderId }),
    answer: z.object({ searches: z.array(SavedSearch) }),
  },
  saveSearch: {
    method: 'POST',
    path: '/internal/readers/{sub}/searches',
    summary: 'Saves a search, whose new results are mailed each morning; the same search again changes nothing',
    params: z.object({ sub: ReaderId }),
    body: z.object({
      /** Confirmed address. */
      email: EmailAddress,
      market: MarketKindValue,
      query: z.string().max(2000),
      placeName: Line(80),
      place: SearchedPlace.nullable(),
    }),
    answer: SavedSearch,
    problems: { 409: 'TOO_MANY_SEARCHES' },
  },
  removeSearch: {
    method: 'DELETE',
    path: '/internal/readers/{sub}/searches/{id}',
    summary: 'Ends a saved search; not there is as good as ended',
    params: z.object({ sub: ReaderId, id: z.string().max(60) }),
    answer: null,
  },
  changeAddress: {
    method: 'POST',
    path: '/internal/readers/{sub}/address',
    summary: 'A reader’s account has another confirmed address: mails of saved searches go there',
    params: z.object({ sub: ReaderId }),
    body: z.object({ to: EmailAddress }),
    answer: null,
  },
  findTexts: {
    method: 'POST',
    path: '/internal/moderation/texts',
    summary: 'What readers wrote: messages of the last 30 days and advertisements, by words in them or by who wrote',
    body: z.object({
      /** Words that the text must contain; '' for all. */
      words: z.string().max(100).default(''),
      reader: ReaderId.optional(),
      limit: z.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ texts: z.array(ModeratedText) }),
  },
  ...CASES,
  ...CASE_OFFICE,
  ...ADS_INTERNAL,
})

/** A listing of the markets. Everything is plain text. The address of the contact is never sent to pages. */
import { z } from 'zod'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import {
  CERTIFICATES,
  DEALS,
  ENERGY_CLASSES,
  HOME_FEATURES,
  HOME_TYPES,
  JOB_CONTRACTS,
  JOB_FIELDS,
  JOB_HOURS,
  MARKET_KINDS,
  MOST_AREA,
  MOST_CENTS,
  MOST_PICTURES,
  MOST_TEXT,
  MOST_TITLE,
  PAY_PERIODS,
  REMOTE,
} from '../domain/markets.ts'
import { Picture } from '@lokalteil/contracts/content/pictures'

export const Line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must be one line')
const Cents = z.number().int().min(0).max(MOST_CENTS)
const Area = z.number().min(0).max(MOST_AREA)
export const Instant = z.iso.datetime()
export const MarketKindValue = z.enum(MARKET_KINDS)
export const ListingId = z.string().regex(/^[1-9]\d{0,15}$/)
export const EmailAddress = z.string().trim().max(254).refine(isEmail, 'must be an e-mail address')
const WebAddress = z
  .string()
  .max(1000)
  .refine(
    (text) => text === '' || (/^https:\/\/[^\s"'<>]+$/.test(text) && URL.canParse(text)),
    'must be an https address',
  )

/** The public location, never with a street. */
export const ListingPlace = z.object({ name: Line(80), district: Line(80), postalCode: Line(10) })
export type ListingPlace = z.infer<typeof ListingPlace>
const Coordinates = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

export const HomeFacts = z.object({
  kind: z.literal('home'),
  deal: z.enum(DEALS),
  type: z.enum(HOME_TYPES),
  /** Monthly rent without extra costs, or the purchase price; null: on request. */
  cents: Cents.nullable(),
  /** Extra costs a month (heating and others). */
  extraCents: Cents.nullable(),
  deposit: Line(120),
  commission: Line(160),
  rooms: z.number().min(0).max(100).nullable(),
  /** Square metres of living or usable space, and of the plot. */
  area: Area.nullable(),
  plotArea: Area.nullable(),
  floor: Line(80),
  availableFrom: Line(80),
  features: z.array(z.enum(HOME_FEATURES)).max(HOME_FEATURES.length),
  energy: z.object({
    certificate: z.enum(CERTIFICATES),
    /** kWh a square metre and year. */
    value: z.number().min(0).max(5000).nullable(),
    carrier: Line(80),
    class: z.enum(ENERGY_CLASSES).nullable(),
    built: z.number().int().min(1000).max(2200).nullable(),
  }),
})
export type HomeFacts = z.infer<typeof HomeFacts>

export const JobFacts = z.object({
  kind: z.literal('job'),
  employer: Line(120).min(1),
  field: z.enum(JOB_FIELDS),
  contract: z.enum(JOB_CONTRACTS),
  hours: z.array(z.enum(JOB_HOURS)).max(JOB_HOURS.length),
  remote: z.enum(REMOTE),
  start: Line(80),
  pay: z.object({
    fromCents: Cents.nullable(),
    toCents: Cents.nullable(),
    per: z.enum(PAY_PERIODS),
    /** In words, such as the collective agreement. */
    note: Line(160),
  }),
})
export type JobFacts = z.infer<typeof JobFacts>
export const ListingFacts = z.discriminatedUnion('kind', [HomeFacts, JobFacts])
export type ListingFacts = z.infer<typeof ListingFacts>

const Said = {
  title: Line(MOST_TITLE).min(1),
  /** Paragraphs are separated by an empty line; a line that begins with "- " is a list entry. */
  text: z.string().max(MOST_TEXT),
  place: ListingPlace,
  pictures: z.array(Picture).max(MOST_PICTURES),
  /** Name of the provider; '' if not stated. */
  provider: Line(120),
  /** Address for applying or reading more; '' for none. */
  address: WebAddress,
  facts: ListingFacts,
}

/** Longer than the delivered title, because we may add a mark or replace a number. */
const ShownTitle = Line(240).min(1)

/** A listing in lists. `distance`: whole kilometres from the searched place. */
export const ListingLine = z.object({
  id: ListingId,
  title: ShownTitle,
  place: ListingPlace,
  distance: z.number().int().min(0).nullable(),
  picture: Picture.nullable(),
  pictureCount: z.number().int().min(0),
  provider: Said.provider,
  published: Instant,
  facts: ListingFacts,
})
export type ListingLine = z.infer<typeof ListingLine>

export const Listing = z.object({
  id: ListingId,
  ...Said,
  title: ShownTitle,
  published: Instant,
  updated: Instant,
  validUntil: Instant,
  /** A message can be sent to the provider. */
  hasContact: z.boolean(),
  /** An earlier listing of another source with the same offer. */
  duplicateOf: z.object({ id: ListingId, title: ShownTitle }).nullable(),
})
export type Listing = z.infer<typeof Listing>

/** A listing of a feed. `source` and `sourceId` together identify it; the state with the newest `updated` wins. */
export const IncomingListing = z.object({
  source: Line(80).min(1),
  sourceId: Line(120).min(1),
  updated: Instant,
  ...Said,
  coordinates: Coordinates.nullable(),
  published: Instant,
  /** Null: `USUAL_DAYS` after its last delivery. */
  validUntil: Instant.nullable(),
  contact: z.object({ name: Line(120), email: EmailAddress.nullable() }),
})
export type IncomingListing = z.infer<typeof IncomingListing>

export const ListingName = IncomingListing.pick({ source: true, sourceId: true })

/**
 * `listings`: new states. `removed`: they are over. `whole`: all other listings of this source and market are over,
 * unless they were updated after `at`; `listed` are the ids of everything the source still has.
 */
export const MarketDelivery = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listings'), listings: z.array(IncomingListing).min(1).max(500) }),
  z.object({ kind: z.literal('removed'), market: MarketKindValue, ...ListingName.shape, at: Instant }),
  z.object({
    kind: z.literal('whole'),
    market: MarketKindValue,
    source: ListingName.shape.source,
    at: Instant,
    listed: z.array(ListingName.shape.sourceId).min(1).max(50_000),
  }),
])
export type MarketDelivery = z.infer<typeof MarketDelivery>

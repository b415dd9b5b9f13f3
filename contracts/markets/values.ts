/** A listing of the markets. Everything is plain text; a contact's address is never part of what is answered to pages. */
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
} from '@lokalteil/domain/markets/markets'
import { Picture } from '../content/pictures.ts'

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

/** Never a street: where it is, as far as everybody may know. */
export const ListingPlace = z.object({ name: Line(80), district: Line(80), postalCode: Line(10) })
export type ListingPlace = z.infer<typeof ListingPlace>
const Coordinates = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

export const HomeFacts = z.object({
  kind: z.literal('home'),
  deal: z.enum(DEALS),
  type: z.enum(HOME_TYPES),
  /** Rent a month without what is added, or what it costs; null: on request. */
  cents: Cents.nullable(),
  /** A month, for heating and the rest. */
  extraCents: Cents.nullable(),
  deposit: Line(120),
  commission: Line(160),
  rooms: z.number().min(0).max(100).nullable(),
  /** Square metres to live in or to use, and of the ground. */
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
    /** In words, as the agreement it follows. */
    note: Line(160),
  }),
})
export type JobFacts = z.infer<typeof JobFacts>
export const ListingFacts = z.discriminatedUnion('kind', [HomeFacts, JobFacts])
export type ListingFacts = z.infer<typeof ListingFacts>

const Said = {
  title: Line(MOST_TITLE).min(1),
  /** Paragraphs are parted by an empty line; a line that begins with "- " is one of a list. */
  text: z.string().max(MOST_TEXT),
  place: ListingPlace,
  pictures: z.array(Picture).max(MOST_PICTURES),
  /** Who offers it; '' for nobody in particular. */
  provider: Line(120),
  /** Where one applies or reads on; '' for nowhere. */
  address: WebAddress,
  facts: ListingFacts,
}

/** A sign of ours may stand behind it, or in place of a number. */
const ShownTitle = Line(240).min(1)

/** As lists show it. `distance`: whole kilometres from the place that was asked for. */
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
  /** A message may be sent to whoever offers it. */
  hasContact: z.boolean(),
  /** The same offer of another source came before. */
  duplicateOf: z.object({ id: ListingId, title: ShownTitle }).nullable(),
})
export type Listing = z.infer<typeof Listing>

/** Of a feed. `source` and `sourceId` together name it; the state with the newest `updated` is kept. */
export const IncomingListing = z.object({
  source: Line(80).min(1),
  sourceId: Line(120).min(1),
  updated: Instant,
  ...Said,
  coordinates: Coordinates.nullable(),
  published: Instant,
  /** Null: `USUAL_DAYS` after it was last delivered. */
  validUntil: Instant.nullable(),
  contact: z.object({ name: Line(120), email: EmailAddress.nullable() }),
})
export type IncomingListing = z.infer<typeof IncomingListing>

export const ListingName = IncomingListing.pick({ source: true, sourceId: true })

/**
 * `listings`: each as it is from now on. `removed`: they are over. `whole`: what else there is of the source and market is
 * over too, unless it was heard of after `at`; `listed` are the ids of everything the source still has.
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

/** Data and forms of the markets' pages. The forms are plain and need no script. */
import type { Ad, Listing } from '../contract/markets.ts'
import type { AdOffer, MarketLink, MarketView } from '../contract/calls.ts'
import type { AdFaults } from '../domain/ad.ts'
import type { EnquiryFaults, EnquiryInput } from '../domain/enquiry.ts'
import type { MarketKind, MarketRefusal } from '../domain/markets.ts'

export type SaveOutcome = { kind: 'saved' } | { kind: 'refused'; reason: MarketRefusal }

export type MarketData = {
  kind: MarketKind
  /** The query as `writeMarketSearch` builds it. */
  query: string
  placeName: string
  view: MarketView
  /** Result of the form that saves the search. */
  outcome: SaveOutcome | null
}

export type EnquiryForm = {
  values: EnquiryInput
  faults: EnquiryFaults
  outcome: 'sent' | 'to-confirm' | null
  refusal: MarketRefusal | null
}

export type ListingData = { kind: MarketKind; listing: Listing; form: EnquiryForm }

/** `form`: to be filled in; `preview`: saved, shown as it will look. */
export type AdData = {
  kind: MarketKind
  /** Null: advertisements are off, or there is no checkout. */
  packages: AdOffer['ads']
  step: 'form' | 'preview'
  /** Id of the draft; '' for a new one. */
  id: string
  values: AdFormValues
  faults: AdFaults
  refusal: MarketRefusal | null
  ad: Ad | null
  preview: Listing | null
}

/** The fields as typed; fields with several values are lists. */
export type AdFormValues = {
  text: Readonly<Record<string, string>>
  lists: Readonly<Record<string, readonly string[]>>
  /** Saved pictures; the first one is shown in lists. */
  pictures: readonly { id: string; alt: string }[]
}

/** Address of a picture that only its reader may see. */
export const toOwnPicturePath = (id: string): string => `/api/mein/markets/pictures/${id}`

export type LinkData = MarketLink

export const FORM_ACTIONS = {
  save: 'merken',
  enquire: 'anfragen',
  preview: 'vorschau',
  pictures: 'bilder',
  edit: 'bearbeiten',
  use: 'bestaetigen',
} as const

export const NO_ENQUIRY: EnquiryForm = {
  values: { name: '', email: '', phone: '', text: '' },
  faults: {},
  outcome: null,
  refusal: null,
}
export const NO_AD: AdFormValues = { text: {}, lists: {}, pictures: [] }

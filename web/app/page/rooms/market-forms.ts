/** What the pages of the markets show, and what their forms send. The forms are plain ones: they need no script. */
import type { Ad, Listing } from '@lokalteil/contracts/markets'
import type { AdOffer, MarketView } from '@lokalteil/contracts/portal'
import type { AdFaults } from '@lokalteil/domain/markets/ad'
import type { EnquiryFaults, EnquiryInput } from '@lokalteil/domain/markets/enquiry'
import type { MarketKind, MarketRefusal } from '@lokalteil/domain/markets/markets'

export type SaveOutcome = { kind: 'saved' } | { kind: 'refused'; reason: MarketRefusal }

export type MarketData = {
  kind: MarketKind
  /** As `writeMarketSearch` makes it. */
  query: string
  placeName: string
  view: MarketView
  /** Of the form that keeps the search. */
  outcome: SaveOutcome | null
}

export type EnquiryForm = {
  values: EnquiryInput
  faults: EnquiryFaults
  outcome: 'sent' | 'to-confirm' | null
  refusal: MarketRefusal | null
}

export type ListingData = { kind: MarketKind; listing: Listing; form: EnquiryForm }

/** `form`: to be filled in; `preview`: kept, as it would look. */
export type AdData = {
  kind: MarketKind
  /** Null: nobody can advertise here, or there is no checkout. */
  packages: AdOffer['ads']
  step: 'form' | 'preview'
  /** Of the draft; '' for a new one. */
  id: string
  values: AdFormValues
  faults: AdFaults
  refusal: MarketRefusal | null
  ad: Ad | null
  preview: Listing | null
}

/** Field by field as it was typed; what may be several, in a list. */
export type AdFormValues = {
  text: Readonly<Record<string, string>>
  lists: Readonly<Record<string, readonly string[]>>
  /** Kept already; the first one is that of lists. */
  pictures: readonly { id: string; alt: string }[]
}

/** Of a picture that only its reader may see. */
export const toOwnPicturePath = (id: string): string => `/api/mein/markets/pictures/${id}`

export type LinkData = {
  kind: MarketKind
  token: string
  state: 'open' | 'done' | 'used' | 'expired' | 'invalid' | 'unavailable'
  about: { kind: 'enquiry' | 'search'; text: string; placeName: string } | null
}

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

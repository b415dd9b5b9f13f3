/** What the pages of the markets show, and what their forms send. The forms are plain ones: they need no script. */
import type { Ad, Listing } from '@lokalteil/contracts/markets'
import type { MarketView } from '@lokalteil/contracts/portal'
import type { RoomSettings } from '@lokalteil/contracts/publication/rooms'
import type { AdFaults } from '@lokalteil/domain/markets/ad'
import type { EnquiryFaults, EnquiryInput } from '@lokalteil/domain/markets/enquiry'
import type { MarketKind } from '@lokalteil/domain/markets/markets'

/** Why a form came back. */
export type MarketRefusal = 'logged-out' | 'unconfirmed' | 'too-many' | 'gone' | 'foreign' | 'unavailable' | 'ordered'

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

export type AdPackages = NonNullable<RoomSettings<'homes'>['ads']>

/** `form`: to be filled in; `preview`: kept, as it would look. */
export type AdData = {
  kind: MarketKind
  /** Null: nobody can advertise here. */
  packages: AdPackages | null
  /** Whether there is a checkout for it. */
  canPay: boolean
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
export type AdFormValues = { text: Readonly<Record<string, string>>; lists: Readonly<Record<string, readonly string[]>> }

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
  edit: 'bearbeiten',
  use: 'bestaetigen',
} as const

export const NO_ENQUIRY: EnquiryForm = {
  values: { name: '', email: '', phone: '', text: '' },
  faults: {},
  outcome: null,
  refusal: null,
}
export const NO_AD: AdFormValues = { text: {}, lists: {} }

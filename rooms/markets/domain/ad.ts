/**
 * Checks of an advertisement before it can be ordered: facts that a reader needs about a home or a job, facts that the
 * law requires (GEG § 87), pay that employees should not have to ask for, and no contact data that would lead around
 * our enquiry form.
 */
import { checkUserText, NO_WORDS, type UserTextRules } from '@lokalteil/domain/community/user-text'
import { hasRooms, type Certificate, type HomeType, type MarketKind } from './markets.ts'

export const AD_FIELDS = [
  'title',
  'text',
  'provider',
  'place',
  'district',
  'postalCode',
  'price',
  'extra',
  'deposit',
  'commission',
  'rooms',
  'area',
  'plotArea',
  'floor',
  'availableFrom',
  'certificate',
  'energyValue',
  'energyCarrier',
  'energyClass',
  'built',
  'hours',
  'start',
  'pay',
  'payNote',
  'pictures',
  'package',
] as const
export type AdField = (typeof AD_FIELDS)[number]
export type AdFault =
  | 'missing'
  | 'too-short'
  | 'too-long'
  | 'contact'
  | 'links'
  | 'wrong'
  | 'order'
  | 'too-many'
  | 'no-picture'
  | 'too-large'
export type AdFaults = Partial<Record<AdField, AdFault>>

/** The part of the facts that the rules check. */
type AdFacts =
  | {
      kind: 'home'
      type: HomeType
      cents: number | null
      area: number | null
      plotArea: number | null
      rooms: number | null
      deposit: string
      commission: string
      floor: string
      availableFrom: string
      energy: { certificate: Certificate; value: number | null; carrier: string; built: number | null }
    }
  | {
      kind: 'job'
      employer: string
      hours: readonly string[]
      start: string
      pay: { fromCents: number | null; toCents: number | null; note: string }
    }
export type AdInput = {
  title: string
  text: string
  provider: string
  place: { name: string; district: string; postalCode: string }
  facts: AdFacts
}

export const AD_LENGTHS = { title: 120, text: 6000, provider: 100 } as const
const LEAST_AD_TEXT = 80
/** Most pictures; a job has only the employer's logo. */
export const AD_PICTURES: Readonly<Record<MarketKind, number>> = { home: 10, job: 1 }
export const MOST_ALT_TEXT = 200

const FAULTS = {
  empty: 'missing',
  too_short: 'too-short',
  too_long: 'too-long',
  too_many_links: 'links',
  contact: 'contact',
  word: 'wrong',
} as const

/** `ad`: every text in the form to be stored; empty if it has a fault. */
export function checkAd<Ad extends AdInput>(market: MarketKind, ad: Ad): { faults: AdFaults; ad: Ad } {
  const { title, text, provider, place, facts } = ad
  const faults: AdFaults = {}
  const read = (field: AdField, raw: string, rules: Partial<UserTextRules> & { max: number }): string => {
    const isOptional = rules.min === 0
    if (isOptional && raw.trim() === '') return ''
    const checked = checkUserText(raw, {
      lines: 'one',
      min: 2,
      links: 0,
      contacts: 'refuse',
      words: NO_WORDS,
      ...rules,
    })
    if (checked.kind !== 'refused') return checked.text
    faults[field] = FAULTS[checked.code]
    return ''
  }
  const kept = {
    ...ad,
    title: read('title', title, { max: AD_LENGTHS.title, min: 5 }),
    text: read('text', text, { max: AD_LENGTHS.text, min: LEAST_AD_TEXT, lines: 'many' }),
    provider: read('provider', provider, { max: AD_LENGTHS.provider, min: market === 'job' ? 2 : 0 }),
    place: {
      ...place,
      name: read('place', place.name, { max: 80 }),
      district: read('district', place.district, { max: 80, min: 0 }),
    },
  }
  if (!/^\d{5}$/.test(place.postalCode)) faults.postalCode = place.postalCode === '' ? 'missing' : 'wrong'
  if (facts.kind === 'home') {
    const detail = (field: 'deposit' | 'commission' | 'floor' | 'availableFrom') =>
      read(field, facts[field], { max: 80, min: 0 })
    kept.facts = {
      ...facts,
      deposit: detail('deposit'),
      commission: detail('commission'),
      floor: detail('floor'),
      availableFrom: detail('availableFrom'),
      energy: { ...facts.energy, carrier: read('energyCarrier', facts.energy.carrier, { max: 80, min: 0 }) },
    }
    Object.assign(faults, checkHome(facts))
  } else {
    kept.facts = {
      ...facts,
      employer: kept.provider,
      start: read('start', facts.start, { max: 80, min: 0 }),
      pay: { ...facts.pay, note: read('payNote', facts.pay.note, { max: 120, min: 0 }) },
    }
    Object.assign(faults, checkJob(facts))
  }
  return { faults, ad: kept }
}

/** Alternative text of a picture: '' if nothing was typed, null if it is not acceptable. */
export function checkAltText(raw: string): string | null {
  if (raw.trim() === '') return ''
  const checked = checkUserText(raw, {
    lines: 'one',
    min: 2,
    max: MOST_ALT_TEXT,
    links: 0,
    contacts: 'refuse',
    words: NO_WORDS,
  })
  return checked.kind === 'refused' ? null : checked.text
}

function checkHome({ type, cents, area, plotArea, rooms, energy }: Extract<AdFacts, { kind: 'home' }>): AdFaults {
  const faults: AdFaults = {}
  if (cents === null || cents === 0) faults.price = 'missing'
  if (type === 'grundstueck' ? plotArea === null : hasRooms(type) && area === null)
    faults[type === 'grundstueck' ? 'plotArea' : 'area'] = 'missing'
  if ((type === 'wohnung' || type === 'haus') && rooms === null) faults.rooms = 'missing'
  if (!hasRooms(type)) return faults
  // Required for buildings and parts of buildings.
  if (energy.certificate === 'keine-angabe' && type !== 'zimmer') faults.certificate = 'missing'
  if (energy.certificate === 'bedarf' || energy.certificate === 'verbrauch') {
    if (energy.value === null) faults.energyValue = 'missing'
    if (energy.carrier.trim() === '') faults.energyCarrier = 'missing'
    if (energy.built === null) faults.built = 'missing'
  }
  return faults
}

function checkJob({ hours, pay }: Extract<AdFacts, { kind: 'job' }>): AdFaults {
  const { fromCents, toCents, note } = pay
  return {
    ...(hours.length === 0 ? { hours: 'missing' as const } : {}),
    ...(fromCents === null && toCents === null && note.trim() === ''
      ? { pay: 'missing' as const }
      : fromCents !== null && toCents !== null && fromCents > toCents
        ? { pay: 'order' as const }
        : {}),
  }
}

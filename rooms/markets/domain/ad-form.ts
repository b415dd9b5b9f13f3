/**
 * The form for ordering an advertisement: fields as text, and their parsing. Numbers are read in German spellings; an
 * invalid number is a fault of its field, an empty field is "not stated".
 */
import { AD_LENGTHS, checkAd, type AdFault, type AdField, type AdFaults } from './ad.ts'
import {
  CERTIFICATES,
  DEALS,
  ENERGY_CLASSES,
  HOME_FEATURES,
  HOME_TYPES,
  JOB_CONTRACTS,
  JOB_FIELDS,
  JOB_HOURS,
  PAY_PERIODS,
  REMOTE,
  type Certificate,
  type Deal,
  type EnergyClass,
  type HomeFeature,
  type HomeType,
  type JobContract,
  type JobField,
  type JobHours,
  type MarketKind,
  type PayPeriod,
  type Remote,
} from './markets.ts'

/** Names of fields that may occur several times. */
export const AD_LISTS: ReadonlySet<string> = new Set(['merkmal', 'zeit'])

type Fields = Readonly<Record<string, string>>
type Lists = Readonly<Record<string, readonly string[]>>

type AdHome = {
  kind: 'home'
  deal: Deal
  type: HomeType
  cents: number | null
  extraCents: number | null
  deposit: string
  commission: string
  rooms: number | null
  area: number | null
  plotArea: number | null
  floor: string
  availableFrom: string
  features: HomeFeature[]
  energy: {
    certificate: Certificate
    value: number | null
    carrier: string
    class: EnergyClass | null
    built: number | null
  }
}
type AdJob = {
  kind: 'job'
  employer: string
  field: JobField
  contract: JobContract
  hours: JobHours[]
  remote: Remote
  start: string
  pay: { fromCents: number | null; toCents: number | null; per: PayPeriod; note: string }
}
export type AdContent = {
  title: string
  text: string
  provider: string
  place: { name: string; district: string; postalCode: string }
  facts: AdHome | AdJob
}

export function readAdText(kind: MarketKind, fields: Fields, lists: Lists): { text: AdContent; faults: AdFaults } {
  const faults: AdFaults = {}
  const line = (name: string, most = 80) => (fields[name] ?? '').replace(/\s+/g, ' ').trim().slice(0, most)
  const number = (name: string, field: AdField, most: number, digits = 1): number | null => {
    const value = readNumber(fields[name] ?? '', most, digits)
    if (value === undefined) faults[field] = 'wrong'
    return value ?? null
  }
  const cents = (name: string, field: AdField) => {
    const euros = number(name, field, 100_000_000, 2)
    return euros === null ? null : Math.round(euros * 100)
  }
  const one = <Word extends string>(name: string, words: readonly Word[]): Word =>
    words.find((word) => word === fields[name]) ?? words[0]!
  const some = <Word extends string>(name: string, words: readonly Word[]): Word[] =>
    words.filter((word) => lists[name]?.includes(word))

  const facts: AdHome | AdJob =
    kind === 'home'
      ? {
          kind,
          deal: one('angebot', DEALS),
          type: one('art', HOME_TYPES),
          cents: cents('preis', 'price'),
          extraCents: cents('nebenkosten', 'extra'),
          deposit: line('kaution', 400),
          commission: line('provision', 400),
          rooms: number('zimmer', 'rooms', 50),
          area: number('flaeche', 'area', 100_000),
          plotArea: number('grundstueck', 'plotArea', 1_000_000),
          floor: line('etage', 400),
          availableFrom: line('frei-ab', 400),
          features: some('merkmal', HOME_FEATURES),
          energy: {
            certificate: CERTIFICATES.find((word) => word === fields.ausweis) ?? 'keine-angabe',
            value: number('kennwert', 'energyValue', 5000),
            carrier: line('energietraeger', 400),
            class: ENERGY_CLASSES.find((word) => word === fields.klasse) ?? null,
            built: number('baujahr', 'built', 2200, 0),
          },
        }
      : {
          kind,
          employer: line('anbieter', AD_LENGTHS.provider),
          field: JOB_FIELDS.find((word) => word === fields.feld) ?? 'sonstiges',
          contract: one('vertrag', JOB_CONTRACTS),
          hours: some('zeit', JOB_HOURS),
          remote: one('homeoffice', REMOTE),
          start: line('beginn', 400),
          pay: {
            fromCents: cents('gehalt-ab', 'pay'),
            toCents: cents('gehalt-bis', 'pay'),
            per: PAY_PERIODS.find((word) => word === fields['gehalt-je']) ?? 'monat',
            note: line('tarif', 400),
          },
        }
  if (facts.kind === 'home' && facts.energy.built !== null && facts.energy.built < 1000) faults.built = 'wrong'
  const content: AdContent = {
    title: (fields.titel ?? '').trim(),
    text: fields.text ?? '',
    provider: (fields.anbieter ?? '').trim(),
    place: { name: line('ort'), district: line('ortsteil'), postalCode: line('plz', 10) },
    facts,
  }
  const checked = checkAd(kind, content)
  const all: Partial<Record<AdField, AdFault>> = { ...checked.faults, ...faults }
  // The normalised text if the form is valid, else everything as typed.
  return { text: Object.keys(all).length === 0 ? checked.ad : content, faults: all }
}

/** Back into form fields. */
export function writeAdText({ title, text, provider, place, facts }: AdContent): {
  text: Record<string, string>
  lists: Record<string, string[]>
} {
  const written: Record<string, string> = {
    titel: title,
    text,
    anbieter: provider,
    ort: place.name,
    ortsteil: place.district,
    plz: place.postalCode,
  }
  const put = (name: string, value: string | number | null) => {
    if (value !== null) written[name] = typeof value === 'number' ? String(value).replace('.', ',') : value
  }
  if (facts.kind === 'home') {
    put('angebot', facts.deal)
    put('art', facts.type)
    put('preis', toEuros(facts.cents))
    put('nebenkosten', toEuros(facts.extraCents))
    put('kaution', facts.deposit)
    put('provision', facts.commission)
    put('zimmer', facts.rooms)
    put('flaeche', facts.area)
    put('grundstueck', facts.plotArea)
    put('etage', facts.floor)
    put('frei-ab', facts.availableFrom)
    put('ausweis', facts.energy.certificate)
    put('kennwert', facts.energy.value)
    put('energietraeger', facts.energy.carrier)
    put('klasse', facts.energy.class)
    put('baujahr', facts.energy.built)
    return { text: written, lists: { merkmal: [...facts.features] } }
  }
  put('feld', facts.field)
  put('vertrag', facts.contract)
  put('homeoffice', facts.remote)
  put('beginn', facts.start)
  put('gehalt-ab', toEuros(facts.pay.fromCents))
  put('gehalt-bis', toEuros(facts.pay.toCents))
  put('gehalt-je', facts.pay.per)
  put('tarif', facts.pay.note)
  return { text: written, lists: { zeit: [...facts.hours] } }
}

const toEuros = (cents: number | null): number | null => (cents === null ? null : cents / 100)

/** Null: not stated; undefined: invalid. "1.250,50", "1250.5" and "1250" are valid. */
function readNumber(text: string, most: number, digits: number): number | null | undefined {
  const given = text.replace(/[\s€²m]/g, '')
  if (given === '') return null
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(given)
    ? given.replaceAll('.', '').replace(',', '.')
    : given.replace(',', '.')
  if (!/^\d{1,10}(?:\.\d{1,2})?$/.test(plain)) return undefined
  const value = Math.round(Number(plain) * 10 ** digits) / 10 ** digits
  return value <= most ? value : undefined
}

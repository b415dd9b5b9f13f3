/** The words of the markets that readers see, in pages and in mails. */
import { joinNames } from '@lokalteil/domain/german'
import { formatNumber, formatRating } from '@lokalteil/domain/german-numbers'
import {
  hasRooms,
  type Certificate,
  type Deal,
  type HomeFeature,
  type HomeType,
  type JobContract,
  type JobField,
  type JobHours,
  type MarketKind,
  type MarketSort,
  type PayPeriod,
  type Remote,
} from './markets.ts'
import type { MarketSearch } from './market-search.ts'

export const MARKET_NAMES: Readonly<Record<MarketKind, string>> = { home: 'Immobilien', job: 'Jobs' }
export const DEAL_NAMES: Readonly<Record<Deal, string>> = { mieten: 'Mieten', kaufen: 'Kaufen' }
export const HOME_TYPE_NAMES: Readonly<Record<HomeType, string>> = {
  wohnung: 'Wohnung',
  haus: 'Haus',
  zimmer: 'Zimmer',
  grundstueck: 'Grundstück',
  stellplatz: 'Stellplatz',
  gewerbe: 'Gewerbe',
}
export const FEATURE_NAMES: Readonly<Record<HomeFeature, string>> = {
  balkon: 'Balkon',
  garten: 'Garten',
  kueche: 'Einbauküche',
  aufzug: 'Aufzug',
  keller: 'Keller',
  stellplatz: 'Stellplatz',
  barrierefrei: 'Barrierefrei',
  'gaeste-wc': 'Gäste-WC',
  kamin: 'Kamin',
  moebliert: 'Möbliert',
  haustiere: 'Haustiere erlaubt',
  neubau: 'Neubau',
}
export const CERTIFICATE_NAMES: Readonly<Record<Certificate, string>> = {
  bedarf: 'Bedarfsausweis',
  verbrauch: 'Verbrauchsausweis',
  'liegt-nicht-vor': 'liegt noch nicht vor, wird zur Besichtigung vorgelegt',
  'nicht-noetig': 'nicht erforderlich',
  'keine-angabe': 'keine Angabe',
}
export const FIELD_NAMES: Readonly<Record<JobField, string>> = {
  'pflege-gesundheit': 'Pflege und Gesundheit',
  handwerk: 'Handwerk',
  produktion: 'Produktion',
  buero: 'Büro und Verwaltung',
  verkauf: 'Verkauf und Vertrieb',
  it: 'IT',
  'bildung-soziales': 'Bildung und Soziales',
  'lager-verkehr': 'Lager und Verkehr',
  gastronomie: 'Gastronomie und Hotel',
  'oeffentlicher-dienst': 'Öffentlicher Dienst',
  technik: 'Technik und Ingenieurwesen',
  sonstiges: 'Weitere Berufe',
}
export const CONTRACT_NAMES: Readonly<Record<JobContract, string>> = {
  unbefristet: 'Unbefristet',
  befristet: 'Befristet',
  ausbildung: 'Ausbildung',
  praktikum: 'Praktikum',
  minijob: 'Minijob',
  'freie-mitarbeit': 'Freie Mitarbeit',
}
export const HOURS_NAMES: Readonly<Record<JobHours, string>> = {
  vollzeit: 'Vollzeit',
  teilzeit: 'Teilzeit',
  schicht: 'Schichtdienst',
}
export const REMOTE_NAMES: Readonly<Record<Remote, string>> = {
  'vor-ort': 'Vor Ort',
  teilweise: 'Teilweise Homeoffice',
  ganz: 'Ganz im Homeoffice',
}
export const PERIOD_NAMES: Readonly<Record<PayPeriod, string>> = {
  stunde: 'in der Stunde',
  monat: 'im Monat',
  jahr: 'im Jahr',
}
export const SORT_NAMES: Readonly<Record<MarketSort, string>> = {
  neu: 'Neueste zuerst',
  preis: 'Preis aufsteigend',
  'preis-ab': 'Preis absteigend',
  flaeche: 'Größte zuerst',
  naehe: 'Nächste zuerst',
}

/** 740 €, 1.249,50 €. */
export function formatEuros(cents: number): string {
  return cents % 100 === 0
    ? `${formatNumber(cents / 100)}\u00a0€`
    : `${formatNumber(Math.trunc(cents / 100))},${String(cents % 100).padStart(2, '0')}\u00a0€`
}

export const formatArea = (area: number): string =>
  `${Number.isInteger(area) ? formatNumber(area) : formatRating(area)}\u00a0m²`
export const formatRooms = (rooms: number): string => `${formatNumber(rooms)}\u00a0Zimmer`
export const formatDistance = (km: number): string => (km < 1 ? 'unter 1\u00a0km' : `${formatNumber(km)}\u00a0km`)

type HomeLike = {
  kind: 'home'
  deal: Deal
  type: HomeType
  cents: number | null
  rooms: number | null
  area: number | null
  plotArea: number | null
}
type JobLike = {
  kind: 'job'
  employer: string
  contract: JobContract
  hours: readonly JobHours[]
  pay: { fromCents: number | null; toCents: number | null; per: PayPeriod; note: string }
}
type Described = { place: { name: string; district: string }; facts: HomeLike | JobLike }

export function formatHomePrice({ deal, type, cents }: Pick<HomeLike, 'deal' | 'type' | 'cents'>): string {
  if (cents === null) return 'Preis auf Anfrage'
  if (deal === 'kaufen') return formatEuros(cents)
  // A parking space has no heating costs.
  return `${formatEuros(cents)} ${hasRooms(type) ? 'kalt' : 'im Monat'}`
}

/** '' if not stated. */
export function formatPay({ fromCents, toCents, per, note }: JobLike['pay']): string {
  const period = PERIOD_NAMES[per]
  const range =
    fromCents !== null && toCents !== null && fromCents !== toCents
      ? `${formatEuros(fromCents).replace('\u00a0€', '')}–${formatEuros(toCents)} ${period}`
      : fromCents !== null && toCents === null
        ? `ab ${formatEuros(fromCents)} ${period}`
        : toCents !== null
          ? `${fromCents === toCents ? '' : 'bis '}${formatEuros(toCents)} ${period}`
          : ''
  return [range, note].filter((part) => part !== '').join(', ')
}

export const formatPlace = ({ name, district }: Described['place']): string =>
  district === '' || district === name ? name : `${name}, ${district}`

/** One line: kind, place, price or pay. */
export function describeListing({ place, facts }: Described): string {
  const parts =
    facts.kind === 'home'
      ? [
          HOME_TYPE_NAMES[facts.type],
          facts.rooms === null ? '' : formatRooms(facts.rooms),
          facts.area === null ? (facts.plotArea === null ? '' : formatArea(facts.plotArea)) : formatArea(facts.area),
          formatHomePrice(facts),
        ]
      : [facts.employer, ...facts.hours.map((one) => HOURS_NAMES[one]), formatPay(facts.pay)]
  return [...parts, formatPlace(place)].filter((part) => part !== '').join(' · ')
}

/** The search in words. */
export function describeSearch(search: MarketSearch, placeName: string): string {
  const where =
    placeName === ''
      ? ''
      : search.radius === 0
        ? `in ${placeName}`
        : `in ${placeName} und ${search.radius}\u00a0km Umkreis`
  const parts =
    search.kind === 'home'
      ? [
          joinNames(search.types.map((one) => HOME_TYPE_NAMES[one])),
          joinNames(search.deals.map((one) => DEAL_NAMES[one].toLowerCase())),
          search.rooms === null ? '' : `ab ${formatRooms(search.rooms)}`,
          search.area === null ? '' : `ab ${formatArea(search.area)}`,
          search.priceFrom === null ? '' : `ab ${formatEuros(search.priceFrom * 100)}`,
          search.priceTo === null ? '' : `bis ${formatEuros(search.priceTo * 100)}`,
          joinNames(search.features.map((one) => FEATURE_NAMES[one])),
        ]
      : [
          joinNames(search.fields.map((one) => FIELD_NAMES[one])),
          joinNames(search.contracts.map((one) => CONTRACT_NAMES[one])),
          joinNames(search.hours.map((one) => HOURS_NAMES[one])),
          joinNames(search.remote.map((one) => REMOTE_NAMES[one])),
          joinNames(search.employers),
        ]
  const words = [search.term === '' ? '' : `„${search.term}“`, ...parts].filter((part) => part !== '').join(', ')
  const what = words === '' ? (search.kind === 'home' ? 'Alle Immobilien' : 'Alle Stellen') : words
  return [what, where].filter((part) => part !== '').join(' ')
}

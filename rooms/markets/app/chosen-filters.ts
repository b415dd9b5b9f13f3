/** The active filters of a search in words, each with the search without it. */
import type { MarketView } from '../contract/calls.ts'
import type { MarketSearch } from '../domain/market-search.ts'
import {
  CONTRACT_NAMES,
  DEAL_NAMES,
  FEATURE_NAMES,
  FIELD_NAMES,
  formatArea,
  formatEuros,
  formatRooms,
  HOME_TYPE_NAMES,
  HOURS_NAMES,
  REMOTE_NAMES,
} from '../domain/market-words.ts'
import { marketTexts as texts } from './market-texts.ts'

export type ChosenFilter = { label: string; without: MarketSearch }

export function listChosen(search: MarketSearch, facets: MarketView['facets'], placeName: string): ChosenFilter[] {
  const common: (ChosenFilter | null)[] = [
    search.term === '' ? null : { label: `„${search.term}“`, without: { ...search, term: '' } },
    placeName === ''
      ? null
      : {
          label: `${placeName}, ${texts.radiusOf(search.radius)}`,
          without: { ...search, place: '', sort: search.sort === 'naehe' ? 'neu' : search.sort },
        },
  ]
  const employerNames = new Map((facets.arbeitgeber ?? []).map(({ value, label }) => [value, label]))
  const own: (ChosenFilter | null)[] =
    search.kind === 'home'
      ? [
          ...each(search.deals, DEAL_NAMES, (deals) => ({ ...search, deals })),
          ...each(search.types, HOME_TYPE_NAMES, (types) => ({ ...search, types })),
          search.priceFrom === null
            ? null
            : { label: `ab ${formatEuros(search.priceFrom * 100)}`, without: { ...search, priceFrom: null } },
          search.priceTo === null
            ? null
            : { label: `bis ${formatEuros(search.priceTo * 100)}`, without: { ...search, priceTo: null } },
          search.rooms === null
            ? null
            : { label: `ab ${formatRooms(search.rooms)}`, without: { ...search, rooms: null } },
          search.area === null ? null : { label: `ab ${formatArea(search.area)}`, without: { ...search, area: null } },
          ...each(search.features, FEATURE_NAMES, (features) => ({ ...search, features })),
        ]
      : [
          ...each(search.fields, FIELD_NAMES, (fields) => ({ ...search, fields })),
          ...each(search.contracts, CONTRACT_NAMES, (contracts) => ({ ...search, contracts })),
          ...each(search.hours, HOURS_NAMES, (hours) => ({ ...search, hours })),
          ...each(search.remote, REMOTE_NAMES, (remote) => ({ ...search, remote })),
          ...search.employers.map((slug) => ({
            label: employerNames.get(slug) ?? slug,
            without: { ...search, employers: search.employers.filter((one) => one !== slug) },
          })),
        ]
  return [...common, ...own].filter((one) => one !== null)
}

function each<Word extends string>(
  chosen: readonly Word[],
  names: Readonly<Record<Word, string>>,
  withOthers: (others: Word[]) => MarketSearch,
): ChosenFilter[] {
  return chosen.map((word) => ({
    label: names[word],
    without: withOthers(chosen.filter((other) => other !== word)),
  }))
}

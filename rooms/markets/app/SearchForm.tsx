/**
 * The search form with the number of listings behind each choice. A plain GET form, whose button searches without
 * scripts. With scripts, and if there is room beside the results, a choice searches at once; on a phone the button
 * does, so that several choices are one step.
 */
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import type { MarketView } from '../contract/calls.ts'
import { MARKET_PATHS } from '../domain/market-paths.ts'
import type { MarketSearch } from '../domain/market-search.ts'
import { HOME_SORTS, JOB_SORTS, RADII } from '../domain/markets.ts'
import {
  CONTRACT_NAMES,
  DEAL_NAMES,
  FEATURE_NAMES,
  FIELD_NAMES,
  HOME_TYPE_NAMES,
  HOURS_NAMES,
  REMOTE_NAMES,
  SORT_NAMES,
} from '../domain/market-words.ts'
import { formatNumber } from '@lokalteil/domain/german-numbers'
import { marketTexts as texts } from './market-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import css from './SearchForm.module.css'

type Facets = MarketView['facets']
type FacetName = keyof typeof texts.facets

/** Filters stand beside the results. */
const WIDE = '(min-width: 62rem)'

export function SearchForm({
  search,
  view,
  filterCount,
}: {
  search: MarketSearch
  view: MarketView
  filterCount: number
}) {
  const form = useRef<HTMLFormElement>(null)
  // Fields follow the address, also after going back.
  useEffect(() => {
    for (const field of form.current?.elements ?? []) restore(field)
  }, [search])

  function submitNow(event: FormEvent<HTMLFormElement>) {
    const { target } = event
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    if (target.type === 'search' || target.inputMode === 'numeric' || !matchMedia(WIDE).matches) return
    form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      action={MARKET_PATHS[search.kind]}
      role="search"
      aria-label={texts.filters}
      className={css.form}
      onChange={submitNow}
      onSubmit={leaveOutEmpty}
    >
      <First search={search} view={view} />
      <details className={css.filters}>
        <summary className={css.summary}>
          <Icon name="menu" size="1.1em" /> {texts.openFilters}
          {texts.filterCount(filterCount)}
        </summary>
        <div className={css.groups}>
          {search.kind === 'home' ? (
            <HomeFilters search={search} facets={view.facets} />
          ) : (
            <JobFilters search={search} facets={view.facets} />
          )}
          <Sort search={search} />
          <Button type="submit" variant="secondary">
            {texts.apply}
          </Button>
        </div>
      </details>
    </form>
  )
}

function First({ search, view }: { search: MarketSearch; view: MarketView }) {
  const id = useId()
  return (
    <div className={css.first}>
      <div className={css.box}>
        <label htmlFor={`${id}-q`} className={css.label}>
          {texts.term}
        </label>
        <input
          id={`${id}-q`}
          type="search"
          name="q"
          className={css.input}
          defaultValue={search.term}
          data-value={search.term}
          maxLength={80}
          placeholder={texts.termHints[search.kind]}
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      {view.places.length > 0 && (
        <>
          <Choose
            id={`${id}-ort`}
            name="ort"
            label={texts.place}
            value={search.place}
            options={[
              { value: '', label: texts.everywhere },
              ...view.places.map((place) => ({ value: place.id, label: place.name })),
            ]}
          />
          <Choose
            id={`${id}-km`}
            name="umkreis"
            label={texts.radius}
            value={String(search.radius)}
            options={RADII.map((km) => ({ value: String(km), label: texts.radiusOf(km) }))}
          />
        </>
      )}
      <Button type="submit">
        <Icon name="search" size="1.1em" /> {texts.apply}
      </Button>
    </div>
  )
}

function HomeFilters({ search, facets }: { search: Extract<MarketSearch, { kind: 'home' }>; facets: Facets }) {
  return (
    <>
      <Boxes name="angebot" facets={facets} chosen={search.deals} names={DEAL_NAMES} />
      <Boxes name="art" facets={facets} chosen={search.types} names={HOME_TYPE_NAMES} />
      <Group name="preis">
        <div className={css.span}>
          <Amount name="preis-ab" label={texts.priceFrom} value={search.priceFrom} />
          <Amount name="preis-bis" label={texts.priceTo} value={search.priceTo} />
        </div>
      </Group>
      <Least name="zimmer" facets={facets} value={search.rooms} />
      <Least name="flaeche" facets={facets} value={search.area} />
      <Boxes name="merkmal" facets={facets} chosen={search.features} names={FEATURE_NAMES} />
    </>
  )
}

function JobFilters({ search, facets }: { search: Extract<MarketSearch, { kind: 'job' }>; facets: Facets }) {
  return (
    <>
      <Boxes name="feld" facets={facets} chosen={search.fields} names={FIELD_NAMES} />
      <Boxes name="vertrag" facets={facets} chosen={search.contracts} names={CONTRACT_NAMES} />
      <Boxes name="zeit" facets={facets} chosen={search.hours} names={HOURS_NAMES} />
      <Boxes name="homeoffice" facets={facets} chosen={search.remote} names={REMOTE_NAMES} />
      <Boxes name="arbeitgeber" facets={facets} chosen={search.employers} names={{}} />
    </>
  )
}

function Group({ name, children }: { name: FacetName; children: ReactNode }) {
  return (
    <fieldset>
      <legend className={css.legend}>{texts.facets[name]}</legend>
      {children}
    </fieldset>
  )
}

function Boxes({
  name,
  facets,
  chosen,
  names,
}: {
  name: FacetName
  facets: Facets
  chosen: readonly string[]
  names: Readonly<Record<string, string>>
}) {
  // A choice without listings is hidden, unless it is selected.
  const shown = (facets[name] ?? []).filter(({ value, count }) => count > 0 || chosen.includes(value))
  if (shown.length === 0) return null
  return (
    <Group name={name}>
      <ul className={css.boxes}>
        {shown.map(({ value, label, count }) => (
          <li key={value}>
            <label className={css.check}>
              <input
                type="checkbox"
                name={name}
                value={value}
                defaultChecked={chosen.includes(value)}
                data-checked={chosen.includes(value)}
              />
              <span className={css.word}>{names[value] ?? label}</span>
              <span className={css.number}>{formatNumber(count)}</span>
            </label>
          </li>
        ))}
      </ul>
    </Group>
  )
}

function Least({ name, facets, value }: { name: 'zimmer' | 'flaeche'; facets: Facets; value: number | null }) {
  const id = useId()
  const steps = facets[name] ?? []
  const isOwn = value !== null && !steps.some((step) => step.value === String(value))
  return (
    <Choose
      id={id}
      name={name}
      label={texts.facets[name]}
      value={value === null ? '' : String(value)}
      options={[
        { value: '', label: texts.any },
        ...steps.map((step) => ({
          value: step.value,
          label: `${texts.least[name](Number(step.value))} (${formatNumber(step.count)})`,
        })),
        ...(isOwn ? [{ value: String(value), label: texts.least[name](value) }] : []),
      ]}
    />
  )
}

function Sort({ search }: { search: MarketSearch }) {
  const id = useId()
  const sorts = (search.kind === 'home' ? HOME_SORTS : JOB_SORTS).filter(
    (one) => one !== 'naehe' || search.place !== '',
  )
  return (
    <Choose
      id={id}
      name="sortierung"
      label={texts.sort}
      value={search.sort}
      options={sorts.map((value) => ({ value, label: SORT_NAMES[value] }))}
    />
  )
}

function Choose({
  id,
  name,
  label,
  value,
  options,
}: {
  id: string
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}) {
  return (
    <div className={css.box}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.select}>
        <select id={id} name={name} className={css.input} defaultValue={value} data-value={value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="1.1em" />
      </span>
    </div>
  )
}

function Amount({ name, label, value }: { name: string; label: string; value: number | null }) {
  const id = useId()
  const shown = value === null ? '' : String(value)
  return (
    <div className={css.amount}>
      <label htmlFor={id} className={css.small}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        inputMode="numeric"
        className={css.input}
        defaultValue={shown}
        data-value={shown}
        maxLength={12}
        autoComplete="off"
        aria-describedby={`${id}-unit`}
      />
      <span id={`${id}-unit`} className={css.small}>
        {texts.priceUnit}
      </span>
    </div>
  )
}

function restore(field: Element): void {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = field.dataset.checked === 'true'
  else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
    field.value = field.dataset.value ?? field.value
}

/** Disables empty fields, so that the address has only real parameters. */
function leaveOutEmpty({ currentTarget }: FormEvent<HTMLFormElement>): void {
  const place = currentTarget.elements.namedItem('ort')
  const hasPlace = place instanceof HTMLSelectElement && place.value !== ''
  const empty = [...currentTarget.elements].filter(
    (field): field is HTMLInputElement | HTMLSelectElement =>
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      !field.disabled &&
      (field.value === '' ||
        (field.name === 'umkreis' && (!hasPlace || field.value === '20')) ||
        (field.name === 'sortierung' && field.value === 'neu')),
  )
  for (const field of empty) field.disabled = true
  // Enabled again after the browser has built the address.
  setTimeout(() => {
    for (const field of empty) field.disabled = false
  })
}

/** Search by name, place and time; a plain form, so that it works without a script. */
import type { ObituaryFacets } from '../contract/obituaries.ts'
import { OBITUARY_SEARCH_PATH, SEARCH_PARAMETERS, type ObituarySearch } from '../domain/obituary-paths.ts'
import { MOST_NAME, MOST_PLACE, SPANS } from '../domain/obituaries.ts'
import { obituaryTexts } from './obituary-texts.ts'
import { Button } from '@lokalteil/web/app/ui/Button.tsx'
import { Select, TextField } from '@lokalteil/web/app/ui/Field.tsx'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import css from './Obituaries.module.css'

const texts = obituaryTexts.search

export function ObituarySearchForm({ search, facets }: { search?: ObituarySearch; facets: ObituaryFacets }) {
  return (
    <form method="get" action={OBITUARY_SEARCH_PATH} role="search" aria-label={texts.title} className={css.search}>
      <TextField
        id="trauer-name"
        name={SEARCH_PARAMETERS.name}
        label={texts.name}
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST_NAME}
        defaultValue={search?.name ?? ''}
      />
      <TextField
        id="trauer-ort"
        name={SEARCH_PARAMETERS.place}
        label={texts.place}
        list="trauer-orte"
        autoComplete="off"
        spellCheck={false}
        maxLength={MOST_PLACE}
        defaultValue={search?.place ?? ''}
      />
      <datalist id="trauer-orte">
        {facets.places.map((place) => (
          <option key={place} value={place}>
            {place}
          </option>
        ))}
      </datalist>
      <Select id="trauer-zeit" name={SEARCH_PARAMETERS.period} label={texts.period} defaultValue={search?.period ?? ''}>
        <option value="">{texts.periods.any}</option>
        {(Object.keys(SPANS) as (keyof typeof SPANS)[]).map((span) => (
          <option key={span} value={span}>
            {texts.periods[span]}
          </option>
        ))}
        {facets.years.map((year) => (
          <option key={year} value={year}>
            {texts.year(year)}
          </option>
        ))}
      </Select>
      <Button type="submit" className={css.searchButton}>
        <Icon name="search" size="1.1em" /> {texts.submit}
      </Button>
    </form>
  )
}

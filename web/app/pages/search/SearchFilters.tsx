/** Order, period and section of a search: plain links, and a form for a custom period. */
import type { ReactNode } from 'react'
import type { SectionRef } from '@lokalteil/contracts/content'
import { SEARCH_PERIODS, type ArticleSearch } from '@lokalteil/domain/reading/article-search'
import { searchTexts as texts } from '../../messages/reading/search.ts'
import { toSearchPath } from './search-paths.ts'
import css from './SearchFilters.module.css'

export const NO_FILTERS = { period: null, from: null, until: null, section: '' } as const

export function countFilters({ period, from, until, section }: ArticleSearch): number {
  return Number(period !== null || from !== null || until !== null) + Number(section !== '')
}

export function SearchFilters({ search, sections }: { search: ArticleSearch; sections: readonly SectionRef[] }) {
  const count = countFilters(search)
  const hasDays = search.from !== null || search.until !== null
  const any = { period: null, from: null, until: null }
  return (
    <div className={css.bar}>
      <Choice label={texts.order}>
        {(['relevanz', 'neueste'] as const).map((order) => (
          <Option key={order} search={{ ...search, order }} isChosen={search.order === order}>
            {texts.orders[order]}
          </Option>
        ))}
      </Choice>
      <details className={css.filters} open={count > 0}>
        <summary className={css.summary}>{texts.activeFilters(count)}</summary>
        <div className={css.choices}>
          <Choice label={texts.period}>
            <Option search={{ ...search, ...any }} isChosen={search.period === null && !hasDays}>
              {texts.anyTime}
            </Option>
            {SEARCH_PERIODS.map((period) => (
              <Option key={period} search={{ ...search, ...any, period }} isChosen={search.period === period}>
                {texts.periods[period]}
              </Option>
            ))}
            <li>
              <details className={css.days} open={hasDays}>
                <summary className={css.option} data-chosen={hasDays || undefined}>
                  {texts.days}
                </summary>
                <DayForm search={search} />
              </details>
            </li>
          </Choice>
          {sections.length > 0 && (
            <Choice label={texts.section}>
              <Option search={{ ...search, section: '' }} isChosen={search.section === ''}>
                {texts.allSections}
              </Option>
              {sections.map(({ path, displayName }) => (
                <Option key={path} search={{ ...search, section: path }} isChosen={search.section === path}>
                  {displayName}
                </Option>
              ))}
            </Choice>
          )}
        </div>
      </details>
    </div>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={css.choice} aria-label={label}>
      <p className={css.label} aria-hidden="true">
        {label}
      </p>
      <ul className={css.options}>{children}</ul>
    </nav>
  )
}

function Option({ search, isChosen, children }: { search: ArticleSearch; isChosen: boolean; children: ReactNode }) {
  return (
    <li>
      <a href={toSearchPath(search)} rel="nofollow" className={css.option} aria-current={isChosen ? 'true' : undefined}>
        {children}
      </a>
    </li>
  )
}

function DayForm({ search }: { search: ArticleSearch }) {
  return (
    <form action="/suche" className={css.form}>
      <SearchFields search={{ ...search, ...NO_FILTERS, section: search.section }} hasTerm />
      <label>
        {texts.from}
        <input type="date" name="von" defaultValue={search.from ?? ''} className={css.day} />
      </label>
      <label>
        {texts.until}
        <input type="date" name="bis" defaultValue={search.until ?? ''} className={css.day} />
      </label>
      <button type="submit" className={css.submit}>
        {texts.applyDays}
      </button>
    </form>
  )
}

/** Hidden fields that keep the rest of the search in a form. */
export function SearchFields({ search, hasTerm }: { search: ArticleSearch; hasTerm?: boolean }) {
  const fields = {
    q: hasTerm ? search.term : '',
    sortierung: search.order === 'neueste' ? search.order : '',
    zeitraum: search.period ?? '',
    von: search.from ?? '',
    bis: search.until ?? '',
    ressort: search.section,
  }
  return Object.entries(fields).map(([name, value]) =>
    value === '' ? null : <input key={name} type="hidden" name={name} value={value} />,
  )
}

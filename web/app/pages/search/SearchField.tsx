/** The search form. The first key loads the suggestions. */
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../page/lazy-part.tsx'
import type { ArticleSearch } from '@lokalteil/domain/reading/article-search'
import { searchTexts } from '../../messages/reading/search.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SearchFields } from './SearchFilters.tsx'
import css from './SearchField.module.css'

const SearchSuggestions = lazyPart(() => import('./SearchSuggestions.lazy.tsx'))

export function SearchField({ search }: { search: ArticleSearch }) {
  const { term } = search
  const input = useRef<HTMLInputElement>(null)
  const [isTyping, setTyping] = useState(false)
  return (
    <form action="/suche" role="search" className={css.form}>
      <SearchFields search={search} />
      <div className={css.box}>
        <Icon name="search" size="1.3em" />
        <input
          ref={input}
          key={term}
          type="search"
          name="q"
          defaultValue={term}
          aria-label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          className={css.input}
          onInput={() => setTyping(true)}
        />
        {isTyping && (
          <Suspense>
            <SearchSuggestions field={input} />
          </Suspense>
        )}
      </div>
      <button type="submit" className={css.submit}>
        {searchTexts.submit}
      </button>
    </form>
  )
}

/**
 * Suggestions below the search field: an ARIA combobox with a list box. Choosing one goes there; Enter without a choice
 * searches as typed. Late answers are dropped (race condition).
 */
import { useEffect, useId, useRef, useState, type RefObject } from 'react'
import type { CONTENT } from '@lokalteil/contracts/content'
import type { AnswerOf } from '@lokalteil/contracts/kernel/endpoint'
import { contentBase, createBrowserFetch, createContentApi } from '../../page/content-api.ts'
import { navigateTo } from '../../browser/navigation/link-clicks.ts'
import { searchTexts } from '../../messages/reading/search.ts'
import css from './SearchSuggestions.module.css'

type Suggestion = AnswerOf<(typeof CONTENT)['suggestTerms']>['suggestions'][number]

const PAUSE_MS = 150
const LEAST_LETTERS = 2

const content = createContentApi(contentBase(), createBrowserFetch())

export default function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const listId = useId()
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const [active, setActive] = useState(-1)
  const shown = useRef({ suggestions, active })
  const isOpen = suggestions.length > 0

  useEffect(() => {
    shown.current = { suggestions, active }
    const input = field.current
    if (input === null) return
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-controls', listId)
    input.setAttribute('aria-expanded', String(suggestions.length > 0))
    if (active >= 0) input.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else input.removeAttribute('aria-activedescendant')
  }, [field, listId, suggestions, active])

  useEffect(() => {
    const input = field.current
    if (input === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let latest = 0
    const close = () => {
      latest++
      clearTimeout(timer)
      setSuggestions([])
      setActive(-1)
    }
    const ask = async () => {
      const typed = input.value.trim()
      const turn = ++latest
      const answer = typed.length < LEAST_LETTERS ? null : await content.suggestTerms({}, { q: typed.slice(0, 100) })
      if (turn !== latest) return
      setActive(-1)
      setSuggestions(answer?.ok ? answer.data.suggestions.slice(0, 8) : [])
    }
    const onInput = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), PAUSE_MS)
    }
    const onKey = (event: KeyboardEvent) => {
      const { suggestions: open, active: current } = shown.current
      if (open.length === 0 || event.isComposing) return
      if (event.key === 'ArrowDown') setActive(current + 1 < open.length ? current + 1 : -1)
      else if (event.key === 'ArrowUp') setActive(current < 0 ? open.length - 1 : current - 1)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && current >= 0) navigateTo(open[current]!.target)
      else return
      event.preventDefault()
    }
    input.addEventListener('input', onInput)
    input.addEventListener('keydown', onKey)
    input.addEventListener('blur', close)
    void ask()
    return () => {
      close()
      input.removeEventListener('input', onInput)
      input.removeEventListener('keydown', onKey)
      input.removeEventListener('blur', close)
    }
  }, [field])

  return (
    <>
      {/* Keeps the focus in the field on mousedown, because its blur would close the list before the click. */}
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={searchTexts.suggestions}
        className={css.list}
        hidden={!isOpen}
        onPointerDown={(event) => event.preventDefault()}
      >
        {suggestions.map((suggestion, index) => (
          <a
            key={`${suggestion.kind}-${suggestion.target}`}
            id={`${listId}-${index}`}
            href={suggestion.target}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={css.option}
          >
            <span className={css.label}>{suggestion.label}</span>
            <span className={css.kind}>{searchTexts.kinds[suggestion.kind]}</span>
          </a>
        ))}
      </div>
      <span role="status" className="visually-hidden">
        {isOpen ? searchTexts.suggestionCount(suggestions.length) : ''}
      </span>
    </>
  )
}

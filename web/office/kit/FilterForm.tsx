/** The filters above a list, and the field for words, which acts while somebody types. */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import css from './FilterForm.module.css'

const TYPING_MS = 250
/** As the contracts allow. */
const MOST = 200

export function FilterForm({
  label,
  field,
  q,
  search,
  className,
  onSearch,
  children,
}: {
  label: string
  /** The label of the field. */
  field: string
  /** The words of the address. */
  q: string
  search: RefObject<HTMLInputElement | null>
  className: string | undefined
  onSearch: (q: string) => void
  /** The other filters. */
  children: ReactNode
}) {
  const [typed, setTyped] = useState(q)
  const latest = useRef({ q, onSearch })
  useEffect(() => {
    latest.current = { q, onSearch }
  })
  useEffect(() => {
    if (typed.trim() === latest.current.q) return
    const timer = setTimeout(() => latest.current.onSearch(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // Back and forward change the address without the field.
  useEffect(() => {
    if (document.activeElement !== search.current) setTyped(q)
  }, [q, search])
  return (
    <form
      className={className}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(typed.trim())
      }}
    >
      {children}
      <input
        ref={search}
        className={css.search}
        type="search"
        maxLength={MOST}
        aria-label={field}
        placeholder={`/ ${field}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}

/** A field for things of the publication that a draft names by id: sections, tags, regions, articles. */
import { useState } from 'react'
import { useQueries } from '@tanstack/react-query'
import { useDesk } from './office.tsx'
import { Chips, Suggest, type SuggestionKind } from './parts.tsx'
import css from './Choices.module.css'

/** Names of the draft's ids. An id without a name is shown itself. */
function useNames(code: string, kind: SuggestionKind, ids: readonly string[]): (id: string) => string {
  const ask = useDesk(code)
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [code, 'suggestions', kind, id],
      queryFn: () => ask('listSuggestions', { query: { kind, q: id } }),
      staleTime: 10 * 60_000,
    })),
  })
  const names = new Map(
    answers.flatMap(({ data }) => data?.suggestions.map(({ id, name }) => [id, name] as const) ?? []),
  )
  return (id) => names.get(id) ?? id
}

/** Things of the publication by id, found by name. */
export function Choices({
  code,
  kind,
  label,
  placeholder,
  ledBy,
  ids,
  isReadOnly,
  onChange,
}: {
  code: string
  kind: SuggestionKind
  label: string
  placeholder?: string
  ledBy?: string
  ids: readonly string[]
  isReadOnly: boolean
  onChange: (ids: string[]) => void
}) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const nameOf = useNames(
    code,
    kind,
    ids.filter((id) => !chosen.has(id)),
  )
  return (
    <div className={css.choices}>
      {!isReadOnly && (
        <Suggest
          code={code}
          kind={kind}
          label={label}
          placeholder={placeholder}
          except={ids}
          onChoose={({ id, name }) => {
            setChosen(new Map([...chosen, [id, name]]))
            onChange([...ids, id])
          }}
        />
      )}
      {isReadOnly && <p className={css.label}>{label}</p>}
      <Chips
        ledBy={ledBy}
        isReadOnly={isReadOnly}
        chips={ids.map((id) => ({ key: id, name: chosen.get(id) ?? nameOf(id) }))}
        onChange={onChange}
      />
    </div>
  )
}

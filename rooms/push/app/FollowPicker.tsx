/**
 * Topics or regions as a nested list of boxes, with a search if it is long; folded at first, with the number of
 * choices.
 */
import { useId, useState } from 'react'
import { foldGerman } from '@lokalteil/domain/german-text'
import type { Follow, FollowKind } from '../domain/push.ts'
import { pushTexts } from './push-texts.ts'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { TextField } from '@lokalteil/web/app/ui/Field.tsx'
import css from './Push.module.css'

export type PickNode = { id: string; label: string; children: readonly PickNode[] }

type FollowPickerProps = {
  kind: FollowKind
  nodes: readonly PickNode[]
  follows: readonly Follow[]
  isFull: boolean
  onChange: (ref: string, isOn: boolean) => void
}

const LONG = 12

export function FollowPicker({ kind, nodes, follows, isFull, onChange }: FollowPickerProps) {
  const [term, setTerm] = useState('')
  const id = useId()
  const { title, search } = pushTexts.follows[kind]
  const chosen = new Set(follows.filter((follow) => follow.kind === kind).map(({ ref }) => ref))
  const shown = filterNodes(nodes, term)
  if (nodes.length === 0) return null
  return (
    <details className={css.picker} data-kind={kind}>
      <summary>
        <span className={css.pickerTitle}>{title}</span>
        <span className={css.count}>{pushTexts.chosen(chosen.size)}</span>
        <Icon name="chevron-down" size="1.2em" />
      </summary>
      <div className={css.pickerBody}>
        {countNodes(nodes) > LONG && (
          <TextField
            id={`${id}-search`}
            type="search"
            label={search}
            value={term}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => setTerm(event.currentTarget.value)}
          />
        )}
        {shown.length === 0 ? (
          <p role="status">{pushTexts.noMatch(term.trim())}</p>
        ) : (
          <Level {...{ kind, chosen, isFull, onChange }} nodes={shown} label={title} />
        )}
      </div>
    </details>
  )
}

function Level({
  kind,
  nodes,
  chosen,
  isFull,
  onChange,
  label,
}: Pick<FollowPickerProps, 'kind' | 'nodes' | 'isFull' | 'onChange'> & {
  chosen: ReadonlySet<string>
  label?: string
}) {
  return (
    <ul aria-label={label}>
      {nodes.map((node) => (
        <li key={node.id}>
          <label className={css.row}>
            <input
              type="checkbox"
              checked={chosen.has(node.id)}
              disabled={isFull && !chosen.has(node.id)}
              data-push-follow={`${kind} ${node.id}`}
              onChange={(event) => onChange(node.id, event.currentTarget.checked)}
            />
            <span>{node.label}</span>
          </label>
          {node.children.length > 0 && <Level {...{ kind, chosen, isFull, onChange }} nodes={node.children} />}
        </li>
      ))}
    </ul>
  )
}

/** Matching nodes with their ancestors and descendants. */
function filterNodes(nodes: readonly PickNode[], term: string): readonly PickNode[] {
  const wanted = foldGerman(term.trim())
  if (wanted === '') return nodes
  return nodes.flatMap((node) => {
    if (foldGerman(node.label).includes(wanted)) return [node]
    const children = filterNodes(node.children, term)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

function countNodes(nodes: readonly PickNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countNodes(children), 0)
}

/** Regions or tags as a nested list of boxes with a search; every change is saved at once (S2.2-15). */
import { useId, useState } from 'react'
import type { FeedNode } from '@lokalteil/domain/reading/feeds'
import { foldGerman } from '@lokalteil/domain/german-text'
import { usePortal } from '../../page/portal.ts'
import { useSession } from '../../browser/session/session.ts'
import { TextField } from '../../ui/Field.tsx'
import css from './FollowList.module.css'

export type FollowListProps = {
  nodes: readonly FeedNode[]
  /** Shown until the marks are loaded. */
  followed: readonly string[]
  label: string
  searchLabel: string
  noMatch: (term: string) => string
}

export function FollowList({ nodes, followed, label, searchLabel, noMatch }: FollowListProps) {
  const [term, setTerm] = useState('')
  const id = useId()
  const shown = filterNodes(nodes, term)
  return (
    <div className={css.list}>
      <div className="js-only">
        <TextField
          id={`${id}search`}
          type="search"
          label={searchLabel}
          value={term}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      </div>
      {shown.length === 0 && term !== '' ? (
        <p role="status">{noMatch(term.trim())}</p>
      ) : (
        <Level nodes={shown} followed={followed} label={label} path={id} />
      )}
    </div>
  )
}

function Level({
  nodes,
  followed,
  label,
  path,
}: {
  nodes: readonly FeedNode[]
  followed: readonly string[]
  label?: string
  path: string
}) {
  return (
    <ul aria-label={label}>
      {nodes.map((node) => (
        <li key={node.id}>
          <Row node={node} isFollowed={followed.includes(node.id)} id={`${path}-${node.id}`} />
          {node.children.length > 0 && <Level nodes={node.children} followed={followed} path={`${path}-${node.id}`} />}
        </li>
      ))}
    </ul>
  )
}

function Row({ node, isFollowed, id }: { node: FeedNode; isFollowed: boolean; id: string }) {
  const portal = usePortal()
  const mark = `f:${node.id}`
  const known = useSession(({ marks }) => marks?.get(mark))
  const change = () => void import('./marks.lazy.ts').then(({ press }) => press(mark, id, portal))
  return (
    <div className={css.row}>
      <input type="checkbox" id={id} data-follow={node.id} checked={known?.isSet ?? isFollowed} onChange={change} />
      <label htmlFor={id}>{node.label}</label>
      <span role="status" className={css.tip}>
        {known?.by === id ? known.tip : ''}
      </span>
    </div>
  )
}

/** Matching nodes with their ancestors and descendants. */
export function filterNodes(nodes: readonly FeedNode[], term: string): FeedNode[] {
  const wanted = foldGerman(term.trim())
  if (wanted === '') return [...nodes]
  return nodes.flatMap((node) => {
    if (foldGerman(node.label).includes(wanted)) return [node]
    const children = filterNodes(node.children, term)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

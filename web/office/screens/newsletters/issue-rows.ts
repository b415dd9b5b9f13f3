/** The entries of an issue as rows of a list: each has a name that stays while it moves. */
import type { IssueDraft } from '@lokalteil/contracts/newsletter-issues'

type IssueItem = IssueDraft['items'][number]
export type IssueRow = { id: string; item: IssueItem }

let headings = 0

export function toRow(item: IssueItem): IssueRow {
  return { id: item.type === 'article' ? item.id : `heading-${++headings}`, item }
}

export function toItems(rows: readonly IssueRow[]): IssueItem[] {
  return rows.map(({ item }) => item)
}

/** Puts rows before or after another, in their order. */
export function moveRows(
  rows: readonly IssueRow[],
  moved: ReadonlySet<string>,
  target: string,
  place: 'before' | 'after',
): IssueRow[] {
  if (moved.has(target)) return [...rows]
  const taken = rows.filter(({ id }) => moved.has(id))
  const rest = rows.filter(({ id }) => !moved.has(id))
  const at = rest.findIndex(({ id }) => id === target)
  if (at === -1) return [...rows]
  return rest.toSpliced(place === 'before' ? at : at + 1, 0, ...taken)
}

/** One place up or down; at the end it stays. */
export function moveBy(rows: readonly IssueRow[], id: string, step: -1 | 1): IssueRow[] {
  const at = rows.findIndex((row) => row.id === id)
  const to = at + step
  if (at === -1 || to < 0 || to >= rows.length) return [...rows]
  return rows.toSpliced(at, 1).toSpliced(to, 0, rows[at]!)
}

/** Conflicts that wait for a decision, beside a draft that goes on changing. */
import type { ArticleDraft } from '@lokalteil/contracts/content'
import type { BlockConflict, Person } from '@lokalteil/contracts/office'
import { isSame } from './draft-text.ts'
import { movePlace, type Merged } from './merge.ts'
import type { ArticleRecord } from '../schema.ts'
import type { Trx } from './store/article-store.ts'
import { appendRevision, setWorkingCopy, type WorkingCopy } from './store/draft-store.ts'

/** The waiting conflicts, where their blocks are in the new text. */
export function moveConflicts(
  conflicts: readonly BlockConflict[],
  before: ArticleDraft,
  after: ArticleDraft,
): BlockConflict[] {
  if (conflicts.length === 0) return []
  return conflicts.map((one) =>
    one.field === undefined
      ? { ...one, ...movePlace(before.body, after.body, { at: one.at, count: one.count ?? 1 }) }
      : one,
  )
}

/** The waiting conflicts and those of a merge. One that waits already is not added again. */
export function addConflicts(
  before: { draft: ArticleDraft; conflicts: readonly BlockConflict[] },
  { draft, conflicts }: Merged,
  { number, by }: { number: number; by: Person | null },
): BlockConflict[] {
  const waiting = moveConflicts(before.conflicts, before.draft, draft)
  const added = conflicts
    .map(({ at, count, theirs, field, value }, index): BlockConflict => ({
      id: `${number}.${index}`,
      at,
      count,
      by,
      theirs,
      ...(field === null ? {} : { field, value }),
    }))
    .filter(
      (one) =>
        !waiting.some(
          (other) => other.field === one.field && isSame(other.theirs, one.theirs) && isSame(other.value, one.value),
        ),
    )
  return [...waiting, ...added]
}

/** Writes a merge as a revision and as the working copy. `theirs`: the author of the merged text; null: a source. */
export async function writeMerged(
  trx: Trx,
  row: ArticleRecord,
  copy: WorkingCopy,
  merged: Merged,
  {
    by,
    at,
    theirs,
    sent,
    ...more
  }: { by: Person | null; at: Date; theirs: Person | null; sent?: string } & Partial<ArticleRecord>,
): Promise<{ row: ArticleRecord; saved: WorkingCopy }> {
  const { draft } = merged
  const { number, row: numbered } = await appendRevision(trx, row, {
    by,
    at,
    kind: 'merged',
    base: copy.revision,
    draft,
    sent,
  })
  const saved = { revision: number, draft, conflicts: addConflicts(copy, merged, { number, by: theirs }) }
  return { row: await setWorkingCopy(trx, numbered, saved, { by, at, ...more }), saved }
}

/** The draft after a decision. `both`: the later blocks stand behind the earlier ones. */
export function decide(draft: ArticleDraft, conflict: BlockConflict, choose: 'ours' | 'theirs' | 'both'): ArticleDraft {
  if (choose === 'ours') return draft
  if (conflict.field !== undefined) {
    if (choose === 'both') return draft
    const { [conflict.field as 'comments']: _before, ...rest } = draft
    // Null stands for an optional field that was removed, too.
    const isRemoved = conflict.value === null && (conflict.field === 'comments' || conflict.field === 'provenance')
    return (isRemoved ? rest : { ...draft, [conflict.field]: conflict.value }) as ArticleDraft
  }
  const count = conflict.count ?? 1
  const body = [...draft.body]
  body.splice(conflict.at + (choose === 'both' ? count : 0), choose === 'both' ? 0 : count, ...conflict.theirs)
  return { ...draft, body }
}

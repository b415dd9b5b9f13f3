/**
 * The draft of an open issue, saved while somebody works on it. If somebody else saved meanwhile, the save is refused
 * with LATER_REVISION: what stands on the screen stays, and the person chooses.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DeskIssue, IssueArticle, IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import type { DeskAsk } from '../../kit/client.ts'
import type { LocalCopy, openCopies } from '../../kit/local-copies.ts'
import { createSaving, type Saving, type SavingState } from '../../kit/saving.ts'
import { toItems, toRow, type IssueRow } from './issue-rows.ts'

type Copies = ReturnType<typeof openCopies>
type Texts = Omit<IssueDraft, 'items'>

/** What a composer begins with. */
export type Seed = {
  /** Another seed is another composer. */
  number: number
  base: number
  draft: IssueDraft
  /** It is not what the server has. */
  isUnsaved: boolean
}

let seeds = 0

export function toSeed(base: number, draft: IssueDraft, isUnsaved = false): Seed {
  return { number: ++seeds, base, draft, isUnsaved }
}

/** The issue as it is saved, or what an earlier tab left behind. */
export async function openSeed(copies: Copies, { issue, draft }: DeskIssue): Promise<Seed> {
  const left = await copies.list().catch((): LocalCopy[] => [])
  const last = left.at(-1)
  if (last === undefined) return toSeed(issue.revision, draft)
  const copy = last.draft as IssueDraft
  const isUnsaved = JSON.stringify(copy) !== JSON.stringify(draft)
  if (isUnsaved) await copies.keep(last.base, copy).catch(() => {})
  for (const { key } of left) if (!isUnsaved || key !== last.key) await copies.forget(key).catch(() => {})
  return isUnsaved ? toSeed(last.base, copy, true) : toSeed(issue.revision, draft)
}

export const issueKey = (code: string, slug: string, id: string) => [code, 'newsletter', `${slug}/${id}`] as const

export type Composer = {
  texts: Texts
  rows: readonly IssueRow[]
  /** Articles of the draft by id, also those that were added and not saved yet. */
  articles: ReadonlyMap<string, IssueArticle>
  write: (texts: Partial<Texts>) => void
  order: (rows: readonly IssueRow[]) => void
  add: (article: IssueArticle) => void
  saving: Saving
  state: SavingState
  /** As it stands on the screen. */
  read: () => IssueDraft
}

type Options = {
  ask: DeskAsk
  code: string
  slug: string
  id: string
  copies: Copies
  seed: Seed
  issue: DeskIssue
}

export function useComposer({ ask, code, slug, id, copies, seed, issue }: Options): Composer {
  const queries = useQueryClient()
  const [shown, setShown] = useState(() => toShown(seed.draft))
  const [added, setAdded] = useState<ReadonlyMap<string, IssueArticle>>(new Map())
  const [state, setState] = useState<SavingState>({ kind: 'saved', at: null })
  /** What saving reads: never behind the screen. */
  const current = useRef(shown)
  const known = useRef(seed.base)
  const read = useCallback((): IssueDraft => {
    const { rows, ...texts } = current.current
    return { ...texts, items: toItems(rows) }
  }, [])
  const show = useCallback((next: typeof shown) => {
    current.current = next
    setShown(next)
  }, [])

  function send(base: number, draft: IssueDraft) {
    const body = { base, draft }
    return ask('saveIssue', { params: { slug, issue: id }, body }).then((saved) => ({ ...saved, draft: null, body }))
  }

  // Its functions read the refs later, when a timer or an answer calls them.
  // oxlint-disable-next-line react/refs
  const [saving] = useState(() =>
    createSaving<IssueDraft, Awaited<ReturnType<typeof send>>>({
      base: seed.base,
      savedAt: null,
      take: read,
      send,
      keep: ({ base, draft }) => copies.keep(base, draft),
      forget: () => copies.forget(),
      onState: (next) => setState((before) => (before.kind === next.kind && next.kind === 'edited' ? before : next)),
      onAnswer({ revision, savedAt, articles, body }) {
        known.current = revision
        queries.setQueryData<DeskIssue>(issueKey(code, slug, id), (before) =>
          before === undefined || before.issue.revision > revision
            ? before
            : withSaved(before, body.draft, { revision, savedAt, articles }),
        )
      },
    }),
  )

  // A layout effect: its end runs while the screen is still there.
  useLayoutEffect(() => {
    if (seed.isUnsaved) saving.edit()
    const retry = () => saving.retry()
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saving.flush().catch(() => {})
    }
    window.addEventListener('online', retry)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', onHide)
      saving.stop()
    }
  }, [saving, seed])

  // Somebody else saved, or an issue without a draft composes itself of newer articles.
  useEffect(() => {
    const { revision } = issue.issue
    const isNewer = revision > known.current || (revision === 0 && known.current === 0)
    if (!isNewer || JSON.stringify(issue.draft) === JSON.stringify(read()) || !saving.adopt(revision)) return
    known.current = revision
    show(toShown(issue.draft))
  }, [issue, saving, read, show])

  const change = useCallback(
    (part: Partial<typeof shown>) => {
      show({ ...current.current, ...part })
      saving.edit()
    },
    [saving, show],
  )
  const add = useCallback(
    (article: IssueArticle) => {
      setAdded((before) => new Map(before).set(article.id, article))
      change({ rows: [...current.current.rows, toRow({ type: 'article', id: article.id })] })
    },
    [change],
  )
  const order = useCallback((rows: readonly IssueRow[]) => change({ rows: [...rows] }), [change])
  const { rows, ...texts } = shown
  const articles = new Map([...added, ...issue.articles.map((article) => [article.id, article] as const)])
  return { texts, rows, articles, write: change, order, add, saving, state, read }
}

function toShown({ items, ...texts }: IssueDraft): Texts & { rows: IssueRow[] } {
  return { ...texts, rows: items.map(toRow) }
}

type Saved = { revision: number; savedAt: string; articles: readonly IssueArticle[] }

/** The issue after a save. */
function withSaved(before: DeskIssue, draft: IssueDraft, { revision, savedAt, articles }: Saved): DeskIssue {
  const { state } = before.issue
  const fresh = new Set(articles.map(({ id }) => id))
  return {
    ...before,
    draft,
    articles: [...before.articles.filter(({ id }) => !fresh.has(id)), ...articles],
    issue: {
      ...before.issue,
      revision,
      subject: draft.subject,
      changedAt: savedAt,
      state: state === 'automatic' ? 'begun' : state,
    },
  }
}

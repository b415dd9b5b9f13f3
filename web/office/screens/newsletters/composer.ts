/**
 * The draft of an open issue, saved while somebody works on it. If another person saved meanwhile, the save is refused with
 * LATER_REVISION: the draft on the screen stays, and the person chooses.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { DeskIssue, IssueArticle, IssueDraft } from '@lokalteil/contracts/newsletter-issues'
import type { DeskAsk } from '../../kit/client.ts'
import type { Saving, SavingState } from '../../kit/saving.ts'
import type { Copies, Seed } from '../../kit/seeds.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { toItems, toRow, type IssueRow } from './issue-rows.ts'

type Texts = Omit<IssueDraft, 'items'>

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
  seed: Seed<IssueDraft>
  issue: DeskIssue
}

export function useComposer({ ask, code, slug, id, copies, seed, issue }: Options): Composer {
  const queries = useQueryClient()
  const [shown, setShown] = useState(() => toShown(seed.draft))
  const [added, setAdded] = useState<ReadonlyMap<string, IssueArticle>>(new Map())
  /** The newest draft, for saving; state would be one render behind. */
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
  const { saving, state } = useSaving<IssueDraft, Awaited<ReturnType<typeof send>>>(
    {
      base: seed.base,
      take: read,
      send,
      keep: ({ base, draft }) => copies.keep(base, draft),
      forget: () => copies.forget(),
      onAnswer({ revision, savedAt, articles, body }) {
        known.current = revision
        queries.setQueryData<DeskIssue>(issueKey(code, slug, id), (before) =>
          before === undefined || before.issue.revision > revision
            ? before
            : withSaved(before, body.draft, { revision, savedAt, articles }),
        )
      },
    },
    seed.isUnsaved,
  )

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

/**
 * Editing an open article: the fields, the editor's text, and autosave of both. The text is read from the editor when a save
 * begins, so that typing needs no render.
 */
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ArticleDraft, BodyItem } from '@lokalteil/contracts/content/records'
import type { OfficeArticle } from '@lokalteil/contracts/office/values'
import type { DeskAsk } from '../../kit/client.ts'
import type { LocalCopy } from '../../kit/local-copies.ts'
import type { Saving, SavingState } from '../../kit/saving.ts'
import type { Copies } from '../../kit/seeds.ts'
import { useSaving } from '../../kit/use-saving.ts'
import type { EditorHandle } from '../../editor/Editor.tsx'

type Items = BodyItem[]

/** A draft names other articles by their id. The schema checks that; the type does not say it. */
function itemsOf(draft: ArticleDraft): Items {
  return draft.body as Items
}

export type Opened = {
  article: OfficeArticle
  /** A copy of this browser that the server has not taken yet. */
  unsaved: { base: number; draft: ArticleDraft } | null
  /** Whether copies of this browser were saved just now. */
  isRecovered: boolean
}

/**
 * Fetches the article and saves unsaved copies of an earlier tab. A copy that cannot be saved now stays in the browser's
 * database and becomes the draft of this screen.
 */
export async function openArticle(ask: DeskAsk, copies: Copies, id: string): Promise<Opened> {
  const article = await ask('getArticle', { params: { id } })
  const left = await copies.list().catch((): LocalCopy[] => [])
  let latest = article
  let isRecovered = false
  for (const { key, base, draft } of left) {
    const copy = draft as ArticleDraft
    if (JSON.stringify(copy) !== JSON.stringify(article.draft))
      try {
        const saved = await ask('saveDraft', { params: { id }, body: { base, draft: copy, isKept: false } })
        latest = withSaved(article, saved, copy)
        isRecovered = true
      } catch {
        return { article: latest, unsaved: { base, draft: copy }, isRecovered }
      }
    await copies.forget(key).catch(() => {})
  }
  return { article: latest, unsaved: null, isRecovered }
}

type Saved = Pick<OfficeArticle, 'revision' | 'conflicts' | 'checks'> & { draft: ArticleDraft | null }

/** The article after a save. Its draft is the merged one, else the sent one. */
function withSaved(article: OfficeArticle, { revision, conflicts, checks, draft }: Saved, sent: ArticleDraft) {
  return { ...article, revision, conflicts, checks, draft: draft ?? sent }
}

export type ArticleEditing = {
  draft: ArticleDraft
  patch: (part: Partial<ArticleDraft>) => void
  /** For the editor: the items to show, a key that changes when it must load them again, and the items they were merged from. */
  loaded: { items: Items; revision: string; base: Items | null }
  text: RefObject<EditorHandle | null>
  editText: () => void
  readItems: () => Items
  saving: Saving
  state: SavingState
  /** Shows the server's answer to an act of this screen. */
  take: (article: OfficeArticle) => void
}

export function useArticleEditing({
  ask,
  code,
  copies,
  opened,
  article,
}: {
  ask: DeskAsk
  code: string
  copies: Copies
  opened: Opened
  article: OfficeArticle
}): ArticleEditing {
  const queries = useQueryClient()
  const first = opened.unsaved?.draft ?? opened.article.draft
  const [draft, setDraft] = useState(first)
  const [loaded, setLoaded] = useState<ArticleEditing['loaded']>({ items: itemsOf(first), revision: '0', base: null })
  const text = useRef<EditorHandle>(null)
  /** The newest draft, for saving; state would be one render behind. */
  const current = useRef(first)
  const firstBase = opened.unsaved?.base ?? opened.article.revision
  const known = useRef(firstBase)
  const id = article.id

  const readItems = useCallback(() => {
    current.current = { ...current.current, body: text.current?.getItems() ?? current.current.body }
    return itemsOf(current.current)
  }, [])

  const show = useCallback(
    (next: ArticleDraft, revision: number) => {
      const base = readItems()
      const isSameText = JSON.stringify(base) === JSON.stringify(next.body)
      current.current = next
      setDraft(next)
      if (!isSameText) setLoaded({ items: itemsOf(next), revision: `${revision} ${performance.now()}`, base })
    },
    [readItems],
  )

  // Its functions read the refs later, when a timer or an answer calls them.
  const { saving, state } = useSaving<ArticleDraft, Awaited<ReturnType<typeof send>>>(
    {
      base: firstBase,
      take: () => {
        readItems()
        return current.current
      },
      send,
      keep: ({ base, draft: copy }) => copies.keep(base, copy),
      forget: () => copies.forget(),
      onAnswer: ({ revision, conflicts, checks }, merged) => {
        known.current = revision
        if (merged !== null) show(merged, revision)
        queries.setQueryData<OfficeArticle>([code, 'article', id], (before) =>
          before === undefined || before.revision > revision
            ? before
            : { ...before, revision, conflicts, checks, draft: merged ?? current.current },
        )
      },
    },
    opened.unsaved !== null,
  )

  function send(base: number, sent: ArticleDraft, isKept: boolean) {
    return ask('saveDraft', { params: { id }, body: { base, draft: sent, isKept } })
  }

  // Somebody else saved: shown at once if there is nothing unsaved here, else the next save is merged with it.
  useEffect(() => {
    if (article.revision <= known.current || !saving.adopt(article.revision)) return
    known.current = article.revision
    show(article.draft, article.revision)
  }, [article, saving, show])

  const patch = useCallback(
    (part: Partial<ArticleDraft>) => {
      current.current = { ...current.current, ...part }
      setDraft(current.current)
      saving.edit()
    },
    [saving],
  )
  const editText = useCallback(() => saving.edit(), [saving])
  const take = useCallback(
    (next: OfficeArticle) => void queries.setQueryData<OfficeArticle>([code, 'article', id], next),
    [queries, code, id],
  )
  return { draft, patch, loaded, text, editText, readItems, saving, state, take }
}

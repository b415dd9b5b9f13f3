/** Editing an open front: autosave of its draft, and changes by other people meanwhile. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import type { OfficeFront } from '@lokalteil/contracts/office/fronts'
import { BLOCKS } from '../../messages/fronts.ts'
import type { DeskAsk } from '../../kit/client.ts'
import { createFrontSaving, type FrontSaving, type FrontSavingState } from './front-saving.ts'

export type FrontEditing = {
  front: OfficeFront
  /** As on the screen, saved or not. */
  edits: FrontEdit[]
  change: (edits: FrontEdit[]) => void
  titleOf: (article: string) => string
  /** Stores the title of an article that the front has not named yet. */
  learnTitle: (article: string, title: string) => void
  saving: FrontSaving<OfficeFront>
  state: FrontSavingState
  /** Shows the server's answer to an act of this screen. */
  take: (front: OfficeFront) => void
  drop: () => Promise<void>
  /** Edits of this screen, after another person dropped the draft. */
  lost: FrontEdit[] | null
  forgetLost: () => void
}

export function useFrontEditing({
  ask,
  code,
  front,
}: {
  ask: DeskAsk
  code: string
  front: OfficeFront
}): FrontEditing {
  const queries = useQueryClient()
  const { path } = front
  const [edits, setEdits] = useState(front.edits)
  const [state, setState] = useState<FrontSavingState>({ kind: 'saved' })
  const [lost, setLost] = useState<FrontEdit[] | null>(null)
  /** Titles of articles that the front has not named yet; a change needs no new render. */
  const [learnt] = useState(() => new Map<string, string>())
  const queryKey = useMemo(() => [code, 'front', path], [code, path])

  /** The front that the screen showed last; compared with the next one to notice a dropped draft. */
  const shown = useRef(front)
  const isDropping = useRef(false)
  // The functions write the refs only when an answer arrives, not while rendering.
  // oxlint-disable-next-line react/refs
  const [saving] = useState(() =>
    createFrontSaving<OfficeFront>({
      first: front,
      send: (was, sent) => ask('saveFrontDraft', { body: { path, was, edits: sent } }),
      onEdits: setEdits,
      onState: setState,
      onAnswer: (answer) => {
        shown.current = answer
        queries.setQueryData<OfficeFront>(queryKey, answer)
      },
    }),
  )
  useEffect(() => {
    const retry = () => saving.retry()
    const onHide = () => {
      if (document.visibilityState === 'hidden') void saving.flush().catch(() => {})
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!saving.isClean()) event.preventDefault()
    }
    window.addEventListener('online', retry)
    window.addEventListener('beforeunload', onLeave)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('online', retry)
      window.removeEventListener('beforeunload', onLeave)
      document.removeEventListener('visibilitychange', onHide)
      saving.stop()
    }
  }, [saving])

  useEffect(() => {
    const before = shown.current
    if (front === before || !saving.adopt(front)) return
    shown.current = front
    // If another person published the draft, the edits are the same; if they dropped it, the edits are gone.
    const isGone = before.draft !== null && front.draft === null && !isSame(before.edits, front.edits)
    if (isGone && !isDropping.current) setLost(before.edits)
  }, [front, saving])

  const change = useCallback(
    (next: FrontEdit[]) => {
      // The answer of a fetch that began earlier would overwrite this change.
      void queries.cancelQueries({ queryKey })
      saving.change(next)
    },
    [queries, queryKey, saving],
  )
  const take = useCallback(
    (next: OfficeFront) => {
      void queries.cancelQueries({ queryKey })
      if (saving.adopt(next)) shown.current = next
      queries.setQueryData<OfficeFront>(queryKey, next)
      void queries.invalidateQueries({ queryKey: [code, 'fronts'] })
    },
    [queries, queryKey, saving, code],
  )
  const drop = useCallback(async () => {
    // Flush first: a pending save would create the draft again. A refused save is dropped with the rest.
    const revision = await saving.flush().catch(() => shown.current.revision)
    isDropping.current = true
    try {
      const next = await ask('dropFrontDraft', { body: { path, revision } })
      saving.replace(next)
      shown.current = next
      take(next)
    } finally {
      isDropping.current = false
    }
  }, [ask, path, saving, take])

  const titles = useMemo(
    () =>
      new Map([
        ...front.articles.map(({ id, title }) => [id, title] as const),
        ...front.mostRead.map(({ id, title }) => [id, title] as const),
        ...front.slots.flatMap(({ articles }) => articles.map(({ id, title }) => [id, title] as const)),
      ]),
    [front],
  )
  const titleOf = useCallback(
    (article: string) => titles.get(article) || learnt.get(article) || BLOCKS.noTitle,
    [titles, learnt],
  )
  const learnTitle = useCallback((article: string, title: string) => void learnt.set(article, title), [learnt])
  const forgetLost = useCallback(() => setLost(null), [])
  return useMemo(
    () => ({ front, edits, change, titleOf, learnTitle, saving, state, take, drop, lost, forgetLost }),
    [front, edits, change, titleOf, learnTitle, saving, state, take, drop, lost, forgetLost],
  )
}

function isSame(one: readonly FrontEdit[], other: readonly FrontEdit[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The draft of an open front: its edits here, saved soon after each change, and what others do meanwhile. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import type { OfficeFront } from '@lokalteil/contracts/office/fronts'
import { BLOCKS } from '../../messages/fronts.ts'
import type { DeskAsk } from '../../kit/client.ts'
import { createFrontSaving, type FrontSaving, type FrontSavingState } from './front-saving.ts'

export type FrontBench = {
  front: OfficeFront
  /** As on the screen, saved or not. */
  edits: FrontEdit[]
  change: (edits: FrontEdit[]) => void
  titleOf: (article: string) => string
  /** For articles that the front has not named yet. */
  learnTitle: (article: string, title: string) => void
  saving: FrontSaving<OfficeFront>
  state: FrontSavingState
  /** Takes the answer of an own act into the screen. */
  take: (front: OfficeFront) => void
  drop: () => Promise<void>
  /** The edits of this screen whose draft somebody else dropped. */
  lost: FrontEdit[] | null
  forgetLost: () => void
}

export function useFrontBench({ ask, code, front }: { ask: DeskAsk; code: string; front: OfficeFront }): FrontBench {
  const queries = useQueryClient()
  const { path } = front
  const [edits, setEdits] = useState(front.edits)
  const [state, setState] = useState<FrontSavingState>({ kind: 'saved' })
  const [lost, setLost] = useState<FrontEdit[] | null>(null)
  /** Of articles that the front has not named yet; nothing is drawn anew for it. */
  const [learnt] = useState(() => new Map<string, string>())
  const queryKey = useMemo(() => [code, 'front', path], [code, path])

  /** The front that the screen showed last, to see a draft disappear. */
  const shown = useRef(front)
  const isDropping = useRef(false)
  // Its functions write the refs later, when an answer calls them.
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
    // Published by somebody else, the edits are the same; dropped, they are gone.
    const isGone = before.draft !== null && front.draft === null && !isSame(before.edits, front.edits)
    if (isGone && !isDropping.current) setLost(before.edits)
  }, [front, saving])

  const change = useCallback(
    (next: FrontEdit[]) => {
      // A fetch that began before would show what was there before.
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
    // What waits to be saved would begin a draft anew; what the server refuses goes as well.
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

/** The state of one discussion: loaded comments, their order, and the reader's changes. */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Comment, CommentPage, Thread } from '@lokalteil/contracts/community'
import type { CommentSort } from '@lokalteil/domain/community/discussion'
import { useSession } from '../../browser/session/session.ts'
import { commentCalls, toOutcome, type CommentResult } from './comments-client.ts'
import { focusOf, type FirstComments } from './first-comments.ts'

export type DiscussionState =
  | { kind: 'loading' | 'failed' | 'offline' | 'none' }
  | { kind: 'ready'; page: CommentPage; isLoading: boolean }

/** Prefetched comments; a promise while there is no answer. */
export type Ahead = FirstComments | Promise<FirstComments> | undefined

/** Long, because every change of a discussion works on the one loaded state. */
export function useDiscussion(articleId: string, initial: CommentPage | null, first?: Ahead) {
  const { status } = useSession()
  const [state, setState] = useState<DiscussionState>(() =>
    initial !== null
      ? { kind: 'ready', page: initial, isLoading: false }
      : first === undefined || first instanceof Promise
        ? { kind: 'loading' }
        : toState(toOutcome(first)),
  )
  /** Used once, because a login changes the answer. */
  const ahead = useRef(first)
  /** Number of the latest request: an overtaken answer is dropped (race condition). */
  const turn = useRef(0)
  const [sort, setSort] = useState<CommentSort>(initial?.sort ?? 'newest')

  const load = async (wanted: CommentSort, focus?: string) => {
    setState((before) => (before.kind === 'ready' ? { ...before, isLoading: true } : { kind: 'loading' }))
    await show(
      commentCalls.list(articleId, {
        sort: wanted,
        page: initial?.page ?? 1,
        focus,
      }),
    )
  }

  const show = async (asked: Promise<CommentResult<CommentPage>>) => {
    const own = ++turn.current
    const outcome = await asked
    if (own === turn.current) setState(toState(outcome))
  }

  // The server's rendering is for everybody, so a reader's own votes and drafts are loaded again.
  const begin = useEffectEvent(() => {
    const asked = ahead.current
    ahead.current = undefined
    if (initial !== null && status !== 'reader') return
    if (asked === undefined) void load(sort, focusOf(location.hash))
    else if (asked instanceof Promise) void show(asked.then(toOutcome))
  })
  useEffect(() => {
    if (status !== 'unknown') begin()
  }, [status, articleId])
  const comeBack = useEffectEvent(() => void (state.kind === 'offline' && load(sort)))
  useEffect(() => {
    const listen = () => comeBack()
    addEventListener('online', listen)
    return () => removeEventListener('online', listen)
  }, [])

  const change = (to: (threads: readonly Thread[]) => Thread[], added = 0) =>
    setState((before) =>
      before.kind === 'ready'
        ? { ...before, page: withCount({ ...before.page, threads: to(before.page.threads) }, added) }
        : before,
    )

  return {
    state,
    sort,
    reload: () => void load(sort),
    sortBy: (wanted: CommentSort) => {
      setSort(wanted)
      void load(wanted)
    },
    loadMore: async () => {
      if (state.kind !== 'ready') return
      setState({ ...state, isLoading: true })
      const found = await commentCalls.list(articleId, { sort, page: state.page.page + 1 })
      setState((before) => {
        if (before.kind !== 'ready') return before
        if (found.kind !== 'ok') return { ...before, isLoading: false }
        const known = new Set(before.page.threads.map(({ id }) => id))
        const threads = [...before.page.threads, ...found.data.threads.filter(({ id }) => !known.has(id))]
        return { kind: 'ready', page: { ...found.data, threads }, isLoading: false }
      })
    },
    loadReplies: async (thread: Thread) => {
      const found = await commentCalls.replies(articleId, thread.id, thread.replies.at(-1)?.id)
      if (found.kind !== 'ok') return
      change((threads) =>
        threads.map((one) => {
          if (one.id !== thread.id) return one
          const replies = [...one.replies, ...found.data.replies]
          return { ...one, replies, replyCount: found.data.hasMore ? one.replyCount : replies.length }
        }),
      )
    },
    add: (comment: Comment) => {
      const seen = comment.state === 'visible' ? 1 : 0
      if (comment.parent === null) change((threads) => [{ ...comment, replies: [], replyCount: 0 }, ...threads], seen)
      else
        change(
          (threads) =>
            threads.map((one) =>
              one.id === comment.parent
                ? { ...one, replies: [...one.replies, comment], replyCount: one.replyCount + 1 }
                : one,
            ),
          seen,
        )
    },
    put: (id: string, part: Partial<Comment>) => change((threads) => threads.map((one) => putInto(one, id, part))),
    remove: (comment: Comment) =>
      change(
        (threads) =>
          threads.flatMap((one) => {
            if (one.id === comment.id)
              return one.replyCount === 0 ? [] : [{ ...one, state: 'withdrawn' as const, text: '', name: '' }]
            const replies = one.replies.filter(({ id }) => id !== comment.id)
            return [{ ...one, replies, replyCount: one.replyCount - (one.replies.length - replies.length) }]
          }),
        comment.state === 'visible' ? -1 : 0,
      ),
  }
}

export type DiscussionActions = Omit<ReturnType<typeof useDiscussion>, 'state' | 'sort'>

function toState(found: CommentResult<CommentPage>): DiscussionState {
  if (found.kind === 'ok') return { kind: 'ready', page: found.data, isLoading: false }
  return { kind: found.code === 'NOT_FOUND' ? 'none' : found.code === 'OFFLINE' ? 'offline' : 'failed' }
}

function putInto(thread: Thread, id: string, part: Partial<Comment>): Thread {
  if (thread.id === id) return { ...thread, ...part }
  return { ...thread, replies: thread.replies.map((reply) => (reply.id === id ? { ...reply, ...part } : reply)) }
}

function withCount(page: CommentPage, added: number): CommentPage {
  const { comments } = page.discussion
  if (comments === null || added === 0) return page
  return {
    ...page,
    discussion: { ...page.discussion, comments: { ...comments, count: Math.max(0, comments.count + added) } },
  }
}

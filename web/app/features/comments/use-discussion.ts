/** The state of one discussion: what is loaded, in which order, and how it changes by what its reader does. */
import { useEffect, useEffectEvent, useState } from 'react'
import type { Comment, CommentPage, Thread } from '@lokalteil/contracts/community'
import type { CommentSort } from '@lokalteil/domain/community/discussion'
import { useSession } from '../../browser/session/session.ts'
import { commentCalls } from './comments-client.ts'

export type DiscussionState =
  | { kind: 'loading' | 'failed' | 'offline' | 'none' }
  | { kind: 'ready'; page: CommentPage; isLoading: boolean }

/** Long, because every way to change a discussion works on the one state it loads. */
export function useDiscussion(articleId: string, initial: CommentPage | null) {
  const { status } = useSession()
  const [state, setState] = useState<DiscussionState>(
    initial === null ? { kind: 'loading' } : { kind: 'ready', page: initial, isLoading: false },
  )
  const [sort, setSort] = useState<CommentSort>(initial?.sort ?? 'newest')

  const load = async (wanted: CommentSort, focus?: string) => {
    setState((before) => (before.kind === 'ready' ? { ...before, isLoading: true } : { kind: 'loading' }))
    const found = await commentCalls.list(articleId, {
      sort: wanted,
      page: initial?.page ?? 1,
      ...(focus === undefined ? {} : { focus }),
    })
    if (found.kind === 'ok') {
      setState({ kind: 'ready', page: found.data, isLoading: false })
      if (status === 'reader') void commentCalls.markSeen(articleId)
      return
    }
    if (found.code === 'NOT_FOUND') setState({ kind: 'none' })
    else setState({ kind: found.code === 'OFFLINE' ? 'offline' : 'failed' })
  }

  // What was rendered for everybody is asked again for a reader: own votes, own drafts, what is new.
  const begin = useEffectEvent(() => {
    if (initial !== null && status !== 'reader') return
    void load(sort, focusOf(location.hash))
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

/** Of the link of a mail or a permalink. */
export function focusOf(hash: string): string | undefined {
  return /^#kommentar-(\d{1,18})$/.exec(hash)?.[1]
}

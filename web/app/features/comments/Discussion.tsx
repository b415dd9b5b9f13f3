/**
 * The discussion of an article. Its own page is rendered with the comments everybody may see; under an article it is
 * loaded separately, so that the article is the same for all readers and no unmoderated text is cached.
 */
import { useDeferredValue, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { CommentPage, Thread } from '@lokalteil/contracts/community'
import { SORTS } from '@lokalteil/domain/community/discussion'
import { useSession } from '../../browser/session/session.ts'
import { commentTexts as texts } from '../../messages/community/comments.ts'
import { Button } from '../../ui/Button.tsx'
import { commentCalls } from './comments-client.ts'
import { CommentView } from './CommentView.tsx'
import { Composer } from './Composer.tsx'
import { Panel, StandingPanel } from './Standing.tsx'
import { focusOf } from './first-comments.ts'
import { useDiscussion, type Ahead, type DiscussionActions } from './use-discussion.ts'
import { useMember, type Standing } from './use-member.ts'
import css from './Comments.module.css'

/** Number of threads: more than a screen of them. */
const FIRST_DRAWN = 4

export type DiscussionProps = {
  articleId: string
  authors: readonly string[]
  /** The server's rendering for everybody; null: to be loaded. */
  initial: CommentPage | null
  first?: Ahead
  /** Replaces the button for more: links to the other pages. */
  pagination?: ReactNode
  /** Shown until the real number is known. */
  count?: number
}

export function Discussion({ articleId, authors, initial, first, pagination, count }: DiscussionProps) {
  const discussion = useDiscussion(articleId, initial, first)
  const { standing, setMember } = useMember()
  const { state, sort } = discussion
  const [said, setSaid] = useState('')
  const isReady = state.kind === 'ready'
  useFocused(isReady)
  const place = useRef<HTMLDivElement>(null)
  useSeen(place, articleId, isReady)
  if (state.kind === 'none') return null
  const comments = isReady ? state.page.discussion.comments : null
  const total = comments?.count ?? count ?? 0
  const isOpen = comments !== null && comments.mode !== 'closed'
  if (isReady && !isOpen && state.page.threads.length === 0 && total === 0) return null
  return (
    <div ref={place} className={css.discussion} aria-busy={!isReady || state.isLoading}>
      <div className={css.title}>
        <h2 id="kommentare-titel">{total === 0 ? texts.title : texts.count(total)}</h2>
        {isReady && state.page.newCount > 0 && <p className={css.newCount}>{texts.newCount(state.page.newCount)}</p>}
      </div>
      <p role="status" className={said === '' ? 'visually-hidden' : css.said}>
        {said}
      </p>
      {isReady ? (
        <>
          {isOpen ? (
            <Writing
              articleId={articleId}
              authors={authors}
              isModerated={comments.mode === 'moderated'}
              standing={standing}
              setMember={setMember}
              actions={discussion}
              onSaid={setSaid}
            />
          ) : (
            <Panel icon="lock" text={texts.closed} />
          )}
          {total > 1 && (
            <div className={css.sorts} role="group" aria-label={texts.sort}>
              {SORTS.map((one) => (
                <button
                  key={one}
                  type="button"
                  className={css.sort}
                  aria-pressed={sort === one}
                  onClick={() => discussion.sortBy(one)}
                >
                  {texts.sorts[one]}
                </button>
              ))}
            </div>
          )}
          {state.page.threads.length === 0 ? (
            <p className={css.empty}>{sort === 'picks' ? texts.emptyPicks : texts.empty}</p>
          ) : (
            <Threads
              threads={state.page.threads}
              isRendered={initial !== null}
              articleId={articleId}
              standing={standing}
              isOpen={isOpen}
              actions={discussion}
              onSaid={setSaid}
            />
          )}
          {pagination ??
            (state.page.page < state.page.pages && (
              <Button
                variant="secondary"
                className={css.more}
                aria-disabled={state.isLoading || undefined}
                onClick={() => void discussion.loadMore()}
              >
                {state.isLoading ? texts.loading : texts.more}
              </Button>
            ))}
        </>
      ) : (
        <Waiting kind={state.kind} onRetry={discussion.reload} />
      )}
    </div>
  )
}

function Waiting({ kind, onRetry }: { kind: 'loading' | 'failed' | 'offline'; onRetry: () => void }) {
  if (kind === 'loading')
    return (
      <div className={css.skeleton} role="status">
        <span className="visually-hidden">{texts.loading}</span>
        {[0, 1, 2].map((row) => (
          <span key={row} aria-hidden="true" />
        ))}
      </div>
    )
  return (
    <Panel icon={kind === 'offline' ? 'offline' : 'alert'} text={kind === 'offline' ? texts.offline : texts.failed}>
      {kind === 'failed' && (
        <Button variant="secondary" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </Panel>
  )
}

type WritingProps = {
  articleId: string
  authors: readonly string[]
  isModerated: boolean
  standing: Standing
  setMember: Parameters<typeof StandingPanel>[0]['onMember']
  actions: DiscussionActions
  onSaid: (text: string) => void
}

function Writing({ articleId, authors, isModerated, standing, setMember, actions, onSaid }: WritingProps) {
  return (
    <div className={css.writing}>
      {standing.kind === 'member' ? (
        <>
          <p className={css.as}>{texts.writeAs(standing.name)}</p>
          <Composer
            draftKey={articleId}
            label={texts.write}
            sendLabel={texts.send}
            authors={authors.slice(0, 2)}
            onBegin={() => onSaid('')}
            onSend={async (text) => {
              const sent = await commentCalls.add(articleId, { text, replyTo: null })
              if (sent.kind === 'ok') {
                actions.add(sent.data.comment)
                onSaid(sent.data.comment.state === 'pending' ? texts.sentPending : texts.sent)
              }
              return sent
            }}
          />
        </>
      ) : (
        <StandingPanel standing={standing} loginText={texts.loginText} onMember={setMember} />
      )}
      {isModerated && <p className={css.hint}>{texts.moderated}</p>}
    </div>
  )
}

type ThreadsProps = Omit<ThreadViewProps, 'thread'> & { threads: readonly Thread[]; isRendered: boolean }

/** Draws the first threads before the rest (deferred value). */
function Threads({ threads, isRendered, ...shared }: ThreadsProps) {
  const shown = useDeferredValue(threads, isRendered ? threads : threads.slice(0, FIRST_DRAWN))
  return (
    <ol className={css.threads}>
      {shown.map((thread) => (
        <li key={thread.id} className={css.thread}>
          <ThreadView thread={thread} {...shared} />
        </li>
      ))}
    </ol>
  )
}

type ThreadViewProps = {
  thread: Thread
  articleId: string
  standing: Standing
  isOpen: boolean
  actions: DiscussionActions
  onSaid: (text: string) => void
}

function ThreadView({ thread, articleId, standing, isOpen, actions, onSaid }: ThreadViewProps) {
  const [answered, setAnswered] = useState<{ id: string; name: string } | null>(null)
  const [isLoading, setLoading] = useState(false)
  const left = thread.replyCount - thread.replies.length
  const loadMore = async () => {
    setLoading(true)
    await actions.loadReplies(thread)
    setLoading(false)
  }
  const shared = { articleId, standing, isOpen, actions }
  const answer = ({ id, name }: { id: string; name: string }) => {
    if (standing.kind === 'member') return setAnswered({ id, name: name === '' ? texts.gone : name })
    onSaid(texts.cannotReply(standing.kind))
    document.getElementById('kommentare')?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  }
  return (
    <>
      <CommentView comment={thread} {...shared} onReply={() => answer(thread)} />
      {thread.replies.length > 0 && (
        <ol className={css.replies} aria-label={texts.replies}>
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentView comment={reply} {...shared} onReply={() => answer(reply)} />
            </li>
          ))}
        </ol>
      )}
      {left > 0 && (
        <button
          type="button"
          className={css.moreReplies}
          aria-disabled={isLoading || undefined}
          onClick={() => void loadMore()}
        >
          {texts.moreReplies(left)}
        </button>
      )}
      {answered !== null && (
        <div className={css.answer}>
          <Composer
            key={answered.id}
            draftKey={`${articleId} ${answered.id}`}
            label={texts.writeReply(answered.name)}
            sendLabel={texts.sendReply}
            hasFocus
            onCancel={() => setAnswered(null)}
            onBegin={() => onSaid('')}
            onSend={async (text) => {
              const sent = await commentCalls.add(articleId, { text, replyTo: answered.id })
              if (sent.kind === 'ok') {
                actions.add(sent.data.comment)
                onSaid(sent.data.comment.state === 'pending' ? texts.sentPending : texts.sent)
                setAnswered(null)
              }
              return sent
            }}
          />
        </div>
      )}
    </>
  )
}

/** Scrolls to the comment in the address once it is there. */
function useFocused(isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    const id = focusOf(location.hash)
    if (!isReady || id === undefined || isDone.current) return
    isDone.current = true
    const comment = document.getElementById(`kommentar-${id}`)
    comment?.scrollIntoView({ block: 'center' })
    comment?.setAttribute('data-focused', '')
  }, [isReady])
}

/** Marks new answers as seen, once they were on the screen. */
function useSeen(place: RefObject<HTMLDivElement | null>, articleId: string, isReady: boolean): void {
  const { status } = useSession()
  useEffect(() => {
    if (!isReady || status !== 'reader' || place.current === null) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      void commentCalls.markSeen(articleId)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place, articleId, isReady, status])
}

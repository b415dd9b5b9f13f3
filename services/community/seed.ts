/** Discussions of the demo, written through the service's own functions, so that its rules apply. */
import type { ArticleFacts } from '@lokalteil/contracts/community'
import type { ModerationGround } from '@lokalteil/domain/community/moderation'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal } from '../platform/serve.ts'
import type { CommunityContext } from './context.ts'
import { saveMember } from './members.ts'
import { decide, linkAuthor, pick } from './moderation.ts'
import { saveReview } from './reviews.ts'
import { addVotes } from './store/comments.ts'
import { addComment } from './writing.ts'
import { findThread } from './store/threads.ts'

export type SeededComment = {
  /** Display name of the author. */
  by: string
  text: string
  at: Date
  up: number
  down: number
  isPicked?: boolean
  /** Removed by a moderator. */
  removed?: { ground: ModerationGround; facts: string }
  replies?: readonly SeededComment[]
}
export type SeededDiscussion = {
  article: ArticleFacts
  /** Names of commenters who are authors of the publication → their paths. */
  authors: Readonly<Record<string, string>>
  comments: readonly SeededComment[]
  reviews: readonly { by: string; stars: number; text: string; at: Date }[]
}

/** Adds a discussion to an article by its id; an unknown one is skipped. */
export type SeedDiscussion = (
  publication: PublicationCode,
  articleId: string,
  discussion: Omit<SeededDiscussion, 'article' | 'authors'>,
) => Promise<void>

const NOT_LIMITED = { take: async () => null, giveBack: async () => {}, reset: async () => {} }
const REQUESTER = 'demo'

export async function seedDiscussion(
  context: CommunityContext,
  publication: PublicationCode,
  { article, authors, comments, reviews }: SeededDiscussion,
): Promise<void> {
  if ((await findThread(context.db, publication, article.id)) !== null) return
  /** Without mails and limits, at the time of each comment. */
  const at = (time: Date): CommunityContext => ({
    ...context,
    limiter: NOT_LIMITED,
    queueMail: async () => {},
    notifyReply: null,
    now: () => time,
  })
  const call = <Body>(body: Body) => ({
    context: publication,
    body,
    params: {} as never,
    query: undefined,
    request: NO_REQUEST,
    requestId: 'demo',
  })
  const known = new Set<string>()
  const readerOf = async (name: string, time: Date) => {
    const sub = `demo-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
    const reader = { sub, email: '', isEmailVerified: true }
    if (known.has(sub)) return reader
    known.add(sub)
    const authorPath = authors[name]
    expectDone(
      authorPath === undefined
        ? await saveMember(at(time), call({ reader, name, hasReplyMails: false, reserved: [] }))
        : await linkAuthor(at(time), call({ sub, authorPath, name })),
    )
    return reader
  }
  const write = async (comment: SeededComment, replyTo: string | null): Promise<void> => {
    const reader = await readerOf(comment.by, comment.at)
    const { comment: written } = expectDone(
      await addComment(at(comment.at), call({ article, reader, text: comment.text, replyTo, requester: REQUESTER })),
    )
    const { id } = written
    const votes = [...Array<1>(comment.up).fill(1), ...Array<-1>(comment.down).fill(-1)]
    await addVotes(context.db, publication, Number(id), votes)
    for (const reply of comment.replies ?? []) await write(reply, id)
    if (comment.isPicked === true) expectDone(await pick(at(comment.at), call({ comment: id, isPicked: true })))
    if (comment.removed !== undefined)
      expectDone(
        await decide(
          at(new Date(comment.at.getTime() + 3_600_000)),
          call({
            target: { kind: 'comment' as const, id },
            decision: { action: 'remove' as const, ...comment.removed, by: 'Redaktion' },
          }),
        ),
      )
  }
  for (const comment of comments) await write(comment, null)
  for (const { by, stars, text, at: time } of reviews)
    expectDone(
      await saveReview(
        at(time),
        call({ article, reader: await readerOf(by, time), stars, text, requester: REQUESTER }),
      ),
    )
}

const NO_REQUEST = new Request('http://demo.internal/')

/** A refusal is a bug in the demo. */
function expectDone<T>(answer: T): Exclude<T, { status: number; code: string }> {
  if (isRefusal(answer)) throw new Error(`The demo's discussion was refused: ${answer.code}`)
  return answer as Exclude<T, { status: number; code: string }>
}

/**
 * Bookmarks, followed topics and regions, muted topics and words: all are marks of one table. Limits are counted while the
 * reader's row is locked, so that parallel calls cannot exceed them.
 */
import type { FeedBookmark } from '@lokalteil/contracts/library/bookmarks'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { MOST_BOOKMARKS, MOST_FOLLOWS, MOST_MUTES, mayAddBookmark } from '@lokalteil/domain/reading/bookmarks'
import { created, isRefusal, problem, type Created, type Refusal } from '../platform/serve.ts'
import { change, Undo, type Caller, type LibraryContext, type LibraryHandlers } from './context.ts'
import type { MarkKind } from './schema.ts'
import {
  addMarks,
  countMarks,
  hasMarks,
  listMarkedOf,
  listMarks,
  lookAtMark,
  removeMarks,
  type Mark,
} from './store/marks.ts'

type MayAdd = (count: number) => Refusal | null
/** Arguments of a call about a reader, and of one about a single item of that reader. */
type OfReader = { context: Caller }
type OfId = OfReader & { params: { id: string } }

export const MARK_HANDLERS = {
  listBookmarks: async ({ db }, { context, query }) =>
    (await listMarks(db, context, 'article', query)).map(toArticleBookmark),
  addBookmark: async (library, { context, params }) =>
    convert(await add(library, context, 'article', params.articleId, mayBookmark(library, context)), toArticleBookmark),
  removeBookmark: ({ db }, { context, params }) => remove(db, context, 'article', params.articleId),
  countBookmarks: ({ db }, { context }) => countMarks(db, context, 'article'),
  hasBookmarks: hasAny('article'),
  isBookmarked: ({ db }, { context, params }) => isMarked(db, context, 'article', params.articleId),
  listBookmarkedOf: ({ db }, { context, body }) => listMarkedOf(db, context, 'article', body),

  listRegionBookmarks: listFollowed('region'),
  addRegionBookmark: follow('region', MOST_FOLLOWS),
  removeRegionBookmark: unfollow('region'),
  hasRegionBookmarks: hasAny('region'),
  isRegionBookmarked: isFollowed('region'),

  listTagBookmarks: listFollowed('tag'),
  addTagBookmark: follow('tag', MOST_FOLLOWS),
  removeTagBookmark: unfollow('tag'),
  hasTagBookmarks: hasAny('tag'),
  isTagBookmarked: isFollowed('tag'),

  changeFollows: (library, { context, body: { add: wanted, remove: unwanted } }) =>
    change(library, context, async (held) => {
      const kinds = [
        ['region', 'regions'],
        ['tag', 'tags'],
      ] as const
      for (const [kind, name] of kinds) {
        await removeMarks(held.within, held, kind, unwanted[name])
        await addMarks(held, kind, wanted[name])
      }
      const [regions, tags] = [await listMarks(held.within, held, 'region'), await listMarks(held.within, held, 'tag')]
      if (regions.length > MOST_FOLLOWS || tags.length > MOST_FOLLOWS) throw new Undo(tooMany(MOST_FOLLOWS))
      return { regions: regions.map(toFeedBookmark), tags: tags.map(toFeedBookmark) }
    }),

  async listMutes({ db }, { context }) {
    const [topics, words] = await Promise.all([
      listMarks(db, context, 'muted-topic', { limit: MOST_MUTES }),
      listMarks(db, context, 'muted-word', { limit: MOST_MUTES }),
    ])
    return { topics: topics.map(toFeedBookmark), words: words.map(toMutedWord) }
  },
  muteTopic: follow('muted-topic', MOST_MUTES),
  unmuteTopic: unfollow('muted-topic'),
  muteWord: async (library, { context, body }) =>
    convert(await add(library, context, 'muted-word', body.word.normalize('NFC'), atMost(MOST_MUTES)), toMutedWord),
  unmuteWord: ({ db }, { context, params }) => remove(db, context, 'muted-word', params.word.normalize('NFC')),
} satisfies Partial<LibraryHandlers>

async function add(
  library: LibraryContext,
  caller: Caller,
  kind: MarkKind,
  id: string,
  mayAdd: MayAdd,
): Promise<Mark | Created<Mark> | Refusal> {
  return change(library, caller, async (held): Promise<Mark | Created<Mark> | Refusal> => {
    const { count, mark } = await lookAtMark(held, kind, id)
    if (mark !== null) return mark
    const refusal = mayAdd(count)
    if (refusal !== null) return refusal
    await addMarks(held, kind, [id])
    return created({ id, ts: held.at })
  })
}

async function remove(db: LibraryContext['db'], caller: Caller, kind: MarkKind, id: string): Promise<undefined> {
  await removeMarks(db, caller, kind, [id])
  return undefined
}

async function isMarked(db: LibraryContext['db'], caller: Caller, kind: MarkKind, id: string): Promise<boolean> {
  return (await listMarkedOf(db, caller, kind, [id])).length > 0
}

function hasAny(kind: MarkKind) {
  return ({ db }: LibraryContext, { context }: OfReader) => hasMarks(db, context, kind)
}

function listFollowed(kind: MarkKind) {
  return async ({ db }: LibraryContext, { context }: OfReader) =>
    (await listMarks(db, context, kind, { limit: MOST_FOLLOWS })).map(toFeedBookmark)
}

function follow(kind: MarkKind, most: number) {
  return async (library: LibraryContext, { context, params }: OfId) =>
    convert(await add(library, context, kind, params.id, atMost(most)), toFeedBookmark)
}

function unfollow(kind: MarkKind) {
  return ({ db }: LibraryContext, { context, params }: OfId) => remove(db, context, kind, params.id)
}

function isFollowed(kind: MarkKind) {
  return ({ db }: LibraryContext, { context, params }: OfId) => isMarked(db, context, kind, params.id)
}

function tooMany(most: number): Refusal {
  return problem(409, 'TOO_MANY', `At most ${most} of a kind are kept`)
}

function atMost(most: number): MayAdd {
  return (count) => (count < most ? null : tooMany(most))
}

function mayBookmark({ isBookmarkLimitBypassed }: LibraryContext, { publication, roles }: Caller): MayAdd {
  const { isPlusUser } = toReaderFlags({ isLoggedIn: true, roles, emailVerified: false })
  const right = { variant: publicationOf(publication).variant, isPlusUser, isLimitBypassed: isBookmarkLimitBypassed }
  return (count) =>
    mayAddBookmark(count, right)
      ? atMost(MOST_BOOKMARKS)(count)
      : problem(403, 'BOOKMARK_LIMIT', 'The reader holds as many bookmarks as allowed without plus')
}

function convert<T>(outcome: Mark | Created<Mark> | Refusal, toAnswer: (mark: Mark) => T): T | Created<T> | Refusal {
  if (isRefusal(outcome)) return outcome
  return 'answer' in outcome ? created(toAnswer(outcome.answer)) : toAnswer(outcome)
}

function toArticleBookmark({ id, ts }: Mark): { articleId: string; ts: string } {
  return { articleId: id, ts: ts.toISOString() }
}

function toFeedBookmark({ id, ts }: Mark): FeedBookmark {
  return { id, ts: ts.toISOString() }
}

function toMutedWord({ id, ts }: Mark): { word: string; ts: string } {
  return { word: id, ts: ts.toISOString() }
}

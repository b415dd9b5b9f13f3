/**
 * The user service: what a reader keeps in one publication. Promises: nobody reads or writes for somebody else, checked
 * before anything of a call is looked at; the bookmark limit is counted under the reader's lock, so that no number of
 * parallel calls gets past it; a change of several things happens whole or not at all; doing something twice is doing it
 * once; nothing grows without bound. Refuses: ID tokens, tokens of another publication, ids that are none.
 */
import { SETTINGS, USER, USER_INFO, type FeedBookmark } from '@lokalteil/contracts/library'
import { MOST_BOOKMARKS, MOST_FOLLOWS, MOST_MUTES, mayAddBookmark } from '@lokalteil/domain/reading/bookmarks'
import { decideFeedVisit } from '@lokalteil/domain/reading/personal-feed'
import { publicationOf, toMandator, type Mandator } from '@lokalteil/domain/publication/publications'
import { toReaderFlags } from '@lokalteil/domain/access/roles'
import { checkSetting } from '@lokalteil/domain/publication/setting-changes'
import { toSettings } from '@lokalteil/domain/publication/settings'
import { mergeReading } from '@lokalteil/domain/reading/visits'
import { Hono } from 'hono'
import type { Database } from '../platform/database.ts'
import { migrate } from '../platform/database/migrations.ts'
import {
  created,
  isRefusal,
  problem,
  serveContract,
  serveDocumentation,
  type Created,
  type Refusal,
} from '../platform/serve.ts'
import * as user0001 from './migrations/0001-user.ts'
import { createReaderData, type ReaderData } from './reader-data.ts'
import type { MarkKind } from './schema.ts'
import { createUserStore, type Mark, type Reader } from './store.ts'

/** Who an access token stands for; `roles` are its subscription roles. */
export type Bearer = { sub: string; mandator: string; roles: readonly string[] }

/** Where purchases with credits are kept. */
export type Purchases = {
  /** When each of these articles was bought; articles not bought are absent. */
  listPurchased: (mandator: Mandator, user: string, articleIds: readonly string[]) => Promise<ReadonlyMap<string, Date>>
}

export type UserServiceOptions = {
  database: Database
  /** Null for everything but a good access token whose audience is the user API; must never throw for a bad token. */
  verify: (accessToken: string, /** Of the path; proves nothing. */ mandator: string) => Promise<Bearer | null>
  purchases: Purchases
  /** `bookmarkLimitBypass` of the configuration (S6-01); default false. */
  isBookmarkLimitBypassed?: boolean
  /** For changing settings; without one nobody can. */
  serviceKey?: string
  now?: () => Date
  checkAnswers?: boolean
  onError?: (error: unknown, requestId: string) => void
}

export type UserService = {
  app: Hono
  /** For the account service, which registers it for export and erasure. */
  readerData: ReaderData
  /** Settings of a publication that has none yet; leaves every other alone. */
  fillSettings: (
    mandator: Mandator,
    settings: Readonly<Record<string, string | number | boolean>>,
  ) => Promise<'saved' | 'unchanged'>
}

type Caller = Reader & { roles: readonly string[] }

const BODY_LIMIT = 20_000
const BEARER = /^Bearer ([\w.~+/=-]{1,8192})$/i

export async function createUserService(options: UserServiceOptions): Promise<UserService> {
  const { database, purchases } = options
  await migrate(database, 'reader', { '0001-user': user0001 })
  const store = createUserStore(database)
  const now = options.now ?? (() => new Date())

  async function authorise(
    { mandator = '', user = '' }: Readonly<Record<string, string>>,
    request: Request,
  ): Promise<Caller | Refusal> {
    const token = BEARER.exec(request.headers.get('authorization') ?? '')?.[1]
    const bearer = token === undefined ? null : await options.verify(token, mandator)
    if (bearer === null || bearer.sub === '')
      return problem(401, 'NOT_LOGGED_IN', 'An access token for the user API is needed', {
        'www-authenticate': 'Bearer',
      })
    const publication = toMandator(mandator)
    if (publication === null || bearer.mandator !== publication)
      return problem(404, 'OTHER_PUBLICATION', 'The token is not of this publication')
    if (bearer.sub !== user) return problem(403, 'OTHER_READER', 'The token is of another reader')
    return { mandator: publication, user, roles: bearer.roles }
  }

  const erased = () => problem(401, 'NOT_LOGGED_IN', 'The account does not exist any more')

  async function add(
    caller: Caller,
    kind: MarkKind,
    id: string,
    mayAdd: (count: number) => Refusal | null,
  ): Promise<Mark | Created<Mark> | Refusal> {
    const at = now()
    const outcome = await store.change(caller, at, async (reader) => {
      const { count, mark } = await reader.lookAt(kind, id)
      if (mark !== null) return mark
      const refusal = mayAdd(count)
      if (refusal !== null) return refusal
      await reader.addMarks(kind, [id])
      return created({ id, ts: at })
    })
    return outcome ?? erased()
  }

  const atMost = (most: number) => (count: number) =>
    count < most ? null : problem(409, 'TOO_MANY', `At most ${most} of a kind are kept`)

  const mayBookmark = ({ mandator, roles }: Caller) => {
    const { isPlusUser } = toReaderFlags({ isLoggedIn: true, roles, emailVerified: false })
    const right = {
      variant: publicationOf(mandator).variant,
      isPlusUser,
      isLimitBypassed: options.isBookmarkLimitBypassed ?? false,
    }
    return (count: number) =>
      mayAddBookmark(count, right)
        ? atMost(MOST_BOOKMARKS)(count)
        : problem(403, 'BOOKMARK_LIMIT', 'The reader holds as many bookmarks as allowed without plus')
  }

  const follow = async (caller: Caller, kind: 'region' | 'tag' | 'muted-topic', id: string) =>
    convert(await add(caller, kind, id, atMost(kind === 'muted-topic' ? MOST_MUTES : MOST_FOLLOWS)), toFeedBookmark)

  const listFollowed = async (caller: Caller, kind: 'region' | 'tag') =>
    (await store.listMarks(caller, kind, MOST_FOLLOWS)).map(toFeedBookmark)
  const isMarked = async (caller: Caller, kind: MarkKind, id: string) =>
    (await store.listMarkedOf(caller, kind, [id])).length > 0

  async function remove(caller: Caller, kind: MarkKind, id: string): Promise<undefined> {
    await store.removeMark(caller, kind, id)
    return undefined
  }

  const toReading = (isSynced: boolean, articles: readonly { articleId: string; ts: Date; progress: number }[]) => ({
    isSynced,
    articles: articles.map((article) => ({ ...article, ts: article.ts.toISOString() })),
  })

  const served = serveContract(
    USER,
    {
      listBookmarks: async ({ context, query }) =>
        (await store.listMarks(context, 'article', query.limit, query.offset)).map(toArticleBookmark),
      addBookmark: async ({ context, params }) =>
        convert(await add(context, 'article', params.articleId, mayBookmark(context)), toArticleBookmark),
      removeBookmark: ({ context, params }) => remove(context, 'article', params.articleId),
      countBookmarks: ({ context }) => store.countMarks(context, 'article'),
      hasBookmarks: ({ context }) => store.hasMarks(context, 'article'),
      isBookmarked: ({ context, params }) => isMarked(context, 'article', params.articleId),
      listBookmarkedOf: ({ context, body }) => store.listMarkedOf(context, 'article', body),

      listRegionBookmarks: ({ context }) => listFollowed(context, 'region'),
      addRegionBookmark: ({ context, params }) => follow(context, 'region', params.id),
      removeRegionBookmark: ({ context, params }) => remove(context, 'region', params.id),
      hasRegionBookmarks: ({ context }) => store.hasMarks(context, 'region'),
      isRegionBookmarked: ({ context, params }) => isMarked(context, 'region', params.id),

      listTagBookmarks: ({ context }) => listFollowed(context, 'tag'),
      addTagBookmark: ({ context, params }) => follow(context, 'tag', params.id),
      removeTagBookmark: ({ context, params }) => remove(context, 'tag', params.id),
      hasTagBookmarks: ({ context }) => store.hasMarks(context, 'tag'),
      isTagBookmarked: ({ context, params }) => isMarked(context, 'tag', params.id),

      async changeFollows({ context, body: { add: wanted, remove: unwanted } }) {
        const kinds = [
          ['region', 'regions'],
          ['tag', 'tags'],
        ] as const
        const outcome = await changeOrRefuse(context, async (reader) => {
          for (const [kind, name] of kinds) {
            await reader.removeMarks(kind, unwanted[name])
            await reader.addMarks(kind, wanted[name])
          }
          const [regions, tags] = [await reader.listMarks('region'), await reader.listMarks('tag')]
          if (regions.length > MOST_FOLLOWS || tags.length > MOST_FOLLOWS)
            throw new Undo(atMost(MOST_FOLLOWS)(MOST_FOLLOWS)!)
          return { regions: regions.map(toFeedBookmark), tags: tags.map(toFeedBookmark) }
        })
        return outcome
      },

      async listPurchases({ context, body }) {
        const bought = await purchases.listPurchased(context.mandator, context.user, [...new Set(body)])
        return Object.fromEntries(body.flatMap((id) => (bought.has(id) ? [[id, bought.get(id)!.toISOString()]] : [])))
      },
      isPurchased: async ({ context, params }) =>
        (await purchases.listPurchased(context.mandator, context.user, [params.articleId])).has(params.articleId),

      getOnboarding: async ({ context }) => ({
        isOnboardingCompleted: ((await store.getReader(context))?.onboarded_at ?? null) !== null,
      }),
      setOnboarding: ({ context, body }) =>
        changeOrRefuse(context, async (reader, at) => {
          await reader.setOnboarded(body.isOnboardingCompleted ? (reader.onboardedAt ?? at) : null)
          return body
        }),

      async listMutes({ context }) {
        const [topics, words] = await Promise.all([
          store.listMarks(context, 'muted-topic', MOST_MUTES),
          store.listMarks(context, 'muted-word', MOST_MUTES),
        ])
        return { topics: topics.map(toFeedBookmark), words: words.map(toMutedWord) }
      },
      muteTopic: ({ context, params }) => follow(context, 'muted-topic', params.id),
      unmuteTopic: ({ context, params }) => remove(context, 'muted-topic', params.id),
      muteWord: async ({ context, body }) =>
        convert(await add(context, 'muted-word', body.word.normalize('NFC'), atMost(MOST_MUTES)), toMutedWord),
      unmuteWord: ({ context, params }) => remove(context, 'muted-word', params.word.normalize('NFC')),

      visitFeed: ({ context, params }) =>
        changeOrRefuse(context, async (reader, at) => {
          const visit = decideFeedVisit(await reader.getFeedVisit(params.feed), at)
          await reader.setFeedVisit(params.feed, visit)
          return { since: visit.since?.toISOString() ?? null }
        }),

      async getReading({ context }) {
        const reader = await store.getReader(context)
        return reader?.is_reading_synced === true
          ? toReading(true, await store.listReading(context))
          : toReading(false, [])
      },
      setReadingSync: ({ context, body }) =>
        changeOrRefuse(context, async (reader) => {
          await reader.setReadingSync(body.isSynced)
          if (!body.isSynced) await reader.clearReading()
          return toReading(body.isSynced, body.isSynced ? await reader.listReading() : [])
        }),
      mergeReading: ({ context, body }) =>
        changeOrRefuse(context, async (reader, at) => {
          if (!reader.isReadingSynced)
            throw new Undo(problem(409, 'NOT_SYNCED', 'The reader did not ask for read articles to be kept'))
          const more = body.articles.map((article) => ({ ...article, ts: new Date(article.ts) }))
          const merged = mergeReading(await reader.listReading(), more, await reader.listRemovedReading(), at)
          await reader.saveReading(merged)
          return toReading(true, merged)
        }),
      removeReadArticle: ({ context, params }) =>
        changeOrRefuse(context, async (reader) => {
          if (reader.isReadingSynced) await reader.removeReading(params.articleId)
          return undefined
        }),
      clearReading: ({ context }) =>
        changeOrRefuse(context, async (reader) => {
          await reader.clearReading()
          return undefined
        }),
    },
    {
      base: '/mandators/:mandator/users/:user',
      toContext: authorise,
      bodyLimits: Object.fromEntries(Object.keys(USER).map((name) => [name, BODY_LIMIT])),
      headers: { 'cache-control': 'private, no-store' },
      ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
      ...(options.onError === undefined ? {} : { onError: options.onError }),
    },
  )

  /** `work` may throw `Undo`: nothing was changed then. */
  async function changeOrRefuse<T>(
    caller: Caller,
    work: (reader: Parameters<Parameters<typeof store.change>[2]>[0], at: Date) => Promise<T>,
  ): Promise<T | Refusal> {
    const at = now()
    try {
      const outcome = await store.change(caller, at, async (reader) => ({ value: await work(reader, at) }))
      return outcome === null ? erased() : outcome.value
    } catch (error) {
      if (error instanceof Undo) return error.refusal
      throw error
    }
  }

  const settings = serveContract<typeof SETTINGS, Mandator>(
    SETTINGS,
    {
      // The local edition has no settings of its own (S1-03).
      getSettings: async ({ context }) =>
        toSettings(publicationOf(context).isLocalEdition ? null : await store.getSettings(context)),
      async changeSettings({ context, body }) {
        if (publicationOf(context).isLocalEdition)
          return problem(409, 'LOCAL_EDITION', 'This publication keeps every default')
        const faults = Object.entries(body.changes).flatMap(([key, value]) => {
          const fault = checkSetting(key, value)
          return fault === null ? [] : [[`body.changes.${key}`, fault] as const]
        })
        if (faults.length > 0)
          return {
            ...problem(422, 'WRONG_SETTING', 'A setting cannot be what it should be'),
            fields: Object.fromEntries(faults),
          }
        return toSettings(await store.changeSettings(context, body.changes, now()))
      },
    },
    {
      base: '/mandators/:mandator',
      toContext: ({ mandator = '' }) => toMandator(mandator) ?? problem(404, 'NOT_FOUND', 'No such publication'),
      headers: { 'cache-control': 'no-store' },
      ...(options.serviceKey === undefined ? {} : { serviceKey: options.serviceKey }),
      ...(options.checkAnswers === undefined ? {} : { checkAnswers: options.checkAnswers }),
      ...(options.onError === undefined ? {} : { onError: options.onError }),
    },
  )

  const app = new Hono()
  app.route('/', serveDocumentation(USER, USER_INFO))
  app.all('/mandators/:mandator/settings', (c) => settings.fetch(c.req.raw))
  app.all('*', (c) => served.fetch(c.req.raw))

  return {
    app,
    readerData: createReaderData(store, now),
    async fillSettings(mandator, given) {
      if (publicationOf(mandator).isLocalEdition || (await store.getSettings(mandator)) !== null) return 'unchanged'
      const wrong = Object.entries(given).find(([key, value]) => checkSetting(key, value) !== null)
      if (wrong !== undefined) throw new Error(`The setting ${wrong[0]} of ${mandator} cannot be ${String(wrong[1])}`)
      await store.changeSettings(mandator, given, now())
      return 'saved'
    },
  }
}

/** Rolls a change back and answers the refusal. */
class Undo extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.title)
    this.refusal = refusal
  }
}

function convert<T>(outcome: Mark | Created<Mark> | Refusal, toAnswer: (mark: Mark) => T): T | Created<T> | Refusal {
  if (isRefusal(outcome)) return outcome
  return 'answer' in outcome ? created(toAnswer(outcome.answer)) : toAnswer(outcome)
}

const toArticleBookmark = ({ id, ts }: Mark) => ({ articleId: id, ts: ts.toISOString() })
const toFeedBookmark = ({ id, ts }: Mark): FeedBookmark => ({ id, ts: ts.toISOString() })
const toMutedWord = ({ id, ts }: Mark) => ({ word: id, ts: ts.toISOString() })

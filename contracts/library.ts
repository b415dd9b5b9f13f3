/**
 * The library: the user API of specification 7.4 (decisions S7.4-01, S7.4-02, S6-01): bookmarks, follows and other things that a
 * reader stores in one publication. Every call carries the access token whose audience is the library; publication and
 * reader in the path must be those of the token. Adding an existing entry or removing a missing one is not an error.
 * Lists are newest first and bounded. Base address: `{USER_API_URL}` + `toLibraryBase(mandator, user)`; the portal offers
 * the same paths on its own origin.
 */
import { z } from 'zod'
import { isGame } from '@lokalteil/domain/games/games'
import {
  isRecord,
  LATEST_AT,
  LONGEST_STATE,
  MOST_RUNS,
  MOST_SECONDS,
  OUTCOMES,
  parsePuzzleKey,
} from '@lokalteil/domain/games/progress'
import { MOST_MUTES } from '@lokalteil/domain/reading/bookmarks'
import { FEEDS } from '@lokalteil/domain/reading/personal-feed'
import { MOST_READ_ARTICLES } from '@lokalteil/domain/reading/read-articles'
import { IDLE_REASONS } from '@lokalteil/domain/third-parties/settings-without-effect'
import { contract, contractFor } from './kernel/endpoint.ts'
import {
  BOOKMARK_ENDPOINTS,
  BookmarkedArticleId,
  denied,
  FeedBookmark,
  ofFollowed,
  tooMany,
} from './library/bookmarks.ts'
import { LIBRARY_PATHS } from './library/paths.ts'

const Instant = z.iso.datetime()
const MutedWord = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} .&'’-]*$/u)

export const OnboardingStatus = z.object({ isOnboardingCompleted: z.boolean() })

export const MuteList = z.object({
  topics: z.array(FeedBookmark),
  words: z.array(z.object({ word: z.string(), ts: Instant })),
})
export type MuteList = z.infer<typeof MuteList>

export const ReadArticle = z.object({
  articleId: BookmarkedArticleId,
  ts: Instant,
  /** 0 to 1: the share of the text that was in view. */
  progress: z.number().min(0).max(1),
})
export type ReadArticle = z.infer<typeof ReadArticle>

export const Reading = z.object({ isSynced: z.boolean(), articles: z.array(ReadArticle) })
export type Reading = z.infer<typeof Reading>

const Seconds = z.number().int().min(0).max(MOST_SECONDS)
/** Days since 1970. */
const Day = z.number().int().min(0).max(100_000)

/** A reader's progress in a puzzle. */
export const PuzzleProgress = z.object({
  /** Time of the last move, in milliseconds since 1970; a time in the future counts as now. */
  at: z.number().int().min(0).max(LATEST_AT),
  seconds: Seconds,
  outcome: z.enum(OUTCOMES),
  /** In the format of the game. */
  state: z.string().max(LONGEST_STATE),
  /** The shortest time of a win; null: not won yet. */
  wonIn: Seconds.nullable(),
  /** Won on its own day. */
  isOnTime: z.boolean(),
})

/** Wins of a game: runs of days (first and last), oldest first; the shortest time of each level. */
export const GameRecord = z.object({
  runs: z
    .array(z.tuple([Day, Day]).readonly())
    .max(MOST_RUNS)
    .readonly(),
  best: z.record(z.string().max(20), Seconds),
})

export const MOST_SENT_PUZZLES = 60

/** Keys such as `sudoku.2026-11-23.schwer`. */
const Puzzles = z
  .record(z.string().max(60), PuzzleProgress)
  .refine(
    (puzzles) => Object.keys(puzzles).every((key) => parsePuzzleKey(key) !== null),
    'names a puzzle there is none of',
  )
/** Keyed by the name of the game. */
const Records = z
  .record(z.string().max(30), GameRecord)
  .refine(
    (records) => Object.entries(records).every(([game, record]) => isGame(game) && isRecord(game, record)),
    'names a game or a level there is none of',
  )

export const GamesOfAccount = z.object({
  /** Increases with every change. Sent back as `since`, it leaves out known entries. */
  revision: z.number().int().min(0),
  puzzles: Puzzles,
  records: Records,
})
export type GamesOfAccount = z.infer<typeof GamesOfAccount>

const ofArticle = z.object({ articleId: BookmarkedArticleId })
const ArticleIds = z.array(BookmarkedArticleId).max(100)

export const LIBRARY = contractFor('access-token', {
  ...BOOKMARK_ENDPOINTS,

  listPurchases: {
    method: 'POST',
    path: LIBRARY_PATHS.listPurchases,
    summary: 'When these articles were bought; articles not bought are absent',
    body: ArticleIds,
    answer: z.record(z.string(), Instant),
    problems: denied,
  },
  isPurchased: {
    method: 'GET',
    path: LIBRARY_PATHS.isPurchased,
    summary: 'Whether an article was bought',
    params: ofArticle,
    answer: z.boolean(),
    problems: denied,
  },

  getOnboarding: {
    method: 'GET',
    path: LIBRARY_PATHS.getOnboarding,
    summary: 'Whether the onboarding is completed',
    answer: OnboardingStatus,
    problems: denied,
  },
  setOnboarding: {
    method: 'PUT',
    path: LIBRARY_PATHS.setOnboarding,
    summary: 'Complete the onboarding, or begin anew',
    body: OnboardingStatus,
    answer: OnboardingStatus,
    problems: denied,
  },

  listMutes: {
    method: 'GET',
    path: LIBRARY_PATHS.listMutes,
    summary: 'Topics and words that the personal feed leaves out',
    answer: MuteList,
    problems: denied,
  },
  muteTopic: {
    method: 'POST',
    path: LIBRARY_PATHS.muteTopic,
    summary: `Leave a topic out; at most ${MOST_MUTES}`,
    params: ofFollowed,
    answer: FeedBookmark,
    creates: true,
    problems: tooMany,
  },
  unmuteTopic: {
    method: 'DELETE',
    path: LIBRARY_PATHS.unmuteTopic,
    summary: 'Show a topic again',
    params: ofFollowed,
    answer: null,
    problems: denied,
  },
  muteWord: {
    method: 'POST',
    path: LIBRARY_PATHS.muteWord,
    summary: `Leave articles with a word out; at most ${MOST_MUTES}`,
    body: z.object({ word: MutedWord }),
    answer: z.object({ word: z.string(), ts: Instant }),
    creates: true,
    problems: tooMany,
  },
  unmuteWord: {
    method: 'DELETE',
    path: LIBRARY_PATHS.unmuteWord,
    summary: 'Show articles with a word again',
    params: z.object({ word: MutedWord }),
    answer: null,
    problems: denied,
  },

  visitFeed: {
    method: 'POST',
    path: LIBRARY_PATHS.visitFeed,
    summary:
      'The reader looks at a personal feed: since when articles count as new in this visit; null at the first one',
    params: z.object({ feed: z.enum(FEEDS) }),
    answer: z.object({ since: Instant.nullable() }),
    problems: denied,
  },

  getReading: {
    method: 'GET',
    path: LIBRARY_PATHS.getReading,
    summary: 'Read articles of all devices, last read first; nothing unless the reader asked for it',
    answer: Reading,
    problems: denied,
  },
  setReadingSync: {
    method: 'PUT',
    path: LIBRARY_PATHS.setReadingSync,
    summary: 'Keep read articles here, or stop and forget them',
    body: z.object({ isSynced: z.boolean() }),
    answer: Reading,
    problems: denied,
  },
  mergeReading: {
    method: 'POST',
    path: LIBRARY_PATHS.mergeReading,
    summary: `What a device knows; answers what all know, at most ${MOST_READ_ARTICLES}. What was removed meanwhile stays removed`,
    body: z.object({ articles: z.array(ReadArticle).max(MOST_READ_ARTICLES) }),
    answer: Reading,
    problems: { ...denied, 409: 'NOT_SYNCED' },
  },
  removeReadArticle: {
    method: 'DELETE',
    path: LIBRARY_PATHS.removeReadArticle,
    summary: 'Forget that an article was read',
    params: ofArticle,
    answer: null,
    problems: denied,
  },
  clearReading: {
    method: 'DELETE',
    path: LIBRARY_PATHS.clearReading,
    summary: 'Forget what was read',
    answer: null,
    problems: denied,
  },

  mergeGameProgress: {
    method: 'POST',
    path: LIBRARY_PATHS.mergeGameProgress,
    summary: `Progress of a device with the games; answers what changed since the revision it names. Merged, never replaced: nothing won is lost. At most ${MOST_SENT_PUZZLES} puzzles at once`,
    body: z.object({
      since: z.number().int().min(0).default(0),
      puzzles: Puzzles.refine(
        (puzzles) => Object.keys(puzzles).length <= MOST_SENT_PUZZLES,
        `has more than ${MOST_SENT_PUZZLES} puzzles`,
      ).default({}),
      records: Records.default({}),
    }),
    answer: GamesOfAccount,
    problems: denied,
  },
})

const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
const SettingWarning = z.object({
  settings: z.array(z.string()),
  reason: z.enum(IDLE_REASONS),
  advice: z.string(),
})

/** Site settings of a publication (3.13): public to read; the publisher can change them while the portal runs. */
export const SETTINGS = contract({
  getSettings: {
    method: 'GET',
    path: '/settings',
    summary: 'Every setting with the type of its default',
    answer: z.record(z.string(), SettingValue),
  },
  changeSettings: {
    method: 'PUT',
    path: '/settings',
    summary:
      'Change some settings, null: back to the default; nothing is changed when one of them cannot be. `warnings`: settings that are set and have no effect, and why',
    security: 'service-key',
    body: z.object({
      changes: z.record(z.string().max(100), z.union([z.string().max(2000), z.number(), z.boolean(), z.null()])),
    }),
    answer: z.record(z.string(), z.union([SettingValue, z.array(SettingWarning)])),
    problems: { 409: 'LOCAL_EDITION', 422: 'WRONG_SETTING' },
  },
})

export const LIBRARY_INFO = {
  title: 'Library',
  description:
    'What a reader keeps in one publication. Needs the access token of the reader (audience `urn:lokalteil:user-api`); an ID token is not enough.',
  version: '1',
  base: '/mandators/{publication}/users/{user}',
}

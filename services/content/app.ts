/**
 * The content service behind its contract. `{publication}` begins every path. For a publication, articles it does not
 * carry and articles under embargo do not exist; withdrawn ones answer 410. Promises: no public answer holds more of a
 * paid article than its first paragraph; the end of an embargo or of breaking news needs no write and notifies
 * listeners like one; caches last seconds and are emptied by every change. Reading an article is one look-up by key.
 */
import { CONTENT, CONTENT_INTERNAL, QUIZZES, RECORDS, type PaidMediaChanges } from '@lokalteil/contracts/content'
import { publicationOf, type PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Hono } from 'hono'
import { createSchedule } from '../platform/schedule.ts'
import { isRefusal, problem, toKeyCheck, type BoundHandlers, type Refusal } from '../platform/serve.ts'
import {
  partFor,
  serveService,
  subscribeTo,
  toPublication,
  type ServiceBase,
  type ServiceOptions,
} from '../platform/service.ts'
import {
  announce,
  follow,
  FOLLOW_MS,
  forget,
  forReads,
  type Change,
  type ContentContext,
  type PublicationContext,
} from './context.ts'
import { getArticle, getFullArticle, getTestReport } from './routes/articles.ts'
import { endBreaking, getBreaking, getBreakingNews, setBreaking } from './routes/breaking.ts'
import {
  getDocument,
  getNewsletter,
  getPodcast,
  getSportWidget,
  listCoupons,
  listNewsletters,
  listPodcasts,
} from './routes/entries.ts'
import { getFrontEdits, listFronts, previewFront, saveFrontEdits } from './routes/front-edits.ts'
import { getChannel, getHome, getTagArticles } from './routes/fronts.ts'
import {
  flushViews,
  getMapping,
  ingest,
  listChanges,
  listPaidMedia,
  readPaidMedia,
  recordView,
  TIDY_AFTER,
} from './routes/internal.ts'
import { getSite } from './routes/menus.ts'
import { dropOldCopies } from './office.ts'
import { correctTitle, findArticle, leadTo, restoreArticle, withdrawArticle } from './routes/office.ts'
import {
  createQuizRecord,
  dropQuizRecord,
  getQuizRecord,
  listQuizRecords,
  publishQuizRecord,
  saveQuizRecord,
  settleQuizUpdate,
  withdrawQuizRecord,
} from './routes/quiz-records.ts'
import { getQuiz, ingestQuizzes, listQuizzes } from './routes/quizzes.ts'
import {
  dropOldProposals,
  getRecord,
  listMediaUses,
  listProposals,
  listRecords,
  previewRecord,
  saveRecord,
  setPictureEnds,
  settleProposal,
  takeArticleId,
} from './routes/records.ts'
import { getRedirect } from './routes/redirects.ts'
import { searchArticles, suggestTerms } from './routes/search.ts'
import { listSitemapEntries } from './routes/sitemaps.ts'
import {
  getAuthor,
  getTag,
  getTagHierarchy,
  getTopic,
  listAuthors,
  listPersonalRegions,
  listPersonalTopics,
  listTopics,
} from './routes/taxonomy.ts'
import { getVocabulary } from './routes/vocabulary.ts'
import {
  getTeaser,
  listArticlesByTags,
  listHeadlines,
  listMostRead,
  listNewestArticles,
  listTeasers,
  listTestReports,
} from './routes/teasers.ts'
import { isSaved, savePublication, type PublicationContent } from './save-publication.ts'
import { saveSeed } from './save-seed.ts'
import { toCarriers } from './schema.ts'
import type { ContentSeed } from './seed-input.ts'
import * as changeStore from './store/changes.ts'
import { loadPictureEnds, withoutEnded } from './picture-ends.ts'
import { createTimedChanges, type TimedChanges } from './embargoes-and-ends.ts'
import { adopt } from './store/taxonomy.ts'

export type { Change }

export type ContentService = {
  app: Hono
  /** Fills the store in one transaction; a second call with the same version does nothing. */
  saveContent: (seed: ContentSeed) => Promise<'saved' | 'unchanged'>
  /** Saves the content of a publication's folder; the same content again writes nothing. */
  savePublication: (publication: PublicationContent, source?: string) => Promise<'saved' | 'unchanged'>
  /** Whether the saved content of the publication was made from `source`. */
  isSaved: (code: PublicationCode, source: string) => Promise<boolean>
  /**
   * Notifies the listeners that every page may look different: pages also show parts of a publication beside its
   * content.
   */
  announceAll: () => Promise<void>
  /**
   * Subscribes to changes: writes of this process at once, of others on the same PostgreSQL within a second. A write is
   * answered when its listeners are done. Also called when an embargo ends or another moment comes (`timed`).
   */
  onChange: (listener: (change: Change) => unknown) => () => void
  timed: Pick<TimedChanges, 'isDue' | 'settle'>
  /** See `CONTENT_INTERNAL.listPaidMedia`. */
  listPaidMedia: (after: number) => Promise<PaidMediaChanges>
  /** When the rights of the publication's picture end or ended, by the name from `toMediaName`; null: no end is known. */
  findPictureEnd: (publication: PublicationCode, name: string) => Promise<Date | null>
  /** Drops the memory caches: another process withdrew something, and this one has not read the change log yet. */
  forget: () => void
  /** Writes the views that are still counted in memory. */
  close: () => Promise<void>
}

const VERSION = 'v5'
const VIEWS_MS = 5_000
const SWEEP_MS = 3_600_000
/** Of the JSON of a draft, as the office takes it. */
const DRAFT_BYTES = 2_500_000

const PUBLIC: BoundHandlers<ContentContext, typeof CONTENT, PublicationContext> = {
  getSite,
  getHome,
  getChannel,
  searchArticles,
  suggestTerms,
  getArticle,
  getTeaser,
  listTeasers,
  listArticlesByTags,
  getTag,
  getTagHierarchy,
  getTagArticles,
  listAuthors,
  getAuthor,
  listTopics,
  getTopic,
  listHeadlines,
  listNewestArticles,
  listMostRead,
  listTestReports,
  getTestReport,
  listPodcasts,
  getPodcast,
  listCoupons,
  listNewsletters,
  getNewsletter,
  getDocument,
  getBreakingNews,
  getSportWidget,
  listPersonalRegions,
  listPersonalTopics,
  listSitemapEntries,
  getRedirect,
}
const INTERNAL: BoundHandlers<ContentContext, typeof CONTENT_INTERNAL, PublicationContext> = {
  getFullArticle(content, call) {
    const reads = forReads(content)
    return withoutEnded(reads, call.context, getFullArticle(reads, call))
  },
  recordView,
  ingest,
  ingestQuizzes,
  getMapping,
  listChanges,
  listPaidMedia,
  findArticle,
  correctTitle,
  withdrawArticle,
  restoreArticle,
  leadTo,
}
const OF_RECORDS: BoundHandlers<ContentContext, typeof RECORDS, PublicationContext> = {
  takeArticleId,
  getVocabulary,
  getRecord,
  saveRecord,
  listRecords,
  listMediaUses,
  setPictureEnds,
  previewRecord,
  listProposals,
  settleProposal,
  listFronts,
  getFrontEdits,
  saveFrontEdits,
  previewFront: (content, call) => withoutEnded(content, call.context, previewFront(content, call)),
  getBreaking,
  setBreaking,
  endBreaking,
  listQuizRecords,
  createQuizRecord,
  getQuizRecord,
  saveQuizRecord,
  publishQuizRecord,
  withdrawQuizRecord,
  dropQuizRecord,
  settleQuizUpdate,
}
const OF_QUIZZES: BoundHandlers<ContentContext, typeof QUIZZES, PublicationContext> = { listQuizzes, getQuiz }

const INFO = {
  title: 'Content API',
  description: 'What a publication shows: pages, articles, lists, search. Public, cacheable, without credentials.',
  version: VERSION,
  base: '/{publication}',
}

export async function createContentService(options: ServiceOptions): Promise<ContentService> {
  const { database } = options
  const stored = { cacheControl: 'public, max-age=10' }
  const { app, context: content } = await serveService<ContentContext>(options, {
    schema: 'content',
    folder: import.meta.dirname,
    info: INFO,
    toContext: (base) => createContext(base, options),
    parts: [
      partFor(CONTENT_INTERNAL, INTERNAL, toAsked, { bodyLimits: { ingest: 30_000_000, ingestQuizzes: 30_000_000 } }),
      partFor(RECORDS, OF_RECORDS, toAsked, { bodyLimits: { saveRecord: DRAFT_BYTES, previewRecord: DRAFT_BYTES } }),
      partFor(QUIZZES, forReaders(OF_QUIZZES), toAsked, stored),
      partFor(CONTENT, forReaders(PUBLIC), toAsked, stored),
    ],
  })
  await adopt(content.db)
  // Replicas are used once they have the tables.
  await database.reads.catchUp()
  const { listeners, tidyUp } = content.memory
  const timed = createTimedChanges(content)
  await timed.start()
  const schedules = startSchedules(content)
  return {
    app,
    async saveContent(seed) {
      const outcome = await saveSeed(content.db, seed, content.now())
      if (outcome === 'saved') {
        await announce(content, { ids: [], kind: 'all' })
        await changeStore.tidyUp(database)
      }
      return outcome
    },
    isSaved: (code, source) => isSaved(content.db, code, source),
    async savePublication(publication, source) {
      const outcome = await savePublication(content.db, publication, content.now(), source)
      await announce(content, { ids: [], kind: 'all' })
      return outcome
    },
    timed,
    announceAll: () => announce(content, { ids: [], kind: 'all' }),
    listPaidMedia: (after) => readPaidMedia(content, after),
    async findPictureEnd(publication, name) {
      const end = (await loadPictureEnds(content, publication)).get(name)
      return end === undefined ? null : new Date(end)
    },
    onChange: subscribeTo(listeners),
    forget: () => forget(content.memory),
    async close() {
      await schedules.close()
      await timed.close()
      await tidyUp.running
      await flushViews(content)
    },
  }
}

async function createContext(base: ServiceBase, { database, serviceKey }: ServiceOptions): Promise<ContentContext> {
  return {
    ...base,
    database,
    hasKey: toKeyCheck(serviceKey),
    memory: {
      taxonomies: new Map(),
      pictureEnds: new Map(),
      followed: { sequence: await changeStore.getLastSequence(base.db), at: 0 },
      cache: new Map(),
      articles: new Map(),
      listeners: new Set(),
      views: new Map(),
      lastSweep: 0,
      tidyUp: { written: 0, after: TIDY_AFTER, running: Promise.resolve() },
    },
  }
}

function startSchedules(content: ContentContext): { close: () => Promise<void> } {
  const every = (milliseconds: number, name: string, work: (content: ContentContext) => Promise<void>) =>
    createSchedule(
      milliseconds,
      () => work(content),
      (error) => content.onError(error, name),
    )
  const schedules = [
    every(VIEWS_MS, 'views', flushViews),
    every(SWEEP_MS, 'old-proposals', dropOldProposals),
    every(SWEEP_MS, 'old-copies', dropOldCopies),
  ]
  // Polls the change log: without requests this process would not notice articles that another one withdrew.
  if (content.database.engine !== 'embedded') schedules.push(every(FOLLOW_MS, 'follow', follow))
  for (const schedule of schedules) schedule.start(false)
  return {
    async close() {
      await Promise.all(schedules.map((schedule) => schedule.close()))
    },
  }
}

function toAsked(
  _content: ContentContext,
  { publication = '' }: Readonly<Record<string, string>>,
): PublicationContext | Refusal {
  const code = toPublication(publication)
  return isRefusal(code) ? code : { publication: publicationOf(code), carrier: toCarriers([code]) }
}

/** Every public handler serves one version of the API, other versions answer 404; no answer has a picture without rights. */
function forReaders<C extends typeof CONTENT | typeof QUIZZES>(
  handlers: BoundHandlers<ContentContext, C, PublicationContext>,
): BoundHandlers<ContentContext, C, PublicationContext> {
  const guarded = Object.entries(handlers).map(([name, handle]) => [
    name,
    (content: ContentContext, call: { params: { version: string }; context: PublicationContext }) => {
      if (call.params.version !== VERSION) return problem(404, 'UNKNOWN_VERSION', `This service speaks ${VERSION}`)
      const reads = forReads(content)
      return withoutEnded(
        reads,
        call.context,
        (handle as (content: ContentContext, call: unknown) => unknown)(reads, call),
      )
    },
  ])
  return Object.fromEntries(guarded) as BoundHandlers<ContentContext, C, PublicationContext>
}

/** Articles of a publication in its office: lists, drafts, revisions, publishing, agencies. */
import { DESK_STATES } from '@lokalteil/domain/office/states'
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { ArticleId, Instant } from '../content/values.ts'
import { Article } from '../content/articles.ts'
import { ArticleDraft } from '../content/records.ts'
import { ArticleRow, BlockConflict, Note, OfficeArticle, Person, Revision } from './values.ts'

const byId = z.object({ id: ArticleId })
const NotFound = { 404: 'NOT_FOUND' } as const
/** The revision that the person saw. Calls that change published articles name it, so that a later one is not overwritten. */
const OnRevision = z.object({ revision: z.number().int().min(1) })

const Difference = z.object({
  /** Names of `ArticleDraft`. */
  fields: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
  blocks: z.array(
    z.object({
      kind: z.enum(['same', 'removed', 'added', 'changed']),
      before: ArticleDraft.shape.body.element.nullable(),
      after: ArticleDraft.shape.body.element.nullable(),
    }),
  ),
})
export type Difference = z.infer<typeof Difference>

export const ArrivalRow = z.object({
  /** Source id, to be sent back as it is. */
  sourceId: z.string(),
  version: z.number().int(),
  source: z.string(),
  title: z.string(),
  teaserText: z.string(),
  sectionPath: z.string(),
  urgency: z.number().int(),
  arrived: Instant,
  embargo: Instant.nullable(),
  /** The article it updates; null: new. */
  articleId: ArticleId.nullable(),
  /** `withdrawal`: the source withdrew a text that is ours by now. */
  kind: z.enum(['new', 'update', 'withdrawal']),
})
export type ArrivalRow = z.infer<typeof ArrivalRow>

/** A link to the preview of one revision, for people without an account. The token is only in the answer that creates it. */
export const PreviewLink = z.object({
  id: z.string().regex(/^[\w-]{16}$/),
  revision: z.number().int(),
  by: Person,
  at: Instant,
  endsAt: Instant,
})
export type PreviewLink = z.infer<typeof PreviewLink>

export const OFFICE_ARTICLES = contract({
  getDesk: {
    method: 'GET',
    path: '/desk',
    summary: 'Own work, what is due today, updates of sources, notes to the person',
    answer: z.object({
      own: z.array(ArticleRow),
      review: z.array(ArticleRow),
      due: z.array(ArticleRow),
      updates: z.array(ArticleRow),
      notes: z.array(z.object({ article: ArticleRow, note: Note })),
      counts: z.object({ review: z.number().int(), ready: z.number().int(), arrivals: z.number().int() }),
    }),
  },
  listArticles: {
    method: 'GET',
    path: '/articles',
    summary: 'All articles, newest change first; filters combine',
    query: z.object({
      stand: z.enum([...DESK_STATES, 'scheduled', 'online', 'changed', 'withdrawn']).optional(),
      ressort: z.string().max(300).optional(),
      /** Id of a person of the office, or `ich`. */
      wer: z.string().max(40).optional(),
      /** `eigen` or an agency's credit line. */
      quelle: z.string().max(300).optional(),
      q: z.string().max(200).optional(),
      /** `next` of the page before. */
      after: z.string().max(100).optional(),
    }),
    answer: z.object({ articles: z.array(ArticleRow), next: z.string().nullable() }),
  },
  createArticle: {
    method: 'POST',
    path: '/articles',
    summary: 'Begins an article',
    body: z.object({ kind: Article.shape.kind.default('news'), sectionPath: z.string().max(300).default('') }),
    answer: OfficeArticle,
    creates: true,
  },
  getArticle: {
    method: 'GET',
    path: '/articles/{id}',
    summary: 'An article to work on; one that came by an import gets its first revision',
    params: byId,
    answer: OfficeArticle,
    problems: NotFound,
  },
  saveDraft: {
    method: 'PUT',
    path: '/articles/{id}/draft',
    summary:
      'Saves a draft made from the revision `base`; a later one is merged with it. No save is refused because of another',
    params: byId,
    body: z.object({ base: z.number().int().min(0), draft: ArticleDraft, isKept: z.boolean() }),
    /** `draft`: null if nothing was merged; else the merged draft. */
    answer: z.object({
      revision: z.number().int(),
      savedAt: Instant,
      draft: ArticleDraft.nullable(),
      conflicts: z.array(BlockConflict),
      checks: OfficeArticle.shape.checks,
    }),
    problems: NotFound,
  },
  chooseBlock: {
    method: 'POST',
    path: '/articles/{id}/conflicts/{conflict}',
    summary: 'Decides between two versions of a block or a field; both versions of a block may stay',
    params: z.object({ id: ArticleId, conflict: z.string().max(40) }),
    body: z.object({ choose: z.enum(['ours', 'theirs', 'both']) }),
    answer: OfficeArticle,
    problems: NotFound,
  },
  takePen: {
    method: 'POST',
    path: '/articles/{id}/pen',
    summary: 'Takes the pen: whoever had it reads along from now on',
    params: byId,
    answer: OfficeArticle,
    problems: NotFound,
  },
  addNote: {
    method: 'POST',
    path: '/articles/{id}/notes',
    summary: 'Writes a note at a block or about the article',
    params: byId,
    body: z.object({ text: z.string().trim().min(1).max(2000), block: z.number().int().min(0).nullable() }),
    answer: Note,
    problems: NotFound,
  },
  answerNote: {
    method: 'POST',
    path: '/articles/{id}/notes/{note}',
    summary: 'Answers a note, or marks it as done',
    params: z.object({ id: ArticleId, note: z.coerce.number().int() }),
    body: z.object({ text: z.string().trim().max(2000), isDone: z.boolean() }),
    answer: Note,
    problems: NotFound,
  },
  changeState: {
    method: 'POST',
    path: '/articles/{id}/state',
    summary: 'Moves an article on the desk; sent back, it needs a note',
    params: byId,
    body: z.object({ state: z.enum(DESK_STATES), note: z.string().trim().max(2000).default('') }),
    answer: OfficeArticle,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_NOW', 422: 'NOTE_MISSING' },
  },
  publish: {
    method: 'POST',
    path: '/articles/{id}/publish',
    summary: 'Shows a revision to readers',
    params: byId,
    body: OnRevision.extend({
      /** Shown as an update; false for the repair of a typo. */
      isUpdate: z.boolean().default(false),
      /** A chief overrides the embargo. */
      overridesEmbargo: z.boolean().default(false),
    }),
    answer: OfficeArticle,
    problems: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 422: 'OBSTACLES' },
  },
  schedule: {
    method: 'POST',
    path: '/articles/{id}/schedule',
    summary: 'Plans the publication of a revision; null ends the plan',
    params: byId,
    body: OnRevision.extend({ at: Instant.nullable() }),
    answer: OfficeArticle,
    problems: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 422: 'OBSTACLES' },
  },
  undoPublish: {
    method: 'POST',
    path: '/articles/{id}/undo',
    summary: 'Takes the last publication back, for ten minutes: readers get the revision before, or none',
    params: byId,
    answer: OfficeArticle,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_NOW' },
  },
  correct: {
    method: 'POST',
    path: '/articles/{id}/correction',
    summary: 'Publishes a revision with a reason for readers',
    params: byId,
    body: OnRevision.extend({ reason: z.string().trim().min(1).max(2000) }),
    answer: OfficeArticle,
    problems: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 422: 'OBSTACLES' },
  },
  withdraw: {
    method: 'POST',
    path: '/articles/{id}/withdrawal',
    summary: 'Takes an article down: its address answers 410',
    params: byId,
    body: z.object({ reason: z.string().trim().min(1).max(2000) }),
    answer: OfficeArticle,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND', 409: 'NOT_NOW' },
  },
  bringBack: {
    method: 'POST',
    path: '/articles/{id}/return',
    summary: 'Shows a withdrawn article again, at its former address',
    params: byId,
    answer: OfficeArticle,
    problems: { 404: 'NOT_FOUND', 409: 'NOT_NOW' },
  },
  leadTo: {
    method: 'POST',
    path: '/articles/{id}/redirect',
    summary: 'Leads an address where no page is to the article',
    params: byId,
    body: z.object({ from: z.string().min(1).max(1000) }),
    answer: z.object({ from: z.string(), path: z.string() }),
    problems: NotFound,
  },
  listRevisions: {
    method: 'GET',
    path: '/articles/{id}/revisions',
    summary: 'The revisions, newest first',
    params: byId,
    answer: z.object({ revisions: z.array(Revision) }),
    problems: NotFound,
  },
  getRevision: {
    method: 'GET',
    path: '/articles/{id}/revisions/{number}',
    summary: 'A revision',
    params: z.object({ id: ArticleId, number: z.coerce.number().int() }),
    answer: z.object({ revision: Revision, draft: ArticleDraft }),
    problems: NotFound,
  },
  compareRevisions: {
    method: 'GET',
    path: '/articles/{id}/diff',
    summary: 'What differs between two revisions',
    params: byId,
    query: z.object({ from: z.coerce.number().int(), to: z.coerce.number().int() }),
    answer: Difference,
    problems: NotFound,
  },
  restoreRevision: {
    method: 'POST',
    path: '/articles/{id}/revisions/{number}/restore',
    summary: 'Makes an older revision the draft; nothing changes for readers',
    params: z.object({ id: ArticleId, number: z.coerce.number().int() }),
    answer: OfficeArticle,
    problems: NotFound,
  },
  listPreviewLinks: {
    method: 'GET',
    path: '/articles/{id}/preview-links',
    summary: 'Links for people without an account that have neither ended nor been revoked, newest first',
    params: byId,
    answer: z.object({ links: z.array(PreviewLink) }),
    problems: NotFound,
  },
  createPreviewLink: {
    method: 'POST',
    path: '/articles/{id}/preview-links',
    summary:
      'Makes a link to the preview of a revision, for seven days; the revision is kept, later ones are not shown',
    params: byId,
    body: OnRevision,
    /** `path`: of the office, with the token behind the #. */
    answer: PreviewLink.extend({ path: z.string() }),
    creates: true,
    problems: { 404: 'NOT_FOUND', 409: 'TOO_MANY_LINKS', 422: 'NOT_COMPLETE' },
  },
  revokePreviewLink: {
    method: 'DELETE',
    path: '/articles/{id}/preview-links/{link}',
    summary: 'Ends a link at once',
    params: z.object({ id: ArticleId, link: PreviewLink.shape.id }),
    answer: null,
    problems: NotFound,
  },
  listSuggestions: {
    method: 'GET',
    path: '/suggestions',
    summary: 'Sections, tags, regions, authors and articles by the beginning of their name',
    query: z.object({
      kind: z.enum(['section', 'tag', 'region', 'author', 'article', 'person']),
      q: z.string().max(200).default(''),
    }),
    answer: z.object({ suggestions: z.array(z.object({ id: z.string(), name: z.string(), detail: z.string() })) }),
  },
  listArrivals: {
    method: 'GET',
    path: '/arrivals',
    summary: 'Texts of agencies that wait for the desk, newest first',
    answer: z.object({ arrivals: z.array(ArrivalRow) }),
  },
  takeArrival: {
    method: 'POST',
    path: '/arrivals/take',
    summary: 'Makes an article of an agency text',
    body: z.object({ sourceId: z.string().min(1).max(500) }),
    answer: OfficeArticle,
    problems: NotFound,
  },
  mergeArrival: {
    method: 'POST',
    path: '/arrivals/merge',
    summary: 'Merges a newer version of the source into the draft (base: the version merged last), or drops it',
    body: z.object({ sourceId: z.string().min(1).max(500), version: z.number().int(), isDropped: z.boolean() }),
    /** Null: a text was dropped that no article came from. */
    answer: OfficeArticle.nullable(),
    problems: NotFound,
  },
})

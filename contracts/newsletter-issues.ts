/**
 * Issues of newsletters as an office prepares them: drafts, test mails, release, stop. Called only by the office
 * (service key), which knows who asks; base address as in `newsletters.ts`. Promises: an issue is sent with exactly the
 * draft that was released; one without a released draft composes itself; a stopped one is not sent; an article that
 * readers cannot see when the sending begins is left out.
 */
import { z } from 'zod'
import { ISSUE_ID, ISSUE_LENGTHS } from '@lokalteil/domain/reading/newsletter-issues'
import { ArticleId } from './content/values.ts'
import { contractFor } from './kernel/endpoint.ts'
import { Email, Instant, IssueOutcome, Slug } from './newsletters.ts'

export const IssueId = z.string().regex(ISSUE_ID)

/** No control characters: the subject becomes a header. No lone surrogates: the database takes none. */
const Line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

const IssueItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('article'), id: ArticleId }),
  z.object({ type: z.literal('heading'), text: Line(ISSUE_LENGTHS.heading) }),
])

/** Texts may be empty: the subject is then made of the first headline, the others are left out. */
export const IssueDraft = z.object({
  subject: Line(ISSUE_LENGTHS.subject),
  /** Preview text beside the subject in mail programs. */
  preheader: Line(ISSUE_LENGTHS.preheader),
  /** Plain text; each line is a paragraph. */
  introduction: z
    .string()
    .max(ISSUE_LENGTHS.introduction)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|\n)*$/u),
  items: z
    .array(IssueItem)
    .max(ISSUE_LENGTHS.items)
    .refine(
      (items) => items.filter(({ type }) => type === 'article').length <= ISSUE_LENGTHS.articles,
      'too many articles',
    ),
})
export type IssueDraft = z.infer<typeof IssueDraft>

const IssueStates = ['automatic', 'begun', 'released', 'stopped', 'missed'] as const

/** An issue that is not sent yet. */
export const PreparedIssue = z.object({
  id: IssueId,
  isSpecial: z.boolean(),
  /** Null: an extra issue that was never released. */
  dueAt: Instant.nullable(),
  state: z.enum(IssueStates),
  /** '': made of the first headline. */
  subject: z.string(),
  /** 0: nothing was saved. */
  revision: z.number().int(),
  changedAt: Instant.nullable(),
  changedBy: z.string(),
})
export type PreparedIssue = z.infer<typeof PreparedIssue>

export const PassedIssue = z.object({
  id: IssueId,
  isSpecial: z.boolean(),
  dueAt: Instant,
  state: IssueOutcome,
  /** Composed by people; false: it composed itself. */
  isComposed: z.boolean(),
  /** '': unknown, it was sent by an older version. */
  subject: z.string(),
  articles: z.number().int(),
  /** Mails that were made. */
  recipients: z.number().int(),
  /** Of these: the ones that wait for the mail server, and those that it refused for good. */
  waiting: z.number().int(),
  failed: z.number().int(),
})
export type PassedIssue = z.infer<typeof PassedIssue>

export const DeskNewsletter = z.object({
  slug: Slug,
  title: z.string(),
  rhythm: z.string(),
  sender: z.string(),
  /** Confirmed subscriptions. */
  recipients: z.number().int(),
  prepared: z.array(PreparedIssue),
  /** Newest first. */
  passed: z.array(PassedIssue),
})
export type DeskNewsletter = z.infer<typeof DeskNewsletter>

export const IssueArticle = z.object({
  id: ArticleId,
  title: z.string(),
  prefix: z.string(),
  isPaid: z.boolean(),
  publishDate: Instant.nullable(),
  /** `missing`: readers cannot see it now; `advertisement`: no newsletter has it. Both are left out. */
  state: z.enum(['ready', 'missing', 'advertisement']),
})
export type IssueArticle = z.infer<typeof IssueArticle>

export const DeskIssue = z.object({
  slug: Slug,
  newsletter: z.string(),
  sender: z.string(),
  issue: PreparedIssue,
  /** Without a saved draft: the issue as it would be composed now. Of a passed issue: the sent one. */
  draft: IssueDraft,
  released: z.object({ revision: z.number().int(), at: Instant, by: z.string() }).nullable(),
  /** New articles, best first: for a regular issue those that it would compose itself from. */
  proposal: z.array(ArticleId),
  /** Those of the draft and of the proposal. */
  articles: z.array(IssueArticle),
  recipients: z.number().int(),
  /** Null: not sent yet. */
  passed: PassedIssue.nullable(),
})
export type DeskIssue = z.infer<typeof DeskIssue>

export const SavedIssue = z.object({
  revision: z.number().int(),
  savedAt: Instant,
  /** Those of the saved draft. */
  articles: z.array(IssueArticle),
})

export const SaveIssue = z.object({ base: z.number().int().min(0), draft: IssueDraft })
export const ReleaseIssue = z.object({
  /** The revision that the person looked at. */
  revision: z.number().int().min(1),
  /** Of an extra issue; null: in a minute. A regular issue keeps its time. */
  at: z.iso.datetime().nullable(),
})
export const byIssue = z.object({ slug: Slug, issue: IssueId })

export const ISSUE_PROBLEMS = {
  open: { 404: 'NOT_FOUND', 502: 'NO_CONTENT' },
  change: { 404: 'NOT_FOUND', 409: 'NOT_NOW', 502: 'NO_CONTENT' },
  save: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 502: 'NO_CONTENT' },
  release: { 404: 'NOT_FOUND', 409: 'LATER_REVISION', 422: 'NOT_READY', 502: 'NO_CONTENT' },
  show: { 404: 'NOT_FOUND', 409: 'NOTHING_TO_TELL', 502: 'NO_CONTENT' },
  test: { 404: 'NOT_FOUND', 409: 'NOTHING_TO_TELL', 429: 'TOO_MANY_TESTS', 502: 'NO_CONTENT' },
} as const

/** Name of the person, for others who see the issue. */
const By = Line(120)
const byPerson = z.object({ by: By })

export const NEWSLETTER_DESK = contractFor('service-key', {
  listDesk: {
    method: 'GET',
    path: '/desk',
    summary: 'The newsletters with their next issues, drafts and what was sent',
    answer: z.object({ newsletters: z.array(DeskNewsletter) }),
    problems: { 502: 'NO_CONTENT' },
  },
  createIssue: {
    method: 'POST',
    path: '/desk/{slug}',
    summary: 'Begins an extra issue, empty or with the draft of another issue',
    params: z.object({ slug: Slug }),
    body: byPerson.extend({ from: IssueId.nullable() }),
    answer: DeskIssue,
    creates: true,
    problems: ISSUE_PROBLEMS.change,
  },
  openIssue: {
    method: 'GET',
    path: '/desk/{slug}/{issue}',
    summary: 'An issue with its draft and its articles',
    params: byIssue,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.open,
  },
  saveIssue: {
    method: 'PUT',
    path: '/desk/{slug}/{issue}/draft',
    summary: 'Saves a draft made from the revision `base`. What is released stays as it was',
    params: byIssue,
    body: SaveIssue.extend({ by: By }),
    answer: SavedIssue,
    problems: ISSUE_PROBLEMS.save,
  },
  dropIssue: {
    method: 'DELETE',
    path: '/desk/{slug}/{issue}/draft',
    summary: 'Deletes a draft that is not released; a regular issue composes itself again',
    params: byIssue,
    answer: null,
    problems: ISSUE_PROBLEMS.change,
  },
  previewIssue: {
    method: 'GET',
    path: '/desk/{slug}/{issue}/preview',
    summary: 'The mail as it would be sent now; sends nothing',
    params: byIssue,
    answer: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    problems: ISSUE_PROBLEMS.show,
  },
  testIssue: {
    method: 'POST',
    path: '/desk/{slug}/{issue}/test',
    summary: 'Sends the issue as it is to one address; nothing counts as sent',
    params: byIssue,
    body: z.object({ email: Email }),
    answer: null,
    problems: ISSUE_PROBLEMS.test,
  },
  releaseIssue: {
    method: 'POST',
    path: '/desk/{slug}/{issue}/release',
    summary: 'Plans to send exactly this revision',
    params: byIssue,
    body: ReleaseIssue.extend({ by: By }),
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.release,
  },
  stopIssue: {
    method: 'POST',
    path: '/desk/{slug}/{issue}/stop',
    summary: 'Does not send the issue, until its sending begins',
    params: byIssue,
    body: byPerson,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.change,
  },
  resumeIssue: {
    method: 'POST',
    path: '/desk/{slug}/{issue}/resume',
    summary: 'Lets a stopped regular issue compose itself',
    params: byIssue,
    body: byPerson,
    answer: DeskIssue,
    problems: ISSUE_PROBLEMS.change,
  },
})

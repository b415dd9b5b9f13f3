/**
 * Newsletters in the office. The newsletter service stores and sends the issues; the office adds the person and the
 * publication. After the service accepted an act, other tabs get an event and the audit an entry.
 */
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { DeskIssue, IssueArticle, NEWSLETTER_DESK } from '@lokalteil/contracts/newsletter-issues'
import type { OFFICE_NEWSLETTERS } from '@lokalteil/contracts/office'
import type { ActName } from '@lokalteil/domain/office/acts'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { created, isRefusal, problem, type BoundHandlers, type Refusal } from '../../platform/serve.ts'
import { listArticleRows } from '../articles/store/article-store.ts'
import type { DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'

export type NewslettersOf = (publication: PublicationCode) => Client<typeof NEWSLETTER_DESK>

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_NEWSLETTERS, DeskCaller>
type Params = { slug: string; issue: string }
type Act = { act: ActName; before?: unknown; after?: unknown }

/** Everything else of the service is a fault between services, not of the person. */
const PASSED_ON: ReadonlySet<number> = new Set([404, 409, 422, 429])

function toData<T>(result: Result<T>): T | Refusal {
  if (result.ok) return result.data
  const { status, problem: told, headers } = result
  if (!PASSED_ON.has(status)) return problem(502, 'NO_NEWSLETTERS', 'The newsletters do not answer')
  const wait = headers?.get('retry-after') ?? null
  return problem(status, told.code, told.title, wait === null ? undefined : { 'retry-after': wait })
}

/** Long, because it is a table of calls, a few lines each. */
export function createNewsletterHandlers(newslettersOf: NewslettersOf): Handlers {
  const of = ({ publication }: DeskCaller) => newslettersOf(publication)
  const toState = ({ issue, released }: DeskIssue) => ({ state: issue.state, at: issue.dueAt, released })

  /** Changes the plan of an issue. */
  async function decide(
    office: OfficeContext,
    caller: DeskCaller,
    params: Params,
    act: ActName,
    work: () => Promise<Result<DeskIssue>>,
  ): Promise<DeskIssue | Refusal> {
    const before = toData(await of(caller).openIssue({ params }))
    if (isRefusal(before)) return before
    const issue = toData(await work())
    if (isRefusal(issue)) return issue
    await note(office, caller, params, { act, before: toState(before), after: toState(issue) })
    return withTitles(office, caller, issue)
  }

  return {
    listNewsletters: async (_office, { context }) => toData(await of(context).listDesk({})),

    async createIssue(office, { context, params, body }) {
      const { name: by } = context.person
      const issue = toData(await of(context).createIssue({ params, body: { ...body, by } }))
      if (isRefusal(issue)) return issue
      const { id } = issue.issue
      await note(office, context, { ...params, issue: id }, { act: 'createIssue', after: { from: body.from } })
      return created(await withTitles(office, context, issue))
    },

    async getIssue(office, { context, params }) {
      const issue = toData(await of(context).openIssue({ params }))
      return isRefusal(issue) ? issue : withTitles(office, context, issue)
    },

    async saveIssue(office, { context, params, body }) {
      const saved = toData(await of(context).saveIssue({ params, body: { ...body, by: context.person.name } }))
      if (isRefusal(saved)) return saved
      // The audit gets only the beginning of a draft, not each of its saves; a release has its own entry.
      const act: Act | null = body.base === 0 ? { act: 'saveIssue', after: { revision: saved.revision } } : null
      await note(office, context, params, act)
      return withTitles(office, context, saved)
    },

    async dropIssue(office, { context, params }) {
      const dropped = toData(await of(context).dropIssue({ params }))
      if (isRefusal(dropped)) return dropped
      await note(office, context, params, { act: 'dropIssue' })
      return undefined
    },

    async previewIssue(_office, { context, params }) {
      const mail = toData(await of(context).previewIssue({ params }))
      return isRefusal(mail) ? mail : { subject: mail.subject, text: mail.text }
    },

    async testIssue(office, { context, params }) {
      const { email } = context.person
      const sent = toData(await of(context).testIssue({ params, body: { email } }))
      if (isRefusal(sent)) return sent
      await note(office, context, params, { act: 'testIssue' })
      return { email }
    },

    releaseIssue: (office, { context, params, body }) =>
      decide(office, context, params, 'releaseIssue', () =>
        of(context).releaseIssue({ params, body: { ...body, by: context.person.name } }),
      ),
    stopIssue: (office, { context, params }) =>
      decide(office, context, params, 'stopIssue', () =>
        of(context).stopIssue({ params, body: { by: context.person.name } }),
      ),
    resumeIssue: (office, { context, params }) =>
      decide(office, context, params, 'resumeIssue', () =>
        of(context).resumeIssue({ params, body: { by: context.person.name } }),
      ),
  }
}

/** Null: an event for other tabs, but no entry of the audit. */
async function note(
  office: OfficeContext,
  caller: DeskCaller,
  { slug, issue }: Params,
  act: Act | null,
): Promise<void> {
  const { publication } = caller
  await office.db.transaction().execute(async (trx) => {
    if (act !== null) await office.log(caller, { ...act, publication, target: `Newsletter ${slug} ${issue}` }, trx)
    await emit(trx, { kind: 'newsletter', id: `${slug}/${issue}`, publication })
  })
}

/** Articles that readers cannot see yet have their headline from the office. */
async function withTitles<T extends { articles: IssueArticle[] }>(
  { db }: OfficeContext,
  { publication }: DeskCaller,
  issue: T,
): Promise<T> {
  const unknown = issue.articles.flatMap(({ id, state, title }) => (state === 'missing' && title === '' ? [id] : []))
  const rows = new Map((await listArticleRows(db, publication, unknown)).map((row) => [row.id, row]))
  const articles = issue.articles.map((article) => ({
    ...article,
    title: rows.get(article.id)?.title ?? article.title,
  }))
  return { ...issue, articles }
}

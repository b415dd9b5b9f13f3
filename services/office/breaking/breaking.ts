/**
 * Breaking news: the bar, which the content service keeps, and push messages, which a room sends. The office decides who
 * may, writes the audit and tells the tabs; the content service is asked each time whether the bar is open and the push sent.
 */
import type { BreakingBar } from '@lokalteil/contracts/content'
import type { Result } from '@lokalteil/contracts/kernel/client'
import type { OFFICE_BREAKING, OfficeBreaking, PushOrders } from '@lokalteil/contracts/office'
import type { ActName } from '@lokalteil/domain/office/acts'
import { BAR_HOURS } from '@lokalteil/domain/office/breaking'
import { toPlainText } from '@lokalteil/domain/plain-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type BoundHandlers, type Refusal } from '../../platform/serve.ts'
import { noContent, notFound, notNow, refuseSection } from '../articles/answers.ts'
import { getVocabulary } from '../articles/vocabulary.ts'
import type { AuditInput, DeskCaller, OfficeContext } from '../context.ts'
import { emit } from '../events.ts'

type Handlers = BoundHandlers<OfficeContext, typeof OFFICE_BREAKING, DeskCaller>

const HOUR = 3_600_000
const noPush = () => problem(409, 'NO_PUSH', 'The publication has no push messages')

/** Every act answers with the state after it. */
async function readState(
  office: OfficeContext,
  publication: PublicationCode,
  known?: Pick<OfficeBreaking, 'bar' | 'behind'>,
): Promise<OfficeBreaking | Refusal> {
  const [bars, pushes] = await Promise.all([
    known ?? office.recordsOf(publication).getBreaking({}),
    office.pushOf(publication)?.listPushes({}),
  ])
  if ('ok' in bars && !bars.ok) return noContent()
  const { bar, behind } = 'ok' in bars ? bars.data : bars
  return { bar, behind, ...toPushes(pushes) }
}

function toPushes(
  answer: Awaited<ReturnType<PushOrders['listPushes']>> | undefined,
): Pick<OfficeBreaking, 'push' | 'orders'> {
  if (answer === undefined) return { push: 'off', orders: [] }
  if (answer.ok) return { push: 'on', orders: answer.data.orders }
  // A push service of the publisher's own that takes no orders.
  return { push: answer.status === 404 ? 'off' : 'silent', orders: [] }
}

const getBreaking: Handlers['getBreaking'] = (office, { context }) => {
  return readState(office, context.publication)
}

const getBreakingArticle: Handlers['getBreakingArticle'] = async (office, { params, context }) => {
  const [found, known] = await Promise.all([
    office.recordsOf(context.publication).getRecord({ params }),
    getVocabulary(office, context.publication),
  ])
  if (!found.ok) return refuseRecord(found)
  const { id, path, sectionPath, state, draft } = found.data
  const { tags = [], regions = [] } = known?.vocabulary ?? {}
  const name = (entries: readonly { id: string; name: string }[], of: string) =>
    entries.find((entry) => entry.id === of)?.name ?? of
  return {
    id,
    title: draft.title,
    teaserText: toPlainText(draft.teaserTextHtml),
    path,
    sectionPath,
    isShown: state === 'shown',
    targets: [
      ...draft.tagIds.map((ref) => ({ target: { kind: 'topic' as const, ref }, name: name(tags, ref) })),
      ...draft.regionIds.map((ref) => ({ target: { kind: 'region' as const, ref }, name: name(regions, ref) })),
      ...draft.authors.flatMap((author) =>
        author.id === null ? [] : [{ target: { kind: 'author' as const, ref: author.id }, name: author.name }],
      ),
    ],
  }
}

function refuseRecord({ status }: { status: number }): Refusal {
  return status === 404 || status === 410 ? notFound() : noContent()
}

/** The address of an article that readers have, if the person may do this to it. */
async function findShown(
  office: OfficeContext,
  caller: DeskCaller,
  act: ActName,
  id: string,
): Promise<{ path: string } | Refusal> {
  const found = await office.recordsOf(caller.publication).getRecord({ params: { id } })
  if (!found.ok) return refuseRecord(found)
  const { path, sectionPath, state } = found.data
  const refused = refuseSection(caller, act, sectionPath)
  if (refused !== null) return refused
  return state === 'shown' ? { path } : notNow('Readers do not have the article')
}

const setBreaking: Handlers['setBreaking'] = async (office, { body, context }) => {
  const { articleId, line, seen } = body
  const now = office.now().getTime()
  const until = body.until === null ? now + BAR_HOURS.usual * HOUR : Date.parse(body.until)
  if (!(until > now && until <= now + BAR_HOURS.most * HOUR))
    return problem(422, 'BAD_END', 'The end must be in the future, within a week')
  const shown = await findShown(office, context, 'setBreaking', articleId)
  if (isRefusal(shown)) return shown
  const answer = await office.recordsOf(context.publication).setBreaking({
    body: { articleId, line, until: new Date(until).toISOString(), seen, by: context.person.name },
  })
  if (!answer.ok) return answer.status === 404 ? notNow('Readers do not have the article') : refuseBar(answer)
  await tellBar(office, context, 'setBreaking', articleId, answer.data)
  return readState(office, context.publication, answer.data)
}

const endBreaking: Handlers['endBreaking'] = async (office, { body, context }) => {
  const records = office.recordsOf(context.publication)
  const open = await records.getBreaking({})
  if (!open.ok) return noContent()
  const { bar } = open.data
  if (bar === null) return readState(office, context.publication, open.data)
  const refused = refuseSection(context, 'endBreaking', bar.sectionPath)
  if (refused !== null) return refused
  const answer = await records.endBreaking({ body: { seen: body.seen, by: context.person.name } })
  if (!answer.ok) return refuseBar(answer)
  await tellBar(office, context, 'endBreaking', bar.articleId, answer.data)
  return readState(office, context.publication, answer.data)
}

function refuseBar({ status }: { status: number }): Refusal {
  return status === 409 ? problem(409, 'OTHER_BAR', 'Another article is in the bar by now') : noContent()
}

function tellBar(
  office: OfficeContext,
  caller: DeskCaller,
  act: 'setBreaking' | 'endBreaking',
  articleId: string,
  { before, bar }: { before: BreakingBar | null; bar: BreakingBar | null },
): Promise<void> {
  const note = (of: BreakingBar | null) => of && { article: of.articleId, line: of.line, until: of.until, by: of.by }
  return tell(office, caller, { act, target: `Artikel ${articleId}`, before: note(before), after: note(bar) })
}

async function tell(office: OfficeContext, caller: DeskCaller, entry: Omit<AuditInput, 'publication'>): Promise<void> {
  const { publication } = caller
  await office.db.transaction().execute(async (trx) => {
    await office.log(caller, { ...entry, publication }, trx)
    await emit(trx, { publication, kind: 'breaking', id: '' })
  })
}

const countAudience: Handlers['countAudience'] = async (office, { query, context }) => {
  const { article, ...target } = query
  const pushes = office.pushOf(context.publication)
  if (pushes === null) return noPush()
  const shown = await findShown(office, context, 'countAudience', article)
  if (isRefusal(shown)) return shown
  const answer = await pushes.countAudience({ query: { ...target, path: shown.path } })
  return answer.ok ? answer.data : refusePush(answer)
}

const orderPush: Handlers['orderPush'] = async (office, { body, context }) => {
  const { articleId, ...given } = body
  const pushes = office.pushOf(context.publication)
  if (pushes === null) return noPush()
  const shown = await findShown(office, context, 'orderPush', articleId)
  if (isRefusal(shown)) return shown
  const answer = await pushes.holdPush({ body: { ...given, path: shown.path, by: context.person.name } })
  if (!answer.ok) return refusePush(answer)
  const { order, outcome } = answer.data
  if (outcome === 'created') {
    const { id, target, title, expected } = order
    const after = { push: id, ...target, title, body: order.body, expected }
    await tell(office, context, { act: 'orderPush', target: `Artikel ${articleId}`, after })
  }
  return readState(office, context.publication)
}

const stopPush: Handlers['stopPush'] = async (office, { params, context }) => {
  const pushes = office.pushOf(context.publication)
  if (pushes === null) return noPush()
  const answer = await pushes.stopPush({ params })
  if (!answer.ok) return refusePush(answer)
  const { path, title } = answer.data
  const article = /-(\d+)$/.exec(path)?.[1]
  const target = article === undefined ? `Push ${params.id}` : `Artikel ${article}`
  await tell(office, context, { act: 'stopPush', target, after: { push: params.id, title } })
  return readState(office, context.publication)
}

function refusePush({ status, problem: { code } }: Extract<Result<unknown>, { ok: false }>): Refusal {
  if (code === 'WAITS') return problem(409, 'PUSH_WAITS', 'A message about this article waits already')
  if (code === 'TOO_LATE') return problem(409, 'PUSH_GONE', 'The message goes out already')
  return status === 404
    ? problem(404, 'NOT_FOUND', 'There is no such order')
    : problem(503, 'UNAVAILABLE', 'The push service does not answer')
}

export const BREAKING_HANDLERS: Handlers = {
  getBreaking,
  getBreakingArticle,
  setBreaking,
  endBreaking,
  countAudience,
  orderPush,
  stopPush,
}

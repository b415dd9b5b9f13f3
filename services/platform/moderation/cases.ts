/**
 * Reports, decisions and complaints (Digital Services Act, Art. 16, 17, 20, 24) about everything that readers publish:
 * comments, condolences, listings. Promises: anybody may report a visible text and gets a receipt; a text is only
 * removed with a ground and facts, which its author receives together with the way to complain, once, within six
 * months, in the account or by the link of the mail; the reporter hears the outcome. A decision, its mails and the
 * change of the text are one transaction. The service says how to find, show and change its texts.
 */
import { createHmac, randomUUID } from 'node:crypto'
import type {
  AnsweredComplaint,
  Case,
  DecisionInput,
  Reported,
  ReportInput,
  Statement,
  ToldStatement,
  Transparency,
} from '@lokalteil/contracts/community/moderation'
import {
  decideState,
  isComplaintOpen,
  isHeldByReports,
  type ModerationSource,
  type TextState,
} from '@lokalteil/domain/community/moderation'
import { checkUserText, NO_WORDS } from '@lokalteil/domain/community/user-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Transaction } from 'kysely'
import type { AnyKysely } from '../database.ts'
import { refuseUntil, type Attempt, type Limiter } from '../limits/limiter.ts'
import { isRefusal, problem, type Refusal } from '../serve.ts'
import { isSameText } from '../signed-text.ts'
import {
  complaintUntil,
  tellComplaint,
  tellOutcome,
  tellPublisher,
  tellReporter,
  toExcerpt,
  type CaseSubject,
  type Publisher,
  type QueueMail,
} from './case-mails.ts'
import * as store from './case-store.ts'
import type { CaseTarget, DecisionRow, ReportRow } from './case-tables.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- each service has tables of its own
export type AnyTrx = Transaction<any>

export type Change = Pick<DecisionRow, 'ground' | 'facts' | 'decided_by'> & {
  state: TextState
  /** Reports hide it until a moderator has looked. */
  isHeld: boolean
}

/** The subject of a case, locked until the transaction ends. */
export type Subject = CaseSubject & {
  state: TextState
  /** Path of the page that shows it, and the name it is published under. */
  path: string
  by: string
  /** Null: the account is gone or never had an address. */
  publisher: Publisher | null
  change: (change: Change) => Promise<void>
}

export type Cases<S extends Subject = Subject> = {
  db: AnyKysely
  tables: store.CaseTables
  /** Signs the links in mails: at least 32 characters, the same in every process. */
  secret: string
  limiter: Limiter
  queueMail: QueueMail
  now: () => Date
  /** Null: no such text. */
  lock: (trx: AnyTrx, publication: PublicationCode, target: CaseTarget) => Promise<S | null>
  /** Number of different reporters that hide it until a moderator looked; 0: never. */
  holdAfter: (publication: PublicationCode) => number
  /** The page where its publisher complains, signed in or by a signed link. */
  toComplaintPath: (target: CaseTarget, token: string) => string
}

const HOUR = 3_600_000
const A_PAGE = 50
const LIMITS = {
  report: { most: 10, windowMs: HOUR },
  reportAddress: { most: 10, windowMs: 24 * HOUR },
  /**
   * The address is unconfirmed, so only few receipts are sent: a stranger's mailbox must not be flooded. The page shows
   * each number as well.
   */
  receipt: { most: 3, windowMs: 24 * HOUR },
  complaint: { most: 20, windowMs: HOUR },
} as const

const notFound = (what: string): Refusal => problem(404, 'NOT_FOUND', `No such ${what}`)
const refuseText = (code: string): Refusal =>
  problem(422, `TEXT_${code.toUpperCase()}`, 'The text is not taken as it is')

async function limit({ limiter, now }: Cases, attempts: readonly Attempt[]): Promise<Refusal | null> {
  const until = await limiter.take(attempts)
  return until === null ? null : refuseUntil(until, now())
}

// --- Reports

export async function getReported(
  { db, lock }: Cases,
  publication: PublicationCode,
  target: CaseTarget,
): Promise<Reported | Refusal> {
  const subject = await db.transaction().execute((trx) => lock(trx, publication, target))
  if (subject === null || subject.state !== 'visible') return notFound('text')
  const { what, path, title, by, text } = subject
  return { what, place: { path, title }, name: by, text: toExcerpt(text) }
}

/** Links and words are not checked strictly in a report, because it quotes the text it is about. */
const AS_WRITTEN = { links: 5, contacts: 'allow', words: NO_WORDS } as const

/** `held`: the text has so many reports that it is hidden now. */
export async function takeReport<S extends Subject>(
  cases: Cases<S>,
  publication: PublicationCode,
  { target, report: sent, requester }: { target: CaseTarget; report: ReportInput; requester: string },
): Promise<{ number: string; held: S | null } | Refusal> {
  const { db, tables, now, queueMail } = cases
  const explanation = checkUserText(sent.explanation, { ...AS_WRITTEN, lines: 'many', min: 5, max: 1500 })
  const name = checkUserText(sent.name, { ...AS_WRITTEN, lines: 'one', min: 2, max: 100 })
  if (explanation.kind === 'refused') return refuseText(explanation.code)
  // Art. 16 (2) c: reports may be anonymous; the form asks for an address for the receipt, not for a name.
  if (name.kind === 'refused' && sent.name.trim() !== '') return refuseText(name.code)
  const email = sent.email.toLowerCase()
  const refused = await limit(cases, [
    { key: `report:${requester}`, budget: LIMITS.report },
    { key: `reportAddress:${publication}:${email}`, budget: LIMITS.reportAddress },
  ])
  if (refused !== null) return refused
  const hasReceipt = (await cases.limiter.take([{ key: `receipt:${email}`, budget: LIMITS.receipt }])) === null
  const row: ReportRow = {
    publication,
    id: toNumber('M'),
    kind: target.kind,
    target: target.id,
    ground: sent.ground,
    explanation: explanation.text,
    name: name.kind === 'refused' ? '' : name.text,
    email,
    requester,
    at: now(),
    closed_at: null,
  }
  return db.transaction().execute(async (trx) => {
    const subject = await cases.lock(trx, publication, target)
    if (subject === null || subject.state !== 'visible') return notFound('text')
    await store.addReport(trx, tables, row)
    if (hasReceipt) await tellReporter(queueMail, trx, row, subject)
    const reporters = await store.countReporters(trx, tables, target)
    const isHeld = reporters !== null && isHeldByReports(reporters, cases.holdAfter(publication))
    if (isHeld) await subject.change({ state: 'pending', isHeld: true, ground: null, facts: '', decided_by: '' })
    return { number: row.id, held: isHeld ? subject : null }
  })
}

// --- Decisions

/** `also` runs in the same transaction. */
export async function decide<S extends Subject, R>(
  cases: Cases<S>,
  publication: PublicationCode,
  { target, decision: { action, ground, facts, by } }: { target: CaseTarget; decision: DecisionInput },
  also: (trx: AnyTrx, subject: S) => Promise<R>,
): Promise<{ subject: S; told: R } | Refusal> {
  const { db, tables, now, queueMail } = cases
  if (action === 'remove' && (ground === null || facts.trim() === ''))
    return problem(422, 'REASONS_MISSING', 'What is taken away needs a ground and the facts it rests on')
  return db.transaction().execute(async (trx) => {
    const subject = await cases.lock(trx, publication, target)
    if (subject === null) return notFound('text')
    const closed = await store.closeReports(trx, tables, target, now())
    const source = closed.length > 0 ? 'report' : 'own'
    const row = await apply(cases, trx, publication, subject, { target, action, ground, facts, by, source })
    if (isRefusal(row)) return row
    if (action === 'remove' || action === 'restore')
      await tellPublisher(queueMail, trx, subject.publisher, row, subject, pathOf(cases, row))
    const told = await also(trx, subject)
    for (const one of closed) await tellOutcome(queueMail, trx, one, row, subject)
    return { subject, told }
  })
}

type Applied = DecisionInput & { target: CaseTarget; source: ModerationSource }
async function apply(
  { tables, now }: Cases,
  trx: AnyTrx,
  publication: PublicationCode,
  subject: Subject,
  { target, action, ground, facts, by, source }: Applied,
): Promise<DecisionRow | Refusal> {
  const state = decideState(subject.state, action)
  if (state === null) return problem(409, 'NOT_POSSIBLE', `What is ${subject.state} cannot be decided so`)
  const reasons =
    state === 'removed' ? { ground, facts: facts.trim(), decided_by: by } : { ground: null, facts: '', decided_by: by }
  await subject.change({ state, isHeld: false, ...reasons })
  return store.addDecision(trx, tables, {
    publication,
    id: toNumber('E'),
    kind: target.kind,
    target: target.id,
    action,
    ground: action === 'remove' ? ground : null,
    facts: facts.trim(),
    source,
    decided_by: by,
    at: now(),
  })
}

export function toStatement(row: DecisionRow): Statement {
  const { id, at, action, ground, facts, source, complaint_at, complaint_text, outcome, answer } = row
  return {
    id,
    at: at.toISOString(),
    action,
    ground,
    facts,
    source,
    isAutomated: false,
    complaint:
      complaint_at === null
        ? null
        : {
            at: complaint_at.toISOString(),
            text: complaint_text ?? '',
            outcome: outcome ?? 'open',
            answer: answer ?? '',
          },
    complaintUntil: complaintUntil(at),
  }
}

// --- Complaints

/** `isTheirs`: whether the complainant is the publisher of the decided text. */
export async function complain(
  cases: Cases,
  publication: PublicationCode,
  { statement, text }: { statement: string; text: string },
  isTheirs: (trx: AnyTrx, row: DecisionRow) => Promise<boolean>,
): Promise<Statement | Refusal> {
  const { db, tables, now } = cases
  const checked = checkUserText(text, { ...AS_WRITTEN, lines: 'many', min: 10, max: 1500 })
  if (checked.kind === 'refused') return refuseText(checked.code)
  return db.transaction().execute(async (trx) => {
    const row = await store.lockDecision(trx, tables, publication, statement)
    if (row === null || row.action !== 'remove' || !(await isTheirs(trx, row))) return notFound('statement')
    if (row.complaint_at !== null || !isComplaintOpen(row.at, now()))
      return problem(409, 'NOT_OPEN', 'There was a complaint already, or the time for it is over')
    return toStatement(
      await store.saveComplaint(trx, tables, row.id, { complaint_at: now(), complaint_text: checked.text }),
    )
  })
}

/** The statement behind the link of a mail. 404 if the link is not valid. */
export async function getToldStatement(
  cases: Cases,
  publication: PublicationCode,
  token: string,
): Promise<ToldStatement | Refusal> {
  const { db, tables, lock } = cases
  const id = parseToken(cases, publication, token)
  const row = id === null ? null : await store.findDecision(db, tables, publication, id)
  if (row === null || row.action !== 'remove') return notFound('statement')
  const subject = await db.transaction().execute((trx) => lock(trx, publication, targetOf(row)))
  if (subject === null) return notFound('statement')
  const { what, title, text } = subject
  const isOver = !isComplaintOpen(row.at, cases.now())
  return { what, title, text: toExcerpt(text), statement: toStatement(row), isOver }
}

export async function complainByLink(
  cases: Cases,
  publication: PublicationCode,
  { token, text, requester }: { token: string; text: string; requester: string },
): Promise<Statement | Refusal> {
  const statement = parseToken(cases, publication, token)
  if (statement === null) return notFound('statement')
  const refused = await limit(cases, [{ key: `complaint:${requester}`, budget: LIMITS.complaint }])
  return refused ?? complain(cases, publication, { statement, text }, async () => true)
}

/** `changed`: the text is shown again. */
export async function answerComplaint<S extends Subject>(
  cases: Cases<S>,
  publication: PublicationCode,
  { statement, outcome, answer, by }: AnsweredComplaint,
): Promise<{ statement: Statement; changed: S | null } | Refusal> {
  const { db, tables, now, queueMail } = cases
  return db.transaction().execute(async (trx) => {
    const row = await store.lockDecision(trx, tables, publication, statement)
    if (row === null || row.complaint_at === null) return notFound('complaint')
    if (row.outcome !== null) return problem(409, 'NOT_OPEN', 'The complaint was answered already')
    const target = targetOf(row)
    const subject = await cases.lock(trx, publication, target)
    if (subject === null) return notFound('text')
    const isRestored = outcome === 'reversed' && subject.state === 'removed'
    if (isRestored) {
      const told = { target, action: 'restore', ground: null, facts: answer, by, source: 'complaint' } as const
      const restored = await apply(cases, trx, publication, subject, told)
      if (isRefusal(restored)) return restored
    }
    const change = { outcome, answer, answered_by: by, answered_at: now() }
    const answered = await store.saveComplaint(trx, tables, row.id, change)
    await tellComplaint(queueMail, trx, subject.publisher, answered, subject, pathOf(cases, answered))
    return { statement: toStatement(answered), changed: isRestored ? subject : null }
  })
}

// --- Lists for the office

export async function listCases(
  cases: Cases,
  publication: PublicationCode,
  { list, page }: { list: 'reported' | 'complaints'; page: number },
): Promise<{ cases: Case[]; total: number }> {
  const { db, tables } = cases
  const slice = { list, limit: A_PAGE, offset: (page - 1) * A_PAGE }
  const { targets, total } = await store.listOpen(db, tables, publication, slice)
  return { cases: await toCases(cases, publication, targets), total }
}

export async function toCases(
  { db, tables, lock }: Cases,
  publication: PublicationCode,
  targets: readonly CaseTarget[],
): Promise<Case[]> {
  const reports = await store.listReports(db, tables, targets)
  const decisions = await store.listDecisions(db, tables, targets)
  const found: Case[] = []
  for (const target of targets) {
    const subject = await db.transaction().execute((trx) => lock(trx, publication, target))
    const key = store.toKey(target)
    found.push({
      target,
      what: subject?.what ?? 'text',
      place: { path: subject?.path ?? '', title: subject?.title ?? '' },
      by: subject?.by ?? '',
      state: subject?.state ?? 'withdrawn',
      text: subject?.text ?? '',
      reports: (reports.get(key) ?? []).map(toReport),
      statements: (decisions.get(key) ?? []).map(toStatement),
    })
  }
  return found
}

export const toReport = ({
  id,
  at,
  ground,
  explanation,
  name,
  email,
  closed_at,
}: ReportRow): Case['reports'][number] => ({
  id,
  at: at.toISOString(),
  ground,
  explanation,
  name,
  email,
  isOpen: closed_at === null,
})

export async function getTransparency(
  { db, tables }: Cases,
  publication: PublicationCode,
  { from, to }: { from: string; to: string },
  bans = 0,
): Promise<Transparency> {
  return { from, to, ...(await store.countPeriod(db, tables, publication, new Date(from), new Date(to))), bans }
}

// --- Numbers and links

const targetOf = ({ kind, target }: DecisionRow): CaseTarget => ({ kind, id: String(target) })
const pathOf = (cases: Cases, row: DecisionRow): string =>
  cases.toComplaintPath(targetOf(row), toToken(cases, row.publication, row.id))

/** A case number short enough to be read out on the telephone, long enough not to be guessed. */
function toNumber(prefix: string): string {
  return `${prefix}-${randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`
}

const toToken = ({ secret }: Cases, publication: string, statement: string): string =>
  `${statement}.${createHmac('sha256', secret).update(`complaint\n${publication}\n${statement}`).digest('base64url')}`

/** The decision's id; null: the token was not signed here. */
function parseToken(cases: Cases, publication: PublicationCode, token: string): string | null {
  const [id = ''] = token.split('.')
  return isSameText(toToken(cases, publication, id), token) ? id : null
}

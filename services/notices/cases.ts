/** Entries of books of condolence as what is reported, decided and complained about (`platform/moderation`). */
import { toComplaintPath } from '@lokalteil/domain/community/case-paths'
import { toBookPath } from '@lokalteil/domain/notices/notice-paths'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { CaseTarget } from '../platform/moderation/case-tables.ts'
import * as cases from '../platform/moderation/cases.ts'
import { isRefusal, type Refusal } from '../platform/serve.ts'
import { tell, type InternalCall, type NoticesContext } from './context.ts'
import type { Trx } from './schema.ts'
import * as entryStore from './store/entries.ts'
import { getPerson } from './store/notices.ts'
import { CASE_TABLES } from './store/office.ts'

export const ENTRY = 'entry'

export function toCases({ db, secret, limiter, queueMail, now }: NoticesContext): cases.Cases {
  return {
    db,
    tables: CASE_TABLES,
    secret,
    limiter,
    queueMail,
    now,
    lock: (trx, publication, target) => lock(trx, publication, target, now()),
    // Each was read before it was seen.
    holdAfter: () => 0,
    toComplaintPath: (_target, token) => toComplaintPath(ENTRY, token),
  }
}

async function lock(
  trx: Trx,
  publication: Mandator,
  { kind, id }: CaseTarget,
  at: Date,
): Promise<cases.Subject | null> {
  if (kind !== ENTRY) return null
  const entry = await entryStore.lockEntry(trx, publication, id)
  const person = entry === null ? null : await getPerson(trx, publication, entry.person)
  if (entry === null || person === null) return null
  return {
    what: entry.kind,
    title: person.name,
    path: toBookPath(entry.person),
    by: entry.name,
    text: entry.text,
    state: entry.state,
    wasShown: entry.state === 'visible',
    // Entries that were filled in are of nobody who could be told.
    publisher: entry.address === '' ? null : { address: entry.address, name: '' },
    async change({ state, ground, facts, decided_by }) {
      await entryStore.setState(trx, publication, id, { state, ground, facts, decided_by, decided_at: at })
    },
  }
}

export const getReported = (
  context: NoticesContext,
  { context: publication, body: { target } }: InternalCall<'getReported'>,
) => cases.getReported(toCases(context), publication, target)

export async function report(context: NoticesContext, { context: publication, body }: InternalCall<'report'>) {
  const taken = await cases.takeReport(toCases(context), publication, body)
  return isRefusal(taken) ? taken : { number: taken.number }
}

export const getStatement = (
  context: NoticesContext,
  { context: publication, body: { token } }: InternalCall<'getStatement'>,
) => cases.getToldStatement(toCases(context), publication, token)

export const complainByLink = (
  context: NoticesContext,
  { context: publication, body }: InternalCall<'complainByLink'>,
) => cases.complainByLink(toCases(context), publication, body)

export const listCases = (context: NoticesContext, { context: publication, body }: InternalCall<'listCases'>) =>
  cases.listCases(toCases(context), publication, body)

/** Null: it was done. */
export async function decide(
  context: NoticesContext,
  publication: Mandator,
  asked: Parameters<typeof cases.decide>[2],
): Promise<Refusal | null> {
  const decided = await cases.decide(toCases(context), publication, asked, async () => undefined)
  if (isRefusal(decided)) return decided
  tell(context)
  return null
}

export async function decideCase(context: NoticesContext, { context: publication, body }: InternalCall<'decideCase'>) {
  const refused = await decide(context, publication, body)
  return refused ?? (await cases.toCases(toCases(context), publication, [body.target]))[0]!
}

export async function answerComplaint(
  context: NoticesContext,
  { context: publication, body }: InternalCall<'answerComplaint'>,
) {
  const answered = await cases.answerComplaint(toCases(context), publication, body)
  if (isRefusal(answered)) return answered
  if (answered.changed !== null) tell(context)
  return answered.statement
}

export const getTransparency = (
  context: NoticesContext,
  { context: publication, body }: InternalCall<'getTransparency'>,
) => cases.getTransparency(toCases(context), publication, body)

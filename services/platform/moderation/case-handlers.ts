/**
 * Handlers of `CASES` and `CASE_OFFICE` that all services with reported cases share; each has its own kinds of cases.
 */
import type { CASE_OFFICE, CASES } from '@lokalteil/contracts/community/moderation'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, type BoundHandlers } from '../serve.ts'
import type { CaseTarget } from './case-tables.ts'
import * as cases from './cases.ts'
import type { AnyTrx, Cases, Subject } from './cases.ts'

/** The parts of a service that handling cases needs. */
export type CaseService = Pick<Cases, 'db' | 'secret' | 'limiter' | 'queueMail' | 'now'>

export type CaseKind<Service extends CaseService, S extends Subject> = Pick<Cases, 'tables' | 'toComplaintPath'> & {
  lock: (service: Service, trx: AnyTrx, publication: PublicationCode, target: CaseTarget) => Promise<S | null>
  /** Number of reports that hide a text until it was reviewed. Absent: reports alone hide nothing. */
  holdAfter?: (service: Service, publication: PublicationCode) => number
  /** Called after readers see something else of it, e.g. to clear caches. */
  onChange: (service: Service, publication: PublicationCode, subject: S, isRemoved: boolean) => void
}

export function casesOf<Service extends CaseService, S extends Subject>(
  service: Service,
  { tables, toComplaintPath, lock, holdAfter }: CaseKind<Service, S>,
): Cases<S> {
  const { db, secret, limiter, queueMail, now } = service
  return {
    db,
    tables,
    secret,
    limiter,
    queueMail,
    now,
    lock: (trx, publication, target) => lock(service, trx, publication, target),
    holdAfter: (publication) => holdAfter?.(service, publication) ?? 0,
    toComplaintPath,
  }
}

export function createCaseHandlers<Service extends CaseService, S extends Subject>(
  kind: CaseKind<Service, S>,
): BoundHandlers<Service, typeof CASES & typeof CASE_OFFICE, PublicationCode> {
  return {
    getReported: (service, { context: publication, body: { target } }) =>
      cases.getReported(casesOf(service, kind), publication, target),
    async report(service, { context: publication, body }) {
      const taken = await cases.takeReport(casesOf(service, kind), publication, body)
      if (isRefusal(taken)) return taken
      if (taken.held !== null) kind.onChange(service, publication, taken.held, false)
      return { number: taken.number }
    },
    getStatement: (service, { context: publication, body: { token } }) =>
      cases.getToldStatement(casesOf(service, kind), publication, token),
    complainByLink: (service, { context: publication, body }) =>
      cases.complainByLink(casesOf(service, kind), publication, body),
    listCases: (service, { context: publication, body }) => cases.listCases(casesOf(service, kind), publication, body),
    async decideCase(service, { context: publication, body }) {
      const decided = await cases.decide(casesOf(service, kind), publication, body, async () => undefined)
      if (isRefusal(decided)) return decided
      kind.onChange(service, publication, decided.subject, body.decision.action === 'remove')
      return (await cases.toCases(casesOf(service, kind), publication, [body.target]))[0]!
    },
    async answerComplaint(service, { context: publication, body }) {
      const answered = await cases.answerComplaint(casesOf(service, kind), publication, body)
      if (isRefusal(answered)) return answered
      if (answered.changed !== null) kind.onChange(service, publication, answered.changed, false)
      return answered.statement
    },
    getTransparency: (service, { context: publication, body }) =>
      cases.getTransparency(casesOf(service, kind), publication, body),
  }
}

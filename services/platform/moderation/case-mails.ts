/**
 * Mails about a case to reporters and publishers of a text. Each goes into the outbox in the transaction of its
 * decision.
 */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import { COMPLAINT_DAYS, MODERATION_GROUNDS, type CaseWhat } from '@lokalteil/domain/community/moderation'
import { countCharacters } from '@lokalteil/domain/community/user-text'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { AnyKysely } from '../database.ts'
import type { DecisionRow, ReportRow } from './case-tables.ts'

export type QueueMail = (message: MailMessageInput, within: AnyKysely) => Promise<unknown>
export type Publisher = { address: string; name: string }
/** The subject of a case, in the words of its mails. */
export type CaseSubject = {
  what: CaseWhat
  /** Title of the page under which it stands. */
  title: string
  /** The text as pages show it. */
  text: string
  /** Whether other readers had seen it. */
  wasShown: boolean
}

const DAY = 86_400_000
export const complaintUntil = (at: Date): string => new Date(at.getTime() + COMPLAINT_DAYS * DAY).toISOString()

type Content<M = MailMessageInput> = M extends MailMessageInput ? Pick<M, 'template' | 'data'> : never

/** An account without an address gets no mail. */
async function send(
  queueMail: QueueMail,
  trx: AnyKysely,
  publication: string,
  to: Publisher | null,
  content: Content,
): Promise<void> {
  if (to === null || to.address === '') return
  const { address, name } = to
  await queueMail({ mandator: publication as PublicationCode, to: { address, name }, ...content }, trx)
}

export async function tellReporter(
  queueMail: QueueMail,
  trx: AnyKysely,
  report: ReportRow,
  { what, title }: CaseSubject,
): Promise<void> {
  await send(
    queueMail,
    trx,
    report.publication,
    { address: report.email, name: report.name },
    {
      template: 'report-received',
      data: {
        number: report.id,
        what,
        title: toLine(title, 200),
        ground: MODERATION_GROUNDS[report.ground],
        at: report.at.toISOString(),
      },
    },
  )
}

export async function tellOutcome(
  queueMail: QueueMail,
  trx: AnyKysely,
  report: ReportRow,
  decision: DecisionRow,
  { what, title }: CaseSubject,
): Promise<void> {
  await send(
    queueMail,
    trx,
    report.publication,
    { address: report.email, name: report.name },
    {
      template: 'report-decided',
      data: {
        number: report.id,
        what,
        title: toLine(title, 200),
        isRemoved: decision.action === 'remove',
        ground: decision.ground === null ? null : MODERATION_GROUNDS[decision.ground],
      },
    },
  )
}

/** Mails the statement of reasons (DSA Art. 17), or that the text is shown again. `path`: where to complain. */
export async function tellPublisher(
  queueMail: QueueMail,
  trx: AnyKysely,
  publisher: Publisher | null,
  decision: DecisionRow,
  { what, title, text, wasShown }: CaseSubject,
  path: string,
): Promise<void> {
  await send(queueMail, trx, decision.publication, publisher, {
    template: 'text-decided',
    data: {
      what,
      title: toLine(title, 200),
      excerpt: toExcerpt(text),
      wasShown,
      isRemoved: decision.action === 'remove',
      ground: decision.ground === null ? null : MODERATION_GROUNDS[decision.ground],
      isLaw: decision.ground === 'law',
      facts: toLine(decision.facts, 1000),
      source: decision.source,
      complaintUntil: complaintUntil(decision.at),
      path,
    },
  })
}

export async function tellComplaint(
  queueMail: QueueMail,
  trx: AnyKysely,
  publisher: Publisher | null,
  decision: DecisionRow,
  { what, title }: CaseSubject,
  path: string,
): Promise<void> {
  await send(queueMail, trx, decision.publication, publisher, {
    template: 'complaint-answered',
    data: {
      what,
      title: toLine(title, 200),
      isReversed: decision.outcome === 'reversed',
      answer: toLine(decision.answer ?? '', 1000),
      path,
    },
  })
}

export const toLine = (text: string, most: number): string =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, most)
    .toWellFormed()

export function toExcerpt(text: string): string {
  const line = toLine(text.replace(/\s+/g, ' ').trim(), 600)
  return countCharacters(line) <= 280 ? line : `${line.slice(0, 280).replace(/\s\S*$/, '')} …`
}

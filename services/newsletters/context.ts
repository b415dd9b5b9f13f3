/** The shared state of the newsletter service's functions, and tokens derived from its secret. */
import { createHash, createHmac } from 'node:crypto'
import type { CONTENT, Newsletter } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { NEWSLETTER } from '@lokalteil/contracts/newsletters'
import { toEmailKey } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../platform/limits/limiter.ts'
import { problem, type BoundHandlers, type Call, type Refusal } from '../platform/serve.ts'
import { isSameText } from '../platform/signed-text.ts'
import type { NewsletterDb } from './schema.ts'

export type NewsletterPaths = {
  /** Page with a button, linked in the mail that asks for confirmation. */
  confirm: (token: string) => string
  /** Page with a button, linked at the end of an issue. */
  leave: (token: string) => string
  /** Endpoint for POST without a session: `List-Unsubscribe` (RFC 8058). */
  oneClick: (token: string) => string
  manage: string
}

export type NewsletterContext = {
  db: NewsletterDb
  /** At least 32 characters, the same in every process: hashes of addresses and unsubscribe links depend on it. */
  secret: string
  /** The public content API of a publication: catalogue and articles. */
  contentOf: (
    publication: PublicationCode,
  ) => Pick<
    Client<typeof CONTENT>,
    'listNewsletters' | 'getNewsletter' | 'getChannel' | 'listNewestArticles' | 'listTeasers'
  >
  /** Puts a mail into the outbox of the same database, in the transaction that causes it. `issue`: its mails are counted. */
  queueMail: (message: MailMessageInput, within: NewsletterDb, issue?: string) => Promise<unknown>
  /** The mail as it would be sent now. */
  renderMail: (message: MailMessageInput) => Promise<{ subject: string; html: string; text: string }>
  /** Mails of an issue that wait for the mail server, and those that it refused for good. */
  countMails: (issue: string) => Promise<{ waiting: number; failed: number }>
  /** Addresses that mail servers refused for good (the mail service's `Refusals`). */
  refusals: {
    listRefused: (addresses: readonly string[], within: NewsletterDb) => Promise<ReadonlySet<string>>
    /** The owner has received a mail. */
    forget: (addresses: readonly string[], what: 'all', within: NewsletterDb) => Promise<void>
  }
  paths: NewsletterPaths
  limiter: Limiter
  now: () => Date
  onError: (error: unknown, requestId: string) => void
}

export type NewsletterCall<Name extends keyof typeof NEWSLETTER> = Call<(typeof NEWSLETTER)[Name], PublicationCode>
export type NewsletterHandlers = BoundHandlers<NewsletterContext, typeof NEWSLETTER, PublicationCode>

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function toMac({ secret }: NewsletterContext, use: string, text: string): string {
  return createHmac('sha256', secret).update(`${use} ${text}`).digest('base64url')
}

export function toAddressKey(context: NewsletterContext, publication: string, email: string): string {
  return toMac(context, 'address', `${publication} ${toEmailKey(email)}`)
}

/** The token of a subscription's link: needs no storage, cannot be guessed, ends only this one. */
export function toLeaveToken(context: NewsletterContext, id: string): string {
  return `${id}.${toMac(context, 'leave', id)}`
}

export function readLeaveToken(context: NewsletterContext, token: string): string | null {
  const [id = ''] = token.split('.')
  return isSameText(toLeaveToken(context, id), token) ? id : null
}

/** The content service does not answer. */
export class NoContent extends Error {}

export async function listCatalogue(
  { contentOf }: NewsletterContext,
  publication: PublicationCode,
): Promise<Newsletter[]> {
  const found = await contentOf(publication).listNewsletters({})
  if (!found.ok)
    throw new NoContent(`The newsletters of ${publication} cannot be read: ${found.status} ${found.problem.code}`)
  return found.data.newsletters
}

export async function findNewsletter(
  context: NewsletterContext,
  publication: PublicationCode,
  slug: string,
): Promise<Newsletter | null> {
  return (await listCatalogue(context, publication)).find((newsletter) => newsletter.slug === slug) ?? null
}

export function unknownNewsletter(): Refusal {
  return problem(404, 'UNKNOWN_NEWSLETTER', 'No such newsletter')
}

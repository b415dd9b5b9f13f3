/**
 * Newsletter subscriptions, called only by the portal (service key): double opt-in, proof, management, unsubscription,
 * issues. The catalogue belongs to the content service. Promises: nothing is sent to an address whose owner did not
 * agree; the answer to an order does not reveal whether an address is known; ending a subscription takes one call and
 * no login; every call is idempotent. Base address: `{NEWSLETTER_URL}/{publication}`.
 */
import { z } from 'zod'
import { CONFIRMATION_DAYS, MOST_NEWSLETTERS_AT_ONCE } from '@lokalteil/domain/reading/newsletters'
import { isEmail } from '@lokalteil/domain/accounts/registration'
import { contractFor } from './kernel/endpoint.ts'

export const Instant = z.iso.datetime()
export const Email = z.string().trim().max(254).refine(isEmail, 'must be an e-mail address')
export const Slug = z.string().regex(/^[a-z0-9-]{1,100}$/)
const Token = z
  .string()
  .max(200)
  .regex(/^[\w.-]+$/)
/** A hash of the caller, for rate limits. */
const Requester = z.string().min(1).max(200)
/** Version of the text the reader agreed to. If it is not today's, the page was outdated. */
const TextVersion = z.string().max(40)

/** A logged-in reader as the account service reports them, never from a request's body. */
export const NewsletterApi = z.object({
  sub: z.string().min(1).max(255),
  email: Email,
  isEmailVerified: z.boolean(),
})
export type NewsletterApi = z.infer<typeof NewsletterApi>

export const NewsletterRef = z.object({ slug: z.string(), title: z.string() })

/** `pending`: the confirmation mail was sent. */
export const Subscription = z.object({ slug: z.string(), state: z.enum(['active', 'pending']), since: Instant })
export type Subscription = z.infer<typeof Subscription>

/** `empty`: there was nothing new; `late`: its time had passed; `stopped`: by people. None of these was sent. */
export const IssueOutcome = z.enum(['sending', 'sent', 'empty', 'late', 'stopped'])

export const Issue = z.object({
  id: z.string(),
  dueAt: Instant,
  state: IssueOutcome,
  articleIds: z.array(z.string()),
  recipients: z.number().int().nonnegative(),
})
export type Issue = z.infer<typeof Issue>

export const NEWSLETTER = contractFor('service-key', {
  order: {
    method: 'POST',
    path: '/subscriptions',
    summary: `Order newsletters for an address: its owner gets a link to confirm, good for ${CONFIRMATION_DAYS} days`,
    body: z.object({
      email: Email,
      slugs: z.array(Slug).min(1).max(MOST_NEWSLETTERS_AT_ONCE),
      textVersion: TextVersion,
      requester: Requester,
    }),
    answer: z.object({ ok: z.literal(true) }),
    problems: { 404: 'UNKNOWN_NEWSLETTER', 409: 'OTHER_TEXT', 429: 'TOO_MANY_ORDERS' },
  },
  getConfirmation: {
    method: 'GET',
    path: '/confirmations/{token}',
    summary: 'What a link would confirm; using nothing of it up, since mail scanners open links',
    params: z.object({ token: Token }),
    answer: z.object({
      state: z.enum(['open', 'confirmed', 'expired', 'invalid']),
      newsletters: z.array(NewsletterRef),
    }),
  },
  confirm: {
    method: 'POST',
    path: '/confirmations',
    summary: 'Begin what was ordered; a second time does no harm',
    body: z.object({ token: Token }),
    answer: z.object({ newsletters: z.array(NewsletterRef) }),
    problems: { 410: 'EXPIRED_LINK', 422: 'INVALID_LINK' },
  },
  getUnsubscription: {
    method: 'GET',
    path: '/unsubscriptions/{token}',
    summary: 'What a link would end',
    params: z.object({ token: Token }),
    answer: z.object({ state: z.enum(['active', 'ended']), newsletter: NewsletterRef }),
    problems: { 404: 'INVALID_LINK' },
  },
  unsubscribe: {
    method: 'POST',
    path: '/unsubscriptions',
    summary: 'End a subscription at once (RFC 8058); a second time does no harm',
    body: z.object({ token: Token }),
    answer: z.object({ newsletter: NewsletterRef }),
    problems: { 404: 'INVALID_LINK' },
  },
  listSubscriptions: {
    method: 'POST',
    path: '/readers/subscriptions',
    summary: 'A reader’s subscriptions: those of the account, and of its address once that is confirmed',
    body: z.object({ reader: NewsletterApi }),
    answer: z.array(Subscription),
  },
  subscribe: {
    method: 'POST',
    path: '/readers/subscriptions/{slug}',
    summary: 'Subscribe; at once when the account’s address is confirmed, else by a mail to confirm',
    params: z.object({ slug: Slug }),
    body: z.object({ reader: NewsletterApi, textVersion: TextVersion, requester: Requester }),
    answer: Subscription,
    problems: { 404: 'UNKNOWN_NEWSLETTER', 409: 'OTHER_TEXT', 429: 'TOO_MANY_ORDERS' },
  },
  endSubscription: {
    method: 'POST',
    path: '/readers/subscriptions/{slug}/end',
    summary: 'End a reader’s subscription, or an order not confirmed yet',
    params: z.object({ slug: Slug }),
    body: z.object({ reader: NewsletterApi }),
    answer: null,
  },
  changeAddress: {
    method: 'POST',
    path: '/readers/address',
    summary:
      'The reader’s account has another confirmed address: newsletters to the old one, or for the account, go to the new one. A newsletter that goes there already is not sent twice; `undoes` names changes whose joined newsletters part again. The same `id` a second time changes nothing',
    body: z.object({
      id: z.string().min(1).max(100),
      sub: z.string().min(1).max(255),
      from: Email,
      /** Whether the old address was confirmed. Orders for an unconfirmed address are not moved to the new one. */
      isFromVerified: z.boolean(),
      to: Email,
      undoes: z.array(z.string().min(1).max(100)).max(100),
    }),
    answer: null,
  },
  sendTest: {
    method: 'POST',
    path: '/newsletters/{slug}/test',
    summary: 'Sends today’s issue to one address of the office only; nothing is counted as sent',
    params: z.object({ slug: Slug }),
    body: z.object({ email: Email }),
    answer: z.object({ articleIds: z.array(z.string()) }),
    problems: { 404: 'UNKNOWN_NEWSLETTER', 409: 'NOTHING_TO_TELL', 502: 'NO_CONTENT' },
  },
  listIssues: {
    method: 'GET',
    path: '/newsletters/{slug}/issues',
    summary: 'The last fifty issues, newest first, and when the next is due',
    params: z.object({ slug: Slug }),
    answer: z.object({ nextAt: Instant.nullable(), issues: z.array(Issue) }),
  },
})

export const NEWSLETTER_INFO = {
  title: 'Newsletters',
  description: 'Subscriptions with double opt-in and proof, and the issues that are sent.',
  version: '1',
  base: '/newsletter/{publication}',
}

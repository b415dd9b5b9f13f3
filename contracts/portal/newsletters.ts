/** Newsletters of a reader or of a visitor without an account. */
import { z } from 'zod'
import { contract } from '../kernel/endpoint.ts'
import { relayed } from '../kernel/relayed.ts'
import { NEWSLETTER, Subscription as NewsletterSubscription } from '../newsletters.ts'
import { Text } from './values.ts'

/** Newsletters of the session's reader; `email` receives them. */
export const NewslettersView = z.object({
  email: z.string(),
  isEmailVerified: z.boolean(),
  subscriptions: z.array(NewsletterSubscription),
})
export type NewslettersView = z.infer<typeof NewslettersView>

export const NEWSLETTERS_ENDPOINTS = contract({
  orderNewsletters: {
    method: 'POST',
    path: '/api/newsletter/order',
    summary:
      'Order newsletters for an address: its owner gets a link to confirm (S2.1-13). The answer tells nothing about the address',
    body: z.object({
      email: Text(1000),
      slugs: z.array(Text(100)).max(50),
      consent: z.boolean(),
      textVersion: Text(40),
    }),
    answer: z.object({ ok: z.literal(true) }),
    problems: {
      404: 'UNKNOWN_NEWSLETTER',
      409: 'OTHER_TEXT',
      422: 'INVALID_FIELDS',
      429: 'TOO_MANY_ORDERS',
      503: 'UNAVAILABLE',
    },
  },
  listNewsletterSubscriptions: {
    method: 'GET',
    path: '/api/mein/newsletters',
    summary: 'Newsletters of the reader',
    answer: NewslettersView,
    problems: { 401: 'NOT_LOGGED_IN', 503: 'UNAVAILABLE' },
  },
  subscribeNewsletter: relayed(NEWSLETTER, 'subscribe', 'POST /api/mein/newsletters/{slug}', {
    as: 'reader',
    sent: ['slug', 'textVersion'],
    given: ['reader', 'requester'],
  }),
  endNewsletter: relayed(NEWSLETTER, 'endSubscription', 'POST /api/mein/newsletters/{slug}/end', {
    as: 'reader',
    sent: ['slug'],
    given: ['reader'],
  }),
})

/** One-click unsubscribe of mail programs (RFC 8058): POST with `?token=`, from any origin, without a session. */
export const NEWSLETTER_ONE_CLICK = '/api/newsletter/unsubscribe'

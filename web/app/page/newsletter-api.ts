/**
 * A reader's newsletters and the links of their mails as a page's `load` asks for them: on the server in this process, in
 * the browser calls of this site with its cookies. Whose subscriptions they are follows from the session. Status 0: nobody
 * answered. Types only from the contract.
 */
import type { NewslettersView, PORTAL } from '@lokalteil/contracts/portal'
import type { Subscription } from '@lokalteil/contracts/newsletter'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { NewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import type { Read } from './content-api.ts'
import type { LoadContext } from './page.ts'

/** What a link of a mail is about; `newsletters`: their titles. */
export type LinkState = {
  state: 'open' | 'done' | 'expired' | 'invalid' | 'unavailable'
  newsletters: readonly string[]
}

export type NewsletterApi = {
  listSubscriptions: () => Promise<Read<NewslettersView>>
  /** Uses nothing up, since programs open links too. Only while a page is rendered: such an address is always a document. */
  readLink: (link: NewsletterLink) => Promise<LinkState>
}

export const NEWSLETTER_CALLS = {
  order: '/api/newsletter/order' satisfies (typeof PORTAL)['orderNewsletters']['path'],
  list: '/api/mein/newsletters' satisfies (typeof PORTAL)['listNewsletterSubscriptions']['path'],
  subscribe: '/api/mein/newsletters/{slug}' satisfies (typeof PORTAL)['subscribeNewsletter']['path'],
  end: '/api/mein/newsletters/{slug}/end' satisfies (typeof PORTAL)['endNewsletter']['path'],
} as const

export type NewsletterChange = { kind: 'active' | 'pending' | 'ended' } | { kind: 'refused'; reason: NewsletterRefusal }
export type NewsletterRefusal = 'too-many' | 'unknown' | 'other-text' | 'logged-out' | 'foreign' | 'unavailable'

/** By force: the token that was refused may still look good. */
const RENEW = '/api/validate?forceRefresh=true'
const PATIENCE_MS = 15_000

export function toRefusalOf(status: number): NewsletterRefusal {
  const reasons: Partial<Record<number, NewsletterRefusal>> = {
    401: 'logged-out',
    403: 'foreign',
    404: 'unknown',
    409: 'other-text',
    429: 'too-many',
  }
  return reasons[status] ?? 'unavailable'
}

export function createNewsletterCalls(fetcher: typeof fetch = fetch) {
  /** A token that ran out while the page was open is renewed once. */
  async function ask(path: string, body?: object): Promise<Response> {
    const send = () =>
      fetcher(path, {
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
    const first = await send()
    if (first.status !== 401) return first
    const renewed = await fetcher(RENEW, { credentials: 'same-origin', cache: 'no-store' })
    if (renewed.ok) return send()
    // Whoever cannot be asked has not said that the session is over.
    return renewed.status === 401 ? first : renewed
  }

  return {
    async listSubscriptions(): Promise<Read<NewslettersView>> {
      try {
        const response = await ask(NEWSLETTER_CALLS.list)
        return response.ok
          ? { ok: true, data: (await response.json()) as NewslettersView }
          : { ok: false, status: response.status }
      } catch {
        return { ok: false, status: 0 }
      }
    },

    async change(slug: string, isWanted: boolean): Promise<NewsletterChange> {
      const path = (isWanted ? NEWSLETTER_CALLS.subscribe : NEWSLETTER_CALLS.end).replace(
        '{slug}',
        encodeURIComponent(slug),
      )
      try {
        const response = await ask(path, isWanted ? { textVersion: NEWSLETTER_CONSENT.version } : {})
        if (!response.ok) return { kind: 'refused', reason: toRefusalOf(response.status) }
        return { kind: isWanted ? ((await response.json()) as Subscription).state : 'ended' }
      } catch {
        return { kind: 'refused', reason: 'unavailable' }
      }
    },
  }
}

/** Made here rather than in the loader, so that no other page carries it. */
export function toNewsletterApi({ newsletters }: Pick<LoadContext, 'newsletters'>): NewsletterApi {
  return (
    newsletters ?? {
      listSubscriptions: () => createNewsletterCalls().listSubscriptions(),
      readLink: async () => ({ state: 'unavailable', newsletters: [] }),
    }
  )
}

/**
 * The reader's newsletters and the links in their mails for a page's `load`: on the server in this process, in the
 * browser calls of this site with its cookies. The session identifies the reader. Status 0: no answer. Imports only
 * types from the contract.
 */
import type { NewslettersView } from '@lokalteil/contracts/portal'
import { NEWSLETTER_CONSENT } from '@lokalteil/domain/reading/newsletters'
import type { NewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import type { Read } from './content-api.ts'
import { portalClient, toRead, toStatus, type PortalClient } from './portal-client.ts'

/** State of a link in a mail; `newsletters`: their titles. */
export type LinkState = {
  state: 'open' | 'done' | 'expired' | 'invalid' | 'unavailable'
  newsletters: readonly string[]
}

export type NewsletterApi = {
  listSubscriptions: () => Promise<Read<NewslettersView>>
  /**
   * Uses nothing up, because mail scanners open links, too. Server only: such an address is never loaded by a
   * client-side navigation.
   */
  readLink: (link: NewsletterLink) => Promise<LinkState>
}

export type NewsletterChange = { kind: 'active' | 'pending' | 'ended' } | { kind: 'refused'; reason: NewsletterRefusal }
export type NewsletterRefusal = 'too-many' | 'unknown' | 'other-text' | 'logged-out' | 'foreign' | 'unavailable'

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

const AS_READER = { as: 'reader', timeoutMs: 15_000 } as const

export function createNewsletterCalls(client: PortalClient = portalClient) {
  return {
    listSubscriptions: async (): Promise<Read<NewslettersView>> =>
      toRead(await client.call('GET /api/mein/newsletters', AS_READER)),

    async change(slug: string, isWanted: boolean): Promise<NewsletterChange> {
      const params = { slug }
      const result = isWanted
        ? await client.call('POST /api/mein/newsletters/{slug}', {
            ...AS_READER,
            params,
            body: { textVersion: NEWSLETTER_CONSENT.version },
          })
        : await client.call('POST /api/mein/newsletters/{slug}/end', { ...AS_READER, params })
      if (result.kind !== 'ok') return { kind: 'refused', reason: toRefusalOf(toStatus(result)) }
      return { kind: result.data?.state ?? 'ended' }
    },
  }
}

/** Created here and not in the loader, so that other pages do not include it. */
export function toNewsletterApi({ newsletters }: { newsletters?: NewsletterApi }): NewsletterApi {
  return (
    newsletters ?? {
      listSubscriptions: () => createNewsletterCalls().listSubscriptions(),
      readLink: async () => ({ state: 'unavailable', newsletters: [] }),
    }
  )
}

/**
 * The form that orders newsletters (S2.1-13). Without JavaScript the same data is sent as a plain form. The answer does
 * not tell whether the address is known.
 */
import type { Newsletter } from '@lokalteil/contracts/content'
import {
  NEWSLETTER_CONSENT,
  type NewsletterOrder,
  type NewsletterOrderFaults,
} from '@lokalteil/domain/reading/newsletters'
import type { NewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import { portalClient, toStatus, type PortalClient } from './portal-client.ts'
import { toRefusalOf, type LinkState, type NewsletterRefusal } from './newsletter-api.ts'

export type NewsletterFormData = {
  values: NewsletterOrder
  faults: NewsletterOrderFaults
  refusal: NewsletterRefusal | null
  isSent: boolean
}

export type ShownLink = NewsletterLink & LinkState

export type NewslettersData = {
  newsletters: readonly Newsletter[]
  form: NewsletterFormData
  /** Set on the page of a mail's link; null: the catalogue. */
  link: ShownLink | null
}

/** The field `aktion` names the form of this address that was sent. */
export const FORM_PATH = '/newsletter-anmeldung'
export const FORM_ACTIONS = { order: 'anmelden', confirm: 'bestaetigen', leave: 'abmelden' } as const

export function createBlankOrder(slugs: readonly string[] = []): NewsletterFormData {
  return { values: { email: '', slugs, hasConsent: false }, faults: {}, refusal: null, isSent: false }
}

export async function sendOrder(
  values: NewsletterOrder,
  client: PortalClient = portalClient,
): Promise<NewsletterFormData> {
  const { email, slugs, hasConsent } = values
  const answer: NewsletterFormData = { values, faults: {}, refusal: null, isSent: false }
  const result = await client.call('POST /api/newsletter/order', {
    body: { email, slugs: [...slugs], consent: hasConsent, textVersion: NEWSLETTER_CONSENT.version },
  })
  if (result.kind === 'ok') return { ...answer, isSent: true }
  if (result.kind === 'refused' && result.status === 422 && Object.keys(result.fields).length > 0)
    return { ...answer, faults: result.fields }
  return { ...answer, refusal: toRefusalOf(toStatus(result)) }
}

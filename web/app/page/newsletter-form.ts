/**
 * The form that orders newsletters (S2.1-13). Without JavaScript the same data travels as a plain form; whoever orders
 * learns the same whether the address is known or not.
 */
import type { Newsletter } from '@lokalteil/contracts/content'
import {
  NEWSLETTER_CONSENT,
  type NewsletterOrder,
  type NewsletterOrderFaults,
} from '@lokalteil/domain/reading/newsletters'
import type { NewsletterLink } from '@lokalteil/domain/reading/newsletter-links'
import { NEWSLETTER_CALLS, toRefusalOf, type LinkState, type NewsletterRefusal } from './newsletter-api.ts'

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
  /** The page of a mail's link; null: the catalogue. */
  link: ShownLink | null
}

/** The field `aktion` tells which of this address's forms was sent. */
export const FORM_PATH = '/newsletter-anmeldung'
export const FORM_ACTIONS = { order: 'anmelden', confirm: 'bestaetigen', leave: 'abmelden' } as const

export function createBlankOrder(slugs: readonly string[] = []): NewsletterFormData {
  return { values: { email: '', slugs, hasConsent: false }, faults: {}, refusal: null, isSent: false }
}

export async function sendOrder(values: NewsletterOrder, fetcher: typeof fetch = fetch): Promise<NewsletterFormData> {
  const answer: NewsletterFormData = { values, faults: {}, refusal: null, isSent: false }
  try {
    const response = await fetcher(NEWSLETTER_CALLS.order, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        email: values.email,
        slugs: values.slugs,
        consent: values.hasConsent,
        textVersion: NEWSLETTER_CONSENT.version,
      }),
    })
    if (response.ok) return { ...answer, isSent: true }
    if (response.status === 422) {
      const { fields } = (await response.json()) as { fields?: NewsletterOrderFaults }
      if (fields !== undefined) return { ...answer, faults: fields }
    }
    return { ...answer, refusal: toRefusalOf(response.status) }
  } catch {
    return { ...answer, refusal: 'unavailable' }
  }
}

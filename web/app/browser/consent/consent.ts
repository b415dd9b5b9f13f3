/**
 * The reader's consent in this browser: a store over the two cookies of an answer, for everything that needs consent to
 * load. A withdrawal reloads the page (S4.8-02); an answer given in another tab counts here once this tab comes to the
 * front.
 */
import { useSyncExternalStore } from 'react'
import {
  CONSENT_COOKIES,
  CONSENT_SECONDS,
  grantVendors,
  hasRevocation,
  NO_CONSENT,
  parseConsent,
  REVOCATION_RELOAD_MS,
  serializeConsent,
  toReloadAddress,
  type Consent,
  type Vendor,
} from '@lokalteil/domain/consent/consent'
import { toTcString } from '@lokalteil/domain/consent/tc-string'
import { readCookie, writeCookie } from './cookies.ts'
import { createListeners } from '../../page/listeners.ts'

let known: { text: string | null; consent: Consent | null } | null = null
const { subscribe, notify } = createListeners()

/** Null: not answered, or unreadable. */
export function getConsent(): Consent | null {
  known ??= read()
  return known.consent
}

export const subscribeConsent = subscribe

/** Null on the server and during hydration. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(subscribeConsent, getConsent, () => null)
}

/** `isReset`: from a link that refuses everything, which reloads the page whatever was said before (S2.9-04). */
export function saveConsent(next: Consent, { isReset = false } = {}): void {
  const before = getConsent()
  writeCookie(CONSENT_COOKIES.consents, serializeConsent(next), CONSENT_SECONDS)
  writeCookie(CONSENT_COOKIES.tcString, toTcString(next, new Date()), CONSENT_SECONDS)
  take({ text: readCookie(CONSENT_COOKIES.consents), consent: next })
  if (isReset || hasRevocation(before, next)) loadPageAnew()
}

/** Grants one vendor, from its own box; other answers stay. */
export function grantVendor(vendor: Vendor): void {
  saveConsent(grantVendors({ ...(getConsent() ?? NO_CONSENT).vendors, [vendor]: true }))
}

/** Reads an answer given in another tab. */
export function lookAtConsentAgain(): void {
  const before = getConsent()
  const now = read()
  if (now.text === known?.text) return
  take(now)
  if (hasRevocation(before, now.consent ?? NO_CONSENT)) loadPageAnew()
}

function take(state: NonNullable<typeof known>): void {
  known = state
  notify()
}

function read(): NonNullable<typeof known> {
  const text = readCookie(CONSENT_COOKIES.consents)
  return { text, consent: parseConsent(text) }
}

let isLeaving = false

/** Scripts that were loaded cannot be removed, so the page is reloaded; once, however often it is asked for. */
export function loadPageAnew(): void {
  if (isLeaving) return
  isLeaving = true
  setTimeout(() => location.replace(toReloadAddress(location.href, Date.now())), REVOCATION_RELOAD_MS)
}

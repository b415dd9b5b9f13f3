/**
 * The reader's consent in this browser: one store over the two cookies of an answer, for whatever may load only with it.
 * A revocation loads the page anew (S4.8-02); an answer given in another tab counts here as soon as this one is looked at.
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

/** Null: not answered, or not readable. */
export function getConsent(): Consent | null {
  known ??= read()
  return known.consent
}

export const subscribeConsent = subscribe

/** On the server and while hydrating there is none. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(subscribeConsent, getConsent, () => null)
}

/** `isReset`: by a link that refuses everything, which loads the page anew whatever was said before (S2.9-04). */
export function saveConsent(next: Consent, { isReset = false } = {}): void {
  const before = getConsent()
  writeCookie(CONSENT_COOKIES.consents, serializeConsent(next), CONSENT_SECONDS)
  writeCookie(CONSENT_COOKIES.tcString, toTcString(next, new Date()), CONSENT_SECONDS)
  take({ text: readCookie(CONSENT_COOKIES.consents), consent: next })
  if (isReset || hasRevocation(before, next)) loadPageAnew()
}

/** As a box asks for its own vendor; everything else stays as it was. */
export function grantVendor(vendor: Vendor): void {
  saveConsent(grantVendors({ ...(getConsent() ?? NO_CONSENT).vendors, [vendor]: true }))
}

/** What another tab wrote. */
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

/** What has been loaded cannot be taken out of a page, so the page goes with it; once, whoever else asks for it. */
export function loadPageAnew(): void {
  if (isLeaving) return
  isLeaving = true
  setTimeout(() => location.replace(toReloadAddress(location.href, Date.now())), REVOCATION_RELOAD_MS)
}

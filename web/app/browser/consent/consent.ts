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
  limitConsent,
  NO_CONSENT,
  parseAnswer,
  REVOCATION_RELOAD_MS,
  serializeConsent,
  toReloadAddress,
  type Answer,
  type AnswerFacts,
  type Consent,
  type Vendor,
} from '@lokalteil/domain/consent/consent'
import { CONSENT_TEXTS } from '../../messages/consent/versions.ts'
import { keepStored, readStored } from '../device-storage.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { createListeners } from '../../page/listeners.ts'

let known: { text: string | null; answer: Answer | null } | null = null
/** Empty until the page knows: then an answer counts as asked only for the vendors it grants. */
let used: readonly Vendor[] = []
const { subscribe, notify } = createListeners()

/** Null: not answered, or unreadable. */
export function getAnswer(): Answer | null {
  known ??= read()
  return known.answer
}

export function getConsent(): Consent | null {
  return getAnswer()?.consent ?? null
}

export const subscribeConsent = subscribe

/** Null on the server and during hydration. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(subscribeConsent, getConsent, () => null)
}

export function setUsedVendors(vendors: readonly Vendor[]): void {
  used = vendors
}

/** The vendors that readers are asked for. */
export const getUsedVendors = (): readonly Vendor[] => used

type Manager = {
  /** Version of the texts that its readers see. */
  text: string
  /** The framework's string; null: the manager writes that cookie itself, or has not been loaded yet. */
  toTcString: (consent: Consent, now: Date) => string | null
}
let manager: Manager = { text: CONSENT_TEXTS.version, toTcString: () => null }

export function setManager(next: Partial<Manager>): void {
  manager = { ...manager, ...next }
}

/** `isReset`: from a link that refuses everything, which reloads the page whatever was said before (S2.9-04). */
export function saveConsent(wanted: Consent, { isReset = false } = {}): void {
  const now = Date.now()
  store(used.length === 0 ? wanted : limitConsent(wanted, used), toFacts(wanted, Math.floor(now / 1000)), isReset)
}

function store(next: Consent, facts: AnswerFacts, isReset = false): void {
  const before = getAnswer()
  const asked = used.length > 0 ? used : listAsked(before, next)
  // An answer is valid for a year from the day it was given, however often a box adds a vendor to it.
  const seconds = facts.at + CONSENT_SECONDS - Math.floor(Date.now() / 1000)
  writeCookie(CONSENT_COOKIES.consents, serializeConsent(next, asked), seconds)
  keepStored(FACTS_KEY, JSON.stringify(facts))
  const tcString = manager.toTcString(next, new Date())
  if (tcString !== null) writeCookie(CONSENT_COOKIES.tcString, tcString, seconds)
  take({ text: readCookie(CONSENT_COOKIES.consents), answer: { consent: next, asked, facts } })
  if (isReset || hasRevocation(before?.consent ?? null, next)) loadPageAnew()
}

/** Writes the framework's string of an answer that was given before the manager, or its vendors, were there. */
export function renewTcString(): void {
  const answer = getAnswer()
  if (answer === null) return
  const now = Math.floor(Date.now() / 1000)
  const at = answer.facts?.at ?? now
  const tcString = manager.toTcString(answer.consent, new Date(at * 1000))
  const seconds = at + CONSENT_SECONDS - now
  if (tcString !== null) writeCookie(CONSENT_COOKIES.tcString, tcString, seconds)
}

/** Before the page knows its vendors: those asked earlier, and those that a box asks for now. */
function listAsked(before: Answer | null, { vendors }: Consent): readonly Vendor[] {
  const granted = (Object.keys(vendors) as Vendor[]).filter((vendor) => vendors[vendor])
  return [...new Set([...(before?.asked ?? []), ...granted])]
}

/**
 * The id of the receipt stays the same on this device until a logout deletes it, so that later answers are not tied to the
 * reader before. A refusal creates none, because an id may not be stored without consent (§ 25 TDDDG).
 */
function toFacts({ vendors }: Consent, at: number): AnswerFacts {
  const receipt = read().answer?.facts?.receipt ?? ''
  const hasGrant = Object.values(vendors).includes(true)
  return { at, text: manager.text, receipt: receipt === '' && hasGrant ? crypto.randomUUID() : receipt }
}

/** Grants one vendor, from its own box; other answers stay, for the rest of their year. */
export function grantVendor(vendor: Vendor): void {
  const now = Math.floor(Date.now() / 1000)
  const { answer } = read()
  const isOver = now - (answer?.facts?.at ?? now) >= CONSENT_SECONDS
  const before = isOver ? null : answer
  const next = grantVendors({ ...(before?.consent ?? NO_CONSENT).vendors, [vendor]: true })
  store(next, { ...toFacts(next, now), ...(before?.facts && { at: before.facts.at, text: before.facts.text }) })
}

/** Reads an answer given in another tab. */
export function lookAtConsentAgain(): void {
  const before = getConsent()
  const now = read()
  if (now.text === known?.text) return
  take(now)
  if (hasRevocation(before, now.answer?.consent ?? NO_CONSENT)) loadPageAnew()
}

function take(state: NonNullable<typeof known>): void {
  known = state
  notify()
}

function read(): NonNullable<typeof known> {
  const text = readCookie(CONSENT_COOKIES.consents)
  return { text, answer: parseAnswer(text, readStored(FACTS_KEY)) }
}

/** When the answer was given and to which texts, in local storage; without it an answer counts all the same. */
const FACTS_KEY = 'consentFacts'

let isLeaving = false

/** Scripts that were loaded cannot be removed, so the page is reloaded; once, however often it is asked for. */
export function loadPageAnew(): void {
  if (isLeaving) return
  isLeaving = true
  setTimeout(() => location.replace(toReloadAddress(location.href, Date.now())), REVOCATION_RELOAD_MS)
}

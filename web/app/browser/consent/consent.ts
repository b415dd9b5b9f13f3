/**
 * The reader's consent in this browser: a store over the cookies of an answer, for everything that needs consent to
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
  serializeGiven,
  toReloadAddress,
  UNDATED,
  type Answer,
  type AnswerFacts,
  type Consent,
  type Partners,
  type Vendor,
} from '@lokalteil/domain/consent/consent'
import { CONSENT_TEXTS } from '../../messages/consent/versions.ts'
import { keepStored, readStored } from '../device-storage.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { createListeners } from '../../page/listeners.ts'

/** `text`: what is stored, for the comparison with what another tab stores. */
let known: { text: string; answer: Answer | null } | null = null
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
  /** The newest day of the recipients that its readers see. */
  since?: string
  /** The framework's vendors that its readers see. */
  partners: Partners
  /** The framework's string; null: the manager writes that cookie itself, or has not been loaded yet. */
  toTcString: (consent: Consent, now: Date, asked: Partners) => string | null
}
let manager: Manager = { text: CONSENT_TEXTS.version, partners: {}, toTcString: () => null }

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
  const { at, text, receipt, partners } = facts
  writeCookie(CONSENT_COOKIES.consents, serializeConsent(next, asked), seconds)
  writeCookie(CONSENT_COOKIES.given, serializeGiven(facts), seconds)
  keepStored(FACTS_KEY, JSON.stringify({ at, text, receipt }))
  keepStored(PARTNERS_KEY, Object.keys(partners).length === 0 ? null : JSON.stringify(partners))
  const tcString = manager.toTcString(next, new Date(), partners)
  if (tcString !== null) writeCookie(CONSENT_COOKIES.tcString, tcString, seconds)
  take({ text: read().text, answer: { consent: next, asked, facts } })
  if (isReset || hasRevocation(before?.consent ?? null, next)) loadPageAnew()
}

/** Writes the framework's string of an answer that was given before the manager, or its vendors, were there. */
export function renewTcString(): void {
  const answer = getAnswer()
  if (answer === null) return
  const now = Math.floor(Date.now() / 1000)
  const at = answer.facts?.at ?? now
  const consent = used.length === 0 ? answer.consent : limitConsent(answer.consent, used)
  const tcString = manager.toTcString(consent, new Date(at * 1000), answer.facts?.partners ?? {})
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
  const { text, since, partners } = manager
  return {
    at,
    text,
    ...(since === undefined ? {} : { since }),
    receipt: receipt === '' && hasGrant ? crypto.randomUUID() : receipt,
    partners,
  }
}

/**
 * Grants one vendor, from its own box; other answers stay, for the rest of their year. A box names no vendor of the framework, so
 * none is granted with it that was not granted before.
 */
export function grantVendor(vendor: Vendor): void {
  const now = Math.floor(Date.now() / 1000)
  const { answer } = read()
  const isOver = now - (answer?.facts?.at ?? now) >= CONSENT_SECONDS
  const before = isOver ? null : answer
  const next = grantVendors({ ...(before?.consent ?? NO_CONSENT).vendors, [vendor]: true })
  const { receipt, text, at } = toFacts(next, now)
  const { [vendor]: _unseen, ...others } = before?.facts?.partners ?? {}
  const partners = before?.consent.vendors[vendor] === true ? before.facts?.partners : others
  const shown = before === null ? { text } : (before.facts ?? UNDATED)
  store(next, { at, ...shown, receipt, partners: partners ?? {} })
}

/** False: this browser keeps nothing that says which vendors of the framework it was asked about. */
export function canKeepPartners(): boolean {
  return keepStored(PARTNERS_KEY, readStored(PARTNERS_KEY))
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
  const consents = readCookie(CONSENT_COOKIES.consents)
  const given = readCookie(CONSENT_COOKIES.given)
  const partners = readStored(PARTNERS_KEY)
  return {
    text: JSON.stringify([consents, given, partners]),
    answer: parseAnswer(consents, { given, facts: readStored(FACTS_KEY), partners }),
  }
}

/** When the answer was given, to which texts, and the id of its receipt, in local storage until the logout. */
const FACTS_KEY = 'consentFacts'
/** The framework's vendors that the reader was asked about, in local storage as long as the answer. */
const PARTNERS_KEY = 'consentPartners'

let isLeaving = false

/** Scripts that were loaded cannot be removed, so the page is reloaded; once, however often it is asked for. */
export function loadPageAnew(): void {
  if (isLeaving) return
  isLeaving = true
  setTimeout(() => location.replace(toReloadAddress(location.href, Date.now())), REVOCATION_RELOAD_MS)
}

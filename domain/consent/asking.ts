/** When a reader has to be asked, for the first time and again. */
import { CONSENT_SECONDS, toDay, UNDATED, VENDORS, type Answer, type Partners, type Vendor } from './consent.ts'

export type Asking = {
  /** The vendors that the publication uses. */
  used: readonly Vendor[]
  /** Milliseconds. */
  now: number
  /** Date of the oldest texts that name today's purposes. */
  purposesSince: string
  /** The newest day of today's recipients; absent: the publication names none. */
  recipientsSince?: string | undefined
  /** Today's registered vendors. */
  partners: Partners
}

/**
 * Whether the reader has to be asked: without an answer, about a vendor that is new, after a year, and when a purpose or a
 * recipient has changed since.
 */
export function isAskingDue(answer: Answer | null, asking: Asking): boolean {
  const { used, now, purposesSince, recipientsSince = '', partners } = asking
  if (answer === null || used.some((vendor) => !answer.asked.includes(vendor))) return true
  const { facts } = answer
  // An answer without a date ends with its cookie.
  if (facts !== null && now / 1000 - facts.at >= CONSENT_SECONDS) return true
  const { text, since } = facts === null ? UNDATED : { since: toDay(facts.at), ...facts }
  if (text < purposesSince || since < recipientsSince) return true
  const asked = facts?.partners ?? {}
  return VENDORS.some((owner) =>
    Object.entries(partners[owner] ?? {}).some(([id, purposes]) => !isPartnerAsked(asked, owner, id, purposes)),
  )
}

/** Whether the reader saw this registered vendor beside this vendor of ours, with all of these purposes. */
export function isPartnerAsked(
  asked: Partners,
  owner: Vendor,
  id: string | number,
  purposes: readonly number[],
): boolean {
  const named = asked[owner]?.[id]
  return named !== undefined && purposes.every((purpose) => named.includes(purpose))
}

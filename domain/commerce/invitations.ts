/**
 * Inviting friends (decision S2.3-04): the personal link, and the limits of sending it. Promises: only plain addresses,
 * no more at once and in a day than a person has friends to tell, and no reader can invite themselves. The text of the
 * mail is fixed: a reader chooses only the recipients.
 */
import { checkName, isEmail, toEmailKey, toName } from '../accounts/registration.ts'

export const INVITATION_PARAMETER = 'einladung'
/** Remembers for a day whose link brought the visitor. It contains nothing else, and only orders read it. */
export const INVITATION_COOKIE = 'invitation'
export const INVITATION_COOKIE_SECONDS = 86_400

/** Rate limits: mails of one reader at once and in a day; mails to one address in a day, from all readers. */
export const INVITATION_LIMITS = { atOnce: 5, perDay: 5, perAddress: 2, windowMs: 86_400_000 } as const
/** Coins for each friend's first paid order. */
export const INVITATION_REWARD = 1

const TOKEN = /^[\w-]{16,32}$/
const LONGEST_NAME = 40

export type InvitationFault = 'REQUIRED' | 'TOO_MANY' | 'INVALID_EMAIL' | 'OWN_EMAIL'

/** Null: not the form of an invitation token. */
export function toInvitationToken(candidate: string | null | undefined): string | null {
  return typeof candidate === 'string' && TOKEN.test(candidate) ? candidate : null
}

export function toInvitationPath(token: string): string {
  return `/order/abo?${INVITATION_PARAMETER}=${token}`
}

/** Each address once, as typed; or the fault with the first wrong address. */
export function checkInvitations(
  typed: readonly string[],
  ownEmail: string,
): { kind: 'good'; emails: string[] } | { kind: 'bad'; fault: InvitationFault; email: string } {
  const emails = new Map<string, string>()
  for (const text of typed) {
    const email = text.trim()
    if (email !== '' && !emails.has(toEmailKey(email))) emails.set(toEmailKey(email), email)
  }
  if (emails.size === 0) return { kind: 'bad', fault: 'REQUIRED', email: '' }
  if (emails.size > INVITATION_LIMITS.atOnce) return { kind: 'bad', fault: 'TOO_MANY', email: '' }
  for (const [key, email] of emails) {
    if (!isEmail(email)) return { kind: 'bad', fault: 'INVALID_EMAIL', email }
    if (key === toEmailKey(ownEmail)) return { kind: 'bad', fault: 'OWN_EMAIL', email }
  }
  return { kind: 'good', emails: [...emails.values()] }
}

/** The inviter's first name for the mail; '' if the name could be read as a message. */
export function toInviterName(firstName: string): string {
  const name = toName(firstName)
  return checkName(name) === null && name.length <= LONGEST_NAME && !/\d/.test(name) ? name : ''
}

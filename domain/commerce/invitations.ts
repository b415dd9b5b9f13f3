/**
 * Inviting friends (decision S2.3-04): the personal link, and what may be sent to whom. Promises: only plain addresses, no
 * more at once and a day than a person has friends to tell, nobody invites himself. The text of the mail is ours: a reader
 * chooses who gets it and nothing else.
 */
import { checkName, isEmail, toEmailKey, toName } from '../accounts/registration.ts'

export const INVITATION_PARAMETER = 'einladung'
/** Remembers for a day by whose link somebody came; nothing else is in it, and an order is all it is read for. */
export const INVITATION_COOKIE = 'invitation'
export const INVITATION_COOKIE_SECONDS = 86_400

/** Mails of one reader at once and in a day; mails to one address in a day, whoever sends them. */
export const INVITATION_LIMITS = { atOnce: 5, perDay: 5, perAddress: 2, windowMs: 86_400_000 } as const
/** Coins for each friend's first paid order. */
export const INVITATION_REWARD = 1

const TOKEN = /^[\w-]{16,32}$/
const LONGEST_NAME = 40

export type InvitationFault = 'REQUIRED' | 'TOO_MANY' | 'INVALID_EMAIL' | 'OWN_EMAIL'

/** Null: no link of ours has it. */
export function toInvitationToken(candidate: string | null | undefined): string | null {
  return typeof candidate === 'string' && TOKEN.test(candidate) ? candidate : null
}

export function toInvitationPath(token: string): string {
  return `/order/abo?${INVITATION_PARAMETER}=${token}`
}

/** Each address once, as it was typed; or what is wrong, with the first address that is. */
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

/** The first name a mail may say; '' for one that could be read as a message. */
export function toInviterName(firstName: string): string {
  const name = toName(firstName)
  return checkName(name) === null && name.length <= LONGEST_NAME && !/\d/.test(name) ? name : ''
}

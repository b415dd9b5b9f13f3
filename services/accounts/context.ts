/**
 * The shared state of functions about accounts. Every expected failure is a refusal with a code; the caller words it.
 * No answer and no timing tells whether an address has an account: work that depends on it runs after the answer.
 */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { ConsentName, FieldErrors } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Database } from '../platform/database.ts'
import { problem, type Refusal } from '../platform/serve.ts'
import type { createAdmission } from './admission.ts'
import type { AddressNotices } from './email-change/address-notices.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Privacy } from './privacy/privacy.ts'
import type { Social } from './providers/social.ts'
import type { AccountRow, SessionRow, AccountsDb } from './schema.ts'
import type { Keys } from './tokens/keys.ts'
import type { OpenedSession, Sessions } from './tokens/sessions.ts'
import type { Tokens } from './tokens/tokens.ts'

export type AccountsContext = {
  db: AccountsDb
  /** Origin of a publication's site. */
  originOf: (publication: PublicationCode) => string
  passwords: Passwords
  keys: Keys
  tokens: Tokens
  sessions: Sessions
  social: Social
  limits: Limits
  privacy: Privacy
  notices: AddressNotices
  queueMail: MailQueue
  paths: MailPaths
  now: () => Date
  /** Runs work after the answer. */
  inBackground: (work: () => Promise<void>) => void
  admit: ReturnType<typeof createAdmission>
}

export type MailQueue = (message: MailMessageInput, within?: Database['db']) => Promise<string>

/** Paths of the publication to which links in mails lead. */
export type MailPaths = {
  confirm: (code: string) => string
  reset: (code: string) => string
  link: (code: string) => string
  undoErasure: (code: string) => string
  changeEmail: (code: string) => string
  undoEmailChange: (code: string) => string
  login: string
  forgot: string
}

export const MAIL_PATHS: MailPaths = {
  confirm: (code) => `/api/mein/oauth2/email-confirmation/${code}`,
  reset: (code) => `/change-password/${code}`,
  link: (code) => `/api/mein/oauth2/link-confirmation/${code}`,
  undoErasure: (code) => `/api/mein/oauth2/erasure-undo/${code}`,
  changeEmail: (code) => `/api/mein/oauth2/email-change/${code}`,
  undoEmailChange: (code) => `/api/mein/oauth2/email-change-undo/${code}`,
  login: '/#login',
  forgot: '/#forgot-password',
}

/** The requester: network address, browser, and the cookie of a device that logged in before. */
export type RequestContext = {
  address: string
  userAgent?: string | undefined
  deviceToken?: string | null | undefined
}

export type SessionKind = SessionRow['kind']

export type LoggedIn = OpenedSession & {
  account: AccountRow
  deviceToken: string
  missingFields: ConsentName[]
  isNewRegistration: boolean
}

export type Reader = { account: AccountRow; session: SessionRow }

export function refuseFields(fields: FieldErrors): Refusal {
  return {
    ...problem(422, 'INVALID_FIELDS', 'Some fields cannot be taken'),
    fields,
  }
}

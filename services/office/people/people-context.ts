/** What sign-in and people need beyond the office's context, and how a call of the office is seen. */
import type { MailMessageInput } from '@lokalteil/contracts/mail'
import type { OFFICE_PEOPLE, OfficePart } from '@lokalteil/contracts/office'
import type { IsCommon } from '@lokalteil/domain/accounts/registration'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Limiter } from '../../platform/limits/limiter.ts'
import type { BoundHandlers, Refusal } from '../../platform/serve.ts'
import type { Caller, OfficeContext } from '../context.ts'
import type { OfficeDb } from '../schema.ts'
import type { StaffProvider } from './staff-provider.ts'

/** Hashing of passwords: argon2id behind a queue. A comparison takes as long without an account as with one. */
type Hashing = {
  hash: (password: string) => Promise<string | Refusal>
  /** Index of the first hash that matches, or null. */
  findMatch: (
    password: string,
    hashes: readonly (string | null)[],
    isKnown?: boolean,
  ) => Promise<number | null | Refusal>
}

export type PeopleTools = {
  passwords: Hashing
  /** Whether a password is among those that attackers try first. */
  isCommonPassword: IsCommon
  /** Seals secrets of one-time codes under a key outside of the database. */
  seal: (text: string) => string
  /** Null: the key is another. */
  open: (sealed: string) => string | null
  /** The house's own provider of sign-ins; null: none. */
  provider: StaffProvider | null
  /** Whether the people of the demo may sign in. */
  isDemo: boolean
  limiter: Limiter
  /** Origin of a publication's site. */
  originOf: (publication: PublicationCode) => string
  /** Null: the office answers at the publications' own origins. */
  officeOrigin: string | null
  /** Whose calls are served. */
  parts: readonly OfficePart[]
  /** Null: no mail can be sent; links are answered instead. */
  queueMail: ((message: MailMessageInput, within?: OfficeDb) => Promise<string>) | null
  /** Cookies without Secure on this machine, for browsers that want https even there. */
  isInsecureDevelopment: boolean
}

export type PeopleContext = OfficeContext & PeopleTools

/** A call of the office, with or without a session. */
export type Visit = {
  /** Null: no session. */
  caller: Caller | null
  /** Origin at which the office answers this call. */
  origin: string
  network: string
  /** "Firefox, Windows". */
  device: string
  /** Token of the session cookie, also of a half session; null: none. */
  token: string | null
  /** Token of the cookie of known devices. */
  deviceToken: string | null
  /** The sealed attempt to sign in at the provider. */
  attempt: string | null
}

export type PeopleHandlers = BoundHandlers<PeopleContext, typeof OFFICE_PEOPLE, Visit>

/**
 * Whether the person signs in at the house's own provider, and nowhere else: a password of the office would outlive the role that
 * the provider takes away.
 */
export function followsProvider(
  { provider }: Pick<PeopleTools, 'provider'>,
  { subject }: { subject: string | null },
): boolean {
  return provider !== null && subject !== null
}

/** The caller of an act that needs a session. */
export function callerOf({ caller }: Visit): Caller {
  if (caller === null) throw new Error('The act needs a session')
  return caller
}

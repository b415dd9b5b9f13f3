/** Sign-in, sessions, people and the audit of the office. */
import { z } from 'zod'
import { contract, contractFor } from '../kernel/endpoint.ts'
import { Instant } from '../content/values.ts'
import { Email, Grant, OneTimeCode, Password, PersonName, StaffId } from './values.ts'

/** A token of a link, as it was mailed. */
const Token = z.string().regex(/^[\w-]{20,200}$/)
/** Options and answers of WebAuthn, as the browser's library makes and takes them. */
const WebAuthn = z.record(z.string(), z.unknown())

/**
 * The way in after the first step. `code`: a one-time code is asked for; `passkey`: the passkey (a recovery code does as
 * well, by `confirmCode`).
 */
const SignedIn = z.object({ next: z.enum(['in', 'code', 'passkey']) })

/** `desk`: articles, arrivals, fronts, media, breaking news, quizzes and previews. */
export const OFFICE_PARTS = ['desk', 'newsletters', 'figures'] as const
export type OfficePart = (typeof OFFICE_PARTS)[number]

export const Me = z.object({
  id: StaffId,
  name: z.string(),
  email: z.string(),
  grants: z.array(Grant),
  hasSecret: z.boolean(),
  hasPasskey: z.boolean(),
  /** Signs in at the house's own provider, which keeps password and second factor. */
  byProvider: z.boolean(),
  /** Until a passkey or one-time codes are set up, every call but those on the own account is 403 SECOND_FACTOR_MISSING. */
  needsSecondFactor: z.boolean(),
  /** Publications the person may work in. */
  publications: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Origin for readers, "https://www.musterbote.de". */
      origin: z.string(),
      /** Rooms that are switched on: a screen about another one is not there. */
      rooms: z.array(z.string()),
    }),
  ),
  /**
   * Installed parts of this office. Calls of an absent part answer 404: `desk` is absent where the content service is
   * elsewhere.
   */
  parts: z.array(z.enum(OFFICE_PARTS)),
  /** Seconds for which grave acts need no confirmation. */
  proofSeconds: z.number().int(),
})
export type Me = z.infer<typeof Me>

export const Session = z.object({
  id: z.string(),
  /** "Firefox, Windows". */
  device: z.string(),
  since: Instant,
  lastSeen: Instant,
  isThis: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const StaffMember = z.object({
  id: StaffId,
  name: z.string(),
  email: z.string(),
  grants: z.array(Grant),
  state: z.enum(['invited', 'active', 'locked']),
  lastSeen: Instant.nullable(),
  hasSecondFactor: z.boolean(),
  /** Signs in at the house's own provider, which gives the roles: they cannot be changed here. */
  byProvider: z.boolean(),
})
export type StaffMember = z.infer<typeof StaffMember>

export const AuditEntry = z.object({
  id: z.number().int(),
  at: Instant,
  by: z.string(),
  /** Network address the person came from; '' for a command. */
  network: z.string(),
  /** Name of the call, or `resetFactor` of a command. */
  act: z.string(),
  publication: z.string().nullable(),
  /** "Artikel 4711", a person's name. */
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/**
 * An event of `GET /redaktion/api/events` (server-sent events, `event: change`): something changed, read it anew. `kind`:
 * "article", "arrivals", …
 */
export const OfficeChange = z.object({ kind: z.string(), id: z.string(), publication: z.string().nullable() })
export type OfficeChange = z.infer<typeof OfficeChange>

const TRIES = { 401: 'WRONG', 429: 'TOO_MANY_TRIES' } as const

export const OFFICE_PEOPLE = contract({
  signIn: {
    method: 'POST',
    path: '/session',
    summary: 'Sign-in with address and password; sets the cookie when no code is needed',
    body: z.object({ email: Email, password: Password }),
    answer: SignedIn,
    problems: TRIES,
  },
  confirmCode: {
    method: 'POST',
    path: '/session/code',
    summary: 'The second step: a one-time code or a recovery code',
    body: z.object({ code: OneTimeCode }),
    answer: SignedIn,
    problems: TRIES,
  },
  startPasskey: {
    method: 'POST',
    path: '/session/passkey/options',
    summary: 'Options for signing in by passkey',
    answer: WebAuthn,
  },
  signInByPasskey: {
    method: 'POST',
    path: '/session/passkey',
    summary: 'Sign-in by passkey',
    body: z.object({ response: WebAuthn }),
    answer: SignedIn,
    problems: TRIES,
  },
  getWays: {
    method: 'GET',
    path: '/session/ways',
    summary: 'How people sign in here: with passwords and passkeys of the office, at the house’s own provider, or both',
    answer: z.object({ hasPasswords: z.boolean(), hasProvider: z.boolean() }),
  },
  startProvider: {
    method: 'POST',
    path: '/session/provider',
    summary: 'Begins a sign-in at the provider, or a confirmation before a grave act; sets the cookie of the attempt',
    /** `asksAgain`: for somebody whose account there was refused, and who has another one. */
    body: z.object({ isProof: z.boolean(), asksAgain: z.boolean().default(false) }),
    /** The provider's page; it leads back to `/redaktion/anmeldung`. */
    answer: z.object({ url: z.string() }),
    problems: { 401: 'NOT_SIGNED_IN', 404: 'PROVIDER_OFF', 502: 'PROVIDER_SILENT' },
  },
  finishProvider: {
    method: 'POST',
    path: '/session/provider/answer',
    summary: 'Ends it with the provider’s answer, in the browser that began it, once and within ten minutes',
    /** The query with which the provider led back. */
    body: z.object({ answer: z.string().max(8000) }),
    answer: SignedIn,
    /** 403 as well: EMAIL_NOT_VERIFIED, LOCKED, OTHER_PERSON. */
    problems: {
      401: 'PROVIDER_FAILED',
      403: 'NO_ROLE',
      404: 'PROVIDER_OFF',
      409: 'ADDRESS_TAKEN',
      502: 'PROVIDER_SILENT',
    },
  },
  signOut: { method: 'DELETE', path: '/session', summary: 'Ends the session', answer: null },
  confirmAgain: {
    method: 'POST',
    path: '/session/proof',
    summary: 'Confirms who is there, before a grave act: password (with code, if there is one) or passkey',
    body: z.object({
      password: Password.optional(),
      code: OneTimeCode.optional(),
      passkey: WebAuthn.optional(),
    }),
    answer: null,
    problems: TRIES,
  },
  getMe: { method: 'GET', path: '/me', summary: 'Who is signed in', answer: Me },
  changePassword: {
    method: 'PUT',
    path: '/me/password',
    summary: 'Sets a new password; ends all other sessions',
    body: z.object({ password: Password }),
    answer: null,
    problems: { 422: 'WEAK_PASSWORD' },
  },
  startSecret: {
    method: 'POST',
    path: '/me/secret',
    summary: 'A new secret for one-time codes; counts when `saveSecret` has proved it',
    answer: z.object({ uri: z.string(), secret: z.string() }),
  },
  saveSecret: {
    method: 'PUT',
    path: '/me/secret',
    summary: 'Proves the new secret by a code; answers ten recovery codes, shown once',
    body: z.object({ code: OneTimeCode }),
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    problems: { 422: 'WRONG' },
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/me/recovery-codes',
    summary: 'Ten new recovery codes; the old ones end',
    answer: z.object({ recoveryCodes: z.array(z.string()) }),
    problems: { 409: 'SECOND_FACTOR_MISSING' },
  },
  listPasskeys: {
    method: 'GET',
    path: '/me/passkeys',
    summary: 'The own passkeys',
    answer: z.object({ passkeys: z.array(z.object({ id: z.string(), name: z.string(), since: Instant })) }),
  },
  startNewPasskey: {
    method: 'POST',
    path: '/me/passkeys/options',
    summary: 'Options for a new passkey',
    answer: WebAuthn,
  },
  savePasskey: {
    method: 'POST',
    path: '/me/passkeys',
    summary: 'Stores a new passkey',
    body: z.object({ name: z.string().trim().min(1).max(60), response: WebAuthn }),
    answer: null,
    problems: { 422: 'WRONG' },
  },
  removePasskey: {
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    summary: 'Removes a passkey',
    params: z.object({ id: z.string().max(500) }),
    answer: null,
  },
  listOwnSessions: {
    method: 'GET',
    path: '/me/sessions',
    summary: 'The own sessions',
    answer: z.object({ sessions: z.array(Session) }),
  },
  endOwnSession: {
    method: 'DELETE',
    path: '/me/sessions/{id}',
    summary: 'Ends one of the own sessions',
    params: z.object({ id: z.string().max(100) }),
    answer: null,
  },
  getInvitation: {
    method: 'POST',
    path: '/invitations/open',
    summary: 'Whom an invitation is for; the token is in the body, so that no log has it',
    body: z.object({ token: Token }),
    answer: z.object({ name: z.string(), email: z.string(), by: z.string() }),
    problems: { 404: 'NOT_FOUND', 429: 'TOO_MANY_TRIES' },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/invitations/accept',
    summary: 'Sets name and password, signs in; the invitation ends',
    body: z.object({ token: Token, name: PersonName, password: Password }),
    answer: SignedIn,
    problems: { 404: 'NOT_FOUND', 422: 'WEAK_PASSWORD', 429: 'TOO_MANY_TRIES' },
  },
  openPreviewLink: {
    method: 'POST',
    path: '/preview-links/open',
    summary:
      'What a link for somebody without an account leads to; sets the cookie that opens its page for an hour. The token is in the body, so that no log has it',
    body: z.object({ token: Token }),
    /** `page`: path of the page, for a frame. `savedAt`: of the revision. */
    answer: z.object({
      page: z.string(),
      publication: z.string(),
      title: z.string(),
      savedAt: Instant,
      endsAt: Instant,
    }),
    problems: { 404: 'NOT_FOUND', 429: 'TOO_MANY_TRIES' },
  },
  listStaff: {
    method: 'GET',
    path: '/staff',
    summary: 'All people of the office',
    answer: z.object({ staff: z.array(StaffMember) }),
  },
  invite: {
    method: 'POST',
    path: '/staff',
    summary: 'Invites a person by mail, for 48 hours; again for one who is invited',
    body: z.object({ email: Email, name: PersonName, grants: z.array(Grant).min(1).max(50) }),
    /** `link`: only where no mail can be sent; to be handed over by the inviting person. */
    answer: z.object({ id: StaffId, link: z.string().nullable() }),
    problems: { 403: 'NOT_ALLOWED', 409: 'EXISTS' },
  },
  withdrawInvitation: {
    method: 'DELETE',
    path: '/staff/{id}/invitation',
    summary: 'Withdraws an invitation',
    params: z.object({ id: StaffId }),
    answer: null,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND' },
  },
  changeStaff: {
    method: 'PUT',
    path: '/staff/{id}',
    summary: 'Changes name, roles and lock; ends the sessions of a locked person',
    params: z.object({ id: StaffId }),
    /** `grants` of a person of the provider are ignored: there may be none. */
    body: z.object({ name: PersonName, grants: z.array(Grant).max(50), isLocked: z.boolean() }),
    answer: null,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND', 409: 'LAST_ONE' },
  },
  removeStaff: {
    method: 'DELETE',
    path: '/staff/{id}',
    summary: 'Removes a person; articles and audit keep the name',
    params: z.object({ id: StaffId }),
    answer: null,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND', 409: 'LAST_ONE' },
  },
  endSessions: {
    method: 'DELETE',
    path: '/staff/{id}/sessions',
    summary: 'Ends all sessions of a person',
    params: z.object({ id: StaffId }),
    answer: null,
    problems: { 403: 'NOT_ALLOWED', 404: 'NOT_FOUND' },
  },
  listAudit: {
    method: 'GET',
    path: '/audit',
    summary: 'Who did what, newest first',
    query: z.object({
      before: z.coerce.number().int().min(0).optional(),
      person: StaffId.optional(),
      publication: z.string().max(40).optional(),
      target: z.string().max(100).optional(),
    }),
    answer: z.object({ entries: z.array(AuditEntry), isLast: z.boolean() }),
  },
})

const byEmail = z.object({ email: Email })

/** For the command `npx lokalteil staff`, with the service key, below `/__services/office/internal`. */
export const OFFICE_STAFF = contractFor('service-key', {
  listAllStaff: {
    method: 'GET',
    path: '/staff',
    summary: 'All people of the office',
    answer: z.object({ staff: z.array(StaffMember) }),
  },
  inviteStaff: {
    method: 'POST',
    path: '/staff',
    summary: 'Invites a person, for 48 hours; again for one who is invited',
    body: z.object({ email: Email, name: PersonName, grants: z.array(Grant).min(1).max(50) }),
    answer: z.object({ id: StaffId, link: z.string().nullable() }),
    problems: { 409: 'EXISTS' },
  },
  lockStaff: {
    method: 'POST',
    path: '/staff/lock',
    summary: 'Locks a person and ends the sessions, or unlocks',
    body: byEmail.extend({ isLocked: z.boolean() }),
    answer: null,
    problems: { 404: 'NOT_FOUND', 409: 'LAST_ONE' },
  },
  renewStaff: {
    method: 'POST',
    path: '/staff/renew',
    summary: 'Invites a person who forgot the password: it ends with the sessions, the second factor stays',
    body: byEmail,
    answer: z.object({ id: StaffId, link: z.string().nullable() }),
    problems: { 404: 'NOT_FOUND', 409: 'PROVIDER_ONLY' },
  },
  resetFactor: {
    method: 'POST',
    path: '/staff/reset-factor',
    summary: 'Removes one-time codes, recovery codes and passkeys, and ends the sessions',
    body: byEmail,
    answer: null,
    problems: { 404: 'NOT_FOUND' },
  },
})

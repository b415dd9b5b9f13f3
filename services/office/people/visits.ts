/**
 * Who calls, and whether the call is allowed: session of the cookie, exact origin of a write, content type, the table of acts.
 * All of it is decided before a body is read.
 */
import type { OFFICE } from '@lokalteil/contracts/office'
import { refusalOf, type Refused } from '@lokalteil/domain/office/acts'
import { toPublicationCode, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { problem, type Asked, type Refusal } from '../../platform/serve.ts'
import type { Caller, DeskCaller } from '../context.ts'
import { readCookie, SESSION_HOURS } from './cookies.ts'
import { followsProvider, type PeopleContext, type Visit } from './people-context.ts'
import { toDevice } from './device-name.ts'
import { toDigest } from './secrets.ts'
import { findSession, findStaff, listGrants, touchSession } from './store.ts'
import { limitAnonymous } from './tries.ts'

/** Set by the portal's door alone; it drops values that come with a request. */
export const ORIGIN_HEADER = 'x-office-origin'
export const NETWORK_HEADER = 'x-office-network'

/** A name without a row in the table of acts does not compile. */
export type CallName = keyof typeof OFFICE

const TITLES: Readonly<Record<Refused, string>> = {
  NOT_SIGNED_IN: 'There is no session behind the cookie',
  NOT_ALLOWED: 'The role does not allow this',
  SECOND_FACTOR_MISSING: 'A passkey or one-time codes have to be set up first',
  CONFIRM_AGAIN: 'The last confirmation is too long ago',
}
const TOUCH_MS = 60_000
const HOUR = 3_600_000
const MINUTE = 60_000

/** Ways in that `OFFICE_PASSWORDS=0` closes. */
const OWN_WAYS: ReadonlySet<CallName> = new Set<CallName>([
  'signIn',
  'confirmCode',
  'startPasskey',
  'signInByPasskey',
  'getInvitation',
  'acceptInvitation',
  'invite',
])
/** About passwords and second factors, which the provider keeps for its people. */
const OWN_FACTORS: ReadonlySet<CallName> = new Set<CallName>([
  'confirmAgain',
  'changePassword',
  'startSecret',
  'saveSecret',
  'renewRecoveryCodes',
  'startNewPasskey',
  'savePasskey',
])

type Known = { caller: Caller; lacksSecondFactor: boolean; byProvider: boolean }

export async function toVisit(people: PeopleContext, request: Asked, name: CallName): Promise<Visit | Refusal> {
  const visit = await openVisit(people, request, name)
  if ('refused' in visit) return visit.refused
  return decide(visit, name, null) ?? refuseOwnWay(people, visit, name) ?? visit.visit
}

/** A call of a publication. */
export async function toDeskCaller(
  people: PeopleContext,
  code: string,
  request: Asked,
  name: CallName,
): Promise<DeskCaller | Refusal> {
  const visit = await openVisit(people, request, name)
  if ('refused' in visit) return visit.refused
  const publication = toPublicationCode(code)
  const { caller } = visit.visit
  if (caller !== null && publication === null) return problem(404, 'NOT_FOUND', 'No such publication')
  const refused = decide(visit, name, publication)
  if (refused !== null || caller === null) return refused ?? refuse('NOT_SIGNED_IN')
  return { ...caller, publication: publication! }
}

/**
 * The person behind a request; null: no session. For streams and previews, which check their own permission. It does not count
 * as use of the session: an open tab alone does not keep it.
 */
export async function findCaller(people: PeopleContext, request: Asked): Promise<Known | null> {
  const origin = request.headers.get(ORIGIN_HEADER) ?? ''
  const token = readCookie(request.headers.get('cookie'), 'session', { ...people, origin })
  return token === null ? null : readSession(people, token, request.headers.get(NETWORK_HEADER) ?? '', false)
}

type Opened = ({ visit: Visit } & Omit<Known, 'caller'>) | { refused: Refusal }

async function openVisit(people: PeopleContext, request: Asked, name: CallName): Promise<Opened> {
  const { headers } = request
  const origin = headers.get(ORIGIN_HEADER)
  if (origin === null) throw new Error('The door of the office did not name its origin')
  const foreign = request.method === 'GET' ? null : refuseForeign(headers, origin, name)
  if (foreign !== null) return { refused: foreign }
  const network = headers.get(NETWORK_HEADER) ?? ''
  if (isAnonymous(name)) {
    const limited = await limitAnonymous(people, network)
    if (limited !== null) return { refused: limited }
  }
  const cookies = headers.get('cookie')
  const token = readCookie(cookies, 'session', { ...people, origin })
  const known = token === null || isAnonymous(name) ? null : await readSession(people, token, network)
  return {
    visit: {
      caller: known?.caller ?? null,
      origin,
      network,
      device: toDevice(headers.get('user-agent') ?? ''),
      token,
      deviceToken: readCookie(cookies, 'device', { ...people, origin }),
      attempt: readCookie(cookies, 'attempt', { ...people, origin }),
    },
    lacksSecondFactor: known?.lacksSecondFactor ?? false,
    byProvider: known?.byProvider ?? false,
  }
}

function decide(
  { visit: { caller }, lacksSecondFactor }: Extract<Opened, { visit: Visit }>,
  name: CallName,
  publication: PublicationCode | null,
): Refusal | null {
  const refused = refusalOf(name, {
    grants: caller?.grants ?? null,
    publication,
    minutesSinceProof: caller?.minutesSinceProof ?? Infinity,
    lacksSecondFactor,
  })
  return refused === null ? null : refuse(refused)
}

function refuseOwnWay(
  { provider }: PeopleContext,
  { byProvider }: Extract<Opened, { visit: Visit }>,
  name: CallName,
): Refusal | null {
  const isClosed = provider?.isOnlyWay === true
  return (isClosed && OWN_WAYS.has(name)) || ((isClosed || byProvider) && OWN_FACTORS.has(name))
    ? problem(403, 'PROVIDER_ONLY', 'The house’s own provider keeps this')
    : null
}

const refuse = (refused: Refused): Refusal => problem(refused === 'NOT_SIGNED_IN' ? 401 : 403, refused, TITLES[refused])

function isAnonymous(name: CallName): boolean {
  return refusalOf(name, { grants: null, publication: null, minutesSinceProof: Infinity }) === null
}

const TAKES_FILE: ReadonlySet<CallName> = new Set(['uploadPicture', 'uploadSound', 'uploadDocument', 'replaceMedium'])

/** Against cross-site request forgery (CSRF): browsers send the origin with every write. */
function refuseForeign(headers: Headers, origin: string, name: CallName): Refusal | null {
  const site = headers.get('sec-fetch-site')
  if (headers.get('origin') !== origin || (site !== null && site !== 'same-origin'))
    return problem(403, 'FOREIGN_ORIGIN', 'The call does not come from the office')
  const type = headers.get('content-type')
  const wanted = TAKES_FILE.has(name) ? /^multipart\/form-data\b/i : /^application\/json\b/i
  return type === null || wanted.test(type)
    ? null
    : problem(415, 'UNSUPPORTED_MEDIA_TYPE', 'The call does not take this content type')
}

/** Twelve hours idle, seven days at most. The time of the last call is written once a minute at most. */
export async function readSession(
  people: PeopleContext,
  token: string,
  network: string,
  isUse = true,
): Promise<Known | null> {
  const { db, isDemo } = people
  const session = await findSession(db, toDigest(token), 'full')
  if (session === null) return null
  const now = people.now().getTime()
  const idle = now - session.seen_at.getTime()
  const staff = await findStaff(db, session.staff)
  if (staff === null || staff.state !== 'active' || (staff.is_demo && !isDemo)) return null
  const byProvider = followsProvider(people, staff)
  if (people.provider?.isOnlyWay === true && !byProvider) return null
  const most = byProvider ? SESSION_HOURS.provider : SESSION_HOURS.most
  if (idle > SESSION_HOURS.idle * HOUR || now - session.created_at.getTime() > most * HOUR) return null
  if (isUse && idle >= TOUCH_MS) await touchSession(db, session.id, staff.id, new Date(now))
  return {
    caller: {
      person: { id: staff.id, name: staff.name, email: staff.email ?? '' },
      grants: await listGrants(db, staff.id),
      sessionId: session.id,
      minutesSinceProof: (now - session.proved_at.getTime()) / MINUTE,
      network,
    },
    lacksSecondFactor: !byProvider && !staff.is_demo && !staff.has_secret && !staff.has_passkey,
    byProvider,
  }
}

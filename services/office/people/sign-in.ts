/**
 * Sign-in: password and second factor, or a passkey. Known and unknown addresses get the same answers after the same work.
 * Between password and code the cookie holds a half session, which opens nothing but the code.
 */
import type { ParsedOf } from '@lokalteil/contracts/kernel/endpoint'
import type { OFFICE_PEOPLE } from '@lokalteil/contracts/office'
import { isRefusal, problem, withHeaders, type Refusal } from '../../platform/serve.ts'
import type { Caller } from '../context.ts'
import { appendAudit, byActor } from './audit.ts'
import { writeCookie } from './cookies.ts'
import { readAssertion, startAssertion } from './passkeys.ts'
import { callerOf, followsProvider, type PeopleContext, type PeopleHandlers, type Visit } from './people-context.ts'
import { createId, createToken, findStep, toDigest, toRecoveryDigest } from './secrets.ts'
import {
  addSession,
  endSessions,
  findByEmail,
  findSession,
  findStaff,
  getSecret,
  isKnownDevice,
  rememberDevice,
  spendRecoveryCode,
  spendStep,
  type StaffRow,
} from './store.ts'
import { beginTry, forgetTries, type Attempt } from './tries.ts'

export const HALF_MINUTES = 5

const wrong = (): Refusal => problem(401, 'WRONG', 'That was not right')

/** Whether the person may sign in here at all. */
function maySignIn(people: Pick<PeopleContext, 'isDemo' | 'provider'>, staff: StaffRow | null): staff is StaffRow {
  if (staff === null || staff.state !== 'active' || followsProvider(people, staff)) return false
  return people.isDemo || !staff.is_demo
}

/** Digest of the device if the person signed in from it before. */
async function findDevice({ db }: PeopleContext, { deviceToken }: Visit, staff: string): Promise<string | null> {
  if (deviceToken === null) return null
  const digest = toDigest(deviceToken)
  return (await isKnownDevice(db, digest, staff)) ? digest : null
}

/** Opens a session in place of the one of the cookie. */
export async function openSession(people: PeopleContext, visit: Visit, staff: StaffRow, how: string) {
  const { db, now } = people
  const token = createToken()
  const deviceToken = visit.deviceToken ?? createToken()
  const session = {
    id: createId(),
    digest: toDigest(token),
    staff: staff.id,
    kind: 'full' as const,
    device: visit.device,
  }
  await db.transaction().execute(async (trx) => {
    if (visit.token !== null) await dropSession(trx, visit.token)
    await addSession(trx, session, now())
    await rememberDevice(trx, toDigest(deviceToken), staff.id, now())
    await trx.updateTable('office.staff').set({ seen_at: now() }).where('id', '=', staff.id).execute()
    await appendAudit(
      trx,
      { id: staff.id, name: staff.name, network: visit.network },
      { act: 'signIn', publication: null, target: staff.name, after: { how, device: visit.device } },
      now(),
    )
  })
  return withHeaders({ next: 'in' as const }, [
    writeCookie(people, visit, 'session', token),
    writeCookie(people, visit, 'device', deviceToken),
  ])
}

/** After the first step: a half session if the person has a second factor, else the session. */
export async function continueSignIn(people: PeopleContext, visit: Visit, staff: StaffRow, how: string) {
  if (!staff.has_secret && !staff.has_passkey) return openSession(people, visit, staff, how)
  const token = createToken()
  await addSession(
    people.db,
    { id: createId(), digest: toDigest(token), staff: staff.id, kind: 'half', device: visit.device },
    people.now(),
  )
  return withHeaders({ next: staff.has_secret ? ('code' as const) : ('passkey' as const) }, [
    writeCookie(people, visit, 'session', token),
  ])
}

async function dropSession(db: PeopleContext['db'], token: string): Promise<void> {
  const digest = toDigest(token)
  const session = (await findSession(db, digest, 'full')) ?? (await findSession(db, digest, 'half'))
  if (session !== null) await endSessions(db, session.staff, { only: session.id })
}

/** A one-time code or a recovery code; each counts once. */
async function spendCode(people: PeopleContext, staff: string, code: string): Promise<boolean> {
  const { db, now, open } = people
  const secret = await getSecret(db, staff)
  const plain = secret?.sealed ? open(secret.sealed) : null
  const step = plain === null ? null : findStep(plain, code, now())
  return step === null ? spendRecoveryCode(db, staff, toRecoveryDigest(code)) : spendStep(db, staff, step)
}

export const SIGN_IN_HANDLERS: Pick<
  PeopleHandlers,
  'signIn' | 'confirmCode' | 'startPasskey' | 'signInByPasskey' | 'signOut' | 'confirmAgain'
> = {
  async signIn(people, { body: { email, password }, context: visit }) {
    const staff = await findByEmail(people.db, email)
    const device = await findDevice(people, visit, staff?.id ?? '')
    const attempt: Attempt = { kind: 'password', of: email, visit, device }
    const refused = await beginTry(people, attempt)
    if (refused !== null) return refused
    const hash = maySignIn(people, staff) ? staff.password_hash : null
    const match = await people.passwords.findMatch(password, [hash], device !== null)
    if (isRefusal(match)) return match
    if (match === null || staff === null) return wrong()
    await forgetTries(people, attempt)
    return continueSignIn(people, visit, staff, 'password')
  },

  async confirmCode(people, { body: { code }, context: visit }) {
    const half = visit.token === null ? null : await findSession(people.db, toDigest(visit.token), 'half')
    const age = half === null ? Infinity : people.now().getTime() - half.created_at.getTime()
    if (half === null || age > HALF_MINUTES * 60_000) return wrong()
    const device = await findDevice(people, visit, half.staff)
    const attempt: Attempt = { kind: 'code', of: half.staff, visit, device }
    const refused = await beginTry(people, attempt)
    if (refused !== null) return refused
    const staff = await findStaff(people.db, half.staff)
    if (!maySignIn(people, staff) || !(await spendCode(people, staff.id, code))) return wrong()
    await forgetTries(people, attempt)
    return openSession(people, visit, staff, 'password, code')
  },

  startPasskey: async (people, { context: visit }) => startAssertion(people, visit),

  async signInByPasskey(people, { body: { response }, context: visit }) {
    const owner = await readAssertion(people, visit, response)
    const staff = owner === null ? null : await findStaff(people.db, owner)
    return maySignIn(people, staff) ? openSession(people, visit, staff, 'passkey') : wrong()
  },

  async signOut(people, { context: visit }) {
    const caller = callerOf(visit)
    await people.db.transaction().execute(async (trx) => {
      await endSessions(trx, caller.person.id, { only: caller.sessionId })
      await people.log(caller, { act: 'signOut', publication: null, target: caller.person.name }, trx)
    })
    return withHeaders(undefined, [writeCookie(people, visit, 'session', '')])
  },

  async confirmAgain(people, { body, context: visit }) {
    const caller = callerOf(visit)
    const proved = await prove(people, visit, caller, body)
    if (proved !== null) return proved
    await markProved(people, caller)
    return undefined
  },
}

/** Grave acts are open from now on. */
export async function markProved({ db, now }: PeopleContext, caller: Caller): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('office.sessions').set({ proved_at: now() }).where('id', '=', caller.sessionId).execute()
    await appendAudit(
      trx,
      byActor(caller),
      { act: 'confirmAgain', publication: null, target: caller.person.name },
      now(),
    )
  })
}

/** Null: proved. A person with a second factor needs it here as well. */
async function prove(
  people: PeopleContext,
  visit: Visit,
  { person }: Caller,
  { password, code, passkey }: ParsedOf<(typeof OFFICE_PEOPLE)['confirmAgain']>['body'],
): Promise<Refusal | null> {
  if (passkey !== undefined) return (await readAssertion(people, visit, passkey)) === person.id ? null : wrong()
  const staff = await findStaff(people.db, person.id)
  if (password === undefined || !maySignIn(people, staff)) return wrong()
  const attempt: Attempt = { kind: 'proof', of: person.id, visit, device: await findDevice(people, visit, person.id) }
  const refused = await beginTry(people, attempt)
  if (refused !== null) return refused
  const match = await people.passwords.findMatch(password, [staff.password_hash], true)
  if (isRefusal(match)) return match
  if (match === null) return wrong()
  if ((staff.has_secret || staff.has_passkey) && (code === undefined || !(await spendCode(people, staff.id, code))))
    return wrong()
  await forgetTries(people, attempt)
  return null
}

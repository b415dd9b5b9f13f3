/**
 * Sign-in and confirmation at the house's own provider. An attempt counts once, for ten minutes, in the browser that began it: its
 * secrets travel sealed in a cookie, a row of challenges says that it is open. At each sign-in and confirmation name, address and
 * roles follow the provider; a person who is locked here stays out, and a person without a role there loses roles and sessions here.
 */
import { isEmail } from '@lokalteil/domain/accounts/registration'
import type { Grant } from '@lokalteil/domain/office/acts'
import { isRefusal, problem, withHeaders, type Refusal } from '../../platform/serve.ts'
import type { Caller } from '../context.ts'
import { emit } from '../events.ts'
import type { OfficeDb } from '../schema.ts'
import { appendAudit } from './audit.ts'
import { ATTEMPT_MINUTES, writeCookie } from './cookies.ts'
import { followsProvider, type PeopleContext, type PeopleHandlers, type Visit } from './people-context.ts'
import { createId, toDigest } from './secrets.ts'
import { markProved, openSession } from './sign-in.ts'
import type { ProviderPerson, ProviderSecrets } from './staff-provider.ts'
import {
  addChallenge,
  endSessions,
  findByEmail,
  findByIdentity,
  findStaff,
  listGrants,
  lockPeople,
  saveGrants,
  spendChallenge,
  type StaffRow,
} from './store.ts'
import { readSession } from './visits.ts'

/** The only address to which the provider leads back. */
const PROVIDER_PATH = '/redaktion/anmeldung'
const PURPOSE = 'provider'
const MINUTE = 60_000
/** The clocks of provider and portal may differ by that. */
const CLOCK_SKEW_MS = MINUTE

/** `session`: id of the session that is confirmed; null: a sign-in. Times in milliseconds. */
type Attempt = { secrets: ProviderSecrets; redirectUri: string; session: string | null; begunAt: number }

const off = (): Refusal => problem(404, 'PROVIDER_OFF', 'There is no provider of sign-ins')
const silent = (): Refusal => problem(502, 'PROVIDER_SILENT', 'The provider does not answer')
const failed = (): Refusal => problem(401, 'PROVIDER_FAILED', 'The answer of the provider does not count')

export const PROVIDER_HANDLERS: Pick<PeopleHandlers, 'getWays' | 'startProvider' | 'finishProvider'> = {
  getWays: async ({ provider }) => ({
    hasPasswords: provider?.isOnlyWay !== true,
    hasProvider: provider !== null,
  }),

  async startProvider(people, { body: { isProof, asksAgain }, context: visit }) {
    const { provider, db } = people
    if (provider === null) return off()
    const caller = isProof ? await findCaller(people, visit) : null
    if (isProof && caller === null) return problem(401, 'NOT_SIGNED_IN', 'There is no session to confirm')
    const redirectUri = visit.origin + PROVIDER_PATH
    const begun = await provider.begin({ redirectUri, isProof, asksAgain })
    if (begun === null) return silent()
    const begunAt = people.now().getTime()
    const until = new Date(begunAt + ATTEMPT_MINUTES * MINUTE)
    await addChallenge(db, toDigest(begun.secrets.state), PURPOSE, until)
    const attempt: Attempt = { secrets: begun.secrets, redirectUri, session: caller?.sessionId ?? null, begunAt }
    return withHeaders({ url: begun.url }, [
      writeCookie(people, visit, 'attempt', people.seal(JSON.stringify(attempt))),
    ])
  },

  async finishProvider(people, { body, context: visit }) {
    const { provider } = people
    if (provider === null) return off()
    const answer = new URLSearchParams(body.answer)
    const attempt = await takeAttempt(people, visit, answer.get('state') ?? '')
    if (attempt === null) return failed()
    const { redirectUri, secrets, session, begunAt } = attempt
    const found = await provider.finish({ redirectUri, secrets, answer })
    if (found.kind !== 'person') return found.kind === 'unavailable' ? silent() : failed()
    if (session === null) {
      const staff = await takePerson(people, visit, found.person)
      return isRefusal(staff) ? staff : openSession(people, visit, staff, PURPOSE)
    }
    const refused = await prove(people, visit, found.person, { session, begunAt })
    return refused ?? { next: 'in' as const }
  },
}

/** Null: unknown, used, too old, of another browser or of another address of the office. */
async function takeAttempt(people: PeopleContext, visit: Visit, state: string): Promise<Attempt | null> {
  const text = visit.attempt === null ? null : people.open(visit.attempt)
  if (text === null) return null
  const attempt = JSON.parse(text) as Attempt
  if (attempt.secrets.state !== state || attempt.redirectUri !== visit.origin + PROVIDER_PATH) return null
  return (await spendChallenge(people.db, toDigest(state), PURPOSE, people.now())) ? attempt : null
}

/** The signed-in person of the provider behind the cookie. */
async function findCaller(people: PeopleContext, { token, network }: Visit): Promise<Caller | null> {
  const known = token === null ? null : await readSession(people, token, network)
  return known?.byProvider === true ? known.caller : null
}

/** Null: the person of the session has proved anew who they are. */
async function prove(
  people: PeopleContext,
  visit: Visit,
  person: ProviderPerson,
  { session, begunAt }: { session: string; begunAt: number },
): Promise<Refusal | null> {
  const caller = await findCaller(people, visit)
  if (caller === null || caller.sessionId !== session) return failed()
  const { authTime } = person
  // A provider that ignores `prompt` or tells no time would confirm without asking the person.
  if (authTime === null || authTime * 1000 < begunAt - CLOCK_SKEW_MS) {
    const what = authTime === null ? 'tells no auth_time' : 'did not ask for the sign-in again'
    people.onError(new Error(`The provider ${what}, so grave acts stay closed`), 'office-provider')
    return failed()
  }
  const owner = await findByIdentity(people.db, person.issuer, person.subject)
  if (owner?.id !== caller.person.id) return problem(403, 'OTHER_PERSON', 'Somebody else signed in at the provider')
  const staff = await takePerson(people, visit, person)
  if (isRefusal(staff)) return staff
  await markProved(people, caller)
  return null
}

/** The person of the office, made or brought in line with the provider. */
async function takePerson(people: PeopleContext, visit: Visit, person: ProviderPerson): Promise<StaffRow | Refusal> {
  const { issuer, subject, isEmailVerified, grants } = person
  const email = person.email.trim().toLowerCase()
  if (!isEmailVerified || !isEmail(email))
    return problem(403, 'EMAIL_NOT_VERIFIED', 'The provider does not vouch for the address')
  return people.db.transaction().execute(async (trx) => {
    await lockPeople(trx)
    const linked = await findByIdentity(trx, issuer, subject)
    const named = await findByEmail(trx, email)
    // An address that the provider gave to somebody else meanwhile does not pass the person on.
    if (linked === null && named !== null && (named.is_demo || named.issuer === issuer))
      return problem(409, 'ADDRESS_TAKEN', 'Somebody else works here under this address')
    const known = linked ?? named
    if (known?.state === 'locked') return problem(403, 'LOCKED', 'The person is locked')
    if (grants.length === 0) {
      if (linked !== null) {
        await writeGrants(people, trx, visit, linked, [])
        await endSessions(trx, linked.id)
      }
      return problem(403, 'NO_ROLE', 'The provider gives the person no role of the office')
    }
    const isFree = named === null || named.id === known?.id
    const values = {
      name: person.name || (known?.name ?? email.slice(0, email.indexOf('@'))),
      email: isFree ? email : (known?.email ?? null),
      state: 'active' as const,
      issuer,
      subject,
    }
    const id = known?.id ?? createId()
    if (known === null)
      await trx
        .insertInto('office.staff')
        .values({ ...values, id, password_hash: null, created_at: people.now(), seen_at: null })
        .execute()
    else await trx.updateTable('office.staff').set(values).where('id', '=', id).execute()
    if (known !== null && !followsProvider(people, known)) {
      // From now on the provider is the way in.
      await endSessions(trx, id)
      await trx.deleteFrom('office.invitations').where('staff', '=', id).execute()
    }
    const staff = (await findStaff(trx, id))!
    await writeGrants(people, trx, visit, staff, grants)
    return staff
  })
}

/** In the audit, if they change something. */
async function writeGrants(
  people: PeopleContext,
  trx: OfficeDb,
  { network }: Visit,
  { id, name }: StaffRow,
  grants: readonly Grant[],
): Promise<void> {
  const before = await listGrants(trx, id)
  await saveGrants(trx, id, grants)
  const after = await listGrants(trx, id)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await emit(trx, { kind: 'staff', id, publication: null })
  await appendAudit(
    trx,
    { id: null, name: 'Anmeldedienst', network },
    {
      act: 'changeStaff',
      publication: null,
      target: name,
      before: { id, grants: before },
      after: { id, name, grants: after },
    },
    people.now(),
  )
}

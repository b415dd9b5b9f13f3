/** People of the office: invitations, roles, locks, the audit. The last head of the office can be neither locked nor removed. */
import { HEAD_ROLES, mayGrant, type Grant } from '@lokalteil/domain/office/acts'
import { listPublications, toPublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '../../platform/serve.ts'
import type { Caller } from '../context.ts'
import { emit } from '../events.ts'
import type { OfficeDb } from '../schema.ts'
import { isWeak, weak } from './account.ts'
import { appendAudit, byActor, listEntries } from './audit.ts'
import { callerOf, followsProvider, type PeopleContext, type PeopleHandlers } from './people-context.ts'
import { createId, createToken, toDigest } from './secrets.ts'
import { continueSignIn } from './sign-in.ts'
import {
  endSessions,
  findByEmail,
  findStaff,
  listAllGrants,
  listGrants,
  listStaffRows,
  lockPeople,
  removeFactors,
  saveGrants,
  type StaffRow,
} from './store.ts'

const INVITATION_HOURS = 48
/** The token follows as the fragment, which no server and no log receives. */
const INVITATION_PATH = '/redaktion/einladung'

type By = Parameters<typeof appendAudit>[1]
export type Invitation = { email: string; name: string; grants: readonly Grant[] }

const notFound = (): Refusal => problem(404, 'NOT_FOUND', 'There is no such person')
const lastOne = (): Refusal => problem(409, 'LAST_ONE', 'Somebody has to remain who can invite others')
const notAllowed = (): Refusal =>
  problem(403, 'NOT_ALLOWED', 'The role does not allow this in all of these publications')

/** `by`: the person or command that invites. Answers the link where no mail can be sent, or none is wanted. */
export async function inviteStaff(
  people: PeopleContext,
  { email, name, grants }: Invitation,
  by: By,
  wantsMail = true,
): Promise<{ id: string; link: string | null } | Refusal> {
  const { db, now } = people
  const token = createToken()
  const path = `${INVITATION_PATH}#${token}`
  return db.transaction().execute(async (trx) => {
    await lockPeople(trx)
    const known = await findByEmail(trx, email)
    if (known !== null && known.state !== 'invited') return problem(409, 'EXISTS', 'The person is there already')
    const id = known?.id ?? createId()
    if (known === null)
      await trx
        .insertInto('office.staff')
        .values({ id, name, email, password_hash: null, state: 'invited', created_at: now(), seen_at: null })
        .execute()
    else await trx.updateTable('office.staff').set({ name }).where('id', '=', id).execute()
    await saveGrants(trx, id, grants)
    await tell(trx, id)
    const invitation = {
      digest: toDigest(token),
      invited_by: by.name,
      expires_at: new Date(now().getTime() + INVITATION_HOURS * 3_600_000),
    }
    await trx
      .insertInto('office.invitations')
      .values({ staff: id, ...invitation })
      .onConflict((conflict) => conflict.column('staff').doUpdateSet(invitation))
      .execute()
    await appendAudit(trx, by, { act: 'invite', publication: null, target: name, after: { id, grants } }, now())
    const publication = findHome(grants)
    if (people.queueMail === null || publication === null || !wantsMail)
      return { id, link: `${people.officeOrigin ?? (publication === null ? '' : people.originOf(publication))}${path}` }
    await people.queueMail(
      {
        mandator: publication,
        to: { address: email, name },
        template: 'staff-invited',
        data: { path, origin: people.officeOrigin, by: by.name.slice(0, 120), validHours: INVITATION_HOURS },
      },
      trx,
    )
    return { id, link: null }
  })
}

/** The publication in whose name a mail is sent; null: there is none yet. */
function findHome(grants: readonly Grant[]): string | null {
  const own = grants.map(({ publication }) => toPublicationCode(publication)).find((code) => code !== null)
  return own ?? listPublications()[0]?.code ?? null
}

/** Whether somebody else stays who can invite: in all publications, if the person can now. */
async function leavesNoHead(
  { isDemo }: PeopleContext,
  trx: OfficeDb,
  staff: StaffRow,
  after: readonly Grant[],
): Promise<boolean> {
  const all = await listAllGrants(trx)
  const isHead = (grants: readonly Grant[], where: '*' | null) =>
    grants.some(({ role, publication }) => HEAD_ROLES.includes(role) && (where === null || publication === where))
  const others = (await listStaffRows(trx))
    .filter(({ id, state, is_demo }) => id !== staff.id && state === 'active' && (isDemo || !is_demo))
    .map(({ id }) => all.get(id) ?? [])
  const before = staff.state === 'active' ? (all.get(staff.id) ?? []) : []
  return (['*', null] as const).some(
    (where) => isHead(before, where) && !isHead(after, where) && !others.some((grants) => isHead(grants, where)),
  )
}

/** For the screens that show people. */
const tell = (trx: OfficeDb, id: string) => emit(trx, { kind: 'staff', id, publication: null })

/** Locks or unlocks. */
export async function setLock(
  people: PeopleContext,
  email: string,
  isLocked: boolean,
  by: By,
): Promise<undefined | Refusal> {
  return people.db.transaction().execute(async (trx) => {
    await lockPeople(trx)
    const staff = await findByEmail(trx, email)
    if (staff === null) return notFound()
    return writeStaff(people, trx, staff, { name: staff.name, grants: await listGrants(trx, staff.id), isLocked }, by)
  })
}

async function writeStaff(
  people: PeopleContext,
  trx: OfficeDb,
  staff: StaffRow,
  { name, grants, isLocked }: { name: string; grants: readonly Grant[]; isLocked: boolean },
  by: By,
): Promise<undefined | Refusal> {
  const before = await listGrants(trx, staff.id)
  const follows = followsProvider(people, staff)
  const after = follows ? before : grants
  if (after.length === 0 && !follows) return problem(400, 'BAD_REQUEST', 'A person has at least one role')
  if (await leavesNoHead(people, trx, staff, isLocked ? [] : after)) return lastOne()
  const unlocked = staff.password_hash === null && !staff.has_passkey && !follows ? 'invited' : 'active'
  const state = isLocked ? 'locked' : unlocked
  await trx.updateTable('office.staff').set({ name, state }).where('id', '=', staff.id).execute()
  await saveGrants(trx, staff.id, after)
  await tell(trx, staff.id)
  if (isLocked) await endSessions(trx, staff.id)
  await appendAudit(
    trx,
    by,
    {
      act: 'changeStaff',
      publication: null,
      target: name,
      before: { id: staff.id, name: staff.name, grants: before, isLocked: staff.state === 'locked' },
      after: { id: staff.id, name, grants: after, isLocked },
    },
    people.now(),
  )
  return undefined
}

/** For somebody who forgot the password: the old one ends with the sessions, and an invitation follows. The second factor stays. */
export async function renewStaff(people: PeopleContext, email: string, by: By) {
  const found = await people.db.transaction().execute(async (trx) => {
    const staff = await findByEmail(trx, email)
    if (staff === null || staff.state === 'locked') return notFound()
    if (followsProvider(people, staff))
      return problem(409, 'PROVIDER_ONLY', 'The house’s own provider keeps the password of this person')
    await trx
      .updateTable('office.staff')
      .set({ password_hash: null, state: 'invited' })
      .where('id', '=', staff.id)
      .execute()
    await endSessions(trx, staff.id)
    return { name: staff.name, grants: await listGrants(trx, staff.id) }
  })
  return isRefusal(found) ? found : inviteStaff(people, { email, ...found }, by)
}

export async function resetFactor(people: PeopleContext, email: string, by: By): Promise<undefined | Refusal> {
  return people.db.transaction().execute(async (trx) => {
    const staff = await findByEmail(trx, email)
    if (staff === null) return notFound()
    await removeFactors(trx, staff.id)
    await endSessions(trx, staff.id)
    await appendAudit(trx, by, { act: 'resetFactor', publication: null, target: staff.name }, people.now())
    return undefined
  })
}

export async function listMembers(people: PeopleContext) {
  const [rows, grants] = [await listStaffRows(people.db), await listAllGrants(people.db)]
  return rows.map(({ id, name, email, state, seen_at, has_secret, has_passkey, subject }) => ({
    id,
    name,
    email: email ?? '',
    grants: (grants.get(id) ?? []).map((grant) => ({ ...grant, sections: [...grant.sections] })),
    state: state === 'removed' ? ('locked' as const) : state,
    lastSeen: seen_at?.toISOString() ?? null,
    hasSecondFactor: has_secret || has_passkey,
    byProvider: followsProvider(people, { subject }),
  }))
}

/** Runs `work` on a person whom the caller may change: the head of all the person's publications. */
async function onStaff(
  people: PeopleContext,
  caller: Caller,
  id: string,
  work: (trx: OfficeDb, staff: StaffRow) => Promise<undefined | Refusal>,
): Promise<undefined | Refusal> {
  return people.db.transaction().execute(async (trx) => {
    await lockPeople(trx)
    const staff = await findStaff(trx, id)
    if (staff === null) return notFound()
    if (!mayGrant(caller.grants, await listGrants(trx, id))) return notAllowed()
    return work(trx, staff)
  })
}

/** Null: all publications. */
function toScope(grants: readonly Grant[]): string[] | null {
  const own = grants.filter(({ role }) => HEAD_ROLES.includes(role)).map(({ publication }) => publication)
  return own.includes('*') ? null : own
}

async function findInvited(people: PeopleContext, token: string) {
  const { db, now } = people
  const invitation = await db
    .selectFrom('office.invitations')
    .selectAll()
    .where('digest', '=', toDigest(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  const staff = invitation === undefined ? null : await findStaff(db, invitation.staff)
  if (invitation === undefined || staff === null || staff.state !== 'invited') return null
  return followsProvider(people, staff) ? null : { invitation, staff }
}

const noInvitation = (): Refusal => problem(404, 'NOT_FOUND', 'The invitation was used, withdrawn, or has expired')

export const STAFF_HANDLERS: Pick<
  PeopleHandlers,
  | 'getInvitation'
  | 'acceptInvitation'
  | 'listStaff'
  | 'invite'
  | 'withdrawInvitation'
  | 'changeStaff'
  | 'removeStaff'
  | 'endSessions'
  | 'listAudit'
> = {
  async getInvitation(people, { body: { token } }) {
    const found = await findInvited(people, token)
    if (found === null) return noInvitation()
    return { name: found.staff.name, email: found.staff.email ?? '', by: found.invitation.invited_by }
  },

  async acceptInvitation(people, { body: { token, name, password }, context: visit }) {
    const found = await findInvited(people, token)
    if (found === null) return noInvitation()
    const { staff } = found
    if (isWeak(people, password, staff.email ?? '')) return weak()
    const hash = await people.passwords.hash(password)
    if (isRefusal(hash)) return hash
    const isFirst = await people.db.transaction().execute(async (trx) => {
      const used = await trx
        .deleteFrom('office.invitations')
        .where('digest', '=', toDigest(token))
        .returning('staff')
        .execute()
      if (used.length === 0) return false
      await trx
        .updateTable('office.staff')
        .set({ name, password_hash: hash, state: 'active' })
        .where('id', '=', staff.id)
        .execute()
      await tell(trx, staff.id)
      await appendAudit(
        trx,
        { id: staff.id, name, network: visit.network },
        { act: 'acceptInvitation', publication: null, target: name },
        people.now(),
      )
      return true
    })
    return isFirst ? continueSignIn(people, visit, { ...staff, name }, 'invitation') : noInvitation()
  },

  async listStaff(people, { context }) {
    const scope = toScope(callerOf(context).grants)
    const members = await listMembers(people)
    return {
      staff: members.filter(
        ({ grants }) => scope === null || grants.some(({ publication }) => scope.includes(publication)),
      ),
    }
  },

  async invite(people, { body, context }) {
    const caller = callerOf(context)
    const known = await findByEmail(people.db, body.email)
    const before = known === null ? [] : await listGrants(people.db, known.id)
    if (!mayGrant(caller.grants, [...before, ...body.grants])) return notAllowed()
    return inviteStaff(people, body, byActor(caller))
  },

  async withdrawInvitation(people, { params: { id }, context }) {
    const caller = callerOf(context)
    return onStaff(people, caller, id, async (trx, staff) => {
      if (staff.state !== 'invited') return notFound()
      await trx.deleteFrom('office.staff').where('id', '=', id).execute()
      await tell(trx, id)
      await people.log(caller, { act: 'withdrawInvitation', publication: null, target: staff.name }, trx)
      return undefined
    })
  },

  async changeStaff(people, { params: { id }, body, context }) {
    const caller = callerOf(context)
    if (!mayGrant(caller.grants, body.grants)) return notAllowed()
    return onStaff(people, caller, id, (trx, staff) => writeStaff(people, trx, staff, body, byActor(caller)))
  },

  async removeStaff(people, { params: { id }, context }) {
    const caller = callerOf(context)
    return onStaff(people, caller, id, async (trx, staff) => {
      if (await leavesNoHead(people, trx, staff, [])) return lastOne()
      const grants = await listGrants(trx, id)
      await removeFactors(trx, id)
      await endSessions(trx, id)
      await trx.deleteFrom('office.invitations').where('staff', '=', id).execute()
      await trx.deleteFrom('office.devices').where('staff', '=', id).execute()
      await saveGrants(trx, id, [])
      await tell(trx, id)
      await trx
        .updateTable('office.staff')
        .set({ email: null, password_hash: null, state: 'removed', issuer: null, subject: null })
        .where('id', '=', id)
        .execute()
      await people.log(
        caller,
        { act: 'removeStaff', publication: null, target: staff.name, before: { id, grants } },
        trx,
      )
      return undefined
    })
  },

  async endSessions(people, { params: { id }, context }) {
    const caller = callerOf(context)
    return onStaff(people, caller, id, async (trx, staff) => {
      await endSessions(trx, id)
      await people.log(caller, { act: 'endSessions', publication: null, target: staff.name }, trx)
      return undefined
    })
  },

  async listAudit(people, { query, context }) {
    const { rows, isLast } = await listEntries(people.db, { ...query, scope: toScope(callerOf(context).grants) })
    return {
      entries: rows.map(({ id, at, by_name, network, act, publication, target, before, after }) => ({
        id,
        at: at.toISOString(),
        by: by_name,
        network,
        act,
        publication,
        target,
        before,
        after,
      })),
      isLast,
    }
  },
}

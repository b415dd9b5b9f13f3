/** The rows of people, sessions and second factors. Every function takes the database or the transaction of its caller. */
import type { Grant, OfficeRole } from '@lokalteil/domain/office/acts'
import { sql } from 'kysely'
import { emit } from '../events.ts'
import type { OfficeDb, StaffState } from '../schema.ts'

export type StaffRow = {
  id: string
  name: string
  email: string | null
  password_hash: string | null
  state: StaffState
  is_demo: boolean
  seen_at: Date | null
  issuer: string | null
  subject: string | null
  has_secret: boolean
  has_passkey: boolean
}

const staffWithFactors = (db: OfficeDb) =>
  db
    .selectFrom('office.staff as staff')
    .select([
      'staff.id',
      'staff.name',
      'email',
      'password_hash',
      'state',
      'is_demo',
      'staff.seen_at',
      'issuer',
      'subject',
    ])
    .select([
      sql<boolean>`exists (select from office.secrets s where s.staff = staff.id and s.sealed is not null)`.as(
        'has_secret',
      ),
      sql<boolean>`exists (select from office.passkeys p where p.staff = staff.id)`.as('has_passkey'),
    ])

export async function findByEmail(db: OfficeDb, email: string): Promise<StaffRow | null> {
  return (await staffWithFactors(db).where('email', '=', email).executeTakeFirst()) ?? null
}

export async function findStaff(db: OfficeDb, id: string): Promise<StaffRow | null> {
  return (
    (await staffWithFactors(db).where('staff.id', '=', id).where('state', '<>', 'removed').executeTakeFirst()) ?? null
  )
}

export async function findByIdentity(db: OfficeDb, issuer: string, subject: string): Promise<StaffRow | null> {
  const row = await staffWithFactors(db).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst()
  return row ?? null
}

export async function listStaffRows(db: OfficeDb): Promise<StaffRow[]> {
  return staffWithFactors(db).where('state', '<>', 'removed').orderBy('staff.name').orderBy('staff.id').execute()
}

/** Whether anybody works here, the people of a demo aside. */
export async function hasStaff(db: OfficeDb): Promise<boolean> {
  const row = await db
    .selectFrom('office.staff')
    .select('id')
    .where('state', 'in', ['active', 'locked'])
    .where('is_demo', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** People who may sign in and have a role in the publication, by name. */
export async function listColleagues(db: OfficeDb, publication: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('office.staff')
    .select(['id', 'name'])
    .where('state', '=', 'active')
    .where((is) =>
      is.exists(
        is
          .selectFrom('office.grants')
          .select('role')
          .whereRef('office.grants.staff', '=', 'office.staff.id')
          .where('publication', 'in', ['*', publication]),
      ),
    )
    .orderBy('name')
    .execute()
}

/** Changes of people run one after the other (advisory lock), so that the last head of the office stays. */
export async function lockPeople(trx: OfficeDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('office.staff'))`.execute(trx)
}

// Grants

export async function listGrants(db: OfficeDb, staff: string): Promise<Grant[]> {
  const rows = await db.selectFrom('office.grants').selectAll().where('staff', '=', staff).execute()
  return rows.map(toGrant).toSorted(byPlace)
}

export async function listAllGrants(db: OfficeDb): Promise<ReadonlyMap<string, Grant[]>> {
  const rows = await db.selectFrom('office.grants').selectAll().execute()
  const grants = Map.groupBy(rows, ({ staff }) => staff)
  return new Map([...grants].map(([staff, own]) => [staff, own.map(toGrant).toSorted(byPlace)]))
}

type GrantRow = { publication: string; role: OfficeRole; may_publish: boolean; sections: string[] }

const toGrant = ({ publication, role, may_publish, sections }: GrantRow): Grant => ({
  publication,
  role,
  mayPublish: may_publish,
  sections,
})

const byPlace = (one: Grant, other: Grant) =>
  `${one.publication} ${one.role}` < `${other.publication} ${other.role}` ? -1 : 1

/** The last of two grants of the same role in the same publication counts. */
export async function saveGrants(trx: OfficeDb, staff: string, grants: readonly Grant[]): Promise<void> {
  await trx.deleteFrom('office.grants').where('staff', '=', staff).execute()
  const own = new Map(grants.map((grant) => [`${grant.publication} ${grant.role}`, grant]))
  if (own.size === 0) return
  await trx
    .insertInto('office.grants')
    .values(
      [...own.values()].map(({ publication, role, mayPublish, sections }) => ({
        staff,
        publication,
        role,
        may_publish: mayPublish,
        sections: JSON.stringify(sections),
      })),
    )
    .execute()
}

// Sessions

export async function addSession(
  db: OfficeDb,
  session: { id: string; digest: string; staff: string; kind: 'half' | 'full'; device: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('office.sessions')
    .values({ ...session, created_at: now, seen_at: now, proved_at: now })
    .execute()
}

export async function findSession(db: OfficeDb, digest: string, kind: 'half' | 'full') {
  const session = await db
    .selectFrom('office.sessions')
    .selectAll()
    .where('digest', '=', digest)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return session ?? null
}

export async function listSessions(db: OfficeDb, staff: string) {
  return db
    .selectFrom('office.sessions')
    .selectAll()
    .where('staff', '=', staff)
    .where('kind', '=', 'full')
    .orderBy('seen_at', 'desc')
    .execute()
}

export async function touchSession(db: OfficeDb, id: string, staff: string, now: Date): Promise<void> {
  await db.updateTable('office.sessions').set({ seen_at: now }).where('id', '=', id).execute()
  await db.updateTable('office.staff').set({ seen_at: now }).where('id', '=', staff).execute()
}

/** Ends sessions of a person and tells their streams. */
export async function endSessions(
  db: OfficeDb,
  staff: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  let query = db.deleteFrom('office.sessions').where('staff', '=', staff)
  if (which.only !== undefined) query = query.where('id', '=', which.only)
  if (which.except !== undefined) query = query.where('id', '<>', which.except)
  const ended = await query.returning('id').execute()
  for (const { id } of ended) await emit(db, { kind: 'session', id, publication: null })
  return ended.length
}

// Known devices

export async function isKnownDevice(db: OfficeDb, digest: string, staff: string): Promise<boolean> {
  const row = await db
    .selectFrom('office.devices')
    .select('staff')
    .where('digest', '=', digest)
    .where('staff', '=', staff)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(db: OfficeDb, digest: string, staff: string, now: Date): Promise<void> {
  await db
    .insertInto('office.devices')
    .values({ digest, staff, seen_at: now })
    .onConflict((conflict) => conflict.columns(['digest', 'staff']).doUpdateSet({ seen_at: now }))
    .execute()
}

// Second factors

export async function getSecret(db: OfficeDb, staff: string) {
  return (await db.selectFrom('office.secrets').selectAll().where('staff', '=', staff).executeTakeFirst()) ?? null
}

export async function setPendingSecret(db: OfficeDb, staff: string, pending: string): Promise<void> {
  await db
    .insertInto('office.secrets')
    .values({ staff, pending })
    .onConflict((conflict) => conflict.column('staff').doUpdateSet({ pending }))
    .execute()
}

export async function keepSecret(db: OfficeDb, staff: string, sealed: string, step: number): Promise<void> {
  await db
    .updateTable('office.secrets')
    .set({ sealed, pending: null, last_step: step })
    .where('staff', '=', staff)
    .execute()
}

/** False: a code of this step, or of a later one, was used before. */
export async function spendStep(db: OfficeDb, staff: string, step: number): Promise<boolean> {
  const rows = await db
    .updateTable('office.secrets')
    .set({ last_step: step })
    .where('staff', '=', staff)
    .where('last_step', '<', step)
    .returning('staff')
    .execute()
  return rows.length > 0
}

export async function saveRecoveryCodes(db: OfficeDb, staff: string, digests: readonly string[]): Promise<void> {
  await db.deleteFrom('office.recovery_codes').where('staff', '=', staff).execute()
  await db
    .insertInto('office.recovery_codes')
    .values(digests.map((digest) => ({ staff, digest })))
    .execute()
}

/** True: it was there, and is used up now. */
export async function spendRecoveryCode(db: OfficeDb, staff: string, digest: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('office.recovery_codes')
    .where('staff', '=', staff)
    .where('digest', '=', digest)
    .returning('staff')
    .execute()
  return rows.length > 0
}

export async function removeFactors(db: OfficeDb, staff: string): Promise<void> {
  await db.deleteFrom('office.secrets').where('staff', '=', staff).execute()
  await db.deleteFrom('office.recovery_codes').where('staff', '=', staff).execute()
  await db.deleteFrom('office.passkeys').where('staff', '=', staff).execute()
}

export async function addChallenge(db: OfficeDb, digest: string, purpose: string, until: Date): Promise<void> {
  await db.insertInto('office.challenges').values({ digest, purpose, expires_at: until }).execute()
}

/** True: it was open for this purpose, and is used up now. */
export async function spendChallenge(db: OfficeDb, digest: string, purpose: string, now: Date): Promise<boolean> {
  const rows = await db
    .deleteFrom('office.challenges')
    .where('digest', '=', digest)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('digest')
    .execute()
  return rows.length > 0
}

// Upkeep

const TWO_YEARS_MS = 731 * 86_400_000
const HOUR_MS = 3_600_000

/** `oldest`: sessions from before are over in any case. */
export async function sweep(db: OfficeDb, now: Date, oldest: { created: Date; seen: Date; half: Date }): Promise<void> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  await db
    .deleteFrom('office.sessions')
    .where((is) =>
      is.or([
        is('created_at', '<', oldest.created),
        is('seen_at', '<', oldest.seen),
        is.and([is('kind', '=', 'half'), is('created_at', '<', oldest.half)]),
      ]),
    )
    .execute()
  await db.deleteFrom('office.challenges').where('expires_at', '<', now).execute()
  await db.deleteFrom('office.windows').where('until', '<', now).execute()
  await db.deleteFrom('office.tries').where('forgotten_at', '<', now).execute()
  await db
    .deleteFrom('office.devices')
    .where('seen_at', '<', ago(400 * 86_400_000))
    .execute()
  await db.deleteFrom('office.events').where('at', '<', ago(HOUR_MS)).execute()
  await db.deleteFrom('office.audit').where('at', '<', ago(TWO_YEARS_MS)).execute()
}

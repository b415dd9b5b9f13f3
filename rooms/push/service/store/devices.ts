/** Devices, their owners and the owners' choices. */
import { sql } from 'kysely'
import { MOST_A_DAY, type FollowKind, type PushChoices } from '../../domain/push.ts'
import { ofDevice, type PushDb, type PushTables } from '../schema.ts'

export type DeviceRow = PushTables['push.devices']

export async function findDevice(db: PushDb, publication: string, id: string): Promise<DeviceRow | null> {
  const row = await db
    .selectFrom('push.devices')
    .selectAll()
    .where('publication', '=', publication)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Returns its id, which is the one of the first registration of this address. */
export async function saveDevice(db: PushDb, device: DeviceRow): Promise<string> {
  const { p256dh, auth, public_key, text_version, agreed_at } = device
  const { id } = await db
    .insertInto('push.devices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['publication', 'digest']).doUpdateSet({ p256dh, auth, public_key, text_version, agreed_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function replaceSubscription(
  db: PushDb,
  publication: string,
  id: string,
  values: Pick<DeviceRow, 'digest' | 'endpoint' | 'p256dh' | 'auth' | 'public_key'>,
): Promise<boolean> {
  // The browser may have registered the new address already.
  await db
    .deleteFrom('push.devices')
    .where('publication', '=', publication)
    .where('digest', '=', values.digest)
    .where('id', '<>', id)
    .execute()
  const row = await db
    .updateTable('push.devices')
    .set(values)
    .where('publication', '=', publication)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setOwner(db: PushDb, publication: string, id: string, owner: string): Promise<void> {
  await db
    .updateTable('push.devices')
    .set({ owner })
    .where('publication', '=', publication)
    .where('id', '=', id)
    .execute()
}

/** Deletes devices with their queued messages and their own choices. */
export async function removeDevices(db: PushDb, publication: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const owners = ids.map(ofDevice)
  await db
    .deleteFrom('push.devices')
    .where('publication', '=', publication)
    .where('id', 'in', [...ids])
    .execute()
  await db
    .deleteFrom('push.deliveries')
    .where('device', 'in', [...ids])
    .execute()
  await removeOwners(db, publication, owners)
}

export async function removeOwners(db: PushDb, publication: string, owners: readonly string[]): Promise<void> {
  for (const table of ['push.owners', 'push.follows'] as const)
    await db
      .deleteFrom(table)
      .where('publication', '=', publication)
      .where('owner', 'in', [...owners])
      .execute()
}

export async function listDevicesOf(db: PushDb, publication: string, owner: string): Promise<DeviceRow[]> {
  return db
    .selectFrom('push.devices')
    .selectAll()
    .where('publication', '=', publication)
    .where('owner', '=', owner)
    .orderBy('agreed_at')
    .execute()
}

/** Null: no choices were ever saved. */
export async function readChoices(db: PushDb, publication: string, owner: string): Promise<PushChoices | null> {
  const row = await db
    .selectFrom('push.owners')
    .selectAll()
    .where('publication', '=', publication)
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (row === undefined) return null
  const follows = await db
    .selectFrom('push.follows')
    .select('follow')
    .where('publication', '=', publication)
    .where('owner', '=', owner)
    .orderBy('position')
    .execute()
  return {
    breaking: row.breaking,
    replies: row.replies,
    follows: follows.map(({ follow }) => parseFollow(follow)),
    quiet: toQuiet(row),
    isBreakingInQuiet: row.breaking_in_quiet,
    mostADay: Math.min(Math.max(row.most_a_day, MOST_A_DAY.least), MOST_A_DAY.most),
  }
}

export function toQuiet({ quiet_from, quiet_to }: Pick<PushTables['push.owners'], 'quiet_from' | 'quiet_to'>) {
  return quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to }
}

export function parseFollow(follow: string): { kind: FollowKind; ref: string } {
  const at = follow.indexOf(' ')
  return { kind: follow.slice(0, at) as FollowKind, ref: follow.slice(at + 1) }
}

/** The last writer's choices count as a whole. */
export async function saveChoices(
  db: PushDb,
  publication: string,
  owner: string,
  choices: PushChoices,
  now: Date,
): Promise<void> {
  const values = {
    breaking: choices.breaking,
    replies: choices.replies,
    quiet_from: choices.quiet?.from ?? null,
    quiet_to: choices.quiet?.to ?? null,
    breaking_in_quiet: choices.isBreakingInQuiet,
    most_a_day: choices.mostADay,
    changed_at: now,
  }
  await db
    .insertInto('push.owners')
    .values({ publication, owner, ...values })
    .onConflict((conflict) => conflict.columns(['publication', 'owner']).doUpdateSet(values))
    .execute()
  await db.deleteFrom('push.follows').where('publication', '=', publication).where('owner', '=', owner).execute()
  const follows = [...new Set(choices.follows.map(({ kind, ref }) => `${kind} ${ref}`))]
  if (follows.length === 0) return
  await db
    .insertInto('push.follows')
    .values(follows.map((follow, position) => ({ publication, owner, follow, position })))
    .execute()
}

export async function listPublications(db: PushDb): Promise<string[]> {
  const rows = await db.selectFrom('push.devices').select('publication').distinct().execute()
  return rows.map(({ publication }) => publication)
}

export async function countDevices(db: PushDb, publication: string): Promise<{ devices: number; ofAccounts: number }> {
  const { rows } = await sql<{ devices: number; of_accounts: number }>`
    select count(*)::int as devices, count(*) filter (where owner like 'r:%')::int as of_accounts
    from push.devices where publication = ${publication}`.execute(db)
  return { devices: rows[0]!.devices, ofAccounts: rows[0]!.of_accounts }
}

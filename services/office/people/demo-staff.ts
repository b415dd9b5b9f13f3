/**
 * The people of the demo: one for each role, all with the same known password and without a second factor. A portal that does
 * not run the local demo refuses them.
 */
import type { Grant } from '@lokalteil/domain/office/acts'
import { isRefusal } from '../../platform/serve.ts'
import type { PeopleContext } from './people-context.ts'
import { saveGrants } from './store.ts'

type Persona = { id: string; name: string } & Pick<Grant, 'role' | 'mayPublish'>

export const DEMO_STAFF: readonly Persona[] = [
  { id: 'reporter', name: 'Mara Voss', role: 'editor', mayPublish: false },
  { id: 'desk', name: 'Jonas Kern', role: 'editor', mayPublish: true },
  { id: 'chief', name: 'Helene Brandt', role: 'chief', mayPublish: true },
  { id: 'moderator', name: 'Tarek Yildiz', role: 'moderator', mayPublish: false },
  { id: 'service', name: 'Gesa Lohmann', role: 'service', mayPublish: false },
  { id: 'publisher', name: 'Rainer Ostermann', role: 'publisher', mayPublish: false },
  { id: 'operator', name: 'Nina Petersen', role: 'operator', mayPublish: false },
]

export function toStaffEmail(id: string): string {
  return `${id}@redaktion.example`
}

/** People that are there stay as they are. */
export async function seedStaff({ db, now, passwords }: PeopleContext, password: string): Promise<void> {
  const known = await db.selectFrom('office.staff').select('id').where('is_demo', '=', true).execute()
  const missing = DEMO_STAFF.filter(({ id }) => !known.some((one) => one.id === `demo-${id}`))
  if (missing.length === 0) return
  // One hash for all, because the password is no secret.
  const hash = await passwords.hash(password)
  if (isRefusal(hash)) throw new Error('The demo’s password could not be hashed')
  await db.transaction().execute(async (trx) => {
    for (const { id, name, role, mayPublish } of missing) {
      const added = await trx
        .insertInto('office.staff')
        .values({
          id: `demo-${id}`,
          name,
          email: toStaffEmail(id),
          password_hash: hash,
          state: 'active',
          is_demo: true,
          created_at: now(),
          seen_at: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      if (added.length > 0) await saveGrants(trx, `demo-${id}`, [{ publication: '*', role, mayPublish, sections: [] }])
    }
  })
}

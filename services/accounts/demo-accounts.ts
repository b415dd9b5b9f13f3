/**
 * The readers of the demo: one for every persona in every publication, all with the same known password. Ids are
 * derived from publication and address, so that the subscription service can be filled before anybody logs in. The
 * portal refuses to start a demo that other machines can reach, unless these logins are locked.
 */
import { createHash } from 'node:crypto'
import { listPublicationCodes, type PublicationCode } from '@lokalteil/domain/publication/publications'
import { CONSENT_FIELDS } from '@lokalteil/domain/accounts/registration'
import type { Database } from '../platform/database.ts'
import { isRefusal } from '../platform/serve.ts'
import { createPasswords } from './passwords/passwords.ts'
import * as accountStore from './store/accounts.ts'
import * as consentStore from './store/consents.ts'
import * as sessionStore from './store/sessions.ts'
import type { AccountsDb } from './schema.ts'

export const DEMO_PASSWORD = 'Lokalteil-Demo-1'

type Persona = { name: string; salutation: string; firstName: string; lastName: string; isVerified?: false }

export const DEMO_PERSONAS: readonly Persona[] = [
  { name: 'free', salutation: 'Frau', firstName: 'Frida', lastName: 'Feld' },
  { name: 'plus', salutation: 'Herr', firstName: 'Paul', lastName: 'Lindner' },
  { name: 'pur', salutation: 'Frau', firstName: 'Petra', lastName: 'Urban' },
  { name: 'pur-plus', salutation: 'Herr', firstName: 'Peer', lastName: 'Albers' },
  { name: 'epaper', salutation: 'Frau', firstName: 'Edda', lastName: 'Papenburg' },
  { name: 'wallet', salutation: 'Herr', firstName: 'Walter', lastName: 'Leitz' },
  { name: 'plus-wallet', salutation: 'Divers', firstName: 'Lou', lastName: 'Wagner' },
  { name: 'tagsub', salutation: 'Frau', firstName: 'Tabea', lastName: 'Strom' },
  { name: 'unverified', salutation: '', firstName: 'Uwe', lastName: 'Neumann', isVerified: false },
]

export function toDemoEmail(name: string): string {
  return `${name}@demo.example`
}

export function toDemoSub(publication: PublicationCode, name: string): string {
  const hex = createHash('sha256')
    .update(`demo ${publication} ${toDemoEmail(name)}`)
    .digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Readers whom the subscription service has to know. */
export function listDemoReaders(): {
  publication: PublicationCode
  name: string
  sub: string
  email: string
  salutation: string
  firstName: string
  lastName: string
}[] {
  return listPublicationCodes().flatMap((publication) =>
    DEMO_PERSONAS.map(({ name, salutation, firstName, lastName }) => ({
      publication,
      name,
      sub: toDemoSub(publication, name),
      email: toDemoEmail(name),
      salutation,
      firstName,
      lastName,
    })),
  )
}

/**
 * Call it after `createAccountsService`, which creates the tables. Existing accounts stay, except for their passwords: in a
 * public demo none is known and old sessions end; elsewhere accounts without a password get the known one.
 */
export async function seedDemoAccounts(options: { database: Database; now: Date; isPublic: boolean }): Promise<void> {
  const { database, now, isPublic } = options
  const db = database.db as AccountsDb
  const missing: { publication: PublicationCode; persona: Persona }[] = []
  const other: { mandator: PublicationCode; id: string }[] = []
  for (const publication of listPublicationCodes()) {
    for (const persona of DEMO_PERSONAS) {
      const account = await accountStore.getAccount(db, publication, toDemoSub(publication, persona.name))
      if (account === null) missing.push({ publication, persona })
      else if ((account.password_hash === null) !== isPublic) other.push({ mandator: publication, id: account.id })
    }
  }
  if (missing.length + other.length === 0) return
  // One hash for all: the password is no secret, and thirty-six hashes would add a second to the first start.
  const hash = isPublic ? null : await createPasswords().hash(DEMO_PASSWORD)
  if (isRefusal(hash)) throw new Error('The demo’s password could not be hashed')
  await db.transaction().execute(async (trx) => {
    for (const account of other) {
      await accountStore.updateAccount(trx, account.mandator, account.id, { password_hash: hash })
      if (isPublic) await sessionStore.endSessions(trx, account, 'demo-closed', now)
    }
  })
  await db.transaction().execute(async (trx) => {
    for (const { publication, persona } of missing) {
      const email = toDemoEmail(persona.name)
      const account = {
        mandator: publication,
        id: toDemoSub(publication, persona.name),
        is_shadow: false,
        email,
        email_key: email,
        password_hash: hash,
        salutation: persona.salutation,
        first_name: persona.firstName,
        last_name: persona.lastName,
        email_verified_at: persona.isVerified === false ? null : now,
        provider: 'local',
        created_at: now,
      }
      if (!(await accountStore.addAccount(trx, account))) continue
      await consentStore.addConsents(
        trx,
        account,
        CONSENT_FIELDS.map(({ name, version, isRequired }) => ({ name, version, isGiven: isRequired })),
        now,
        'demo',
      )
    }
  })
}

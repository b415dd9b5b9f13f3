/** The rules of each publication. */
import type { PaywallRules } from '@lokalteil/contracts/paywall'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { PaywallDb } from '../schema.ts'

export type RulesRow = { rules: PaywallRules; version: number; changedAt: Date }

export async function getRules(db: PaywallDb, publication: PublicationCode): Promise<RulesRow | null> {
  const row = await db.selectFrom('paywall.rules').selectAll().where('mandator', '=', publication).executeTakeFirst()
  return row === undefined
    ? null
    : { rules: row.rules as PaywallRules, version: row.version, changedAt: row.changed_at }
}

/** Advisory lock until the transaction ends: saving rules and taking over a folder exclude each other. */
export async function lockRules(db: PaywallDb, publication: PublicationCode): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`paywall rules ${publication}`}, 0))`.execute(db)
}

export async function saveRules(
  db: PaywallDb,
  publication: PublicationCode,
  rules: PaywallRules,
  now: Date,
): Promise<RulesRow> {
  const values = { rules: JSON.stringify(rules), changed_at: now }
  const { version } = await db
    .insertInto('paywall.rules')
    .values({ mandator: publication, version: 1, ...values })
    .onConflict((conflict) => conflict.column('mandator').doUpdateSet({ ...values, version: sql`rules.version + 1` }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return { rules, version, changedAt: now }
}

/** The folder's rules, with the version of the publication. */
export type FolderRules = { version: number; rules: PaywallRules }

export async function getFolder(db: PaywallDb, publication: PublicationCode): Promise<FolderRules | null> {
  const row = await db
    .selectFrom('paywall.folders')
    .select(['version', 'rules'])
    .where('mandator', '=', publication)
    .executeTakeFirst()
  return row === undefined ? null : { version: row.version, rules: row.rules as PaywallRules }
}

export async function saveFolder(
  db: PaywallDb,
  publication: PublicationCode,
  { version, rules }: FolderRules,
  now: Date,
): Promise<void> {
  const row = { version, rules: JSON.stringify(rules), applied_at: now }
  await db
    .insertInto('paywall.folders')
    .values({ mandator: publication, ...row })
    .onConflict((conflict) => conflict.column('mandator').doUpdateSet(row))
    .execute()
}

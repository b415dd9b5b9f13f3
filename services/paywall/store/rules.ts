/** The rules of each publication. */
import type { PaywallRules } from '@lokalteil/contracts/paywall'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import { sql } from 'kysely'
import type { PaywallDb } from '../schema.ts'

export type RulesRow = { rules: PaywallRules; version: number; changedAt: Date }

export async function getRules(db: PaywallDb, mandator: Mandator): Promise<RulesRow | null> {
  const row = await db.selectFrom('paywall.rules').selectAll().where('mandator', '=', mandator).executeTakeFirst()
  return row === undefined
    ? null
    : { rules: row.rules as PaywallRules, version: row.version, changedAt: row.changed_at }
}

export async function saveRules(db: PaywallDb, mandator: Mandator, rules: PaywallRules, now: Date): Promise<RulesRow> {
  const values = { rules: JSON.stringify(rules), changed_at: now }
  const { version } = await db
    .insertInto('paywall.rules')
    .values({ mandator, version: 1, ...values })
    .onConflict((conflict) => conflict.column('mandator').doUpdateSet({ ...values, version: sql`rules.version + 1` }))
    .returning('version')
    .executeTakeFirstOrThrow()
  return { rules, version, changedAt: now }
}

export async function addRulesOnce(
  db: PaywallDb,
  mandator: Mandator,
  rules: PaywallRules,
  now: Date,
): Promise<boolean> {
  const added = await db
    .insertInto('paywall.rules')
    .values({ mandator, version: 1, rules: JSON.stringify(rules), changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

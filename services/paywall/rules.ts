/** The rules in force, looked for anew every few seconds. */
import type { SavedRules } from '@lokalteil/contracts/paywall'
import { listRuleFaults } from '@lokalteil/domain/access/paywall-rules'
import { listMandators, type Mandator } from '@lokalteil/domain/publication/publications'
import { problem, type Refusal } from '../platform/serve.ts'
import type { InternalCall, PaywallContext } from './context.ts'
import { toDefaultRules } from './default-rules.ts'
import * as ruleStore from './store/rules.ts'
import type { RulesRow } from './store/rules.ts'

export async function readRules({ db, now, rulesMs, memory }: PaywallContext, mandator: Mandator): Promise<RulesRow> {
  const known = memory.rules.get(mandator)
  const time = now().getTime()
  if (known !== undefined && time < known.until && time >= known.until - rulesMs) return known.row
  const row = (await ruleStore.getRules(db, mandator)) ?? {
    rules: toDefaultRules(mandator),
    version: 0,
    changedAt: new Date(0),
  }
  memory.rules.set(mandator, { row, until: time + rulesMs })
  return row
}

export async function getRules(paywall: PaywallContext, { context }: InternalCall<'getRules'>): Promise<SavedRules> {
  return toSaved(await readRules(paywall, context))
}

export async function saveRules(
  { db, now, rulesMs, memory }: PaywallContext,
  { context, body: rules }: InternalCall<'saveRules'>,
): Promise<SavedRules | Refusal> {
  const faults = listRuleFaults(rules)
  if (faults.length > 0) {
    const fields = Object.fromEntries(faults.map(({ ruleId, fault }) => [`body.rules.${ruleId}`, fault]))
    return { ...problem(422, 'UNFIT_RULES', 'A rule cannot be meant as it is written'), fields }
  }
  const row = await ruleStore.saveRules(db, context, rules, now())
  memory.rules.set(context, { row, until: now().getTime() + rulesMs })
  return toSaved(row)
}

function toSaved({ rules, version, changedAt }: RulesRow): SavedRules {
  return { rules, version, changedAt: changedAt.toISOString() }
}

/** Rules of publications that have none yet. */
export async function fillRules({ db, now, memory }: PaywallContext): Promise<void> {
  for (const mandator of listMandators()) await ruleStore.addRulesOnce(db, mandator, toDefaultRules(mandator), now())
  memory.rules.clear()
}

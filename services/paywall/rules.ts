/** The rules in force, reloaded every few seconds. */
import { isDeepStrictEqual } from 'node:util'
import type { PaywallRules, SavedRules } from '@lokalteil/contracts/paywall'
import { listRuleFaults } from '@lokalteil/domain/access/paywall-rules'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { followValue } from '../platform/folder-base.ts'
import { problem } from '../platform/serve.ts'
import type { InternalCall, PaywallContext, InternalHandlers } from './context.ts'
import * as ruleStore from './store/rules.ts'
import type { RulesRow } from './store/rules.ts'

/** The default: paid articles are for subscribers. */
const NO_RULES: PaywallRules = { rules: [], otherwise: 'subscription-${device}' }

/** `version`: of the publication; an older one never replaces a newer one. */
export type FolderPaywall = { version: number; rules: PaywallRules | null }

export async function readRules(
  { db, now, rulesMs, memory }: PaywallContext,
  publication: PublicationCode,
): Promise<RulesRow> {
  const known = memory.rules.get(publication)
  const time = now().getTime()
  if (known !== undefined && time < known.until && time >= known.until - rulesMs) return known.row
  const row = (await ruleStore.getRules(db, publication)) ?? {
    rules: NO_RULES,
    version: 0,
    changedAt: new Date(0),
  }
  memory.rules.set(publication, { row, until: time + rulesMs })
  return row
}

export async function getRules(paywall: PaywallContext, { context }: InternalCall<'getRules'>): Promise<SavedRules> {
  return toSaved(await readRules(paywall, context))
}

export const saveRules: InternalHandlers['saveRules'] = async (
  { db, now, rulesMs, memory },
  { context, body: rules },
) => {
  const faults = listRuleFaults(rules)
  if (faults.length > 0) {
    const fields = Object.fromEntries(faults.map(({ ruleId, fault }) => [`body.rules.${ruleId}`, fault]))
    return { ...problem(422, 'UNFIT_RULES', 'A rule cannot be meant as it is written'), fields }
  }
  const row = await db.transaction().execute(async (within) => {
    await ruleStore.lockRules(within, context)
    return ruleStore.saveRules(within, context, rules, now())
  })
  memory.rules.set(context, { row, until: now().getTime() + rulesMs })
  return toSaved(row)
}

function toSaved({ rules, version, changedAt }: RulesRow): SavedRules {
  return { rules, version, changedAt: changedAt.toISOString() }
}

/**
 * Takes over the folder's rules, unless they were edited here since. The list is one value, because the order of rules
 * matters. This process uses them at once, whichever process took them over.
 */
export async function applyFolder(
  { db, now, memory }: PaywallContext,
  publication: PublicationCode,
  { version, rules: given }: FolderPaywall,
): Promise<void> {
  const folder: ruleStore.FolderRules = {
    version,
    rules: JSON.parse(JSON.stringify(given ?? NO_RULES)) as PaywallRules,
  }
  await db.transaction().execute(async (within) => {
    await ruleStore.lockRules(within, publication)
    const base = await ruleStore.getFolder(within, publication)
    if (base !== null && base.version >= folder.version) return
    const here = (await ruleStore.getRules(within, publication))?.rules ?? null
    const rules = here === null ? folder.rules : follow(base?.rules ?? null, folder.rules, here)
    if (!isDeepStrictEqual(rules, here)) await ruleStore.saveRules(within, publication, rules, now())
    await ruleStore.saveFolder(within, publication, folder, now())
  })
  memory.rules.delete(publication)
}

/** Without a base: rules saved by a version before folders. They stay, unless they are the default. */
function follow(base: PaywallRules | null, folder: PaywallRules, here: PaywallRules): PaywallRules {
  if (base === null) return followValue(NO_RULES, folder, here)
  return {
    rules: followValue(base.rules, folder.rules, here.rules),
    otherwise: followValue(base.otherwise, folder.otherwise, here.otherwise),
  }
}

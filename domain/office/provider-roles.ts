/** Maps the roles of an identity provider to grants of the office. */
import type { Grant } from './acts.ts'

/** Value of the provider's claim, and the grants it gives. */
type RoleTable = Readonly<Record<string, readonly Grant[]>>

/** The grants of all values together. Values that the table does not know give nothing. */
export function toGrants(values: readonly string[], table: RoleTable): Grant[] {
  const found = new Map<string, Grant>()
  for (const value of new Set(values))
    for (const grant of Object.hasOwn(table, value) ? table[value]! : []) {
      const key = `${grant.publication} ${grant.role}`
      const before = found.get(key)
      found.set(key, before === undefined ? grant : join(before, grant))
    }
  return [...found.values()]
}

/**
 * Two grants of one role in one publication, which a person has once: sections add up. The person publishes if both grants
 * say so, or the one that covers the other: never more than one of them alone allows in a section.
 */
function join(one: Grant, other: Grant): Grant {
  const all = [one, other].filter(({ sections }) => sections.length === 0)
  const publishing = all.find(({ mayPublish }) => mayPublish)
  if (publishing !== undefined) return publishing
  return {
    ...one,
    mayPublish: one.mayPublish && other.mayPublish,
    sections: all.length > 0 ? [] : [...new Set([...one.sections, ...other.sections])],
  }
}

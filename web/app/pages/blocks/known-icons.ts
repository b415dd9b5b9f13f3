/**
 * Removes unknown icons from menus and blocks, which come from the content service. A file of its own, because not
 * every page needs it.
 */
import { iconNames } from 'virtual:icon-names'
import type { MenuEntry } from '@lokalteil/contracts/content'
import type { IconName } from '../../ui/icon-names.ts'

export function isIconName(name: string | undefined): name is IconName {
  return name !== undefined && iconNames.includes(name)
}

export type Menus = Readonly<Record<string, MenuEntry[]>>
const known = new WeakMap<Menus, Menus>()

/** Removes unknown icons from the menus. */
export function withKnownIcons<T extends { menus: Menus }>(site: T): T {
  let menus = known.get(site.menus)
  if (menus === undefined) {
    menus = Object.fromEntries(Object.entries(site.menus).map(([handle, entries]) => [handle, entries.map(toKnown)]))
    known.set(site.menus, menus)
  }
  return { ...site, menus }
}

function toKnown({ icon, ...entry }: MenuEntry): MenuEntry {
  return { ...entry, ...(isIconName(icon) ? { icon } : {}), children: entry.children.map(toKnown) }
}

/** Links of rooms in the utility bar, which every page of a publication has. */
import type { MenuEntry, Site } from '@lokalteil/contracts/content'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { within } from '@lokalteil/services/platform/deadline'
import { OWN_WAIT_MS } from '../session/patient-session.ts'

export type UtilityLine = {
  /** Null: there is nothing to say. */
  read: (code: PublicationCode) => Promise<MenuEntry | null>
  /** From memory, without a call. */
  peek: (code: PublicationCode) => MenuEntry | null
  /** Our own service answers. */
  isOwn: boolean
}

/** Milliseconds of a page's time for this optional part. */
const LINE_MS = 300

export function readLines(lines: readonly UtilityLine[], code: PublicationCode): Promise<(MenuEntry | null)[]> {
  return Promise.all(
    lines.map(({ read, peek, isOwn }) =>
      within(
        LINE_MS,
        () => read(code),
        () => peek(code),
        isOwn ? OWN_WAIT_MS : LINE_MS,
      ),
    ),
  )
}

export function peekLines(lines: readonly UtilityLine[], code: PublicationCode): (MenuEntry | null)[] {
  return lines.map(({ peek }) => peek(code))
}

/** Each in place of a plain item that leads to the same page. The same site again for the same lines. */
export function withLines(site: Site, lines: readonly (MenuEntry | null)[]): Site {
  const handle = site.menuHandles.utilityBarMenuHandle
  const shown = lines.filter((line) => line !== null)
  if (shown.length === 0 || handle === '') return site
  const key = JSON.stringify(shown)
  const last = joined.get(site)
  if (last?.key === key) return last.site
  const others = (site.menus[handle] ?? []).filter(({ target }) => !shown.some((line) => line.target === target))
  const next = { ...site, menus: { ...site.menus, [handle]: [...shown, ...others] } }
  joined.set(site, { key, site: next })
  return next
}

const joined = new WeakMap<Site, { key: string; site: Site }>()

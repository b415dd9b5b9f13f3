/** The site itself: its name and its menus. */
import { MENU_HANDLES, type MenuEntry } from '@lokalteil/contracts/content'
import { getTaxonomy, type ContentContext, type PublicationContext, type PublicHandler } from '../context.ts'
import { toSafeAddress } from '../sanitise.ts'
import type { StoredDocument, StoredMenu } from '../store/entries.ts'
import { loadEntries, loadNewsletters } from './entries.ts'

export const getSite: PublicHandler<'getSite'> = async (content, { context }) => {
  const [menus, newsletters] = await Promise.all([loadMenus(content, context), loadNewsletters(content, context)])
  const handles = Object.fromEntries(MENU_HANDLES.map((handle) => [handle, handle.replace('MenuHandle', '')]))
  const { code, name, claim } = context.publication
  return {
    mandator: code,
    name,
    claim,
    menuHandles: handles as Record<(typeof MENU_HANDLES)[number], string>,
    menus: Object.fromEntries(MENU_HANDLES.map((handle) => [handles[handle]!, menus.get(handle) ?? []])),
    ...(newsletters.length === 0 ? { hasNoNewsletters: true as const } : {}),
  }
}

export async function loadMenus(
  content: ContentContext,
  context: PublicationContext,
): Promise<ReadonlyMap<string, MenuEntry[]>> {
  const stored = await loadEntries<StoredMenu>(content, 'menu', context)
  const menus = new Map(stored.map(({ handle, entries }) => [handle, entries.flatMap(toSafeEntry)]))
  if (menus.size > 0) return menus
  // Default menus, of the sections and the existing documents.
  const known = await getTaxonomy(content, context)
  const roots = known.listChildSections('')
  const documents = await loadEntries<StoredDocument>(content, 'document', context)
  return new Map<string, MenuEntry[]>([
    [
      'mainMenuHandle',
      roots.map(({ path, displayName }) => ({
        label: displayName,
        target: `/${path}`,
        children: known
          .listChildSections(path)
          .map((child) => ({ label: child.displayName, target: `/${child.path}`, children: [] })),
      })),
    ],
    ['legalMenuHandle', documents.map(({ id, title }) => ({ label: title, target: `/${id}`, children: [] }))],
  ])
}

function toSafeEntry({ label, target, icon, children }: MenuEntry): MenuEntry[] {
  const safe = toSafeAddress(target, ['http:', 'https:', 'mailto:', 'tel:'])
  return safe === null ? [] : [{ label, target: safe, icon, children: children.flatMap(toSafeEntry) }]
}

/**
 * Maps a folder to the data the content service needs: the order of things, documents as content items, complete menus.
 */
import type { MENU_HANDLES, MenuEntry } from '@lokalteil/contracts/content'
import { NETWORK_NAMES } from '@lokalteil/contracts/publication/identity'
import { ROOMS } from '@lokalteil/domain/rooms/rooms'
import { listRooms } from '@lokalteil/contracts/publication/rooms'
import type { Geodata } from '@lokalteil/domain/display/place-map'
import type { RedirectRule } from '@lokalteil/domain/routing/redirect-rules'
import type { MenuItem } from '@lokalteil/contracts/publication/navigation'
import type { PublicationFolder } from '@lokalteil/contracts/publication/publication-folder'
import { toContentItems } from './documents/markdown-items.ts'
import { toPrinted } from './documents/publisher-fields.ts'
import { removeMarks } from './documents/open-marks.ts'
import { toOrder, type StoredPictures } from './publication-order.ts'

type Handle = (typeof MENU_HANDLES)[number]

const HANDLES: Readonly<Record<keyof PublicationFolder['navigation'], Handle>> = {
  main: 'mainMenuHandle',
  hotTopics: 'hotTopicsMenuHandle',
  utilityBar: 'utilityBarMenuHandle',
  siteServices: 'siteServicesMenuHandle',
  services: 'treeServicesMenuHandle',
  support: 'userSupportMenuHandle',
  social: 'socialNetworksMenuHandle',
  legal: 'legalMenuHandle',
}

export function toPublicationContent(
  folder: PublicationFolder,
  pictures: StoredPictures,
  redirects: readonly RedirectRule[] = [],
  map: Geodata | null = null,
  ownRooms: readonly MenuEntry[] = [],
) {
  const documents = folder.documents
    .map(({ markdown, updated, ...document }) => ({
      ...document,
      updated: new Date(`${updated}T00:00:00Z`),
      contentItems: toContentItems(toPrinted(removeMarks(markdown), folder.identity.publisher)).items,
    }))
    .filter(({ contentItems }) => contentItems.length > 0)
  return {
    code: folder.identity.code,
    ...toOrder(folder, pictures),
    documents,
    menus: toMenus(folder, ownRooms),
    redirects,
    front: folder.front,
    ...(map && { map }),
  }
}

/** All menus; those that the folder does not define get their default. `ownRooms`: entries of the publisher's own rooms. */
export function toMenus(
  { navigation, taxonomy, documents, identity, rooms }: PublicationFolder,
  ownRooms: readonly MenuEntry[] = [],
) {
  const defaults: Partial<Record<keyof typeof navigation, MenuEntry[]>> = {
    main: taxonomy.sections
      .filter(({ path }) => !path.includes('/'))
      .map((section) => ({
        label: section.name,
        target: `/${section.path}`,
        children: taxonomy.sections
          .filter(
            ({ path }) => path.startsWith(`${section.path}/`) && !path.slice(section.path.length + 1).includes('/'),
          )
          .map(({ path, name }) => ({ label: name, target: `/${path}`, children: [] })),
      })),
    siteServices: [
      ...EVERYWHERE,
      ...listRooms(rooms).map((key) => ({
        label: ROOMS[key].label,
        target: ROOMS[key].path,
        icon: ROOMS[key].icon,
        children: [],
      })),
      ...ownRooms,
    ],
    utilityBar: [{ label: 'Suche', target: '/suche', icon: 'search', children: [] }],
    social: Object.entries(identity.social).map(([network, target]) => ({
      label: NETWORK_NAMES[network as keyof typeof NETWORK_NAMES],
      target: target ?? '/',
      icon: network,
      children: [],
    })),
    legal: documents.map(({ id, title }) => ({ label: title, target: `/${id}`, children: [] })),
  }
  return (Object.keys(HANDLES) as (keyof typeof HANDLES)[]).map((menu) => ({
    handle: HANDLES[menu],
    entries: navigation[menu]?.map(toEntry) ?? defaults[menu] ?? [],
  }))
}

function toEntry({ label, target, icon, children }: MenuItem): MenuEntry {
  return { label, target, icon, children: children.map(toEntry) }
}

/** Pages that every publication has. */
const EVERYWHERE: MenuEntry[] = [
  { label: 'Schlagzeilen', target: '/schlagzeilen', icon: 'clock', children: [] },
  { label: 'Neueste Artikel', target: '/neueste-artikel', icon: 'arrow-up', children: [] },
  { label: 'Suche', target: '/suche', icon: 'search', children: [] },
]

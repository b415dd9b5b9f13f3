/**
 * Saves the content of one publication's folder: taxonomy, coupons, newsletters, documents, menus and fronts. One
 * transaction guarded by a digest: of several processes only one writes, and the same content again writes nothing.
 * Other publications keep theirs.
 */
import { createHash } from 'node:crypto'
import type { ContentItem, MENU_HANDLES, MenuEntry } from '@lokalteil/contracts/content'
import { Front } from '@lokalteil/contracts/publication/front'
import type { ImportMapping } from '@lokalteil/contracts/publication/mapping'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Geodata } from '@lokalteil/domain/display/place-map'
import type { RedirectRule } from '@lokalteil/domain/routing/redirect-rules'
import { LISTS } from './article-record.ts'
import { listMedia } from './media-uses.ts'
import { toCarriers, type ContentDb, type Trx } from './schema.ts'
import * as changeStore from './store/changes.ts'
import * as entryStore from './store/entries.ts'
import type { StoredCoupon, StoredDocument, StoredMenu, StoredNewsletter } from './store/entries.ts'
import { relist } from './store/lists.ts'
import { saveMediaUses } from './store/media.ts'
import * as taxonomyStore from './store/taxonomy.ts'
import type { OwnEntry } from './store/taxonomy.ts'
import { createTaxonomy, type AuthorRecord, type Region, type Section, type Taxonomy, type Topic } from './taxonomy.ts'

export type PublicationContent = {
  code: PublicationCode
  /** In the order of the page; sections made by an import stay. */
  sections: readonly Section[]
  /** `id` null: keeps the id the tag has, else uses its slug. `parent`: a slug. */
  tags: readonly { slug: string; name: string; id: string | null; parent: string | null; kind: string }[]
  /** `tags`: slugs. */
  topics: readonly (Omit<Topic, 'tagIds'> & { tags: readonly string[] })[]
  /** Parents before their children. */
  regions: readonly Omit<Region, 'isCurated'>[]
  people: readonly Omit<AuthorRecord, 'isCurated'>[]
  coupons: readonly StoredCoupon[]
  newsletters: readonly StoredNewsletter[]
  /** The categories of agencies, for imports. */
  mapping: ImportMapping | null
  documents: readonly { id: string; title: string; updated: Date; contentItems: readonly ContentItem[] }[]
  /** Empty: menus are made of sections and documents. */
  menus: readonly { handle: (typeof MENU_HANDLES)[number]; entries: readonly MenuEntry[] }[]
  /** The home page and the fronts of sections. */
  front: Front
  /** Redirects of addresses of a former site. */
  redirects: readonly RedirectRule[]
  /** Geodata for maps of its places; absent: no maps. */
  map?: Geodata
}

/** `source`: digest of the files the content was made from, so that unchanged files are not read again (`isSaved`). */
export async function savePublication(
  db: ContentDb,
  publication: PublicationContent,
  now: Date,
  source = '',
): Promise<'saved' | 'unchanged'> {
  const name = toMark(publication.code)
  const digest = createHash('sha256').update(JSON.stringify(publication)).digest('hex')
  const mark = `${digest} ${source}`
  if ((await changeStore.getMark(db, name)) === mark) return 'unchanged'
  return changeStore.write(db, async (trx) => {
    // Another process may have been faster.
    const isThere = (await changeStore.getMark(trx, name))?.split(' ')[0] === digest
    if (!isThere) {
      await saveOrder(trx, publication)
      await saveTexts(trx, publication)
      await saveFront(trx, publication)
      await saveRedirects(trx, publication)
      await saveMap(trx, publication)
      await changeStore.logChanges(trx, ['*'], 'all', now)
    }
    await changeStore.setMark(trx, name, mark)
    return isThere ? 'unchanged' : 'saved'
  })
}

/** Whether the saved content was made from `source`. */
export async function isSaved(db: ContentDb, code: PublicationCode, source: string): Promise<boolean> {
  return (await changeStore.getMark(db, toMark(code)))?.split(' ')[1] === source
}

const toMark = (code: PublicationCode): string => `publication ${code}`

/** Saves entries with an id. Articles are listed anew if their tags or regions moved. */
async function saveOrder(
  trx: Trx,
  publication: Omit<PublicationContent, 'documents' | 'menus' | 'front'>,
): Promise<void> {
  const { code } = publication
  const before = createTaxonomy(await taxonomyStore.loadTaxonomy(trx, code))
  const known = await taxonomyStore.listTagIds(trx, code)
  const own = new Map(
    known.toSorted((a, b) => Number(a.inFolder) - Number(b.inFolder)).map(({ slug, id }) => [slug, id] as const),
  )
  const idOf = new Map(publication.tags.map(({ slug, id }) => [slug, id ?? own.get(slug) ?? slug]))
  const portraits = publication.people.map(({ portrait }) => ({ portrait }))
  const entries: OwnEntry[] = [
    ...publication.sections.map(({ path, ...data }) => toOwnEntry('section', path, data)),
    ...publication.tags.map(({ slug, name, parent, kind }) => {
      const parentId = parent === null ? null : (idOf.get(parent) ?? null)
      return toOwnEntry('tag', idOf.get(slug)!, { slug, name, parentId, kind })
    }),
    ...publication.topics.map(({ id, tags, ...data }) =>
      toOwnEntry('topic', id, { ...data, tagIds: tags.flatMap((slug) => idOf.get(slug) ?? []) }),
    ),
    ...publication.regions.map(({ id, ...data }) => toOwnEntry('region', id, data)),
    ...publication.people.map(({ id, ...data }) => toOwnEntry('author', id, data)),
    ...publication.coupons.map((data) => toOwnEntry('coupon', data.id, data)),
    ...publication.newsletters.map((data) => toOwnEntry('newsletter', data.slug, data)),
    ...(publication.mapping === null ? [] : [toOwnEntry('mapping', 'import', publication.mapping)]),
  ]
  const unnamed = await taxonomyStore.listUnnamed(trx, code, entries)
  await taxonomyStore.saveOwnEntries(trx, code, entries)
  // An import made the tag before the folder gave it an id.
  for (const { slug, id } of known) {
    const now = idOf.get(slug)
    if (now !== undefined && now !== id) await taxonomyStore.setTagParent(trx, code, id, now)
  }
  await saveMediaUses(trx, [
    {
      usedBy: `order:${code}`,
      media: { free: listMedia([publication.topics, portraits, publication.newsletters]), paid: [] },
    },
  ])
  const after = createTaxonomy(await taxonomyStore.loadTaxonomy(trx, code))
  const moved = listMoved(before, after)
  if (moved.length > 0) await relist(trx, code, moved, listAncestry(after))
  await taxonomyStore.dropEntries(trx, code, unnamed)
}

const toOwnEntry = (kind: OwnEntry['kind'], id: string, data: object): OwnEntry => ({ kind, id, data })

/** Lists of tags and regions whose ancestors changed. */
function listMoved(before: Taxonomy, after: Taxonomy): string[] {
  const was = listAncestry(before)
  const is = listAncestry(after)
  return [...new Set([...was.keys(), ...is.keys()])].filter(
    (list) => (was.get(list) ?? []).join() !== (is.get(list) ?? []).join(),
  )
}

/** For each list of a tag or region, the lists above it. */
function listAncestry(taxonomy: Taxonomy): Map<string, string[]> {
  return new Map([
    ...taxonomy.allTags.map(
      ({ id }) => [LISTS.tag(id), taxonomy.listTagAncestors(id).map((above) => LISTS.tag(above.id))] as const,
    ),
    ...taxonomy.regions.map(
      ({ id }) => [LISTS.region(id), taxonomy.listRegionAncestors(id).map((above) => LISTS.region(above.id))] as const,
    ),
  ])
}

async function saveFront(trx: Trx, { code, front }: Pick<PublicationContent, 'code' | 'front'>): Promise<void> {
  const entry = { key: `${code}/front`, ...toCarriers([code]), data: Front.parse(front) }
  await entryStore.replaceEntriesOf(trx, 'front', code, [entry])
}

async function saveRedirects(
  trx: Trx,
  { code, redirects }: Pick<PublicationContent, 'code' | 'redirects'>,
): Promise<void> {
  const entry = { key: `${code}/rules`, ...toCarriers([code]), data: redirects }
  await entryStore.replaceEntriesOf(trx, 'redirects', code, redirects.length === 0 ? [] : [entry])
}

async function saveMap(trx: Trx, { code, map }: Pick<PublicationContent, 'code' | 'map'>): Promise<void> {
  const entries = map === undefined ? [] : [{ key: `${code}/map`, ...toCarriers([code]), data: map }]
  await entryStore.replaceEntriesOf(trx, 'map', code, entries)
}

/** Saves documents and menus of this publication only. */
async function saveTexts(
  trx: Trx,
  { code, documents, menus }: Pick<PublicationContent, 'code' | 'documents' | 'menus'>,
): Promise<void> {
  const carriers = toCarriers([code])
  const toEntry = <T extends StoredDocument | StoredMenu>(name: string, data: T) => ({
    key: `${code}/${name}`,
    ...carriers,
    data,
  })
  await entryStore.replaceEntriesOf(
    trx,
    'document',
    code,
    documents.map(({ id, title, updated, contentItems }) =>
      toEntry<StoredDocument>(id, { id, title, updated: updated.toISOString(), contentItems: [...contentItems] }),
    ),
  )
  await entryStore.replaceEntriesOf(
    trx,
    'menu',
    code,
    menus.map(({ handle, entries }) => toEntry<StoredMenu>(handle, { handle, entries: [...entries] })),
  )
}

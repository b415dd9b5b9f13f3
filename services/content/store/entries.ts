/**
 * Podcasts, documents, menus, fronts and the sport table: stored as a whole, by kind. Coupons and newsletters are in
 * `taxonomy.ts`.
 */
import type { ContentItem, MenuEntry, Picture } from '@lokalteil/contracts/content'
import { listMedia } from '../media-uses.ts'
import { ROWS_AT_ONCE, type Carriers, type ContentDb, type Trx } from '../schema.ts'
import { saveMediaUses } from './media.ts'

export type EntryKind = 'podcast' | 'document' | 'menu' | 'sport' | 'front' | 'redirects' | 'map'

export type Entry = Carriers & { key: string; data: unknown }

export type StoredPodcast = {
  id: string
  title: string
  description: string
  picture: Picture | null
  episodes: {
    id: string
    title: string
    description: string
    publishDate: string
    audio: ContentItem & { type: 'audio' }
    transcript: string[]
    picture: Picture | null
    bytes: number
  }[]
}

export type StoredCoupon = {
  id: string
  partner: string
  title: string
  description: string
  discount: string
  code: string
  validUntil: string
  target: string
}

export type StoredNewsletter = {
  slug: string
  title: string
  description: string
  rhythm: string
  sender: string
  picture: Picture | null
  sampleSections: string[]
}

export type StoredDocument = { id: string; title: string; updated: string; contentItems: ContentItem[] }

export type StoredMenu = { handle: string; entries: MenuEntry[] }

export async function listEntries(db: ContentDb, kind: EntryKind): Promise<Entry[]> {
  return db
    .selectFrom('content.entries')
    .select(['key', 'publications', 'later', 'data'])
    .where('kind', '=', kind)
    .orderBy('position')
    .execute()
}

export async function replaceEntries(trx: Trx, kind: EntryKind, entries: readonly Entry[]): Promise<void> {
  await trx.deleteFrom('content.entries').where('kind', '=', kind).execute()
  const rows = entries.map(({ key, publications, later, data }, position) => ({
    kind,
    key,
    position,
    publications,
    later,
    data: JSON.stringify(data),
  }))
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto('content.entries')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
  await saveMediaUses(trx, [
    { usedBy: `entries:${kind}`, media: { free: listMedia(entries.map(({ data }) => ({ data }))), paid: [] } },
  ])
}

/**
 * Replaces the entries of one publication, keys `{code}/…`. They must name no file of the picture store, because media
 * uses are not updated.
 */
export async function replaceEntriesOf(
  trx: Trx,
  kind: EntryKind,
  code: string,
  entries: readonly Entry[],
): Promise<void> {
  await trx.deleteFrom('content.entries').where('kind', '=', kind).where('key', 'like', `${code}/%`).execute()
  if (entries.length === 0) return
  await trx
    .insertInto('content.entries')
    .values(entries.map(({ data, ...entry }, position) => ({ ...entry, kind, position, data: JSON.stringify(data) })))
    .execute()
}

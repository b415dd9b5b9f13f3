/**
 * What the folder of one publication says about its content: sections, documents and menus. One transaction, guarded by a
 * digest, so that of several processes one writes and the same again writes nothing. Other publications keep theirs.
 */
import { createHash } from 'node:crypto'
import type { ContentItem, MENU_HANDLES, MenuEntry } from '@lokalteil/contracts/content'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { RedirectRule } from '@lokalteil/domain/routing/redirect-rules'
import { toMask, type ContentDb, type Trx } from './schema.ts'
import * as changeStore from './store/changes.ts'
import * as entryStore from './store/entries.ts'
import type { StoredDocument, StoredMenu } from './store/entries.ts'
import * as taxonomyStore from './store/taxonomy.ts'

export type PublicationContent = {
  code: Mandator
  /** In the order readers see; sections that an import has made stay. */
  sections: readonly { path: string; name: string; seoTitle: string; description: string }[]
  documents: readonly { id: string; title: string; updated: Date; contentItems: readonly ContentItem[] }[]
  /** None: they are made of sections and documents. */
  menus: readonly { handle: (typeof MENU_HANDLES)[number]; entries: readonly MenuEntry[] }[]
  /** Where addresses of a former site lead. */
  redirects?: readonly RedirectRule[]
}

export async function savePublication(
  db: ContentDb,
  publication: PublicationContent,
  now: Date,
): Promise<'saved' | 'unchanged'> {
  const { code, sections } = publication
  const mark = `publication ${code}`
  const digest = createHash('sha256').update(JSON.stringify(publication)).digest('hex')
  if ((await changeStore.getMark(db, mark)) === digest) return 'unchanged'
  return changeStore.write(db, async (trx) => {
    // Another process may have been faster.
    if ((await changeStore.getMark(trx, mark)) === digest) return 'unchanged' as const
    await taxonomyStore.saveSectionsOf(trx, toMask([code]), sections)
    await saveTexts(trx, publication)
    const rules = publication.redirects ?? []
    await entryStore.replaceEntriesOf(
      trx,
      'redirects',
      code,
      rules.length === 0 ? [] : [{ key: `${code}/rules`, publications: toMask([code]), data: rules }],
    )
    await changeStore.setMark(trx, mark, digest)
    await changeStore.logChanges(trx, ['*'], 'all', now)
    return 'saved' as const
  })
}

/** Documents and menus; those of other publications stay. */
export async function saveTexts(
  trx: Trx,
  { code, documents, menus }: Pick<PublicationContent, 'code' | 'documents' | 'menus'>,
): Promise<void> {
  const publications = toMask([code])
  const toEntry = <T extends StoredDocument | StoredMenu>(name: string, data: T) => ({
    key: `${code}/${name}`,
    publications,
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

/**
 * Actions of the office on a single article: correct its headline, withdraw it, restore it, lead an address to it.
 * Deliveries never bring back an article withdrawn here.
 */
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import { matchRoute } from '@lokalteil/domain/routing/routes'
import { restate } from './article-record.ts'
import { toPartsOfRecord } from './records.ts'
import type { ContentContext } from './context.ts'
import type { ContentDb, Trx } from './schema.ts'
import * as articleStore from './store/articles.ts'
import * as changeStore from './store/changes.ts'
import { saveFormerAddresses } from './store/former-addresses.ts'
import * as officeStore from './store/office.ts'
import type { Copy, OfficeRow } from './store/office.ts'
import * as recordStore from './store/records.ts'
import type { Taxonomy } from './taxonomy.ts'

/** Days for which a withdrawn article may be restored. */
export const KEPT_DAYS = 30
const DAY = 86_400_000
const MOST_CORRECTIONS = 20

type LoadTaxonomy = (trx: Trx) => Promise<Taxonomy>

/** The id in an address, or of the article that a former address leads to; null: none. */
async function findId(trx: Trx, owner: string, reference: string): Promise<string | null> {
  const text = reference.trim()
  if (/^\d{1,20}$/.test(text)) return text
  const path = URL.canParse(text, 'https://site.invalid') ? new URL(text, 'https://site.invalid').pathname : ''
  const found = path === '' ? null : matchRoute(path)
  if (found?.kind === 'route' && 'id' in found.route && typeof found.route.id === 'string') return found.route.id
  const former = toFormerAddress(text)
  return former === null ? null : officeStore.findIdByFormerAddress(trx, owner, former)
}

export async function getOfficeArticle(trx: Trx, owner: string, reference: string): Promise<OfficeRow | null> {
  const id = await findId(trx, owner, reference)
  return id === null ? null : officeStore.getOfficeRow(trx, owner, id)
}

/** Null: no such article; `removed`: it was withdrawn already; `lost`: there is no copy to restore. */
export type Changed = { path: string } | 'removed' | 'shown' | 'lost' | null

export async function correctTitle(
  db: ContentDb,
  loadTaxonomy: LoadTaxonomy,
  owner: string,
  id: string,
  { title, correction }: { title: string; correction: string },
  now: Date,
): Promise<Changed> {
  return changeStore.write(db, async (trx) => {
    const found = await officeStore.getOfficeRow(trx, owner, id)
    if (found === null) return null
    if (found.removed) return 'removed'
    const { row, lists } = split(found)
    const parts = restate(row, lists, await loadTaxonomy(trx), (article) => ({
      ...article,
      title,
      seoTitle: article.seoTitle === article.title ? title : article.seoTitle,
      updateDate: now > new Date(article.publishDate) ? now.toISOString() : article.updateDate,
      ...(correction === ''
        ? {}
        : {
            correction,
            corrections: [{ date: now.toISOString(), text: correction }, ...(article.corrections ?? [])].slice(
              0,
              MOST_CORRECTIONS,
            ),
          }),
    }))
    await articleStore.saveArticles(trx, [parts], now)
    await correctRecord(trx, id, title, correction, now)
    return { path: parts.row.path }
  })
}

/** Corrects the office's record of the article in the same way. */
async function correctRecord(trx: Trx, id: string, title: string, correction: string, now: Date): Promise<void> {
  const stored = await recordStore.getRecordRow(trx, id)
  if (stored === null) return
  const { owner, revision, draft, published } = stored
  if (revision === null || draft === null || published === null) return
  const added = correction === '' ? [] : [{ date: now.toISOString(), text: correction }]
  const corrections = [...added, ...draft.corrections].slice(0, MOST_CORRECTIONS)
  const corrected = { ...draft, title, corrections }
  await recordStore.saveRecord(trx, { id, owner, revision, draft: corrected, published, updated: now, at: now })
}

const toKeptSince = (now: Date) => new Date(now.getTime() - KEPT_DAYS * DAY)

export async function dropOldCopies({ db, now }: Pick<ContentContext, 'db' | 'now'>): Promise<void> {
  await officeStore.dropCopiesBefore(db, toKeptSince(now()))
}

/** `isForGood`: keeps no copy, so it cannot be restored. */
export async function withdrawArticle(
  db: ContentDb,
  owner: string,
  id: string,
  isForGood: boolean,
  now: Date,
): Promise<Changed> {
  return changeStore.write(db, async (trx) => {
    const found = await officeStore.getOfficeRow(trx, owner, id)
    if (found === null) return null
    const { row, lists } = split(found)
    const copy = isForGood || found.removed ? null : { row, lists }
    await officeStore.keepWithdrawn(trx, id, copy, now)
    if (isForGood) await recordStore.removeRecord(trx, id)
    if (!found.removed) await articleStore.removeArticles(trx, [id], new Map([[id, row.source_version]]), now)
    return { path: row.path }
  })
}

export async function restoreArticle(
  db: ContentDb,
  loadTaxonomy: LoadTaxonomy,
  owner: string,
  id: string,
  now: Date,
): Promise<Changed> {
  return changeStore.write(db, async (trx) => {
    const found = await officeStore.getOfficeRow(trx, owner, id)
    if (found === null) return null
    if (!found.removed) return 'shown'
    if (!found.has_copy) return 'lost'
    const stored = await recordStore.getRecordRow(trx, id)
    const taxonomy = await loadTaxonomy(trx)
    const written = stored === null ? null : toPartsOfRecord(stored, taxonomy)
    const copy = await officeStore.takeCopy(trx, id, toKeptSince(now))
    if (written === null && copy === null) return 'lost'
    const parts = written ?? toPartsOfCopy(copy!, taxonomy)
    await articleStore.saveArticles(trx, [parts], now)
    return { path: parts.row.path }
  })
}

function toPartsOfCopy({ row, lists }: Copy, taxonomy: Taxonomy) {
  const dated = { ...row, shown: new Date(row.shown), changed: new Date(row.changed) }
  return restate(dated, lists, taxonomy, (article) => article)
}

/** `from`: an address of this or of the former site. Null: no such article. */
export async function leadTo(
  db: ContentDb,
  owner: string,
  from: string,
  to: string,
): Promise<{ from: string; path: string } | null> {
  return changeStore.write(db, async (trx) => {
    const target = await getOfficeArticle(trx, owner, to)
    const given = /^\d{1,20}$/.test(from.trim())
      ? ((await officeStore.getOfficeRow(trx, owner, from.trim()))?.path ?? '')
      : from
    const address = toFormerAddress(given)
    if (target === null || target.removed || address === null || address === target.path) return null
    await saveFormerAddresses(trx, owner, [{ address, articleId: target.id }])
    return { from: address, path: target.path }
  })
}

function split({ lists, former_addresses: _former, withdrawn_at: _at, has_copy: _copy, ...row }: OfficeRow) {
  return { row, lists }
}

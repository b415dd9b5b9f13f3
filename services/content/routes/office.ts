/** Actions on single articles for the office, behind the service key. */
import type { Article } from '@lokalteil/contracts/content'
import { problem } from '../../platform/serve.ts'
import { announce, notFound, type ContentContext, type InternalHandler } from '../context.ts'
import * as office from '../office.ts'
import type { Changed } from '../office.ts'
import type { OfficeRow } from '../store/office.ts'
import * as taxonomyStore from '../store/taxonomy.ts'
import { createTaxonomy } from '../taxonomy.ts'

const NONE = 'The publication owns no such article'

export const findArticle: InternalHandler<'findArticle'> = async ({ db, now }, { query, context }) => {
  const row = await db
    .transaction()
    .execute((trx) => office.getOfficeArticle(trx, context.publication.code, query.reference))
  return row === null ? notFound(NONE) : toAnswer(row, now())
}

function toAnswer(row: OfficeRow, now: Date) {
  const article = row.removed ? null : (JSON.parse(row.article) as Article)
  return {
    id: row.id,
    path: row.path,
    title: article?.title ?? '',
    state: row.removed ? ('withdrawn' as const) : row.shown > now ? ('waiting' as const) : ('shown' as const),
    sourceId: row.source_id ?? '',
    version: row.source_version,
    published: article?.publishDate ?? null,
    updated: article?.updateDate ?? null,
    contentRestriction: article?.contentRestriction ?? null,
    sectionPath: row.section_path,
    corrections: (article?.corrections ?? []).map(({ date, text }) => ({ date, text })),
    formerAddresses: row.former_addresses,
    withdrawnHere: row.withdrawn_at?.toISOString() ?? null,
    canComeBack: row.removed && row.has_copy,
  }
}

export const correctTitle: InternalHandler<'correctTitle'> = async (content, { params, body, context }) => {
  const { code } = context.publication
  const found = await office.correctTitle(content.db, loadTaxonomy(code), code, params.id, body, content.now())
  return settle(content, params.id, found, 'article')
}

export const withdrawArticle: InternalHandler<'withdrawArticle'> = async (content, { params, body, context }) => {
  const { code } = context.publication
  const found = await office.withdrawArticle(content.db, code, params.id, body.isForGood, content.now())
  return settle(content, params.id, found, 'removed')
}

export const restoreArticle: InternalHandler<'restoreArticle'> = async (content, { params, context }) => {
  const { code } = context.publication
  const found = await office.restoreArticle(content.db, loadTaxonomy(code), code, params.id, content.now())
  return settle(content, params.id, found, 'article')
}

export const leadTo: InternalHandler<'leadTo'> = async (content, { body, context }) => {
  const found = await office.leadTo(content.db, context.publication.code, body.from, body.to)
  if (found === null) return notFound('The target is no article that is shown, or the address is none')
  await announce(content, { ids: [], kind: 'all' })
  return found
}

const loadTaxonomy = (code: string) => async (trx: Parameters<typeof taxonomyStore.loadTaxonomy>[0]) =>
  createTaxonomy(await taxonomyStore.loadTaxonomy(trx, code))

async function settle(content: ContentContext, id: string, found: Changed, kind: 'article' | 'removed') {
  if (found === null) return notFound(NONE)
  if (found === 'removed') return problem(409, 'WITHDRAWN', 'The article was withdrawn; bring it back first')
  if (found === 'shown') return problem(409, 'SHOWN', 'The article is not withdrawn')
  if (found === 'lost')
    return problem(
      409,
      'NO_COPY',
      `There is no copy of it: its source withdrew it, or it is more than ${office.KEPT_DAYS} days ago`,
    )
  await announce(content, { ids: [id], kind })
  return found
}

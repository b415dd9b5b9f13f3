/**
 * Redirects addresses of a publisher's former site; asked only for addresses that are no page here. The folder's own
 * lines come first, then addresses that came with articles, then the folder's patterns. Always answers the final
 * address, so that readers are redirected once.
 */
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import {
  findExact,
  findQueried,
  listMatches,
  toRedirectTable,
  type RedirectTarget,
  type RedirectRule,
  type RedirectTable,
} from '@lokalteil/domain/routing/redirect-rules'
import {
  cached,
  notFound,
  toView,
  type ContentContext,
  type PublicationContext,
  type PublicHandler,
} from '../context.ts'
import { findByFormerAddress, findBySlug, type FormerArticle } from '../store/former-addresses.ts'
import { loadEntries } from './entries.ts'

type Redirect = { status: 301 | 410; target: string | null; named: string[] }

const RULES_MS = 30_000

export const getRedirect: PublicHandler<'getRedirect'> = async (content, { query, context }) => {
  const table = await loadTable(content, context)
  const queried = findQueried(table, query.address)
  const address = toFormerAddress(query.address)
  if (queried !== null) {
    const found = await settle(content, context, queried.found, null)
    if (found !== null) return { ...found, named: queried.named }
  }
  if (address === null) return notFound('No such address')
  const exact = findExact(table, address)
  const own = exact === null ? null : await settle(content, context, exact, address)
  if (own !== null) return own
  const article = await findArticle(content, context, address)
  if (article !== null) return toAnswer(article)
  for (const match of listMatches(table, address)) {
    const found = await settle(content, context, match, address)
    if (found !== null) return found
  }
  return notFound('No such address')
}

function loadTable(content: ContentContext, context: PublicationContext): Promise<RedirectTable> {
  return cached(
    content,
    `redirects|${context.publication.code}`,
    async () => toRedirectTable((await loadEntries<RedirectRule[]>(content, 'redirects', context)).flat()),
    RULES_MS,
  )
}

const findArticle = (content: ContentContext, context: PublicationContext, address: string) =>
  findByFormerAddress(content.db, context.publication.code, address, toView(content, context))

const toAnswer = ({ removed, path }: FormerArticle): Redirect =>
  removed ? { status: 410, target: null, named: [] } : { status: 301, target: path, named: [] }

/** Null: the target does not exist. */
async function settle(
  content: ContentContext,
  context: PublicationContext,
  found: RedirectTarget,
  asked: string | null,
): Promise<Redirect | null> {
  if (found.kind === 'gone') return { status: 410, target: null, named: [] }
  if (found.kind === 'article') {
    const article = await findBySlug(content.db, context.publication.code, found.slug, toView(content, context))
    return article === null ? null : toAnswer(article)
  }
  const former = found.target.startsWith('/') ? toFormerAddress(found.target) : null
  if (former !== null && former === asked) return null
  const article = former === null ? null : await findArticle(content, context, former)
  return article === null || article.removed ? { status: 301, target: found.target, named: [] } : toAnswer(article)
}

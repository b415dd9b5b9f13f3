/** Redirects from addresses of the publisher's former site, if this site has no page there. */
import { toFormerAddress, toQueried, withoutNumber } from '@lokalteil/domain/routing/former-addresses'
import { answerError } from './error-answers.ts'
import { toSearchOf, type PageAnswer, type PageRequest, type PagesContext } from './pages-context.ts'

const KEPT = 'public, max-age=300'

/** Null: unknown address, or the service is down. Tracking parameters are passed on. */
export async function answerFormerAddress(context: PagesContext, request: PageRequest): Promise<PageAnswer | null> {
  const asked = request.path + toSearchOf(request.query)
  // Other systems identify pages by query parameters.
  const address = toQueried(asked) === null ? toFormerAddress(asked) : asked
  if (address === null) return null
  const read = await context.contentOf(request.publication, request).getRedirect({}, { address })
  if (!read.ok) return null
  const { status, target, named } = read.data
  if (status === 410 || target === null) return answerError(context, request, 410, ({ gone }) => gone)
  const search = toSearchOf(withoutNumber(request.query, named))
  const location = target.includes('?') ? target + search.replace('?', '&') : target + search
  return { status: 301, headers: { location, 'cache-control': KEPT }, page: null, body: '' }
}

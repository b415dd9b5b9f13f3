/** Where an address of a publisher's former site leads; asked only for what is no page any more. */
import { toFormerAddress } from '@lokalteil/domain/routing/former-addresses'
import { notFound, toView, type ContentContext, type PublicCall, type PublicReply } from '../context.ts'
import { findByFormerAddress } from '../store/former-addresses.ts'

export async function getRedirect(
  content: ContentContext,
  { query, context }: PublicCall<'getRedirect'>,
): PublicReply<'getRedirect'> {
  const address = toFormerAddress(query.address)
  if (address === null) return notFound('No such address')
  const article = await findByFormerAddress(content.db, context.publication.code, address, toView(content, context))
  if (article === null) return notFound('No such address')
  return article.removed ? { status: 410, target: null } : { status: 301, target: article.path }
}

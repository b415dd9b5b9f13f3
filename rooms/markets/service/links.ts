/**
 * Links in mails: a guest's enquiry, the end of a saved search. Opening one changes nothing; using it is idempotent.
 */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import { isRefusal, problem, type Refusal } from '@lokalteil/services/platform/serve'
import type { InternalHandlers, MarketContext } from './context.ts'
import { confirmEnquiry, findEnquiryLink, type EnquiryLink } from './enquiries.ts'
import { endSearches } from './saved-searches.ts'
import { getSearch, type SearchRow } from './store/searches.ts'

type LinkSubject = { kind: 'enquiry'; link: EnquiryLink } | { kind: 'search'; row: SearchRow }

async function find(
  context: MarketContext,
  publication: PublicationCode,
  token: string,
): Promise<LinkSubject | Refusal> {
  const enquiry = await findEnquiryLink(context, publication, token)
  if (enquiry !== null) return isRefusal(enquiry) ? enquiry : { kind: 'enquiry', link: enquiry }
  const row = await getSearch(context.db, publication, token)
  return row === null ? problem(404, 'INVALID_LINK', 'No such link') : { kind: 'search', row }
}

function describe(found: LinkSubject) {
  return found.kind === 'enquiry'
    ? { kind: found.kind, market: found.link.row.market, about: found.link.listing.body.title, placeName: '' }
    : { kind: found.kind, market: found.row.market, about: found.row.query, placeName: found.row.place_name }
}

export const getLink: InternalHandlers['getLink'] = async (context, { context: publication, body }) => {
  const found = await find(context, publication, body.token)
  if (isRefusal(found)) return found
  const isDone = found.kind === 'enquiry' && found.link.row.state === 'sent'
  return { ...describe(found), state: isDone ? 'done' : 'open' }
}

export const useLink: InternalHandlers['useLink'] = async (context, { context: publication, body }) => {
  const found = await find(context, publication, body.token)
  if (isRefusal(found)) return found
  if (found.kind === 'enquiry') await confirmEnquiry(context, publication, found.link)
  else await endSearches(context, publication, { id: found.row.id })
  return describe(found)
}

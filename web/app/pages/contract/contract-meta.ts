/** Metadata of the pages for the contract rights, which must be indexed. */
import type { ContractRight } from '@lokalteil/domain/commerce/contract-rights'
import type { ToMeta } from '../../page/page.ts'
import { contractTexts } from '../../messages/commerce/contract.ts'

const toMeta =
  (right: ContractRight): ToMeta =>
  (_data, _route, { publication }) => ({
    description: `${contractTexts.of(right).title} – ${publication.name}. ${contractTexts.of(right).intro}`,
  })

export const cancellationMeta = toMeta('cancellation')
export const withdrawalMeta = toMeta('withdrawal')

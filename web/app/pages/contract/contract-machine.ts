/** The contract rights for machines: they must be found. */
import type { ContractRight } from '@lokalteil/domain/commerce/contract-rights'
import type { Machine } from '../../page/page.ts'
import { contractTexts } from '../../messages/contract.ts'

const toMachine =
  (right: ContractRight): Machine<unknown> =>
  (_data, _route, { publication }) => ({
    description: `${contractTexts.of(right).title} – ${publication.name}. ${contractTexts.of(right).intro}`,
  })

export const cancellationMachine = toMachine('cancellation')
export const withdrawalMachine = toMachine('withdrawal')

/** Creates some codes for each publication of the demo; existing ones stay. */
import type { CommerceService } from '@lokalteil/services/commerce/app'
import type { NewCodes } from '@lokalteil/services/commerce/codes/code-batches'
import { findPublication } from '@lokalteil/domain/publication/publications'
import { DEMO_PUBLICATIONS } from '../codes.ts'

/** Named in README.md. Each can be used by many readers, so that every visitor of the demo can redeem one. */
const DEMO_CODES: readonly NewCodes[] = [
  { batch: 'demo-plus', code: 'DEMO-PLUS-2026', grants: { kind: 'access', offerId: 'plus-monat', months: 3 } },
  { batch: 'demo-coins', code: 'DEMO-COIN-2026', grants: { kind: 'coins', count: 5 } },
  {
    batch: 'demo-voucher',
    code: 'DEMO-BONS-2026',
    grants: { kind: 'voucher', voucher: { kind: 'percent', value: 20, periods: 3 } },
  },
].map((one) => ({ ...one, count: 1, uses: 10_000, validUntil: null }) as NewCodes)

export async function seedCodes(commerce: Pick<CommerceService, 'fillCodes'>): Promise<void> {
  for (const publication of DEMO_PUBLICATIONS.filter((code) => findPublication(code) !== null))
    for (const codes of DEMO_CODES) await commerce.fillCodes(publication, codes)
}

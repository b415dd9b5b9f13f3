/** Gives each publication of the demo its offers, the people to order from, who writes the invoices, and a few codes; what is there stays. */
import { PUBLISHERS } from '../publishers.ts'
import { DEMO_PUBLICATIONS, type DemoCode } from '../codes.ts'
import type { SubscriptionService } from '@lokalteil/services/commerce/app'
import type { NewCodes } from '@lokalteil/services/commerce/codes/code-batches'
import { toDefaultOffers } from '@lokalteil/services/commerce/offers/default-offers'

/** Named in README.md; each of them for many readers, so that everybody who looks at the demo can redeem one. */
export const DEMO_CODES: readonly NewCodes[] = [
  { batch: 'demo-plus', code: 'DEMO-PLUS-2026', grants: { kind: 'access', offerId: 'plus-monat', months: 3 } },
  { batch: 'demo-coins', code: 'DEMO-COIN-2026', grants: { kind: 'coins', count: 5 } },
  {
    batch: 'demo-voucher',
    code: 'DEMO-BONS-2026',
    grants: { kind: 'voucher', voucher: { kind: 'percent', value: 20, periods: 3 } },
  },
].map((one) => ({ ...one, count: 1, uses: 10_000, validUntil: null }) as NewCodes)

/** Of a bank that does not exist; the id is the one banks test with. */
const ACCOUNTS: Readonly<Record<DemoCode, string>> = {
  ak: 'DE42999999990000004120',
  fb: 'DE82999999990000004370',
  ht: 'DE88999999990000004650',
  la: 'DE71999999990000004180',
}

export async function seedOffers(
  subscription: Pick<SubscriptionService, 'fillCatalogue' | 'fillCodes' | 'fillSeller'>,
): Promise<void> {
  for (const mandator of DEMO_PUBLICATIONS) {
    await seedSeller(subscription, mandator)
    const { phone, host } = PUBLISHERS[mandator]
    await subscription.fillCatalogue(mandator, {
      offers: toDefaultOffers(mandator),
      readerService: { phone, hours: 'Montag bis Freitag 7 bis 18 Uhr, Samstag 7 bis 12 Uhr', email: `abo@${host}` },
    })
    for (const codes of DEMO_CODES) await subscription.fillCodes(mandator, codes)
  }
}

/** Before anything is paid: without it nobody writes an invoice. */
export async function seedSeller(
  subscription: Pick<SubscriptionService, 'fillSeller'>,
  mandator: DemoCode,
): Promise<void> {
  const { phone, host, company, street, town, directors, register, vatId } = PUBLISHERS[mandator]
  const address = { street, postcode: town.slice(0, 5), town: town.slice(6), country: 'DE' }
  await subscription.fillSeller(mandator, {
    company,
    ...address,
    directors,
    register,
    vatId,
    phone,
    email: `abo@${host}`,
    bank: 'Sparkasse Auental',
    iban: ACCOUNTS[mandator],
    bic: 'AUENDEX1XXX',
    creditorId: 'DE98ZZZ09999999999',
  })
}

/**
 * The process that the kill -9 test kills: it makes partial refunds through the service's own handlers without end, some of them
 * twice at once, and prints each acknowledged one as a line. `refunds-durability.test.ts` starts it; the provider runs in the
 * test and survives.
 */
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { writeSync } from 'node:fs'
import { openDatabase } from '../../platform/database.ts'
import { SELLER } from '../billing/billing.testing.ts'
import { get, openTestPlatform, TEST_BUYER, toStripeSettings } from '../coins/ledger.testing.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { settleCharge } from './charge-outcomes.ts'

setPublications(TEST_PUBLICATIONS)

export type Acknowledged = { refundId: string; cents: number }

const OFFICES = 3
const PARTS = [1000, 2500, null]

const { DATABASE_URL: url, DATA_DIR: dataDir, ROUND: round = '0', STRIPE_URL: apiUrl = '' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const { service, ordersOf, billingOf } = await openTestPlatform(database, () => new Date(), {
  payments: toStripeSettings(apiUrl),
})
await service.applyFolder('ht', {
  version: 1,
  catalogue: { offers: toTestOffers('ht'), readerService: null },
  seller: SELLER,
})
const [orders, billing] = [ordersOf('ht'), billingOf('ht')]
const { priceCents } = toTestOffers('ht').find(({ id }) => id === 'plus-jahr')!

async function giveBack(office: number): Promise<void> {
  for (let count = 0; ; count++) {
    const sub = `reader-${round}-${office}-${count}`
    const body = {
      offerId: 'plus-jahr',
      confirmedCents: priceCents,
      idempotencyKey: `pressed-${sub}`,
      buyer: TEST_BUYER,
      payment: { kind: 'card' as const },
      consents: { terms: true },
      email: 'eva@example.org',
      isGuest: false,
      requester: `requester-${sub}`,
    }
    await get(orders.placeOrder({ params: { sub }, body }))
    const [charge] = await get(orders.listCharges({ params: { sub } }))
    await database.db
      .transaction()
      .execute((within) =>
        settleCharge(
          service.context,
          { publication: 'ht', chargeId: charge!.id },
          { reference: `pi_${charge!.id}` },
          within as never,
        ),
      )
    const invoice = (await get(billing.listDocuments({ params: { sub } }))).find(
      ({ kind }) => kind === 'invoice',
    )!.number
    for (const [index, cents] of PARTS.entries()) {
      const ask = () =>
        get(billing.refundInvoice({ body: { invoice, cents, idempotencyKey: `part-${index}`, reason: 'goodwill' } }))
      const [refund] = await Promise.all(count % 2 === 0 ? [ask(), ask()] : [ask()])
      // Write synchronously to the pipe: an acknowledgement in a buffer would be lost with the kill.
      writeSync(1, `${JSON.stringify({ refundId: refund!.id, cents: refund!.cents } satisfies Acknowledged)}\n`)
    }
  }
}

await Promise.all(Array.from({ length: OFFICES }, (_unused, index) => giveBack(index)))

/**
 * The process that the kill -9 test kills: readers order subscriptions and coins through the service's own handlers without
 * end, by debit, card and invoice, some orders sent twice. It prints each acknowledged order as a line.
 * `orders-durability.test.ts` starts it.
 */
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { writeSync } from 'node:fs'
import { openDatabase } from '../../platform/database.ts'
import { toTestOffers } from '../offers/offers.testing.ts'
import { TEST_CARDS, TEST_IBANS } from '../payments/payment-providers.ts'
import { get, openTestPlatform, queueMailAsRow, TEST_BUYER } from '../coins/ledger.testing.ts'

setPublications(TEST_PUBLICATIONS)

/** `key`: the idempotency key; `state`: from the answer. */
export type Ordered = { sub: string; key: string; offerId: string; cents: number; state: string; number: string }

const BUYERS = 6
const PAYMENTS = [
  { kind: 'sepa' as const, iban: TEST_IBANS.paid, holder: 'Eva Sommer', mandate: true },
  { kind: 'card' as const, number: TEST_CARDS.paid },
  { kind: 'invoice' as const },
  { kind: 'card' as const, number: TEST_CARDS.declined },
]

const { DATABASE_URL: url, DATA_DIR: dataDir, ROUND: round = '0' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const { service, ordersOf } = await openTestPlatform(database, () => new Date(), {
  queueMail: queueMailAsRow,
})
const offers = toTestOffers('ht')
await service.applyFolder('ht', { version: 1, catalogue: { offers, readerService: null }, seller: null })
await service.orders.resume()
const orders = ordersOf('ht')
const sold = ['plus-jahr', 'coins-5', 'pur', 'coins-10'].map((id) => offers.find((offer) => offer.id === id)!)

async function order(buyer: number): Promise<void> {
  for (let count = 0; ; count++) {
    const sub = `reader-${round}-${buyer}-${count}`
    for (const [index, offer] of sold.entries()) {
      const payment = PAYMENTS[(count + index) % (offer.kind === 'coins' ? 2 : 4)]!
      const key = `pressed-${sub}-${offer.id}`
      const body = {
        offerId: offer.id,
        confirmedCents: offer.priceCents,
        idempotencyKey: key,
        buyer: TEST_BUYER,
        payment,
        consents: { terms: true, withdrawalLapses: true },
        email: 'eva@example.org',
        isGuest: false,
        requester: `requester-${sub}`,
      }
      const press = () => get(orders.placeOrder({ params: { sub }, body }))
      const [{ state, number }] = await Promise.all(count % 3 === 0 ? [press(), press()] : [press()])
      // Write synchronously to the pipe: an acknowledgement in a buffer would be lost with the kill.
      writeSync(
        1,
        `${JSON.stringify({ sub, key, offerId: offer.id, cents: offer.priceCents, state, number } satisfies Ordered)}\n`,
      )
    }
  }
}

await Promise.all(Array.from({ length: BUYERS }, (_unused, index) => order(index)))

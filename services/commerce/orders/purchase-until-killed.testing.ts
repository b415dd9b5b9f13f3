/**
 * The process that the kill -9 test kills: readers buy from a seller with a stock without end, by card, debit and invoice, some
 * purchases sent twice. It prints each acknowledged purchase as a line. `purchases-durability.test.ts` starts it.
 */
import { writeSync } from 'node:fs'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { openDatabase } from '../../platform/database.ts'
import { get, openTestPlatform, queueMailAsRow, TEST_BUYER } from '../coins/ledger.testing.ts'
import { TEST_CARDS, TEST_IBANS } from '../payments/payment-providers.ts'
import { openTestSeller, toTestBasket } from './lines/seller.testing.ts'

setPublications(TEST_PUBLICATIONS)

export type Bought = { key: string; number: string; state: string }

const BUYERS = 6
const PAYMENTS = [
  { kind: 'card' as const, number: TEST_CARDS.paid },
  { kind: 'invoice' as const },
  { kind: 'card' as const, number: TEST_CARDS.declined },
  { kind: 'sepa' as const, iban: TEST_IBANS.paid, holder: 'Eva Sommer', mandate: true },
]

const { DATABASE_URL: url, DATA_DIR: dataDir, ROUND: round = '0' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const seller = await openTestSeller(database, 100_000)
const REFERENCE = 'basket-of-the-kills'
seller.baskets.set(REFERENCE, toTestBasket())
const { service, purchasesOf } = await openTestPlatform(database, () => new Date(), {
  findSeller: seller.find,
  queueMail: queueMailAsRow,
})
await service.orders.resume()

async function buy(buyer: number): Promise<void> {
  for (let count = 0; ; count++) {
    const sub = `reader-${round}-${buyer}-${count}`
    const key = `pressed-${sub}`
    const body = {
      seller: 'test',
      reference: REFERENCE,
      confirmedCents: 1980,
      idempotencyKey: key,
      buyer: TEST_BUYER,
      payment: PAYMENTS[(buyer + count) % PAYMENTS.length]!,
      consents: { terms: true, withdrawalLapses: false },
      email: 'eva@example.org',
      isGuest: false,
      requester: `requester-${sub}`,
    }
    // A busy machine may answer too late: repeat the request with the same key, as the reader's page does.
    const press = async (): Promise<{ number: string; state: string }> => {
      const answer = await purchasesOf('ht').placePurchase({ params: { sub }, body })
      return !answer.ok && answer.status === 503 ? press() : get(Promise.resolve(answer))
    }
    const [{ number, state }] = await Promise.all(count % 3 === 0 ? [press(), press()] : [press()])
    // Write synchronously to the pipe: an acknowledgement in a buffer would be lost with the kill.
    writeSync(1, `${JSON.stringify({ key, number, state } satisfies Bought)}\n`)
  }
}

await Promise.all(Array.from({ length: BUYERS }, (_unused, index) => buy(index)))

/** A process that orders the same basket many times in parallel; it prints the outcomes as lines of JSON. */
import { setTimeout } from 'node:timers/promises'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { openDatabase } from '@lokalteil/services/platform/database'
import { sayOutcomes, untilBegun } from '@lokalteil/services/platform/two-processes.testing'
import { openTestShop, outcomeOf } from './shop.testing.ts'

setPublications(TEST_PUBLICATIONS)

const [mark = '', reference = '', today = '', count = ''] = process.argv.slice(2)
const database = await openDatabase({ url: process.env.DATABASE_URL! })
const { seller } = await openTestShop(database, () => new Date(today))
const order = (index: number) => {
  const number = `A-2026-${String(index).padStart(4, '0')}-${mark}`
  return outcomeOf(seller.reserveBasket({ params: { number }, body: { reference, sub: 'reader-1' } }))
}
await untilBegun()
const outcomes = await Promise.all(Array.from({ length: Number(count) }, (_, index) => order(index)))
// A busy machine may answer 503: the order is repeated with the same number, as the platform does, one after the other.
for (const index of outcomes.keys())
  while (outcomes[index]!.startsWith('503')) {
    await setTimeout(50)
    outcomes[index] = await order(index)
  }
await database.close()
sayOutcomes(outcomes)

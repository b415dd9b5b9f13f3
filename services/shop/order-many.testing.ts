/** A process of its own that orders the same basket many times at once; what came of each is one JSON line. */
import { setTimeout } from 'node:timers/promises'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { openDatabase } from '../platform/database.ts'
import { sayOutcomes, untilBegun } from '../platform/two-processes.testing.ts'
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
// A busy machine may not answer in time: the platform asks again with the same number, and not all of them at once.
for (const index of outcomes.keys())
  while (outcomes[index]!.startsWith('503')) {
    await setTimeout(50)
    outcomes[index] = await order(index)
  }
await database.close()
sayOutcomes(outcomes)

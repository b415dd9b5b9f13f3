/**
 * The process that the kill -9 test kills: readers get coins, buy articles and return some, through the service's own handlers,
 * without end. It prints each acknowledged answer as a line. `ledger-durability.test.ts` starts it.
 */
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { writeSync } from 'node:fs'
import { openDatabase } from '../../platform/database.ts'
import { get, openTestPlatform } from './ledger.testing.ts'

setPublications(TEST_PUBLICATIONS)

/** `id`: of the article or, for `granted`, the idempotency key. The lines of one reader are in order of time. */
export type Acknowledged = { kind: 'granted' | 'bought' | 'refunded'; sub: string; id: string }

const BUYERS = 4

const { DATABASE_URL: url, DATA_DIR: dataDir, FIRST_ID: first = '1' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const { of } = await openTestPlatform(database, () => new Date())
const platform = of('ht')
// Write synchronously to the pipe: an acknowledgement in a buffer would be lost with the kill.
const say = (acknowledged: Acknowledged) => writeSync(1, `${JSON.stringify(acknowledged)}\n`)

async function buy(sub: string): Promise<void> {
  const params = { sub }
  for (let id = Number(first); ; id++) {
    const articleId = String(id)
    await get(
      platform.grantCoins({
        params,
        body: { count: 1, reason: 'Kulanz', idempotencyKey: `given-${sub}-${articleId}` },
      }),
    )
    say({ kind: 'granted', sub, id: articleId })
    const { receiptNumber } = await get(
      platform.buyArticle({
        params,
        body: {
          articleId,
          title: `Artikel ${articleId}`,
          path: `/artikel-${articleId}`,
          price: 1,
          idempotencyKey: `pressed-${articleId}`,
        },
      }),
    )
    say({ kind: 'bought', sub, id: articleId })
    if (id % 4 !== 0) continue
    await get(platform.refundBooking({ params: { receiptNumber }, body: { reason: 'Text unvollständig' } }))
    say({ kind: 'refunded', sub, id: articleId })
  }
}

await Promise.all(Array.from({ length: BUYERS }, (_unused, index) => buy(`reader-${index}`)))

/**
 * Readers who never stop buying, for the test of kill -9: coins given, articles bought, some of them given back, through
 * the service's own handlers; of each what was acknowledged is said, one line at a time. Started by
 * `ledger-durability.test.ts` as a process of its own.
 */
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { writeSync } from 'node:fs'
import { openDatabase } from '../../platform/database.ts'
import { get, openTestPlatform } from './ledger.testing.ts'

setPublications(TEST_PUBLICATIONS)

/** `id` is an article's or, for `granted`, the key; what comes later in one reader's lines happened later. */
export type Acknowledged = { kind: 'granted' | 'bought' | 'refunded'; sub: string; id: string }

const BUYERS = 4

const { DATABASE_URL: url, DATA_DIR: dataDir, FIRST_ID: first = '1' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const { of } = await openTestPlatform(database, () => new Date())
const platform = of('ht')
// Straight to the pipe: what was acknowledged must be said before the kill, not be kept in a buffer of this process.
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

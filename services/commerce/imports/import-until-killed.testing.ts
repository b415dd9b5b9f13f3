/**
 * The process that the kill -9 test kills: it imports subscribers without end and prints each acknowledged line.
 * `import-durability.test.ts` starts it.
 */
import { writeSync } from 'node:fs'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { atNoon, openBillingPlatform } from '../billing/billing.testing.ts'
import { get } from '../coins/ledger.testing.ts'
import { openDatabase } from '../../platform/database.ts'
import { ON_ACCOUNT, toLine } from './imported.testing.ts'

setPublications(TEST_PUBLICATIONS)

export type Brought = { ids: string[] }

const { DATABASE_URL: url, DATA_DIR: dataDir, ROUND: round = '0' } = process.env
const database = await openDatabase(url === undefined ? { dataDir: dataDir! } : { url })
const platform = (await openBillingPlatform(database, { now: atNoon('2026-11-23') })).of('ak')

/** Imports batches; two calls run at once with the same lines. */
async function bring(): Promise<void> {
  for (let batch = 0; ; batch++) {
    const ids = Array.from({ length: 10 }, (_unused, index) => `${round}-${batch * 10 + index}`)
    const contracts = ids.map((id, index) => ({ ...toLine(id, index % 2 === 0 ? {} : ON_ACCOUNT), sub: `sub-${id}` }))
    const { results } = await get(platform.importContracts({ body: { dryRun: false, contracts } }))
    // Write synchronously to the pipe: an acknowledgement in a buffer would be lost with the kill.
    writeSync(
      1,
      `${JSON.stringify({ ids: results.filter(({ result }) => result !== 'refused').map(({ id }) => id) } satisfies Brought)}\n`,
    )
  }
}

await Promise.all([bring(), bring()])

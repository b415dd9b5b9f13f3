/** Works on the jobs of a store, slowly, and prints which it began and finished; for `job-conformance.test.ts`. */
import { openDatabase } from '../database.ts'
import { createJobRunner } from './job-runner.ts'
import { openStoredQueue } from './job-table.ts'

const { DATABASE_URL, DATA_DIR, WORK_MS = '20' } = process.env
const database = await openDatabase(DATABASE_URL === undefined ? { dataDir: DATA_DIR! } : { url: DATABASE_URL })
const tell = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
const runner = createJobRunner({
  queue: await openStoredQueue<number>(database, 'test'),
  async work({ key }) {
    tell({ began: key })
    await new Promise((resolve) => setTimeout(resolve, Number(WORK_MS)))
    tell({ finished: key })
  },
  retry: { delayMs: () => 0, longestMs: 0 },
  leaseMs: 60_000,
  batch: 3,
  now: () => new Date(),
  onError: (error) => tell({ error: String(error) }),
})
await runner.runDue()
tell({ empty: true })
// Keeps running until it is killed.
setInterval(() => {}, 60_000)

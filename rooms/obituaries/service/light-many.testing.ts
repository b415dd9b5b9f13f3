/** A separate process in which one reader lights candles many times at once. */
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { OBITUARIES_INTERNAL } from '../contract/obituaries.ts'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { openDatabase } from '@lokalteil/services/platform/database'
import { sayOutcomes, untilBegun } from '@lokalteil/services/platform/two-processes.testing'
import { createObituariesService } from './app.ts'

setPublications(TEST_PUBLICATIONS)

const [mark = '', today = '', person = '', reader = '', count = ''] = process.argv.slice(2)
const database = await openDatabase({ url: process.env.DATABASE_URL! })
const service = await createObituariesService({
  database,
  serviceKey: mark,
  secret: 'a-secret-of-at-least-32-characters',
  queueMail: async () => {},
  pricesOf: () => null,
  giveUp: async () => true,
  pictures: { toPath: (id) => id, put: async () => {}, remove: async () => {} },
  now: () => new Date(today),
})
const client = createTestClient(OBITUARIES_INTERNAL, {
  base: 'http://notices.local/ak',
  headers: { authorization: `Bearer ${mark}` },
  fetch: (request: Request) => service.app.fetch(request),
})
await untilBegun()
const body = { kind: 'candle' as const, name: 'Nora', text: '', address: 'nora@example.org' }
const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const answer = await client.addEntry({ params: { reader, person }, body })
    return answer.ok ? 'ok' : String(answer.status)
  }),
)
await service.close()
await database.close()
sayOutcomes(outcomes)

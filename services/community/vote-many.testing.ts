/** A separate process in which one reader votes and reviews many times at once. */
import { COMMUNITY, type ArticleFacts, type Reader } from '@lokalteil/contracts/community'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { Community } from '@lokalteil/contracts/publication/community'
import { setPublications } from '@lokalteil/domain/publication/publications'
import { TEST_PUBLICATIONS } from '@lokalteil/domain/publication/publications.testing'
import { openDatabase } from '../platform/database.ts'
import { sayOutcomes, untilBegun } from '../platform/two-processes.testing.ts'
import { createCommunityService } from './app.ts'

setPublications(TEST_PUBLICATIONS)

const [mark = '', today = '', comment = '', facts = '', who = '', count = ''] = process.argv.slice(2)
const article = JSON.parse(facts) as ArticleFacts
const reader = JSON.parse(who) as Reader
const database = await openDatabase({ url: process.env.DATABASE_URL! })
const { app } = await createCommunityService({
  database,
  serviceKey: mark,
  secret: 'a-secret-of-at-least-32-characters',
  rulesOf: () => Community.parse({ comments: {}, reviews: {}, slowSeconds: 0 }),
  queueMail: async () => {},
  now: () => new Date(today),
})
const client = createTestClient(COMMUNITY, {
  base: 'http://community.local/ak',
  headers: { authorization: `Bearer ${mark}` },
  fetch: (request: Request) => app.fetch(request),
})
const toOutcome = (answer: { ok: true } | { ok: false; status: number }) => (answer.ok ? 'ok' : String(answer.status))
await untilBegun()
const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => [
    toOutcome(await client.vote({ params: { comment }, body: { reader, value: 1, requester: mark } })),
    toOutcome(
      await client.saveReview({
        body: { article, reader, stars: 4, text: `Gut, auch beim ${index}. Mal.`, requester: mark },
      }),
    ),
  ]),
)
await database.close()
sayOutcomes(outcomes.flat())

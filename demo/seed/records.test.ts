import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, CONTENT_INTERNAL, RECORDS } from '@lokalteil/contracts/content'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { createContentService } from '@lokalteil/services/content/app'
import { fillContent } from '@lokalteil/services/content/content.testing'
import { openEmptyDatabase } from '@lokalteil/services/platform/database/database.testing'
import { expect, it } from 'vitest'
import { toDemoContent } from '../demo.testing.ts'

const KEY = 'a-key-for-tests'
const NOW = new Date('2026-11-21T09:00:00Z')

it('every article of the demo comes back from its draft as it was', { timeout: 180_000 }, async () => {
  const database = await openEmptyDatabase(createTestDatabase)
  const service = await createContentService({ database, serviceKey: KEY, now: () => NOW, checkAnswers: true })
  try {
    const demo = toDemoContent(NOW)
    await fillContent(service, demo)
    for (const { id, owner } of [...demo.articles, ...demo.testReports]) {
      const to = {
        base: `http://content.local/${owner}`,
        headers: { authorization: `Bearer ${KEY}` },
        timeout: 20_000,
        fetch: (request: Request) => service.app.fetch(request),
      }
      const [content, internal, records] = [
        createTestClient(CONTENT, to),
        createTestClient(CONTENT_INTERNAL, to),
        createTestClient(RECORDS, to),
      ]
      const params = { id }
      const read = async () => {
        const answers = [
          await content.getArticle({ params }),
          await content.getTestReport({ params }),
          await internal.getFullArticle({ params }),
          await content.getTeaser({ params }),
        ]
        return answers.map((answer) => (answer.ok ? answer.data : answer.status))
      }
      const before = await read()
      const record = await records.getRecord({ params })
      if (!record.ok) throw new Error(`${id} ${record.problem.code} ${record.problem.title}`)
      const { draft, updateDate: updated } = record.data
      const saved = await records.saveRecord({ params, body: { revision: 1, draft, updated } })
      expect([id, saved.ok]).toEqual([id, true])
      expect([id, await read()]).toEqual([id, before])
      const again = await records.getRecord({ params })
      expect(again.ok && again.data).toEqual({ ...record.data, revision: 1 })
    }
  } finally {
    await service.close()
    await database.close()
  }
})

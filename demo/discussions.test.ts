/** The demo's discussions pass the checks of the service and belong to existing articles. */
import { createTestDatabase } from '@lokalteil/tools/postgres'
import { createTestClient } from '@lokalteil/contracts/kernel/client.testing'
import { COMMUNITY } from '@lokalteil/contracts/community'
import { Community } from '@lokalteil/contracts/publication/community'
import { createCommunityService } from '@lokalteil/services/community/app'
import { openTestDatabase } from '@lokalteil/services/platform/database/database.testing'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { expect, it } from 'vitest'
import type { SeededComment } from '@lokalteil/services/community/seed'
import { DISCUSSIONS, type DemoComment } from './discussions.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const folder = (code: string) => new URL(`publications/${code}/community.yaml`, import.meta.url)

it('every publication has one with a pick, an answer of the author and a removed comment (R1-61)', async () => {
  const { database, drop } = await openTestDatabase('postgres', createTestDatabase)
  const service = await createCommunityService({
    database,
    serviceKey: 'a-key-for-tests',
    secret: 's'.repeat(32),
    rulesOf: (code) => Community.parse(parse(readFileSync(folder(code), 'utf8'))),
    queueMail: () => Promise.reject(new Error('nobody is to be told')),
    now: () => NOW,
  })
  const toSeeded = ({ replies = [], up = 0, down = 0, ...comment }: DemoComment): SeededComment => ({
    ...comment,
    up,
    down,
    at: NOW,
    replies: replies.map(toSeeded),
  })
  const seen = new Map<string, Set<string>>()
  for (const { publication, articleId, comments, reviews = [] } of DISCUSSIONS) {
    const authors = {
      'Lena Vogt': '/autor/1',
      'Henrik Petersen': '/autor/2',
      'Ines Cordes': '/autor/3',
      'Anja Weidlich': '/autor/4',
    }
    const article = {
      id: articleId,
      path: `/artikel-${articleId}`,
      title: 'Ein Artikel',
      section: 'lokales',
      publishDate: NOW.toISOString(),
      isTestReport: reviews.length > 0,
      authors: Object.entries(authors).map(([name, path]) => ({ name, path })),
    }
    const discussion = {
      article,
      authors,
      comments: comments.map(toSeeded),
      reviews: reviews.map((one) => ({ ...one, at: NOW })),
    }
    for (let start = 0; start < 2; start += 1) await service.seed(publication, discussion)
    const api = createTestClient(COMMUNITY, {
      base: `http://community.local/${publication}`,
      headers: { authorization: 'Bearer a-key-for-tests' },
      fetch: (request) => service.app.fetch(request),
    })
    const found = await api.listComments({ body: { article, viewer: null } })
    if (!found.ok) throw new Error(found.problem.code)
    expect(found.data.threads).toHaveLength(comments.length)
    const marks = seen.get(publication) ?? new Set()
    for (const one of found.data.threads.flatMap((thread) => [thread, ...thread.replies])) {
      if (one.isPicked) marks.add('pick')
      if (one.voice === 'author') marks.add('author')
      if (one.state === 'removed') marks.add('removed')
    }
    seen.set(publication, marks)
  }
  for (const marks of seen.values()) expect(marks).toEqual(new Set(['pick', 'author', 'removed']))
  expect(seen.size).toBe(4)
  await service.close()
  await drop()
})

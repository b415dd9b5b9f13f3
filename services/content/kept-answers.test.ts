import { createTestDatabase } from '@lokalteil/tools/postgres'
import { CONTENT, CONTENT_INTERNAL } from '@lokalteil/contracts/content'
import { createClient } from '@lokalteil/contracts/kernel/client'
import type { Endpoint } from '@lokalteil/contracts/kernel/endpoint'
import { get, outcomeOf } from '@lokalteil/contracts/kernel/client.testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, openTestDatabase } from '../platform/database/database.testing.ts'
import { findLocalCall } from '../platform/serve.ts'
import { createContentService, type ContentService } from './app.ts'
import { EMBARGOED_ID, fillContent, incoming, NOW, PAID_ID, PAID_SECRETS, SEED } from './content.testing.ts'

const KEY = 'a-key-for-tests'

describe.each(ENGINES)('answers that are kept in memory, on %s', (engine) => {
  let opened: Awaited<ReturnType<typeof openTestDatabase>>
  const open = () =>
    createContentService({ database: opened.database, serviceKey: KEY, now: () => NOW, checkAnswers: true })
  /** Called as pages do, without requests. */
  const at = ({ app }: ContentService, code = 'ak') => {
    const options = {
      base: `http://content.local/${code}`,
      headers: { authorization: `Bearer ${KEY}` },
      timeout: 0,
      fetch: () => expect.fail('a request was made'),
      local: (endpoint: Endpoint) => findLocalCall(app, endpoint, `/${code}`),
    }
    return { ...createClient(CONTENT, options), ...createClient(CONTENT_INTERNAL, options) }
  }
  const version = 'v5'
  const articleOf = (service: ContentService, id: string, code?: string) =>
    at(service, code).getArticle({ params: { version, id } })
  let service: ContentService
  const bring = async (sourceId: string, more: Parameters<typeof incoming>[1]) => {
    const { results } = await get(at(service).ingest({ body: { documents: [incoming(sourceId, more)] } }))
    return results[0]!.id!
  }

  beforeAll(async () => {
    opened = await openTestDatabase(engine, createTestDatabase)
    service = await open()
    await fillContent(service, SEED)
  })
  afterAll(async () => {
    await service.close()
    await opened.drop()
  })

  it('are the same object until something changes', async () => {
    const id = await bring('urn:kept:1', { title: 'Zuerst' })
    const first = await get(articleOf(service, id))
    expect(await get(articleOf(service, id))).toBe(first)
    await bring('urn:kept:1', { title: 'Danach', version: 2 })
    expect((await get(articleOf(service, id))).title).toBe('Danach')
  })

  it('hold no more of a paid article than its first paragraph, also after the whole was read', async () => {
    await get(at(service).getFullArticle({ params: { id: PAID_ID } }))
    const text = JSON.stringify(await get(articleOf(service, PAID_ID)))
    expect(PAID_SECRETS.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('are each publication’s own, and none under embargo', async () => {
    const ids = [PAID_ID, EMBARGOED_ID]
    const outcomes = await Promise.all(ids.map((id) => outcomeOf(articleOf(service, id))))
    expect(outcomes).toEqual(['ok', '404 NOT_FOUND'])
    const id = await bring('urn:kept:2', { title: 'Nur hier' })
    await get(articleOf(service, id))
    expect(await outcomeOf(articleOf(service, id, 'fb'))).toBe('404 NOT_FOUND')
  })

  it('end when an article is withdrawn', async () => {
    const id = await bring('urn:kept:3', { title: 'Wird entfernt' })
    await get(articleOf(service, id))
    await bring('urn:kept:3', { version: 2, status: 'canceled' })
    expect(await outcomeOf(articleOf(service, id))).toBe('410 GONE')
  })

  it('of home page, sections and tags show a change at once', async () => {
    const titles = async () => {
      const client = at(service)
      const pages = [
        await get(client.getHome({ params: { version } })),
        await get(client.getChannel({ params: { version, path: 'lokales' } })),
      ]
      return pages.map((page) => JSON.stringify(page).includes('Gerade eben'))
    }
    expect(await titles()).toEqual([false, false])
    await bring('urn:kept:4', { title: 'Gerade eben', sectionPath: 'lokales' })
    expect(await titles()).toEqual([true, true])
  })

  it('are forgotten when another process says that it withdrew something', async () => {
    const id = await bring('urn:kept:5', { title: 'Steht noch da' })
    const first = await get(articleOf(service, id))
    service.forget()
    expect(await get(articleOf(service, id))).not.toBe(first)
  })
})

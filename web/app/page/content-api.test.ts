import { describe, expect, it } from 'vitest'
import { createPortalClient } from './portal-client.ts'
import { CONTENT_VERSION, createBrowserFetch, createContentApi } from './content-api.ts'

function setUp(statuses: readonly (number | 'down')[] = []) {
  const calls: { address: string; init: RequestInit | undefined }[] = []
  const fetcher = (async (address: string, init?: RequestInit) => {
    calls.push({ address, init })
    const status = statuses[calls.length - 1] ?? 200
    if (status === 'down') throw new TypeError('fetch failed')
    return new Response('{"id":"7"}', { status })
  }) as typeof fetch
  return { calls, fetcher }
}

describe('content in the browser', () => {
  it('R7.3-01 R7.3-03 R9-50 calls paths below the base, v5 by default', async () => {
    const { calls, fetcher } = setUp()
    await createContentApi('/__proxy_content_api', createBrowserFetch(createPortalClient({ fetcher }))).getArticle({
      id: '7',
    })
    await createContentApi(
      'https://content.example',
      createBrowserFetch(createPortalClient({ fetcher })),
      'v6',
    ).getArticle({ id: '7' })
    expect(calls.map(({ address }) => address)).toEqual([
      '/__proxy_content_api/v5/articles/7',
      'https://content.example/v6/articles/7',
    ])
    expect(CONTENT_VERSION).toBe('v5')
  })

  it('R7.3-04 sends the params as the query and leaves empty ones out', async () => {
    const { calls, fetcher } = setUp()
    const reader = createContentApi('', createBrowserFetch(createPortalClient({ fetcher })))
    await reader.listHeadlines({}, { page: 2 })
    await reader.listHeadlines({}, { page: undefined })
    await reader.searchArticles({}, { offset: 0, limit: 3, searchTerms: 'rathaus;brand' })
    expect(calls.map(({ address }) => address)).toEqual([
      '/v5/headlines?page=2',
      '/v5/headlines',
      '/v5/articles/search?offset=0&limit=3&searchTerms=rathaus%3Bbrand',
    ])
  })

  it('R7.3-05 omits credentials', async () => {
    const { calls, fetcher } = setUp()
    await createContentApi('', createBrowserFetch(createPortalClient({ fetcher }))).getSite()
    expect(calls[0]!.init?.credentials).toBe('omit')
  })

  it('keeps the segments of a path and encodes their values', async () => {
    const { calls, fetcher } = setUp()
    await createContentApi('', createBrowserFetch(createPortalClient({ fetcher }))).getChannel({
      path: 'sport/fußball?x',
    })
    expect(calls[0]!.address).toBe('/v5/channels/sport/fu%C3%9Fball%3Fx')
  })

  it.each([408, 409, 425, 429, 500, 502, 503, 504, 'down'] as const)(
    'R7.1-10 retries once after %s, and only then',
    async (status) => {
      const good = setUp([status, 200])
      expect(
        await createContentApi('', createBrowserFetch(createPortalClient({ fetcher: good.fetcher }))).getArticle({
          id: '7',
        }),
      ).toEqual({
        ok: true,
        data: { id: '7' },
      })
      expect(good.calls.length).toBe(2)
      const bad = setUp([status, status, 200])
      expect(
        await createContentApi('', createBrowserFetch(createPortalClient({ fetcher: bad.fetcher }))).getArticle({
          id: '7',
        }),
      ).toEqual({
        ok: false,
        status: status === 'down' ? 0 : status,
      })
      expect(bad.calls.length).toBe(2)
    },
  )

  it.each([400, 401, 403, 404, 410])('R7.1-10 retries once after %i', async (status) => {
    const { calls, fetcher } = setUp([status])
    expect(
      await createContentApi('', createBrowserFetch(createPortalClient({ fetcher }))).getArticle({ id: '7' }),
    ).toEqual({
      ok: false,
      status,
    })
    expect(calls.length).toBe(1)
  })
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Article, Teaser } from '@lokalteil/contracts/content'
import { answerCalls, leave, render, settle } from '../../browser/dom.testing.tsx'
import type { Portal } from '../../page/portal.ts'

const ARTICLE = {
  id: '10',
  tags: [{ id: '77' }],
  relatedArticles: { teasers: [] },
  contentItems: [],
} as unknown as Article
const teaser = (documentId: string) => ({ documentId, title: `Artikel ${documentId}` }) as Teaser

let asked: object[]
beforeEach(() => {
  vi.resetModules()
  asked = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {}
      disconnect = () => {}
    },
  )
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
  delete window.recommendationWidget
})

/** `delay`: milliseconds until the script answers. */
async function show(settings: object, delay: number, more: object = {}) {
  answerCalls({
    'GET /api/settings': () => Response.json(settings),
    'GET /__proxy_content_api/v5/teasers': () => Response.json({ teasers: [teaser('20')] }),
    'GET /__proxy_content_api/v5/most-read': () => Response.json({ teasers: [teaser('30')] }),
    'GET /api/figures/read-with/10': () => Response.json({ articleIds: [] }),
  })
  window.recommendationWidget = {
    async request(request) {
      asked.push(request)
      await new Promise((resolve) => setTimeout(resolve, delay))
      return { type: 'topics', responseId: 'r-1', articleIds: ['20'] }
    },
  }
  const { default: Recommendations } = await import('./Recommendations.lazy.tsx')
  const { PortalProvider } = await import('../../page/portal.ts')
  const portal = { publication: { code: 'ak', isLocalEdition: false, ...more } } as unknown as Portal
  const place = await render(
    <PortalProvider surroundings={portal} moment={portal}>
      <Recommendations article={ARTICLE} renderTeaser={({ title }) => <p>{title}</p>} />
    </PortalProvider>,
  )
  const list = place.querySelector('[data-recommendations]')
  for (let waited = 0; waited < 200 && list?.getAttribute('data-recommendations') === 'pending'; waited++)
    await settle()
  return [list?.getAttribute('data-recommendations'), place.querySelector('p + div')?.textContent]
}
const BY_SCRIPT = ['topics', 'Artikel 20']
const MOST_READ = ['editorial', 'Artikel 30']

it.each<[string, object, number, readonly string[]]>([
  ['within the time of the setting', { data_reco_timeout_ms: 300 }, 100, BY_SCRIPT],
  ['after it, the most read', { data_reco_timeout_ms: 50 }, 150, MOST_READ],
  ['within the usual 400 ms', {}, 150, BY_SCRIPT],
])('R3.13-21 S9-11 shows the answer of the script %s: %j, after %i ms', async (_when, settings, delay, expected) => {
  expect(await show(settings, delay)).toEqual(expected)
})

it.each<[object, boolean]>([
  [{}, false],
  [{ data_reco_deactivatetopicranking_enabled: true }, true],
  [{ data_reco_deactivatetopicranking_enabled: false }, false],
])('R3.13-20 the script is told by %j whether topics rank: off %s', async (settings, isTopicRankingOff) => {
  expect(await show(settings, 0)).toEqual(BY_SCRIPT)
  expect(asked).toEqual([expect.objectContaining({ articleId: '10', topicIds: ['77'], isTopicRankingOff })])
})

it('S1-03 the local edition keeps the defaults', async () => {
  const settings = { data_reco_deactivatetopicranking_enabled: true, data_reco_timeout_ms: 1 }
  expect(await show(settings, 50, { isLocalEdition: true })).toEqual(BY_SCRIPT)
  expect(asked).toEqual([expect.objectContaining({ isTopicRankingOff: false })])
})

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { IssueTeaser } from '../contract/epaper.ts'
import type { ReadingPage } from '../contract/calls.ts'
import { PageSheet } from './PageSheet.tsx'

const ISSUE = { edition: 'haupt', day: '2026-11-28' }
const image = { src: '/x.webp', width: 1080, height: 1600 }
const zone = (articleKey: string | null, x: number, width = 0.2): ReadingPage['zones'][number] => ({
  kind: 'text',
  articleKey,
  box: { x, y: 0.1, width, height: 0.2 },
  polygon: null,
})
const articles = new Map(
  ['1-1', '1-2'].map((key): [string, IssueTeaser] => [
    key,
    { key, kicker: '', title: `Artikel ${key}`, author: '', teaser: '', pages: [1] } as unknown as IssueTeaser,
  ]),
)

function draw(zones: ReadingPage['zones']): string {
  const images = { thumb: image, small: image, page: image, zoom: image }
  const page = { number: 1, label: '1', section: '', zones, images } as unknown as ReadingPage
  return renderToStaticMarkup(
    <PageSheet issue={ISSUE} page={page} articles={articles} isCurrent sharpness="page" onError={() => {}} />,
  )
}

it.each<[string, ReadingPage['zones'], string[]]>([
  ['six zones of one article', [0, 0.1, 0.2, 0.3, 0.4, 0.5].map((x) => zone('1-1', x)), ['1-1']],
  ['two articles in turn', [zone('1-2', 0), zone('1-1', 0.3), zone('1-2', 0.6), zone('1-1', 0.8)], ['1-2', '1-1']],
  ['zones of no article or an unknown one', [zone(null, 0), zone('9-9', 0.2), zone('1-1', 0.5)], ['1-1']],
  ['a zone without a size', [zone('1-1', 0, 0), zone('1-1', 0.5)], ['1-1']],
  ['no zones', [], []],
])('R1-53 %s: screen reader and keyboard meet each article once', (_what, zones, keys) => {
  const html = draw(zones)
  expect([...html.matchAll(/<a href="[^"]*\/artikel\/([^"]+)"/g)].map(([, key]) => key)).toEqual(keys)
  expect([...html.matchAll(/Artikel (\d-\d)</g)].map(([, key]) => key)).toEqual(keys)
  expect(html).not.toContain('tabindex="-1"')
  const areas = zones.filter(({ articleKey, box }) => articles.has(articleKey ?? '') && box.width > 0)
  expect(html.match(/<span [^>]*aria-hidden="true"/g) ?? []).toHaveLength(areas.length)
})

it('every area lies on its zone, whichever comes first', () => {
  const html = draw([zone('1-1', 0.1), zone('1-1', 0.5, 0.4)])
  expect(html).toContain('left:10%;top:10%;width:20%;height:20%')
  expect(html).toContain('left:0%;top:0%;width:100%;height:100%')
  expect(html).toContain('left:200%;top:0%;width:200%;height:100%')
})

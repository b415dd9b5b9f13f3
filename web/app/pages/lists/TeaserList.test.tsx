import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Teaser } from '@lokalteil/contracts/content'
import type { AdvertisingFacts } from '@lokalteil/domain/advertising/facts'
import { publicationOf } from '@lokalteil/domain/publication/publications'
import { PortalProvider, type Portal } from '../../page/portal.ts'
import { TeaserRows } from './TeaserList.tsx'

const HARMLESS: Teaser = {
  documentId: '101',
  contentRestriction: 'free',
  targetPathOrUrl: '/markt-101',
  title: 'Der Markt zieht um',
  titlePrefix: '',
  teaserTextHtml: '',
  isSoldContent: false,
  isOpinion: false,
  isPodcast: false,
  isVideoArticle: false,
  isLive: false,
  isGallery: false,
  authors: [],
  img: null,
  publishDate: '2026-11-21T10:00:00.000Z',
  updateDate: null,
  isTestReport: false,
  sectionName: 'Lokales',
  sectionPath: 'lokales',
  readingMinutes: 3,
  tagIds: [],
  regionIds: [],
  rating: null,
}

/** Rows above the first place; null: there is none. `sensitive`: the change of a row's teaser. */
function countAbove(sensitive: Readonly<Record<number, Partial<Teaser>>>, advertising?: AdvertisingFacts) {
  const teasers = Array.from({ length: 24 }, (_, index) => ({
    ...HARMLESS,
    documentId: String(index + 1),
    ...sensitive[index + 1],
  }))
  const portal = { publication: publicationOf('fb'), now: '2026-11-21T12:00:00.000Z', path: '/', advertising }
  const html = renderToStaticMarkup(
    <PortalProvider surroundings={portal as unknown as Portal} moment={portal}>
      <TeaserRows teasers={teasers} hasAds />
    </PortalProvider>,
  )
  const [above, below] = html.split('data-ad-slot="list-1"')
  return below === undefined ? null : above!.split('<article').length - 1
}

const DEATH = { title: 'Zwei Tote bei Moorbeck' }

describe('a list of articles', () => {
  it.each<[string, Parameters<typeof countAbove>[0], AdvertisingFacts | undefined, number | null]>([
    ['of a publication without advertising', {}, undefined, null],
    ['without sensitive articles', {}, {}, 6],
    ['with one far from the place', { 5: DEATH, 8: DEATH }, {}, 6],
    ['with one above the place', { 6: DEATH }, {}, 7],
    ['with one below the place', { 7: DEATH }, {}, 8],
    ['with one whose first line says it', { 7: { titlePrefix: 'Unfall' } }, {}, 8],
    [
      'with one of a sensitive section',
      { 7: { sectionPath: 'blaulicht/kreis' } },
      { sensitive: { sections: ['blaulicht'] } },
      8,
    ],
    ['with one that the publication names', { 7: {} }, { sensitive: { articles: ['7'] } }, 8],
    [
      'that is all sensitive',
      Object.fromEntries(Array.from({ length: 24 }, (_, index) => [index + 1, DEATH])),
      {},
      null,
    ],
  ])('%s has its place beside harmless rows', (_what, sensitive, advertising, expected) => {
    expect(countAbove(sensitive, advertising)).toBe(expected)
  })
})

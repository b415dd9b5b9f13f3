/** A sample of every block of a front, made of a home page's content, with its lines of front.yaml. */
import type { Block, Teaser } from '@lokalteil/contracts/content'
import type { FrontBlockSource } from '@lokalteil/contracts/publication/front'
import { looksTexts } from '../../messages/publication/looks.ts'

export type SampleKind = Exclude<Block['kind'], 'adSlot' | 'extension'>
export type BlockSample = { kind: SampleKind; block: Block }
type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

const { material: texts } = looksTexts

/** As in the file. */
export const BLOCK_SOURCES: { readonly [Kind in SampleKind]: FrontBlockSource } = {
  lead: { block: 'lead' },
  twoUp: { block: 'articles', source: { section: 'lokales' }, layout: 'twoUp' },
  threeUp: { block: 'articles', source: { by: 'weight' }, layout: 'threeUp' },
  fourUp: { block: 'articles', source: { section: 'wirtschaft' }, layout: 'fourUp' },
  list: { block: 'articles', source: { by: 'newest' }, layout: 'list' },
  feature: { block: 'articles', source: { section: 'kultur' }, layout: 'feature' },
  opinion: { block: 'opinion', section: 'meinung' },
  timeline: { block: 'timeline' },
  region: { block: 'region', region: 'musterstadt' },
  mostRead: { block: 'mostRead', count: 5 },
  video: { block: 'video' },
  testReports: { block: 'testReports' },
  podcasts: { block: 'podcasts' },
  newsletter: { block: 'newsletter', newsletter: 'morgen' },
  topics: { block: 'topics' },
  services: { block: 'services' },
}

/** `home`: blocks of an existing front, whose articles and pictures are used. */
export function toBlockSamples(home: readonly Block[], now: string): BlockSample[] {
  const teasers = toTeasers(home, now)
  return (Object.keys(BLOCK_SOURCES) as SampleKind[]).map((kind) => ({
    kind,
    block: home.find((block) => block.kind === kind) ?? toSample(kind, teasers, now),
  }))
}

/** Teasers with pictures first, each once. */
function toTeasers(home: readonly Block[], now: string): Teaser[] {
  const found = home.flatMap((block) => [
    ...('teaser' in block ? [block.teaser, ...block.related] : []),
    ...('teasers' in block ? block.teasers : []),
  ])
  const each = [...new Map(found.map((teaser) => [teaser.documentId, teaser])).values()]
  const pictured = each.toSorted((a, b) => Number(b.img !== null) - Number(a.img !== null))
  return pictured.length >= texts.articles.length ? pictured : [...pictured, ...texts.articles.map(toTeaser(now))]
}

const toTeaser =
  (now: string) =>
  ([titlePrefix, title, teaserTextHtml]: (typeof texts.articles)[number], index: number): Teaser => ({
    documentId: String(index + 1),
    contentRestriction: index === 3 ? 'paid' : 'free',
    targetPathOrUrl: '/',
    title,
    titlePrefix,
    teaserTextHtml,
    isSoldContent: false,
    isOpinion: false,
    isPodcast: false,
    isVideoArticle: false,
    isGallery: false,
    isLive: false,
    isTestReport: false,
    authors: [],
    img: null,
    publishDate: now,
    updateDate: null,
    sectionName: texts.section,
    sectionPath: 'lokales',
    readingMinutes: 3,
    tagIds: [],
    regionIds: [],
    rating: null,
  })

function toSample(kind: SampleKind, teasers: readonly Teaser[], now: string): Block {
  const title = kind in texts.headings ? texts.headings[kind as keyof typeof texts.headings] : texts.section
  const some = (count: number) => teasers.slice(0, count)
  switch (kind) {
    case 'lead':
      return { kind, teaser: teasers[0]!, related: teasers.slice(1, 4) }
    case 'twoUp':
    case 'threeUp':
    case 'fourUp':
    case 'list':
    case 'feature':
      return { kind, title, target: '/lokales', teasers: some(COUNTS[kind]) }
    case 'opinion':
      return { kind, title, target: '', teasers: some(3).map((teaser) => ({ ...teaser, isOpinion: true })) }
    case 'timeline':
      return { kind, title, target: '', teasers: some(5) }
    case 'region':
      return {
        kind,
        title: texts.region,
        target: '',
        places: [{ id: 'musterstadt', label: texts.region, target: '/' }],
        teasers: some(5),
      }
    case 'mostRead':
      return { kind, title, teasers: some(5) }
    case 'video':
      return { kind, title, teasers: some(3).map((teaser) => ({ ...teaser, isVideoArticle: true })) }
    case 'testReports':
      return {
        kind,
        title,
        target: '',
        teasers: some(4).map((teaser, index) => ({ ...teaser, isTestReport: true, rating: 2 + (index % 4) })),
      }
    case 'podcasts':
      return { kind, title, target: '', episodes: [toEpisode(now)] }
    case 'newsletter':
      return { kind, target: '/', ...texts.newsletter }
    case 'topics':
      return { kind, title, topics: [{ id: 'markt', title: texts.topic, target: '/', img: null }] }
    case 'services':
      return {
        kind,
        title,
        links: texts.services.map((label, index) => ({ label, target: `/#${index}`, icon: 'tag' })),
      }
  }
}

const COUNTS = { twoUp: 2, threeUp: 3, fourUp: 4, list: 4, feature: 4 } as const

function toEpisode(now: string): BlockOf<'podcasts'>['episodes'][number] {
  const { title, episode } = texts.podcast
  return { podcastTitle: title, title: episode, target: '/', duration: 900, img: null, publishDate: now }
}

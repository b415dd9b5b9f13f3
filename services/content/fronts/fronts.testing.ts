/** Teasers, and a publication with one section, tag and region of every name, for tests of fronts. */
import type { Block, FrontEdit, SectionRef, Teaser } from '@lokalteil/contracts/content'
import { FrontBlock } from '@lokalteil/contracts/publication/front'
import { hoursAgo, NOW, picture } from '../content.testing.ts'
import { createTaxonomy } from '../taxonomy.ts'
import { composeFront, type Curated } from './compose-front.ts'
import { nameBlocks, placeEdits } from './front-edits.ts'
import type { Material } from './material.ts'
import { composeUsualSection, toUsualSection } from './usual-fronts.ts'

export const NOTHING_BY_HAND: Curated = { leads: [], tops: [], hidden: new Set() }

export function teaser(id: number, overrides: Partial<Teaser> = {}): Teaser {
  return {
    documentId: String(id),
    contentRestriction: 'free',
    targetPathOrUrl: `/x-${id}`,
    title: `T${id}`,
    titlePrefix: '',
    teaserTextHtml: '',
    isSoldContent: false,
    isOpinion: false,
    isPodcast: false,
    isVideoArticle: false,
    isGallery: false,
    isLive: false,
    isTestReport: false,
    authors: [],
    img: picture(`p${id}`),
    publishDate: hoursAgo(id / 3).toISOString(),
    updateDate: null,
    sectionName: '',
    sectionPath: 'lokales',
    readingMinutes: 1,
    tagIds: [],
    regionIds: [],
    rating: null,
    ...overrides,
  }
}

/** Teasers number `first` to `last`, the newest first. */
export const teasers = (first: number, last: number, overrides: Partial<Teaser> = {}): Teaser[] =>
  Array.from({ length: last - first + 1 }, (_unused, index) => teaser(first + index, overrides))

const section = (path: string, name: string) => ({ path, name, seoTitle: '', description: '' })

export const KNOWN = createTaxonomy({
  sections: [
    section('lokales', 'Lokales'),
    section('lokales/auenburg', 'Auenburg'),
    section('sport', 'Sport'),
    section('sport/fussball', 'Fußball'),
    section('meinung', 'Meinung'),
  ],
  tags: [
    { id: '10', slug: 'verkehr', name: 'Verkehr', parentId: null, isCurated: true },
    { id: '11', slug: 'bahn', name: 'Bahn', parentId: null, isCurated: true },
  ],
  topics: [{ id: 'linie', title: 'Linie 7', description: '', tagIds: ['10', '11'], picture: null }],
  regions: [
    { id: 'auenburg', label: 'Auenburg', sectionPath: 'lokales/auenburg', parentId: null, isCurated: true },
    { id: 'altstadt', label: 'Altstadt', sectionPath: 'lokales/auenburg', parentId: 'auenburg', isCurated: true },
  ],
  authors: [],
})

export function material(
  overrides: Partial<Omit<Material, 'byList'>> & { byList?: Record<string, Teaser[]> },
): Material {
  const { byList = {}, ...rest } = overrides
  return {
    known: KNOWN,
    now: NOW,
    ground: [],
    newest: [],
    mostRead: [],
    byId: new Map(),
    episodes: [],
    newsletters: [],
    topics: [],
    services: [],
    ...rest,
    byList: new Map(Object.entries(byList)),
  }
}

/** Composes blocks written as in the file. `pins`: index of a block and the article pinned to it. */
export function compose(
  blocks: readonly unknown[],
  given: Parameters<typeof material>[0],
  curated: Partial<Curated> = {},
  pins: readonly (readonly [number, string])[] = [],
): Block[] {
  const parsed = blocks.map((block) => FrontBlock.parse(block))
  const names = nameBlocks(parsed)
  const edits = pins.flatMap(([at, article], index): FrontEdit[] => {
    const block = names[at]
    return block === undefined ? [] : [{ kind: 'pin', id: String(index), until: null, block, article }]
  })
  const { slots } = placeEdits(parsed, edits)
  return composeFront(slots, material(given), { ...NOTHING_BY_HAND, ...curated }).blocks
}

/** The usual front of a section, without edits. */
export function composeUsual(
  path: string,
  children: readonly SectionRef[],
  given: Material,
  hidden: readonly string[] = [],
): Block[] {
  const listed = toUsualSection(path, children, given.newest, given.known, given.newsletters)
  return composeUsualSection(path, placeEdits(listed, []).slots, given, new Set(hidden)).blocks
}

export function idsOf(block: Block | undefined): string[] {
  if (block === undefined) return []
  if (block.kind === 'lead') return [block.teaser, ...block.related].map(({ documentId }) => documentId)
  return 'teasers' in block ? block.teasers.map(({ documentId }) => documentId) : []
}

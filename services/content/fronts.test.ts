import type { Block, Teaser } from '@lokalteil/contracts/content'
import { MANDATORS } from '@lokalteil/domain/publication/publications.testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeHome, composeSection, listHomeRegions, listHomeSections, type HomeInput } from './fronts.ts'
import { hoursAgo, NOW, picture } from './content.testing.ts'

function teaser(id: number, overrides: Partial<Teaser> = {}): Teaser {
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

const shownIn = (block: Block): string[] =>
  block.kind === 'lead'
    ? [block.teaser, ...block.related].map(({ documentId }) => documentId)
    : 'teasers' in block
      ? block.teasers.map(({ documentId }) => documentId)
      : []

function expectRules(blocks: readonly Block[]): void {
  const shown = blocks.flatMap(shownIn)
  expect(new Set(shown).size).toBe(shown.length)
  for (let index = 1; index < blocks.length; index++)
    expect(blocks[index]!.kind, `block ${index}`).not.toBe(blocks[index - 1]!.kind)
  for (const block of blocks) if (block.kind === 'lead') expect(block.teaser.img).not.toBeNull()
  expect(blocks.at(-1)?.kind).not.toBe('adSlot')
}

function homeOf(publication: (typeof MANDATORS)[number], pool: readonly Teaser[]): HomeInput {
  const from = (offset: number) => [...pool.slice(offset), ...pool.slice(0, offset)].slice(0, 16)
  return {
    publication,
    now: NOW,
    newest: pool.slice(0, 60),
    sections: new Map(
      listHomeSections(publication).map((path, index) => [path, { name: path, teasers: from(index * 7 + 10) }]),
    ),
    opinion: pool.filter(({ isOpinion }) => isOpinion),
    videos: pool.filter(({ isVideoArticle }) => isVideoArticle),
    testReports: [],
    mostRead: pool.slice(0, 25),
    regions: new Map(
      listHomeRegions(publication).map((id) => [
        id,
        {
          region: { id, label: id, target: `/${id}` },
          places: [{ id: 'x', label: 'X', target: '/x' }],
          teasers: from(7),
        },
      ]),
    ),
    episodes: [],
    newsletter: null,
    topics: [],
    services: [{ label: 'E-Paper', target: '/epaper', children: [] }],
  }
}

describe('home pages', () => {
  const anyTeasers = fc
    .array(
      fc.record({
        hasPicture: fc.boolean(),
        isOpinion: fc.boolean(),
        isVideo: fc.boolean(),
        isSold: fc.boolean(),
        tag: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 120 },
    )
    .map((kinds) =>
      kinds.map((kind, index) =>
        teaser(index + 1, {
          isOpinion: kind.isOpinion,
          isVideoArticle: kind.isVideo,
          isSoldContent: kind.isSold,
          tagIds: [String(kind.tag)],
          ...(kind.hasPicture ? {} : { img: null }),
        }),
      ),
    )

  it.each(MANDATORS)('of %s keep their rules whatever the articles', (publication) => {
    const broken = fc.check(
      fc.property(anyTeasers, (pool) => expectRules(composeHome(homeOf(publication, pool)))),
      { numRuns: 150 },
    )
    expect(broken.failed, String(broken.errorInstance)).toBe(false)
  })

  it.each(MANDATORS)('of %s are full when there is enough', (publication) => {
    const pool = Array.from({ length: 150 }, (_unused, index) =>
      teaser(index + 1, { isOpinion: index % 9 === 0, isVideoArticle: index % 11 === 0 }),
    )
    const kinds = composeHome(homeOf(publication, pool)).map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['lead', 'timeline', 'region', 'opinion', 'adSlot', 'services', 'mostRead']),
    )
    expect(kinds.length).toBeGreaterThan(14)
  })

  it('begins with the harbour for the harbour paper and with the villages for the country paper', () => {
    const pool = Array.from({ length: 150 }, (_unused, index) => teaser(index + 1))
    expect(composeHome(homeOf('fb', pool))[0]).toMatchObject({ kind: 'region', title: 'untere-aue' })
    expect(composeHome(homeOf('ht', pool))[1]).toMatchObject({ kind: 'region', title: 'huegelland' })
  })

  it('leads each publication with what happened where its readers live', () => {
    const pool = [
      teaser(1, { sectionPath: 'politik' }),
      teaser(2, { sectionPath: 'lokales/auenburg' }),
      teaser(3, { sectionPath: 'hafen' }),
      teaser(4, { sectionPath: 'lokales/tannau' }),
    ]
    const leads = MANDATORS.map((publication) => {
      const block = composeHome(homeOf(publication, pool)).find(({ kind }) => kind === 'lead')
      return block?.kind === 'lead' ? block.teaser.documentId : null
    })
    expect(leads).toEqual(['2', '3', '4', '4'])
  })

  it('never leads with advertising, opinion or a missing picture', () => {
    const pool = [
      teaser(1, { isSoldContent: true }),
      teaser(2, { isOpinion: true }),
      teaser(3, { img: null }),
      teaser(30),
    ]
    expect(composeHome(homeOf('ak', pool)).find(({ kind }) => kind === 'lead')).toMatchObject({
      teaser: { documentId: '30' },
    })
  })
})

describe('section fronts', () => {
  it('show all of their page, once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 3 }), (count, children) => {
        const teasers = Array.from({ length: count }, (_unused, index) =>
          teaser(index + 1, index % 4 === 3 ? { img: null } : {}),
        )
        const below = new Map(
          Array.from(
            { length: children },
            (_unused, child) =>
              [
                `sport/${child}`,
                Array.from({ length: 14 }, (_other, index) => teaser(index + 10 + child * 5)),
              ] as const,
          ),
        )
        const { blocks, rest } = composeSection({
          section: { path: 'sport', name: 'Sport' },
          now: NOW,
          teasers,
          children: [...below.keys()].map((path) => ({ path, displayName: path })),
          below,
          regions: [],
          topics: [],
          newsletter: null,
        })
        expectRules(blocks)
        const shown = [...blocks.flatMap(shownIn), ...rest.map(({ documentId }) => documentId)]
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown).toEqual(expect.arrayContaining(teasers.map(({ documentId }) => documentId)))
      }),
      { numRuns: 200 },
    )
  })
})

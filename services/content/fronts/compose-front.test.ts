import type { Block, Teaser } from '@lokalteil/contracts/content'
import fc from 'fast-check'
import { FrontBlock } from '@lokalteil/contracts/publication/front'
import { describe, expect, it } from 'vitest'
import { hoursAgo, NOW, picture } from '../content.testing.ts'
import { composeHome, toCurated } from './compose-front.ts'
import { compose, composeUsual, idsOf, KNOWN, material, NOTHING_BY_HAND, teaser, teasers } from './fronts.testing.ts'
import { findSectionFront, NO_FRONT, toUsualHome } from './usual-fronts.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

const articles = (source: object, layout = 'threeUp', more: object = {}) => ({
  block: 'articles',
  source,
  layout,
  ...more,
})
const LEAD = { block: 'lead' }
const kindsOf = (blocks: readonly Block[]) => blocks.map(({ kind }) => kind)

/** Files of the visible pictures, in page order. */
function picturesOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    const shown =
      block.kind === 'lead'
        ? [block.teaser, ...block.related]
        : 'teasers' in block && !['timeline', 'opinion', 'mostRead'].includes(block.kind)
          ? block.teasers.slice(0, block.kind === 'region' ? 2 : undefined)
          : []
    return shown.flatMap(({ img }) => img?.baseUrl ?? [])
  })
}

function expectRules(blocks: readonly Block[]): void {
  const shown = blocks.flatMap(idsOf)
  expect(new Set(shown).size, 'no article twice').toBe(shown.length)
  const pictures = picturesOf(blocks)
  expect(new Set(pictures).size, 'no picture twice').toBe(pictures.length)
  for (let index = 1; index < blocks.length; index++)
    expect(blocks[index]!.kind, `block ${index}`).not.toBe(blocks[index - 1]!.kind)
  const names = blocks.flatMap((block) => (block.kind === 'adSlot' ? [] : 'title' in block ? [block.title] : ['']))
  for (let index = 1; index < names.length; index++)
    if (names[index] !== '') expect(names[index], `name ${index}`).not.toBe(names[index - 1])
  expect(blocks.at(-1)?.kind).not.toBe('adSlot')
}

const anyTeasers = fc
  .array(
    fc.record({
      picture: fc.option(fc.integer({ min: 1, max: 60 })),
      isOpinion: fc.boolean(),
      isSold: fc.boolean(),
      tag: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 120 },
  )
  .map((kinds) =>
    kinds.map((kind, index) =>
      teaser(index + 1, {
        isOpinion: kind.isOpinion,
        isSoldContent: kind.isSold,
        tagIds: [String(kind.tag)],
        img: kind.picture === null ? null : picture(`p${kind.picture}`),
      }),
    ),
  )

const anyBlock = fc.oneof(
  fc.constantFrom<object>(
    LEAD,
    { block: 'timeline' },
    { block: 'opinion' },
    { block: 'mostRead' },
    { block: 'video' },
    { block: 'testReports' },
    { block: 'region', region: 'auenburg' },
    { block: 'services' },
    { block: 'ad', slot: 'a' },
  ),
  fc
    .tuple(
      fc.constantFrom<object>(
        { section: 'lokales' },
        { section: 'sport' },
        { tag: 'bahn' },
        { region: 'auenburg' },
        { topic: 'linie' },
        { format: 'live' },
        { by: 'newest' },
        { by: 'weight' },
        { by: 'mostRead' },
        { articles: ['3', '90', '4'] },
      ),
      fc.constantFrom('twoUp', 'threeUp', 'fourUp', 'list', 'feature'),
      fc.option(fc.integer({ min: 1, max: 24 }), { nil: undefined }),
    )
    .map(([source, layout, count]) => articles(source, layout, count === undefined ? {} : { count })),
)

/** Lists that overlap, as they do in a paper. */
function given(pool: readonly Teaser[]) {
  const from = (offset: number) => [...pool.slice(offset), ...pool.slice(0, offset)].slice(0, 24)
  return {
    newest: pool.slice(0, 60),
    mostRead: pool.slice(0, 25),
    byId: new Map(pool.map((one) => [one.documentId, one])),
    services: [{ label: 'E-Paper', target: '/epaper', children: [] }],
    byList: {
      opinion: pool.filter(({ isOpinion }) => isOpinion),
      videos: from(4),
      testReports: from(30),
      's:lokales': from(10),
      's:sport': from(17),
      't:10': from(2),
      't:11': from(9),
      'r:auenburg': from(7),
      'f:live': from(20),
    },
  }
}

describe('a front of blocks', () => {
  it('keeps its rules for all blocks, articles and pins', () => {
    const pins = fc.record({
      leads: fc.array(fc.constantFrom('1', '5', '70'), { maxLength: 2 }),
      tops: fc.uniqueArray(fc.constantFrom('2', '5', '80', '81'), { maxLength: 4 }),
      hidden: fc.constantFrom(new Set<string>(), new Set(['6', '7'])),
    })
    const pinnedByOffice = fc.array(fc.tuple(fc.nat(13), fc.constantFrom('1', '2', '6', '40', '81')), { maxLength: 5 })
    const anyBlocks = fc.array(anyBlock, { maxLength: 14 })
    fc.assert(
      fc.property(anyBlocks, anyTeasers, pins, pinnedByOffice, (blocks, pool, curated, ofOffice) => {
        const composed = compose(blocks, given(pool), curated, ofOffice)
        expectRules(composed)
        expect(composed.flatMap(idsOf).filter((id) => curated.hidden.has(id))).toEqual([])
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it.each([
    ['section', { section: 'sport' }, 'Sport', '/sport', ['41', '42', '43']],
    ['tag', { tag: 'bahn' }, 'Bahn', '/bahn', ['44', '45', '46']],
    ['region', { region: 'auenburg' }, 'Auenburg', '/lokales/auenburg', ['47', '48', '49']],
    ['topic of two tags', { topic: 'linie' }, 'Linie 7', '/themen/linie', ['44', '45', '46']],
    ['format', { format: 'interview' }, 'Interviews', '', ['51', '52', '53']],
    ['newest', { by: 'newest' }, '', '', ['1', '2', '3']],
    ['most read', { by: 'mostRead' }, 'Meistgelesen', '', ['61', '62', '63']],
    ['articles by hand', { articles: ['9', '8', '7'] }, '', '', ['9', '8', '7']],
    ['unknown section', { section: 'nirgends' }, null, null, []],
    ['unknown tag', { tag: 'nirgends' }, null, null, []],
    ['unknown region', { region: 'nirgends' }, null, null, []],
    ['unknown topic', { topic: 'nirgends' }, null, null, []],
    ['unknown articles by hand', { articles: ['997', '998', '999'] }, null, null, []],
  ])('takes articles from a %s', (_what, source, title, target, ids) => {
    const [block, ...rest] = compose([articles(source)], {
      newest: teasers(1, 10),
      mostRead: teasers(61, 66),
      byId: new Map(teasers(7, 9).map((one) => [one.documentId, one])),
      byList: {
        's:sport': teasers(41, 43),
        't:11': teasers(44, 46),
        't:10': [...teasers(45, 45), ...teasers(50, 50)],
        'r:auenburg': teasers(47, 49),
        'f:interview': teasers(51, 53),
      },
    })
    expect(rest).toEqual([])
    expect(block ?? null).toEqual(title === null ? null : expect.objectContaining({ title, target }))
    expect(idsOf(block)).toEqual(ids)
  })

  it.each([
    ['threeUp', undefined, 9, 'threeUp', 3],
    ['threeUp', undefined, 2, 'twoUp', 2],
    ['threeUp', undefined, 1, null, 0],
    ['threeUp', 6, 9, 'threeUp', 6],
    ['threeUp', 6, 5, 'threeUp', 3],
    ['threeUp', 5, 9, 'threeUp', 5],
    ['threeUp', 1, 9, 'threeUp', 1],
    ['fourUp', undefined, 3, 'list', 3],
    ['fourUp', 8, 7, 'fourUp', 4],
    ['list', undefined, 9, 'list', 6],
    ['list', 12, 9, 'list', 9],
    ['list', undefined, 2, 'twoUp', 2],
    ['feature', undefined, 9, 'feature', 4],
    ['feature', 1, 9, 'feature', 1],
  ] as const)('shows %s of at most %s from %i articles as %s of %i', (layout, count, available, kind, shown) => {
    const blocks = compose([articles({ section: 'sport' }, layout, count === undefined ? {} : { count })], {
      byList: { 's:sport': teasers(1, available) },
    })
    expect([blocks[0]?.kind ?? null, idsOf(blocks[0]).length]).toEqual([kind, shown])
  })

  it.each([
    [{ block: 'opinion' }, 3, 'Meinung'],
    [{ block: 'opinion', count: 2, heading: 'Kommentar' }, 2, 'Kommentar'],
    [{ block: 'timeline' }, 8, 'Neueste Meldungen'],
    [{ block: 'timeline', count: 2 }, 2, 'Neueste Meldungen'],
    [{ block: 'mostRead', count: 10 }, 10, 'Meistgelesen'],
    [{ block: 'video', heading: 'Filme' }, 4, 'Filme'],
    [{ block: 'testReports' }, 3, 'Im Test'],
    [{ block: 'region', region: 'auenburg', count: 7 }, 7, 'Auenburg'],
    [{ block: 'region', region: 'auenburg', heading: 'Aus der Stadt' }, 5, 'Aus der Stadt'],
  ])('shows %o with %i articles', (block, shown, title) => {
    const pool = teasers(1, 12)
    const [composed] = compose([block], {
      newest: pool,
      mostRead: pool,
      byList: { opinion: pool, videos: pool, testReports: pool, 'r:auenburg': pool },
    })
    expect(composed).toMatchObject({ title })
    expect(idsOf(composed)).toHaveLength(shown)
  })

  it('shows podcasts, the named newsletter, topics, services and advertising', () => {
    const newsletter = (slug: string) => ({
      slug,
      title: slug,
      description: '',
      rhythm: '',
      sender: '',
      img: null,
      sample: [],
      sections: [],
    })
    const topic = (id: string) => ({
      id,
      title: id,
      description: '',
      target: `/themen/${id}`,
      img: null,
      articleCount: 1,
    })
    const blocks = compose(
      [
        { block: 'newsletter', newsletter: 'abend' },
        { block: 'ad', slot: 'oben' },
        { block: 'newsletter', newsletter: 'nirgends' },
        { block: 'topics', count: 3, heading: 'Dossiers' },
        { block: 'podcasts' },
        { block: 'services', heading: 'Hilfe' },
        { block: 'extension', name: 'wetter', options: { place: 'Auenburg' } },
        { block: 'newsletter' },
      ],
      {
        newsletters: [newsletter('morgen'), newsletter('abend')],
        topics: ['a', 'b', 'c', 'd'].map(topic),
        services: [{ label: 'E-Paper', target: '/epaper', children: [] }],
      },
    )
    expect(blocks).toMatchObject([
      { kind: 'newsletter', target: '/newsletter-anmeldung/abend' },
      { kind: 'adSlot', slot: 'oben' },
      { kind: 'topics', title: 'Dossiers', topics: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] },
      { kind: 'services', title: 'Hilfe' },
      { kind: 'extension', name: 'wetter', title: '', options: { place: 'Auenburg' } },
      { kind: 'newsletter', target: '/newsletter-anmeldung/morgen' },
    ])
  })

  it('shows the section of opinions if no article is marked, with a link only if that section exists', () => {
    const [block] = compose([{ block: 'opinion', section: 'meinung' }], { byList: { 's:meinung': teasers(1, 3) } })
    expect(block).toMatchObject({ kind: 'opinion', target: '/meinung' })
    expect(idsOf(block)).toEqual(['1', '2', '3'])
    const [other] = compose([{ block: 'opinion', section: 'kommentare' }], { byList: { opinion: teasers(1, 3) } })
    expect(other).toMatchObject({ kind: 'opinion', target: '' })
  })
})

describe('the lead', () => {
  const pool = teasers(1, 30)

  it('stands where the file names it, and nowhere when it does not', () => {
    const region = { block: 'region', region: 'auenburg' }
    const byList = { 'r:auenburg': teasers(40, 45) }
    expect(kindsOf(compose([LEAD, region], { newest: pool, byList }))).toEqual(['lead', 'region'])
    expect(kindsOf(compose([region, LEAD], { newest: pool, byList }))).toEqual(['region', 'lead'])
    expect(kindsOf(compose([region], { newest: pool, byList }))).toEqual(['region'])
  })

  it('is not used up by a block above it', () => {
    const blocks = compose([articles({ section: 'sport' }), LEAD], {
      newest: pool,
      byList: { 's:sport': teasers(1, 6) },
    })
    expect(blocks.map(idsOf)).toEqual([['2', '3', '4'], ['1']])
  })

  it.each([
    [
      'advertising, opinion or a missing picture',
      [],
      [{ isSoldContent: true }, { isOpinion: true }, { img: null }, {}],
      '4',
    ],
    ['half a day older for its picture', [], [{ img: null }, { publishDate: hoursAgo(20).toISOString() }], '1'],
    ['kept waiting for a picture', [], [{ img: null }, { img: null, publishDate: hoursAgo(9).toISOString() }], '1'],
    ['advertising, whatever else is missing', [], [{ isSoldContent: true }, { img: null }], '2'],
    [
      'what happened elsewhere',
      ['lokales/auenburg'],
      [{ sectionPath: 'politik' }, { sectionPath: 'lokales/auenburg' }],
      '2',
    ],
    [
      'what lies further off',
      ['lokales/auenburg'],
      [{ sectionPath: 'politik' }, { sectionPath: 'lokales/tannau' }],
      '2',
    ],
    ['what begins with the same letters', ['lokal'], [{ sectionPath: 'politik' }, { sectionPath: 'lokales' }], '1'],
    [
      'a live report that is over',
      [],
      [{}, { isLive: true, publishDate: hoursAgo(9).toISOString(), updateDate: hoursAgo(3).toISOString() }],
      '1',
    ],
    [
      'less than a live report with entries',
      [],
      [{}, { isLive: true, publishDate: hoursAgo(9).toISOString(), updateDate: hoursAgo(1).toISOString() }],
      '2',
    ],
  ])('is never %s', (_what, ground, overrides, lead) => {
    const newest = overrides.map((override, index) => teaser(index + 1, override as Partial<Teaser>))
    expect(idsOf(compose([LEAD], { newest, ground })[0])[0]).toBe(lead)
  })

  it('brings two more on its subject', () => {
    const newest = [1, 2, 3, 4, 5].map((id) => teaser(id, { tagIds: id === 2 ? ['8'] : ['7', '8'] }))
    expect(idsOf(compose([LEAD], { newest })[0])).toEqual(['1', '3', '4'])
  })
})

describe('neighbours', () => {
  const byList = { 's:sport': teasers(1, 8), 's:lokales': teasers(11, 18), 'r:auenburg': teasers(21, 26) }

  it.each([
    [
      'grids of one kind differ in form',
      [articles({ section: 'sport' }), articles({ section: 'lokales' })],
      ['threeUp', 'twoUp'],
    ],
    [
      'a name follows itself only after another',
      [
        articles({ section: 'sport' }),
        articles({ section: 'sport' }, 'list'),
        articles({ section: 'lokales' }, 'list'),
      ],
      ['threeUp', 'list'],
    ],
    [
      'advertising does not part one name',
      [
        articles({ section: 'sport' }),
        { block: 'ad', slot: 'a' },
        articles({ section: 'sport' }, 'list'),
        articles({ section: 'lokales' }, 'twoUp'),
      ],
      ['threeUp', 'adSlot', 'twoUp'],
    ],
    [
      'a name counts whatever bears it',
      [{ block: 'region', region: 'auenburg' }, articles({ section: 'lokales' }, 'list', { heading: 'auenburg ' })],
      ['region'],
    ],
    [
      'two places for advertising are one, and none is last',
      [articles({ section: 'sport' }), { block: 'ad', slot: 'a' }, { block: 'ad', slot: 'b' }],
      ['threeUp'],
    ],
    [
      'blocks without a name may follow each other',
      [articles({ by: 'newest' }), articles({ by: 'newest' }, 'list')],
      ['threeUp', 'list'],
    ],
  ])('%s', (_what, blocks, kinds) => {
    expect(kindsOf(compose(blocks, { newest: teasers(31, 45), byList }))).toEqual(kinds)
  })

  it('frees the articles of a block that is left out', () => {
    const blocks = [
      articles({ section: 'sport' }),
      articles({ section: 'sport' }, 'list'),
      articles({ by: 'newest' }, 'list'),
    ]
    expect(compose(blocks, { newest: teasers(1, 9), byList }).map(idsOf)).toEqual([
      ['1', '2', '3'],
      ['4', '5', '6', '7', '8', '9'],
    ])
  })
})

describe('pictures', () => {
  const bare = (first: number, last: number) => teasers(first, last, { img: null })

  it.each([
    ['of the newest come first', [...bare(1, 2), ...teasers(3, 5)], ['3', '4', '5']],
    ['of what is old do not', [...bare(1, 16), ...teasers(17, 19)], ['1', '2', '3']],
  ])('%s', (_what, list, shown) => {
    expect(idsOf(compose([articles({ section: 'sport' })], { byList: { 's:sport': list } })[0])).toEqual(shown)
  })

  it('do not decide the article with the most weight', () => {
    const newest = [...bare(1, 3), ...teasers(40, 45)]
    expect(idsOf(compose([articles({ by: 'weight' })], { newest })[0])).toEqual(['1', '2', '3'])
  })

  it('of older articles come in where those of the newest are shown already', () => {
    const list = teasers(1, 20)
    const blocks = compose([{ block: 'timeline', count: 16 }, articles({ section: 'sport' })], {
      newest: list,
      byList: { 's:sport': list },
    })
    expect(idsOf(blocks[1])).toEqual(['17', '18', '19'])
  })

  const same = (id: number) => teaser(id, { img: picture('dieselbe') })

  it.each([
    ['passes over the second where others have one', [same(1), same(2), teaser(3), teaser(4)], ['1', '3', '4']],
    ['shows the second without where there is no other', [same(1), same(2), teaser(3)], ['1', '3', '2-']],
    ['prefers an article without any to none', [same(1), teaser(2, { img: null }), teaser(3)], ['1', '3', '2-']],
  ])('%s', (_what, newest, shown) => {
    const [block] = compose([articles({ by: 'newest' })], { newest })
    expect(
      block !== undefined && 'teasers' in block
        ? block.teasers.map(({ documentId, img }) => `${documentId}${img === null ? '-' : ''}`)
        : [],
    ).toEqual(shown)
  })

  it.each([
    ['a list where most of a grid would have none', 1, 6, 'list'],
    ['the grid where half of it has its own', 2, 4, 'fourUp'],
  ])('seen before make %s', (_what, own, all, kind) => {
    const repeats = Array.from({ length: all - own }, (_unused, index) => same(index + 10))
    const blocks = compose([LEAD, articles({ section: 'sport' }, 'fourUp')], {
      newest: [same(1)],
      byList: { 's:sport': [...repeats, ...teasers(40, 39 + own)] },
    })
    expect(kindsOf(blocks)).toEqual(['lead', kind])
    expectRules(blocks)
  })

  it('of the lead are not repeated, wherever it stands', () => {
    const blocks = compose([{ block: 'region', region: 'auenburg' }, LEAD], {
      newest: [same(1), ...teasers(3, 9)],
      byList: { 'r:auenburg': [same(2), teaser(10), teaser(11)] },
    })
    expect(blocks.map(idsOf)).toEqual([['10', '11', '2'], ['1']])
    expect(picturesOf(blocks)).toHaveLength(3)
  })

  it('count only where they are visible: a line of text uses none up', () => {
    const blocks = compose([{ block: 'timeline' }, articles({ section: 'sport' })], {
      newest: [same(1), ...teasers(3, 9)],
      byList: { 's:sport': [same(20), ...teasers(21, 22)] },
    })
    expect(blocks[1]).toMatchObject({ teasers: [{ img: { baseUrl: '/demo/dieselbe.jpg' } }, {}, {}] })
  })
})

describe('by hand', () => {
  const newest = teasers(1, 30)
  const byId = new Map([...newest, teaser(90, { img: null }), teaser(91)].map((one) => [one.documentId, one]))
  const blocks = [LEAD, articles({ by: 'weight' }), { block: 'timeline' }]

  it.each([
    ['before its end', -1, { leads: ['1'], tops: ['2'], hidden: ['3'] }],
    ['from its end on', 0, { leads: [], tops: [], hidden: [] }],
  ])('holds %s', (_when, since, expected) => {
    const until = NOW.toISOString()
    const curated = toCurated(
      {
        pinned: [
          { article: '1', place: 'lead', until },
          { article: '2', place: 'top', until },
          { article: '3', place: 'top', until },
        ],
        excluded: [{ article: '3', until }],
      },
      new Date(NOW.getTime() + since),
    )
    expect({ ...curated, hidden: [...curated.hidden] }).toEqual(expected)
  })

  it.each([
    ['nothing', {}, ['1', '2,3,4']],
    ['the lead, even without a picture', { leads: ['90'] }, ['90', '1,2,3']],
    ['two leads, of which the second is on top', { leads: ['20', '21'] }, ['20', '21,1,2']],
    ['the top, in the order given', { tops: ['91', '90', '9'] }, ['1', '91,90,9']],
    ['more than fit, and the row is filled', { tops: ['91', '90', '9', '8'] }, ['1', '91,90,9,8,2,3']],
    ['what is not there', { leads: ['777'], tops: ['778'] }, ['1', '2,3,4']],
    ['what is kept off', { hidden: new Set(['1', '3']) }, ['2', '4,5,6']],
  ])('pins %s', (_what, curated, shown) => {
    expect(
      compose(blocks, { newest, byId }, curated)
        .slice(0, 2)
        .map((block) => idsOf(block).join()),
    ).toEqual(shown)
  })

  it('makes room below the lead where the file has no block for it', () => {
    const composed = compose([LEAD, { block: 'timeline' }], { newest, byId }, { tops: ['9'] })
    expect(composed.map(({ kind }) => kind)).toEqual(['lead', 'threeUp', 'timeline'])
    expect(idsOf(composed[1])).toEqual(['9', '2', '3'])
    expect(idsOf(compose([{ block: 'timeline' }], { newest, byId }, { leads: ['9'] })[0])).toEqual(['9', '1', '2'])
  })

  it.each([
    ['in the order given, and for their own block', ['90', '1', '5'], 'twoUp', ['90', '1', '5']],
    ['all of them', ['9', '8', '7', '6', '90'], 'twoUp', ['9', '8', '7', '6', '90']],
    ['even one', ['9'], 'list', ['9']],
    ['without those that are not there', ['9', '778', '7', '6'], 'fourUp', ['9', '7', '6']],
  ])('shows articles %s', (_what, ids, layout, shown) => {
    const composed = compose([LEAD, articles({ by: 'newest' }), articles({ articles: ids }, layout)], { newest, byId })
    expect(idsOf(composed[2])).toEqual(shown)
    expect(new Set(composed.flatMap(idsOf)).size).toBe(composed.flatMap(idsOf).length)
  })
})

describe('fronts without a list of blocks', () => {
  it('makes a home page of the sections, the lead first', () => {
    const sections = ['lokales', 'sport', 'meinung'].map((path) => ({ path, displayName: path }))
    const home = toUsualHome(sections)
    expect(home[0]).toEqual(LEAD)
    const named = home.flatMap((block) =>
      block.block === 'articles' && 'section' in block.source ? [block.source.section] : [],
    )
    expect(named).toEqual(['lokales', 'sport'])
    expectRules(compose(home, given(teasers(1, 120))))
    expect(toUsualHome([]).length).toBeGreaterThan(5)
  })

  it.each([
    ['one article without a picture', 1, null, [], ['1']],
    ['two, of which one is kept off', 2, null, ['2'], ['1']],
    ['none', 0, null, [], []],
    ['one with a picture, which leads', 1, picture('p'), [], ['1']],
  ])('shows a paper that has %s', (_what, count, img, hidden, ids) => {
    const found = material({ newest: teasers(1, count, { img }) })
    const { blocks } = composeHome(toUsualHome([]), found, { ...NOTHING_BY_HAND, hidden: new Set(hidden) })
    expect(blocks.flatMap(idsOf)).toEqual(ids)
    expect(kindsOf(blocks)).toEqual(ids.length === 0 ? [] : ['lead'])
  })

  const SECTIONS = ['lokales', 'lokales/auenburg', 'sport', 'sport/fussball']
  const HOME = [
    LEAD,
    articles({ by: 'weight' }),
    { block: 'timeline' },
    ...SECTIONS.map((path) => articles({ section: path }, 'feature')),
    { block: 'opinion' },
    { block: 'mostRead' },
  ].map((block) => FrontBlock.parse(block))
  /** Of a fresh paper: as many articles without a picture, evenly in all sections. */
  const listYoung = (count: number) =>
    teasers(1, count, { img: null }).map((one, index) => ({
      ...one,
      sectionPath: SECTIONS[index % SECTIONS.length]!,
    }))
  function composeYoung(count: number): readonly Block[] {
    const newest = listYoung(count)
    const byList = Object.fromEntries(
      SECTIONS.map((path) => [`s:${path}`, newest.filter(({ sectionPath }) => sectionPath === path)]),
    )
    return composeHome(HOME, material({ newest, mostRead: newest, byList }), NOTHING_BY_HAND).blocks
  }

  it.each([
    [1, ['lead']],
    [2, ['lead', 'list']],
    [3, ['lead', 'twoUp']],
    [5, ['lead', 'fourUp']],
    [6, ['lead', 'threeUp', 'twoUp']],
    [9, ['lead', 'threeUp', 'timeline']],
    [12, ['lead', 'threeUp', 'timeline', 'fourUp']],
    [16, ['lead', 'threeUp', 'timeline', 'twoUp', 'fourUp']],
  ])('shows all %i articles of a young paper without a picture, none twice', (count, kinds) => {
    const blocks = composeYoung(count)
    expectRules(blocks)
    expect(blocks.flatMap(idsOf).toSorted()).toEqual(
      listYoung(count)
        .map(({ documentId }) => documentId)
        .toSorted(),
    )
    expect(kindsOf(blocks)).toEqual(kinds)
  })

  it('is a newspaper of sixty articles without a picture: a lead, cards, a list of the newest and every section', () => {
    const blocks = composeYoung(60)
    expectRules(blocks)
    expect(blocks.map((block) => [block.kind, 'title' in block ? block.title : '', idsOf(block).length])).toEqual([
      ['lead', '', 1],
      ['threeUp', '', 3],
      ['timeline', 'Neueste Meldungen', 8],
      ['feature', 'Lokales', 4],
      ['threeUp', 'Auenburg', 3],
      ['feature', 'Sport', 4],
      ['threeUp', 'Fußball', 3],
      ['mostRead', 'Meistgelesen', 5],
    ])
  })

  it('adds nothing to a short front of a paper with enough articles, nor articles that no block asks for', () => {
    const home = (count: number) =>
      kindsOf(
        composeHome(
          [FrontBlock.parse({ block: 'timeline', count: 4 })],
          material({ newest: teasers(1, count) }),
          NOTHING_BY_HAND,
        ).blocks,
      )
    expect([home(40), home(12)]).toEqual([['timeline'], ['timeline']])
  })

  it.each([
    ['sport', 'sport'],
    ['sport/fussball', 'sport'],
    ['sport/fussball/kreisliga', 'sport'],
    ['lokales/altstadt', 'lokales/altstadt'],
    ['lokales', null],
    ['sportlich', null],
    ['constructor', null],
  ])('of %s is that of %s', (path, expected) => {
    const sections = { sport: [{ block: 'timeline' as const }], 'lokales/altstadt': [{ block: 'lead' as const }] }
    expect(findSectionFront({ sections }, path)).toEqual(
      expected === null ? null : sections[expected as keyof typeof sections],
    )
    expect(findSectionFront(NO_FRONT, path)).toBeNull()
  })

  it.each([
    ['a few articles', 'sport', teasers(1, 5), []],
    ['articles', 'sport', teasers(1, 20), ['lead', 'threeUp']],
    ['mostly opinions', 'meinung', teasers(1, 20, { isOpinion: true }), ['threeUp', 'opinion']],
    ['a region', 'lokales/auenburg', teasers(1, 20), ['lead', 'threeUp', 'region']],
    ['regions below it', 'lokales', teasers(1, 20), ['lead', 'threeUp', 'region']],
  ])('shows of a section with %s the blocks that fit', (_what, path, newest, kinds) => {
    expect(kindsOf(composeUsual(path, [], material({ newest })))).toEqual(kinds)
  })

  it('shows from the sections below only articles that the page itself does not list, and keeps its rules', () => {
    const children = KNOWN.listChildSections('sport')
    fc.assert(
      fc.property(anyTeasers, (pool) => {
        const newest = pool.slice(0, 20)
        const blocks = composeUsual(
          'sport',
          children,
          material({ newest, byList: { 's:sport/fussball': pool.slice(10, 40) } }),
          ['2'],
        )
        expectRules(blocks)
        const own = new Set(newest.map(({ documentId }) => documentId))
        for (const block of blocks)
          if ('target' in block && block.target === '/sport/fussball')
            expect(idsOf(block).filter((id) => own.has(id))).toEqual([])
        expect(blocks.flatMap(idsOf)).not.toContain('2')
      }),
      { numRuns: 100 },
    )
  })
})

import type { BlockName, FrontEdit } from '@lokalteil/contracts/content'
import { FrontBlock } from '@lokalteil/contracts/publication/front'
import { describe, expect, it } from 'vitest'
import { NOW } from '../content.testing.ts'
import { composeFront, composeHome, type Curated } from './compose-front.ts'
import { listInForce, nameBlocks, placeEdits, withTexts } from './front-edits.ts'
import { idsOf, KNOWN, material, NOTHING_BY_HAND, teaser, teasers } from './fronts.testing.ts'
import { composeUsualSection, toUsualSection } from './usual-fronts.ts'

const parse = (blocks: readonly object[]) => blocks.map((block) => FrontBlock.parse(block))
const LEAD = { block: 'lead' }
const SPORT = { block: 'articles', source: { section: 'sport' }, layout: 'threeUp' }
const FILE = parse([
  LEAD,
  SPORT,
  { ...SPORT, layout: 'list', heading: 'Mehr Sport' },
  { block: 'timeline' },
  { block: 'ad', slot: 'a' },
  { block: 'opinion', id: 'meinung' },
])
const [LEAD_NAME, SPORT_NAME, MORE_NAME, TIMELINE_NAME, AD_NAME, OPINION_NAME] = nameBlocks(FILE) as [
  BlockName,
  BlockName,
  BlockName,
  BlockName,
  BlockName,
  BlockName,
]

let count = 0
type Named<Kind> = Extract<FrontEdit, { kind: Kind }>
const pin = (block: BlockName, article: string): Named<'pin'> => ({
  kind: 'pin',
  id: `e${++count}`,
  until: null,
  block,
  article,
})
const off = (block: BlockName | null, article: string): Named<'off'> => ({
  ...pin(LEAD_NAME, article),
  kind: 'off',
  block,
})
const hide = (block: BlockName): Named<'hide'> => ({ kind: 'hide', id: `e${++count}`, until: null, block })

describe('the folder says of the block of an edit', () => {
  const said = (changed: readonly object[], edit: FrontEdit) => {
    const [state] = placeEdits(parse(changed), [edit]).states
    return [state?.state, state?.at]
  }
  const others = (...blocks: object[]) => [LEAD, ...blocks]

  it.each<[string, object[], FrontEdit, string, number | null]>([
    ['the same', others(SPORT), pin(SPORT_NAME, '1'), 'counts', 1],
    ['the same at another place', [SPORT, LEAD], pin(SPORT_NAME, '1'), 'counts', 0],
    ['the same, with an id', others({ ...SPORT, id: 'sport' }), pin(SPORT_NAME, '1'), 'counts', 1],
    ['another heading', others({ ...SPORT, heading: 'Neu' }), pin(SPORT_NAME, '1'), 'changed', 1],
    ['another layout', others({ ...SPORT, layout: 'list' }), hide(SPORT_NAME), 'changed', 1],
    ['nothing any more', others(), pin(SPORT_NAME, '1'), 'noPlace', null],
    ['another source', others({ ...SPORT, source: { tag: 'bahn' } }), pin(SPORT_NAME, '1'), 'noPlace', null],
    ['only the first of two', others(SPORT), pin(MORE_NAME, '1'), 'noPlace', null],
    [
      'other articles by hand',
      others({ ...SPORT, source: { articles: ['8'] } }),
      pin(nameBlocks(parse([{ ...SPORT, source: { articles: ['7'] } }]))[0]!, '1'),
      'changed',
      1,
    ],
    [
      'another kind under its id',
      others({ block: 'region', region: 'auenburg', id: 'meinung' }),
      pin(OPINION_NAME, '1'),
      'changed',
      1,
    ],
    [
      'advertising under its id',
      others({ block: 'ad', slot: 'b', id: 'meinung' }),
      pin(OPINION_NAME, '1'),
      'noPlace',
      null,
    ],
    ['the same kind without its id', others({ block: 'opinion' }), hide(OPINION_NAME), 'noPlace', null],
    ['nothing: it is about no block', others(), off(null, '1'), 'counts', null],
  ])('%s', (_what, changed, edit, state, at) => {
    expect(said(changed, edit)).toEqual([state, at])
  })

  it('and the edit says both', () => {
    const [state] = placeEdits(parse(others({ ...SPORT, heading: 'Neu' })), [pin(SPORT_NAME, '1')]).states
    expect(state).toMatchObject({ now: { heading: 'Neu' }, edit: { block: { said: { block: 'articles' } } } })
  })
})

it.each([
  ['a list of the newest', TIMELINE_NAME],
  ['advertising', AD_NAME],
])('nothing is pinned to %s', (_what, block) => {
  const placed = placeEdits(FILE, [pin(block, '1')])
  expect([placed.states[0]!.state, placed.pinned]).toEqual(['noPlace', []])
})

it('an edit ends at its time', () => {
  const until = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString()
  const edits = [
    { ...hide(LEAD_NAME), until: until(1) },
    { ...hide(LEAD_NAME), until: until(0) },
    { ...hide(LEAD_NAME), until: '2026-11-21T14:00:00+01:00' },
    hide(LEAD_NAME),
  ]
  expect(listInForce(edits, NOW)).toEqual([edits[0], edits[2], edits[3]])
})

describe('a front with edits', () => {
  const given = {
    newest: teasers(1, 60),
    byId: new Map(teasers(1, 99).map((one) => [one.documentId, one])),
    byList: { 's:sport': teasers(21, 40), opinion: teasers(41, 48), 'r:auenburg': teasers(50, 55) },
  }
  function compose(
    edits: readonly FrontEdit[],
    { blocks = FILE, curated = {} as Partial<Curated>, found = given } = {},
  ) {
    const { slots, off: hidden } = placeEdits(blocks, edits)
    return composeFront(slots, material(found), {
      ...NOTHING_BY_HAND,
      ...curated,
      hidden: new Set([...(curated.hidden ?? []), ...hidden]),
    })
  }
  /** Ids of the block made of the one at `at` of the file. */
  const at = (place: number, ...asked: Parameters<typeof compose>) => {
    const { blocks, origins } = compose(...asked)
    return idsOf(blocks[origins.indexOf(place)])
  }

  it('is without edits the front of the folder', () => {
    const { blocks, origins } = compose([])
    expect(blocks).toEqual(composeFront(FILE, material(given), NOTHING_BY_HAND).blocks)
    expect(origins).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('shows pinned articles first, in the order of the edits, and nowhere else', () => {
    const edits = [pin(SPORT_NAME, '90'), pin(SPORT_NAME, '2'), pin(SPORT_NAME, '91')]
    expect(at(1, edits)).toEqual(['90', '2', '91'])
    expect(
      compose(edits)
        .blocks.flatMap(idsOf)
        .filter((id) => id === '2'),
    ).toHaveLength(1)
    expect(at(1, edits.toReversed())).toEqual(['91', '2', '90'])
    expect(at(1, [...edits, pin(SPORT_NAME, '92')])).toEqual(['90', '2', '91'])
    expect(at(5, [pin(OPINION_NAME, '90')])).toEqual(['90', '41', '42'])
  })

  it('leads with the pinned article; the next two are its related ones', () => {
    expect(at(0, [pin(LEAD_NAME, '93')])).toEqual(['93'])
    const edits = [pin(LEAD_NAME, '93'), pin(LEAD_NAME, '94'), pin(LEAD_NAME, '95'), pin(LEAD_NAME, '96')]
    expect(at(0, edits)).toEqual(['93', '94', '95'])
  })

  it('a lead of the office comes before that of the folder, which stands on top then', () => {
    const blocks = parse([LEAD, { block: 'articles', source: { by: 'weight' }, layout: 'threeUp' }])
    const curated = { leads: ['80'] }
    expect(at(0, [], { blocks, curated })).toEqual(['80'])
    expect(at(0, [pin(LEAD_NAME, '93')], { blocks, curated })).toEqual(['93'])
    expect(at(1, [pin(LEAD_NAME, '93')], { blocks, curated })[0]).toBe('80')
    expect(at(0, [off(LEAD_NAME, '80')], { blocks, curated })).not.toContain('80')
  })

  it('keeps an article off a block, or off the front', () => {
    expect(at(1, [])[0]).toBe('21')
    const offBlock = compose([off(SPORT_NAME, '21')])
    expect(idsOf(offBlock.blocks[1])).toEqual(['22', '23', '24'])
    expect(offBlock.blocks.flatMap(idsOf)).toContain('21')
    expect(compose([off(null, '21')]).blocks.flatMap(idsOf)).not.toContain('21')
    expect(at(1, [pin(SPORT_NAME, '21'), off(null, '21')])).toEqual(['22', '23', '24'])
    expect(at(1, [pin(SPORT_NAME, '90'), off(SPORT_NAME, '90')])).toEqual(['21', '22', '23'])
    expect(at(3, [off(TIMELINE_NAME, '2')])).not.toContain('2')
  })

  it('hides a block, and its articles are free for others', () => {
    const { blocks, origins } = compose([hide(SPORT_NAME)])
    expect(origins).toEqual([0, 2, 3, 4, 5])
    expect(idsOf(blocks[1])[0]).toBe('21')
  })

  it('shows no pinned article that readers cannot see', () => {
    const found = { ...given, byId: new Map([['91', teaser(91)]]) }
    expect(at(1, [pin(SPORT_NAME, '90'), pin(SPORT_NAME, '91')], { found })).toEqual(['91', '21', '22'])
  })

  it('shows an article that is pinned twice in the upper block', () => {
    const edits = [pin(OPINION_NAME, '90'), pin(SPORT_NAME, '90')]
    expect(at(1, edits)[0]).toBe('90')
    expect(at(5, edits)).not.toContain('90')
  })

  it('an edit without a place changes nothing', () => {
    const blocks = FILE.slice(0, 1)
    expect(compose([pin(SPORT_NAME, '90'), hide(MORE_NAME)], { blocks })).toEqual(compose([], { blocks }))
  })

  it('has texts and crop of its own for an article, wherever it stands', () => {
    const edit: FrontEdit = {
      kind: 'teaser',
      id: 't',
      until: null,
      article: '21',
      title: 'Für 5 Euro ins Stadion',
      titlePrefix: null,
      focus: { x: 10, y: 20 },
    }
    const { blocks } = compose([pin(LEAD_NAME, '21')])
    const [block] = withTexts(blocks, placeEdits(FILE, [edit]).texts)
    expect(block).toMatchObject({
      teaser: { title: 'Für 5\u00a0Euro ins Stadion', titlePrefix: '', img: { focus: { x: 10, y: 20 } } },
    })
  })

  it('on a young paper too no article is lost', () => {
    const newest = teasers(1, 5)
    const found = material({ newest, byId: new Map(newest.map((one) => [one.documentId, one])) })
    const blocks = parse([
      LEAD,
      { block: 'articles', source: { by: 'weight' }, layout: 'threeUp' },
      { block: 'opinion' },
    ])
    const name = nameBlocks(blocks)[2]!
    const { blocks: shown } = composeHome(placeEdits(blocks, [pin(name, '5')]).slots, found, NOTHING_BY_HAND)
    expect(shown.flatMap(idsOf).toSorted()).toEqual(['1', '2', '3', '4', '5'])
  })
})

describe('the usual front of a section', () => {
  const newest = teasers(1, 20)
  const found = material({
    newest,
    byId: new Map(teasers(1, 99).map((one) => [one.documentId, one])),
    byList: { 's:sport/fussball': teasers(30, 40) },
  })
  const listed = toUsualSection('sport', KNOWN.listChildSections('sport'), newest, KNOWN, [])
  const names = nameBlocks(listed)
  const shown = (edits: readonly FrontEdit[]) => {
    const { slots, off: hidden } = placeEdits(listed, edits)
    const { blocks, origins } = composeUsualSection('sport', slots, found, hidden)
    return listed.map((_block, index) => idsOf(blocks[origins.indexOf(index)]))
  }

  it('takes edits like one of the folder', () => {
    expect(names.map(({ block, source }) => `${block} ${source}`.trim())).toEqual([
      'lead',
      'articles by:newest',
      'ad slot:channel-1',
      'articles section:sport/fussball',
      'topics',
    ])
    const [lead, grid, , football] = names as [BlockName, BlockName, BlockName, BlockName]
    const [first, second, , fourth] = shown([
      pin(lead, '90'),
      pin(grid, '91'),
      off(grid, '1'),
      pin(football, '92'),
      off(null, '2'),
    ])
    expect([first, second, fourth]).toEqual([['90'], ['91', '3', '4'], ['92', '30', '31', '32']])
    expect(shown([hide(lead)])[0]).toEqual([])
  })
})

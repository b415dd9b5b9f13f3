import { describe, expect, it } from 'vitest'
import { ROUTE_META, type RouteName } from '../routing/routes.ts'
import {
  AD_KINDS,
  AD_RULES,
  placeAfter,
  placeInText,
  toAdSizes,
  toReservedHeights,
  withAdBlocks,
  type AdRule,
} from './places.ts'

const paragraph = (characters: number) => ({ type: 'paragraph', html: `<b>${'x'.repeat(characters)}</b>` })
const other = (type: string) => ({ type })
const paragraphs = (count: number, characters = 300) => Array.from({ length: count }, () => paragraph(characters))

describe('the sizes of a place', () => {
  it.each(AD_KINDS)('%s has sizes for every width, and reserves the tallest of them', (kind) => {
    const sizes = toAdSizes(`${kind}-1`)!
    const heights = toReservedHeights(sizes)
    for (const width of ['phone', 'tablet', 'desk'] as const) {
      expect(sizes[width].length).toBeGreaterThan(0)
      expect(sizes[width].every(([, height]) => height <= heights[width])).toBe(true)
      // A phone is 320 pixels wide, the band 970.
      expect(sizes[width].every(([across]) => across <= { phone: 320, tablet: 728, desk: 970 }[width])).toBe(true)
    }
  })

  const own = { phone: [[300, 100]], tablet: [[468, 60]], desk: [[728, 90]] } as const
  it.each([
    ['list-2', { list: own }, own],
    ['list-2', { list: false as const }, null],
    ['home-1', { list: false as const }, toAdSizes('home-1')],
    ['a-name-of-its-own', {}, toAdSizes('home-1')],
    ['constructor', {}, toAdSizes('home-1')],
  ])('%s with %j', (place, sizes, expected) => {
    expect(toAdSizes(place, sizes)).toEqual(expected)
  })
})

describe('places between paragraphs', () => {
  it.each<[string, readonly { type: string; html?: string }[], readonly number[]]>([
    ['an empty text', [], []],
    ['a short text', paragraphs(8), []],
    ['a text of 2,700 characters: one, with a gap below it', paragraphs(9), [2]],
    ['a long text: a gap between two', paragraphs(21), [2, 8, 14]],
    ['a text without end: three at most', paragraphs(100), [2, 8, 14]],
    ['below a heading never', [...paragraphs(2), other('heading'), ...paragraphs(9)], [3]],
    ['beside a picture never', [...paragraphs(3), other('image'), ...paragraphs(9)], [4]],
    ['above a list never', [...paragraphs(3), other('list'), other('quote'), ...paragraphs(9)], [5]],
    ['pictures alone', Array.from({ length: 30 }, () => other('image')), []],
  ])('%s', (_what, items, expected) => {
    expect(placeInText(items)).toEqual(expected)
  })

  it('keeps the gap between any two places and below the last one', () => {
    for (let length = 1; length < 80; length++)
      for (const characters of [40, 333, 901, 2500]) {
        const items = paragraphs(length, characters)
        const places = placeInText(items)
        const between = [...places, length - 1].slice(1).map((place, index) => (place - places[index]!) * characters)
        expect(places.length === 0 || Math.min(...between) >= AD_RULES.articles.gap).toBe(true)
      }
  })
})

describe('places in lists', () => {
  const rows = (count: number) => Array.from({ length: count }, () => 1)
  it.each<[number, AdRule, number[]]>([
    [10, AD_RULES.lists, []],
    [18, AD_RULES.lists, [5]],
    [20, AD_RULES.lists, [5]],
    [60, AD_RULES.lists, [5, 17]],
    [60, { ...AD_RULES.lists, most: 0 }, []],
  ])('of %s rows by %j: %j', (count, rule, expected) => {
    expect(placeAfter(rows(count), rule)).toEqual(expected)
  })
})

describe('a front', () => {
  type Block = { kind: string; slot?: string; teasers?: readonly number[] }
  const articles = (kind: string, count = 6): Block => ({ kind, teasers: Array.from({ length: count }, (_, at) => at) })
  const timelines = (count: number) => Array.from({ length: count }, () => articles('timeline', 8))
  const ad = (slot: string): Block => ({ kind: 'adSlot', slot })
  const namesOf = (blocks: readonly Block[]) => blocks.map(({ kind, slot = kind }) => slot)

  it('without places gets some, never first, last or beside each other', () => {
    const places = namesOf(withAdBlocks(timelines(20), 'home')).flatMap((name, index) =>
      name === 'timeline' ? [] : [[name, index]],
    )
    expect(places).toEqual([
      ['home-1', 3],
      ['home-2', 8],
      ['home-3', 13],
    ])
    expect(withAdBlocks(timelines(4), 'channel')).toEqual(timelines(4))
  })

  it.each<[string, readonly Block[], readonly string[]]>([
    ['keeps them', [...timelines(2), ad('mine'), ...timelines(1)], ['timeline', 'timeline', 'mine', 'timeline']],
    ['may begin with one', [ad('mine'), ...timelines(1)], ['mine', 'timeline']],
    ['shows none at its end', [...timelines(1), ad('mine')], ['timeline']],
    [
      'moves one that a phone would show with another',
      [articles('list'), ad('a'), { kind: 'topics' }, ad('b'), ...timelines(3)],
      ['list', 'a', 'topics', 'timeline', 'timeline', 'b', 'timeline'],
    ],
    [
      'leaves one out that nowhere fits',
      [articles('list'), ad('a'), { kind: 'topics' }, ad('b'), { kind: 'services' }],
      ['list', 'a', 'topics', 'services'],
    ],
    [
      'trusts no block of a room to be large',
      [...timelines(1), ad('a'), ...Array.from({ length: 9 }, () => ({ kind: 'extension' })), ad('b'), ...timelines(1)],
      ['timeline', 'a', ...Array.from({ length: 9 }, () => 'extension'), 'timeline'],
    ],
  ])('that names places %s', (_what, front, expected) => {
    expect(namesOf(withAdBlocks(front, 'home'))).toEqual(expected)
  })

  it('lets a place pass blocks that want none beside them', () => {
    const blocks = [articles('list'), ad('a'), articles('twoUp'), articles('threeUp'), articles('fourUp')]
    const without = (kind: string) => namesOf(withAdBlocks(blocks, 'home', undefined, (block) => block.kind !== kind))
    expect(without('list')).toEqual(['list', 'twoUp', 'a', 'threeUp', 'fourUp'])
    expect(without('twoUp')).toEqual(['list', 'twoUp', 'threeUp', 'a', 'fourUp'])
    expect(without('fourUp')).toEqual(['list', 'a', 'twoUp', 'threeUp', 'fourUp'])
    expect(without('threeUp')).toEqual(['list', 'a', 'twoUp', 'threeUp', 'fourUp'])
  })
})

describe('pages', () => {
  it('R1-44 have no place at their end where they are legal, personal, orders, sign-in or obituaries', () => {
    const closed = (Object.keys(ROUTE_META) as RouteName[]).filter((name) => {
      const { isLegal, isPersonal, layout, guards, freshSeconds } = ROUTE_META[name]
      return isLegal || isPersonal || layout !== 'default' || guards.length > 0 || freshSeconds === null
    })
    const obituaries = Object.keys(ROUTE_META).filter((name) => name.startsWith('trauer')) as RouteName[]
    expect([...closed, ...obituaries].filter((name) => ROUTE_META[name].endsWithAd)).toEqual([])
  })
})

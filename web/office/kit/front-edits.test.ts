import { describe, expect, it } from 'vitest'
import type { FrontEdit } from '@lokalteil/contracts/content/front-edits'
import {
  bringBack,
  compareEdits,
  findPin,
  hideBlock,
  keepOff,
  keyOf,
  nextPlace,
  pinsOf,
  putPin,
  rowsOf,
  setTexts,
  settleEdit,
  type Slot,
} from './front-edits.ts'
import { quickEnds, untilWords, usualOffEnd } from './front-ends.ts'
import { blockTitle, compareSaid, editWords } from './front-words.ts'

function slot(block: string, source: string, articles: string[], more: Partial<Slot> = {}): Slot {
  return {
    name: { id: null, block, source, ordinal: 0, said: { block } },
    heading: '',
    isHidden: false,
    hasArticles: true,
    canPin: true,
    articles: articles.map((id) => ({ id, title: `T${id}`, titlePrefix: '', img: null })),
    place: 0,
    ...more,
  }
}
const lead = slot('lead', '', ['1'])
const time = slot('timeline', '', ['2', '3'], { canPin: false })
const sport = slot('articles', 'section:sport', ['4', '5', '6'])
const slots = [lead, time, sport]
const articlesOf = (edits: FrontEdit[], one: Slot) => rowsOf(edits, one).map(({ article }) => article)

describe('edits of a front', () => {
  it('a pin stands first and nowhere else, and removes the exclusion of its article', () => {
    const edits = putPin(keepOff([], '2', null, null), sport, '2', 0, null)
    expect(edits.map(({ kind }) => kind)).toEqual(['pin'])
    expect(articlesOf(edits, sport)).toEqual(['2', '4', '5', '6'])
    expect(articlesOf(edits, time)).toEqual(['3'])
  })

  it('pins keep their order and their name when they move', () => {
    const both = putPin(putPin([], sport, '5', 0, null), sport, '6', 1, 'x')
    const moved = putPin(both, sport, '6', 0, 'x')
    expect(articlesOf(moved, sport)).toEqual(['6', '5', '4'])
    expect(findPin(moved, '6')!.id).toBe(findPin(both, '6')!.id)
    const away = putPin(moved, lead, '6', 0, 'x')
    expect([articlesOf(away, lead), pinsOf(away, sport).length]).toEqual([['6', '1'], 1])
  })

  it('an article goes off one block or the whole front', () => {
    const pinned = putPin([], sport, '5', 0, null)
    expect(articlesOf(keepOff(pinned, '5', sport, null), sport)).toEqual(['4', '6'])
    expect(articlesOf(keepOff(pinned, '1', sport, null), lead)).toEqual(['1'])
    const off = keepOff(keepOff(pinned, '5', sport, null), '5', null, 'x')
    expect(off).toMatchObject([{ kind: 'off', block: null, article: '5' }])
  })

  it.each<[string, FrontEdit[], Slot, string, 1 | -1, [string, number] | null]>([
    ['an automatic article up: pinned where pins end', [], sport, '6', -1, ['articles section:sport 0', 0]],
    [
      'the first pin up: into the block above that takes pins',
      putPin([], sport, '6', 0, null),
      sport,
      '6',
      -1,
      ['lead  0', 0],
    ],
    ['the last pin of the last block down: nowhere', putPin([], sport, '6', 0, null), sport, '6', 1, null],
    ['from a list by time down: into the next block', [], time, '2', 1, ['articles section:sport 0', 0]],
    ['the first block has none above', putPin([], lead, '1', 0, null), lead, '1', -1, null],
  ])('%s', (_what, edits, from, article, by, expected) => {
    const place = nextPlace(edits, slots, from, article, by)
    expect(place === null ? null : [keyOf(place.slot.name), place.at]).toEqual(expected)
  })

  it('a block with an id is found by it alone, another by kind, source and ordinal', () => {
    const named = { ...sport, name: { ...sport.name, id: 'unser-sport' } }
    expect(pinsOf(putPin([], sport, '4', 0, null), named).length).toBe(1)
    expect(pinsOf(putPin([], named, '4', 0, null), sport).length).toBe(0)
  })

  it('a block is hidden once, texts are one edit, a settled edit knows the block of today', () => {
    expect(hideBlock(hideBlock([], sport, null), sport, 'x')).toMatchObject([{ kind: 'hide', until: 'x' }])
    const texts = setTexts(
      setTexts([], '4', { title: 'A', titlePrefix: null }, null),
      '4',
      { title: 'B', titlePrefix: null },
      null,
    )
    expect(texts).toMatchObject([{ title: 'B' }])
    expect(setTexts(texts, '4', { title: null, titlePrefix: null }, null)).toEqual([])
    const today = { ...sport, name: { ...sport.name, said: { block: 'articles', count: 4 } } }
    const pinned = putPin([], sport, '4', 0, null)
    expect(settleEdit(pinned, pinned[0]!.id, today)).toMatchObject([{ block: { said: { count: 4 } } }])
  })

  it('differences of two lists', () => {
    const one = putPin(putPin([], sport, '4', 0, null), sport, '5', 1, null)
    const other = putPin(keepOff(one, '9', null, null), sport, '5', 0, null)
    const { added, removed, changed, isReordered } = compareEdits(one, other)
    expect([added.length, removed.length, changed.length, isReordered]).toEqual([1, 0, 0, true])
    expect(bringBack(keepOff([], '9', null, null), one).map(({ kind }) => kind)).toEqual(['off', 'pin', 'pin'])
    expect(bringBack(putPin([], lead, '4', 0, null), one)).toMatchObject([{ article: '4' }, { article: '5' }])
    expect(compareEdits(one, one)).toEqual({ added: [], removed: [], changed: [], isReordered: false })
  })
})

describe('ends of edits', () => {
  it.each([
    [
      '2026-11-28T10:00:00Z',
      [
        ['bis 18 Uhr', '2026-11-28T17:00:00.000Z'],
        ['bis morgen 6 Uhr', '2026-11-29T05:00:00.000Z'],
      ],
    ],
    [
      '2026-11-28T16:45:00Z',
      [
        ['bis morgen 6 Uhr', '2026-11-29T05:00:00.000Z'],
        ['bis morgen 18 Uhr', '2026-11-29T17:00:00.000Z'],
      ],
    ],
    // Ten past midnight on the day with 25 hours.
    [
      '2026-10-24T22:10:00Z',
      [
        ['bis 18 Uhr', '2026-10-25T17:00:00.000Z'],
        ['bis morgen 6 Uhr', '2026-10-26T05:00:00.000Z'],
      ],
    ],
  ])('at %s: %j', (now, ends) => {
    expect(quickEnds(new Date(now)).map(({ label, until }) => [label, until])).toEqual(ends)
  })

  it('an exclusion ends after a week; an end of today has no date', () => {
    const now = new Date('2026-11-28T10:00:00Z')
    expect(usualOffEnd(now)).toBe('2026-12-05T05:00:00.000Z')
    expect(untilWords('2026-11-28T17:00:00Z', now)).toBe('bis 18:00')
    expect(untilWords(null)).toBe('ohne Ende')
  })
})

describe('fronts in words', () => {
  it.each([
    [{ block: 'articles', source: 'section:sport/fussball', ordinal: 0 }, 'Ressort sport/fussball'],
    [{ block: 'articles', source: 'by:weight', ordinal: 1 }, 'Wichtigstes (2)'],
    [{ block: 'lead', source: '', ordinal: 0 }, 'Aufmacher'],
    [{ block: 'quiz', source: '', ordinal: 0 }, 'quiz'],
  ])('%j is %s', (name, title) => {
    expect(blockTitle({ id: null, said: {}, ...name })).toBe(title)
  })

  it('an edit, and changes of the folder below it', () => {
    const [pin] = putPin([], sport, '4', 0, null)
    expect(editWords(pin!, (id) => `Titel ${id}`)).toBe('„Titel 4“ in „Ressort sport“ gehalten ohne Ende')
    expect(
      compareSaid(
        { block: 'articles', source: { section: 'sport' }, layout: 'list' },
        { block: 'articles', source: { tag: 'kreisliga' }, layout: 'list', heading: 'Kreisliga' },
      ),
    ).toEqual([
      { name: 'Quelle', before: 'Ressort sport', after: 'Schlagwort kreisliga' },
      { name: 'Überschrift', before: '–', after: 'Kreisliga' },
    ])
  })
})

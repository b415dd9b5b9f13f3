import { expect, it } from 'vitest'
import { checkDraft, HINTS, OBSTACLES, type CheckedDraft, type Hint, type Obstacle } from './draft-checks.ts'

const NOW = Date.parse('2026-11-28T10:00:00Z')
const HOUR = 3_600_000
const SECTIONS = new Set(['lokales'])
const PICTURE = { altText: 'Ein Deich', credit: 'Foto: Vogt', rightsEnd: null }
const GOOD: CheckedDraft = {
  title: 'Deich bei Tannau hält',
  teaserText: 'Das Wasser sinkt.',
  sectionPath: 'lokales',
  words: 120,
  tags: 1,
  authors: 1,
  source: '',
  pictures: [PICTURE],
  otherRightsEnds: [],
  isCutWithoutRight: false,
  embargo: null,
  deadLinks: 0,
}

const OBSTACLE_CASES: [Obstacle, Partial<CheckedDraft>][] = [
  ['noTitle', { title: '  ' }],
  ['noSection', { sectionPath: '' }],
  ['noSection', { sectionPath: 'sport' }],
  ['noText', { words: 0 }],
  ['pictureWithoutCredit', { pictures: [PICTURE, { ...PICTURE, credit: ' ' }] }],
  ['rightsEnded', { pictures: [{ ...PICTURE, rightsEnd: NOW }] }],
  ['rightsEnded', { otherRightsEnds: [NOW] }],
  ['embargo', { embargo: NOW + HOUR }],
]
const HINT_CASES: [Hint, Partial<CheckedDraft>][] = [
  ['noAlternativeText', { pictures: [{ ...PICTURE, altText: '' }] }],
  ['longTitle', { title: 'a'.repeat(81) }],
  ['longTeaser', { teaserText: 'a'.repeat(221) }],
  ['noTeaser', { teaserText: '' }],
  ['noTag', { tags: 0 }],
  ['noAuthor', { authors: 0 }],
  ['deadLink', { deadLinks: 1 }],
  ['pictureMayNotBeCut', { isCutWithoutRight: true }],
]

it('a whole draft has neither obstacles nor hints', () => {
  expect(checkDraft(GOOD, SECTIONS, NOW)).toEqual({ obstacles: [], hints: [] })
})

it.each(OBSTACLE_CASES)('%s blocks: %j', (name, change) => {
  expect(checkDraft({ ...GOOD, ...change }, SECTIONS, NOW)).toEqual({ obstacles: [name], hints: [] })
})

it.each(HINT_CASES)('%s is a hint: %j', (name, change) => {
  expect(checkDraft({ ...GOOD, ...change }, SECTIONS, NOW)).toEqual({ obstacles: [], hints: [name] })
})

it.each<[string, Partial<CheckedDraft>]>([
  ['an embargo that has ended', { embargo: NOW }],
  ['rights that end later', { pictures: [{ ...PICTURE, rightsEnd: NOW + 1 }], otherRightsEnds: [NOW + 1] }],
  ['an agency in place of an author', { authors: 0, source: 'dpa' }],
  ['a headline of 80 characters', { title: 'a'.repeat(80) }],
])('%s is fine', (_what, change) => {
  expect(checkDraft({ ...GOOD, ...change }, SECTIONS, NOW)).toEqual({ obstacles: [], hints: [] })
})

it('every obstacle and hint has a case', () => {
  expect(new Set(OBSTACLE_CASES.map(([name]) => name))).toEqual(new Set(OBSTACLES))
  expect(new Set(HINT_CASES.map(([name]) => name))).toEqual(new Set(HINTS))
})

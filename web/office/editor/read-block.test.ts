import { describe, expect, it } from 'vitest'
import { BodyItem } from '@lokalteil/contracts/content/records'
import { KINDS, PICTURE } from './blocks.testing.ts'
import { readBlock } from './read-block.ts'

/** With fields that the other samples leave out. */
const SAMPLES: readonly BodyItem[] = [
  ...KINDS,
  { type: 'heading', level: 2, text: 'A', anchor: 'a-1' },
  {
    type: 'image',
    picture: { ...PICTURE, colour: null, sources: { avif: 'a', webp: 'b', fallback: 'c', share: 'd' } },
  },
  { type: 'embed', vendor: 'other', provider: 'Eigen', url: 'https://karte.example/x', title: 'Karte' },
  {
    type: 'audio',
    src: '/f.mp3',
    mimeType: 'audio/mpeg',
    title: '',
    duration: 3,
    voiceLabel: 'KI',
    reading: 'synthetic',
  },
  {
    type: 'match',
    competition: 'Liga',
    home: { name: 'A', goals: 1 },
    away: { name: 'B', goals: 0 },
    halfTime: { home: 1, away: 0 },
    goals: [{ side: 'away', scorer: 'X', minute: '', note: 'Elfmeter' }],
  },
]

const VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'a',
  'ä b',
  '4711',
  'de-DE',
  'd',
  'https://a.example',
  '2026-13',
  '2026-11-31',
  '2026-1',
  'other',
  'html',
  ...[1, 10, 40, 60, 100, 120, 160, 300, 500].flatMap((most) => ['x'.repeat(most), 'x'.repeat(most + 1)]),
  '9'.repeat(40),
  '9'.repeat(41),
  0,
  1,
  2,
  4,
  39,
  40,
  100,
  101,
  999,
  1000,
  100_000,
  100_001,
  2 ** 53,
  -1,
  0.5,
  Number.NaN,
  Infinity,
  [],
  ['a'],
  {},
  { type: 'paragraph' },
]
const LENGTHS = [1, 4, 5, 10, 11, 20, 21, 40, 41, 60, 61, 500, 501]

type Path = readonly (string | number)[]

function listPlaces(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => listPlaces(inner, [...path, name]))]
}

function changeAt(value: unknown, [first, ...rest]: Path, change: (before: unknown) => unknown): unknown {
  if (first === undefined) return change(value)
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>
  copy[first] = changeAt(copy[first], rest, change)
  return copy
}

/** The fault that the schema of the contract finds in a value, and the one found here. */
function expectAlike(value: unknown): void {
  const parsed = BodyItem.safeParse(value)
  const read = readBlock(value)
  if (parsed.success !== 'item' in read)
    expect({ value, isTaken: 'item' in read }).toEqual({ value, isTaken: parsed.success })
  if (parsed.success) expect(read).toEqual({ item: parsed.data })
}

describe('a block is taken exactly if the contract takes it', () => {
  it.each(SAMPLES.map((item) => [item.type, item] as const))('a %s, and with any part changed', (_type, item) => {
    expect(readBlock(item)).toEqual({ item })
    for (const place of listPlaces(item)) {
      for (const value of VALUES) expectAlike(changeAt(item, place, () => value))
      for (const length of LENGTHS)
        expectAlike(
          changeAt(item, place, (before) =>
            Array.isArray(before) ? Array.from({ length }, () => (before[0] as unknown) ?? 'a') : before,
          ),
        )
      expectAlike(changeAt(item, place, (before) => (isObject(before) ? { ...before, onclick: 'x' } : before)))
    }
  })

  it.each([
    ['a teaser', { type: 'articleTeaser', articleTeaser: {} }],
    ['a name of the language', { type: 'toString' }],
    ['a list', [SAMPLES[0]]],
    ['nothing', undefined],
  ])('not %s', (_what, value) => {
    expectAlike(value)
    expect(readBlock(value)).toEqual({ path: [] })
  })

  it('the place of a fault is named', () =>
    expect(
      readBlock({
        type: 'timeline',
        entries: [
          { date: '2026', text: 'x' },
          { date: '19.11.', text: 'x' },
        ],
      }),
    ).toEqual({
      path: ['entries', 1, 'date'],
    }))
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

import { describe, expect, it } from 'vitest'
import { followList, followValue } from './folder-base.ts'

const one = (id: string, value = 1) => ({ id, value })
const show = (list: readonly { id: string; value: number }[]) => list.map(({ id, value }) => `${id}${value}`).join(' ')

it.each([
  ['a', 'b', 'a', 'b'],
  ['a', 'b', 'c', 'c'],
  ['a', 'a', 'c', 'c'],
  [null, { x: 1, y: 2 }, null, { x: 1, y: 2 }],
  [{ x: 1, y: 2 }, null, { y: 2, x: 1 }, null],
])('base %j, folder %j, here %j: %j', (base, folder, here, expected) => {
  expect(followValue<unknown>(base, folder, here)).toEqual(expected)
})

describe('a list', () => {
  const base = [one('a'), one('b'), one('c')]
  it.each([
    ['is the folder’s where nothing was edited', [one('n'), one('b'), one('a', 2)], base, 'n1 b1 a2'],
    ['keeps what was edited here, whole', [one('a', 2), one('b', 2)], [one('a', 3), one('b'), one('c')], 'a3 b2'],
    ['keeps what came here, behind the folder’s', [...base, one('d')], [one('x'), ...base], 'a1 b1 c1 d1 x1'],
    ['leaves out what was taken out here', [one('a', 2), one('b', 2), one('c')], [one('b'), one('c')], 'b2 c1'],
    ['keeps what was edited here and is gone from the folder', [one('a')], [one('a'), one('b', 5), one('c')], 'a1 b5'],
    [
      'keeps the order of here',
      [one('a'), one('b'), one('c'), one('d')],
      [one('c'), one('a'), one('b')],
      'c1 a1 b1 d1',
    ],
  ])('%s', (_what, folder, here, expected) => {
    expect(show(followList(base, folder, here))).toBe(expected)
  })
})

import { describe, expect, it } from 'vitest'
import { moveBy, moveRows, toItems, toRow } from './issue-rows.ts'

const rows = ['1', '2', '3', '4'].map((id) => toRow({ type: 'article', id }))
const ids = (list: typeof rows) => list.map(({ id }) => id).join('')

describe('the order of an issue', () => {
  it.each([
    ['a row before another', ['4'], '2', 'before', '1423'],
    ['a row after another', ['1'], '3', 'after', '2314'],
    ['several rows, which keep their order', ['4', '2'], '1', 'before', '2413'],
    ['nothing to one of themselves', ['1', '2'], '2', 'after', '1234'],
    ['nothing to a row that is gone', ['1'], '9', 'after', '1234'],
  ] as const)('moves %s', (_what, moved, target, place, expected) => {
    expect(ids(moveRows(rows, new Set(moved), target, place))).toBe(expected)
  })

  it.each([
    ['3', -1, '1324'],
    ['3', 1, '1243'],
    ['1', -1, '1234'],
    ['4', 1, '1234'],
    ['9', 1, '1234'],
  ] as const)('moves %s by %d', (id, step, expected) => {
    expect(ids(moveBy(rows, id, step))).toBe(expected)
  })

  it('headings of the same words are rows of their own', () => {
    const two = [toRow({ type: 'heading', text: 'Sport' }), toRow({ type: 'heading', text: 'Sport' })]
    expect(two[0]!.id).not.toBe(two[1]!.id)
    expect(toItems(two)).toEqual([
      { type: 'heading', text: 'Sport' },
      { type: 'heading', text: 'Sport' },
    ])
  })
})

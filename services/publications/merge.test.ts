import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listChanges, merge } from './merge.ts'

const person = (id: string, role: string) => ({ id, role })

describe('three-way', () => {
  it.each<
    [what: string, base: unknown, folder: unknown, here: unknown, value: unknown, conflicts: string[], kept: string[]]
  >([
    ['nothing differs', { a: 1 }, { a: 1 }, { a: 1 }, { a: 1 }, [], []],
    ['the folder changed', { a: 1 }, { a: 2 }, { a: 1 }, { a: 2 }, [], []],
    ['it was edited here', { a: 1 }, { a: 1 }, { a: 3 }, { a: 3 }, [], ['a']],
    ['both changed it the same way', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }, [], []],
    ['both changed it', { a: 1 }, { a: 2 }, { a: 3 }, { a: 3 }, ['a'], []],
    ['both changed something else', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }, [], ['b']],
    ['the folder removed what nobody edited', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 1 }, { b: 1 }, [], []],
    ['the folder removed what was edited', { a: 1 }, {}, { a: 2 }, { a: 2 }, ['a'], []],
    [
      'a thing was added in each',
      [],
      [person('1', 'x')],
      [person('2', 'y')],
      [person('2', 'y'), person('1', 'x')],
      [],
      ['[2]'],
    ],
    [
      'one thing edited here, another in the folder',
      [person('1', 'x'), person('2', 'y')],
      [person('1', 'z'), person('2', 'y')],
      [person('1', 'x'), person('2', 'w')],
      [person('1', 'z'), person('2', 'w')],
      [],
      ['[2].role'],
    ],
    [
      'the same thing edited in both',
      [person('1', 'x')],
      [person('1', 'y')],
      [person('1', 'z')],
      [person('1', 'z')],
      ['[1].role'],
      [],
    ],
    [
      'another order here',
      [person('1', 'x'), person('2', 'y')],
      [person('1', 'z'), person('2', 'y')],
      [person('2', 'y'), person('1', 'x')],
      [person('2', 'y'), person('1', 'z')],
      [],
      [],
    ],
    [
      'another order in the folder',
      [person('a', 'x'), person('b', 'y')],
      [person('b', 'y'), person('a', 'x')],
      [person('a', 'x'), person('b', 'w')],
      [person('b', 'w'), person('a', 'x')],
      [],
      ['[b].role'],
    ],
    ['a list without names is one value', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c'], [''], []],
    ['never applied before', undefined, { a: 2 }, { a: 1 }, { a: 1 }, ['a'], []],
  ])('%s', (_what, base, folder, here, value, conflicts, kept) => {
    const merged = merge(base, folder, here, 'neither')
    expect([merged.value, merged.conflicts.map(({ field }) => field), merged.kept]).toEqual([value, conflicts, kept])
  })

  it.each(['folder', 'here'] as const)('one side wins where it is asked for: %s', (prefer) => {
    const merged = merge({ a: 1, b: 1 }, { a: 2, b: 1 }, { a: 3, b: 4 }, prefer)
    expect([merged.value, merged.conflicts]).toEqual([prefer === 'folder' ? { a: 2, b: 1 } : { a: 3, b: 4 }, []])
  })

  const document = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.integer(), fc.array(fc.integer()), fc.dictionary(fc.constantFrom('x', 'y'), fc.integer())),
  )

  it('applying an unchanged folder changes nothing, whatever was edited in the office', () => {
    fc.assert(
      fc.property(document, document, (base, here) => {
        const merged = merge(base, base, here, 'neither')
        expect([merged.value, merged.changes, merged.conflicts]).toEqual([here, [], []])
      }),
    )
  })

  it('applying a merged folder again changes nothing', () => {
    fc.assert(
      fc.property(document, document, document, (base, folder, here) => {
        const { value } = merge(base, folder, here, 'folder')
        expect(merge(folder, folder, value, 'neither').changes).toEqual([])
      }),
    )
  })
})

it('names every change', () => {
  expect(listChanges({ a: 1, list: [person('1', 'x')] }, { a: 2, list: [person('1', 'y'), person('2', 'z')] })).toEqual(
    [
      { field: 'a', kind: 'changed', from: '1', to: '2' },
      { field: 'list[1].role', kind: 'changed', from: 'x', to: 'y' },
      { field: 'list[2]', kind: 'added', from: null, to: '{"id":"2","role":"z"}' },
    ],
  )
})

import type { FrontEdit } from '@lokalteil/contracts/content'
import fc from 'fast-check'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'
import { describe, expect, it } from 'vitest'
import { pin } from './fronts.testing.ts'
import { countChanges, listDifferences, mergeEdits } from './merge-edits.ts'

const [A, B, C, D] = [pin('1'), pin('2'), pin('3'), pin('4')]
const NOON = '2026-11-28T12:00:00Z'
const EVENING = '2026-11-28T18:00:00Z'

describe('two people edit a front from the same state', () => {
  it.each<[string, FrontEdit[], FrontEdit[], FrontEdit[], FrontEdit[]]>([
    ['both add: both stay, each at its place', [A], [A, B], [C, A], [C, A, B]],
    ['nobody else saved: what is sent counts', [A, B], [A, B], [B], [B]],
    ['the other removed one', [A, B], [B], [A, B, C], [B, C]],
    ['both remove the same', [A, B], [B], [B], [B]],
    ['one removes what nobody changed', [A, B], [A, B, C], [B], [B, C]],
    ['the other removed what is changed here', [A], [], [{ ...A, until: NOON }], [{ ...A, until: NOON }]],
    ['the other changed what is removed here', [A], [{ ...A, until: NOON }], [], [{ ...A, until: NOON }]],
    [
      'different fields of one edit',
      [A],
      [{ ...A, until: NOON }],
      [{ ...A, article: '9' }],
      [{ ...A, until: NOON, article: '9' }],
    ],
    [
      'the same field: the later save',
      [A],
      [{ ...A, until: NOON }],
      [{ ...A, until: EVENING }],
      [{ ...A, until: EVENING }],
    ],
    ['one orders, the other adds', [A, B, C], [A, D, B, C], [C, B, A], [C, B, A, D]],
    ['the same is sent twice', [A], [A, B], [A, B], [A, B]],
  ])('%s', (_what, was, current, sent, merged) => {
    expect(mergeEdits(was, current, sent)).toEqual(merged)
  })

  it('loses no edit of either', () => {
    const edits = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), until: fc.constantFrom(null, NOON, EVENING) }),
      { selector: ({ id }) => id, maxLength: 5 },
    )
    const toEdits = (given: readonly { id: string; until: string | null }[]) =>
      given.map(({ id, until }) => pin('1', { id, until }))
    const has = (all: readonly FrontEdit[], one: FrontEdit) => all.some((other) => countChanges([one], [other]) === 0)
    fc.assert(
      fc.property(edits, edits, edits, (one, two, three) => {
        const [was, current, sent] = [toEdits(one), toEdits(two), toEdits(three)]
        const merged = mergeEdits(was, current, sent)
        expect(new Set(merged.map(({ id }) => id)).size).toBe(merged.length)
        for (const edit of sent) if (!has(was, edit)) expect(has(merged, edit)).toBe(true)
        for (const edit of current)
          if (!has(was, edit) && !sent.some(({ id }) => id === edit.id)) expect(has(merged, edit)).toBe(true)
        expect(mergeEdits(current, current, sent)).toEqual(sent)
        expect(mergeEdits(was, sent, sent)).toEqual(sent)
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})

it('differences are the edits that were added, removed or changed', () => {
  const changed = { ...A, until: NOON }
  expect(listDifferences([A, B], [changed, C])).toEqual({ before: [A, B], after: [changed, C] })
  expect([countChanges([A, B], [changed, C]), countChanges([A, B], [B, A]), countChanges([A], [{ ...A }])]).toEqual([
    3, 1, 0,
  ])
})

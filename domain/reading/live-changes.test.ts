import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyLiveChange, listNewEntries, toLiveChange, toRevision } from './live-changes.ts'

type Item = { type: string; id?: string; text: string }
const entry = (id: string, text = ''): Item => ({ type: 'liveEntry', id, text })
const INTRO: Item = { type: 'paragraph', text: 'Worum es geht' }

describe('toLiveChange', () => {
  it.each([
    ['a new entry comes whole, the others by their ids', [entry('1')], [entry('2'), entry('1')], [entry('2'), '1']],
    ['a changed entry comes whole', [entry('1')], [entry('1', 'neu')], [entry('1', 'neu')]],
    ['a withdrawn entry is not named', [entry('2'), entry('1')], [entry('1')], ['1']],
    ['an item that is not an entry is sent whole', [INTRO, entry('1')], [INTRO, entry('1')], [INTRO, '1']],
    ['without a state everything is sent', [], [INTRO, entry('1')], [INTRO, entry('1')]],
  ])('%s', (_name, before: Item[], after: Item[], items) => {
    expect(toLiveChange(before, after)).toEqual({ revision: toRevision(after), items })
  })
})

const items = fc.uniqueArray(
  fc.record({ type: fc.constant('liveEntry'), id: fc.stringMatching(/^[a-f]$/), text: fc.string({ maxLength: 3 }) }),
  { selector: ({ id }) => id },
)

it('leads from any state to any other, and from an unknown state to a full request', () => {
  fc.assert(
    fc.property(items, items, (before, after) => {
      const { items: told } = toLiveChange<Item>(before, after)
      expect(applyLiveChange<Item>(before, told!)).toEqual(after)
      if (told!.some((item) => typeof item === 'string')) expect(applyLiveChange<Item>([], told!)).toBeNull()
    }),
  )
})

it('the revision depends only on the content', () => {
  fc.assert(
    fc.property(items, items, (a, b) => {
      expect(toRevision(a) === toRevision(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
    }),
  )
})

it('lists new entries in their order', () => {
  expect(listNewEntries([entry('1')], [entry('3'), entry('1'), entry('2'), INTRO])).toEqual(['3', '2'])
})

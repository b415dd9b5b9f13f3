import fc from 'fast-check'
import { EditorState, TextSelection } from 'prosemirror-state'
import { Mapping } from 'prosemirror-transform'
import { describe, expect, it } from 'vitest'
import type { BodyItem } from '@lokalteil/contracts/content/records'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'
import { toDoc } from './from-items.ts'
import { mergeDoc } from './merge.ts'
import { toItems } from './to-items.ts'

const text = (...paragraphs: string[]): BodyItem[] => paragraphs.map((html) => ({ type: 'paragraph', html }))
const htmlOf = (state: EditorState) =>
  toItems(state.doc).map((item) => (item.type === 'paragraph' ? item.html : item.type))

/** Base, then something typed, then another person's text. */
function merge(base: string[], type: (state: EditorState) => EditorState['tr'], theirs: string[]) {
  const before = EditorState.create({ doc: toDoc(text(...base)) })
  const typed = type(before)
  const since = new Mapping()
  since.appendMapping(typed.mapping)
  const state = before.apply(typed)
  const { tr, isWhole } = mergeDoc(state, before.doc, toDoc(text(...theirs)), since)
  const after = tr === null ? state : state.apply(tr)
  after.doc.check()
  return { after, isWhole, tr }
}

const nothing = (state: EditorState) => state.tr

describe('a merged text in the open editor', () => {
  it('replaces only the blocks that differ; the others stay the same nodes', () => {
    const before = EditorState.create({ doc: toDoc(text('a', 'b', 'c')) })
    const { tr } = mergeDoc(before, before.doc, toDoc(text('a', 'B', 'c', 'd')), null)
    const after = before.apply(tr!)
    expect(htmlOf(after)).toEqual(['a', 'B', 'c', 'd'])
    expect(after.doc.child(0)).toBe(before.doc.child(0))
    expect(after.doc.child(2)).toBe(before.doc.child(2))
    expect(tr!.getMeta('addToHistory')).toBe(false)
  })

  it('changes nothing if it is the same', () => {
    expect(merge(['a'], nothing, ['a']).tr).toBeNull()
  })

  it('keeps the cursor in its word, also in a changed paragraph', () => {
    const { after } = merge(
      ['eins zwei', 'drei vier'],
      (state) => state.tr.setSelection(TextSelection.create(state.doc, 19)),
      ['neu', 'eins zwei', 'und drei vier'],
    )
    const { $head } = after.selection
    expect($head.parent.textContent.slice(0, $head.parentOffset)).toBe('und drei vi')
  })

  it('keeps words that were typed since, beside changes in other places of the same paragraph', () => {
    const { after, isWhole } = merge(['eins zwei', 'drei'], (state) => state.tr.insertText(' mehr', 10), [
      'EINS zwei',
      'drei',
      'vier',
    ])
    expect(htmlOf(after)).toEqual(['EINS zwei mehr', 'drei', 'vier'])
    expect(isWhole).toBe(true)
  })

  it('leaves a change out where something was typed since, and says so', () => {
    const { after, isWhole } = merge(['eins zwei', 'drei'], (state) => state.tr.insertText('X', 3), [
      'ganz anders',
      'drei',
      'vier',
    ])
    expect(htmlOf(after)).toEqual(['eiXns zwei', 'drei', 'vier'])
    expect(isWhole).toBe(false)
  })

  it('is taken whole if nothing was typed', () => {
    const paragraphs = fc.array(fc.constantFrom('a', 'b', 'c', 'ab', 'bc', 'eins zwei drei'), {
      minLength: 1,
      maxLength: 8,
    })
    const found = fc.check(
      fc.property(paragraphs, paragraphs, (base, theirs) => {
        const { after, isWhole } = merge(base, nothing, theirs)
        expect(htmlOf(after)).toEqual(theirs)
        expect(isWhole).toBe(true)
      }),
      { numRuns: propertyRuns(1000) },
    )
    expect(found.counterexample).toBeNull()
  })

  it('never loses a typed word', () => {
    const paragraphs = fc.array(fc.constantFrom('a', 'bcd', 'eins zwei drei', 'vier'), { minLength: 1, maxLength: 6 })
    const found = fc.check(
      fc.property(paragraphs, paragraphs, fc.nat(), (base, theirs, place) => {
        const { after } = merge(
          base,
          (state) => {
            const at = TextSelection.near(state.doc.resolve(place % state.doc.content.size))
            return state.tr.insertText('§', at.from)
          },
          theirs,
        )
        expect(htmlOf(after).join('')).toContain('§')
      }),
      { numRuns: propertyRuns(1000) },
    )
    expect(found.counterexample).toBeNull()
  })
})

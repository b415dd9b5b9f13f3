import { describe, expect, it } from 'vitest'
import { toInlineHtml } from '../../kit/InlineField.tsx'
import { textOf } from './block-text.ts'
import { gather } from './ComparisonScreen.tsx'
import { wordsOfValue } from './Conflicts.tsx'
import { readCriteria } from './SideFields.tsx'

describe('words of an article', () => {
  it('a teaser is stored as HTML without a way to write tags', () => {
    expect(toInlineHtml('Deich & <b>Damm</b>\nhält')).toBe('Deich &amp; &lt;b&gt;Damm&lt;/b&gt; hält')
  })

  it('marks of a test are read line by line, unfinished lines are left out', () => {
    expect(readCriteria('Akku; 4,5; 2\nBildschirm; 3\nGewicht;\n; 2; 1')).toEqual([
      { name: 'Akku', rating: 4.5, weight: 2 },
      { name: 'Bildschirm', rating: 3, weight: 1 },
    ])
  })

  it('unchanged blocks in a row are counted', () => {
    const same = { kind: 'same' as const, before: null, after: null }
    const added = { kind: 'added' as const, before: null, after: { type: 'paragraph' as const, html: 'neu' } }
    expect(gather([same, same, added, same])).toEqual([2, added, 1])
  })

  it('blocks and values are compared as plain words', () => {
    expect(textOf({ type: 'paragraph', html: 'Der <b>Deich</b> hält.' })).toBe('Der Deich hält.')
    expect(textOf({ type: 'list', ordered: false, items: ['eins', 'zwei'] })).toBe('– eins\n– zwei')
    expect(wordsOfValue([{ id: 'a', name: 'Mara Voss' }, 'dpa'])).toBe('Mara Voss, dpa')
    expect(wordsOfValue(null)).toBe('')
  })
})

import type { BodyItem } from '@lokalteil/contracts/content/records'
import type { ArticleDraft } from '@lokalteil/contracts/content'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addConflicts, decide, moveConflicts } from './conflicts.ts'
import { toCanonical } from './draft-text.ts'
import { compareBodies, compareFields, mergeBodies, mergeDrafts, movePlace } from './merge.ts'
import { toTestDraft } from './records.testing.ts'

const p = (html: string): BodyItem => ({ type: 'paragraph', html })
const live = (id: string, headline: string, more: object = {}): BodyItem => ({
  type: 'liveEntry',
  id,
  label: '10 Uhr',
  time: '2026-11-28T09:00:00.000Z',
  headline,
  paragraphs: [`Text ${id}`],
  isImportant: false,
  ...more,
})
const toLine = (items: readonly BodyItem[]) =>
  items
    .map((item) =>
      item.type === 'paragraph' ? item.html : item.type === 'liveEntry' ? `${item.id}:${item.headline}` : item.type,
    )
    .join(' ')
const body = (line: string): BodyItem[] =>
  line
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => (part.includes(':') ? live(part.split(':')[0]!, part.split(':')[1]!) : p(part)))

describe('the text', () => {
  it.each<[what: string, base: string, earlier: string, later: string, merged: string, conflicts: string[]]>([
    ['nothing changed', 'a b c', 'a b c', 'a b c', 'a b c', []],
    ['one side changed', 'a b c', 'a X c', 'a b c', 'a X c', []],
    ['the other side changed', 'a b c', 'a b c', 'a X c', 'a X c', []],
    ['both changed other blocks', 'a b c d e', 'X b c d e', 'a b c d Y', 'X b c d Y', []],
    ['both changed it alike', 'a b c', 'a X c', 'a X c', 'a X c', []],
    ['both changed the same block', 'a b c', 'a X c', 'a Y c', 'a X c', ['1+1 Y']],
    ['the earlier removed what the later changed', 'a b c', 'a c', 'a Y c', 'a c', ['1+0 Y']],
    ['the later removed what the earlier changed', 'a b c', 'a X c', 'a c', 'a X c', ['1+1 ']],
    ['both removed it', 'a b c', 'a c', 'a c', 'a c', []],
    ['each added at another place', 'a b c', 'N a b c', 'a b c M', 'N a b c M', []],
    ['both added at the same place', 'a b', 'a N b', 'a M b', 'a N b', ['1+1 M']],
    ['both added, the beginning alike', 'a', 'a N O', 'a N M', 'a N O', ['2+1 M']],
    ['all was rewritten by both', 'a b', 'X Y', 'Z', 'X Y', ['0+2 Z']],
    ['it was empty', '', 'X', 'Y', 'X', ['0+1 Y']],
    ['live entries of both', '1:a', '2:b 1:a', '3:c 1:a', '2:b 3:c 1:a', []],
    ['another live entry each', '1:a 2:b', '1:X 2:b', '1:a 2:Y', '1:X 2:Y', []],
    ['the same live entry', '1:a 2:b', '1:X 2:b', '1:Y 2:b', '1:X 2:b', ['0+1 1:Y']],
    ['a live entry was removed', '1:a 2:b', '2:b', '1:a 2:b', '2:b', []],
    ['a live entry was removed by one and changed by the other', '1:a 2:b', '2:b', '1:Y 2:b', '1:Y 2:b', []],
    ['a live entry beside a changed paragraph', 'x 1:a', 'X 1:a', 'x 2:b 1:a', 'X 2:b 1:a', []],
  ])('%s', (_what, base, earlier, later, merged, conflicts) => {
    const found = mergeBodies(body(base), body(earlier), body(later))
    expect(toLine(found.items)).toBe(merged)
    expect(found.conflicts.map(({ at, count, theirs }) => `${at}+${count} ${toLine(theirs)}`)).toEqual(conflicts)
  })

  it('merges different fields of one live entry', () => {
    const found = mergeBodies([live('1', 'a')], [live('1', 'b')], [live('1', 'a', { isPinned: true })])
    expect(found).toEqual({ items: [live('1', 'b', { isPinned: true })], conflicts: [] })
  })

  it('fields that the content service computes are no change', () => {
    const base: BodyItem[] = [
      { type: 'heading', level: 2, text: '12 Euro' },
      p('Ein <a href="https://example.org">Verweis</a>'),
    ]
    const later: BodyItem[] = [
      { type: 'heading', level: 2, text: '12\u00a0Euro', anchor: '12-euro' },
      p('Ein <a href="https://example.org" rel="noopener">Verweis</a>'),
    ]
    const earlier = [p('Neu'), base[1]!]
    expect(mergeBodies(base, earlier, later)).toEqual({ items: earlier, conflicts: [] })
  })
})

describe('fields', () => {
  const base = toTestDraft({ tagIds: ['deich', 'hafen'], body: [] })
  const merge = (earlier: Partial<ArticleDraft>, later: Partial<ArticleDraft>) =>
    mergeDrafts(base, { ...base, ...earlier }, { ...base, ...later })

  it('other fields of both are merged', () => {
    const { draft, conflicts } = merge({ title: 'Neu' }, { titlePrefix: 'Hochwasser' })
    expect([draft.title, draft.titlePrefix, conflicts]).toEqual(['Neu', 'Hochwasser', []])
  })

  it('of the same field the earlier value stays, the later one waits', () => {
    const { draft, conflicts } = merge({ title: 'Eins' }, { title: 'Zwei' })
    expect(draft.title).toBe('Eins')
    expect(conflicts).toEqual([{ at: 0, count: 0, theirs: [], field: 'title', value: 'Zwei' }])
  })

  it('tags that one added and the other removed are merged', () => {
    expect(merge({ tagIds: ['deich', 'hafen', 'wetter'] }, { tagIds: ['hafen'] }).draft.tagIds).toEqual([
      'hafen',
      'wetter',
    ])
  })

  it('a list that would be longer than the contract allows becomes a conflict', () => {
    const ids = (prefix: string) => Array.from({ length: 20 }, (_one, index) => `${prefix}${index}`)
    const { draft, conflicts } = merge({ tagIds: ids('a') }, { tagIds: ids('b') })
    expect([draft.tagIds, conflicts.map(({ field }) => field)]).toEqual([ids('a'), ['tagIds']])
  })

  it('an optional field that one side set is kept', () => {
    expect(merge({}, { comments: 'closed' as never }).draft.comments).toBe('closed')
    expect('comments' in merge({ title: 'Neu' }, {}).draft).toBe(false)
  })
})

describe('generated texts', () => {
  const block = fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => p(`Absatz ${n}`)) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => live(`l${n}`, `Eintrag ${n}`)) },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 0, max: 9 })
        .map((n): BodyItem => ({ type: 'quote', text: `Zitat ${n}`, attribution: '' })),
    },
  )
  const edit = fc.record({
    act: fc.constantFrom('insert', 'remove', 'replace', 'move'),
    at: fc.nat(30),
    to: fc.nat(30),
    block,
  })
  const texts = fc.record({
    base: fc.array(block, { maxLength: 12 }),
    earlier: fc.array(edit, { maxLength: 5 }),
    later: fc.array(edit, { maxLength: 5 }),
  })
  type Edit = { act: string; at: number; to: number; block: BodyItem }

  function apply(base: readonly BodyItem[], edits: readonly Edit[], mark: string): BodyItem[] {
    const items = [...base]
    for (const [index, { act, at, to, block: item }] of edits.entries()) {
      const place = items.length === 0 ? 0 : at % items.length
      const fresh: BodyItem = item.type === 'paragraph' ? p(`${item.html} ${mark}${index}`) : item
      if (act === 'insert' || items.length === 0) items.splice(place, 0, fresh)
      else if (act === 'remove') items.splice(place, 1)
      else if (act === 'replace') items.splice(place, 1, fresh)
      else items.splice(to % items.length, 0, ...items.splice(place, 1))
    }
    return items
  }
  const keys = (items: readonly BodyItem[]) => new Set(items.map(toCanonical))

  it('no block that either side wrote is lost', () => {
    fc.assert(
      fc.property(texts, ({ base, earlier, later }) => {
        const [a, b] = [apply(base, earlier, 'A'), apply(base, later, 'B')]
        const { items, conflicts } = mergeBodies(base, a, b)
        const there = keys(items)
        const waiting = keys(conflicts.flatMap(({ theirs }) => theirs))
        const known = keys(base)
        for (const key of keys(a)) if (!known.has(key)) expect(there).toContain(key)
        for (const key of keys(b)) if (!known.has(key)) expect(there.has(key) || waiting.has(key)).toBe(true)
        const isOnce = (key: string) => base.filter((item) => toCanonical(item) === key).length === 1
        for (const key of known)
          if (isOnce(key) && keys(a).has(key) && keys(b).has(key)) expect(there.has(key) || waiting.has(key)).toBe(true)
        for (const { at, count } of conflicts) {
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at + count).toBeLessThanOrEqual(items.length)
        }
      }),
      { numRuns: propertyRuns(5000) },
    )
  })

  it('equal changes merge clean, and changes of one side alone are that side', () => {
    fc.assert(
      fc.property(texts, ({ base, earlier }) => {
        const a = apply(base, earlier, 'A')
        expect(mergeBodies(base, a, a)).toEqual({ items: a, conflicts: [] })
        expect(mergeBodies(base, a, base)).toEqual({ items: a, conflicts: [] })
        expect(mergeBodies(base, base, a)).toEqual({ items: a, conflicts: [] })
      }),
      { numRuns: propertyRuns(2000) },
    )
  })

  it('a decision for the later version brings its blocks into the text', () => {
    fc.assert(
      fc.property(texts, ({ base, earlier, later }) => {
        const drafts = [base, apply(base, earlier, 'A'), apply(base, later, 'B')].map((items) =>
          toTestDraft({ body: items }),
        )
        const merged = mergeDrafts(drafts[0]!, drafts[1]!, drafts[2]!)
        let draft = merged.draft
        let waiting = addConflicts({ draft: drafts[1]!, conflicts: [] }, merged, { number: 1, by: null })
        const wanted = waiting.flatMap(({ theirs }) => theirs).map(toCanonical)
        for (let conflict = waiting[0]; conflict !== undefined; conflict = waiting[0]) {
          const next = decide(draft, conflict, 'both')
          waiting = moveConflicts(waiting.slice(1), draft, next)
          draft = next
        }
        const there = keys(draft.body)
        for (const key of wanted) expect(there).toContain(key)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })
})

describe('places', () => {
  it.each<[string, string, string, [number, number], [number, number]]>([
    ['a block before it was added', 'a b c', 'N a b c', [1, 1], [2, 1]],
    ['a block before it was removed', 'a b c', 'b c', [1, 1], [0, 1]],
    ['it was changed', 'a b c', 'a X c', [1, 1], [1, 1]],
    ['it was removed', 'a b c', 'a c', [1, 1], [1, 0]],
    ['it became two', 'a b c', 'a X Y c', [1, 1], [1, 2]],
    ['something behind it changed', 'a b c', 'a b X Y', [1, 1], [1, 1]],
  ])('move when %s', (_what, before, after, [at, count], [movedAt, movedCount]) => {
    expect(movePlace(body(before), body(after), { at, count })).toEqual({ at: movedAt, count: movedCount })
  })
})

describe('comparing', () => {
  it('names removed, added and changed blocks in order', () => {
    expect(compareBodies(body('a b c'), body('a X c d')).map(({ kind }) => kind)).toEqual([
      'same',
      'changed',
      'same',
      'added',
    ])
    expect(compareBodies([p('a')], [{ type: 'heading', level: 2, text: 'a' }]).map(({ kind }) => kind)).toEqual([
      'removed',
      'added',
    ])
  })

  it('names fields that differ, but not the text', () => {
    const draft = toTestDraft()
    expect(compareFields(draft, { ...draft, title: 'Neu', body: [] })).toEqual([
      { name: 'title', before: draft.title, after: 'Neu' },
    ])
  })
})

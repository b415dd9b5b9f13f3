import { describe, expect, it } from 'vitest'
import {
  listNextStates,
  listStands,
  needsNote,
  toPublicState,
  type DeskState,
  type PublicFacts,
  type PublicState,
} from './states.ts'

describe('the desk', () => {
  it.each<[from: DeskState, shown: PublicState, mayPublish: boolean, next: DeskState[]]>([
    ['draft', 'never', false, ['review', 'dropped']],
    ['draft', 'never', true, ['review', 'ready', 'dropped']],
    ['draft', 'changed', true, ['review', 'ready']],
    ['review', 'never', false, ['draft', 'dropped']],
    ['review', 'never', true, ['draft', 'ready', 'dropped']],
    ['review', 'scheduled', true, ['draft', 'ready']],
    ['ready', 'never', false, ['draft', 'review']],
    ['ready', 'never', true, ['draft', 'review', 'dropped']],
    ['ready', 'online', true, ['draft', 'review']],
    ['ready', 'withdrawn', true, ['draft', 'review', 'dropped']],
    ['dropped', 'never', false, ['draft']],
  ])('from %s, %s, with the right to publish %s: %j', (from, shown, mayPublish, next) => {
    expect(listNextStates(from, shown, mayPublish)).toEqual(next)
  })

  it.each<[DeskState, DeskState, boolean]>([
    ['review', 'draft', true],
    ['ready', 'draft', true],
    ['dropped', 'draft', false],
    ['draft', 'review', false],
    ['ready', 'review', false],
    ['review', 'dropped', false],
  ])('from %s to %s a note is needed: %s', (from, to, isNeeded) => {
    expect(needsNote(from, to)).toBe(isNeeded)
  })
})

describe('the public state', () => {
  const facts = (change: Partial<PublicFacts>): PublicFacts => ({
    readers: 'none',
    revision: 1,
    publishedRevision: null,
    isPlanned: false,
    ...change,
  })

  it.each<[PublicState, Partial<PublicFacts>]>([
    ['never', {}],
    ['scheduled', { isPlanned: true }],
    ['scheduled', { readers: 'waiting', revision: 0 }],
    ['online', { readers: 'shown', revision: 0 }],
    ['online', { readers: 'shown', revision: 3, publishedRevision: 3 }],
    ['changed', { readers: 'shown', revision: 4, publishedRevision: 3 }],
    // The last publication was undone: readers have a higher number than the draft.
    ['changed', { readers: 'shown', revision: 4, publishedRevision: 5 }],
    ['changed', { readers: 'shown', revision: 4, publishedRevision: 3, isPlanned: true }],
    ['withdrawn', { readers: 'withdrawn', publishedRevision: 3 }],
    ['scheduled', { readers: 'withdrawn', isPlanned: true }],
  ])('is %s of %j', (state, change) => {
    expect(toPublicState(facts(change))).toBe(state)
  })

  it.each<[DeskState, PublicState, string[]]>([
    ['draft', 'never', ['draft']],
    ['review', 'never', ['review']],
    ['ready', 'online', ['online']],
    ['review', 'changed', ['changed', 'review']],
    ['ready', 'changed', ['changed']],
    ['ready', 'scheduled', ['scheduled']],
    ['ready', 'withdrawn', ['withdrawn']],
    ['dropped', 'withdrawn', ['dropped']],
  ])('%s and %s stand under %j', (desk, shown, stands) => {
    expect(listStands(desk, shown)).toEqual(stands)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSearchText } from '@lokalteil/domain/reading/search-words'
import { countEdits, isEmptyQuery, toSearchQuery, toTermsQuery } from './search-text.ts'
import { propertyRuns } from '@lokalteil/domain/property-runs.testing'

describe('the one spelling', () => {
  it.each([
    [['Münster', 'Muenster', 'MUNSTER', 'Mu\u0308nster']],
    [['Größe', 'Groesse', 'grosse']],
    [['Ärzte', 'Aerzte', 'arzte']],
    [['Straße', 'Strasse', 'STRAẞE']],
    [['Şahin', 'sahin']],
  ])('is the same for %j', (spellings) => {
    expect(new Set(spellings.map(toSearchText)).size).toBe(1)
  })

  it.each([
    ['Mauer', 'mauer'],
    ['Feuerwehr', 'feuerwehr'],
    ['Quelle', 'quelle'],
    ['Aue', 'aue'],
    ['neue Häuser', 'neue hauser'],
    ['1. FC-Talheim (U19)', '1 fc talheim u19 '],
  ])('%s → %s', (text, expected) => {
    expect(toSearchText(text)).toBe(expected)
  })

  it('holds nothing but letters, digits and blanks, whatever comes in', () => {
    const strange = fc.check(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => /^[\p{L}\p{N} ]*$/u.test(toSearchText(text))),
      { numRuns: propertyRuns(2000) },
    )
    expect(strange.counterexample).toBeNull()
  })
})

describe('queries', () => {
  it.each([
    ['Haus am See', { words: ['haus', 'am'], prefix: 'see' }],
    ['Haus ', { words: ['haus'], prefix: '' }],
    ['Haus am', { words: ['haus', 'am'], prefix: '' }],
    ['für Häuser', { words: [], prefix: 'hauser' }],
    ['für', { words: [], prefix: 'fur' }],
    ['', { words: [], prefix: '' }],
    ["a' | b:* & !c <-> d", { words: ['a', 'b', 'c', 'd'], prefix: '' }],
  ])('%j as typed', (typed, expected) => {
    expect(toSearchQuery(typed)).toEqual(expected)
  })

  it.each([
    ['klinik;neubau', ['klinik', 'neubau']],
    [';;a;;', ['a']],
    ['für;Haus am See', ['haus', 'am', 'see']],
    [';', []],
  ])('R7.3-13 %j as terms', (terms, words) => {
    expect(toTermsQuery(terms)).toEqual({ words, prefix: '' })
    expect(isEmptyQuery(toTermsQuery(terms))).toBe(words.length === 0)
  })

  it('searches for at most a dozen words', () => {
    expect(
      toSearchQuery('wort'.repeat(1) + Array.from({ length: 50 }, (_unused, index) => ` w${index}x`).join('')).words
        .length,
    ).toBeLessThanOrEqual(12)
  })
})

it.each([
  ['bahn', 'bahn', 0],
  ['bahn', 'bahnen', 2],
  ['strasenbahn', 'strassenbahn', 1],
  ['hafne', 'hafen', 1],
  ['haus', 'maus', 1],
  ['abc', 'xyz', 3],
  ['kurz', 'sehrlang', 3],
])('counts the edits from %s to %s', (a, b, expected) => {
  expect(countEdits(a, b, 2)).toBe(expected)
})

import { describe, expect, it } from 'vitest'
import { isTouched } from './events.ts'

describe('queries that a change makes stale', () => {
  it.each([
    [['ak', 'articles', {}], true],
    [['ak', 'desk'], true],
    [['ak', 'article', '7'], true],
    [['ak', 'article', '8'], false],
    [['ak', 'revisions', '7'], true],
    [['ak', 'preview-links', '7'], true],
    [['ak', 'preview-links', '8'], false],
    [['hb', 'articles', {}], false],
    [['me'], false],
    [['ak', 'suggestions', 'tag', 'de'], false],
  ])('a change of article 7: %j %s', (key, expected) => {
    expect(isTouched(key, { kind: 'article', id: '7', publication: 'ak' })).toBe(expected)
  })

  it.each([
    [['ak', 'front', 'sport'], true],
    [['ak', 'front', ''], false],
    [['ak', 'fronts'], true],
    [['ak', 'articles', {}], false],
    [['hb', 'fronts'], false],
  ])('a change of the front of sport: %j %s', (key, expected) => {
    expect(isTouched(key, { kind: 'front', id: 'sport', publication: 'ak' })).toBe(expected)
  })

  it.each([
    [['ak', 'media', {}], true],
    [['ak', 'medium', 7], true],
    [['ak', 'medium', 8], false],
    [['hb', 'media', {}], false],
  ])('a change of picture 7: %j %s', (key, expected) => {
    expect(isTouched(key, { kind: 'media', id: '7', publication: 'ak' })).toBe(expected)
  })

  it('breaking news touch their screen alone', () => {
    const change = { kind: 'breaking', id: '', publication: 'ak' }
    expect(isTouched(['ak', 'breaking', 'audience', '7'], change)).toBe(true)
    expect(isTouched(['ak', 'desk'], change)).toBe(false)
    expect(isTouched(['hb', 'breaking'], change)).toBe(false)
  })

  it.each([
    [['ak', 'newsletters'], true],
    [['ak', 'newsletter', 'hafenpost/20261124-1500'], true],
    [['ak', 'newsletter', 'hafenpost/20261201-1500'], false],
    [['ak', 'articles', {}], false],
  ])('a change of an issue: %j %s', (key, expected) => {
    const change = { kind: 'newsletter', id: 'hafenpost/20261124-1500', publication: 'ak' }
    expect(isTouched(key, change)).toBe(expected)
  })

  it.each([
    [['ak', 'quizzes'], true],
    [['ak', 'quiz', 'die-region'], true],
    [['ak', 'quiz', 'die-region-2'], false],
    [['ak', 'articles', {}], false],
  ])('a change of a quiz: %j %s', (key, expected) => {
    expect(isTouched(key, { kind: 'quiz', id: 'die-region', publication: 'ak' })).toBe(expected)
  })

  it('a change of the staff touches the own rights too', () => {
    expect(isTouched(['me'], { kind: 'staff', id: 'a' })).toBe(true)
    expect(isTouched(['staff'], { kind: 'staff' })).toBe(true)
    expect(isTouched(['ak', 'desk'], { kind: 'staff' })).toBe(false)
  })
})

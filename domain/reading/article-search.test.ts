import { expect, it } from 'vitest'
import { parseArticleSearch, toSearchMoments, toSearchTerm, writeArticleSearch } from './article-search.ts'

it.each([
  ['q=Rathaus', 'q=Rathaus'],
  ['q=+Rathaus++Brand+', 'q=Rathaus%20Brand'],
  ['sortierung=neueste&q=a', 'q=a&sortierung=neueste'],
  ['q=a&sortierung=relevanz', 'q=a'],
  ['q=a&zeitraum=woche&ressort=sport/fussball', 'q=a&zeitraum=woche&ressort=sport%2Ffussball'],
  ['q=a&von=2026-11-01&bis=2026-11-05', 'q=a&von=2026-11-01&bis=2026-11-05'],
  ['q=a&von=2026-11-05&bis=2026-11-01', 'q=a&von=2026-11-01&bis=2026-11-05'],
  ['q=a&von=2026-11-05&zeitraum=tag', 'q=a&von=2026-11-05'],
  // Dropped parameters:
  ['zeitraum=tag&ressort=sport&sortierung=neueste', ''],
  ['q=&zeitraum=tag', ''],
  ['q=a&zeitraum=&von=&bis=&ressort=&sortierung=', 'q=a'],
  ['q=a&zeitraum=ewig&sortierung=alt&ressort=../x', 'q=a'],
  ['q=a&von=2026-02-30&bis=99999-01-01', 'q=a'],
  ['q=a&von=0001-01-01&bis=26-1-1', 'q=a'],
  ['q=a&ressort=' + 'x'.repeat(201), 'q=a'],
  ['q=a&utm_source=x&page=2', 'q=a'],
])('S2.1-22 S9-02 the search ?%s is written as %j', (query, written) => {
  expect(writeArticleSearch(parseArticleSearch(new URLSearchParams(query)))).toBe(written)
  expect(writeArticleSearch(parseArticleSearch(new URLSearchParams(written)))).toBe(written)
})

it.each([
  [null, ''],
  ['  Rathaus \n Brand ', 'Rathaus Brand'],
  ['x'.repeat(300), 'x'.repeat(200)],
  [`${'x'.repeat(199)}😀`, `${'x'.repeat(199)}\ufffd`],
])('S2.1-22 R2.8-11 searches %j as %j', (value, term) => {
  expect(toSearchTerm(value)).toBe(term)
})

it.each([
  ['', null, null],
  ['zeitraum=tag', '2026-11-27T12:00:00.000Z', null],
  ['zeitraum=woche', '2026-11-21T12:00:00.000Z', null],
  ['zeitraum=jahr', '2025-11-28T12:00:00.000Z', null],
  ['von=2026-11-01', '2026-10-31T23:00:00.000Z', null],
  ['bis=2026-07-31', null, '2026-07-31T22:00:00.000Z'],
  ['von=2026-10-25&bis=2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['von=2026-03-29&bis=2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
])('?%s finds articles published from %s and before %s', (query, since, before) => {
  const found = toSearchMoments(
    parseArticleSearch(new URLSearchParams(`q=a&${query}`)),
    new Date('2026-11-28T12:00:00Z'),
  )
  expect([found.since?.toISOString() ?? null, found.before?.toISOString() ?? null]).toEqual([since, before])
})

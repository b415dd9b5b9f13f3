import { expect, it } from 'vitest'
import { parseArticleSearch } from '@lokalteil/domain/reading/article-search'
import { countSearchPages, toSearchPath } from './search-paths.ts'

const ALL = parseArticleSearch(new URLSearchParams())

it.each([
  ['Rathaus', 1, '/suche?q=Rathaus'],
  ['Rathaus', 2, '/suche/2?q=Rathaus'],
  ['a&b #1', 3, '/suche/3?q=a%26b%20%231'],
  ['Größe', 1, '/suche?q=Gr%C3%B6%C3%9Fe'],
  ['\ud800', 1, '/suche?q=%EF%BF%BD'],
  ['', 1, '/suche'],
])('S2.1-22 R2.1-10 R2.1-11 the address of %j, page %i, is %s', (term, page, path) => {
  expect(toSearchPath({ ...ALL, term }, page)).toBe(path)
})

it.each([
  [0, 0],
  [1, 1],
  [20, 1],
  [21, 2],
  [10_020, 501],
  [1_000_000, 501],
])('S2.1-22 shows %i hits on %i pages of 20', (total, pages) => {
  expect(countSearchPages(total)).toBe(pages)
})

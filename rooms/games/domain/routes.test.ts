import { buildPath, matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import { expect, it } from 'vitest'

it.each<[string, Route]>([
  ['/spiele', { name: 'spiele' }],
  ['/spiele/sudoku', { name: 'spiele/sudoku', day: null, level: null }],
  ['/spiele/sudoku/2026-11-23', { name: 'spiele/sudoku', day: '2026-11-23', level: null }],
  ['/spiele/sudoku/2026-11-23/schwer', { name: 'spiele/sudoku', day: '2026-11-23', level: 'schwer' }],
  ['/spiele/wortraten/2026-11-23', { name: 'spiele/wortraten', day: '2026-11-23' }],
])('S1-08 %s is a page, below /de too', (path, route) => {
  expect(matchRoute(path)).toMatchObject({ kind: 'route', route, locale: null })
  expect(matchRoute(`/de${path}`)).toMatchObject({ kind: 'route', route, locale: 'de' })
  expect(buildPath(route)).toBe(path)
})

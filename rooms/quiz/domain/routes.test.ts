import { buildPath, matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import { expect, it } from 'vitest'

it.each<[string, Route]>([['/quiz/auenburg', { name: 'quiz', entry: 'auenburg' }]])(
  'S1-08 %s is a page, below /de too',
  (path, route) => {
    expect(matchRoute(path)).toMatchObject({ kind: 'route', route, locale: null })
    expect(matchRoute(`/de${path}`)).toMatchObject({ kind: 'route', route, locale: 'de' })
    expect(buildPath(route)).toBe(path)
  },
)

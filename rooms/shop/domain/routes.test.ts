import { buildPath, matchRoute, type Route } from '@lokalteil/domain/routing/routes'
import { expect, it } from 'vitest'

it.each<[string, Route]>([
  ['/shop', { name: 'shop' }],
  ['/shop/artikel/tasse', { name: 'shop/produkt', product: 'tasse' }],
  ['/shop/warenkorb', { name: 'shop/warenkorb' }],
])('S1-08 %s is a page', (path, route) => {
  expect(matchRoute(path)).toMatchObject({ kind: 'route', route, locale: null })
  expect(buildPath(route)).toBe(path)
})

import { forcedColourMode } from '@lokalteil/domain/display/colour-mode'
import { buildPath, matchRoute, ROUTE_META, type RouteName } from '@lokalteil/domain/routing/routes'
import { WIDGET_PATHS } from '@lokalteil/domain/routing/widgets.testing'
import { expect, it } from 'vitest'

it('R2.1-30 /sport-widget is a page, below /de too', () => {
  expect(matchRoute('/sport-widget')).toMatchObject({ kind: 'route', route: { name: 'sport-widget' }, locale: null })
  expect(matchRoute('/de/sport-widget')).toMatchObject({ kind: 'route', route: { name: 'sport-widget' }, locale: 'de' })
  expect(buildPath({ name: 'sport-widget' })).toBe('/sport-widget')
})

it('S2.1-14 S2.1-22 keeps the widget, which stands in frames, out of search engines', () =>
  expect(ROUTE_META['sport-widget'].isIndexable).toBe(false))

it('tests of the core that embed widgets embed this one', () => expect(WIDGET_PATHS).toEqual(['/sport-widget']))

it('R4.12-02 S4.12-01 forces light on the sport widget, and nowhere else', () => {
  const names = Object.keys(ROUTE_META) as RouteName[]
  expect(names.filter((name) => forcedColourMode(name) !== null)).toEqual(['sport-widget'])
  expect(forcedColourMode('sport-widget')).toBe('light')
})

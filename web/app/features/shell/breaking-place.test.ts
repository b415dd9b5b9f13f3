import { matchRoute } from '@lokalteil/domain/routing/routes'
import { expect, it } from 'vitest'
import { hasBreakingBar } from './breaking-place.ts'

const TARGET = '/deich-haelt-4711'
const front = (...targets: string[]) => ({
  blocks: [
    { kind: 'adSlot', slot: 'a' },
    ...targets.map((path) => ({ kind: 'lead', teaser: { targetPathOrUrl: path } })),
  ],
})

const CASES: readonly [path: string, has: boolean, data?: object][] = [
  ['/', true, front('/markt-12')],
  ['/', false, front(TARGET)],
  ['/', true, front()],
  ['/', true, { blocks: [{ kind: 'list', teasers: [{ targetPathOrUrl: TARGET }] }] }],
  ['/sport', true, { kind: 'channel', ...front('/markt-12') }],
  ['/sport', false, { kind: 'channel', ...front(TARGET) }],
  [TARGET, false],
  ['/4711', false],
  ['/-4711', false],
  ['/markt-12', true],
  ['/markt-711', true],
  ['/testbericht/rad-901', true],
  ['/testbericht/rad-4711', false],
  ['/kommentare/4711', true],
  ['/suche', true],
  ['/themen', true],
  ['/podcasts', true],
  ['/wetter', true],
  ['/quiz', true],
  ['/impressum', false],
  ['/agb', false],
  ['/error/gift', false],
  ['/order/abo', false],
  ['/order/checkout', false],
  ['/shop', true],
  ['/shop/artikel/tasse', true],
  ['/shop/warenkorb', false],
  ['/immobilien', true],
  ['/immobilien/inserieren', false],
  ['/jobs/inserieren', false],
  ['/account', false],
  ['/account/abo', false],
  ['/bookmarks', false],
  ['/newsletters', false],
  ['/newsletter-anmeldung', true],
  ['/spiele', false],
  ['/spiele/sudoku', false],
  ['/spiele/kreuzwortraetsel', false],
  ['/epaper', true],
  ['/epaper/stadt', true],
  ['/epaper/stadt/2026-11-28', false],
  ['/epaper/stadt/2026-11-28/seite/3', false],
  ['/trauer', false],
  ['/trauer/aufgeben', false],
]

it.each(CASES)('the bar of breaking news on %s: %s', (path, has, data = {}) => {
  const match = matchRoute(path)
  const route = match.kind === 'route' ? match.route : null
  expect(route).not.toBeNull()
  expect(hasBreakingBar({ route, content: { kind: 'page', data } }, TARGET)).toBe(has)
})

it('the bar of breaking news is not on error pages, nor on pages without a route', () => {
  const error = { kind: 'error', status: 404, message: '', url: '/' } as const
  expect(hasBreakingBar({ route: { name: 'home' }, content: error }, TARGET)).toBe(false)
  expect(hasBreakingBar({ route: null, content: { kind: 'page', data: {} } }, TARGET)).toBe(false)
})

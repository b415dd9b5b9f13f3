import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
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

type Case = [path: string, has: boolean, data?: object]
const CASES: readonly Case[] = [
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
  ['/impressum', false],
  ['/agb', false],
  ['/error/gift', false],
  ['/order/abo', false],
  ['/order/checkout', false],
  ['/account', false],
  ['/account/abo', false],
  ['/bookmarks', false],
  ['/newsletters', false],
  ['/newsletter-anmeldung', true],
]

const IN_ROOMS: readonly [room: string, path: string, has: boolean][] = [
  ['weather', '/wetter', true],
  ['quiz', '/quiz', true],
  ['shop', '/shop', true],
  ['shop', '/shop/artikel/tasse', true],
  ['shop', '/shop/warenkorb', false],
  ['homes', '/immobilien', true],
  ['homes', '/immobilien/inserieren', false],
  ['jobs', '/jobs/inserieren', false],
  ['games', '/spiele', false],
  ['games', '/spiele/sudoku', false],
  ['games', '/spiele/kreuzwortraetsel', false],
  ['epaper', '/epaper', true],
  ['epaper', '/epaper/stadt', true],
  ['epaper', '/epaper/stadt/2026-11-28', false],
  ['epaper', '/epaper/stadt/2026-11-28/seite/3', false],
  ['notices', '/trauer', false],
  ['notices', '/trauer/aufgeben', false],
]
const ALL: readonly Case[] = [
  ...CASES,
  ...IN_ROOMS.flatMap(([room, path, has]): Case[] => (hasRoom(room) ? [[path, has]] : [])),
]

it.each(ALL)('the bar of breaking news on %s: %s', (path, has, data = {}) => {
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

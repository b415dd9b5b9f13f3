import { expect, it } from 'vitest'
import { buildPath, matchRoute } from '../routing/routes.ts'
import { listRoomPaths, ROOM_KEYS, roomOfPath, roomOfRoute, ROOMS } from './rooms.ts'

it.each(ROOM_KEYS)('the path of %s leads to a page of its route', (key) => {
  for (const path of listRoomPaths([key])) {
    const match = matchRoute(path)
    expect(match).toMatchObject({ kind: 'route', route: { name: ROOMS[key].route } })
    expect(match.kind === 'route' && buildPath(match.route)).toBe(path)
  }
  expect(roomOfRoute(ROOMS[key].route)).toBe(key)
})

const [FIRST] = ROOM_KEYS
const { path: PATH } = ROOMS[FIRST!]

it.each([
  [PATH, FIRST],
  [`${PATH}/talheim?x=1#y`, FIRST],
  [`${PATH}#warnungen`, FIRST],
  [`${PATH}au`, null],
  ['/', null],
  [`https://other.example${PATH}`, null],
  ['', null],
])('%s is a page of %s', (path, room) => expect(roomOfPath(path)).toBe(room))

it('every other route exists in every publication', () => expect(roomOfRoute('home')).toBe(null))

import { readFileSync } from 'node:fs'
import { hasRoom } from '@lokalteil/domain/rooms/rooms.testing'
import { REMOVED_ROOMS } from '@lokalteil/tools/runs'
import { expect, it } from 'vitest'
import { listAskedRooms, listRoomsOfNotice, listUnsaidRooms } from './rooms-in-notice.ts'

const template = readFileSync(new URL('templates/datenschutz.md', import.meta.url), 'utf8')
const asked = listAskedRooms(template)

it('the template asks for rooms that there are, but for removed ones', () => {
  expect(asked.length).toBeGreaterThan(9)
  if (REMOVED_ROOMS.length === 0) expect(asked.filter((key) => !hasRoom(key))).toEqual([])
})

it.each(asked.filter(hasRoom))('the drafted privacy notice of a paper with the room %s mentions it', (key) => {
  const rooms = { [key]: { stream: '' } } as never
  expect(listRoomsOfNotice(rooms)).toEqual([key])
  expect(listUnsaidRooms('Nichts.', rooms)).toEqual([key])
})

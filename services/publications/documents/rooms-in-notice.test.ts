import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listRoomsOfNotice, listUnsaidRooms } from './rooms-in-notice.ts'

const template = readFileSync(new URL('templates/datenschutz.md', import.meta.url), 'utf8')
const keys = [...template.matchAll(/\{\{#if rooms\.(\w+)\}\}/g)].map(([, key]) => key!).filter((key) => key !== 'any')

it.each([...new Set(keys)])('the drafted privacy notice of a paper with the room %s mentions it', (key) => {
  const rooms = { [key]: { stream: '' } } as never
  expect(listRoomsOfNotice(rooms)).toEqual([key])
  expect(listUnsaidRooms('Nichts.', rooms)).toEqual([key])
})

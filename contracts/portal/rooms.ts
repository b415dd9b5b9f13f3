/** Calls of the pages of rooms (`domain/rooms`). */
import { z } from 'zod'
import { ROOM_KEYS } from '@lokalteil/domain/rooms/rooms'
import { contract } from '../kernel/endpoint.ts'

/** The live programme and the current title; null: unknown. */
export const RadioView = z.object({
  title: z.string(),
  stream: z.string(),
  fallback: z.string().nullable(),
  nowPlaying: z.string().nullable(),
})
export type RadioView = z.infer<typeof RadioView>

export const ROOMS_ENDPOINTS = contract({
  getRoomSettings: {
    method: 'GET',
    path: '/api/rooms/{room}',
    summary: 'How the publication has furnished a room, as rooms.yaml says it; the same for all',
    params: z.object({ room: z.enum(ROOM_KEYS) }),
    answer: z.looseObject({}),
    problems: { 404: 'NOT_FOUND' },
  },
  getRadio: {
    method: 'GET',
    path: '/api/radio',
    summary: 'The live programme of the publication and its current title; the same for all',
    answer: RadioView,
    problems: { 404: 'NOT_FOUND' },
  },
})

/** Quizzes of all publications, as pages ask for them; where the room is off there are none. */
import type { QUIZZES } from '@lokalteil/contracts/content'
import type { Client } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Read } from '../../../app/page/content-api.ts'
import type { RoomApi } from '../../../app/page/rooms/room-api.ts'
import type { RoomSettings } from './room-settings.ts'

export type QuizSource = { of: (code: Mandator) => Pick<RoomApi, 'listQuizzes' | 'getQuiz'> }

export type QuizSourceOptions = {
  rooms: RoomSettings
  quizzesOf: (code: Mandator) => Client<typeof QUIZZES>
  /** Where addresses of pictures are signed, they are put in. */
  addAddresses: ((value: unknown) => void) | null
}

const OFF = { ok: false, status: 404 } as const

export function createQuizSource({ rooms, quizzesOf, addAddresses }: QuizSourceOptions): QuizSource {
  const toRead = <T>(found: { ok: true; data: T } | { ok: false; status: number }): Read<T> => {
    if (!found.ok) return { ok: false, status: found.status }
    addAddresses?.(found.data)
    return { ok: true, data: found.data }
  }
  return {
    of: (code) => ({
      listQuizzes: async (page) =>
        rooms.of(code, 'quiz') === null ? OFF : toRead(await quizzesOf(code).listQuizzes({ query: { page } })),
      getQuiz: async (slug) =>
        rooms.of(code, 'quiz') === null ? OFF : toRead(await quizzesOf(code).getQuiz({ params: { slug } })),
    }),
  }
}

/** The quiz room for the core's server. Quizzes come from the content service. */
import { QUIZZES } from '@lokalteil/contracts/content/quizzes'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { Mandator } from '@lokalteil/domain/publication/publications'
import type { Read } from '@lokalteil/web/app/page/content-api'
import { answerCalls, defineRoom } from '../define-room.ts'
import { QUIZ_CALLS } from './contract/calls.ts'

export const quiz = defineRoom({
  name: 'quiz',
  open({ context: { rooms }, contentOf, addAddresses }) {
    const quizzesOf = contentOf(QUIZZES)
    async function ask<T>(
      code: Mandator,
      call: (client: Client<typeof QUIZZES>) => Promise<Result<T>>,
    ): Promise<Read<T>> {
      if (rooms.of(code, 'quiz') === null) return { ok: false, status: 404 }
      const found = await call(quizzesOf(code))
      if (found.ok) addAddresses?.(found.data)
      return found
    }
    return {
      calls: answerCalls(QUIZ_CALLS, {
        listQuizzes: (code, { query }) => ask(code, (client) => client.listQuizzes({ query })),
        getQuiz: (code, { params }) => ask(code, (client) => client.getQuiz({ params })),
      }),
    }
  },
})

/** The quiz room for the core's server. Quizzes come from the content service. */
import { QUIZZES } from '@lokalteil/contracts/content/quizzes'
import type { Client, Result } from '@lokalteil/contracts/kernel/client'
import type { PublicationCode } from '@lokalteil/domain/publication/publications'
import type { Read } from '@lokalteil/web/app/page/content-api'
import { answerCalls, defineRoom, OFF, withAddresses } from '../define-room.ts'
import { QUIZ_CALLS } from './contract/calls.ts'

export const quiz = defineRoom({
  name: 'quiz',
  open({ context: { rooms }, contentOf, addAddresses }) {
    const quizzesOf = contentOf(QUIZZES)
    async function ask<T>(
      code: PublicationCode,
      call: (client: Client<typeof QUIZZES>) => Promise<Result<T>>,
    ): Promise<Read<T>> {
      return rooms.of(code, 'quiz') === null ? OFF : withAddresses(call(quizzesOf(code)), addAddresses)
    }
    return {
      calls: answerCalls(QUIZ_CALLS, {
        listQuizzes: (code, { query }) => ask(code, (client) => client.listQuizzes({ query })),
        getQuiz: (code, { params }) => ask(code, (client) => client.getQuiz({ params })),
      }),
    }
  },
})

import type { RoomRow } from '@lokalteil/domain/rooms/room-row'
import { QUIZ_FIELDS } from './quiz.ts'

export const quiz = {
  route: 'quiz',
  path: '/quiz',
  label: 'Quiz',
  icon: 'quiz',
  inNotice: /\bQuiz/,
} as const satisfies RoomRow

export const quizQueries = { quiz: { private: QUIZ_FIELDS } }

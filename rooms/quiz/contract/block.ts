/** The block `quiz` of `front.yaml`: the newest quizzes. */
import { text } from '@lokalteil/contracts/publication/values'
import { z } from 'zod'

export const QuizBlock = z.strictObject({
  block: z.literal('quiz'),
  count: z.number().int().min(1).max(6).default(1),
  heading: text(60).optional(),
})
